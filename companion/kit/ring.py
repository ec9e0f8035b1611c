"""Players in a circle, their teams side by side: for a picture of the seats and for rules of range. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Generic, NamedTuple, Self, TypeVar

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


class Spot(NamedTuple):
    """One seat in the picture of a ring: its place, its content, and its CSS classes."""

    seat: int
    x: float
    y: float
    text: str
    icon: str
    team: int
    marks: str


def spots(ring: Ring[Seat], own: Seat | None) -> list[tuple[Seat, float, float]]:
    """Place the seats clockwise on a circle of radius 1, `x` to the right and `y` down.

    `own` is at the bottom; if it is no seat of the ring, the first seat is.
    """
    bottom = ring.seats.index(own) if own in ring.seats else 0
    turns = ((seat, 2 * pi * (place - bottom) / len(ring.seats)) for place, seat in enumerate(ring.seats))
    return [(seat, round(-sin(turn), 3), round(cos(turn), 3)) for seat, turn in turns]
