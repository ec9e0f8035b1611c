"""The map: fifteen lands between two to four strongholds, and how far it is from one place to another. Pure.

A place is a land by its row and column ("11" to "35") or a stronghold ("A" to "D").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from companion.games.war_game.facts import BASICS, LANDS, STRONGHOLDS

ISLAND, MOUNTAIN = "island", "mountain"
LANDS_AT = tuple(f"{row}{column}" for row in range(1, BASICS.rows + 1) for column in range(1, BASICS.columns + 1))
"""The places of the lands, row by row."""
DEFAULT_COLUMN = 3
"""The column of B and D, which the figure lost: our reading is the middle."""


@dataclass(frozen=True)
class Board:
    """Which land lies where, which strongholds are in play, and in which column B and D lie.

    `lands` names a stronghold only when its land is face up; `straight` is the house rule that flyers, too, enter one
    only by the land beside it. Raise ValueError for a column that there is not.
    """

    lands: Mapping[str, str]
    strongholds: tuple[str, ...] = ("A", "C")
    column: int = DEFAULT_COLUMN
    straight: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.column <= BASICS.columns:
            raise ValueError(f"column {self.column} of B and D")

    @property
    def places(self) -> tuple[str, ...]:
        """All places in play, the strongholds last."""
        return (*LANDS_AT, *self.strongholds)


def draw(rng: Random) -> dict[str, str]:
    """Deal the lands: three of each, face up (text, Setup)."""
    lands = [land for land in LANDS for _ in range(BASICS.each)]
    rng.shuffle(lands)
    return dict(zip(LANDS_AT, lands, strict=True))


def spot(board: Board, place: str) -> tuple[int, int]:
    """Find the row and column of a place; raise KeyError if there is none of that name in play."""
    if place in board.strongholds and place in STRONGHOLDS:
        fact = STRONGHOLDS[place]
        return fact.row, board.column if fact.column is None else fact.column
    if place not in LANDS_AT:
        raise KeyError(place)
    return int(place[0]), int(place[1])


def is_land(place: str) -> bool:
    """Say whether a place is a land between the strongholds: the rules of Islands and Mountains hold only there."""
    return place in LANDS_AT


def distance(board: Board, start: str, end: str, *, flying: bool = False) -> int:
    """Count the steps from one place to another, whatever lies between; only flyers go diagonally (text, Movement).

    Raise KeyError for a place that is none, or not in play.
    """
    here, there = spot(board, start), spot(board, end)
    if not flying:
        return abs(here[0] - there[0]) + abs(here[1] - there[1])
    if not board.straight or start == end:
        return _as_it_flies(here, there)
    gates = [_gate(one) for one in (here, there)]
    return _as_it_flies(*gates) + sum(gate != one for gate, one in zip(gates, (here, there), strict=True))


def _as_it_flies(here: tuple[int, int], there: tuple[int, int]) -> int:
    return max(abs(here[0] - there[0]), abs(here[1] - there[1]))


def _gate(place: tuple[int, int]) -> tuple[int, int]:
    """Find the land beside a stronghold, by row and column; a land stays itself."""
    row, column = place
    return min(max(row, 1), BASICS.rows), min(max(column, 1), BASICS.columns)


def neighbours(board: Board, place: str, *, flying: bool = False) -> frozenset[str]:
    """List the places one step away."""
    return frozenset(other for other in board.places if distance(board, place, other, flying=flying) == 1)


def cut_off(board: Board) -> tuple[str, ...]:
    """List the strongholds from which no creature on foot can reach another one, since Islands lie between."""
    return tuple(one for one in board.strongholds if _on_foot(board, one).isdisjoint({*board.strongholds} - {one}))


def _on_foot(board: Board, start: str) -> set[str]:
    """List every place that a creature on foot can come to."""
    reached, edge = {start}, [start]
    while edge:
        beside = neighbours(board, edge.pop()) - reached
        near = {place for place in beside if not (is_land(place) and board.lands.get(place) == ISLAND)}
        reached |= near
        edge += near
    return reached
