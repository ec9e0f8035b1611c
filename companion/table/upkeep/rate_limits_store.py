"""What all processes have counted of strangers, in the database: each writes its own, and reads that of all others."""

from __future__ import annotations

from collections.abc import Sequence

from companion.storage.protocol import Database
from companion.web.rate_limits import MOST_COUNTED, Guard, Hits, Place


def share(db: Database, guard: Guard, process: str) -> None:
    """Tell other processes what this one has counted, and learn what they have."""
    hits, over = guard.take_untold()
    try:
        if hits or over:
            _tell(db, process, hits, over)
    except BaseException:
        guard.put_back(hits, over)
        raise
    sql = "SELECT process, what, who, seconds, count FROM counts WHERE process <> ? ORDER BY count DESC LIMIT ?"
    if killed := guard.heard(db.execute(sql, [process, MOST_COUNTED]).fetchall()):
        with db.writing("counts"):
            db.executemany(_DELETE, killed)


_DELETE = "DELETE FROM counts WHERE process = ? AND what = ? AND who = ?"


def _tell(db: Database, process: str, hits: Hits, over: Sequence[Place]) -> None:
    with db.writing("counts"):
        db.executemany(_DELETE, [(process, *place) for place in over])
        db.executemany(
            "INSERT INTO counts (process, what, who, seconds, count) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (process, what, who) DO UPDATE SET seconds = excluded.seconds, count = excluded.count",
            [(process, *place, seconds, count) for place, (seconds, count) in hits.items()],
        )
