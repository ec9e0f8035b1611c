"""Seats and phones in the database: who sits where, by which link, and who hosts; rows in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.storage.protocol import Database, UniqueViolation
from companion.table import store


def claim(db: Database, code: str, game: str, *, at: float, house: int) -> bool:
    """Write a new table of a house down; return False if its code is taken."""
    sql = (
        "INSERT INTO tables (code, game, opened_at, house, locked, seats_changed) VALUES (?, ?, ?, ?, 0, 0)"
        " ON CONFLICT DO NOTHING RETURNING code"
    )
    return bool(db.execute(sql, [code, game, at, house]).fetchall())


TO_COME = ""
"""What stands for the game of a table whose log is still being written."""


def come(db: Database, code: str, game: str, *, at: float, house: int) -> bool:
    """Write a table down whose code was reserved; raise `UniqueViolation` if it is not any more."""
    sql = "UPDATE tables SET game = ?, opened_at = ?, house = ? WHERE code = ? AND game = ? RETURNING code"
    if not db.execute(sql, [game, at, house, code, TO_COME]).fetchall():
        raise UniqueViolation(f"{code} is no longer reserved")
    return True


def find_house(db: Database, code: str) -> int:
    """Find the house that a table belongs to."""
    [(house,)] = db.execute("SELECT house FROM tables WHERE code = ?", [code]).fetchall()
    return int(house)


def add_seats(db: Database, code: str, seats: Sequence[tuple[str, str, str]]) -> None:
    """Write down the seats of a new table: name, colour and key of each."""
    rows = [(code, number, *seat) for number, seat in enumerate(seats)]
    db.executemany("INSERT INTO seats (code, seat, name, colour, key) VALUES (?, ?, ?, ?, ?)", rows)


def add_seat(db: Database, code: str, seat: int, *, name: str, colour: str, key: str) -> None:
    """Write down one more seat, or the name and the colour of one that is there."""
    db.execute(
        "INSERT INTO seats (code, seat, name, colour, key) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (code, seat) DO UPDATE SET name = excluded.name, colour = excluded.colour",
        [code, seat, name, colour, key],
    )


def find_seats(db: Database, code: str) -> list[SeatRow]:
    """List number, name, colour and key of each seat, whether a phone holds it and hosts, and what it was before."""
    rows = db.execute(
        f"SELECT {_SEAT} FROM seats {_HOLDER} WHERE seats.code = ? ORDER BY seats.seat",
        [code],
    )
    return [_seat(row) for row in rows.fetchall()]


_SEAT = "seats.seat, seats.name, seats.colour, seats.key, holder.host, was_name, was_colour"
_HOLDER = "LEFT JOIN phones AS holder ON holder.code = seats.code AND holder.seat = seats.seat"
_HOUSE = "tables.house, own.seen_at"
_MEMBER = (
    " LEFT JOIN members AS kin ON kin.house = tables.house AND kin.phone = :phone"
    " LEFT JOIN houses AS own ON own.id = kin.house"
)
SeatRow = tuple[int, str, str, str, bool, bool, tuple[str, str] | None]
OF_HOST, FREED = 1, 2
"""What a phone has not been told yet: that somebody else hosts now; that its seat was freed."""
ANYBODY = -1
"""Stands for the seat that is to host where whoever sits down first does."""
PhoneRow = tuple[int | None, bool, bool, int, bool, bool, str]


def _seat(row: Sequence[Any]) -> SeatRow:
    seat, name, colour, key, host, was, was_colour = row
    return seat, name, colour, key, host is not None, bool(host), (was, was_colour) if was else None


class Found(NamedTuple):
    """What a page needs of a table: what `store.find_version`, `find_phone`, `find_seats` and others would find."""

    version: tuple[str, float | None, store.Version]
    phone: PhoneRow | None
    seats: list[SeatRow]
    house: int
    seen_at: float | None
    locked: bool
    heir: int | None


def find_all(
    db: Database, code: str, phone: str | None, process: str, *, at: float, public: bool = False
) -> Found | None:
    """Find at once what a page needs of a table; None for an unknown code.

    Only on a `public` host also its house, and if the phone is a member there when the house was last opened.
    """
    house, member = (_HOUSE, _MEMBER) if public else ("0, 0", "")
    rows = db.execute(
        f"SELECT me.phone, me.seat, me.host, me.fresh, me.untold, me.hosted, me.counts, me.letters,"
        f" {_SEAT}, {house}, locked, heir, {store.AS_OF}"
        " LEFT JOIN phones AS me ON me.code = tables.code AND me.phone = :phone"
        f" LEFT JOIN seats ON seats.code = tables.code {_HOLDER}{member}"
        " WHERE tables.code = :code ORDER BY seats.seat",
        store.as_of(code, process, at) | {"phone": phone},
    ).fetchall()
    if not rows:
        return None
    known, *me = rows[0][:8]
    seats = {row[8]: _seat(row[8:15]) for row in rows if row[8] is not None}
    house, seen_at, locked, heir = rows[0][15:19]
    phone_row = _phone(me) if known else None
    return Found(store.version_of(rows), phone_row, list(seats.values()), house, seen_at, bool(locked), heir)


def find_names(db: Database, codes: Sequence[str]) -> dict[str, list[str]]:
    """Look up the names at some tables, by their codes."""
    names: dict[str, list[str]] = {code: [] for code in codes}
    sql = f"SELECT code, name FROM seats WHERE code IN ({', '.join('?' * len(codes))}) ORDER BY code, seat"
    for code, name in db.execute(sql, codes) if codes else []:
        names[code].append(name)
    return names


def rename(db: Database, code: str, seat: int, *, name: str, colour: str) -> None:
    """Change a seat's name and colour, and remember those it had."""
    db.execute(
        "UPDATE seats SET was_name = name, was_colour = colour, name = :name, colour = :colour"
        " WHERE code = :code AND seat = :seat AND (name <> :name OR colour <> :colour)",
        {"name": name, "colour": colour, "code": code, "seat": seat},
    )


