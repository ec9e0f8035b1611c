"""What tests of the command share."""

import sqlite3
import stat
from contextlib import closing

from companion.__main__ import main
from tests.apps import close
from tests.colours import colour


def play(app):
    """Open a table and count a coin; give its code."""
    phone = app.test_client()
    form = {f"players-{n}-{key}": value for n in (0, 1) for key, value in (("name", f"P{n}"), ("colour", colour(n)))}
    code = phone.post("/djinn/new", data={"count": 2, **form}).location.split("/")[2]
    phone.post(f"/djinn/{code}/count", data={"op": "a", "seat": 0, "box": "coins", "by": 1})
    close(app)
    return code


def content(file):
    """Read all rows of a database."""
    with closing(sqlite3.connect(file)) as db:
        return list(db.iterdump())


def run(*arguments):
    return main([str(argument) for argument in arguments])


def modes(*paths):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}


def come_later(file):
    """Make a database one that a later version has brought up to date."""
    with closing(sqlite3.connect(file)) as db:
        later = ("companion", "something_new", "2030-01-01")
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)", later)
        db.commit()
