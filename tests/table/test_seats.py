import re
import sqlite3
import time
from contextlib import closing

import pytest

from companion.table import seats

ANN, BOB, CEM = 0, 1, 2


@pytest.fixture
def me(app):
    """Give what a phone is at a table: its seat, and whether it is the host."""

    def me(phone, code):
        with phone.http.session_transaction() as session:
            id = session.get("phone")
        with app.app_context():
            found = seats.find_me(code, id)
        return found.seat, found.host

    return me


def sit(phone, code, seat):
    return phone.post(f"/t/{code}/sit", seat=seat)


def count(phone, code, seat):
    return phone.post(f"/djinn/{code}/count", seat=seat, box="coins", by=1)


def links(phone, code):
    """Give the paths of the personal links that a phone's share page shows."""
    return re.findall(r"/s/[\w-]+", re.sub(r"<a [^>]*>", "", phone.get(f"/t/{code}/share").text))


def test_a_code_has_five_characters_that_look_like_nothing_else(table):
    assert re.fullmatch("[A-Z2-9]{5}", table)
    assert not set("01OIL") & set(seats.ALPHABET)
    assert len(seats.ALPHABET) == len(set(seats.ALPHABET)) == 31


def test_who_opens_a_table_is_its_host_and_sits_nowhere(ann, table, me):
    assert me(ann, table) == (None, True)


def test_a_phone_takes_a_seat(bob, table, me):
    answer = sit(bob, table, BOB)
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")
    assert me(bob, table) == (BOB, False)


def test_a_taken_seat_is_refused(bob, phone, table, me):
    sit(bob, table, BOB)
    cem = phone()
    answer = sit(cem, table, BOB)
    assert answer.status_code == 422
    assert "Another phone holds this seat" in answer.text
    assert me(cem, table) == (None, False)
    assert me(bob, table) == (BOB, False)


@pytest.mark.parametrize("seat", [3, 99])
def test_a_seat_that_is_not_there_is_refused(bob, table, seat):
    answer = sit(bob, table, seat)
    assert answer.status_code == 422
    assert "no such seat" in answer.text


def test_a_phone_changes_its_seat(bob, phone, table, me):
    sit(bob, table, BOB)
    sit(bob, table, CEM)
    assert me(bob, table) == (CEM, False)
    assert sit(phone(), table, BOB).status_code == 303


def test_the_host_keeps_hosting_from_a_seat(ann, table, me):
    sit(ann, table, ANN)
    assert me(ann, table) == (ANN, True)
    ann.post(f"/t/{table}/watch")
    assert me(ann, table) == (None, True)


def test_a_seat_taps_only_for_itself(bob, table):
    sit(bob, table, BOB)
    assert count(bob, table, BOB).status_code == 303
    answer = count(bob, table, ANN)
    assert answer.status_code == 403
    assert "belongs to another player" in answer.text


def test_who_watches_taps_for_nobody(bob, phone, table):
    bob.post(f"/t/{table}/watch")
    for watcher in (bob, phone()):
        answer = count(watcher, table, BOB)
        assert answer.status_code == 403
        assert "only watching" in answer.text


def test_the_host_taps_for_everybody(ann, bob, table, state):
    sit(bob, table, BOB)
    for seat in (ANN, BOB, CEM):
        assert count(ann, table, seat).status_code == 303
    assert [sheet.coins for sheet in state(table).sheets] == [1, 1, 1]


def test_a_seat_that_is_not_there_has_no_sheet(ann, open_djinn, phone):
    """A host may tap for every seat, but a table of two has no third sheet, and its log must stay readable."""
    code = open_djinn(ann, players=2, first_game="y")
    assert count(ann, code, CEM).status_code == 422
    assert ann.get(f"/t/{code}/log").status_code == 200


