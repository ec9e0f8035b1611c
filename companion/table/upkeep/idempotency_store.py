"""What came of forms outside the tables, by the key of what was sent."""

from __future__ import annotations

from companion.storage.protocol import Database


def find(db: Database, key: str, phone: str) -> str | None:
    """Find what came of a form that a phone sent."""
    row = db.execute("SELECT made FROM sent WHERE key = ? AND phone = ?", [key, phone]).fetchone()
    return row[0] if row else None


def keep(db: Database, key: str, phone: str, made: str, *, at: float) -> None:
    """Write down what came of a form."""
    db.execute(
        "INSERT INTO sent (key, phone, made, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (key, phone) DO UPDATE SET made = excluded.made, at = excluded.at",
        [key, phone, made, at],
    )


def forget(db: Database, *, before: float) -> None:
    """Forget the forms sent before a moment."""
    if db.execute("SELECT 1 FROM sent WHERE at < ? LIMIT 1", [before]).fetchone():
        db.execute("DELETE FROM sent WHERE at < ?", [before])
