"""How a game ended at a table, or elsewhere: as its state tells it by seats, and what the scores keep of it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

from companion.language.texts import Text, spoken

LONGEST = 10**6
"""How many seconds a play can have taken."""
POINTS, SIDES, LAST, DECLARED = WAYS = "points", "sides", "last", "declared"
"""The ways to win: most points, with one's side, as the last who stands or conquers, or by what the game declares."""


@dataclass(frozen=True)
class Won:
    """How a game is won: one of the ways, what breaks a `tie` of points, and the `roles` in which people play it."""

    by: str
    tie: Text | None = None
    roles: tuple[Text, ...] = ()


AS_DECLARED = Won(DECLARED)
"""How a game is won of which nothing else is known."""


class Who(int):
    """A seat in a `Text`, in place of the name of the player there; `with_names` puts the name in."""


def with_names(text: Text, names: Sequence[str]) -> Text:
    """Put the seats' names in place of every `Who` of a sentence."""
    if not text.values:
        return text
    return Text(text.message, **{key: _with_name(value, names) for key, value in text.values.items()})


def _with_name(value: Any, names: Sequence[str]) -> Any:
    if isinstance(value, Who):
        return names[value]
    return with_names(value, names) if isinstance(value, Text) else value


def since(seat: Who, turn: int) -> Text:
    """Say who had something from which turn on: of a list of these the scores draw a band."""
    return Text("%(name)s from turn %(turn)s", name=seat, turn=turn)


@dataclass(frozen=True)
class Line:
    """One source of points, and why it gives so many."""

    id: str
    label: str
    points: int
    why: Text


@dataclass(frozen=True)
class Result:
    """How a game ended for one seat: place 1 won, alone or with others, 0 drew; points are None in a game without.

    Those of a `team`, counted from 1, have won or lost together.
    """

    place: int
    points: int | None = None
    tie_break: int | None = None
    lines: tuple[Line, ...] = ()
    team: int | None = None
    role: Text | None = None


@dataclass(frozen=True)
class ScoreField:
    """A fact that the scores keep of a play besides its results: the option that holds it, and how a reader is told.

    `say` puts a value in words; of a list, each of its parts, which are all among `parts`. Which of these were looked
    at is in the option `counted`; without it, all. Where a value is a list of `since`, `turns` names the option that
    holds how many turns there were.
    """

    id: str
    label: Text
    say: Callable[[Any], str] = spoken
    parts: tuple[str, ...] = ()
    counted: str = ""
    turns: str = ""


class Measure(NamedTuple):
    """What a finished play tells of a player besides place and points: a number, or one of a few things, as a role."""

    name: str
    label: Text
    value: int | str


@dataclass(frozen=True)
class Player:
    """A player and how the play ended: place 1 won, alone or with others, 0 drew; points are None in a game without.

    Seats and teams are counted from 1; they and the role are unknown of many plays.
    """

    name: str
    colour: str
    place: int
    points: int | None
    tie_break: int | None
    lines: Sequence[Line]
    seat: int | None = None
    team: int | None = None
    role: str = ""
    said: str = ""
    """The name that the play itself gave, if the person is called otherwise now."""


@dataclass(frozen=True)
class Play:
    """One finished play of the game with the slug `game`; `played_at` in seconds since 1970.

    `code` is the table's; from its second game on the number of the game follows ("K7QFM/2"). Its `identity` stays
    whatever is corrected, so that it comes in once however often a file brings it.
    """

    id: int
    game: str
    code: str | None
    played_at: float
    options: Mapping[str, Any]
    note: str
    players: tuple[Player, ...]
    house: int = 0
    identity: str = ""

    @property
    def table(self) -> str | None:
        """The code of its table."""
        return self.code and self.code.split("/")[0]

    @property
    def zone(self) -> str | None:
        """The time zone of the phone on which it was ended or entered, if that is known."""
        found = self.options.get("zone")
        return found if isinstance(found, str) else None

    @property
    def seconds(self) -> int | None:
        """How long it took, if that is known."""
        found = self.options.get("seconds")
        return round(found) if isinstance(found, int | float) and 0 < found < LONGEST else None

    @property
    def ranking(self) -> tuple[Player, ...]:
        """The players by place, and those of one place by points."""
        return tuple(sorted(self.players, key=lambda one: (one.place, inf if one.points is None else -one.points)))

    def is_numbered(self, won: Won) -> bool:
        """Say whether places are told by their numbers; else by who won and who lost.

        They are where several played for points, one of whom is enough: who has none then has no score, and has not
        lost for that.
        """
        return won.by == POINTS and len(self.players) > 1 and any(player.points is not None for player in self.players)

    @property
    def places(self) -> list[list[Player]]:
        """The players by place, those together who have the same place with the same points."""
        return [list(equal) for _, equal in groupby(self.ranking, key=lambda player: (player.place, player.points))]


def why_of_points(players: Sequence[Player], tie: Text | None) -> Text | None:
    """Say what decided between those who have the most points; None if that needs no words."""
    best = max((player.points for player in players if player.points is not None), default=None)
    first = sorted((one for one in players if one.points == best and best is not None), key=lambda one: one.place)
    if len(first) < 2:
        return None
    winners = [one for one in first if one.place == 1]
    if len(winners) > 1:
        counted = all(one.tie_break is not None for one in winners)
        return Text("Equal in points, and in %(what)s.", what=tie) if tie and counted else Text("Equal in points.")
    more, less = ((one.tie_break or 0) for one in first[:2])
    if tie is None or more <= less:
        return None
    return Text("Tied on points; %(what)s decide: %(more)s to %(less)s.", what=tie, more=more, less=less)