def is_locked(db: Database, code: str) -> bool:
    """Say whether a table takes no unknown phones."""
    return bool(db.execute("SELECT 1 FROM tables WHERE code = ? AND locked = 1", [code]).fetchall())


def lock(db: Database, code: str, *, locked: bool) -> None:
    """Close a table to unknown phones, or open it."""
    db.execute("UPDATE tables SET locked = ? WHERE code = ?", [int(locked), code])


def changed(db: Database, code: str) -> None:
    """Count one more change of a table's seats."""
    db.execute("UPDATE tables SET seats_changed = seats_changed + 1 WHERE code = ?", [code])
    db.notify(code)


# Notes


def find_note(db: Database, code: str, seat: int, what: str) -> str | None:
    """Look up what a seat has noted for itself."""
    row = db.execute("SELECT text FROM notes WHERE code = ? AND seat = ? AND what = ?", [code, seat, what]).fetchone()
    return row[0] if row else None


def write_note(db: Database, code: str, seat: int, what: str, text: str) -> None:
    """Write down what a seat notes, in place of what it noted before."""
    db.execute(
        "INSERT INTO notes (code, seat, what, text) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (code, seat, what) DO UPDATE SET text = excluded.text",
        [code, seat, what, text],
    )


# A rematch


def find_next(db: Database, code: str) -> tuple[str, int] | None:
    """Find the table of the rematch, and the change of seats with which phones are led there."""
    row = db.execute("SELECT next, led_at FROM tables WHERE code = ? AND next IS NOT NULL", [code]).fetchone()
    return (row[0], row[1]) if row else None


def lead_on(db: Database, code: str, following: str) -> None:
    """Write down the table of the rematch; phones are led there with the next change of seats."""
    db.execute("UPDATE tables SET next = ?, led_at = seats_changed + 1 WHERE code = ?", [following, code])


def copy_phones(db: Database, code: str, following: str) -> None:
    """Let the phones of a table sit, host and look on at another one as they do there."""
    db.execute(
        "INSERT INTO phones (code, phone, seat, host, hosted, sat, former, fresh, letters, counts, opened_at)"
        " SELECT :following, phone, seat, host, hosted, sat, former, fresh, letters, counts,"
        " (SELECT opened_at FROM tables WHERE code = :following) FROM phones WHERE code = :code",
        {"code": code, "following": following},
    )


# Phones


def find_phone(db: Database, code: str, phone: str | None) -> PhoneRow | None:
    """Look up a phone's seat, whether it hosts, whether it does so under an earlier id, and what it has not been told.

    And last, whether it hosted until somebody stood in, whether it may count life without a seat, and the letters of a
    screen that asks for that. Return None for an unknown phone.
    """
    sql = "SELECT seat, host, fresh, untold, hosted, counts, letters FROM phones WHERE code = ? AND phone = ?"
    row = db.execute(sql, [code, phone]).fetchone()
    return _phone(row) if row else None


def _phone(row: Sequence[Any]) -> PhoneRow:
    return row[0], bool(row[1]), bool(row[2]), row[3], bool(row[4]), bool(row[5]), row[6] or ""


