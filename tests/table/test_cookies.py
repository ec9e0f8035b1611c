"""Cookies that others may know, answers that were lost, and signing out."""

import re
import sqlite3
import time
from contextlib import closing

import pytest

from companion.storage.sqlite import PATIENCE
from tests.apps import embedded
from tests.pages import Page
from tests.table.seating import count, link_of, links, sit

ANN, BOB, CEM = 0, 1, 2


def cookie(phone):
    return phone.http.get_cookie("companion").value


def with_cookie(phone, value):
    it = phone()
    it.http.set_cookie("companion", value)
    return it


@pytest.fixture
def planted(bob, phone, table):
    """Plant a cookie that somebody knows, in Bob's phone and in that of who planted it there."""
    bob.post(f"/t/{table}/watch")
    return with_cookie(phone, cookie(bob))


def test_who_planted_a_cookie_does_not_host_what_is_opened_with_it(bob, planted, open_anew, me):
    code = open_anew(bob)
    assert me(bob, code) == (None, True)
    assert me(planted, code) == (None, False)
    assert planted.post(f"/t/{code}/lock", locked="y").status_code == 403
    assert planted.get("/").text.count(code) == 0


def test_who_planted_a_cookie_does_not_sit_where_its_owner_does(bob, planted, table, me):
    sit(bob, table, BOB)
    assert count(bob, table, BOB).status_code == 303
    assert count(planted, table, BOB).status_code == 403
    assert me(planted, table) == (None, False)


def test_who_planted_a_cookie_does_not_take_the_seat_of_a_link_along(ann, bob, planted, table, me):
    assert bob.post(link_of(ann, table, BOB)).status_code == 303
    assert (me(bob, table), me(planted, table)) == ((BOB, False), (None, False))


def test_a_copied_cookie_is_worth_nothing_once_its_owner_opens_another_table(ann, phone, table, open_anew, me):
    copy = with_cookie(phone, cookie(ann))
    assert me(copy, table) == (None, True)
    other = open_anew(ann)
    ann.get(f"/djinn/{other}/setup")
    assert me(copy, table) == me(copy, other) == (None, False)
    assert me(ann, table) == me(ann, other) == (None, True)


