"""Nothing is deleted because a clock jumped: first the time of day agrees with a clock nobody sets, for a day."""

import time

import pytest

from companion.houses import circle, store
from companion.storage.connections import get_db, writing
from companion.table.upkeep import idempotency_store, retention
from companion.table.upkeep.change_feed import Watch
from companion.table.upkeep.trusted_time import TrustedTime

DAY = 24 * 3600
pytestmark = pytest.mark.usefixtures("empty")


class Clocks:
    """The time of day, and what has passed."""

    def __init__(self):
        self.day, self.passed = 1_700_000_000.0, 50.0

    def passes(self, seconds):
        self.day += seconds
        self.passed += seconds


@pytest.fixture
def clocks():
    return Clocks()


@pytest.fixture
def trusted(clocks):
    return TrustedTime(now=lambda: clocks.day, clock=lambda: clocks.passed)


def test_a_day_without_a_jump_makes_the_time_trusted(clocks, trusted):
    for _ in range(23):
        clocks.passes(3600)
        assert trusted.look() is None
    clocks.passes(3599)
    assert trusted.look() is None
    clocks.passes(1)
    assert trusted.look() == clocks.day


@pytest.mark.parametrize("jump", [400 * DAY, -60 * DAY, -3600, 11, -11])
def test_a_jump_begins_the_day_again(clocks, trusted, jump):
    clocks.passes(DAY)
    clocks.day += jump
    assert trusted.look() is None
    clocks.passes(DAY - 1)
    assert trusted.look() is None
    clocks.passes(1)
    assert trusted.look() == clocks.day


def test_what_a_time_server_puts_right_little_by_little_is_no_jump(clocks, trusted):
    for _ in range(24 * 60):
        clocks.passes(60)
        clocks.day += 0.03
        trusted.look()
    assert trusted.look() == clocks.day


@pytest.fixture
def watch(app, trusted):
    watch = Watch(app, trusted)
    yield watch
    watch.db.close()


def left(app, code):
    """Let everything at a table and in a house be as old as can be."""
    with app.app_context(), writing(code) as db:
        db.execute("UPDATE tables SET opened_at = 1 WHERE code = ?", [code])
        db.execute("UPDATE log SET at = 1 WHERE code = ?", [code])
        db.execute("INSERT INTO tables (code, game, opened_at, locked, seats_changed) VALUES ('XXXXX', '', 1, 0, 0)")
        store.open_house(db, 7, at=1.0)
        idempotency_store.keep(db, "key", "phone", "made", at=1.0)
        store.invite(db, 7, "hash", at=1.0, until=2.0)


def kept(app):
    with app.app_context():
        db = get_db()
        return [
            db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("tables", "houses", "sent", "invitations")
        ]


def test_what_seems_to_be_old_is_kept_until_the_time_is_trusted(app, table, watch, clocks, monkeypatch):
    """On a public host whose clock wakes 400 days ahead nothing goes, however often it looks."""
    for key, value in {"PUBLIC": True, "UNFINISHED_DAYS": 90}.items():
        monkeypatch.setitem(app.config, key, value)
    left(app, table)
    assert kept(app) == [2, 1, 1, 1]
    for hours in (0, 23):
        clocks.passes(hours * 3600)
        for _ in range(4):
            watch.swept = 0.0
            watch.look()
        assert kept(app) == [2, 1, 1, 1]
    clocks.passes(3600)
    for _ in range(4):
        watch.swept = 0.0
        watch.look()
    assert kept(app) == [0, 0, 0, 0]


def test_a_house_whose_deletion_was_interrupted_waits_for_no_clock(app, watch, monkeypatch):
    monkeypatch.setitem(app.config, "PUBLIC", True)
    with app.app_context(), writing() as db:
        store.open_house(db, 7, at=time.time())
        store.close(db, 7)
    watch.swept = 0.0
    watch.look()
    assert kept(app)[1] == 0


def test_an_invitation_is_not_deleted_by_making_another(app):
    """At a clock 400 days ahead it would be gone once the clock is right again."""
    with app.app_context(), writing() as db:
        store.open_house(db, 7, at=1.0)
        store.invite(db, 7, "one", at=1.0, until=1.0 + circle.WEEK)
        store.invite(db, 7, "two", at=1.0 + 400 * DAY, until=2.0 + 400 * DAY)
        assert store.find_invitation(db, "one", at=2.0) == ("one", 7)


def test_a_form_is_known_again_though_the_clock_went_on(app):
    with app.app_context(), writing() as db:
        idempotency_store.keep(db, "one", "phone", "first", at=1.0)
        idempotency_store.keep(db, "two", "phone", "second", at=1.0 + 400 * DAY)
        assert idempotency_store.find(db, "one", "phone") == "first"
        retention.sweep(db, app.config, now=401 * DAY)
        assert idempotency_store.find(db, "one", "phone") is None
        assert idempotency_store.find(db, "two", "phone") == "second"
