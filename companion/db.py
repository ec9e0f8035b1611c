"""The SQLite file: a pool of connections, one transaction helper, and the migrations."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.instance import Unusable
from companion.storage import Broken, Busy, Full, Gone, ReadOnly, Taken, Trouble

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a statement waits for another program to let go of the file (PATIENCE in config.py)."""
PAUSES = 0.001, 0.05
"""The first and the longest pause between two tries, in seconds."""

START = 30.0
"""Seconds that a start waits for it."""
CHECKED = 32 * 2**20
"""Bytes of a file that a start checks through, in a fifth of a second; what is wrong in a larger one shows later."""
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


@migrations()
def renewed_phones(db: Database) -> None:
    """Remember a phone's former id until its new one was seen, who hosts under an old one, and a link just used."""
    db.table("phones").add_column("former", str)
    db.table("phones").add_column("fresh", int, not_null_default=0)
    db.table("seats").add_column("last_key", str)


@migrations()
def plays_at_scale(db: Database) -> None:
    """Let lists and sums be read without reading every play, and a phone's latest tables without reading them all.

    `identity` tells a play that comes in again; where it is missing, the play stands in no list yet and
    `scores.store.fill` puts it there. A row of `listed` is a player of a play in one list ('' for all plays, a game, or
    what a game finds its plays by); a row of `summaries` is what a player's plays in a list add up to.
    """
    db.table("plays").add_column("identity", str)
    for columns in (["identity"], ["deleted", "played_at"], ["deleted", "game", "played_at"]):
        db.table("plays").create_index(columns)
    db.execute("DROP INDEX plays_batch")
    db.execute("CREATE INDEX plays_batch ON plays (batch, deleted) WHERE batch IS NOT NULL")
    db.table("edits").create_index(["play"])
    db.execute("DROP INDEX IF EXISTS idx_players_name")
    db.execute(
        "CREATE TABLE listed (list TEXT, name TEXT, played_at REAL, play INTEGER, position INTEGER,"
        " place INTEGER NOT NULL, points INTEGER, PRIMARY KEY (list, name, played_at, play, position))"
        " STRICT, WITHOUT ROWID"
    )
    db.table("listed").create_index(["play"])
    db.execute(
        "CREATE TABLE summaries (list TEXT, name TEXT, folded TEXT NOT NULL, plays INTEGER NOT NULL,"
        " wins INTEGER NOT NULL, draws INTEGER NOT NULL, best INTEGER, counted INTEGER NOT NULL,"
        " total INTEGER NOT NULL, streak INTEGER NOT NULL, longest INTEGER NOT NULL, latest REAL NOT NULL,"
        " stale INTEGER NOT NULL, PRIMARY KEY (list, name)) STRICT, WITHOUT ROWID"
    )
    db.table("summaries").create_index(["name"])
    db.execute("CREATE INDEX idx_summaries_order ON summaries (list, wins DESC, plays DESC, folded, name)")
    db.execute("CREATE INDEX idx_summaries_stale ON summaries (stale) WHERE stale = 1")
    db.table("phones").add_column("opened_at", float)
    db.execute("UPDATE phones SET opened_at = (SELECT opened_at FROM tables WHERE tables.code = phones.code)")
    db.execute("DROP INDEX IF EXISTS idx_phones_phone")
    db.table("phones").create_index(["phone", "opened_at", "sat"])
    db.execute("CREATE INDEX seats_last_key ON seats (last_key) WHERE last_key IS NOT NULL")


@migrations()
def presence(db: Database) -> None:
    """Make the table of who is here: by table and process a number that holds the seats, and when it was last heard."""
    db.table("presence").create(
        {"code": str, "process": str, "here": int, "heard": float}, pk=("code", "process"), not_null={"here", "heard"}
    )


_TROUBLE = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_CANTOPEN: Gone,
    sqlite3.SQLITE_CORRUPT: Broken,
    sqlite3.SQLITE_FULL: Full,
    sqlite3.SQLITE_IOERR: Full,  # what a full disk says of the files beside the database
    sqlite3.SQLITE_NOTADB: Broken,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_BUSY_SNAPSHOT: Trouble,  # who has read what is old by now would wait for ever
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: Taken,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: Taken,
    sqlite3.SQLITE_READONLY_DBMOVED: Gone,
}
"""What SQLite's codes mean: those that say more first, then the lowest byte."""


def trouble(error: sqlite3.Error) -> Trouble:
    """Say in our own words what SQLite had against a statement; go by its code, for its texts may change."""
    code = getattr(error, "sqlite_errorcode", 0)
    return _TROUBLE.get(code, _TROUBLE.get(code & 0xFF, Trouble))(str(error))


