"""Disks that are full, locked or allow reading only."""

import io
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion import instance
from companion.serving import backup
from companion.storage.connections import get_db
from companion.storage.sqlite import MUCH, PATIENCE, SLOW, Disk, Place, connect
from tests.apps import close, quiet
from tests.colours import colour
from tests.evening import NAMES
from tests.phone_views import readable
from tests.thorough import share

HOME = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def app(new_app):
    return quiet(new_app())


@contextmanager
def pragma(app, name, value, usual):
    """Set something on the connection that all requests of a test use."""
    with app.app_context():
        get_db()
    (database,) = app.extensions["db_pool"]
    database.execute(f"PRAGMA {name} = {value}")
    try:
        yield
    finally:
        database.execute(f"PRAGMA {name} = {usual}")


@contextmanager
def impatient(app):
    """Let no statement wait for a lock."""
    with app.app_context():
        get_db()
    (database,) = app.extensions["db_pool"]
    database.conn.patience = 0
    yield
    database.conn.patience = PATIENCE


def page_count(app):
    with app.app_context():
        return get_db().execute("PRAGMA page_count").fetchone()[0]


def writes(phone, code):
    """Collect the answers to writes of every kind: moves, an undo, seats, a table, an import, a result."""
    recorded = HOME / "tests" / "djinn" / "logs" / "two_first_game.json"
    file = {"file": (io.BytesIO(recorded.read_bytes()), "table.json")}
    new = {"count": 2, "players-0-name": "A", "players-1-name": "B"}
    new |= {"players-0-colour": "red", "players-1-colour": "blue"}
    return [
        phone.post(f"/djinn/{code}/count", seat=0, box="corks", value=3),
        phone.post(f"/djinn/{code}/reroll", element="all", seen=10_000),
        phone.post(f"/t/{code}/undo", entry=3),
        phone.post(f"/t/{code}/sit", seat=0),
        phone.post(f"/t/{code}/rename", seat=0, name="Anna", colour="red"),
        phone.post("/djinn/new", **new),
        phone.http.post("/import", data=file),
        phone.post(f"/djinn/{code}/finish", seen=10_000),
    ]


def test_a_full_disk_is_told_and_what_is_there_stays_readable(app, ann, open_djinn, state):
    code = open_djinn(ann)
    ann.post(f"/djinn/{code}/count", seat=1, box="coins", value=7)
    ann.post(f"/djinn/{code}/count", seat=1, box="coins", value=8)
    with pragma(app, "max_page_count", page_count(app), 10**6):
        fill = (ann.post(f"/djinn/{code}/count", seat=2, box="coins", value=number) for number in range(200))
        full = next(answer for answer in fill if answer.status_code != 303)
        for answer in (full, *writes(ann, code)):
            assert answer.status_code in (303, 422, 503)
            assert answer.status_code != 503 or "the disk is full" in answer.text
        assert full.status_code == 503
        assert readable(ann, code)
        before = state(code)
        app.extensions["tables"].clear()
        assert state(code) == before
    code = open_djinn(ann)
    assert ann.post(f"/djinn/{code}/count", seat=2, box="coins", value=9).status_code == 303


def test_a_disk_that_turned_read_only_is_told(app, ann, bob, open_djinn):
    code = open_djinn(ann)
    with pragma(app, "query_only", 1, 0):
        for phone in (ann, bob):
            answers = [answer for answer in writes(phone, code) if answer.status_code not in (403, 409)]
            assert {answer.status_code for answer in answers} == {503}
            assert all("the disk is read-only" in answer.text for answer in answers)
        assert readable(ann, code)


def test_a_table_that_was_forgotten_is_entered_though_nothing_can_be_saved(app, ann, open_djinn):
    code = open_djinn(ann)
    ann.post(f"/t/{code}/forget")
    with pragma(app, "query_only", 1, 0):
        assert ann.get(f"/t/{code}").status_code == 302
    with impatient(app), closing(sqlite3.connect(app.config["DATABASE"])) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ann.get(f"/t/{code}").status_code == 302
        other.rollback()
    assert code not in ann.get("/").text
    ann.get(f"/t/{code}")
    assert code in ann.get("/").text


