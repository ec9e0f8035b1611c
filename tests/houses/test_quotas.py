"""A public host among strangers: quotas, guesses, hostile names, planted cookies, two at once, houses left behind."""

import threading
import time
from itertools import pairwise

import pytest

from companion import houses, membership
from companion.games.djinn.box.table_notes import TO_NAME
from companion.houses import circle
from companion.storage.connections import get_db, writing
from companion.storage.sqlite import Connection
from companion.table.upkeep import retention
from companion.table.upkeep.change_feed import Watch
from tests.apps import embedded, row_counts
from tests.table.seating import trusted_time
from tests.test_html_injection import SHORT, Tree

DAY = 24 * 3600


def rows(app, sql, *values):
    with app.app_context():
        return [tuple(row) for row in get_db().execute(sql, values).fetchall()]


@pytest.fixture
def set_to(app, monkeypatch):
    """Let the app have other limits for a test."""
    return lambda **limits: [monkeypatch.setitem(app.config, *limit) for limit in limits.items()]


# Quotas


def test_an_address_opens_so_many_houses(app, phone, opened, set_to):
    """A phone that has one goes on, and so does one that is only a guest."""
    set_to(HOUSES_PER_ADDRESS="2/day")
    phones = [phone() for _ in range(3)]
    code, _ = opened(phones[0]), opened(phones[1])
    form = {"count": 2, "players-0-name": "A", "players-0-colour": "red"}
    answer = phones[2].post("/djinn/new", **form | {"players-1-name": "B", "players-1-colour": "blue"})
    assert answer.status_code == 429
    assert "Too many new houses" in answer.text
    assert rows(app, "SELECT count(*) FROM houses") == [(2,)]
    opened(phones[0])
    assert phones[2].post(f"/t/{code}/sit", seat=1).status_code == 303


def test_a_house_opens_so_many_tables(app, ann, bob, opened, joined, set_to):
    """Whichever of its phones does."""
    set_to(TABLES_PER_HOUSE="2/day")
    opened(ann)
    joined(bob, ann)
    opened(bob)
    for phone in (ann, bob):
        with pytest.raises(AssertionError, match="Too many new tables lately"):
            opened(phone)


def test_a_house_has_so_many_members_and_invitations(ann, bob, cem, opened, joined, invited, set_to):
    set_to(MEMBERS_PER_HOUSE=2, INVITATIONS_PER_HOUSE=3)
    opened(ann)
    joined(bob, ann)
    answer = cem.post(invited(ann), name="Cem")
    assert (answer.status_code, "This house is full" in answer.text) == (422, True)
    invited(ann)
    answer = ann.post("/house/invite")
    assert (answer.status_code, "many invitations" in answer.text) == (422, True)


def test_a_house_keeps_so_many_plays(app, set_to):
    set_to(PLAYS_PER_HOUSE=3)
    with app.test_request_context():
        membership.enter(5)
        circle.require_room(3)
        with pytest.raises(circle.Refusal, match="can keep 3 plays"):
            circle.require_room(4)


def test_who_guesses_links_is_slowed_down_as_who_guesses_codes(app, ann, cem, opened, invited, set_to):
    set_to(WRONG_CODES="5/minute")
    opened(ann)
    link = invited(ann)
    for path in ("/house/join/", "/house/recover/"):
        assert [cem.get(f"{path}{number}").status_code for number in range(2)] == [404, 404]
    assert cem.post("/house/recover/x", name="Eve").status_code == 404
    assert cem.get("/house/join/x").status_code == 429
    assert cem.get("/house/recover/x").status_code == 429
    assert cem.get(link).status_code == 200  # a right one always opens


def test_an_invitation_ends_and_is_no_recovery_link(app, ann, bob, opened, invited):
    opened(ann)
    link = invited(ann)
    assert bob.get(link.replace("join", "recover")).status_code == 404
    with app.app_context(), writing() as db:
        db.execute("UPDATE invitations SET until = ?", [time.time() - 1])
    assert bob.get(link).status_code == 404
    assert bob.post(link, name="Bob").status_code == 404
    another = invited(ann)
    assert ann.post("/house/revoke").status_code == 303
    assert bob.post(another, name="Bob").status_code == 404
    assert rows(app, "SELECT count(*) FROM members") == [(1,)]


