"""A ring on a screen in the middle of the table: how players stand round it, and which lines join them.

How large all is only the style sheet knows: lines end in percent of the picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, sin, tau
from typing import Any

from companion.kit.ring.circle import Spot
from companion.kit.ring.counters import COUNTERS
from companion.kit.ring.dice_and_timer import named
from companion.table.screen import Screen
from companion.table.seating.boards import laid

DIGITS, MOST_DIGITS = 2, 4
"""How many fit a disc in large digits, and in the smallest."""
LENGTHS = "", "long", "longest"
"""How long a number is, by how many digits it has more."""
FEW, SOME = 7, 11
"""So many have the largest discs, so many the next size."""

Line = tuple[float, float, float, float]


@dataclass(frozen=True)
class Sitter:
    """A player on the board: to which edge it `faces`, how long its number is, and the counters that are not 0."""

    spot: Spot
    faces: str
    digits: str
    counts: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Round:
    """All players clockwise from the middle of the bottom, the lines with their kinds, and how large all is."""

    sitters: Sequence[Sitter]
    lines: Sequence[tuple[str, Line]]
    size: str


def round_board(
    spots: Sequence[Spot], counts: Mapping[int, Mapping[str, int]], *, turn: int | None, attacked: Collection[int]
) -> Round:
    """Place players clockwise on an ellipse, and join teammates, and the player on the move with the attacked."""
    at = {spot.seat: _place(number / len(spots)) for number, spot in enumerate(spots)}
    sitters = [_sitter(spot, at[spot.seat], counts.get(spot.seat, {})) for spot in spots]
    attacks = [("attacks", (*at[turn], *at[seat])) for seat in at if seat in attacked] if turn in at else []
    size = "few" if len(spots) <= FEW else "some" if len(spots) <= SOME else "many"
    return Round(sitters, [*_mates(spots, at), *attacks], size)


def _place(share: float) -> tuple[float, float]:
    """Find the point at a share of the way round, in percent from the left and the top."""
    return round(50 - 50 * sin(tau * share), 2), round(50 + 50 * cos(tau * share), 2)


def _mates(spots: Sequence[Spot], at: Mapping[int, tuple[float, float]]) -> Iterator[tuple[str, Line]]:
    """Join those of a team who sit side by side: the first of them knows how many follow."""
    for number, spot in enumerate(spots):
        beside = [spots[(number + step) % len(spots)] for step in range(spot.mates + 1)]
        for one, other in pairwise(beside):
            yield f"team-{spot.team}", (*at[one.seat], *at[other.seat])


def _sitter(spot: Spot, at: tuple[float, float], counts: Mapping[str, int]) -> Sitter:
    """Turn a player to the nearest edge, and leave out what is not counted."""
    across, down = at[0] - 50, at[1] - 50
    upright = abs(down) >= abs(across)
    faces = ("below" if down > 0 else "above") if upright else ("left" if across < 0 else "right")
    counted = [(counter, number) for counter, number in counts.items() if number and counter != "life"]
    return Sitter(
        spot, faces, LENGTHS[min(len(spot.text), MOST_DIGITS) - DIGITS] if len(spot.text) > DIGITS else "", counted
    )


def on_board(screen: Screen, spots: Sequence[Spot], attacked: Collection[int]) -> dict[str, Any]:
    """Prepare the ring for a screen in the middle of the table."""
    state = screen.table.state
    drawn = round_board(spots, state.counts, turn=state.turn, attacked=attacked)
    return {
        "round": drawn,
        "counters": named(state, COUNTERS),
        "turn_number": state.turns + 1,
        "turned": bool(laid()),
        "attacked": [spot.seat for spot in spots if spot.seat in attacked],
    }
