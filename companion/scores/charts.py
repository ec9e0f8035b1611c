"""The geometry of the charts. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.language.texts import Text, parts
from companion.scores.model import Stretch
from companion.table.finished import Line, Player, Who, since

SINCE = since(Who(0), 1).message

COLOURS = ("blue", "orange", "teal", "purple", "yellow", "red", "green", "pink", "brown", "grey")
"""The colours of the sources of points; with more sources they repeat."""

PAINT = {
    "ground": "#151229",
    "card": "#201b3f",
    "line": "#3a3366",
    "ink": "#f3efff",
    "dim": "#b9b1dc",
    "brass": "#e9bd62",
    "on_seat": "#1a1430",
    "red": "#ff8f8f",
    "blue": "#8cc4ff",
    "green": "#9be39f",
    "yellow": "#ffd76b",
    "purple": "#cfa3ff",
    "orange": "#ffb37a",
    "teal": "#5fded4",
    "pink": "#ff9fd0",
    "grey": "#c4c4d0",
    "brown": "#d9aa7a",
}
"""The style sheet's dark palette, for a picture that leaves the house without it."""


MOST = 24
"""How many points a curve has at most: as a picture for phones, and as numbers for who listens to them."""
Spot = tuple[float, float]
"""A place in a chart: from its left, and from its top."""


class Scored(Protocol):
    """Whatever has points: a player of a play, or a score sheet."""

    @property
    def lines(self) -> Sequence[Line]:
        """The lines of its points."""


S = TypeVar("S", bound=Scored)


class Source(NamedTuple):
    """A source of points of a play: its colour and label in the chart."""

    id: str
    colour: str
    label: str


class Segment(NamedTuple):
    """A part of a bar, from `start` on, in percent of the chart's width, and what is written in it."""

    colour: str
    text: str
    start: float
    width: float

    @property
    def middle(self) -> float:
        """The middle of the segment, where its text is written."""
        return round(self.start + self.width / 2, 2)


def sources(players: Sequence[Scored]) -> dict[str, Source]:
    """Find the sources of points, with a colour each in the order in which the players' lines name them."""
    labels = {line.id: line.label for player in players for line in player.lines}
    return {id: Source(id, COLOURS[index % len(COLOURS)], label) for index, (id, label) in enumerate(labels.items())}


def seen(players: Sequence[Scored]) -> list[Source]:
    """List the sources that gave or took anybody's points: what a chart's bars show; the others would only fill it."""
    counted = {line.id for player in players for line in player.lines if line.points}
    return [source for id, source in sources(players).items() if id in counted]


def bars(players: Sequence[S]) -> list[tuple[S, list[Segment]]]:
    """Stack each player's points by source, the longest bar 100 wide; negative points shorten the bar.

    In each part stands how many points its source gave.
    """
    known = sources(players)
    lengths = [_lengths(player) for player in players]
    full = max((sum(own.values()) for own in lengths), default=0)
    rows = []
    for player, own in zip(players, lengths, strict=True):
        start, segments = 0.0, []
        points = {line.id: line.points for line in player.lines}
        for id, length in own.items():
            segments.append(_segment(known[id].colour, str(points[id]), start, 100 * length / full))
            start += 100 * length / full
        rows.append((player, segments))
    return rows


def stacked(rows: Sequence[Mapping[str, float]]) -> list[list[Segment]]:
    """Stack numbers from 0 up by their names, which have their colours in order; the longest bar is 100 wide."""
    full = max((sum(max(0, number) for number in row.values()) for row in rows), default=0) or 1
    found = []
    for row in rows:
        start, segments = 0.0, []
        for number, colour in zip(row.values(), COLOURS, strict=False):
            width = 100 * max(0, number) / full
            if width:
                segments.append(_segment(colour, str(round(number)), start, width))
            start += width
        found.append(segments)
    return found


def _segment(colour: str, text: str, start: float, width: float) -> Segment:
    return Segment(colour, text, round(start, 2), round(width, 2))


