"""More than a thousand plays and tables: no page, export or import does more for them than a few."""

import io
import json
import tracemalloc
from contextlib import closing
from cProfile import Profile

import pytest

from companion.scores.model import SOLO, Choice
from companion.scores.stores import list_store, play_store
from companion.storage.schema import migrations
from companion.storage.sqlite import connect
from companion.table.import_export import export as export_module
from companion.table.play import find_table
from companion.table.seating import seats
from companion.table.seating.devices import AT_ONCE
from tests import bulk_rows
from tests.scores.test_store import add_up, of_kind, sums
from tests.thorough import share

FEW, MANY = 400, 1200
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
PAGES = (
    "/",
    "/djinn/new",
    "/djinn/solo",
    "/djinn/solo?player=Ann&before=100",
    "/djinn/solo/new",
    "/djinn/today",
    f"/djinn/challenge/{bulk_rows.CHALLENGE}",
    "/scores/",
    "/scores/?all=1",
    "/scores/?before=150",
    "/scores/?game=djinn&player=Ann",
    "/scores/?player=Bob&before=150",
    "/scores/?count=solo",
    "/scores/?q=ann+dj&since=2019-01-01",
    "/scores/?game=djinn&player=Fay&count=4&until=2021-01-01",
    "/scores/players?from=3",
    "/scores/players?count=solo",
    "/scores/player/Ann",
    "/scores/100",
    "/scores/100/edit",
    "/scores/trash",
    "/scores/import",
)


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """Make a folder with a database of so many plays and tables as the version before left it."""

    def old(count):
        folder = tmp_path_factory.mktemp("old")
        path = folder / "companion.db"
        with closing(connect(path)) as db:
            migrations.apply(db, stop_before="who_has_sat")
        bulk_rows.fill_plays(path, count, NAMES)
        bulk_rows.fill_tables(path, count, "phone", NAMES)
        return folder

    return old


@pytest.fixture(scope="module")
def apps(old, new_app):
    return {count: new_app(old(count)) for count in (FEW, MANY)}


@pytest.fixture
def phones(apps):
    """Give a phone that has sat at all tables, by the count of plays."""
    phones = {}
    for count, app in apps.items():
        phones[count] = app.test_client()
        with phones[count].session_transaction() as session:
            session["phone"] = "phone"
    return phones


def calls(job):
    """Count the Python functions that a job calls: what it costs, however fast the machine is."""
    profile = Profile(builtins=False)
    profile.runcall(job)
    return sum(function.callcount for function in profile.getstats())


def costs(app, job):
    """Count the functions that a job calls, and the steps that SQLite takes for it, in hundreds."""
    [database] = app.extensions["db_pool"]
    count = 0

    def step():
        nonlocal count
        count += 1

    database.conn.set_progress_handler(step, 100)
    called = calls(job)
    database.conn.set_progress_handler(None, 100)
    return called, count


@pytest.mark.thorough
@pytest.mark.parametrize("path", share(PAGES, 0, of=3))
def test_a_page_costs_the_same_however_many_plays_there_are(apps, phones, path):
    """Python's work must not grow with the plays; SQLite may run through one index, at a few steps a row."""
    few, lot = (
        costs(apps[count], lambda phone=phone: phone.get(path))
        for count, phone in phones.items()
        if phone.get(path).status_code == 200
    )
    assert lot[0] <= 1.3 * few[0] + 200, (few, lot)
    assert lot[1] <= 1.3 * few[1] + (MANY - FEW) * 60 / 100, (few, lot)


@pytest.mark.thorough
def test_a_database_of_the_version_before_is_brought_up_to_date(apps, phones):
    """Sums, lists, the log of games against Tom, and a phone's tables are what going through everything gives."""
    with apps[FEW].app_context():
        plays = play_store.plays()
        assert len(plays) == FEW
        for game in ("", "djinn", "emperor"):
            own = [play for play in plays if game in ("", play.game)]
            assert sums(game) == add_up(of_kind(own))
            assert sums(game, SOLO) == add_up(of_kind(own, SOLO))
        assert {play.id for play in play_store.plays(Choice(least=1, most=1, text="ann"))} == {
            play.id for play in of_kind(plays, SOLO) if play.players[0].name == "Ann"
        }
        alone = [play for play in plays if "deck" in play.options]
        assert set(list_store.ranked(f"djinn/challenge {bulk_rows.CHALLENGE}", limit=FEW)) == {p.id for p in alone}
    home = phones[FEW].get("/").text
    assert [code in home for code in map(bulk_rows.code, (FEW, FEW - 11, FEW - 24))] == [True, True, False]


def test_deleted_plays_stand_in_no_list_when_brought_up_to_date(old, new_app):
    folder = old(20)
    with closing(connect(folder / "companion.db")) as db:
        db.execute("UPDATE plays SET deleted = 1 WHERE id % 2")
    app = new_app(folder)
    with app.app_context():
        assert len(play_store.plays()) == 10
        assert sums() == add_up(of_kind(play_store.plays()))
        play_store.restore(1)
        assert sums() == add_up(of_kind(play_store.plays()))


def test_a_start_that_was_cut_short_is_made_up_for(old, new_app):
    """Whether the lists were filled is known play by play."""
    folder = old(20)
    app = new_app(folder)
    with app.app_context():
        before = sums()
    with closing(connect(folder / "companion.db")) as db:
        db.execute("DELETE FROM listed")
        db.execute("DELETE FROM summaries")
        db.execute("UPDATE plays SET identity = NULL")
    with new_app(folder).app_context():
        assert sums() == before


