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
    """A finished game against Tom; points and tasks only of one that was won."""

    deck: int
    won: bool
    points: int = 0
    tasks: frozenset[str] = frozenset()


class First(NamedTuple):
    """The game in which a task was first met: when it was, in seconds since 1970, and its play's id."""

    at: float
    play: int


@dataclass(frozen=True)
class Column:
    """What the games with one size of the deck come to; `first` is the game in which each task was first met."""

    deck: int
    played: int
    won: int
    best: int | None
    average: float | None
    first: Mapping[str, First]

    @property
    def missing(self) -> tuple[str, ...]:
        """List the tasks that are still to be met."""
        return tuple(task.id for task in TASKS if task.id not in self.first)
