"""Codes, seats and hosts: who sits where, and what a phone may do."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from zlib import crc32

from flask import g

from companion.db import get_db, writing
from companion.files import give_way
from companion.storage import Taken
from companion.table import store
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


AT_ONCE = 100
"""How many of a phone's tables change hands for one page, or before others have their turn: some milliseconds."""
_MINE = "SELECT code, opened_at FROM phones WHERE phone = :phone ORDER BY opened_at DESC LIMIT :limit"
"""The tables that a phone has been at, by the moment they were opened, which each row of `phones` has for this."""


@dataclass(frozen=True)
class Seat:
    """A place at the table; `taken` if a phone holds it, `key` opens its personal link."""

    number: int
    name: str
    colour: str
    key: str
    taken: bool


class NoLink(Refusal):
    """A personal link that is none, or none any more."""


class Version(NamedTuple):
    """What a page of a table depends on: the log's last seq and op, changes of seats, who is here."""

    seq: int
    op: str
    seats: int
    here: int

    def __str__(self) -> str:
        """Write it as pages carry it, the same in every process."""
        return f"{self.seq}.{crc32(self.op.encode())}.{self.seats}.{self.here}"


@dataclass(frozen=True)
class Me:
    """What one phone is at one table: its id, its seat if it took one, and whether it is a host.

    It is `fresh` while it hosts under an id that it had before it was made the host; `former` is the id it came with
    if it has a new one.
    """

    phone: str | None
    seat: int | None = None
    host: bool = False
    known: bool = False
    fresh: bool = False
    former: str | None = None

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
        code, opened_at = code or _free_code(), time.time()
        db.table("tables").insert(
            {"code": code, "game": game.slug, "opened_at": opened_at, "locked": 0, "seats_changed": 0}
        )
        db.table("seats").insert_all(
            {"code": code, "seat": seat, "name": name, "colour": colour, "key": secrets.token_urlsafe(9)}
            for seat, (name, colour) in enumerate(players)
        )
        db.table("phones").insert(
            {"code": code, "phone": phone, "seat": None, "host": 1, "sat": 1, "opened_at": opened_at}
        )
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
    sql = "SELECT seat, host, fresh FROM phones WHERE code = ? AND phone = ?"
    row = get_db().execute(sql, [code, phone]).fetchone()
    return Me(phone, row[0], bool(row[1]), known=True, fresh=bool(row[2])) if row else Me(phone)


def is_known(phone: str | None) -> bool:
    """Say whether a phone has ever sat at a table of this installation, or hosted one."""
    return get_db().execute("SELECT 1 FROM phones WHERE phone = ? AND sat = 1 LIMIT 1", [phone]).fetchone() is not None


def find_version(code: str) -> Version:
    """Give the table's version, keeping its game and its log's tip; raise `NoTable` for an unknown code.

    Asked once a request.
    """
    if "version" not in g:
        sql = (
            f"SELECT seats_changed, game, seq, op, {store.HERE_ELSEWHERE} FROM tables LEFT JOIN log USING (code)"
            " WHERE code = :code ORDER BY seq DESC LIMIT 1"
        )
        values = {"code": code, "process": push().process, "at": time.time(), "heard": store.HEARD}
        row = get_db().execute(sql, values).fetchone()
        if row is None:
            raise NoTable(code)
        changed, g.game, seq, op, elsewhere = row
        g.tip = (seq or 0, op or "")
        g.version = Version(g.tip[0], g.tip[1], changed, push().here(code) | store.together(elsewhere))
    version: Version = g.version
    return version


def is_locked(code: str) -> bool:
    """Say whether the host has closed the table to phones it does not know yet."""
    return bool(get_db().table("tables").get(code)["locked"])


def find_tables(phone: str | None) -> list[dict[str, object]]:
    """Give the tables this phone has been at, the latest first: code, game, opened_at, names."""
    sql = (
        "SELECT code, game, tables.opened_at, (SELECT group_concat(name, ', ') FROM seats WHERE code = mine.code)"
        f" AS names FROM ({_MINE}) AS mine JOIN tables USING (code) ORDER BY tables.opened_at DESC, code"
    )
    return list(get_db().query(sql, {"phone": phone, "limit": 12}))