def grown(job):
    """Measure how far memory rises while a job runs, in MB."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    job()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (peak - before) / 1e6


EXPORTS = ("/scores/plays.json", "/scores/plays.csv", "/scores/excel.csv", "/scores/plays.json?player=Ann")


@pytest.mark.thorough
@pytest.mark.parametrize("path", share(EXPORTS, 0, of=3))
def test_an_export_takes_no_memory(phones, path):
    """It comes in pieces, the first of them at once."""
    sizes = []

    def export():
        answer = phones[MANY].get(path, buffered=False)
        assert "attachment; filename=companion-plays-" in answer.headers["Content-Disposition"]
        sizes.extend(map(len, answer.response))
        answer.close()

    export()
    assert grown(export) < 2
    assert max(sizes) < 500_000
    assert sum(sizes) > 250 * MANY


@pytest.mark.thorough
def test_an_import_into_thousands_of_plays_costs_what_it_brings(apps, phones):
    """Whether plays are here already is asked of an index."""
    plays = phones[FEW].get("/scores/plays.json").json[-20:]
    assert len(phones[MANY].get("/scores/plays.json").json) == MANY
    costs = []
    for count, phone in phones.items():
        news = [play | {"code": None, "played_at": play["played_at"] + 1e8} for play in plays]
        for play in news:
            del play["identity"]

        def send(phone=phone, news=news):
            file = io.BytesIO(json.dumps(news).encode())
            answer = phone.post("/scores/import", data={"file": (file, "plays.json")})
            assert "added=20&known=0" in answer.location

        costs.append(calls(send))
        with apps[count].app_context():
            assert sums() == add_up(of_kind(play_store.plays()))
    assert costs[1] <= 1.2 * costs[0] + 200


# A long log


@pytest.fixture(scope="module")
def long_log(new_app):
    """Give an app, a phone, and the code of its table with thousands of entries."""
    app = new_app()
    phone = app.test_client()
    form = {"count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
    form |= {"players-0-colour": "red", "players-1-colour": "blue"}
    code = phone.post("/djinn/new", data=form).location.split("/")[2]
    phone.post(f"/djinn/{code}/count", data={"op": "tap", "seat": 0, "box": "coins", "by": 1})
    with closing(connect(app.config["DATABASE"])) as db:
        for seq in range(3, MANY + 1):
            db.execute(
                "INSERT INTO log (code, seq, at, seat, move, events, once, op)"
                " SELECT code, ?, at, seat, move, events, once, ? FROM log WHERE code = ? AND seq = 2",
                [seq, f"tap-{seq}", code],
            )
    phone.get(f"/t/{code}/log")
    return app, phone, code


@pytest.mark.thorough
def test_a_page_of_a_log_costs_the_same_however_long_it_is(long_log):
    _, phone, code = long_log
    first, last, early = (
        calls(lambda path=path: phone.get(f"/t/{code}/log{path}")) for path in ("", "?all=1", "?before=70")
    )
    assert max(first, last, early) < 1.5 * calls(lambda: phone.get(f"/t/{code}/log?before=61"))


@pytest.mark.thorough
def test_a_long_table_is_exported_in_pieces(long_log):
    app, phone, code = long_log
    sizes = []

    def export():
        answer = phone.get(f"/t/{code}/export.json", buffered=False)
        sizes.extend(map(len, answer.response))
        answer.close()

    export()
    assert grown(export) < 0.5
    assert max(sizes) < 50_000
    whole = phone.get(f"/t/{code}/export.json")
    with app.app_context():
        assert whole.json == export_module.dump(find_table(code), seats.find_seats(code))
    assert [row["seq"] for row in whole.json["log"]] == list(range(1, MANY + 1))


# A phone with thousands of tables


def held_by(app, phone):
    with closing(connect(app.config["DATABASE"])) as db:
        return [code for (code,) in db.execute("SELECT code FROM phones WHERE phone = ?", [phone])]


def held(app, phone):
    return len(held_by(app, phone))


@pytest.mark.thorough
def test_a_phone_with_many_tables_is_renewed_and_signed_out_in_steps(old, new_app):
    """Its page of tables to hand over lists the latest only, and at the end it holds none."""
    app = new_app(old(FEW))
    phone = app.test_client()
    with phone.session_transaction() as session:
        session["phone"] = "phone"
    form = {"count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
    form |= {"players-0-colour": "red", "players-1-colour": "blue"}
    opened = phone.post("/djinn/new", data=form).location
    with phone.session_transaction() as session:
        now = session["phone"]
    assert phone.get(opened).status_code == 200
    assert held(app, "phone") == FEW - AT_ONCE
    opened = phone.post("/djinn/new", data=form).location
    assert held(app, "phone") == 0
    with phone.session_transaction() as session:
        former, now = session["former"], session["phone"]
    assert phone.get(opened).status_code == 200
    assert held(app, former) == FEW + 1 - AT_ONCE
    older = max(held_by(app, former))
    assert phone.get(f"/t/{older}/menu").status_code == 200
    assert older in held_by(app, now)
    for _ in range(FEW // AT_ONCE):
        assert phone.get("/").status_code == 200
    assert (held(app, former), held(app, now)) == (0, FEW + 2)
    page = phone.get("/sign-out").text
    assert page.count("/menu") == 60
    assert opened.split("/")[2] in page
    phone.post("/sign-out", data={"sure": "yes"})
    assert held(app, now) == 0
