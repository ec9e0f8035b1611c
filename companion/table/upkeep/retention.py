"""How long a table is kept that nobody finishes, where that has a limit: on a public host, or as the owner wishes.

And a house that nobody opens: it says so itself, on its page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.houses import circle, store as houses_store
from companion.storage.connections import get_db
from companion.storage.protocol import Database
from companion.table.upkeep import idempotency, idempotency_store, retention_store

PUBLIC = 90
"""Days after the last move on a public host, unless its config.py says otherwise (UNFINISHED_DAYS; 0: for ever)."""
TOLD = 14
"""Days before its end on which a table says so."""
AT_ONCE = 100
"""How many tables go before others have their turn."""
HOUR, DAY = 3600, 24 * 3600


def days(config: Mapping[str, Any]) -> int:
    """Find how many days an unfinished table is kept after its last move; 0 stands for ever, as at home."""
    wished: int | None = config["UNFINISHED_DAYS"]
    return (PUBLIC if config.get("PUBLIC") else 0) if wished is None else wished


def ends(config: Mapping[str, Any], codes: Sequence[str], *, now: float) -> dict[str, float]:
    """Find when tables go, as far as they say so by now."""
    kept = days(config) * DAY
    if not (kept and codes):
        return {}
    found = retention_store.find_last(get_db(), codes, before=now - kept + TOLD * DAY)
    return {code: max(last + kept, now) for code, last in found.items()}


def sweep_houses(db: Database, config: Mapping[str, Any], *, now: float | None) -> bool:
    """Delete a house that nobody has opened for UNOPENED_DAYS (0: only what is left of one that was deleted).

    Return whether there was one. Without `now`, since the clock may be wrong, it is as with 0.
    """
    kept: int = config["UNOPENED_DAYS"]
    return bool(config.get("PUBLIC")) and circle.sweep(db, before=now - kept * DAY if kept and now else 1)


def sweep(db: Database, config: Mapping[str, Any], *, now: float) -> int:
    """Delete some of the tables whose time is over; return how many.

    What is left of a file that was being brought in when its process was killed goes, too, with invitations that are
    over and the memory of forms that nobody sends again.
    """
    _forget(db, now)
    kept = days(config) * DAY
    codes = retention_store.find_left(db, before=now - kept, limit=AT_ONCE) if kept else []
    if not codes:
        return 0
    with db.writing(*codes):
        return sum(retention_store.delete(db, code, before=now - kept) for code in codes)


def _forget(db: Database, now: float) -> None:
    for code in retention_store.find_to_come(db, before=now - HOUR):
        with db.writing(code):
            retention_store.forget(db, code)
    idempotency_store.forget(db, before=now - idempotency.KEPT)
    houses_store.forget_invitations(db, at=now)