def last_names(phone: str | None) -> list[str]:
    """Give the names this phone's last tables used, the latest first."""
    sql = (
        f"SELECT name, max(opened_at) AS latest FROM ({_MINE}) AS mine JOIN seats USING (code)"
        " GROUP BY name ORDER BY latest DESC, name LIMIT 8"
    )
    return [row["name"] for row in get_db().query(sql, {"phone": phone, "limit": 50})]


def take(code: str, seat: int, *, phone: str, former: str | None = None) -> None:
    """Sit a phone on a free seat; refused if another phone holds it or the host has locked the table.

    `phone` is its new id, `former` the one it comes with. While the new one has not been seen, the answer that brought
    it may be lost: until then what comes with the former one is the same phone.
    """
    require_seat(code, seat)
    try:
        with writing():
            me = _renew(code, former, phone)
            if is_locked(code) and not me.plays:
                raise NotYours("The host has locked this table. Ask the host to unlock it, or look on without a seat.")
            _sit(code, seat, me)
            if me.host and me.seat != seat:
                _new_key(code, seat)  # whoever was given its link before must not become the host by it
    except Taken:
        raise Refusal(
            "Another phone holds this seat. The host can free it, or that phone can share its link."
        ) from None
    _changed(code)


def take_by_key(key: str, *, phone: str, former: str | None = None) -> str:
    """Move the seat of a personal link to a phone, which a link does once; give the table's code.

    Hosting goes along with the host's own seat: only the host and those the host gave this link to can open it.
    """
    with writing() as db:
        code, seat = _find_key(key, former)
        me = _renew(code, former, phone)
        if me.seat != seat:
            host = me.host or _holder_is_host(code, seat)
            db.execute("UPDATE phones SET seat = NULL, host = 0 WHERE code = ? AND seat = ?", [code, seat])
            db.execute("UPDATE seats SET last_key = key WHERE code = ? AND seat = ?", [code, seat])
            _new_key(code, seat)
            _sit(code, seat, replace(me, host=host))
    _changed(code)
    return code


def _find_key(key: str, former: str | None) -> tuple[str, int]:
    """Find the seat of a link, or of one that this very phone used just now without hearing the answer."""
    sql = (
        "SELECT code, seat FROM seats WHERE key = :key OR last_key = :key AND EXISTS (SELECT 1 FROM phones"
        " WHERE phones.code = seats.code AND phones.seat = seats.seat AND former = :former)"
    )
    row = get_db().execute(sql, {"key": key, "former": former}).fetchone()
    if row is None:
        raise NoLink("This personal link is not valid any more. Ask for a new one.")
    return str(row[0]), int(row[1])


def count_watchers(code: str) -> int:
    """Count the phones that look on at a table."""
    return int(get_db().table("phones").count_where("code = ? AND seat IS NULL AND NOT host", [code]))


def _holder_is_host(code: str, seat: int) -> bool:
    return bool(get_db().table("phones").count_where("code = ? AND seat = ? AND host = 1", [code, seat]))


def watch(code: str, *, phone: str) -> None:
    """Let a phone look on without a seat, giving back the one it had."""
    with writing():
        _sit(code, None, find_me(code, phone))
    _changed(code)


def free(code: str, seat: int) -> None:
    """Take a seat from the phone that holds it, and make its personal link anew."""
    with writing() as db:
        db.execute("UPDATE phones SET seat = NULL WHERE code = ? AND seat = ?", [code, seat])
        _new_key(code, seat)
    _changed(code)


def hand_over(code: str, seat: int) -> None:
    """Make the phone on a seat the host, for good: no link that the old host has seen is valid any more.

    Refused while no phone sits there.
    """
    with writing() as db:
        if not db.table("phones").count_where("code = ? AND seat = ?", [code, seat]):
            raise Refusal("No phone sits there yet. Let it join first, then hand over.")
        db.execute(
            "UPDATE phones SET fresh = (seat IS ?1 AND NOT host), host = (seat IS ?1) WHERE code = ?2", [seat, code]
        )
        for each in find_seats(code):
            _new_key(code, each.number)
    _changed(code)


