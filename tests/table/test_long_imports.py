"""Long logs from files: written a few at a time before their table is there, so that nobody waits to write."""

import json
import time
from contextlib import suppress

import pytest

from companion.storage.connections import get_db, writing
from companion.storage.protocol import LockTimeout, UniqueViolation
from companion.table import store
from companion.table.import_export import export
from companion.table.play import NoTable, find_table
from companion.table.seating import lifecycle, seats, seats_store
from companion.table.upkeep import retention, retention_store
from tests.table.test_import_parser import LIFE, entry, file_of, longer, rows

LONG, MANY = 20, 60


@pytest.fixture
def file():
    """Give a table with a long log."""
    return json.dumps(longer(file_of("emperor"), [lambda n: entry(n, LIFE)] * (MANY - 1)) | {"code": "EMPER"})


@pytest.fixture
def context(app, monkeypatch):
    monkeypatch.setattr(export, "LONG", LONG)
    monkeypatch.setattr(export, "AHEAD", LONG)
    with app.app_context():
        yield


@pytest.fixture
def meanwhile(monkeypatch):
    """Let something happen whenever others have their turn between two slices."""

    def meanwhile(happen):
        monkeypatch.setattr(export, "yield_to_hub", happen)

    return meanwhile


def written():
    """Count the entries that are written so far."""
    return get_db().execute("SELECT count(*) FROM log WHERE code = 'EMPER'").fetchone()[0]


@pytest.mark.usefixtures("empty", "context")
def test_a_long_log_is_written_slice_by_slice_and_its_table_is_not_there_before(file, meanwhile):
    seen = []

    def look():
        assert not get_db().is_writing
        with pytest.raises(NoTable):
            find_table("EMPER")
        assert not seats_store.claim(get_db(), "EMPER", "djinn", at=0, house=0)
        seen.append(written())

    meanwhile(look)
    assert export.load(file, phone="phone") == "EMPER"
    assert seen == [LONG, 2 * LONG, MANY]
    assert find_table("EMPER").seq == MANY
    assert seats.find_me("EMPER", "phone").host
    meanwhile(lambda: None)
    assert find_table(export.load(file, phone="phone")).seq == MANY  # a copy


@pytest.mark.usefixtures("empty", "context")
def test_a_short_log_is_written_with_its_table(file, meanwhile, monkeypatch):
    monkeypatch.setattr(export, "LONG", MANY)
    meanwhile(lambda: pytest.fail("two blocks"))
    assert export.load(file, phone="phone") == "EMPER"
    assert find_table("EMPER").seq == MANY


@pytest.mark.usefixtures("empty", "context")
@pytest.mark.parametrize("at", [1, 3])
def test_what_fails_on_the_way_leaves_nothing(file, meanwhile, at):
    before, turns = rows(), []

    def fail():
        turns.append(0)
        if len(turns) == at:
            raise LockTimeout

    meanwhile(fail)
    with pytest.raises(LockTimeout):
        export.load(file, phone="phone")
    assert rows() == before
    meanwhile(lambda: None)
    assert export.load(file, phone="phone") == "EMPER"


@pytest.mark.usefixtures("empty", "context")
def test_what_a_killed_process_has_left_goes_after_an_hour(app, file, meanwhile, monkeypatch):
    def die():
        raise KeyboardInterrupt

    before, now = rows(), time.time()
    meanwhile(die)
    monkeypatch.setattr(retention_store, "forget", lambda *_: None)
    with suppress(KeyboardInterrupt):
        export.load(file, phone="phone")
    monkeypatch.undo()
    assert written()
    assert rows() != before
    retention.sweep(get_db(), app.config, now=now + 3000)
    assert written()
    retention.sweep(get_db(), app.config, now=now + 4000)
    assert rows() == before


@pytest.mark.usefixtures("empty", "context")
def test_a_table_that_is_there_is_not_taken_for_one_to_come(app):
    code = lifecycle.open_table(export.games()["djinn"], [("Ann", "red"), ("Bob", "blue")], phone="host")
    retention.sweep(get_db(), app.config, now=time.time() + 9999)
    assert store.find_game(get_db(), code) == "djinn"
    with pytest.raises(UniqueViolation), writing(code) as db:
        seats_store.come(db, code, "emperor", at=0, house=0)
    assert store.find_game(get_db(), code) == "djinn"
