"""The log of games against Tom: high scores and tasks by the size of his deck. Pure.

Rule: rulebook, Solo Play, the table. A lost game counts as played and enters nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.djinn.solo.tasks import TASKS


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


class News(NamedTuple):
    """What a won game brings to the log: tasks met for the first time, how many are met of all, and one to try next.

    `next` is the deck's size and the task's id.
    """

    new: tuple[str, ...]
    met: int
    of: int
    next: tuple[int, str] | None


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
    def minutes(self) -> int | None:
        """How many minutes a game took."""
        return None if self.seconds is None else round(self.seconds / 60)

    @property
    def missing(self) -> tuple[str, ...]:
        """The tasks that no game has met yet."""
        return tuple(task.id for task in TASKS if task.id not in self.first)


def news(columns: Sequence[Column], play: int, deck: int) -> News:
    """Tell what a play with a deck of some size brought to a log; what is missing with the same size comes next."""
    own = next(column for column in columns if column.deck == deck)
    new = tuple(task.id for task in TASKS if task.id in own.first and own.first[task.id].play == play)
    order = sorted(columns, key=lambda column: (column.deck != deck, len(column.missing)))
    following = next(((column.deck, column.missing[0]) for column in order if column.missing), None)
    return News(new, sum(len(column.first) for column in columns), len(columns) * len(TASKS), following)
