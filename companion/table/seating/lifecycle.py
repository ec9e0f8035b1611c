"""How a table begins: its code, its seats, and where its players go on afterwards."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from flask import current_app

from companion import membership
from companion.storage.connections import get_db, writing
from companion.table.log import Game
from companion.table.seating import phone_store, seats_store
from companion.table.seating.seats import ALPHABET, changed, find_seats, new_key


def open_table(
    game: Game,
    players: Sequence[tuple[str, str]],
    *,
    phone: str,
    former: str | None = None,
    code: str | None = None,
    seat: int | None = None,
    reserved: bool = False,
) -> str:
    """Open a table for players given as (name, colour), hosted by `phone`, which may take a `seat`; return its code.

    That is `code`, or a new one if that is taken or not given. `former` is the id that the phone comes with: its answer
    may be lost. A `reserved` code is this table's own already.
    """
    code = code if code and is_kept_here(code) else _new_code()
    own = seats_store.come if reserved else seats_store.claim
    with writing(code) as db:
        if not own(db, code, game.slug, at=time.time(), house=membership.current_house()):
            return open_table(game, players, phone=phone, former=former, seat=seat)
        seats_store.add_seats(db, code, [(name, colour, new_key(code)) for name, colour in players])
        seats_store.sit(db, code, phone, seat, host=True, former=former)
    return code


def reserve(code: str | None) -> str:
    """Reserve a code, or a new one if that is taken or not given, for a table that nobody finds before it is opened."""
    code = code if code and is_kept_here(code) else _new_code()
    with writing(code) as db:
        taken = not seats_store.claim(db, code, seats_store.TO_COME, at=time.time(), house=membership.NOBODY)
    return reserve(None) if taken else code


def come_again(code: str, *, phone: str, former: str | None) -> None:
    """Let a phone that comes with its former id, as its answer was lost, hold under a new one what it opened."""
    with writing(code) as db:
        phone_store.renew_at(db, code, former, phone)


@contextmanager
def in_house(code: str) -> Iterator[None]:
    """Let what is in the block be about a table's house, whoever asks: a guest, too, plays with its box."""
    before = membership.current_house()
    if membership.is_public():
        membership.enter(seats_store.find_house(get_db(), code))
    yield
    membership.enter(before)


def open_again(game: Game, code: str) -> str:
    """Open a table for those who sit at another one, with names, colours, phones and lock; return its code."""
    following = _new_code()
    with writing(code, following) as db:
        house = seats_store.find_house(db, code)
        if not seats_store.claim(db, following, game.slug, at=time.time(), house=house):
            return open_again(game, code)
        players = [(seat.name, seat.colour, new_key(following)) for seat in find_seats(code)]
        seats_store.add_seats(db, following, players)
        seats_store.copy_phones(db, code, following)
        seats_store.lock(db, following, locked=seats_store.is_locked(db, code))
    return following


def lead_on(code: str, following: str) -> None:
    """Lead the phones of a table to the one of its rematch."""
    with writing(code) as db:
        seats_store.lead_on(db, code, following)
    changed(code)


def find_next(code: str) -> str | None:
    """Find the table of a rematch."""
    found = seats_store.find_next(get_db(), code)
    return found[0] if found else None


def led_on(code: str, since: str) -> str | None:
    """Find the table of a rematch that began after a page of this version was sent."""
    found, parts = seats_store.find_next(get_db(), code), since.split(".")
    known = int(parts[2]) if len(parts) == 4 and parts[2].isdecimal() else 0
    return found[0] if found and known < found[1] else None


def is_kept_here(code: str) -> bool:
    """Say whether tables of such a code are in this database: several may divide them by the first character."""
    return code[:1] in current_app.config["CODES_BEGIN"]


def _new_code() -> str:
    first: str = secrets.choice(current_app.config["CODES_BEGIN"])
    return first + "".join(secrets.choice(ALPHABET) for _ in range(4))
