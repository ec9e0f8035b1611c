"""Add up plays, one after the other, to what their statistics show. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from math import ceil
from typing import Any

from companion.language.texts import Text
from companion.scores.model import Stretch, streaks
from companion.scores.statistics.rates import Duel, Tally, h_index
from companion.table.finished import Measure, Play, Player

SHORT, LONG = 3600, 7200
"""Up to how many seconds a play is short, and from how many on it is long."""
LENGTHS = (Text("under an hour"), Text("one to two hours"), Text("over two hours"))
BEGAN, OTHERS = Text("began"), Text("somebody else began")
QUARTER = 3
"""How many months a season has."""

Season = tuple[int, int]
"""A year, and which of its four seasons, from 0."""


@dataclass
class Numbers:
    """Numbers of one kind: how many, their sum and the greatest."""

    count: int = 0
    total: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        """Take one more."""
        self.most = max(self.most, number) if self.count else number
        self.count += 1
        self.total += number

    @property
    def average(self) -> float:
        """Their average."""
        return self.total / self.count


def _tallies() -> defaultdict[Any, Tally]:
    return defaultdict(Tally)


def _no_facts(_: Play) -> Iterable[Measure]:
    return ()


@dataclass
class Digest:
    """What plays add up to, for one `player` or, without one, for all; given the latest first.

    Of two players, `leads` says who was ahead, play by play: 1 the player, -1 the `other`. `moment` reads the reader's
    clock, `measures` what a game tells of its players besides their places and points. In each season the points of so
    many ends were `lined` by their `sources`.
    """

    moment: Callable[[float], datetime]
    player: str | None = None
    other: str | None = None
    measures: Callable[[Play], Iterable[Measure]] = _no_facts
    plays: int = 0
    timed: Numbers = field(default_factory=Numbers)
    first: float | None = None
    latest: float | None = None
    all: Tally = field(default_factory=Tally)
    games: defaultdict[str, Tally] = field(default_factory=_tallies)
    played: Counter[str] = field(default_factory=Counter)
    last_played: dict[str, float] = field(default_factory=dict)
    counts: defaultdict[int, Tally] = field(default_factory=_tallies)
    seats: defaultdict[int, Tally] = field(default_factory=_tallies)
    began: defaultdict[Text, Tally] = field(default_factory=_tallies)
    lengths: defaultdict[Text, Tally] = field(default_factory=_tallies)
    seasons: defaultdict[Season, Tally] = field(default_factory=_tallies)
    years: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    players: defaultdict[str, Tally] = field(default_factory=_tallies)
    duels: defaultdict[str, Duel] = field(default_factory=lambda: defaultdict(Duel))
    kinds: defaultdict[tuple[Text, str], Tally] = field(default_factory=_tallies)
    numbers: defaultdict[Text, Numbers] = field(default_factory=lambda: defaultdict(Numbers))
    days: Counter[str] = field(default_factory=Counter)
    months: Counter[int] = field(default_factory=Counter)
    longest: tuple[int, Play] | None = None
    best: dict[str, tuple[int, Player, Play]] = field(default_factory=dict)
    sources: defaultdict[Season, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    lined: Counter[Season] = field(default_factory=Counter)
    labels: dict[str, Any] = field(default_factory=dict)
    ends: list[tuple[float, int, int | None]] = field(default_factory=list)
    leads: list[tuple[float, int]] = field(default_factory=list)

    def add(self, play: Play, lines: Sequence[Sequence[dict[str, Any]]] = ()) -> None:
        """Add one more play, and of each of its players the lines of points if those are asked for."""
        day = self.moment(play.played_at)
        self._add_play(play, day)
        own = [(at, one) for at, one in enumerate(play.players) if self.player in (None, one.name)]
        season = day.year, (day.month - 1) // QUARTER
        counted: set[int] = set()
        for _, one in own:
            for tally in self._tallies_of(play, one, season):
                tally.add(one, again=id(tally) in counted)
                counted.add(id(tally))
            self._add_player(play, one)
        for name, label, value in self.measures(play):
            self._add_measure(play, name, label, value, counted)
        for at, one in own if any(lines) else ():
            self._add_lines(season, one, lines[at])

    def _add_play(self, play: Play, day: datetime) -> None:
        self.plays += 1
        self.first, self.latest = play.played_at, play.played_at if self.latest is None else self.latest
        self.played[play.game] += 1
        self.last_played.setdefault(play.game, play.played_at)
        self.years[day.year][play.game] += 1
        self.days[day.date().isoformat()] += 1
        self.months[day.month] += 1
        if play.seconds is not None:
            self.timed.add(play.seconds)
            if self.longest is None or play.seconds > self.longest[0]:
                self.longest = play.seconds, play

    def _add_player(self, play: Play, one: Player) -> None:
        if one.points is not None and (play.game not in self.best or one.points >= self.best[play.game][0]):
            self.best[play.game] = one.points, one, play
        if self.player or one.place == 1:
            self.ends.append((play.played_at, one.place, one.points))
        if self.player:
            for other in play.players:
                if other.name != self.player:
                    self._add_duel(play.played_at, one, other)

    def _add_duel(self, at: float, one: Player, other: Player) -> None:
        duel = self.duels[other.name]
        before = duel.ahead, duel.behind
        duel.add(one, other)
        if other.name == self.other:
            self.leads.append((at, (duel.ahead - before[0]) - (duel.behind - before[1])))

    def _tallies_of(self, play: Play, one: Player, season: Season) -> Iterator[Tally]:
        """List the sums to which the end of a play belongs."""
        yield self.all
        yield self.games[play.game]
        yield self.counts[len(play.players)]
        yield self.seasons[season]
        yield self.players[one.name]
        if len(play.players) > 1:
            if one.seat is not None:  # players stand in the order of their places
                yield self.seats[one.seat]
            if started := play.options.get("started"):
                yield self.began[BEGAN if started == one.name else OTHERS]
        if (seconds := play.seconds) is not None:
            yield self.lengths[LENGTHS[(seconds >= SHORT) + (seconds > LONG)]]

    def _add_measure(self, play: Play, name: str, label: Text, value: int | str, counted: set[int]) -> None:
        one = next((one for one in play.players if one.name == name), None)
        if one is None or self.player not in (None, name):
            return
        if isinstance(value, int):
            self.numbers[label].add(value)
        else:
            tally = self.kinds[label, value]
            tally.add(one, again=id(tally) in counted)
            counted.add(id(tally))

    def _add_lines(self, season: Season, one: Player, lines: Sequence[dict[str, Any]]) -> None:
        self.lined[season] += one.points is not None
        for line in lines:
            self.labels.setdefault(line["id"], line["label"])
            self.sources[season][line["id"]] += line["points"]

    # What follows from the sums

    @property
    def streaks(self) -> tuple[int, int]:
        """Count the wins in a row at the end, and the most in a row anywhere."""
        return streaks("".join("1" if place == 1 else "0" for _, place, _ in reversed(self.ends)))

    def h_index(self) -> int:
        """Find the h-index of games."""
        return h_index([*self.played.values()])

    def points(self) -> list[tuple[float, int]]:
        """List the points of the player, or of all winners, with their moments, the oldest first."""
        return [(at, points) for at, _, points in reversed(self.ends) if points is not None]

    def lead(self) -> list[tuple[float, int]]:
        """List after each play of two how many plays the one was ahead more than the other, the oldest first."""
        marks = [*reversed(self.leads)]
        return [*zip((at for at, _ in marks), accumulate(mark for _, mark in marks), strict=True)]


def stretches(marks: Sequence[tuple[float, int]], *, most: int) -> list[Stretch]:
    """Cut numbers with their moments into at most so many stretches of about equal length."""
    length = max(1, ceil(len(marks) / most))
    return [_stretch(marks[at : at + length]) for at in range(0, len(marks), length)]


def _stretch(part: Sequence[tuple[float, int]]) -> Stretch:
    numbers = [number for _, number in part]
    return Stretch(len(part), part[0][0], min(numbers), max(numbers), sum(numbers) / len(numbers))
