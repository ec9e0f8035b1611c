"""Tables that nobody finishes: kept for ever, or as long as the owner wishes, and told beforehand."""

import json
import time

import pytest

from companion.games.djinn.scoring import scoring
from companion.storage.connections import get_db, writing
from companion.table import store
from companion.table.import_export import export
from companion.table.play import find_table, play
from companion.table.seating import lifecycle, seats
from companion.table.upkeep import retention
from companion.table.upkeep.change_feed import Watch
from tests.apps import TABLES
from tests.table.files import played
from tests.table.pages import count
from tests.table.seating import trusted_time

DAY = 24 * 3600
SAYS = "unless someone keeps playing"


pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def kept(app, monkeypatch):
    """Keep unfinished tables for 90 days."""
    monkeypatch.setitem(app.config, "UNFINISHED_DAYS", 90)


@pytest.fixture
def left(app):
    """Let nobody have been at a table for some days."""

    def left(code, days):
        then = time.time() - days * DAY
        with app.app_context(), writing(code) as db:
            db.execute("UPDATE tables SET opened_at = ? WHERE code = ?", [then, code])
            db.execute("UPDATE log SET at = ? WHERE code = ?", [then, code])

    return left


@pytest.fixture
def sweep(app):
    """Delete what is to go, as a process does now and then; give how many."""

    def sweep():
        with app.app_context():
            return retention.sweep(get_db(), app.config, now=time.time())

    return sweep


def everything(app, code):
    """Find in which tables of the database a table's code stands."""
    with app.app_context():
        db = get_db()
        coded = [name for name in TABLES if name in ("tables", "seats", "phones", "log", "notes", "presence")]
        return {name for name in coded if db.execute(f"SELECT 1 FROM {name} WHERE code = ? LIMIT 1", [code]).fetchall()}


def test_at_home_nothing_goes_and_nothing_is_told(app, ann, table, left, sweep):
    left(table, 3000)
    assert retention.days(app.config) == 0
    assert sweep() == 0
    assert SAYS not in ann.get("/").text + ann.get(f"/t/{table}/menu").text
    assert everything(app, table)


@pytest.mark.parametrize(
    ("wished", "public", "days"), [(None, True, 90), (0, True, 0), (30, True, 30), (30, False, 30)]
)
def test_on_a_public_host_it_is_ninety_days_unless_wished(wished, public, days):
    assert retention.days({"UNFINISHED_DAYS": wished, "PUBLIC": public}) == days


@pytest.mark.parametrize("days", [1, 75.9])
def test_a_table_of_which_there_is_time_left_says_nothing(app, ann, table, kept, left, sweep, days):
    left(table, days)
    assert SAYS not in ann.get("/").text + ann.get(f"/t/{table}/menu").text
    assert sweep() == 0


def test_a_table_says_two_weeks_before_its_end_when_that_is_and_then_goes_whole(app, ann, table, kept, left, sweep):
    left(table, 80)
    with app.test_request_context(), writing(table) as db:
        from companion.web import day

        says = f"Will be deleted on {day(time.time() + 10 * DAY)} {SAYS}."
        db.execute("INSERT INTO notes (code, seat, what, text) VALUES (?, 0, 'x', 'y')", [table])
    assert says in ann.get("/").text
    assert says in ann.get(f"/t/{table}/menu").text
    assert sweep() == 0
    left(table, 91)
    assert everything(app, table) == {"tables", "seats", "phones", "log", "notes"}
    assert sweep() == 1
    assert everything(app, table) == set()
    assert ann.get(f"/t/{table}").status_code == 404
    assert ann.get("/").status_code == 200


def test_who_plays_on_keeps_it(app, ann, table, kept, left, sweep):
    left(table, 89)
    count(ann, table)
    assert SAYS not in ann.get("/").text
    assert sweep() == 0


def test_what_is_over_stays(app, ann, kept, left, sweep):
    with app.app_context():
        over = played(finished=False)
        play(over, "end", scoring.end, tapped_by=None, op="over", at=2000.0)
    ann.post(f"/t/{over}/sit", seat=0)
    left(over, 400)
    assert SAYS not in ann.get("/").text
    assert sweep() == 0


def test_where_somebody_is_nothing_goes(app, table, kept, left, sweep):
    left(table, 91)
    with app.app_context():
        store.save_here(get_db(), "another", {table: 1}, at=time.time())
    assert sweep() == 0


def test_a_table_that_came_with_a_file_has_its_time(app, kept, left, sweep):
    """Its moves are as old as they are, but it is here since today."""
    with app.app_context():
        old = played(finished=False)
        left(old, 400)
        app.extensions["tables"].clear()
        text = json.dumps(export.dump(find_table(old), seats.find_seats(old)))
        code = export.load(text, phone="phone", keep_code=False)
        assert find_table(code).entries[-1].at < time.time() - 399 * DAY
    assert sweep() == 1
    assert (everything(app, old), everything(app, code) > {"tables", "log"}) == (set(), True)


def test_a_table_that_leads_to_one_that_goes_leads_nowhere(app, ann, open_djinn, table, kept, left, sweep):
    following = open_djinn(ann)
    with app.app_context():
        lifecycle.lead_on(table, following)
    left(following, 91)
    assert sweep() == 1
    assert ann.get(f"/t/{table}", follow_redirects=True).status_code == 200
    with app.app_context():
        assert get_db().execute("SELECT next FROM tables WHERE code = ?", [table]).fetchone() == (None,)


def test_of_many_some_go_at_once_and_the_watch_goes_on(app, ann, open_djinn, kept, left, monkeypatch):
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    codes = [open_djinn(ann) for _ in range(3)]
    for code in codes:
        left(code, 91)
    watch = Watch(app, trusted_time())
    for _ in range(3):
        watch.swept = 0.0
        watch.look()
    watch.db.close()
    assert not any(everything(app, code) for code in codes)
    assert watch.swept > time.monotonic() + 100
    with open(f"{app.instance_path}/companion.log", encoding="utf-8") as journal:
        assert [line.split(" ", 2)[2] for line in journal.read().splitlines()[-2:]] == [
            "unfinished tables deleted: 2",
            "unfinished tables deleted: 1",
        ]
