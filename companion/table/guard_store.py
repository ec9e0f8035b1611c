"""What all processes have counted of strangers, in the database."""

from __future__ import annotations

from companion.storage import Database
from companion.table.guard import MOST_COUNTED, Guard, Hits


def share(db: Database, guard: Guard, *, at: float) -> None:
    """Tell other processes what this one has counted, and learn what all have."""
    hits = guard.take_untold()
    try:
        if hits:
            _add(db, hits, at=at)
    except BaseException:
        guard.put_back(hits)
        raise
    sql = "SELECT what, who, until, count FROM counts WHERE until > ? ORDER BY count DESC LIMIT ?"
    guard.heard(db.execute(sql, [at, MOST_COUNTED]).fetchall())


def _add(db: Database, hits: Hits, *, at: float) -> None:
    with db.writing("counts"):
        db.execute("DELETE FROM counts WHERE until <= ?", [at])
        db.executemany(
            "INSERT INTO counts (what, who, until, count) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (what, who) DO UPDATE SET count = counts.count + excluded.count",
            [(*place, until, count) for place, (until, count) in hits.items() if until > at],
        )