# Hostile names


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("number", range(len(SHORT)))
def test_names_of_houses_and_phones_stay_text(ann, bob, opened, joined, invited, members, number):
    name = SHORT[number].format(number)
    opened(ann, (name, "Bob"))
    pages = [ann.get("/").text, ann.get("/house/").text]  # called by its host
    joined(bob, ann, f"{name[:-1]}!")
    ann.post("/house/name", name=name)
    opened(bob, (name, "Bob"))
    member = members(ann)[f"{name[:-1]}!"]
    paths = ("/", "/house/", f"/house/remove/{member}", f"/house/hand-on/{member}", "/house/leave", "/house/delete")
    pages += [ann.get(path).text for path in paths]
    pages += [bob.get("/").text, bob.get("/house/").text, bob.get(invited(ann)).text]
    pages += [ann.post("/house/invite").text, ann.post("/house/recovery").text]
    pages += [ann.http.post("/house/name", data={"name": name + "x" * 30}).text]
    assert sum("zq" in page or "7**11" in page for page in pages) >= 9
    for page in pages:
        tree = Tree(page)
        assert (tree.born, tree.unguarded, tree.deaf) == ([], [], [])


# Cookies


def test_who_planted_a_cookie_is_in_no_house(app, bob, cem, phone, opened, invited):
    """Neither in the one that is opened with it, nor in the one that is joined."""
    eve = phone()
    opened(eve, ("Eve", "Dee"))
    eve.post("/sign-out", sure="yes")
    eve.get("/djinn/new")
    code = opened(bob)
    for way in ("join", "open"):
        victim, planter = phone(), phone()
        with planter.http.session_transaction() as session:
            session["phone"] = f"planted to {way}"
        cookie = planter.http.get_cookie("companion").value
        victim.http.set_cookie("companion", cookie)
        if way == "join":
            assert victim.post(invited(bob), name="Cem").status_code == 303
        else:
            opened(victim, ("Cem", "Dee"))
        victim.get("/")
        assert victim.get("/house/export.zip").status_code == (403 if way == "join" else 200)
        assert planter.get("/house/export.zip").status_code == 303  # to where it reads how one gets a house
        assert code not in planter.get("/").text


def test_a_member_stays_one_when_its_id_is_made_anew(app, ann, bob, opened, joined):
    """As it is whenever a phone sits down."""
    opened(ann)
    joined(bob, ann)
    for _ in range(3):
        before = {phone for (phone,) in rows(app, "SELECT phone FROM members")}
        opened(bob, ("Bob", "Cem"))
        after = {phone for (phone,) in rows(app, "SELECT phone FROM members")}
        assert len(after) == 2
        assert len(before & after) == 1
    assert bob.get("/house/").text.count('<details id="member-') == 2


# At a table


def test_a_guest_changes_no_box_and_sees_no_names(app, ann, bob, opened):
    """What one says at the table of what the box holds counts there; it comes into the box only from a member."""
    code = opened(ann)
    bob.post(f"/t/{code}/sit", seat=1)
    bob.get("/")
    assert 'value="Ann"' not in bob.get("/djinn/new").text
    assert ">Ann<" not in bob.get("/djinn/new").text
    form = {"colour": TO_NAME[0], "name": "Fuchsia", "swatch": "teal"}
    assert bob.post(f"/djinn/{code}/name-colour", seen="99", **form).status_code == 303
    assert rows(app, "SELECT count(*) FROM box_versions") == [(0,)]
    assert ann.post(f"/djinn/{code}/name-colour", seen="99", **form | {"name": "Pinkish"}).status_code == 303
    assert "Pinkish" in rows(app, "SELECT corrections FROM box_versions ORDER BY id DESC")[0][0]


# Two at once


