"""Players in a circle, their teams side by side: what a picture of seats and rules of range need. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Generic, NamedTuple, TypeVar

Seat = TypeVar("Seat", bound=Hashable)


@dataclass(frozen=True)
class Ring(Generic[Seat]):
    """The living seats clockwise, the team of each, and which of them are Emperors."""

    seats: tuple[Seat, ...]
    teams: Mapping[Seat, Hashable]
    emperors: frozenset[Seat] = frozenset()

    def without(self, seat: Seat) -> Ring[Seat]:
        """Close the ring where `seat` was; raise KeyError for a seat that is not in it."""
        if seat not in self.seats:
            raise KeyError(seat)
        return replace(self, seats=tuple(one for one in self.seats if one != seat))

    def distance(self, one: Seat, other: Seat) -> int:
        """Count the steps from seat to seat, the shorter way round."""
        steps = self.steps(one, other)
        return min(steps, len(self.seats) - steps)

    def steps(self, start: Seat, end: Seat) -> int:
        """Count the steps clockwise from `start` to `end`; raise KeyError for a seat that is not in the ring."""
        places = {seat: place for place, seat in enumerate(self.seats)}
        return (places[end] - places[start]) % len(self.seats)

    def neighbours(self, seat: Seat) -> frozenset[Seat]:
        """Give the seats directly beside `seat`, one on each side."""
        return frozenset(one for one in self.seats if self.distance(seat, one) == 1)

    def left_of(self, seat: Seat) -> Seat:
        """Give the next seat clockwise, which sits to the left of `seat`."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


class Spot(NamedTuple):
    """What the picture of a ring shows at one seat: where, what, and its classes."""

    seat: int
    x: float
    y: float
    text: str
    icon: str
    team: int
    marks: str


def spots(count: int, *, at_bottom: int = 0) -> tuple[tuple[float, float], ...]:
    """Place seats clockwise on a circle of radius 1, `x` to the right and `y` down, one of them at the bottom."""
    turns = ((place - at_bottom) / count for place in range(count))
    return tuple((round(-sin(2 * pi * turn), 3), round(cos(2 * pi * turn), 3)) for turn in turns)
