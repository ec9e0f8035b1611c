"""Plays as a table that a spreadsheet shows right as soon as it is opened, in its reader's language.

The other table (`sheet`) is for programs: its columns have names that stay, its moments are in UTC, and a quote before
a text that a spreadsheet could run shows. Here no mark shows.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from babel.dates import get_month_names
from babel.numbers import get_decimal_symbol

from companion.language import time_zones
from companion.language.texts import Text
from companion.scores import wording
from companion.scores.model import DRAW
from companion.table.finished import Play, ScoreField
from companion.table.seating.seats import COLOURS
from companion.web import LANGUAGES, translate

HEADINGS = (
    *(Text("Play"), Text("Game"), Text("Date"), Text("Time"), Text("Table"), Text("Note"), Text("Starting player")),
    *(Text("Minutes"), Text("Players"), Text("Player"), Text("Colour"), Text("Place"), Text("Points")),
    *(Text("Tie-break"), Text("Seat"), Text("Team"), Text("Role")),
)
LEFT, RIGHT = "\u200e", "\u200f"
"""Marks of a text's direction: they take no room and are no white space, and a name that is typed loses them."""
TRUTHS = frozenset(("true", "false", "wahr", "falsch"))
"""Words that a spreadsheet takes for a truth, in our languages."""


@dataclass(frozen=True)
class Manner:
    """How a reader's spreadsheet writes: what parts its columns, and what its decimals.

    It goes by where its machine is: where decimals have a comma, columns have a semicolon.
    """

    locale: str

    @property
    def decimal(self) -> str:
        """The sign before decimals."""
        return get_decimal_symbol(self.locale)

    @property
    def separator(self) -> str:
        """The sign between columns; in Switzerland a semicolon, too, whose decimals have a point."""
        return ";" if self.decimal == "," or self.locale.startswith("de") else ","


def header(manner: Manner, kept: Sequence[ScoreField], sources: Mapping[str, str]) -> str:
    """Write the names of the columns: each source of points has one, given with its label, and each fact or part."""
    called = Counter(sources.values())
    labels = [
        Text("%(label)s (%(id)s)", label=label, id=id) if called[label] > 1 else label for id, label in sources.items()
    ]
    points = [Text("Points: %(source)s", source=label) for label in labels]
    facts = [heading for fact in kept for heading in _headings(fact)]
    return _written(manner, [[*HEADINGS, *points, *facts]])


def rows(
    manner: Manner,
    plays: Iterable[tuple[Play, str, Sequence[Mapping[str, int]]]],
    kept: Sequence[ScoreField],
    sources: Iterable[str],
) -> str:
    """Write a row for each player of each play, given with its game's title and the players' points by source."""
    return _written(manner, (row for play, title, points in plays for row in _rows(play, title, points, kept, sources)))


def _headings(fact: ScoreField) -> list[Text]:
    if not fact.parts:
        return [fact.label]
    return [Text("%(label)s: %(part)s", label=fact.label, part=fact.say(part)) for part in fact.parts]


def _rows(
    play: Play, title: str, points: Sequence[Mapping[str, int]], kept: Sequence[ScoreField], sources: Iterable[str]
) -> list[list[Any]]:
    at = time_zones.moment(play.played_at, time_zones.named(play.zone))
    minutes = None if play.seconds is None else round(play.seconds / 60)
    head = [play.id, title, Moment(f"{at:%Y-%m-%d}"), Moment(f"{at:%H:%M}"), play.code, play.note]
    head += [play.options.get("started"), minutes, len(play.players)]
    facts = [cell for fact in kept for cell in _cells(fact, play.options)]
    by_player = dict(zip((each.name for each in play.players), points, strict=True))
    return [
        [*head, each.name, COLOURS.get(each.colour, each.colour), Text("draw") if each.place == DRAW else each.place]
        + [each.points, each.tie_break, each.seat, each.team, Text(each.role) if each.role else None]
        + [by_player[each.name].get(source) for source in sources]
        + facts
        for each in play.ranking
    ]


def _cells(fact: ScoreField, options: Mapping[str, Any]) -> list[Any]:
    """Write a fact into its columns: yes or no for each of its parts, nothing where nobody looked."""
    value = options.get(fact.id)
    if isinstance(value, bool) and not fact.parts:
        return [Text("yes") if value else Text("no")]
    if not fact.parts:
        return [value if isinstance(value, int | float) else wording.say(fact, options)]
    if not isinstance(value, list):
        return [None] * len(fact.parts)
    counted = options.get(fact.counted, fact.parts)
    known = counted if isinstance(counted, list | tuple) else ()
    return [Text("yes") if part in value else Text("no") if part in known else None for part in fact.parts]


class Moment(str):
    """A day or a time as every spreadsheet reads it, whatever its language."""


def _written(manner: Manner, rows: Iterable[Sequence[Any]]) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=manner.separator).writerows([cell(manner, one) for one in row] for row in rows)
    return file.getvalue()


def cell(manner: Manner, value: Any) -> Any:
    """Write a value so that a spreadsheet shows it as it is: a number, a day, or a text that is never calculated.

    A text that it would take for a formula, a number or a day has a mark before it that takes no room.
    """
    if isinstance(value, float):
        return str(value).replace(".", manner.decimal)
    if value is None or isinstance(value, int | Moment):
        return value
    text = str(translate(value)) if isinstance(value, Text) else str(value)
    return _mark(text) + text if is_taken_for_more(text) else text


def is_taken_for_more(text: str) -> bool:
    """Say whether a spreadsheet may take a text for a formula, a number, a day or a truth."""
    if text[:1] and not text[0].isalpha() and unicodedata.category(text[0]) != "So":
        return True
    folded = text.casefold()
    return folded in TRUTHS or (text[-1:].isdigit() and folded[:3] in _months())


@lru_cache(1)
def _months() -> frozenset[str]:
    """List how the names of months begin."""
    names = (get_month_names(width, locale=each) for width in ("abbreviated", "wide") for each in LANGUAGES)
    return frozenset(name[:3].casefold() for each in names for name in each.values())


def _mark(text: str) -> str:
    """Find the mark that leaves a text its direction: that of its first letter that has one."""
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return RIGHT if next((one for one in directions if one in ("L", "R", "AL")), "L") != "L" else LEFT