def test_two_join_at_once_and_the_last_place_is_taken_once(app, phone, ann, opened, invited, set_to):
    set_to(MEMBERS_PER_HOUSE=4)
    opened(ann)
    link = invited(ann)
    phones, statuses = [phone() for _ in range(8)], []
    threads = [
        threading.Thread(target=lambda one=one: statuses.append(one.post(link, name="Bob").status_code))
        for one in phones
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [303] * 3 + [422] * 5
    assert rows(app, "SELECT count(*) FROM members") == [(4,)]


def test_a_host_that_was_replaced_changes_nothing(app, ann, bob, opened, joined, members, monkeypatch):
    """Also if it was the host when its request began: it is asked once more, with nobody else writing."""
    opened(ann)
    joined(bob, ann)
    bob_is, [(house,)] = members(ann)["Bob"], rows(app, "SELECT id FROM houses")
    begun = circle.rename

    def meanwhile(house, name):
        with writing() as db:
            houses.store.hand_on(db, house, bob_is)
        begun(house, name)

    monkeypatch.setattr(circle, "rename", meanwhile)
    assert ann.post("/house/name", name="Mine").status_code == 403
    assert rows(app, "SELECT name FROM houses WHERE id = ?", house) == [("",)]


def test_numbers_of_houses_tell_nothing(app, phone, opened):
    for _ in range(4):
        opened(phone())
    ids = sorted(id for (id,) in rows(app, "SELECT id FROM houses"))
    assert min(later - id for id, later in pairwise(ids)) > 100


# Left behind


@pytest.fixture
def unopened(app):
    """Let nobody have opened any house for some days."""

    def unopened(days):
        with app.app_context(), writing() as db:
            db.execute("UPDATE houses SET seen_at = ?", [time.time() - days * DAY])

    return unopened


@pytest.fixture
def sweep(app):
    def sweep():
        with app.app_context():
            return retention.sweep_houses(get_db(), app.config, now=time.time())

    return sweep


def test_a_house_that_nobody_opens_for_two_years_goes_with_all_in_it(app, ann, opened, unopened, sweep):
    with app.app_context():
        before = row_counts(get_db())
    opened(ann)
    unopened(729)
    assert not sweep()
    unopened(731)
    assert sweep()
    assert not sweep()
    with app.app_context():
        after = row_counts(get_db())
    assert after == before


@pytest.mark.parametrize("path", ["/", "/house/", "/t/{code}/menu"])
def test_whoever_opens_a_house_keeps_it(app, ann, bob, opened, unopened, sweep, path):
    """A guest at one of its tables does not."""
    code = opened(ann)
    unopened(731)
    bob.get(f"/t/{code}/menu")
    assert rows(app, "SELECT seen_at FROM houses")[0][0] < time.time() - DAY
    ann.get(path.format(code=code))
    assert not sweep()
    assert "If none of you opens this house for 730 days" in ann.get("/house/").text


def test_a_deletion_that_was_interrupted_goes_on(app, ann, opened, sweep, set_to):
    opened(ann)
    set_to(UNOPENED_DAYS=0)
    [(house,)] = rows(app, "SELECT id FROM houses")
    with app.app_context(), writing() as db:
        houses.store.close(db, house)
    assert ann.get("/house/export.zip").status_code == 303
    assert sweep()
    assert rows(app, "SELECT count(*) FROM tables") == rows(app, "SELECT count(*) FROM houses") == [(0,)]


def test_at_home_no_house_goes(new_app):
    app = new_app()
    with app.app_context(), writing() as db:
        houses.store.open_house(db, 7, at=0.0)
        assert not retention.sweep_houses(db, app.config, now=time.time())


def test_the_watch_looks_for_houses_too(app, ann, opened, unopened):
    opened(ann)
    unopened(800)
    watch = Watch(app, trusted_time())
    for _ in range(2):
        watch.swept = 0.0
        watch.look()
    watch.db.close()
    assert rows(app, "SELECT count(*) FROM houses") == [(0,)]
    assert watch.swept > time.monotonic() + 100


@embedded
def test_the_tables_of_a_house_are_found_without_reading_those_of_all(app, monkeypatch):
    asked, execute = [], Connection.execute

    def noted(self, sql, parameters=(), /):
        asked.append((sql, parameters))
        return execute(self, sql, parameters)

    with app.app_context():
        db = get_db()
        monkeypatch.setattr(Connection, "execute", noted)
        for over in (None, False):
            houses.store.find_tables(db, 7, limit=12, over=over)
        houses.store.count_plays(db, 7)
        houses.store.find_left(db, before=1.0)
        membership.store.find_houses(db, ["a", "b"])
        houses.store.find_lost(db, "a")
        houses.store.find_recovery(db, "a")
        houses.store.is_renewing(db, "a", "b")
        monkeypatch.undo()
        for sql, values in asked:
            plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()]
            assert not [step for step in plan if step.startswith("SCAN ")], (sql, plan)
    assert asked
