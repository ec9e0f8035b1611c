"""The houses of a phone in the database: rows in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.storage.protocol import Database

MOST = 100
"""How many houses of a phone are listed."""


def find_houses(db: Database, phones: Sequence[str]) -> list[Any]:
    """List the houses of a phone by its ids, the one it came to last first.

    Of each: id, name, name of its host, the phone's number and name there, whether it hosts, when it was last opened.
    """
    sql = (
        "SELECT houses.id, houses.name, coalesce(host.name, ''), me.member, me.name, me.host = 1, houses.seen_at"
        " FROM members AS me JOIN houses ON houses.id = me.house"
        " LEFT JOIN members AS host ON host.house = me.house AND host.host = 1"
        f" WHERE me.phone IN ({', '.join('?' * len(phones))}) ORDER BY me.since DESC, me.house LIMIT {MOST}"
    )
    return [(*row[:5], bool(row[5]), row[6]) for row in db.execute(sql, phones).fetchall()]


def saw(db: Database, house: int, *, at: float) -> None:
    """Write down that a member has opened a house."""
    db.execute("UPDATE houses SET seen_at = ? WHERE id = ?", [at, house])
