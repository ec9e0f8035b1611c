"""The map as a page shows it: its squares in the order they are seen, and what stands on each. Pure.

On a phone the map stands on end, one's own stronghold A or C below, B or D at the left; on a big screen it lies as the
figure of the text shows it, A at the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from companion.games.war_game.facts.board import Board, spot
from companion.games.war_game.play.combat import strength
from companion.games.war_game.state.model import Creature

MOST_SHOWN = 4
"""How many creatures of a square are shown one by one; of more, how many each player has."""
LONG = 3
"""More characters than in 9/9: of creatures so strong only two are shown one by one."""
FAR = ("C", "D")
"""Whose viewers see the map turned round."""


@dataclass(frozen=True)
class Token:
    """A creature as it is now, or several of a player together."""

    seat: int
    text: str
    tapped: bool = False
    hurt: bool = False


@dataclass(frozen=True)
class Square:
    """A place: where it is seen, from 0 at the top left, its land, who has how `many` creatures there, its CSS `marks`.

    The land of a stronghold is empty while it lies face down.
    """

    place: str
    row: int
    column: int
    land: str
    many: Mapping[int, int]
    tokens: tuple[Token, ...]
    marks: str


@dataclass(frozen=True)
class Picture:
    """The whole map: its squares, whether strongholds lie at its sides as well, and whether it lies."""

    squares: tuple[Square, ...]
    wide: bool
    lying: bool

    @property
    def columns(self) -> int:
        """Count the columns in which there is a square."""
        return 1 + max(one.column for one in self.squares)

    @property
    def cells(self) -> tuple[Square | None, ...]:
        """List what is seen row by row: squares, and None where there is none."""
        at = {(one.row, one.column): one for one in self.squares}
        rows = 1 + max(one.row for one in self.squares)
        return tuple(at.get(cell) for cell in product(range(rows), range(self.columns)))


def picture(
    board: Board, creatures: Iterable[Creature], marks: Mapping[str, str], *, below: str = "A", lying: bool = False
) -> Picture:
    """Draw the map as the player of a stronghold sees it, or everybody if it is `lying`; `marks` by place."""
    all_of = list(creatures)
    wide = not {*board.strongholds} <= {"A", "C"}

    at = {place: seen_at(board, place, below=below, lying=lying) for place in board.places}
    top, left = (min(ways) for ways in zip(*at.values(), strict=True))

    def square(place: str) -> Square:
        here = [one for one in all_of if one.at == place]
        row, column = at[place][0] - top, at[place][1] - left
        many = Counter(one.owner for one in here)
        land = board.lands.get(place, "")
        return Square(place, row, column, land, many, tokens(board, here), marks.get(place, ""))

    squares = sorted(map(square, board.places), key=lambda one: (one.row, one.column))
    return Picture(tuple(squares), wide, lying)


def seen_at(board: Board, place: str, *, below: str = "A", lying: bool = False) -> tuple[int, int]:
    """Find the row and the column in which a place is seen, counted from anywhere."""
    row, column = spot(board, place)
    if lying:
        return row, column
    if below in FAR:
        return column, -row
    return -column, row


def tokens(board: Board, creatures: Sequence[Creature]) -> tuple[Token, ...]:
    """Show the creatures of a place one by one while there is room, else how many each player has."""
    ones = [_token(board, one) for one in creatures]
    if len(ones) <= (2 if any(len(one.text) > LONG for one in ones) else MOST_SHOWN):
        return tuple(ones)
    groups = ([one for one in ones if one.seat == seat] for seat in dict.fromkeys(one.seat for one in ones))
    return tuple(group[0] if len(group) == 1 else Token(group[0].seat, f"×{len(group)}") for group in groups)


def _token(board: Board, one: Creature) -> Token:
    now = strength(board, one)
    return Token(one.owner, f"{now.power}/{now.toughness}", one.tapped, one.damage > 0)
