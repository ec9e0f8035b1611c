"""Codes, seats and hosts: who sits where, and what a phone may do."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from flask import g, request

from companion import membership
from companion.language.player_names import alike as look_alike, as_stored
from companion.language.texts import Text
from companion.storage.connections import get_db, writing
from companion.storage.protocol import UniqueViolation
from companion.table import store
from companion.table.log import NotYours, Refusal
from companion.table.play import NoTable, push
from companion.table.seating import phone_store, seats_store
from companion.web import alike

STREAM = "table.events"
"""The view of the stream, which says by itself how long a host is here: to ask for it is no visit."""
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What a code is made of: nothing that looks like something else (no 0 O, no 1 I L)."""
WELL_FORMED = re.compile(rf"[{ALPHABET}]{{5}}")
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


LONGEST_NOTE = 6000
"""How many characters a seat may note."""


class Seat(NamedTuple):
    """A place at the table; `taken` if a phone holds it, which may be the host's; `key` opens its personal link."""

    number: int
    name: str
    colour: str
    key: str
    taken: bool
    hosts: bool = False
    was: tuple[str, str] | None = None
    """The name and the colour that it had before, if they were changed."""


class NoLink(Refusal):
    """A personal link that does not exist, or no longer."""


@dataclass(frozen=True)
class Me:
    """One phone at one table: its id, its seat if it took one, and whether it is a host.

    It is `fresh` while it hosts under an id that it had before it was made the host; `untold` until it has read that
    it was made the host, or that somebody took over from one who was gone; its seat was `freed` until it chooses
    again; `former` is the id it came with if it has a new one. It `stood_down` while somebody hosts in its place, and
    has `waved_off` the notice that the host is away. A screen in the middle asks to count life by its `letters`, and
    `counts` once the host has allowed it.
    """

    phone: str | None
    seat: int | None = None
    host: bool = False
    known: bool = False
    fresh: bool = False
    untold: bool = False
    freed: bool = False
    former: str | None = None
    stood_down: bool = False
    waved_off: bool = False
    letters: str = ""
    counts: bool = False

    @property
    def plays(self) -> bool:
        """Whether this phone makes moves, not only watches."""
        return self.host or self.seat is not None

    def can_act_for(self, seat: int | None) -> bool:
        """Say whether this phone may tap for a seat."""
        return self.host or (seat is not None and seat == self.seat)


def new_key(code: str) -> str:
    return code[0] + secrets.token_urlsafe(9)  # by which a front finds the table's database


@dataclass(frozen=True)
class Glance:
    """What a request knows of a table before its log is folded: its version, its seats, and the role of this phone.

    And whether it is `locked`, and which seat is its `heir`: offers to host in place of a phone that is gone.
    """

    version: store.Version
    seats: tuple[Seat, ...]
    me: Me
    locked: bool
    heir: int | None


def look_at(code: str, phone: str | None) -> Glance:
    """Read at once what nearly every request needs of a table, and note that its host is here, if it is who asks.

    It holds for this request until something is written. Raise `NoTable` for an unknown code.
    """
    seen = _seen(code)
    if seen and seen.me.phone == phone:
        return seen
    public = membership.is_public()
    found = seats_store.find_all(get_db(), code, phone, push().process, at=time.time(), public=public)
    if found is None:
        raise NoTable(code)
    if public:
        membership.look_at(found.house, found.seen_at)
    me, seats = _me(phone, found.phone), tuple(Seat(*seat) for seat in found.seats)
    g.game, away, version = found.version
    at_another = partial(seats_store.is_elsewhere, get_db(), code, at=time.time())
    is_visit = me.host and request.endpoint != STREAM
    here = push().who_is_here(code, version.here, away, is_visit=is_visit, at_another_table=at_another)
    g.version = version._replace(here=here)
    glance = Glance(g.version, seats, me, found.locked, found.heir)
    g.tip, g.glance, g.alike = (code, version[:2]), (code, glance), alike(tuple(seat.name for seat in seats))
    return glance


def _seen(code: str) -> Glance | None:
    """Recall what was read of a table; within a writing block it may be another by now."""
    known, glance = g.get("glance", ("", None))
    return glance if known == code and not get_db().is_writing else None


