"""The owner's box in SQLite: every version of it as a TOML text, the latest the one that holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.db import get_db, writing
from companion.games.djinn import box
from companion.games.djinn.box import Box
from companion.table.log import Refusal

KEPT = 200
"""How many versions are kept; above that the one goes that stood for the shortest time."""


@dataclass(frozen=True)
class Version:
    """What the box was from a moment on, in seconds since 1970; the current one is the latest."""

    id: int
    at: float
    box: Box
    current: bool


def find() -> Box:
    """Give what the owner has put right, as the database has it now: another process may have changed it."""
    row = next(get_db().query("SELECT corrections FROM box_versions ORDER BY id DESC LIMIT 1"), None)
    return _parsed(row["corrections"]) if row else Box()


@lru_cache(8)
def _parsed(text: str) -> Box:
    """Read a box that was kept: once for the same text, since reading takes longer than asking for it."""
    return box.parse(text)


def change(corrected: Callable[[Box], Box]) -> Box:
    """Put what `corrected` makes of the box in its place, and keep what it was."""
    with writing() as db:
        before = find()
        after = corrected(before)
        if after != before:
            if not db.table("box_versions").count:
                _keep(before)
            _keep(after)
    return after


def _keep(known: Box) -> None:
    """Make a box the latest version: an older one that says the same goes, and beyond `KEPT` the shortest-lived."""
    text, db = box.to_toml(known), get_db()
    db.execute("DELETE FROM box_versions WHERE corrections = ?", [text])
    db.table("box_versions").insert({"game": "djinn", "at": time.time(), "corrections": text})
    db.execute(
        "DELETE FROM box_versions WHERE id IN (SELECT id FROM"
        " (SELECT id, lead(at) OVER (ORDER BY id) - at AS stood FROM box_versions)"
        " WHERE stood IS NOT NULL ORDER BY stood, id LIMIT max(0, (SELECT count(*) FROM box_versions) - ?))",
        [KEPT],
    )


def versions(*, limit: int, offset: int = 0) -> Sequence[Version]:
    """Give the versions of the box, the latest first."""
    sql = "SELECT id, at, corrections FROM box_versions ORDER BY id DESC LIMIT ? OFFSET ?"
    rows = get_db().execute(sql, [limit, offset]).fetchall()
    return [Version(id, at, box.parse(text), current=number == 0) for number, (id, at, text) in enumerate(rows, offset)]


def go_back(id: int) -> None:
    """Make an earlier version the box again; refused if it is not kept any more."""
    with writing():
        row = next(get_db().query("SELECT corrections FROM box_versions WHERE id = ?", [id]), None)
        if row is None:
            raise Refusal("This version is not kept any more. Look at the history again.")
        change(lambda _: _parsed(row["corrections"]))
