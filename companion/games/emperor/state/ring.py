"""The ring of Emperor: who of the living sits where, and the order of turns. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from companion.kit.ring.circle import Ring as Circle, Seat


@dataclass(frozen=True)
class Ring(Circle[Seat]):
    """The living seats clockwise, the team of each, and which of them are Emperors."""

    emperors: frozenset[Seat] = frozenset()

    def without(self, seat: Seat) -> Self:
        """Close the ring where `seat` was; raise KeyError for a seat that is not in it."""
        return replace(super().without(seat), emperors=self.emperors - {seat})


def turn_order(ring: Circle[Seat], first: Seat) -> tuple[Seat, ...]:
    """List the seats clockwise from the one that plays first (rules, Playing the Game)."""
    start = ring.seats.index(first)
    return ring.seats[start:] + ring.seats[:start]
