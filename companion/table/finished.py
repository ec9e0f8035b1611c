"""How a game ended at a table, or elsewhere: as its state tells it by seats, and what the scores keep of it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from companion.language.texts import Text, spoken

LONGEST = 10**6
"""How many seconds a play can have taken."""


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
    label: Text
    points: int
    why: Text


@dataclass(frozen=True)
class Result:
    """How a game ended for one seat: place 1 won, alone or with others, 0 drew; points are None in a game without."""

    place: int
    points: int | None = None
    tie_break: int | None = None
    lines: tuple[Line, ...] = ()


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
    value: int | Text


@dataclass(frozen=True)
class Player:
    """A player and how the play ended: place 1 won, alone or with others, 0 drew; points are None in a game without."""

    name: str
    colour: str
    place: int
    points: int | None
    tie_break: int | None
    lines: Sequence[Line]


@dataclass(frozen=True)
class Play:
    """One finished play of the game with the slug `game`; `played_at` in seconds since 1970.

    `code` is the table's; from its second game on the number of the game follows ("K7QFM/2").
    """

    id: int
    game: str
    code: str | None
    played_at: float
    options: Mapping[str, Any]
    note: str
    players: tuple[Player, ...]
    house: int = 0

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
        """The players by place."""
        return tuple(sorted(self.players, key=lambda player: player.place))

    def is_numbered(self, *, points_decide: bool) -> bool:
        """Say whether places are told by their numbers; else by who won and who lost.

        Where points decide, one player with points is enough: who has none then has no score, and has not lost for
        that. Elsewhere all need some: those of one player say nothing about the others.
        """
        scored = [player.points is not None for player in self.players]
        return any(scored) if points_decide else all(scored)

    @property
    def places(self) -> list[list[Player]]:
        """The players by place, those together who have the same place with the same points."""
        return [list(equal) for _, equal in groupby(self.ranking, key=lambda player: (player.place, player.points))]