def find_former(db: Database, code: str, former: str | None) -> int | None:
    """Look up the seat of a phone by the id it came with, until its new one was seen."""
    row = db.execute("SELECT seat FROM phones WHERE code = ? AND former = ?", [code, former]).fetchone()
    return row[0] if row else None


def find_phones(db: Database, code: str) -> dict[str, tuple[int | None, bool]]:
    """Look up the seat of each phone that a table knows, and whether it hosts, also by its former id."""
    rows = db.execute("SELECT phone, former, seat, host FROM phones WHERE code = ?", [code]).fetchall()
    return {id: (seat, bool(host)) for phone, former, seat, host in rows for id in (former, phone) if id}


def count_watchers(db: Database, code: str) -> int:
    """Count the phones without a seat that do not host."""
    sql = "SELECT count(*) FROM phones WHERE code = ? AND seat IS NULL AND host = 0"
    return int(db.execute(sql, [code]).fetchone()[0])


def is_host(db: Database, code: str, seat: int) -> bool | None:
    """Say whether the phone on a seat hosts; None if no phone sits there."""
    row = db.execute("SELECT host FROM phones WHERE code = ? AND seat = ?", [code, seat]).fetchone()
    return bool(row[0]) if row else None


def sit(db: Database, code: str, phone: str | None, seat: int | None, *, host: bool, former: str | None) -> None:
    """Write down where a phone sits; raise `UniqueViolation` if another one holds the seat.

    Whatever it was allowed as a screen in the middle ends.
    """
    db.execute(
        "INSERT INTO phones (code, phone, seat, host, sat, former, opened_at)"
        " VALUES (?, ?, ?, ?, ?, ?, (SELECT opened_at FROM tables WHERE code = ?)) ON CONFLICT (code, phone)"
        " DO UPDATE SET seat = excluded.seat, host = excluded.host, letters = NULL, counts = 0,"
        " sat = CASE WHEN excluded.sat = 1 THEN 1 ELSE phones.sat END,"
        " untold = CASE WHEN phones.untold = ? THEN 0 ELSE phones.untold END",
        [code, phone, seat, int(host), int(host or seat is not None), former, code, FREED],
    )


def empty(db: Database, code: str, seat: int) -> None:
    """Take a seat from the phone that holds it, and hosting with it."""
    db.execute("UPDATE phones SET seat = NULL, host = 0 WHERE code = ? AND seat = ?", [code, seat])


def free(db: Database, code: str, seat: int) -> None:
    """Take a seat from the phone that holds it, and let that say so; a host's hosts on, and knows."""
    told = "CASE WHEN host = 1 THEN untold ELSE ? END"
    db.execute(f"UPDATE phones SET seat = NULL, untold = {told} WHERE code = ? AND seat = ?", [FREED, code, seat])


def hand_over(db: Database, code: str, seat: int) -> None:
    """Make the phone on a seat the only host, under its present id if it did not host before."""
    db.execute(
        "UPDATE phones SET fresh = CASE WHEN seat = :seat AND host = 0 THEN 1 ELSE 0 END,"
        " host = CASE WHEN seat = :seat THEN 1 ELSE 0 END WHERE code = :code",
        {"code": code, "seat": seat},
    )
    db.execute("UPDATE tables SET away = NULL, heir = NULL WHERE code = ?", [code])
    db.execute("UPDATE phones SET untold = 0 WHERE code = ? AND untold = ?", [code, store.WAVED_OFF])


# A host that is away


def count_seated(db: Database, code: str) -> int:
    """Count the phones with a seat that do not host."""
    sql = "SELECT count(*) FROM phones WHERE code = ? AND seat IS NOT NULL AND host = 0"
    return int(db.execute(sql, [code]).fetchone()[0])


def find_heir(db: Database, code: str) -> int | None:
    """Find the seat that offers to host; ANYBODY where whoever sits down first does."""
    row = db.execute("SELECT heir FROM tables WHERE code = ?", [code]).fetchone()
    return row[0] if row else None


def choose_heir(db: Database, code: str, seat: int | None) -> None:
    """Write down which seat offers to host; whoever waved the notice off is asked once more."""
    db.execute("UPDATE tables SET heir = ? WHERE code = ?", [seat, code])
    db.execute("UPDATE phones SET untold = 0 WHERE code = ? AND untold = ?", [code, store.WAVED_OFF])


