"""The embedded database as one file to take along, without what only the phones of this installation have."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from companion.storage.sqlite import Place

OF_PHONES = ("phones", "members", "presence")
"""Tables about phones, of which none comes along."""


def copied(place: Place, *, heir: int) -> bytes:
    """Copy the database as it is now; its seats are free, and `heir` says who hosts each table next."""
    with tempfile.TemporaryDirectory(dir=place.path.parent) as folder:
        copy = Path(folder, "companion.db")
        with closing(sqlite3.connect(place.path)) as ours, closing(sqlite3.connect(copy)) as theirs:
            ours.backup(theirs)
            theirs.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            for table in OF_PHONES:
                theirs.execute(f"DELETE FROM {table}")
            theirs.execute("UPDATE tables SET locked = 0, away = NULL, heir = ?", [heir])
            theirs.commit()
            theirs.execute("VACUUM")
        return copy.read_bytes()
