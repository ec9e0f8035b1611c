"""What an address, a phone or a house may do only so often."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import request, session

from companion import membership
from companion.language.texts import Text
from companion.table.log import TooOften
from companion.web.rate_limits import guard, network

TOO_OFTEN = {
    "TABLES": Text("Too many new tables lately. Play at one of them, or wait a while."),
    "IMPORTS": Text("Too many files lately. Wait a while, then try again."),
    "PHOTOS": Text("Too many photos lately. Wait a while, then carry on."),
    "HOUSES": Text("Too many new houses were started from here. Join another by invitation, or wait a while."),
}


def counted_as() -> dict[str, Any]:
    """Find the keys that count this phone: an id that is never renewed and opens nothing, and its address."""
    ids = (session.get(name) for name in ("counted", "csrf_token", "phone"))
    return {"phone": next(filter(None, ids), None), "address": network(request.remote_addr or "")}


@contextmanager
def rate_limited(what: str) -> Iterator[None]:
    """Count what a phone does if it succeeds; refuse one that has done it too often: a key of `TOO_OFTEN`."""
    if not may_try(what):
        raise TooOften(TOO_OFTEN[what].message)
    yield
    tried(what)


def may_try(what: str) -> bool:
    """Say whether this phone may do a thing once more: one that has limits by phone, address and house."""
    return guard().may(what, **counted_as(), **_counted_house(what))


def tried(what: str) -> None:
    """Count what this phone did."""
    guard().did(what, **counted_as(), **_counted_house(what))


def _counted_house(what: str) -> dict[str, str]:
    """Find the key that counts the house of a phone that has one; what opens houses is counted by phone and address."""
    house = membership.current_house() if membership.is_public() and what != "HOUSES" else membership.HOME
    return {"house": str(house)} if house > membership.HOME else {}