def band(said: Any, turns: Any, colours: Mapping[str, str]) -> list[Segment]:
    """Lay out who had something from which turn on, as a list of `since` says it; nothing if it says anything else.

    `turns` is how many there were, `colours` are those of the players by their names.
    """
    steps = [one.values for one in parts(said) if isinstance(one, Text) and one.message == SINCE]
    starts = [one["turn"] for one in steps]
    if not steps or not all(isinstance(one, int) for one in (*starts, turns)) or starts != sorted({*starts}):
        return []
    ends, full = [*starts[1:], turns + 1], turns + 1 - starts[0]
    if full <= 0 or ends[-1] <= starts[-1]:
        return []
    return [
        _segment(
            colours.get(one["name"], "grey"),
            str(one["name"]),
            100 * (start - starts[0]) / full,
            100 * (end - start) / full,
        )
        for one, start, end in zip(steps, starts, ends, strict=True)
    ]


def _lengths(player: Scored) -> dict[str, int]:
    """Compute the length of each source's segment, in points; together they are the sum of all lines."""
    left, lengths = sum(line.points for line in player.lines), {}
    for line in player.lines:
        if min(line.points, left) > 0:
            lengths[line.id] = min(line.points, left)
            left -= lengths[line.id]
    return lengths


class Curve(NamedTuple):
    """Points over time: a line of averages, the band between the least and the most, and where these two stand."""

    stretches: Sequence[Stretch]
    line: list[Spot]
    band: list[Spot]
    least: int
    most: int

    @property
    def single(self) -> bool:
        """Whether each stretch is one play."""
        return all(one.plays == 1 for one in self.stretches)

    @property
    def said(self) -> str:
        """The averages in whole points, for who listens to the curve."""
        return ", ".join(str(round(one.average)) for one in self.stretches)


YEAR_HEAD, YEAR_LINE, MONTH, TALLEST = 620, 76, 80, 220
"""In the picture of a year: how much is above its lines, how far these and the months stand apart, the longest bar."""

Drawn = tuple[int, str]
"""A line of a text, and how far down it is drawn."""


@dataclass(frozen=True)
class Picture:
    """A play as a picture: how high it and its card are, its title, and from the top on its rows, sources and facts.

    Each text is cut into lines that fit, each with how far down it is. Of a row the bar's place comes last.
    """

    height: int
    inner: int
    title: list[Drawn]
    day: int
    rows: list[tuple[int, Player, list[Segment], list[Drawn], int]]
    sources: list[tuple[int, int, Source, list[Drawn]]]
    facts: list[Drawn]


HEAD, EDGE, LEFT, COLUMN, LINE, UNDER = 250, 20, 60, 490, 52, 20
"""Where the rows begin, the card's edge, where texts begin, how far columns and lines stand apart, the space below."""
TALL, FLAT, PERCENT = 150, 100, 9.6
"""How high a player's row is with a bar and without, and how wide a percent of a bar."""
TITLE, NAME, SMALL = 60, 44, 36
"""How far lines of a title, a name and small texts stand apart."""
THIN, BROAD = "fijlrt.,;:!|'() ", "mwMW@%"
"""Letters that need less room than others, and more."""


def picture(players: Sequence[Player], facts: Sequence[str], title: str, *, say: Callable[[str], str] = str) -> Picture:
    """Lay out a play as a picture: its players, then the sources of points in two columns, then what was kept of it."""
    known = seen(players)
    heading = _stacked(wrapped(title, width=800, size=60), 112, TITLE)
    top = HEAD + TITLE * (len(heading) - 1)
    day = top - HEAD + 162
    rows = []
    for player, segments in bars(players):
        name = _stacked(wrapped(player.name, width=560, size=42), 15, NAME)
        more = NAME * (len(name) - 1)
        rows.append((top, player, [_drawn(segment) for segment in segments], name, 52 + more))
        top += (TALL if known else FLAT) + more
    labels = [(source, wrapped(say(source.label), width=410, size=30)) for source in known]
    sources, top = _legend([(source, _stacked(lines, 4, SMALL)) for source, lines in labels], top)
    lines = [wrapped(fact, width=960, size=30) for fact in facts]
    top, told = top + (UNDER if lines else 0), list[Drawn]()
    for fact in lines:
        told += _stacked(fact, top, SMALL)
        top += LINE + SMALL * (len(fact) - 1)
    return Picture(top, top - 2 * EDGE, heading, day, rows, sources, told)


