"""The seam to the database: what it says when it cannot do what it was asked."""

import sqlite3
from contextlib import closing

import pytest

from companion.db import connect
from companion.storage import Broken, Busy, Full, Gone, ReadOnly, Taken, Trouble


@pytest.fixture
def file(tmp_path):
    """Give a file with one table and one row."""
    with closing(connect(tmp_path / "file")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE one (n INTEGER PRIMARY KEY)")
        db.execute("INSERT INTO one VALUES (1)")
    return tmp_path / "file"


@pytest.fixture
def db(file):
    with closing(connect(file, patience=0)) as db:
        yield db


def add(db, number=2):
    db.execute("INSERT INTO one VALUES (?)", [number])


def test_what_must_stand_once_is_taken(db):
    with pytest.raises(Taken):
        add(db, 1)
    with pytest.raises(Taken):
        db.conn.executemany("INSERT INTO one VALUES (?)", [(2,), (1,)])


def test_what_another_program_holds_is_busy(db, file):
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy):
            add(db)
    add(db)


def test_a_disk_that_takes_nothing_more_is_full(db):
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(Full):
        db.execute("CREATE TABLE two (n)")


def test_what_may_only_be_read_is_read_only(db):
    db.execute("PRAGMA query_only = 1")
    with pytest.raises(ReadOnly):
        add(db)


def test_a_file_that_is_not_there_is_gone(tmp_path):
    with pytest.raises(Gone):
        connect(tmp_path / "nowhere", how="mode=rw")


def test_a_file_that_is_no_database_is_broken(tmp_path):
    (tmp_path / "file").write_bytes(b"torn" * 1000)
    with pytest.raises(Broken):
        connect(tmp_path / "file").execute("SELECT * FROM one")


def test_a_file_whose_rows_are_torn_is_broken_when_they_are_read(file):
    """The first row comes with the statement, the others are asked for one by one."""
    with closing(connect(file)) as db:
        db.conn.executemany("INSERT INTO one VALUES (?)", ((number,) for number in range(2, 5000)))
        db.commit()
        db.execute("PRAGMA journal_mode = DELETE")
    pages = bytearray(file.read_bytes())
    pages[-4096 * 3 :] = b"torn" * 3 * 1024
    file.write_bytes(pages)
    for read in (list, lambda rows: rows.fetchall(), lambda rows: [rows.fetchone() for _ in range(5000)]):
        with closing(connect(file)) as db:
            rows = db.execute("SELECT * FROM one")
            with pytest.raises(Broken):
                read(rows)


def test_a_mistake_in_the_asking_is_none_of_these(db):
    with pytest.raises(Trouble, match="no such table") as mistake:
        db.execute("SELECT * FROM nowhere")
    assert type(mistake.value) is Trouble
