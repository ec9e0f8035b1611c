"""Which houses the phone that asks is a member of, and which of them a request is about.

It is asked of the database each time: whoever was removed is out at once, whichever process is asked. Every page needs
it, so it lies below them; how houses are opened, joined and left is told by `companion.houses`, above.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import NamedTuple

from flask import current_app, g, has_request_context, session

from companion.language.texts import Text
from companion.membership import store
from companion.storage.connections import get_db, no_wait
from companion.storage.protocol import StorageError

HOME = 0
"""The house of an installation that serves only one."""
NOBODY = -1
"""Stands for the house of a phone that has none, in which nothing is and nothing comes."""
DAY = 24 * 3600
"""Seconds after which it is written down once more that a member has opened a house."""


class House(NamedTuple):
    """A house as one of its members sees it: its own name if it has one, that of its host, and who asks."""

    id: int
    name: str
    hosted_by: str
    member: int
    me: str
    host: bool
    seen_at: float

    @property
    def title(self) -> str | Text:
        """What it is called: by its own name, or by its host."""
        if self.name:
            return self.name
        return Text("%(name)s's house", name=self.hosted_by) if self.hosted_by else Text("Our house")


def is_public() -> bool:
    """Say whether this installation is for many houses."""
    return bool(current_app.config.get("PUBLIC"))


def current_house() -> int:
    """Find the house whose plays, lists and boxes this request may see, and where its tables are opened."""
    if "house" not in g:
        enter(_chosen() if is_public() else HOME)
    house: int = g.house
    return house


def enter(house: int) -> None:
    """Let this request be about a house from now on."""
    g.house = house


def look_at(house: int, seen_at: float | None) -> None:
    """Let this request be about a table's house; without `seen_at` the phone is no member, and sees nothing of it."""
    if seen_at is None:
        enter(NOBODY)
    else:
        enter(house)
        saw(house, seen_at)


def mine() -> list[House]:
    """List the houses of the phone that asks, the one it came to last first."""
    if "houses" not in g:
        asked = is_public() and has_request_context()
        ids = [id for name in ("phone", "former") if asked and (id := session.get(name))]
        rows = store.find_houses(get_db(), ids) if ids else []
        g.houses = [*{row[0]: House(*row) for row in reversed(rows)}.values()][::-1]
    found: list[House] = g.houses
    return found


def chosen() -> House | None:
    """Find the house that the phone has chosen, or that it came to last; None if it has none."""
    own = mine()
    house = next((house for house in own if house.id == session.get("house")), own[0] if own else None)
    if house:
        saw(house.id, house.seen_at)
    return house


def is_out() -> bool:
    """Say whether the phone is no longer in the house that it has chosen, so that pages show it the next one."""
    own = [house.id for house in mine()]
    return bool(own) and session.get("house", own[0]) not in own


def _chosen() -> int:
    house = chosen()
    return house.id if house else NOBODY


def saw(house: int, seen_at: float) -> None:
    """Write down that a member has opened a house, at most once a day, and not if anything is in the way."""
    now = time.time()
    if now - seen_at >= DAY and not get_db().is_writing:
        with suppress(StorageError), no_wait():
            store.saw(get_db(), house, at=now)


def forget() -> None:
    """Ask anew which houses the phone has, after they have changed."""
    for known in ("house", "houses"):
        g.pop(known, None)
