"""What the database knows of a phone: its tables, what it forgot, and how its id is renewed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.storage.protocol import Database

_MINE = "SELECT code, opened_at FROM phones WHERE phone = :phone ORDER BY opened_at DESC LIMIT :limit"
"""The tables that a phone has been at, by the moment they were opened, which each row of `phones` has for this."""


def has_sat(db: Database, phone: str | None) -> bool:
    """Say whether a phone has ever sat at a table, or hosted one."""
    return bool(db.execute("SELECT 1 FROM phones WHERE phone = ? AND sat = 1 LIMIT 1", [phone]).fetchall())


def forget(db: Database, code: str, phone: str | None) -> None:
    """Take a phone from a table."""
    db.execute("DELETE FROM phones WHERE code = ? AND phone = ?", [code, phone])


def forget_at(db: Database, code: str, phone: str | None, *, forgotten: bool) -> None:
    """Write down whether a phone lists a table no more."""
    db.execute("UPDATE phones SET forgotten = ? WHERE code = ? AND phone = ?", [int(forgotten), code, phone])


def is_forgotten(db: Database, code: str, phone: str | None) -> bool:
    """Say whether a phone lists a table no more."""
    sql = "SELECT 1 FROM phones WHERE code = ? AND phone = ? AND forgotten = 1"
    return bool(db.execute(sql, [code, phone]).fetchall())


def find_tables(db: Database, phone: str | None, *, limit: int) -> list[tuple[str, str, float, bool]]:
    """List code, game and moment of opening of a phone's tables, and whether they are over, the latest first.

    Those that it has forgotten are left out.
    """
    sql = (
        f"SELECT code, game, tables.opened_at, over FROM ({_MINE}) AS mine JOIN tables USING (code)"
        " WHERE NOT EXISTS (SELECT 1 FROM phones WHERE phones.code = tables.code AND phone = :phone AND forgotten = 1)"
        " ORDER BY tables.opened_at DESC, code"
    )
    rows = db.execute(sql, {"phone": phone, "limit": limit}).fetchall()
    return [(code, game, opened_at, bool(over)) for code, game, opened_at, over in rows]


def last_names(
    db: Database, phone: str | None, *, tables: int, limit: int, house: int | None = None
) -> list[tuple[str, str]]:
    """List the names at the last tables of a phone, the latest first, each with the colour that it had last.

    With a `house` only at those that are its.
    """
    own = "" if house is None else " JOIN (SELECT code FROM tables WHERE house = :house) AS own USING (code)"
    sql = (
        "SELECT name, colour FROM (SELECT name, colour, opened_at, row_number() OVER (PARTITION BY name"
        f" ORDER BY opened_at DESC, code) AS nth FROM ({_MINE}) AS mine{own} JOIN seats USING (code)) AS named"
        " WHERE nth = 1 ORDER BY opened_at DESC, name"
    )
    rows = db.execute(sql, {"phone": phone, "limit": tables} | ({} if house is None else {"house": house})).fetchall()
    return [(name, colour) for name, colour in rows[:limit]]


def find_codes(
    db: Database, phone: str | None, *, limit: int, first: str | None = None, house: int | None = None
) -> list[str]:
    """List the codes of a phone's latest tables, that of `first` before all; with a `house` only those that are its."""
    own = "" if house is None else f" AND code IN (SELECT code FROM tables WHERE house <> 0 AND house = {house:d})"
    sql = f"SELECT code FROM phones WHERE phone = ?{own} ORDER BY code = ? DESC, opened_at DESC LIMIT ?"
    return [code for (code,) in db.execute(sql, [phone, first or "", limit])]


def find_hosted(db: Database, phone: str | None, *, limit: int) -> list[str]:
    """List the codes of the tables that a phone hosts, the latest first."""
    sql = "SELECT code FROM phones WHERE phone = ? AND host = 1 ORDER BY opened_at DESC LIMIT ?"
    return [code for (code,) in db.execute(sql, [phone, limit])]


def is_renewing(db: Database, former: str, phone: str) -> bool:
    """Say whether a phone's former id holds anything, or may yet."""
    sql = "SELECT 1 FROM phones WHERE phone = ? OR phone = ? AND former IS NOT NULL LIMIT 1"
    return bool(db.execute(sql, [former, phone]).fetchall())


def renew_at(db: Database, code: str, former: str | None, phone: str) -> None:
    """Let a phone use its new id at one table, while its former one is still valid."""
    values = {"code": code, "former": former, "phone": phone}
    db.execute(
        "DELETE FROM phones WHERE code = :code AND phone = :former"
        " AND EXISTS (SELECT 1 FROM phones AS newer WHERE newer.code = :code AND newer.former = :former)",
        values,
    )
    db.execute(
        "UPDATE phones SET phone = :phone, former = :former, fresh = 0"
        " WHERE code = :code AND (phone = :former OR former = :former)",
        values,
    )


def renew(db: Database, former: str, phone: str, codes: Sequence[str]) -> None:
    """Let a phone hold at some tables what its former id held, which is worth nothing from now on."""
    db.execute("UPDATE phones SET former = NULL WHERE phone = ? AND former IS NOT NULL", [phone])
    rows = [{"code": code, "former": former, "phone": phone} for code in codes]
    db.executemany(
        "UPDATE phones SET phone = :phone, fresh = 0, former = NULL WHERE phone = :former AND code = :code"
        " AND NOT EXISTS (SELECT 1 FROM phones AS known WHERE known.code = :code AND known.phone = :phone)",
        rows,
    )
    db.executemany("DELETE FROM phones WHERE phone = :former AND code = :code", rows)


# Screens in the middle that count


def find_screens(db: Database, code: str) -> list[tuple[str, bool]]:
    """List the letters of the screens that ask to count life at a table, and whether they may, those first."""
    sql = "SELECT letters, counts FROM phones WHERE code = ? AND letters IS NOT NULL ORDER BY counts DESC, letters"
    return [(letters, bool(counts)) for letters, counts in db.execute(sql, [code]).fetchall()]


def ask_to_count(db: Database, code: str, phone: str, letters: str) -> None:
    """Write down that a screen asks to count life, and by which letters it is told from others."""
    db.execute("UPDATE phones SET letters = ?, counts = 0 WHERE code = ? AND phone = ?", [letters, code, phone])


def let_count(db: Database, code: str, letters: str) -> bool:
    """Let the screen with these letters count life; return False if there is none."""
    sql = "UPDATE phones SET counts = 1 WHERE code = ? AND letters = ? RETURNING letters"
    return bool(db.execute(sql, [code, letters]).fetchall())


def refuse_count(db: Database, code: str, letters: str) -> None:
    """Let the screen with these letters count no more, and ask no more."""
    db.execute("UPDATE phones SET letters = NULL, counts = 0 WHERE code = ? AND letters = ?", [code, letters])
