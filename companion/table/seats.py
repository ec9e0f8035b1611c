"""Codes, seats and hosts: who sits where, and what a phone may do."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import g

from companion.db import get_db, writing
from companion.table.log import Game, NotYours, Refusal
from companion.table.play import NoTable, push
from companion.text import Text

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What a code is made of: nothing that looks like something else (no 0 O, no 1 I L)."""
COLOURS = {
    "red": Text("red"),
    "blue": Text("blue"),
    "green": Text("green"),
    "yellow": Text("yellow"),
    "purple": Text("purple"),
    "orange": Text("orange"),
    "teal": Text("teal"),
    "pink": Text("pink"),
    "grey": Text("grey"),
    "brown": Text("brown"),
}


@dataclass(frozen=True)
class Seat:
    """A place at the table; `taken` if a phone holds it, `key` opens its personal link."""

    number: int
    name: str
    colour: str
    key: str
    taken: bool


class Version(NamedTuple):
    """What a page of a table depends on: the log's last seq, changes of seats, comings and goings."""

    seq: int
    seats: int
    here: int

    def __str__(self) -> str:
        """Write it as pages carry it."""
        return f"{self.seq}.{self.seats}.{self.here}"


@dataclass(frozen=True)
class Me:
    """What one phone is at one table: its id, its seat if it took one, and whether it is a host."""

    phone: str | None
    seat: int | None = None
    host: bool = False
    known: bool = False

    @property
    def plays(self) -> bool:
        """Say whether this phone makes moves, not only watches."""
        return self.host or self.seat is not None

    def may(self, seat: int | None) -> bool:
        """Say whether this phone may tap for a seat."""
        return self.host or (seat is not None and seat == self.seat)


def open_table(game: Game, players: Sequence[tuple[str, str]], *, phone: str, code: str | None = None) -> str:
    """Open a table for players given as (name, colour), hosted by `phone`; give its code, a new one unless given."""
    with writing() as db:
        code = code or _free_code()
        db.table("tables").insert(
            {"code": code, "game": game.slug, "opened_at": time.time(), "locked": 0, "seats_changed": 0}
        )
        db.table("seats").insert_all(
            {"code": code, "seat": seat, "name": name, "colour": colour, "key": secrets.token_urlsafe(9)}
            for seat, (name, colour) in enumerate(players)
        )
        db.table("phones").insert({"code": code, "phone": phone, "seat": None, "host": 1, "sat": 1})
    return code


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(5))
        if not get_db().table("tables").count_where("code = ?", [code]):
            return code


def find_seats(code: str) -> tuple[Seat, ...]:
    """Give the seats of a table in order."""
    rows = get_db().execute(
        "SELECT seat, name, colour, key, EXISTS"
        " (SELECT 1 FROM phones WHERE phones.code = seats.code AND phones.seat = seats.seat)"
        " FROM seats WHERE code = ? ORDER BY seat",
        [code],
    )
    return tuple(Seat(number, name, colour, key, bool(taken)) for number, name, colour, key, taken in rows)


