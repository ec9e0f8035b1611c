"""The log of games against Tom: high scores and tasks by the size of his deck. Pure.

Rule: rulebook, Solo Play, the table. A lost game counts as played and enters nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.solo import TASKS


@dataclass(frozen=True)
class Played:
    """A finished game against Tom, `at` seconds since 1970; points and tasks only of one that was won."""

    play: int
    at: float
    deck: int
    won: bool
    points: int = 0
    tasks: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Column:
    """What the games with one size of the deck come to; `first` is the game in which each task was first met."""

    deck: int
    played: int
    won: int
    best: Played | None
    average: float | None
    first: dict[str, Played]

    @property
    def missing(self) -> tuple[str, ...]:
        """List the tasks that are still to be met."""
        return tuple(task.id for task in TASKS if task.id not in self.first)


def columns(games: Iterable[Played]) -> list[Column]:
    """Give a column for each size of the deck, the easiest first as in the rulebook's table."""
    oldest_first = sorted(games, key=lambda game: (game.at, game.play))
    return [_column(deck, [game for game in oldest_first if game.deck == deck]) for deck in reversed(DECK_SIZES)]


def _column(deck: int, games: list[Played]) -> Column:
    won = [game for game in games if game.won]
    first: dict[str, Played] = {}
    for game in won:
        for task in game.tasks:
            first.setdefault(task, game)
    best = max(won, key=lambda game: game.points, default=None)
    average = sum(game.points for game in won) / len(won) if won else None
    return Column(deck, len(games), len(won), best, average, first)


def beaten(games: Iterable[Played], game: Played) -> int | None:
    """Give the high score that `game` has beaten: 0 if it is the first win with its deck, None if there is none."""
    if not game.won:
        return None
    earlier = (
        other.points
        for other in games
        if other.won and other.deck == game.deck and (other.at, other.play) < (game.at, game.play)
    )
    before = max(earlier, default=None)
    if before is None:
        return 0
    return before if game.points > before else None
