"""Moves of an installation to PostgreSQL and back."""

import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.instance import announce
from companion.scores.stores import kept_store
from companion.storage.connections import get_db
from companion.table.import_export import export
from companion.table.play import find_table
from tests.apps import ON, TABLES, close, row_counts
from tests.conftest import seated
from tests.evening import Evening
from tests.record import came_to, read
from tests.scenes import PACKAGES as PACKAGED
from tests.test_recorded_sessions import FILES

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not ON, reason="needs a PostgreSQL: make test-postgres")

PLAYED = FILES[::4]
"""Sessions that are moved: of every game some."""


@pytest.fixture
def url():
    """Give the address of an empty database."""
    with psycopg.connect(ON, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS moved WITH (FORCE)")
        connection.execute("CREATE DATABASE moved")
    return ON.replace("/postgres?", "/moved?")


PACKAGES = [*PACKAGED.values()]


@pytest.fixture(scope="module")
def full(tmp_path_factory, new_app):
    """Make an installation after an evening, with recorded sessions."""
    folder = tmp_path_factory.mktemp("full")
    app = new_app(folder, GAMES=PACKAGES, DATABASE=folder / "companion.db")
    Evening(app)
    with app.app_context():
        for file in PLAYED:
            head, table = read(file)
            export.load(json.dumps(export.dump(table, []) | {"seats": head["seats"]}), phone="phone", keep_code=True)
        kept_store.tell("game", {"djinn": {"bggId": 4711}})
    close(app)
    app = new_app(folder, GAMES=PACKAGES, DATABASE=folder / "companion.db", PUBLIC=True)
    host = app.test_client()
    assert host.post("/djinn/new", data=seated(2, me=0) | {"op": "open"}).status_code == 303
    for made in ("invite", "recovery"):
        assert host.post(f"/house/{made}", data={"op": made}).status_code == 200
    close(app)
    return folder


@pytest.fixture
def here(full, tmp_path, monkeypatch):
    """Make a copy of it in the folder that the command works on."""
    folder = shutil.copytree(full, tmp_path / "instance")
    monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
    return folder


@pytest.fixture
def there(tmp_path, monkeypatch):
    """Let the command work on another folder, in which there is nothing."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "there"))
    return tmp_path / "there"


def rows(file):
    """Read all rows of an installation, by table."""
    with closing(sqlite3.connect(file)) as db:
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in TABLES}


def tables(url):
    with psycopg.connect(url) as connection:
        return {name for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


def came(app):
    """Say what every table of an installation came to."""
    with app.app_context():
        codes = [code for (code,) in get_db().execute("SELECT code FROM tables ORDER BY code").fetchall()]
        assert len(codes) > len(PLAYED)
        return {code: came_to(find_table(code)) for code in codes}


def test_everything_is_moved_there_and_back(here, url, new_app, tmp_path, monkeypatch, capsys):
    before = rows(here / "companion.db")
    assert sum(map(len, before.values())) > 1000
    assert {name for name in TABLES if not before[name]} <= {"notes", "presence", "counts", "sent"}  # come and go
    assert main(["move", "--to", url]) == 0
    said = capsys.readouterr().out
    assert f"{len(before['log']):,}" in said
    assert str(here / "secret_key") in said
    journal = (here / "companion.log").read_text(encoding="utf-8")
    assert journal.endswith(" everything copied to PostgreSQL\n")
    assert url not in journal
    with psycopg.connect(url) as connection:
        for name, held in before.items():
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (len(held),), name
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "there"))
    assert main(["move", "--from", url]) == 0
    assert rows(tmp_path / "there" / "companion.db") == before
    assert rows(here / "companion.db") == before


def test_every_table_comes_to_the_same_there_and_play_goes_on(here, url, new_app):
    old = new_app(here, GAMES=PACKAGES, DATABASE=here / "companion.db")
    before = came(old)
    close(old)
    assert main(["move", "--to", url]) == 0
    app = new_app(here, GAMES=PACKAGES, DATABASE=url)
    assert came(app) == before
    with app.app_context():
        counts = row_counts(get_db())
    Evening(app)
    with app.app_context():
        now = row_counts(get_db())
    assert all(now[name] > counts[name] for name in ("tables", "log", "plays", "batches"))
    close(app)


def refused(capsys, *arguments):
    """Run the command, which must refuse; give its reason."""
    assert main(["move", *arguments]) == 1
    said = capsys.readouterr()
    assert not said.out
    return said.err


@pytest.mark.parametrize("foreign", [True, False])
def test_a_database_that_holds_anything_is_left_alone(here, url, capsys, foreign):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE theirs (n int)")
        if foreign:
            connection.execute("INSERT INTO theirs VALUES (1)")
    assert "theirs" in refused(capsys, "--to", url)
    assert tables(url) == {"theirs"}


def test_what_was_moved_is_not_moved_over(here, url, capsys):
    assert main(["move", "--to", url]) == 0
    capsys.readouterr()
    assert "is not empty" in refused(capsys, "--to", url)
    assert "is not empty" in refused(capsys, "--from", url)


def test_a_database_at_which_a_server_was_started_once_is_empty(here, url, new_app, tmp_path):
    app = new_app(tmp_path / "another", GAMES=PACKAGES, DATABASE=url)
    app.test_client().get("/")
    close(app)
    gone(url)
    assert main(["move", "--to", url]) == 0


def gone(url):
    """Wait until nobody is connected to a database."""
    from companion.storage.postgres import Server

    with closing(Server(url, patience=1).open()) as session:
        end = time.monotonic() + 10
        while session.others():
            assert time.monotonic() < end
            time.sleep(0.02)


def test_nothing_is_moved_while_a_server_runs_here(here, url, capsys):
    server = announce(here, 8123)
    try:
        assert "running here on port 8123" in refused(capsys, "--to", url)
        assert "running here on port 8123" in refused(capsys, "--from", url)
    finally:
        server.release()
    assert tables(url) == set()


def test_nothing_is_moved_while_a_server_runs_there(here, there, url, capsys):
    from companion.storage.postgres import Server

    with closing(Server(url, patience=1).open()):
        assert "Stop it there first" in refused(capsys, "--from", url)
    gone(url)
    assert "nothing of Companion" in refused(capsys, "--from", url)
    assert tables(url) == set()


def test_an_installation_without_tables_and_scores_has_nothing_to_move(there, url, capsys):
    assert "nothing to move yet" in refused(capsys, "--to", url)


def test_a_row_that_the_other_cannot_keep_moves_nothing(here, url, capsys):
    with closing(sqlite3.connect(here / "companion.db")) as db:
        db.execute("UPDATE plays SET note = 'a' || char(0) || 'b'")
        db.commit()
    assert "“plays” could not be moved, so nothing was" in refused(capsys, "--to", url)
    assert tables(url) == set()


@pytest.mark.parametrize("back", [False, True])
def test_a_row_that_did_not_arrive_as_it_was_moves_nothing(here, url, capsys, monkeypatch, tmp_path, back):
    from companion.storage import move

    if back:
        assert main(["move", "--to", url]) == 0
        monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "there"))
    capsys.readouterr()
    side = move.Embedded if back else move.Shared
    fill = side.fill
    monkeypatch.setattr(side, "fill", lambda side, shape, rows: fill(side, shape, list(rows)[:-1]))
    assert "did not arrive" in refused(capsys, *(("--from", url) if back else ("--to", url)))
    if back:
        assert not any(rows(tmp_path / "there" / "companion.db").values())
    else:
        assert tables(url) == set()


def test_what_is_no_address_is_told(here, capsys):
    assert "The database cannot be used" in refused(capsys, "--to", str(Path("elsewhere")))
