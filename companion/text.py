"""Sentences that pure code writes in English and a page shows in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any


class Text(str):
    """Format an English sentence, keeping its parts so that a page can translate it.

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
    """Give a `Text` as what JSON can hold, its parts kept apart; leave anything else as it is."""
    if not isinstance(text, Text):
        return text
    return {"message": text.message, "values": {key: to_plain(value) for key, value in text.values.items()}}


def from_plain(value: Any) -> Any:
    """Give back the `Text` that `to_plain` took apart; leave anything else as it is."""
    if not (isinstance(value, dict) and value.keys() == {"message", "values"}):
        return value
    message, values = value["message"], value["values"]
    return Text(message, **{key: from_plain(part) for key, part in values.items()})


def listed(parts: Sequence[Text]) -> Text:
    """Join `parts` to one enumeration, "nothing" if there are none."""
    if not parts:
        return Text("nothing")
    *first, last = parts
    if not first:
        return last
    return Text("%(first)s and %(last)s", first=reduce(_comma, first), last=last)


def _comma(first: Text, then: Text) -> Text:
    return Text("%(first)s, %(then)s", first=first, then=then)