def test_the_host_frees_a_seat(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    assert ann.post(f"/t/{table}/free", seat=BOB).status_code == 303
    assert me(bob, table) == (None, False)
    assert count(bob, table, BOB).status_code == 403
    assert sit(phone(), table, BOB).status_code == 303


def test_who_sits_there_gives_the_seat_back(bob, table, me):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/free", seat=BOB).status_code == 303
    assert me(bob, table) == (None, False)


def test_nobody_else_frees_a_seat(bob, phone, table, me):
    sit(bob, table, BOB)
    answer = phone().post(f"/t/{table}/free", seat=BOB)
    assert answer.status_code == 403
    assert "Only the host" in answer.text
    assert me(bob, table) == (BOB, False)


def test_the_host_hands_over(ann, bob, table, me):
    sit(bob, table, BOB)
    sit(ann, table, ANN)
    assert ann.post(f"/t/{table}/hand-over", seat=BOB).status_code == 303
    assert (me(ann, table), me(bob, table)) == ((ANN, False), (BOB, True))
    assert count(bob, table, CEM).status_code == 303
    assert ann.post(f"/t/{table}/lock", locked="y").status_code == 403


def test_nobody_hosts_from_an_empty_seat(ann, table, me):
    answer = ann.post(f"/t/{table}/hand-over", seat=BOB)
    assert answer.status_code == 422
    assert "No phone sits there" in answer.text
    assert me(ann, table) == (None, True)


def test_only_the_host_hands_over(bob, phone, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/hand-over", seat=BOB).status_code == 403


def test_a_locked_table_takes_no_new_phone(ann, bob, phone, table):
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/lock", locked="y")
    cem = phone()
    answer = sit(cem, table, CEM)
    assert answer.status_code == 403
    assert "locked" in answer.text
    assert "locked" in cem.get(f"/t/{table}").text
    assert sit(bob, table, CEM).status_code == 303
    ann.post(f"/t/{table}/lock")
    assert sit(cem, table, BOB).status_code == 303


def test_who_looks_on_at_a_locked_table_stays_without_a_seat(ann, phone, table):
    """Looking on must not be the way around the lock."""
    ann.post(f"/t/{table}/lock", locked="y")
    cem = phone()
    assert cem.post(f"/t/{table}/watch").status_code == 303
    assert sit(cem, table, CEM).status_code == 403


def test_only_the_host_locks(bob, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/lock", locked="y").status_code == 403


def test_opening_a_personal_link_asks_first(bob, phone, table, me):
    """Links are opened by previews too, which must not move a seat."""
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    page = phone().get(link)
    assert "Move a seat to this phone?" in page.text
    assert me(bob, table) == (BOB, False)


def test_a_personal_link_moves_the_seat(bob, phone, table, me):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    new = phone()
    answer = new.post(link)
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")
    assert (me(new, table), me(bob, table)) == ((BOB, False), (None, False))
    assert count(new, table, BOB).status_code == 303
    assert count(bob, table, BOB).status_code == 403


def test_a_personal_link_takes_hosting_along(ann, phone, table, me):
    sit(ann, table, ANN)
    new = phone()
    new.post(links(ann, table)[ANN])
    assert (me(new, table), me(ann, table)) == ((ANN, True), (None, False))


def test_a_personal_link_opened_where_one_sits_changes_nothing(bob, table, me):
    sit(bob, table, BOB)
    bob.post(links(bob, table)[0])
    assert me(bob, table) == (BOB, False)


def test_a_personal_link_works_at_a_locked_table(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/lock", locked="y")
    new = phone()
    new.post(links(bob, table)[0])
    assert me(new, table) == (BOB, False)


def test_a_freed_seat_has_a_new_link(ann, bob, table):
    sit(bob, table, BOB)
    (old,) = links(bob, table)
    ann.post(f"/t/{table}/free", seat=BOB)
    answer = bob.post(old)
    assert answer.status_code == 422
    assert "not valid any more" in answer.text
    assert old not in links(ann, table)


def test_personal_links_are_shown_to_who_may_tap_for_the_seat(ann, bob, phone, table):
    sit(bob, table, BOB)
    assert len(links(ann, table)) == 3
    assert links(bob, table) == links(ann, table)[BOB : BOB + 1]
    assert links(phone(), table) == []


def test_a_new_name_and_colour_show(bob, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/rename", seat=BOB, name="Bo", colour="teal").status_code == 303
    page = bob.get(f"/djinn/{table}/score").text
    assert "<bdi>Bo</bdi>" in page
    assert "seat-teal" in page


def test_nobody_renames_another(bob, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/rename", seat=ANN, name="Bo", colour="teal").status_code == 403


def test_two_at_a_table_have_two_names(ann, table):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name=" Ann ", colour="teal")
    assert answer.status_code == 422
    assert "that name already" in answer.text


@pytest.mark.parametrize(
    "name",
    ["B", "Zoë", "李小龍", "אבי", "عائشة", "नीलम", "👩‍👩‍👧", "🏳️‍🌈 Bo", "x" * 24, "İ", "<b>&amp;</b>", "%(name)s"],
)
def test_a_name_of_any_script_stands(ann, table, name):
    assert ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal").status_code == 303
    page = ann.get(f"/t/{table}/menu")
    assert name in _text(page.text)


def _text(html):
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&#34;", '"'), ("&amp;", "&")):
        html = html.replace(entity, character)
    return html


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "\u200b\u200d", "\u202e", "\x00", "\n\t"])
def test_a_name_has_1_to_24_characters_that_show(ann, table, name):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal")
    assert answer.status_code == 422
    assert "1 to 24 characters" in answer.text


@pytest.mark.parametrize("name", ["👨‍👩‍👧‍👦" * 4, "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿"], ids=["families", "flags"])
def test_what_shows_as_one_character_is_one(ann, table, name):
    """The limit is 24 characters as one sees them, which may be many code points each."""
    assert ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal").status_code == 303


@pytest.mark.parametrize(("typed", "kept"), [("  Bo   B ", "Bo B"), ("B\u202eo", "Bo"), ("Zoe\u0308", "Zoë")])
def test_a_name_is_tidied(ann, table, typed, kept):
    ann.post(f"/t/{table}/rename", seat=BOB, name=typed, colour="teal")
    assert f'value="{kept}"' in ann.get(f"/t/{table}/menu").text


def test_a_phone_finds_its_tables_and_names_again(ann, bob, table):
    assert table in ann.get("/").text
    assert table not in bob.get("/").text
    sit(bob, table, BOB)
    assert table in bob.get("/").text
    assert 'data-fill="Cem"' in ann.get("/djinn/new").text


def test_a_change_of_seats_reaches_the_other_phones(app, ann, bob, table):
    def version():
        with app.app_context():
            return seats.find_version(table)

    before = version()
    sit(bob, table, BOB)
    seated = version()
    ann.post(f"/t/{table}/free", seat=BOB)
    assert len({before, seated, version()}) == 3


# Links and cookies that others may know


def link_of(phone, code, seat):
    return links(phone, code)[seat]


def test_an_old_host_has_no_link_that_makes_it_host_again(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    known = links(ann, table)
    ann.post(f"/t/{table}/hand-over", seat=BOB)
    for link in known:
        assert ann.post(link).status_code == 422
    assert (me(ann, table), me(bob, table)) == ((None, False), (BOB, True))


def test_a_personal_link_works_once(bob, phone, table, me):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    new, thief = phone(), phone()
    new.post(link)
    answer = thief.post(link)
    assert (answer.status_code, "not valid any more" in answer.text) == (422, True)
    assert me(new, table) == (BOB, False)
    assert link not in links(new, table)


@pytest.mark.parametrize("leave", ["watch", "sit", "free"])
def test_the_link_of_a_seat_that_was_left_is_not_valid_any_more(bob, table, leave):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    bob.post(f"/t/{table}/{leave}", seat=CEM if leave == "sit" else BOB)
    assert bob.post(link).status_code == 422


def test_who_was_given_a_link_does_not_host_when_the_host_sits_down_there(ann, phone, table, me):
    dee, link = phone(), link_of(ann, table, CEM)
    sit(ann, table, CEM)
    assert dee.post(link).status_code == 422
    assert me(ann, table) == (CEM, True)


def cookie(phone):
    return phone.http.get_cookie("companion").value


def with_cookie(phone, value):
    it = phone()
    it.http.set_cookie("companion", value)
    return it


@pytest.fixture
def planted(bob, phone, table):
    """Give a cookie that somebody knows, in Bob's phone and in that of who planted it there."""
    bob.post(f"/t/{table}/watch")
    return with_cookie(phone, cookie(bob))


def test_who_planted_a_cookie_does_not_host_what_is_opened_with_it(bob, planted, open_djinn, me):
    code = open_djinn(bob)
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


def test_a_copied_cookie_is_worth_nothing_once_its_owner_opens_another_table(ann, phone, table, open_djinn, me):
    copy = with_cookie(phone, cookie(ann))
    assert me(copy, table) == (None, True)
    other = open_djinn(ann)
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


def test_a_page_after_sitting_down_waits_for_nobody(app, bob, table, me, open_djinn):
    """What the phone held elsewhere goes over to its new id later, if another program holds the database now."""
    other = open_djinn(bob)
    bob.get("/")
    sit(bob, table, BOB)
    with closing(sqlite3.connect(app.config["DATABASE"], isolation_level=None)) as program:
        program.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert bob.get(f"/djinn/{table}/hunt").status_code == 200
        assert time.monotonic() - began < 2
        program.execute("ROLLBACK")
    bob.get("/")
    assert (me(bob, other), me(bob, table)) == ((None, True), (BOB, False))


def test_a_refused_seat_changes_nothing(ann, bob, phone, table, open_djinn, me):
    sit(ann, table, ANN)
    hosted = open_djinn(bob)
    before = cookie(bob)
    assert sit(bob, table, ANN).status_code == 422
    assert cookie(bob) == before
    assert me(bob, hosted) == (None, True)


def test_open_pages_of_a_phone_stay_valid_when_it_sits_down(new_app, phone, open_djinn):
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
    assert guest.get(f"/t/{code}").status_code == 302


# Signing a phone out


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
    assert "nobody would be their host" not in bob.get("/sign-out").text


def test_a_phone_without_a_cookie_has_nothing_to_sign_out(phone):
    assert phone().post("/sign-out", sure="yes").status_code == 303


def test_signing_out_needs_the_answer_to_the_question(bob, table, me):
    sit(bob, table, BOB)
    assert bob.post("/sign-out").status_code == 422
    assert me(bob, table) == (BOB, False)