def test_a_locked_file_is_told(app, ann, open_djinn):
    code = open_djinn(ann)
    with impatient(app), closing(sqlite3.connect(app.config["DATABASE"])) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1)
        assert answer.status_code == 503
        assert "try again in a moment" in answer.text
        assert readable(ann, code)
        other.rollback()
    assert ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1).status_code == 303


def test_trouble_with_the_disk_is_told_to_htmx_in_its_line(app, ann, open_djinn, seq):
    code = open_djinn(ann)
    with pragma(app, "query_only", 1, 0):
        answer = ann.post(f"/djinn/{code}/count", htmx=True, seat=0, box="coins", by=1)
    assert (answer.status_code, answer.headers["Refused"]) == (503, "1")
    assert "the disk is read-only" in answer.text
    assert seq(code) == 1


@contextmanager
def nobody():
    """Be a user for whom file modes count; root writes where it likes."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def read_only(new_app):
    """Make a folder with a table of an earlier evening, on which nothing can be written any more, and its code."""
    folder = Path(tempfile.mkdtemp(prefix="companion-"))
    app = quiet(new_app(folder))
    phone = app.test_client()
    names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
    colours = {f"players-{n}-colour": colour(n) for n in range(3)}
    code = phone.post("/djinn/new", data={"count": 3, **names, **colours}).location.split("/")[2]
    phone.post(f"/djinn/{code}/count", data={"op": "a", "seat": 0, "box": "coins", "by": 5})
    yield folder, code, app
    close(app)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def forbid_writing(folder):
    for path in (*folder.iterdir(), folder):
        if not os.geteuid():
            os.chown(path, 65534, 65534)
        path.chmod(0o555 if path.is_dir() else 0o444)


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="file modes")
@pytest.mark.parametrize("ended", share(["killed", "stopped"], 0, of=2))
def test_a_disk_that_only_reads_is_told_from_the_start(read_only, new_app, ended):
    """After a clean stop, and also when a killed server has left its last moves in the write-ahead log."""
    folder, code, before = read_only
    if ended == "stopped":
        close(before)
        assert not (folder / "companion.db-wal").exists()
    forbid_writing(folder)
    with nobody():
        app = quiet(new_app(folder, STATIC_CACHE=folder / "static"))
        phone = app.test_client()
        for path in ("/", "/scores/", "/djinn/rules", f"/djinn/{code}/setup", f"/t/{code}/menu"):
            assert phone.get(path).status_code == 200
        assert "Ann, Coins: +5." in phone.get(f"/t/{code}/log").text
        new = {"count": 2, "players-0-name": "A", "players-1-name": "B"}
        new |= {"players-0-colour": "red", "players-1-colour": "blue"}
        for path, form in ((f"/t/{code}/sit", {"seat": 0}), (f"/t/{code}/watch", {}), ("/djinn/new", new)):
            answer = phone.post(path, data=form)
            assert answer.status_code == 503
            assert "the disk is read-only" in answer.text
        close(app)


@pytest.mark.skipif(os.name == "nt", reason="file modes")
def test_a_disk_that_only_reads_may_hold_the_lock_of_a_killed_server():
    """As where a machine starts anew because its card has failed."""
    folder = Path(tempfile.mkdtemp(prefix="companion-"))
    (folder / "running").mkdir()
    (folder / "running" / "4711-8000.lock").touch()
    forbid_writing(folder / "running")
    folder.chmod(0o755)
    with nobody():
        assert instance.announce(folder, 8000) is None
    (folder / "running").chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name == "nt", reason="file modes")
def test_a_database_beside_which_nothing_may_be_written_can_be_copied(new_app):
    """As for a merge, from a stick that only reads or from somebody else's folder."""
    folder, there = (Path(tempfile.mkdtemp(prefix="companion-")) for _ in range(2))
    close(new_app(folder))
    there.chmod(0o777)
    forbid_writing(folder)
    with nobody():
        backup.require_ours(folder / "companion.db")
        backup.save(folder / "companion.db", there / "copy")
    backup.require_ours(there / "copy")
    folder.chmod(0o755)
    for one in (folder, there):
        shutil.rmtree(one)


