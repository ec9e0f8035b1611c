"""The database of a phone as one file for a server, where other phones take the seats."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from flask import current_app

from companion.storage.sqlite import Place
from companion.table.seating.seats_store import ANYBODY


def copied() -> bytes:
    """Copy the database as it is now; its seats are free, since no phone of a server is this one."""
    place: Place = current_app.extensions["db"]
    with tempfile.TemporaryDirectory(dir=place.path.parent) as folder:
        copy = Path(folder, "companion.db")
        with closing(sqlite3.connect(place.path)) as ours, closing(sqlite3.connect(copy)) as theirs:
            ours.backup(theirs)
            theirs.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            for table in ("phones", "members", "presence"):
                theirs.execute(f"DELETE FROM {table}")
            theirs.execute("UPDATE tables SET locked = 0, away = NULL, heir = ?", [ANYBODY])
            theirs.commit()
            theirs.execute("VACUUM")
        return copy.read_bytes()
