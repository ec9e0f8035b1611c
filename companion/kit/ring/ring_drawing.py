"""Measure the picture of a ring: how large its discs are, how much room each name has, where tokens lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.kit.ring.circle import Spot, Token
from companion.language.i18n import breadth, short

MIDDLE, BESIDE, WIDE = 120, 58, 316
"""Who sits further out than the first has the second as room for a name; all others share the third."""
EDGE = 1039
"""How long the edge of the table is, on which the names stand one beside the other."""


@dataclass(frozen=True)
class Sitter:
    """A player in the picture: the spot, the name as it fits there, its team's part of the table, and the tokens.

    `fit` is how long the name is drawn if it is pressed together, with `shift` away from the table's side.
    """

    spot: Spot
    name: str
    fit: int | None
    shift: int | None
    mates: str
    start: int
    tokens: Sequence[tuple[Token, int]]


@dataclass(frozen=True)
class Drawing:
    """The sizes of a picture: a disc's radius `r`, a badge's `edge`, `side` and `rise`, and what lies how deep."""

    sitters: Sequence[Sitter]
    r: int
    edge: int
    side: int
    rise: int
    number: int
    name: int
    life: int
    token: int
    poison: int


def drawing(spots: Sequence[Spot], names: Mapping[int, str] | Sequence[str]) -> Drawing:
    """Measure the picture: the more sit at the table, the smaller their discs are."""
    r = 26 if len(spots) < 8 else 22 if len(spots) < 12 else 18
    edge, side, rise = (7, 12, 20) if r < 20 else (9, r - 8, 23)
    sitters = [_sitter(spot, names[spot.seat], place, len(spots)) for place, spot in enumerate(spots)]
    return Drawing(sitters, r, edge, side, rise, number=r // 2, name=r + 9, life=-r // 4, token=r + 29, poison=rise - 8)


def _sitter(spot: Spot, name: str, place: int, everybody: int) -> Sitter:
    """Let a name end where the middle or the next name begins."""
    beside = abs(spot.x) > MIDDLE
    room = BESIDE if beside else min(EDGE // everybody - 16, WIDE - 2 * abs(spot.x))
    shown = short(name, max(14, room * 2 // 9))
    wide = 12 * breadth(shown) > room
    shift = (2 if spot.x > 0 else -2) if wide and beside else None
    team = f"{spot.mates} {everybody - spot.mates}"
    return Sitter(spot, shown, room if wide else None, shift, team, everybody - place, _tokens(spot))


def _tokens(spot: Spot) -> list[tuple[Token, int]]:
    """Lay tokens side by side under a player, as far inwards as the picture's edge asks for."""
    half = 13 * (len(spot.tokens) - 1)
    beyond = max(half + abs(spot.x) - 136, 0)
    inwards = beyond if spot.x < 0 else -beyond
    return [(one, 26 * place - half + inwards) for place, one in enumerate(spot.tokens)]