SLOWLY = """
from gevent import monkey; monkey.patch_all()
import sys, threading
from pathlib import Path
import gevent
from companion import create_app
from companion.serving.beside import write_beside
from companion.storage import sqlite

real, execute, threads, ticks = monkey.get_original("time", "sleep"), sqlite.Connection.execute, [], 0

def slowly(connection, sql, values=(), /):
    if sql == "COMMIT":
        real(4 * sqlite.SLOW)
        threads.append(monkey.get_original("threading", "get_ident")())
        if full:
            error = sqlite.sqlite3.OperationalError("full")
            error.sqlite_errorcode = sqlite.sqlite3.SQLITE_FULL
            raise sqlite.trouble(error)
    return execute(connection, sql, values)

def tick():
    global ticks
    while True:
        ticks += 1
        gevent.sleep(sqlite.SLOW / 10)

def tap(number):
    form = {"op": f"tap-{number}", "seat": 0, "box": "corks", "by": 1}
    return phone.post(f"/djinn/{code}/count", data=form).status_code

full, app = False, create_app(Path(sys.argv[1]), WTF_CSRF_ENABLED=False)
write_beside(app)
phone = app.test_client()
names = {"count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
names |= {"players-0-colour": "red", "players-1-colour": "blue"}
code = phone.post("/djinn/new", data=names).location.split("/")[2]
here = monkey.get_original("threading", "get_ident")()
sqlite.Connection.execute = slowly
number = 0
while not app.extensions["db"].disk.is_slow:
    number += 1
    assert tap(number) == 303
assert set(threads) == {here}
assert number < 10, number
before = number
gevent.spawn(tick)
taps = [gevent.spawn(tap, 100 + number) for number in range(5)]
gevent.joinall(taps)
assert [one.value for one in taps] == [303] * 5
assert here not in threads[-5:]
assert ticks > 10, ticks  # hardly one a tap if all were held
full = True
assert tap(200) == 503
full, sqlite.Connection.execute = False, execute
number = 200
while app.extensions["db"].disk.is_slow:
    number += 1
    assert tap(number) == 303
with app.app_context():
    from companion.table.play import find_table
    counted = sum(entry.move == "write" for entry in find_table(code).entries)
assert counted == before + 5 + number - 200, counted
print("all counted")
"""
"""Five phones tap at once on a disk that takes long for each block, and then one when it is full."""


@pytest.mark.thorough
def test_a_slow_disk_holds_nobody_but_who_taps_and_all_taps_count(tmp_path):
    given = [sys.executable, "-c", SLOWLY, str(tmp_path)]
    told = subprocess.run(given, capture_output=True, text=True, cwd=HOME, check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout == "all counted\n"


def written(disk, *seconds):
    """Let a disk take so long for one block after the other; say after each whether it is slow."""
    slow = []
    for took in seconds:
        disk.took(took)
        slow.append(disk.is_slow)
    return slow


def test_a_disk_is_fast_though_it_is_held_up_once():
    assert not any(written(Disk(), *([SLOW / 10] * 300 + [MUCH]) * 3))


def test_a_disk_that_always_takes_long_is_slow_after_some_blocks():
    """A card needs some 8 ms for each."""
    assert written(Disk(), *[2 * SLOW] * 16)[-1]


@pytest.mark.parametrize("every", [2, 10, 50])
def test_a_disk_that_takes_a_second_now_and_then_is_slow_from_the_first_time_on(every):
    """With fifteen fast ones in between it was never noticed: each time all phones waited for that second."""
    first, *later = written(Disk(), *([1.0] + [SLOW / 10] * (every - 1)) * 5)
    assert first
    assert all(later)


def test_a_disk_that_is_fast_again_is_believed_in_time():
    disk = Disk()
    written(disk, *[1.0] * 100)
    slow = written(disk, *[SLOW / 10] * 1000)
    assert slow[10]
    assert not slow[-1]


def test_only_blocks_that_last_say_how_fast_a_disk_is(tmp_path):
    """Who is here is written twice a second without waiting for the disk: this hid that each move took 200 ms."""
    connect(tmp_path / "companion.db").execute("CREATE TABLE here (code TEXT)")
    place, noted = Place(tmp_path / "companion.db", patience=0, read_only=False), []
    place.disk.took = noted.append
    for lasting in (False, True):
        with closing(place.open(lasting=lasting)) as db, db.writing():
            db.execute("INSERT INTO here VALUES ('ABCDE')")
        assert len(noted) == int(lasting)
