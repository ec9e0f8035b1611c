"""The SQLite file: a pool of connections, one transaction helper, and the migrations."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

PATIENCE = 5.0
"""Seconds that a statement waits for another program to let go of the file (PATIENCE in config.py)."""
PAUSES = 0.001, 0.05
"""The first and the longest pause between two tries, in seconds."""

POOLED = 16
"""How many connections stay open for the next requests."""

migrations = Migrations("companion")


@migrations()
def table_and_log(db: Database) -> None:
    """Make the tables of a live session: its code, seats, phones and log."""
    db.table("tables").create(
        {"code": str, "game": str, "opened_at": float, "locked": int, "seats_changed": int},
        pk="code",
        not_null={"game", "opened_at", "locked", "seats_changed"},
    )
    db.table("seats").create(
        {"code": str, "seat": int, "name": str, "colour": str, "key": str},
        pk=("code", "seat"),
        not_null={"name", "colour", "key"},
    )
    db.table("seats").create_index(["key"], unique=True)
    db.table("phones").create(
        {"code": str, "phone": str, "seat": int, "host": int}, pk=("code", "phone"), not_null={"host"}
    )
    db.table("phones").create_index(["code", "seat"], unique=True)
    db.table("phones").create_index(["phone"])
    db.table("log").create(
        {
            "code": str,
            "seq": int,
            "at": float,
            "seat": int,
            "move": str,
            "events": str,
            "strikes": int,
            "restores": int,
            "once": int,
            "op": str,
        },
        pk=("code", "seq"),
        not_null={"at", "move", "events", "once", "op"},
    )
    db.table("log").create_index(["code", "op"], unique=True)


@migrations()
def finished_plays(db: Database) -> None:
    """Make the tables of finished plays and of what their corrections replaced."""
    db.table("plays").create(
        {"id": int, "game": str, "code": str, "played_at": float, "options": str, "note": str},
        pk="id",
        not_null={"game", "played_at", "options", "note"},
    )
    db.table("plays").create_index(["code"], unique=True)
    db.table("players").create(
        {
            "play": int,
            "position": int,
            "name": str,
            "colour": str,
            "place": int,
            "points": int,
            "tie_break": int,
            "lines": str,
        },
        pk=("play", "position"),
        not_null={"name", "place", "lines"},
    )
    db.table("players").create_index(["name"])
    db.table("edits").create({"id": int, "play": int, "at": float, "before": str, "after": str}, pk="id")


@migrations()
def deleted_plays(db: Database) -> None:
    """Let a play be deleted and brought back: `deleted` is 1 in between."""
    db.table("plays").add_column("deleted", int, not_null_default=0)


@migrations()
def boxes(db: Database) -> None:
    """Make the table of what owners have put right, one TOML text a game."""
    db.table("boxes").create({"game": str, "corrections": str}, pk="game", not_null={"corrections"})


@migrations()
def who_has_sat(db: Database) -> None:
    """Remember which phones have ever sat at a table or hosted one: `sat` is 1."""
    db.table("phones").add_column("sat", int, not_null_default=0)
    db.execute("UPDATE phones SET sat = 1 WHERE host = 1 OR seat IS NOT NULL")


@migrations()
def trash_and_imports(db: Database) -> None:
    """Remember when a play was deleted, and which plays came with one file."""
    db.table("plays").add_column("deleted_at", float)
    db.table("plays").add_column("batch", int)
    db.execute("CREATE INDEX plays_deleted ON plays (deleted_at) WHERE deleted = 1")
    db.execute("CREATE INDEX plays_batch ON plays (batch) WHERE batch IS NOT NULL")
    db.table("batches").create({"id": int, "at": float}, pk="id", not_null={"at"})


@migrations()
def versions_of_boxes(db: Database) -> None:
    """Keep every version of what owners have put right, the latest with the highest id, in place of the last alone."""
    db.table("box_versions").create(
        {"id": int, "game": str, "at": float, "corrections": str}, pk="id", not_null={"game", "at", "corrections"}
    )
    db.execute("INSERT INTO box_versions (game, at, corrections) SELECT game, ?, corrections FROM boxes", [time.time()])
    db.table("boxes").drop()


class Connection(sqlite3.Connection):
    """A connection that waits for another program's lock without holding up anybody else.

    SQLite's own waiting would stop the thread, and with it every phone that this process serves.
    """

    patience = PATIENCE

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Run a statement, and try again while the file is locked; raise the error when patience is at its end."""
        try:
            return super().execute(sql, parameters)
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
        return self._wait(sql, parameters)

    def _wait(self, sql: str, parameters: Any) -> sqlite3.Cursor:
        end, (pause, longest) = time.monotonic() + self.patience, PAUSES
        while True:
            time.sleep(pause)
            pause = min(2 * pause, longest)
            try:
                return super().execute(sql, parameters)
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() > end:
                    raise


def is_busy(error: sqlite3.Error) -> bool:
    """Say whether a statement failed only because another connection holds the file, so that it may be tried again."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY and code != sqlite3.SQLITE_BUSY_SNAPSHOT


def connect(path: Path, *, read_only: bool = False, patience: float = PATIENCE) -> Database:
    """Open the file with the settings every connection needs; an answered write survives a power cut."""
    uri = f"{path.resolve().as_uri()}{'?immutable=1' if read_only else ''}"
    connection = sqlite3.connect(uri, uri=True, timeout=0, check_same_thread=False, factory=Connection)
    connection.patience = patience
    try:
        database = Database(connection, strict=True)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return database


def prepare(path: Path) -> bool:
    """Bring the file up to date; give False where the disk allows reading only."""
    try:
        with closing(connect(path)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            if migrations.pending(database):
                migrations.apply(database)
    except sqlite3.OperationalError:
        with closing(connect(path, read_only=True)) as database:
            if migrations.pending(database):
                raise
        return False
    return True


def open_db(config: Mapping[str, Any]) -> Database:
    """Open the app's file for one more request, or for a task of the process itself."""
    return connect(config["DATABASE"], read_only=config["READ_ONLY"], patience=config["PATIENCE"])


def get_db() -> Database:
    """Give this request's connection, taken from the pool and handed back when the request ends."""
    if "db" not in g:
        pool = current_app.extensions["db_pool"]
        g.db = pool.pop() if pool else open_db(current_app.config)
    database: Database = g.db
    return database


@contextmanager
def writing() -> Iterator[Database]:
    """Hold the file's write lock from the first read on, so that what was read is still true when it is written.

    Within another such block it joins that one.
    """
    database = get_db()
    if database.conn.in_transaction:
        yield database
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        yield database
    except BaseException:
        database.rollback()
        raise
    database.commit()


def _release(_: BaseException | None) -> None:
    database = g.pop("db", None)
    if database is not None:
        database.rollback()
        pool = current_app.extensions["db_pool"]
        if len(pool) < POOLED:
            pool.append(database)
        else:
            database.close()


def init_app(app: Flask) -> None:
    """Prepare the file and lend a connection to each request."""
    app.config.setdefault("PATIENCE", PATIENCE)
    app.extensions["db_pool"] = []
    app.config["READ_ONLY"] = not prepare(app.config["DATABASE"])
    app.teardown_appcontext(_release)