def test_a_copied_cookie_is_worth_nothing_once_its_owner_hosts(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    bob.get(f"/djinn/{table}/hunt")
    copy = with_cookie(phone, cookie(bob))
    ann.post(f"/t/{table}/hand-over", seat=BOB)
    bob.get(f"/djinn/{table}/hunt")
    assert count(bob, table, CEM).status_code == 303
    assert me(bob, table) == (BOB, True)
    assert me(copy, table) == (None, False)
    assert count(copy, table, BOB).status_code == 403


def test_a_live_update_never_renews_what_another_request_may_come_with(ann, bob, table):
    """Only a whole page does: then no tap is under way that would come with the former id."""
    sit(bob, table, BOB)
    bob.get(f"/djinn/{table}/hunt")
    ann.post(f"/t/{table}/hand-over", seat=BOB)
    assert "Set-Cookie" not in bob.live(f"/t/{table}/log", "entries").headers
    assert "Set-Cookie" in bob.get(f"/t/{table}/log").headers


def test_who_hosts_keeps_what_it_holds_elsewhere(ann, bob, table, open_djinn, me):
    other = open_djinn(bob)
    sit(bob, table, BOB)
    bob.get(f"/t/{table}")
    assert (me(bob, other), me(bob, table)) == ((None, True), (BOB, False))


def test_an_answer_that_was_lost_loses_no_seat(ann, bob, phone, table, me):
    """The phone never got its new cookie: it comes again with the old one, and is the same phone."""
    bob.post(f"/t/{table}/watch")
    before = cookie(bob)
    sit(bob, table, BOB)
    bob.http.set_cookie("companion", before)
    assert sit(bob, table, BOB).status_code == 303
    bob.get(f"/t/{table}")
    assert me(bob, table) == (BOB, False)
    assert sit(with_cookie(phone, before), table, BOB).status_code == 422


@pytest.mark.parametrize("is_new", [True, False])
def test_a_seat_whose_answer_was_lost_can_be_tapped_again(ann, phone, open_djinn, is_new):
    """It was shown as another's, and at a locked table not at all: only the host could help, or was out itself."""
    code, bob, cem = open_djinn(ann), phone(), phone()
    if not is_new:
        bob.post(f"/t/{code}/watch")
    bob.get(f"/t/{code}?pick=1")
    before = cookie(bob)
    sit(bob, code, BOB)
    bob.http.set_cookie("companion", before)
    for locked in ({}, {"locked": "y"}):
        ann.post(f"/t/{code}/lock", **locked)
        assert may_sit(bob, code, BOB)
        assert not may_sit(cem, code, BOB)
    assert sit(bob, code, BOB).status_code == 303
    bob.get(f"/djinn/{code}/setup")
    assert not may_sit(with_cookie(phone, before), code, BOB)


def may_sit(phone, code, seat):
    """Say whether the page of seats lets a phone tap on one."""
    form = phone.get(f"/t/{code}?pick=1").text.partition(f'id="sit-{seat}"')[2].partition("</form>")[0]
    return 'class="wide seat"' in form and "disabled" not in form


def test_a_host_whose_answer_was_lost_hosts_still(ann, table, me):
    before = cookie(ann)
    sit(ann, table, ANN)
    ann.http.set_cookie("companion", before)
    assert sit(ann, table, BOB).status_code == 303
    assert me(ann, table) == (BOB, True)


def test_a_link_whose_answer_was_lost_can_be_used_again(ann, bob, table, me):
    bob.post(f"/t/{table}/watch")
    before, link = cookie(bob), link_of(ann, table, BOB)
    bob.post(link)
    bob.http.set_cookie("companion", before)
    assert bob.post(link).status_code == 303
    assert me(bob, table) == (BOB, False)


@embedded
def test_a_page_after_sitting_down_waits_for_nobody(app, bob, table, me, open_djinn):
    """What the phone held elsewhere goes over to its new id later, if another program holds the database now."""
    other = open_djinn(bob)
    bob.get("/")
    sit(bob, table, BOB)
    with closing(sqlite3.connect(app.config["DATABASE"], isolation_level=None)) as program:
        program.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert bob.get(f"/djinn/{table}/hunt").status_code == 200
        assert time.monotonic() - began < PATIENCE
        program.execute("ROLLBACK")
    bob.get("/")
    assert (me(bob, other), me(bob, table)) == ((None, True), (BOB, False))


@embedded
def test_who_is_made_the_host_at_once_keeps_what_it_holds_elsewhere(app, ann, bob, table, me, open_djinn):
    """A host gets an id anew: not before all that the former one held went over, or it is lost for ever."""
    other = open_djinn(bob)
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/hand-over", seat=BOB)
    with closing(sqlite3.connect(app.config["DATABASE"], isolation_level=None)) as program:
        program.execute("BEGIN IMMEDIATE")
        assert bob.get(f"/djinn/{table}/hunt").status_code == 200
        program.execute("ROLLBACK")
    for _ in range(3):
        bob.get("/"), bob.get(f"/djinn/{table}/hunt")
    assert (me(bob, other), me(bob, table)) == ((None, True), (BOB, True))


def test_a_refused_seat_changes_nothing(ann, bob, phone, table, open_djinn, me):
    sit(ann, table, ANN)
    hosted = open_djinn(bob)
    before = cookie(bob)
    assert sit(bob, table, ANN).status_code == 422
    assert cookie(bob) == before
    assert me(bob, hosted) == (None, True)


def test_open_pages_of_a_phone_stay_valid_when_it_sits_down(new_app, phone):
    """What was rendered before must not lose its token: another tab of the same phone is open."""
    app = new_app(WTF_CSRF_ENABLED=True)
    guest = phone(app)

    def token(path):
        return re.search(r'name="csrf_token" value="([^"]+)"', guest.get(path).text)[1]

    held = token("/djinn/new")
    form = {"csrf_token": held, "count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
    form |= {"players-0-colour": "red", "players-1-colour": "blue"}
    code = guest.post("/djinn/new", **form).location.split("/")[2]
    assert guest.post(f"/t/{code}/sit", seat=0, csrf_token=held).status_code == 303
    assert guest.post(f"/t/{code}/lock", locked="y", csrf_token=held).status_code == 303
    assert guest.get(f"/t/{code}").location == f"/djinn/{code}/setup"
    assert "has locked this table" in phone(app).get(f"/t/{code}").text


def test_a_first_seat_whose_answer_was_lost_is_taken_again(ann, new_app, phone, open_djinn):
    """Most lost answers are those to the first tap after the QR code, on a phone that has no id yet."""
    app = new_app(WTF_CSRF_ENABLED=True)
    host, guest = phone(app), phone(app)

    def token(held, path):
        return re.search(r'name="csrf_token" value="([^"]+)"', held.get(path).text)[1]

    form = {"csrf_token": token(host, "/djinn/new"), "count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
    form |= {"players-0-colour": "red", "players-1-colour": "blue"}
    code = host.post("/djinn/new", **form).location.split("/")[2]
    held = token(guest, f"/t/{code}")
    before = cookie(guest)
    for _ in range(2):
        guest.http.set_cookie("companion", before)
        assert guest.post(f"/t/{code}/sit", seat=1, csrf_token=held).status_code == 303
    assert guest.get(f"/t/{code}").location == f"/djinn/{code}/setup"
    taken = phone(app).get(f"/t/{code}").text.partition('id="sit-1"')[2]
    assert '<button class="wide seat" disabled' in taken.partition("</form>")[0]


def test_a_table_whose_answer_was_lost_is_opened_once(new_app, phone):
    """The phone sends the whole form again, with the cookie it had; who had opened it then is the same phone."""
    app = new_app(WTF_CSRF_ENABLED=True)
    host, other = phone(app), phone(app)
    form = untouched_form(host, "/djinn/new") | {"count": "2", "players-0-name": "Ann", "players-1-name": "Bob"}
    before = cookie(host)
    opened = [host.post("/djinn/new", **form).location]
    host.http.set_cookie("companion", before)
    opened.append(host.post("/djinn/new", **form).location)
    assert opened[0] == opened[1]
    code = opened[0].split("/")[2]
    assert host.post(f"/t/{code}/lock", locked="y", csrf_token=form["csrf_token"]).status_code == 303
    host.http.set_cookie("companion", before)
    assert host.post("/djinn/new", **form | {"players-1-name": "Bea"}).location != opened[0]  # it was corrected
    form = untouched_form(other, "/djinn/new") | {"count": "2", "players-0-name": "Ann", "players-1-name": "Bob"}
    assert other.post("/djinn/new", **form).location != opened[0]


def untouched_form(held, path):
    """Read the fields of a page's form that opens a table."""
    return next(fields for attributes, fields in Page(held.get(path).text).forms if attributes["action"] == path)


def test_a_phone_that_is_signed_out_holds_nothing(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    copy = with_cookie(phone, cookie(bob))
    assert "Sign this phone out" in bob.get(f"/t/{table}/menu").text
    assert 'action="/sign-out"' in bob.get("/sign-out").text
    assert bob.post("/sign-out", sure="yes").status_code == 303
    assert me(bob, table) == me(copy, table) == (None, False)
    assert table not in bob.get("/").text
    assert phone().post(link).status_code == 422
    assert sit(phone(), table, BOB).status_code == 303
    assert me(ann, table) == (None, True)


@embedded
def test_a_phone_that_was_signed_out_begins_anew(app, bob, table, open_djinn, me):
    """Also if it is signed out right after sitting down, while its former id was not let go yet."""
    sit(bob, table, BOB)
    with closing(sqlite3.connect(app.config["DATABASE"], isolation_level=None)) as program:
        program.execute("BEGIN IMMEDIATE")
        bob.get("/sign-out")
        program.execute("ROLLBACK")
    bob.post("/sign-out", sure="yes")
    assert bob.get("/").status_code == 200
    assert me(bob, open_djinn(bob)) == (None, True)


def test_a_host_is_told_what_signing_out_leaves_behind(ann, bob, table):
    assert table in ann.get("/sign-out").text
    sit(bob, table, BOB)
    assert "Hand them over first" not in bob.get("/sign-out").text


def test_a_phone_without_a_cookie_has_nothing_to_sign_out(phone):
    answer = phone().post("/sign-out", sure="yes")
    assert (answer.status_code, answer.location) == (303, "/")


def test_signing_out_needs_the_answer_to_the_question(bob, table, me):
    sit(bob, table, BOB)
    assert bob.post("/sign-out").status_code == 422
    assert me(bob, table) == (BOB, False)
