"""Another program holds the database."""

import sqlite3
import threading
import time
from contextlib import closing

import pytest

from companion.storage.protocol import LockTimeout, StorageError
from companion.storage.sqlite import connect
from tests.process.phones import PATIENCE, count


def locked(folder, how="IMMEDIATE"):
    """Hold the lock of a database as another program does; give its connection."""
    other = sqlite3.connect(folder / "companion.db", check_same_thread=False)
    other.execute(f"BEGIN {how}")
    return closing(other)


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_lock_holds_up_nobody_but_who_writes(server, browser, how):
    """Under gevent SQLite's own waiting would stop every phone: so a tap waits by itself, and pages come meanwhile."""
    ann, bob = browser(), browser()
    code = ann.open_table()
    answers = []
    with locked(server.folder, how):
        tap = threading.Thread(target=lambda: answers.append((count(ann, code), time.monotonic())))
        tap.start()
        time.sleep(0.2)
        for page in ("/", f"/djinn/{code}/score", f"/t/{code}/log", "/scores/"):
            assert bob.get(page)[0] == 200
        pages = time.monotonic()
        tap.join()
    (((status, _), told),) = answers
    assert status == 503
    assert told > pages
    assert count(ann, code)[0] == 303


@pytest.mark.thorough
def test_a_phone_that_has_just_sat_down_reads_under_a_lock(server, browser):
    """At its first look it would be written down that it has come with its new id."""
    ann, bob = browser(), browser()
    code = ann.open_table()
    with locked(server.folder):
        began = time.monotonic()
        assert ann.get(f"/djinn/{code}/score")[0] == 200
        assert time.monotonic() - began < PATIENCE
    bob.cookies = dict(ann.cookies)
    assert ann.get(f"/djinn/{code}/score")[0] == 200
    assert count(ann, code)[0] == 303


@pytest.mark.thorough
def test_a_tap_under_a_lock_is_answered_in_words_within_its_limit(server, browser):
    ann = browser()
    code = ann.open_table()
    with locked(server.folder):
        began = time.monotonic()
        form = f"csrf_token={ann.token}&op=locked&seat=0&box=corks&by=1"
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = ann.request("POST", f"/djinn/{code}/count", form, kind)
        took = time.monotonic() - began
    assert answer.status == 503
    assert "Another program is using the database. Please try again in a moment." in answer.read().decode()
    assert PATIENCE <= took < 3 * PATIENCE


@pytest.mark.thorough
def test_a_tap_gets_in_when_the_lock_ends_in_time(server, browser):
    ann = browser()
    code = ann.open_table()
    with locked(server.folder) as other:
        threading.Timer(0.3, other.rollback).start()
        assert count(ann, code)[0] == 303
    with closing(sqlite3.connect(server.folder / "companion.db")) as db:
        assert db.execute("SELECT count(*) FROM log WHERE code = ?", [code]).fetchone() == (2,)


def test_a_reader_waits_for_who_holds_the_whole_file(tmp_path):
    """A program that keeps even readers out gives way to them when it is done."""
    with closing(connect(tmp_path / "file")) as db:
        db.execute("CREATE TABLE one (n INT)")
    with (
        closing(connect(tmp_path / "file", patience=5)) as db,
        closing(sqlite3.connect(tmp_path / "file", check_same_thread=False)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        threading.Timer(0.1, other.rollback).start()
        assert db.execute("SELECT count(*) FROM one").fetchone() == (0,)


def test_what_waiting_cannot_mend_is_told_at_once(tmp_path):
    """A transaction that has read what is old by now would wait for ever."""
    with closing(connect(tmp_path / "file", patience=60)) as db, closing(connect(tmp_path / "file")) as other:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE one (n INT)")
        db.execute("BEGIN")
        db.execute("SELECT * FROM one").fetchall()
        other.execute("INSERT INTO one VALUES (1)")
        with pytest.raises(StorageError) as refused:
            db.execute("INSERT INTO one VALUES (2)")
        assert not isinstance(refused.value, LockTimeout)
        with pytest.raises(StorageError, match="no such table"):
            db.execute("SELECT * FROM nowhere")