def _told(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def told(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except sqlite3.Error as error:
            raise trouble(error) from error

    return told


class Cursor(sqlite3.Cursor):
    """Rows that say in our own words why they do not come."""

    fetchone = _told(sqlite3.Cursor.fetchone)
    fetchall = _told(sqlite3.Cursor.fetchall)
    __next__ = _told(sqlite3.Cursor.__next__)


class Connection(sqlite3.Connection):
    """A connection that waits for another program's lock without holding up anybody else.

    SQLite's own waiting would stop the thread, and with it every phone that this process serves.
    """

    patience = PATIENCE
    executemany = _told(sqlite3.Connection.executemany)

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Run a statement, and try again while the file is locked; raise `Busy` when patience is at its end."""
        end, (pause, longest) = None, PAUSES
        while True:
            try:
                return Cursor(self).execute(sql, parameters)
            except sqlite3.Error as error:
                found = trouble(error)
                end = end or time.monotonic() + self.patience
                if not isinstance(found, Busy) or time.monotonic() >= end:
                    raise found from error
            time.sleep(pause)
            pause = min(2 * pause, longest)


def connect(path: Path, *, how: str = "mode=rwc", patience: float = PATIENCE) -> Database:
    """Open the file with the settings every connection needs; an answered write survives a power cut."""
    uri = f"{path.resolve().as_uri()}?{how}"
    try:
        connection = sqlite3.connect(uri, uri=True, timeout=0, check_same_thread=False, factory=Connection)
    except sqlite3.Error as error:
        raise trouble(error) from error
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
    """Bring the file up to date; give False where the disk allows reading only; raise `Unusable` for one of no use."""
    try:
        _own(path)
        try:
            _update(path, patience=1)
        except Busy:
            log.warning("Another program holds %s. Waiting until it lets go.", path)
            _update(path, patience=START)
        return True
    except (Trouble, OSError) as error:
        if not isinstance(error, ReadOnly | Gone | OSError):
            raise Unusable(_why(path, error)) from error
    try:
        with closing(connect(path, how="immutable=1")) as database:
            _check(path, database)
            pending = migrations.pending(database)
    except Trouble as error:
        raise Unusable(_why(path, error)) from error
    if pending:
        raise Unusable(f"{path} can only be read, and is of an earlier version. Let Companion write it once.")
    return False


def _own(path: Path) -> None:
    """Keep the file, and those that SQLite puts beside it, to its owner."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            os.chmod(f"{path}{suffix}", os.stat(f"{path}{suffix}").st_mode & 0o700)


def _update(path: Path, *, patience: float) -> None:
    with closing(connect(path, patience=patience)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        _check(path, database)
        _migrate(database)


def _check(path: Path, database: Database) -> None:
    """Raise an error for a file that is damaged, and `Unusable` for one of a later version."""
    if path.stat().st_size <= CHECKED and (found := database.execute("PRAGMA quick_check(1)").fetchone()) != ("ok",):
        raise Broken(found[0].splitlines()[-1])
    if newer(database):
        raise Unusable(f"{path} was made by a later version of Companion. Update this one, then start again.")


def newer(database: Database) -> bool:
    """Say whether a file has been brought up to what only a later version knows."""
    with closing(Database(memory=True)) as empty:
        known = {migration.name for migration in migrations.pending(empty)}
    return not known >= {migration.name for migration in migrations.applied(database)}


def _migrate(database: Database) -> None:
    if migrations.pending(database):
        database.execute("BEGIN IMMEDIATE")  # of several first starts one does it, and the others wait
        try:
            migrations.apply(database)
        except BaseException:
            database.rollback()
            raise
        database.commit()


def _why(path: Path, error: Exception) -> str:
    """Say why a file cannot be used, and what to do."""
    if path.is_dir() or not path.exists() or not os.access(path, os.R_OK):
        return f"{path} cannot be opened: {getattr(error, 'strerror', None) or error}."
    if isinstance(error, Busy):
        return f"Another program holds {path}. Close it, then start again."
    if isinstance(error, Full):
        return f"The disk is full: nothing can be kept in {path}. Make room, then start again."
    return (
        f"{path} is damaged, or is no database of Companion: {error}. "
        f"Bring a backup back with: companion restore FILE --force (what is there now is kept beside it)."
    )


def open_db(config: Mapping[str, Any]) -> Database:
    """Open the app's file for one more request, or for a task of the process itself."""
    how = "immutable=1" if config["READ_ONLY"] else "mode=rw"  # never a new file in the place of one that is gone
    return connect(config["DATABASE"], how=how, patience=config["PATIENCE"])


def get_db() -> Database:
    """Give this request's connection, taken from the pool and handed back when the request ends."""
    if "db" not in g:
        pool = current_app.extensions["db_pool"]
        g.db = pool.pop() if pool else open_db(current_app.config)
    database: Database = g.db
    return database


@contextmanager
def impatient() -> Iterator[None]:
    """Do not wait for another program that holds the file: what can be done later must not hold up a page."""
    connection = get_db().conn
    assert isinstance(connection, Connection)
    patience, connection.patience = connection.patience, 0
    try:
        yield
    finally:
        connection.patience = patience


@contextmanager
def writing() -> Iterator[Database]:
    """Hold the file's write lock from the first read on, so that what was read is still true when it is written.

    Within another such block it joins that one.
    """
    database = get_db()
    if database.conn.in_transaction:
        yield database
        return
    require_file()
    database.execute("BEGIN IMMEDIATE")
    try:
        yield database
    except BaseException:
        database.rollback()
        raise
    database.commit()
    require_file()


def require_file() -> None:
    """Raise `Gone` unless what this process writes into is what lies in the folder."""
    if not is_there(current_app):
        raise Gone(current_app.config["DATABASE"])


def is_there(app: Flask) -> bool:
    """Say whether the file is still the one that this process has opened; it comes back if it is put back."""
    known: tuple[int, int] | None = app.extensions["db_file"]
    return _identity(app.config["DATABASE"]) == known


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
    app.extensions["db_file"] = _identity(app.config["DATABASE"])
    app.teardown_appcontext(_release)
