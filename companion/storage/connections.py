"""The app's database: a connection lent to each request, and blocks in which it writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app, g

from companion.instance import Unusable
from companion.storage.protocol import Database, LockTimeout, StorageError
from companion.storage.schema import migrations
from companion.storage.sqlite import PATIENCE, Place, connect, trouble
from companion.storage.start import newer, prepare

if TYPE_CHECKING:
    from companion.storage.postgres import Server

__all__ = [
    "PATIENCE",
    "close",
    "connect",
    "driver",
    "get_db",
    "hand_back",
    "init_app",
    "is_reachable",
    "migrations",
    "newer",
    "no_wait",
    "place",
    "trouble",
    "writing",
]

POOLED = 16
"""How many connections stay open for the next requests."""


def init_app(app: Flask) -> None:
    """Prepare the database and lend a connection to each request."""
    where, patience = app.config["DATABASE"], app.config.setdefault("PATIENCE", PATIENCE)
    if isinstance(where, Path):
        app.config["READ_ONLY"] = not prepare(where)
        app.extensions["db"] = Place(where, patience=patience, read_only=app.config["READ_ONLY"])
    else:
        postgres = driver()
        direct = app.config.get("DATABASE_DIRECT")
        app.config["READ_ONLY"] = not postgres.prepare(direct or where)
        app.extensions["db"] = postgres.Server(where, patience=patience, most=POOLED, direct=direct)
    app.extensions["db_pool"] = []
    app.teardown_appcontext(_release)


def driver() -> Any:
    """Load what speaks with PostgreSQL; raise `Unusable` where it is not installed."""
    try:
        from companion.storage import postgres
    except ImportError as error:
        raise Unusable("PostgreSQL needs what companion[postgres] brings: pip install 'companion[postgres]'") from error
    return postgres


def place(app: Flask) -> Place | Server:
    """Find the place of the app's database."""
    found: Place | Server = app.extensions["db"]
    return found


def get_db() -> Database:
    """Get this request's connection, taken from the pool and handed back when the request ends."""
    database: Database | None = g.get("db")
    if database is None:
        database = g.db = _lend(place(current_app), current_app.extensions["db_pool"])
    return database


def _lend(place: Place | Server, pool: list[Database]) -> Database:
    if place.room and not place.room.acquire(timeout=place.patience):
        raise LockTimeout("all connections are lent")
    try:
        return pool.pop() if pool else place.open()
    except BaseException:
        if place.room:
            place.room.release()
        raise


def _release(_: BaseException | None) -> None:
    database: Database | None = g.pop("db", None)
    if database is None:
        return
    pool, room = current_app.extensions["db_pool"], place(current_app).room
    if len(pool) < POOLED and not database.is_writing:
        pool.append(database)
    else:
        database.close()
    if room:
        room.release()


def close(app: Flask) -> None:
    """Let go of all connections that nobody has: with the last one SQLite brings what was written into the one file."""
    while pool := app.extensions["db_pool"]:
        pool.pop().close()


def hand_back() -> None:
    """Hand this request's connection back before it waits for something else; afterwards it is lent another."""
    _release(None)


def is_reachable(app: Flask) -> bool:
    """Say whether the app's database answers."""
    with app.app_context():
        try:
            get_db().check()
            get_db().execute("SELECT 1").fetchone()
        except StorageError:
            return False
    return True


@contextmanager
def no_wait() -> Iterator[None]:
    """Do not wait for another program that locks the file: work that can wait must not hold up a page."""
    database = get_db()
    patience, database.patience = database.patience, 0
    try:
        yield
    finally:
        database.patience = patience


@contextmanager
def writing(*keys: str) -> Iterator[Database]:
    """Write all of a block or nothing, as `Database.writing`; without keys, as many blocks as one."""
    database = get_db()
    with database.writing(*keys):
        yield database
