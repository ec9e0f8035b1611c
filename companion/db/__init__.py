"""The app's database: a connection lent to each request, and blocks in which it writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app, g

from companion.db.schema import migrations
from companion.db.sqlite import PATIENCE, Place, connect, trouble
from companion.db.start import newer, prepare
from companion.storage import Database

__all__ = [
    "PATIENCE",
    "connect",
    "get_db",
    "impatient",
    "init_app",
    "migrations",
    "newer",
    "place",
    "trouble",
    "writing",
]

POOLED = 16
"""How many connections stay open for the next requests."""


def init_app(app: Flask) -> None:
    """Prepare the database and lend a connection to each request."""
    path, patience = app.config["DATABASE"], app.config.setdefault("PATIENCE", PATIENCE)
    app.config["READ_ONLY"] = not prepare(path)
    app.extensions["db"] = Place(path, patience=patience, read_only=app.config["READ_ONLY"])
    app.extensions["db_pool"] = []
    app.teardown_appcontext(_release)


def place(app: Flask) -> Place:
    """Find the place of the app's database."""
    found: Place = app.extensions["db"]
    return found


def get_db() -> Database:
    """Get this request's connection, taken from the pool and handed back when the request ends."""
    database: Database | None = g.get("db")
    if database is None:
        pool = current_app.extensions["db_pool"]
        database = g.db = pool.pop() if pool else place(current_app).open()
    return database


def _release(_: BaseException | None) -> None:
    database: Database | None = g.pop("db", None)
    if database is None:
        return
    pool = current_app.extensions["db_pool"]
    if len(pool) < POOLED and not database.is_writing:
        pool.append(database)
    else:
        database.close()


@contextmanager
def impatient() -> Iterator[None]:
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
