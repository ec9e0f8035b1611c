"""The players that somebody names in a question: "can Ann attack Bob" asks what Ann can do. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

MYSELF = re.compile(r"\b(?:i|my|we|our|ich|mein\w*|wir|unser\w*)\b", re.IGNORECASE)
"""How people name themselves: "can I attack Bob" asks what who asks can do."""


def asked_about(query: str, names: Sequence[str], seat: int | None) -> int | None:
    """Find the seat of the player that a question names first, else the `seat` that asks; all of it is open."""
    found = ((name and _name(name).search(query), number) for number, name in enumerate(names))
    at = [(one.start(), -one.end(), -len(names[number]), number) for one, number in found if one]  # the longest one
    start, *_, named = min(at, default=(0, seat))
    mine = MYSELF.search(query)
    return seat if mine and mine.start() < start else named


def without(query: str, names: Sequence[str]) -> str:
    """Leave the players' names out of a question: no rule has them; what has nothing else stays as it is."""
    for name in sorted(filter(None, names), key=len, reverse=True):
        query = " ".join(_name(name).sub(" ", query).split()) or query
    return query


def _name(name: str) -> re.Pattern[str]:
    """Find a name, also in the genitive: "Bob's", and in German "Bobs"; a player may be called A, but not by "as"."""
    apostrophe = "['’]?" if len(name) > 2 else "['’]"
    return re.compile(rf"(?<!\w){re.escape(name)}(?:{apostrophe}s)?(?!\w)", re.IGNORECASE)