def require_seat(code: str, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if not get_db().table("seats").count_where("code = ? AND seat = ?", [code, seat]):
        raise Refusal("There is no such seat at this table. Reload the page, then tap again.")


def find_me(code: str, phone: str | None) -> Me:
    """Say what a phone is at a table; an unknown one only watches."""
    row = get_db().execute("SELECT seat, host FROM phones WHERE code = ? AND phone = ?", [code, phone]).fetchone()
    return Me(phone, row[0], bool(row[1]), known=True) if row else Me(phone)


def is_known(phone: str | None) -> bool:
    """Say whether a phone has ever sat at a table of this installation, or hosted one."""
    return bool(get_db().table("phones").count_where("phone = ? AND sat = 1", [phone]))


def find_version(code: str) -> Version:
    """Give the table's version, keeping its game and its log's tip; raise `NoTable` for an unknown code.

    Asked once a request.
    """
    if "version" not in g:
        sql = (
            "SELECT seats_changed, game, seq, op FROM tables LEFT JOIN log USING (code)"
            " WHERE code = ? ORDER BY seq DESC LIMIT 1"
        )
        row = get_db().execute(sql, [code]).fetchone()
        if row is None:
            raise NoTable(code)
        changed, g.game, *tip = row
        g.tip = (tip[0] or 0, tip[1] or "")
        g.version = Version(g.tip[0], changed, push().here_changed(code))
    version: Version = g.version
    return version


def is_locked(code: str) -> bool:
    """Say whether the host has closed the table to phones it does not know yet."""
    return bool(get_db().table("tables").get(code)["locked"])


def find_tables(phone: str | None) -> list[dict[str, object]]:
    """Give the tables this phone has been at, the latest first: code, game, opened_at, names."""
    sql = (
        "SELECT tables.code, game, opened_at, group_concat(name, ', ') AS names FROM phones"
        " JOIN tables USING (code) LEFT JOIN seats USING (code)"
        " WHERE phone = ? GROUP BY code ORDER BY opened_at DESC LIMIT 12"
    )
    return list(get_db().query(sql, [phone]))


def last_names(phone: str | None) -> list[str]:
    """Give the names this phone's tables used, the latest first."""
    sql = (
        "SELECT name, max(opened_at) AS latest FROM phones JOIN tables USING (code) JOIN seats USING (code)"
        " WHERE phone = ? GROUP BY name ORDER BY latest DESC, name LIMIT 8"
    )
    return [row["name"] for row in get_db().query(sql, [phone])]


def take(code: str, seat: int, *, phone: str) -> None:
    """Sit a phone on a free seat; refused if another phone holds it or the host has locked the table."""
    me = find_me(code, phone)
    require_seat(code, seat)
    if is_locked(code) and me.seat is None and not me.host:
        raise NotYours("The host has locked this table. Ask the host to unlock it, or look on without a seat.")
    try:
        _sit(code, seat, phone=phone, host=me.host)
    except sqlite3.IntegrityError:
        raise Refusal(
            "Another phone holds this seat. The host can free it, or that phone can share its link."
        ) from None


def take_by_key(key: str, *, phone: str) -> str:
    """Move the seat of a personal link to this phone; give the table's code."""
    row = next(get_db().query("SELECT code, seat FROM seats WHERE key = ?", [key]), None)
    if row is None:
        raise Refusal("This personal link is not valid any more. Ask for a new one.")
    code, seat = row["code"], row["seat"]
    host = find_me(code, phone).host or _holder_is_host(code, seat)
    with writing() as db:
        db.execute(
            "UPDATE phones SET seat = NULL, host = 0 WHERE code = ? AND seat = ? AND phone <> ?", [code, seat, phone]
        )
        _upsert_phone(code, seat, phone=phone, host=host)
    _changed(code)
    return str(code)


def _holder_is_host(code: str, seat: int) -> bool:
    return bool(get_db().table("phones").count_where("code = ? AND seat = ? AND host = 1", [code, seat]))


def watch(code: str, *, phone: str) -> None:
    """Let a phone look on without a seat, giving back the one it had."""
    _sit(code, None, phone=phone, host=find_me(code, phone).host)


def free(code: str, seat: int) -> None:
    """Take a seat from the phone that holds it, and make its personal link anew."""
    with writing() as db:
        db.execute("UPDATE phones SET seat = NULL WHERE code = ? AND seat = ?", [code, seat])
        db.execute("UPDATE seats SET key = ? WHERE code = ? AND seat = ?", [secrets.token_urlsafe(9), code, seat])
    _changed(code)


def hand_over(code: str, seat: int) -> None:
    """Make the phone on a seat the host; refused while no phone sits there."""
    with writing() as db:
        if not db.table("phones").count_where("code = ? AND seat = ?", [code, seat]):
            raise Refusal("No phone sits there yet. Let it join first, then hand over.")
        db.execute("UPDATE phones SET host = (seat IS ?) WHERE code = ?", [seat, code])
    _changed(code)


def lock(code: str, *, locked: bool) -> None:
    """Close the table to new phones, or open it again."""
    with writing() as db:
        db.execute("UPDATE tables SET locked = ? WHERE code = ?", [int(locked), code])
    _changed(code)


def rename(code: str, seat: int, *, name: str, colour: str) -> None:
    """Give a seat another name and colour."""
    with writing() as db:
        db.execute("UPDATE seats SET name = ?, colour = ? WHERE code = ? AND seat = ?", [name, colour, code, seat])
    _changed(code)


def _sit(code: str, seat: int | None, *, phone: str, host: bool) -> None:
    with writing():
        _upsert_phone(code, seat, phone=phone, host=host)
    _changed(code)


def _upsert_phone(code: str, seat: int | None, *, phone: str, host: bool) -> None:
    get_db().execute(
        "INSERT INTO phones (code, phone, seat, host, sat) VALUES (?, ?, ?, ?, ?) ON CONFLICT (code, phone)"
        " DO UPDATE SET seat = excluded.seat, host = excluded.host, sat = max(sat, excluded.sat)",
        [code, phone, seat, int(host), int(host or seat is not None)],
    )


def _changed(code: str) -> None:
    with writing() as db:
        db.execute("UPDATE tables SET seats_changed = seats_changed + 1 WHERE code = ?", [code])
    g.pop("version", None)
    push().moved(code, find_version(code).seq)
