"""Players in a circle, their teams side by side: for a picture of the seats and for rules of range. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from math import copysign, cos, pi, sin, tau
from typing import Generic, NamedTuple, Self, TypeVar

from companion.language.texts import Text

Seat = TypeVar("Seat", bound=Hashable)


@dataclass(frozen=True)
class Ring(Generic[Seat]):
    """The living seats clockwise, and the team of each."""

    seats: tuple[Seat, ...]
    teams: Mapping[Seat, Hashable]

    def without(self, seat: Seat) -> Self:
        """Close the ring where `seat` was; raise KeyError for a seat that is not in it."""
        if seat not in self.seats:
            raise KeyError(seat)
        teams = {one: team for one, team in self.teams.items() if one != seat}
        return replace(self, seats=tuple(one for one in self.seats if one != seat), teams=teams)

    def distance(self, one: Seat, other: Seat) -> int:
        """Count the steps between two seats, the shorter way round."""
        steps = self.steps(one, other)
        return min(steps, len(self.seats) - steps)

    def steps(self, start: Seat, end: Seat) -> int:
        """Count the steps clockwise from `start` to `end`; raise KeyError for a seat that is not in the ring."""
        places = {seat: place for place, seat in enumerate(self.seats)}
        return (places[end] - places[start]) % len(self.seats)

    def neighbours(self, seat: Seat) -> frozenset[Seat]:
        """Find the seats directly beside `seat`, one on each side."""
        return frozenset(one for one in self.seats if self.distance(seat, one) == 1)

    def left_of(self, seat: Seat) -> Seat:
        """Find the next seat clockwise, which is on the left of `seat`."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def right_of(self, seat: Seat) -> Seat:
        """Find the seat before `seat`, which is on its right."""
        return self.seats[self.seats.index(seat) - 1]


def swapped(seats: Iterable[Seat], one: Seat, other: Seat) -> tuple[Seat, ...]:
    """Let two players exchange seats."""
    exchanged = {one: other, other: one}
    return tuple(exchanged.get(seat, seat) for seat in seats)


class Token(NamedTuple):
    """Creatures of one controller that stand together: how many, their CSS classes, and what a tap on them asks for."""

    controller: int
    many: int
    marks: str
    chosen: dict[str, int]


class Spot(NamedTuple):
    """One seat in the picture of a ring: its place, the mates that follow it, what it shows, and the tokens there.

    `what` names its role and its team, as far as there are such, for those who do not see them.
    """

    seat: int
    x: int
    y: int
    text: str
    icon: str
    mates: int
    team: int
    marks: str
    what: tuple[Text, ...] = ()
    tokens: tuple[Token, ...] = ()
    poison: int = 0


WIDTH, HEIGHT, CORNER = 254, 300, 40
"""The table in the picture: a rectangle with round corners, its middle at 0, 0."""


def spots(ring: Ring[Seat], own: Seat | None) -> list[tuple[Seat, int, int, int]]:
    """Place the seats clockwise round the table, each as far along its edge from the next, `x` to the right, `y` down.

    `own` comes first, at the middle of the bottom; if it is no seat of the ring, its first seat does. Last stands how
    many team mates follow the first of a team, 0 for all others.
    """
    bottom = ring.seats.index(own) if own in ring.seats else 0
    seats = ring.seats[bottom:] + ring.seats[:bottom]
    return [(seat, *along(place / len(seats)), _mates(ring, seat)) for place, seat in enumerate(seats)]


def _mates(ring: Ring[Seat], seat: Seat) -> int:
    """Count the team mates that follow a seat, one beside the other, if it is the first of them."""
    place, team = ring.seats.index(seat), ring.teams.get(seat)
    if ring.teams.get(ring.right_of(seat)) == team:
        return 0
    after = ring.seats[place + 1 :] + ring.seats[:place]
    return sum(1 for _ in takewhile(lambda one: ring.teams.get(one) == team, after))


def along(share: float) -> tuple[int, int]:
    """Find the point at a share of the way round the table, clockwise from the middle of the bottom."""
    turn, nearest = tau * share, min(share, 1 - share)
    quarter = min(nearest, 0.5 - nearest)  # of the quarter at the bottom left, that the others mirror
    bottom, side, bend = WIDTH / 2 - CORNER, HEIGHT / 2 - CORNER, pi / 2 * CORNER
    way = quarter * 4 * (bottom + bend + side)
    angle = min(max(way - bottom, 0) / CORNER, pi / 2)
    x = min(way, bottom) + CORNER * sin(angle)
    y = side + CORNER * cos(angle) - max(way - bottom - bend, 0)
    return round(copysign(x, -sin(turn))), round(copysign(y, cos(turn)))
