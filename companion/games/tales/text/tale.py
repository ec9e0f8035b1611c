"""What the tale shows besides its words: the way that each hero has gone, and where everybody stands. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.tales.facts import LEVELS, events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.wealth import RANK, TRACK
from companion.games.tales.state import State
from companion.games.tales.state.heroes import PLACES
from companion.language.texts import Text
from companion.table.log import Entry


class Station(NamedTuple):
    """Where a hero came by, and what happened there: names of icons."""

    kind: str
    name: str
    marks: tuple[str, ...] = ()

    @property
    def space(self) -> Text:
        """What kind of space it is."""
        return PLACES[self.kind]


HOME = Station("baghdad", "")


def ways(moves: Iterable[Entry], players: int) -> list[list[Station]]:
    """Find the way that each hero has gone, from Baghdad on; who stays adds no station."""
    gone = [[HOME] for _ in range(players)]
    for event in _events(moves):
        seat: int = getattr(event, "seat", -1)
        if seat in range(players):
            way = gone[seat]
            if mark := _mark(event):
                way[-1] = way[-1]._replace(marks=(*way[-1].marks, mark))
            if (station := _station(event)) and (_goes(event) or station != way[-1]._replace(marks=())):
                way.append(station)
    return gone


def _events(moves: Iterable[Entry]) -> Iterable[Event]:
    return (event for entry in moves for event in entry.events)


def _station(event: Event) -> Station | None:
    match event:
        case ev.HeroMoved(_, _, kind, _, place):
            return Station(kind, place)
        case ev.HeroDied():
            return HOME
    return None


def _goes(event: Event) -> bool:
    return isinstance(event, ev.HeroMoved) and bool(event.route or event.carried)


def _mark(event: Event) -> str:
    """Name the icon of what happened at a station, if it has one."""
    match event:
        case ev.StatusGained(_, status):
            return status
        case ev.TreasureGained():
            return "treasure"
        case ev.QuestEnded(done=True):
            return "story"
        case ev.HeroDied():
            return "death"
        case ev.VictoryDeclared():
            return "declared"
    return ""


class Spot(NamedTuple):
    """A station on the picture of the ways: where it is drawn."""

    x: int
    y: int
    station: Station

    @property
    def marks(self) -> list[tuple[int, str]]:
        """What is marked at the station, as far as there is room: how far from its middle, and with which symbol."""
        return [(MARKED - MARK_APART * number, mark) for number, mark in enumerate(self.station.marks[:MOST_MARKS])]


A_ROW, MOST_STATIONS = 7, 70
"""How many stations stand in a row of the picture, and how many a hero's way shows, the latest."""
WIDE, HIGH, FIRST = 140, 170, 120
"""How far stations stand apart, and the first from the left edge."""
MARKED, MARK_APART, MOST_MARKS = 34, 38, 3
"""How far to the right of a station the first mark stands, how far marks stand apart, and how many there are."""


def drawn(way: Sequence[Station]) -> list[Spot]:
    """Lay a way out in rows that turn back at their ends, as a caravan's track."""
    spots = []
    for number, station in enumerate(way[-MOST_STATIONS:]):
        row, column = divmod(number, A_ROW)
        column = column if row % 2 == 0 else A_ROW - 1 - column
        spots.append(Spot(FIRST + WIDE * column, HIGH * row, station))
    return spots


class Disc(NamedTuple):
    """A hero's disc on a track: at which number, and over how many others that stand there too."""

    seat: int
    at: int
    over: int


class Mark(NamedTuple):
    """A number, or the picture of a level, at its place of a track."""

    x: float
    number: int
    picture: str = ""
    picture_x: float = 0


class Track(NamedTuple):
    """A track of the picture: its symbol, how far it is from the top, its marks, and whose disc stands where."""

    picture: str
    top: int
    marks: tuple[Mark, ...]
    discs: tuple[tuple[int, float, int], ...]


def discs(values: Sequence[int]) -> tuple[Disc, ...]:
    """Put everybody's disc on a track, those at the same number one over the other."""
    return tuple(Disc(seat, at, values[:seat].count(at)) for seat, at in enumerate(values))


class Tracks(NamedTuple):
    """The tracks of destiny, story and wealth as one picture: its height, and by seat the same in words."""

    height: int
    tracks: tuple[Track, ...]
    points: tuple[tuple[int, int, str], ...]


LONG, ICON, EVERY = 290, 16, 5
"""How long a track is, how wide a level's picture, and how many points lie between two numbers."""
ABOVE, PILE, BELOW, MARGIN = 18, 15, 30, 4
"""The room above a track, for each disc that stands over others, below it, and below all."""


def tracks(state: State) -> Tracks:
    """Prepare the tracks as one picture."""
    heroes = state.heroes
    most = max(state.total, *(max(hero.destiny, hero.story) for hero in heroes))
    numbers = tuple(Mark(_along(number, most), number) for number in range(0, most + 1, EVERY))
    top, found = 0, []
    for picture, values, last, marks in (
        ("destiny", [hero.destiny for hero in heroes], most, numbers),
        ("story", [hero.story for hero in heroes], most, numbers),
        ("treasure", [RANK[hero.wealth] for hero in heroes], len(TRACK) - 1, _levels()),
    ):
        stand = discs(values)
        top += ABOVE + PILE * max(disc.over for disc in stand)
        spots = tuple((disc.seat, _along(disc.at, last), -PILE * disc.over) for disc in stand)
        found.append(Track(picture, top, marks, spots))
        top += BELOW
    points = tuple((hero.destiny, hero.story, LEVELS[hero.wealth].label) for hero in heroes)
    return Tracks(top + MARGIN, tuple(found), points)


def _along(at: int, most: int) -> float:
    return round(LONG * at / most, 1)


def _levels() -> tuple[Mark, ...]:
    places = [_along(rank, len(TRACK) - 1) for rank in range(len(TRACK))]
    return tuple(Mark(x, rank, TRACK[rank], x - ICON / 2) for rank, x in enumerate(places))
