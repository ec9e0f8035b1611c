"""Tables that nobody finishes, in the database: since when nobody has played on, and how they go."""

from __future__ import annotations

from collections.abc import Sequence

from companion.storage.protocol import Database

_LEFT = (
    "over = 0 AND opened_at < :before"
    " AND coalesce((SELECT at FROM log WHERE log.code = tables.code ORDER BY seq DESC LIMIT 1), 0) < :before"
    " AND NOT EXISTS (SELECT 1 FROM plays WHERE plays.code = tables.code)"
    " AND NOT EXISTS (SELECT 1 FROM presence WHERE presence.code = tables.code)"
)
"""A table that is not over, of which the scores know nothing, where nobody is, and where nothing happened since."""


def find_last(db: Database, codes: Sequence[str], *, before: float) -> dict[str, float]:
    """Find among some tables those left before a moment, and when something happened there last."""
    names = {f"code{number}": code for number, code in enumerate(codes)}
    rows = db.execute(
        "SELECT code, opened_at, (SELECT at FROM log WHERE log.code = tables.code ORDER BY seq DESC LIMIT 1)"
        f" FROM tables WHERE code IN ({', '.join(f':{name}' for name in names)}) AND over = 0 AND opened_at < :before"
        " AND NOT EXISTS (SELECT 1 FROM plays WHERE plays.code = tables.code)",
        {**names, "before": before},
    ).fetchall()
    found = {code: max(opened_at, last or 0.0) for code, opened_at, last in rows}
    return {code: last for code, last in found.items() if last < before}


def find_left(db: Database, *, before: float, limit: int) -> list[str]:
    """List the codes of some tables that were left before a moment."""
    rows = db.execute(f"SELECT code FROM tables WHERE {_LEFT} LIMIT :limit", {"before": before, "limit": limit})
    return [code for (code,) in rows.fetchall()]


def delete(db: Database, code: str, *, before: float) -> bool:
    """Delete a table with all that belongs to it, unless somebody came back to it."""
    sql = f"DELETE FROM tables WHERE code = :code AND {_LEFT} RETURNING code"
    if not db.execute(sql, {"code": code, "before": before}).fetchall():
        return False
    for kept in ("seats", "phones", "log", "notes"):
        db.execute(f"DELETE FROM {kept} WHERE code = ?", [code])
    db.execute("UPDATE tables SET next = NULL WHERE next = ?", [code])
    db.notify(code)
    return True


def find_to_come(db: Database, *, before: float) -> list[str]:
    """List the codes that were reserved before a moment for tables that never came."""
    rows = db.execute("SELECT code FROM tables WHERE game = '' AND opened_at < ?", [before])
    return [code for (code,) in rows.fetchall()]


def forget(db: Database, code: str) -> None:
    """Delete what is there of a table that has not come."""
    if db.execute("DELETE FROM tables WHERE code = ? AND game = '' RETURNING code", [code]).fetchall():
        db.execute("DELETE FROM log WHERE code = ?", [code])