def find_seats(code: str) -> tuple[Seat, ...]:
    """List the seats of a table in order."""
    if seen := _seen(code):
        return seen.seats
    return tuple(Seat(*seat) for seat in seats_store.find_seats(get_db(), code))


def require_seat(code: str, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if seat not in [one.number for one in find_seats(code)]:
        raise Refusal("This table has no such seat. Reload the page, then tap again.")


def note(code: str, seat: int, what: str) -> str:
    """Read what a seat has noted for itself; only a phone that serves it may show that."""
    return seats_store.find_note(get_db(), code, seat, what) or ""


def keep_note(code: str, seat: int, what: str, text: str) -> None:
    """Keep what a seat notes for itself, up to 6,000 characters; it is no part of the game, and in no file."""
    if len(text) > LONGEST_NOTE:
        raise ValueError(len(text))
    with writing(code) as db:
        seats_store.write_note(db, code, seat, what, text)


def find_me(code: str, phone: str | None) -> Me:
    """Find a phone's role at a table; an unknown phone only watches."""
    seen = _seen(code)
    if seen and seen.me.phone == phone:
        return seen.me
    return _me(phone, seats_store.find_phone(get_db(), code, phone))


def _me(phone: str | None, found: seats_store.PhoneRow | None) -> Me:
    if found is None:
        return Me(phone)
    seat, host, fresh, untold, stood_down, counts, letters = found
    of_host, freed, waved_off = (untold == one for one in (seats_store.OF_HOST, seats_store.FREED, store.WAVED_OFF))
    me = Me(phone, seat, host, known=True, fresh=fresh, stood_down=stood_down, letters=letters, counts=counts)
    return replace(me, untold=of_host, freed=freed, waved_off=waved_off)


def find_version(code: str) -> store.Version:
    """Find the table's version, once a request; raise `NoTable` for an unknown code."""
    known: store.Version | None = g.get("version")
    if known is None:
        found = store.find_version(get_db(), code, push().process, at=time.time())
        if found is None:
            raise NoTable(code)
        _, away, version = found
        at_another = partial(seats_store.is_elsewhere, get_db(), code, at=time.time())
        known = g.version = version._replace(
            here=push().who_is_here(code, version.here, away, at_another_table=at_another)
        )
    return known


def is_locked(code: str) -> bool:
    """Say whether the host has closed the table to phones it does not know yet."""
    seen = _seen(code)
    return seen.locked if seen else seats_store.is_locked(get_db(), code)


def find_heir(code: str) -> int | None:
    """Find the seat that is to host in place of a phone that is gone; `ANYBODY` where whoever sits down first does."""
    seen = _seen(code)
    return seen.heir if seen else seats_store.find_heir(get_db(), code)


def take(code: str, seat: int, *, phone: str, former: str | None = None) -> None:
    """Sit a phone on a free seat; refuse if another phone holds it or the host has locked the table.

    `phone` is its new id, `former` the one it comes with. Until the new one was seen, its answer may be lost: until
    then a phone with the former one is the same phone.
    """
    require_seat(code, seat)
    try:
        with writing(code) as db:
            me = _renew(code, former, phone)
            if find_heir(code) == seats_store.ANYBODY:
                seats_store.choose_heir(db, code, None)
                me = replace(me, host=True)
            if is_locked(code) and not me.plays:
                raise NotYours("The host has locked this table. Ask the host to unlock it, or watch without a seat.")
            _sit(code, seat, me)
            if me.host and me.seat != seat:
                renew_key(code, seat)  # whoever was given its link before must not become the host by it
    except UniqueViolation:
        raise Refusal(
            "Another phone holds this seat. The host can free it, or that phone can share its link."
        ) from None
    changed(code)


def take_by_key(key: str, *, phone: str, former: str | None = None) -> str:
    """Move the seat of a personal link to a phone, which a link does once; return the table's code.

    Hosting follows the host's own seat: only the host and those the host gave this link to can open it.
    """
    code, _ = _find_key(key, former)
    with writing(code) as db:
        _, seat = _find_key(key, former)  # as it is now that nobody else changes it
        me = _renew(code, former, phone)
        if me.seat != seat:
            host = me.host or bool(seats_store.is_host(db, code, seat))
            seats_store.empty(db, code, seat)
            seats_store.use_key(db, code, seat)
            renew_key(code, seat)
            _sit(code, seat, replace(me, host=host))
    changed(code)
    return code


def _find_key(key: str, former: str | None) -> tuple[str, int]:
    """Find the seat of a link, or of one that this very phone used just now without getting the answer."""
    found = seats_store.find_key(get_db(), key, former)
    if found is None:
        raise NoLink("This personal link is no longer valid. Ask for a new one.")
    return found


def find_unheard(code: str, former: str | None) -> int | None:
    """Find the seat that a phone took but comes with its former id, since the answer was lost: it may tap it again."""
    return seats_store.find_former(get_db(), code, former)


def count_watchers(code: str) -> int:
    """Count the phones that look on at a table."""
    return seats_store.count_watchers(get_db(), code)


def watch(code: str, *, phone: str) -> None:
    """Let a phone look on without a seat, and free the one it had."""
    with writing(code):
        _sit(code, None, find_me(code, phone))
    changed(code)


def free(code: str, seat: int) -> None:
    """Take a seat from the phone that holds it, and make its personal link anew."""
    with writing(code) as db:
        seats_store.free(db, code, seat)
        renew_key(code, seat)
    changed(code)


def lock(code: str, *, locked: bool) -> None:
    """Close the table to new phones, or open it again."""
    with writing(code) as db:
        seats_store.lock(db, code, locked=locked)
    changed(code)


def rename(code: str, seat: int, *, name: str, colour: str) -> None:
    """Change a seat's name and colour; refuse what another seat has."""
    with writing(code) as db:
        here = find_seats(code)
        name = next((as_stored(one.name, name) for one in here if one.number == seat), name)
        require_own(here, seat, name=name, colour=colour)
        seats_store.rename(db, code, seat, name=name, colour=colour)
    changed(code)


@contextmanager
def one_more(code: str, number: Callable[[], int], *, name: str, colour: str) -> Iterator[None]:
    """Write a seat down beside what happens in the block: both or nothing; its `number` is known after that.

    A seat that is there already, since somebody took its player's joining back, gets the name and the colour.
    """
    with writing(code) as db:
        yield
        seat = number()
        require_own(find_seats(code), seat, name=name, colour=colour)
        seats_store.add_seat(db, code, seat, name=name, colour=colour, key=new_key(code))
    changed(code)


def require_own(all_seats: Sequence[Seat], number: int, *, name: str, colour: str) -> None:
    """Refuse a name that another seat has, and its colour as long as there are colours enough.

    Names that look the same are, in capital and in small letters; a seat keeps what it has.
    """
    others = [seat for seat in all_seats if seat.number != number]
    kept = name in [seat.name for seat in all_seats if seat.number == number]
    if not kept and any(look_alike(name, seat.name) for seat in others):
        raise Refusal("Somebody at this table has that name already. Add a letter to tell you apart.").about("name")
    if len(others) < len(COLOURS) and colour in [seat.colour for seat in others]:
        raise Refusal("Somebody at this table has that colour already. Choose another one.").about("colour")


def _renew(code: str, former: str | None, phone: str) -> Me:
    """Let the phone use its new id at this table, and return its role there."""
    phone_store.renew_at(get_db(), code, former, phone)
    return replace(find_me(code, phone), former=former)


def _sit(code: str, seat: int | None, me: Me) -> None:
    """Write down where a phone sits; the seat that it leaves gets a new link."""
    if me.seat is not None and me.seat != seat:
        renew_key(code, me.seat)
    seats_store.sit(get_db(), code, me.phone, seat, host=me.host, former=me.former)


def renew_key(code: str, seat: int | None) -> None:
    """Make a new personal link for a seat: the old one is worth nothing."""
    seats_store.new_key(get_db(), code, seat, new_key(code))


def renew_keys(code: str) -> None:
    """Make new personal links for all seats: who hosts no more has seen the old ones."""
    for each in find_seats(code):
        renew_key(code, each.number)


def changed(code: str) -> None:
    with writing(code) as db:
        seats_store.changed(db, code)
    for known in ("glance", "tip", "version"):
        g.pop(known, None)
    push().seated(code, seats_store.find_phones(get_db(), code))
    version = find_version(code)
    push().moved(code, version.seq, version.seats)