def remember_host(db: Database, code: str) -> None:
    """Keep for the host the right to host again when it is back; a stand-in's stand-in gets none."""
    db.execute(
        "UPDATE phones SET hosted = 1 WHERE code = ? AND host = 1"
        " AND NOT EXISTS (SELECT 1 FROM phones AS kept WHERE kept.code = phones.code AND kept.hosted = 1)",
        [code],
    )


def host_again(db: Database, code: str, phone: str | None) -> None:
    """Give a phone back what it kept: it alone hosts."""
    sql = "UPDATE phones SET host = CASE WHEN phone = ? THEN 1 ELSE 0 END, hosted = 0, fresh = 0 WHERE code = ?"
    db.execute(sql, [phone, code])
    db.execute("UPDATE phones SET untold = 0 WHERE code = ? AND untold <> ?", [code, FREED])
    db.execute("UPDATE tables SET away = NULL, heir = NULL WHERE code = ?", [code])


def is_elsewhere(db: Database, code: str, *, at: float) -> bool:
    """Say whether the phone that hosts a table is at another of its latest, as far as processes have told lately."""
    sql = (
        f"SELECT 1 FROM (SELECT code, seat, host FROM phones WHERE phone = ({_HOST}) ORDER BY opened_at DESC"
        f" LIMIT {LATEST}) AS own JOIN presence ON presence.code = own.code AND abs(heard - :at) <= :heard"
        " WHERE own.code <> :code AND ((here >> (CASE WHEN own.host = 1 THEN 1 WHEN own.seat IS NULL THEN 0"
        " ELSE own.seat + 2 END)) & 1) = 1 LIMIT 1"
    )
    return bool(db.execute(sql, {"code": code, "at": at, "heard": store.HEARD}).fetchall())


_HOST = "SELECT phone FROM phones WHERE code = :code AND host = 1 LIMIT 1"
LATEST = 100
"""At how many of its tables a phone is looked for: one may have thousands, and each page of a lost table asks."""


def free_all(db: Database, code: str) -> list[str]:
    """Take all seats and the host from a table, and its lock; return the names of those whose seats were taken."""
    names = [name for _, name, _, _, taken, *_ in find_seats(db, code) if taken]
    db.execute(
        "UPDATE phones SET untold = CASE WHEN seat IS NULL THEN untold ELSE ? END, seat = NULL, host = 0, hosted = 0,"
        " fresh = 0, letters = NULL, counts = 0 WHERE code = ?",
        [FREED, code],
    )
    db.execute("UPDATE tables SET locked = 0, away = NULL, heir = ? WHERE code = ?", [ANYBODY, code])
    return names


# What phones are told


def tell_of_host(db: Database, code: str, seat: int | None = None) -> None:
    """Let every phone of a table, or only that on a seat, say who hosts it now, until it has been read there.

    Whoever has not read yet who took over will read who hosts it then; the host that hands over knows.
    """
    if seat is None:
        db.execute("UPDATE phones SET untold = ? WHERE code = ? AND untold <> ?", [OF_HOST, code, FREED])
    else:
        told = "CASE WHEN seat = ? THEN ? WHEN host = 1 THEN 0 ELSE untold END"
        sql = f"UPDATE phones SET untold = {told} WHERE code = ? AND untold <> ?"
        db.execute(sql, [seat, OF_HOST, code, FREED])


def heard(db: Database, code: str, phone: str | None, *, lost: bool) -> None:
    """Write down that a phone has read who took over, or while the host is lost that it waves the notice off."""
    untold = store.WAVED_OFF if lost else 0
    db.execute("UPDATE phones SET untold = ? WHERE code = ? AND phone = ?", [untold, code, phone])


# Links


def find_key(db: Database, key: str, former: str | None) -> tuple[str, int] | None:
    """Find the table and the seat of a link, or of the link that the phone `former` was the last to use."""
    sql = (
        "SELECT code, seat FROM seats WHERE key = :key OR last_key = :key AND EXISTS (SELECT 1 FROM phones"
        " WHERE phones.code = seats.code AND phones.seat = seats.seat AND former = :former)"
    )
    row = db.execute(sql, {"key": key, "former": former}).fetchone()
    return (row[0], row[1]) if row else None


def use_key(db: Database, code: str, seat: int) -> None:
    """Remember a seat's link as the one used last."""
    db.execute("UPDATE seats SET last_key = key WHERE code = ? AND seat = ?", [code, seat])


def new_key(db: Database, code: str, seat: int | None, key: str) -> None:
    """Change a seat's link."""
    db.execute("UPDATE seats SET key = ? WHERE code = ? AND seat = ?", [key, code, seat])


# A phone's tables and ids
