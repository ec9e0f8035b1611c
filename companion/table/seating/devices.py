"""Phones: the tables that one has been at, the ids it goes by, and how it is forgotten."""

from __future__ import annotations

import time
from collections.abc import Sequence

from flask import current_app

from companion import membership
from companion.files.safe_readers import yield_to_hub
from companion.houses import circle, store as houses_store
from companion.membership import HOME
from companion.storage.connections import get_db, writing
from companion.table.forms import given_names
from companion.table.seating import phone_store, seats, seats_store
from companion.table.upkeep import retention

LISTED = 12
"""How many tables of a kind are listed."""
OFFERED = 8
"""How many names are offered at a new table."""
AT_ONCE = 100
"""How many of a phone's tables change hands for one page, or before others have their turn: some milliseconds."""


def is_known(phone: str | None) -> bool:
    """Say whether a phone has ever sat at a table of this installation, or hosted one, or was let in.

    Without a server everything is this phone's.
    """
    if current_app.config["ALONE"]:
        return True
    db = get_db()
    return phone_store.has_sat(db, phone) or (phone is not None and bool(houses_store.find_member(db, HOME, [phone])))


def find_tables(phone: str | None) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """List the tables this phone has been at, the latest first: those that go on, and those that are over.

    Of each: code, game, opened_at, names, and when it ends, if that is soon. Twelve of each kind, among the last 100.
    """
    found = phone_store.find_tables(get_db(), phone, limit=100)
    playing, done = ([table[:3] for table in found if table[-1] == over][:LISTED] for over in (False, True))
    listed = _listed([*playing, *done])
    return listed[: len(playing)], listed[len(playing) :]


def tables_of(house: int) -> list[dict[str, object]]:
    """List the tables of a house that go on, as `find_tables` does."""
    return _listed(houses_store.find_tables(get_db(), house, limit=LISTED, over=False))


def _listed(found: Sequence[tuple[str, str, float]]) -> list[dict[str, object]]:
    """Tell of some tables who sits there, and when they end."""
    codes = [code for code, *_ in found]
    names = seats_store.find_names(get_db(), codes)
    ends = retention.ends(current_app.config, codes, now=time.time())
    return [
        {"code": code, "game": game, "opened_at": at, "names": ", ".join(names[code]), "ends": ends.get(code)}
        for code, game, at in found
    ]


def forget(code: str, *, phone: str | None, forgotten: bool) -> None:
    """Let a phone list a table no more, or again; its seat stays its own."""
    if phone_store.is_forgotten(get_db(), code, phone) != forgotten:
        with writing(code) as db:
            phone_store.forget_at(db, code, phone, forgotten=forgotten)


def last_names(phone: str | None) -> list[tuple[str, str]]:
    """List the names that this phone's last tables used, the latest first, each with its last colour.

    Who gave none is not among them. On a public host only those at tables of the house that it has chosen are: names
    belong to a house.
    """
    house = membership.current_house() if membership.is_public() else None
    given = given_names()
    found = phone_store.last_names(get_db(), phone, tables=50, limit=OFFERED + len(given), house=house)
    return [(name, colour) for name, colour in found if name not in given][:OFFERED]


def renew(former: str, phone: str, *, code: str | None = None) -> bool:
    """Let a phone that was seen under its new id hold what its former id held; the former id is worth nothing then.

    Of thousands of tables that of `code` and the latest come first; return False while some are left for its next
    pages.
    """
    if not phone_store.is_renewing(get_db(), former, phone):
        return True
    codes = phone_store.find_codes(get_db(), former, first=code, limit=AT_ONCE + 1)
    with writing(*codes[:AT_ONCE]) as db:
        phone_store.renew(db, former, phone, codes[:AT_ONCE])
    return len(codes) <= AT_ONCE


def find_hosted(phone: str | None, *, limit: int) -> list[str]:
    """List the codes of the tables that a phone hosts, the latest first."""
    return phone_store.find_hosted(get_db(), phone, limit=limit)


def sign_out(phone: str | None) -> None:
    """Forget a phone in its houses and at all its tables: its seats are free, and its hosted tables have no host."""
    circle.sign_out(phone)
    leave_tables(phone)


def leave_tables(phone: str | None, house: int | None = None) -> None:
    """Forget a phone at its tables, or only at those of a house; its seats there get new links.

    It may have thousands, so others have their turn in between.
    """
    while codes := phone_store.find_codes(get_db(), phone, limit=AT_ONCE, house=house):
        with writing(*codes):
            for code in codes:
                _sign_out(code, phone)
        yield_to_hub()


def _sign_out(code: str, phone: str | None) -> None:
    seats.renew_key(code, seats.find_me(code, phone).seat)
    phone_store.forget(get_db(), code, phone)
    seats.changed(code)
