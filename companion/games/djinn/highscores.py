"""The log of games against Tom: high scores and tasks by the size of his deck. Pure.

Rule: rulebook, Solo Play, the table. A lost game counts as played and enters nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.djinn.solo import TASKS


@dataclass(frozen=True)
class Played:
    """A finished game against Tom, with the deck he had; only a won one has points and tasks."""

    deck: int
    won: bool
    points: int = 0
    tasks: frozenset[str] = frozenset()
    tom: str = ""


class First(NamedTuple):
    """The first game that met a task: its moment, in seconds since 1970, and the id of its play."""

    at: float
    play: int


@dataclass(frozen=True)
class Column:
    """The sums of the games with one size of the deck; `first` holds the first game that met each task.

    `streak` is of the wins in a row at the end, `longest` of the most anywhere; `seconds` is how long a game took.
    """

    deck: int
    played: int
    won: int
    best: int | None
    average: float | None
    streak: int
    longest: int
    seconds: float | None
    first: Mapping[str, First]

    @property
    def lost(self) -> int:
        """How many games were lost."""
        return self.played - self.won

    @property
    def missing(self) -> tuple[str, ...]:
        """The tasks that no game has met yet."""
        return tuple(task.id for task in TASKS if task.id not in self.first)
