"""Sentences that pure code writes in English and a page shows in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache, reduce
from typing import Any

LONGEST = 4000
"""How many characters a sentence may have, those in it included."""
SHORT = 240
"""How many characters are left of a sentence that is none of ours, and of each value in it."""
DEEPEST = 60
"""How deep sentences may be nested: a list is one level deeper for every part."""
PARTS = {"message", "values"}
PLACE = re.compile(r"%\((\w+)\)s")
"""A place for a value in a sentence; our sentences have no other kind."""


class Text(str):
    """An English sentence that keeps its parts, so that a page can translate it.

    `Text("%(count)s Keys", count=3)` reads "3 Keys" wherever a plain string would do.
    """

    message: str
    values: dict[str, Any]

    def __new__(cls, message: str, **values: Any) -> Text:
        text = super().__new__(cls, message % values if values else message)
        text.message = message
        text.values = values
        return text


def to_plain(text: Any) -> Any:
    """Turn a `Text` into plain values for JSON, its parts kept apart; leave anything else as it is."""
    if not isinstance(text, Text):
        return text
    return {"message": text.message, "values": {key: to_plain(value) for key, value in text.values.items()}}


def from_plain(value: Any, known: Container[str], *, deepest: int = DEEPEST) -> Any:
    """Turn what `to_plain` made into a `Text` again; leave anything else as it is.

    Only a sentence that is `known` as ours becomes one. Any other, from an older version or a file, becomes a plain
    string, cut short, its values put in but never formatted. Nothing raises here, or grows.
    """
    if not is_plain(value):
        return value
    if not deepest:
        return "…"
    message: str = value["message"]
    parts = {str(key): from_plain(part, known, deepest=deepest - 1) for key, part in value["values"].items()}
    parts = {key: part if isinstance(part, str | int | float) else "…" for key, part in parts.items()}
    if message in known and parts.keys() == places(message):
        said = Text(message, **parts)
        if len(said) <= LONGEST:
            return said
    return PLACE.sub(lambda place: str(parts.get(place[1], place[0]))[:SHORT], message[:SHORT])


def is_plain(value: Any) -> bool:
    """Say whether a value is a `Text` that `to_plain` took apart."""
    if not isinstance(value, dict) or value.keys() != PARTS:
        return False
    return isinstance(value["message"], str) and isinstance(value["values"], dict)


@lru_cache(1024)
def places(message: str) -> frozenset[str]:
    """List the names of the values in a sentence; a log has the same sentences over and over."""
    return frozenset(PLACE.findall(message))


def listed(parts: Sequence[Text]) -> Text:
    """Join `parts` to one list in words, "nothing" if there are none."""
    if not parts:
        return Text("nothing")
    *first, last = parts
    if not first:
        return last
    return Text("%(first)s and %(last)s", first=reduce(_comma, first), last=last)


def parts(said: str) -> list[str]:
    """Take a list that `listed` made apart again; anything else is one part."""
    match said:
        case Text(message="%(first)s and %(last)s"):
            return [*parts(said.values["first"]), said.values["last"]]
        case Text(message="%(first)s, %(then)s"):
            return [*parts(said.values["first"]), said.values["then"]]
    return [said]


def sentences(said: Any) -> list[Text]:
    """List the sentences of a list that `listed` made, of what is kept of a play; none of anything else."""
    return [one for one in parts(said) if isinstance(one, Text) and one.values] if isinstance(said, Text) else []


def everybody(seats: Iterable[int], names: Sequence[str]) -> Text:
    """List players by their names, in one sentence."""
    return listed([Text("%(name)s", name=names[seat]) for seat in seats])


def numeral(number: int) -> str:
    """Write a number, below zero with a true minus."""
    return str(number).replace("-", "−")


def with_sign(number: int) -> str:
    """Write a change with its sign: +3, −1."""
    return f"{number:+d}".replace("-", "−")


def spoken(value: Any) -> str:
    """Put a value in words; a sentence of ours stays one, to be said in the reader's language."""
    return value if isinstance(value, Text) else str(value)


def _comma(first: Text, then: Text) -> Text:
    return Text("%(first)s, %(then)s", first=first, then=then)