def _stacked(lines: Sequence[str], top: int, apart: int) -> list[Drawn]:
    return [(top + apart * number, line) for number, line in enumerate(lines)]


def _legend(
    sources: Sequence[tuple[Source, list[Drawn]]], top: int
) -> tuple[list[tuple[int, int, Source, list[Drawn]]], int]:
    """Lay out the sources in two columns; return where what is below them begins, too."""
    found = []
    for at in range(0, len(sources), 2):
        pair = sources[at : at + 2]
        found += [(LEFT + COLUMN * column, top, *one) for column, one in enumerate(pair)]
        top += LINE + SMALL * (max(len(lines) for _, lines in pair) - 1)
    return found, top


def wrapped(text: str, *, width: float, size: float) -> list[str]:
    """Cut a text into lines that are at most so wide in letters of a size, a long word into parts."""
    lines, left = [""], width
    for word in text.split(" "):
        needed = sum(_width(letter) for letter in word) * size
        if needed > left and lines[-1]:
            lines.append("")
            left = width
        for letter in word:
            if (own := _width(letter) * size) > left:
                lines.append("")
                left = width
            lines[-1] += letter
            left -= own
        lines[-1] += " "
        left -= _width(" ") * size
    return [line.strip() for line in lines if line.strip()]


def _width(letter: str) -> float:
    """Estimate how wide a letter is, as a part of its height: rather too much, whatever the typeface."""
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return 1.2
    return 0.36 if letter in THIN else 0.98 if letter in BROAD else 0.74 if letter.isupper() else 0.62


class YearDrawn(NamedTuple):
    """A year as a picture: how high it and its card are, its months from left to right and its lines from the top."""

    height: int
    inner: int
    months: list[tuple[int, int, str, int]]
    lines: list[tuple[int, Text, str | int, int | None]]


def year(months: Sequence[tuple[str, int, int]], lines: Sequence[tuple[Text, str | int, int | None]]) -> YearDrawn:
    """Lay out a year as a picture: a bar for each month, of a percentage, then what is told of it."""
    height = YEAR_HEAD + YEAR_LINE * len(lines)
    return YearDrawn(
        height,
        height - 2 * EDGE,
        [
            (LEFT + MONTH * at, TALLEST * percent // 100, name, count)
            for at, (name, count, percent) in enumerate(months)
        ],
        [(YEAR_HEAD - 2 * EDGE + YEAR_LINE * at, *line) for at, line in enumerate(lines)],
    )


def _drawn(segment: Segment) -> Segment:
    return segment._replace(start=round(PERCENT * segment.start, 1), width=round(PERCENT * segment.width, 1))


def curve(stretches: Sequence[Stretch], *, width: int, height: int) -> Curve | None:
    """Draw stretches of plays from left to right, the least points at `height`, the most at 0; None for one stretch."""
    if len(stretches) < 2:
        return None
    least, most = min(one.least for one in stretches), max(one.most for one in stretches)
    rise, step = height / max(most - least, 1), width / (len(stretches) - 1)

    def spots(values: Iterable[float]) -> list[Spot]:
        return [(round(index * step, 1), round((most - value) * rise, 1)) for index, value in enumerate(values)]

    upper, lower = spots(one.most for one in stretches), spots(one.least for one in stretches)
    return Curve(stretches, spots(one.average for one in stretches), [*upper, *reversed(lower)], least, most)