def renew(former: str, phone: str, *, code: str | None = None) -> bool:
    """Let a phone that was seen under its new id hold what it held under the former one, which is worth nothing then.

    Of thousands of tables that of `code` and the latest come first; give False while some are left for its next pages.
    """
    held = "phone = ?1 OR phone = ?2 AND former IS NOT NULL"
    if not get_db().table("phones").count_where(held, [former, phone]):
        return True
    codes = _codes(former, first=code, limit=AT_ONCE + 1)
    with writing() as db:
        db.execute("UPDATE phones SET former = NULL WHERE phone = ? AND former IS NOT NULL", [phone])
        rows = [(phone, former, code) for code in codes[:AT_ONCE]]
        move = "UPDATE OR IGNORE phones SET phone = ?, fresh = 0, former = NULL WHERE phone = ? AND code = ?"
        db.conn.executemany(move, rows)
        db.conn.executemany("DELETE FROM phones WHERE phone = ? AND code = ?", [row[1:] for row in rows])
    return len(codes) <= AT_ONCE


def _codes(phone: str | None, *, limit: int, first: str | None = None) -> list[str]:
    """Give the codes of a phone's latest tables, that of `first` before all."""
    sql = "SELECT code FROM phones WHERE phone = ? ORDER BY code = ? DESC, opened_at DESC LIMIT ?"
    return [row["code"] for row in get_db().query(sql, [phone, first or "", limit])]


def find_hosted(phone: str | None, *, limit: int) -> list[str]:
    """Give the codes of the tables that a phone hosts, the latest first."""
    sql = "SELECT code FROM phones WHERE phone = ? AND host = 1 ORDER BY opened_at DESC LIMIT ?"
    return [row["code"] for row in get_db().query(sql, [phone, limit])]


def sign_out(phone: str | None) -> None:
    """Forget a phone at all its tables: its seats are free, with new links, and what it hosted has no host.

    It may have thousands, so others have their turn in between.
    """
    while codes := _codes(phone, limit=AT_ONCE):
        with writing():
            for code in codes:
                _sign_out(code, phone)
        give_way()


def _sign_out(code: str, phone: str | None) -> None:
    _new_key(code, find_me(code, phone).seat)
    get_db().execute("DELETE FROM phones WHERE code = ? AND phone = ?", [code, phone])
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


def _renew(code: str, former: str | None, phone: str) -> Me:
    """Let the phone go by its new id at this table, and say what it is there."""
    db = get_db()
    if db.table("phones").count_where("code = ? AND former = ?", [code, former]):
        db.execute("DELETE FROM phones WHERE code = ? AND phone = ?", [code, former])
    db.execute(
        "UPDATE phones SET phone = ?1, former = ?2, fresh = 0 WHERE code = ?3 AND (phone = ?2 OR former = ?2)",
        [phone, former, code],
    )
    return replace(find_me(code, phone), former=former)


def _sit(code: str, seat: int | None, me: Me) -> None:
    """Write down where a phone sits; the link of a seat that it leaves is made anew."""
    if me.seat is not None and me.seat != seat:
        _new_key(code, me.seat)
    get_db().execute(
        "INSERT INTO phones (code, phone, seat, host, sat, former, opened_at)"
        " VALUES (?, ?, ?, ?, ?, ?, (SELECT opened_at FROM tables WHERE code = ?)) ON CONFLICT (code, phone)"
        " DO UPDATE SET seat = excluded.seat, host = excluded.host, sat = max(sat, excluded.sat)",
        [code, me.phone, seat, int(me.host), int(me.host or seat is not None), me.former, code],
    )


def _new_key(code: str, seat: int | None) -> None:
    """Make the personal link of a seat anew: who had the old one has nothing."""
    get_db().execute("UPDATE seats SET key = ? WHERE code = ? AND seat = ?", [secrets.token_urlsafe(9), code, seat])


def _changed(code: str) -> None:
    with writing() as db:
        db.execute("UPDATE tables SET seats_changed = seats_changed + 1 WHERE code = ?", [code])
    g.pop("version", None)
    push().seated(code, store.find_phones(get_db(), code))
    version = find_version(code)
    push().moved(code, version.seq, version.seats)
