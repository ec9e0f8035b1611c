"""Who may reach whom around the table: range, attack, march and turn order. Pure."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Self

from companion.kit.ring import Ring as Circle
from companion.kit.ring import Seat


@dataclass(frozen=True)
class Ring(Circle[Seat]):
    """The living seats clockwise, the team of each, and which of them are Emperors."""

    emperors: frozenset[Seat] = frozenset()

    def without(self, seat: Seat) -> Self:
        """Close the ring where `seat` was; raise KeyError for a seat that is not in it."""
        return replace(super().without(seat), emperors=self.emperors - {seat})


def in_range(ring: Circle[Seat], seat: Seat, reach: int = 2) -> frozenset[Seat]:
    """Find the other seats that spells and effects reach from the territory of `seat` (rules, Limiting Range)."""
    return frozenset(one for one in ring.seats if 1 <= ring.distance(seat, one) <= reach)


def can_attack(ring: Circle[Seat], at: Seat, team: Hashable) -> frozenset[Seat]:
    """Find the enemies of `team` directly beside `at`, where the creature stands (rules, Limiting Range)."""
    return frozenset(one for one in ring.neighbours(at) if ring.teams[one] != team)


def march_targets(ring: Circle[Seat], controller: Seat, at: Seat, reach: int = 2) -> frozenset[Seat]:
    """Find the territories to which a creature may march from `at`: one step, to an ally of its controller.

    Not farther than `reach` from its controller (rules, Moving Your Creatures; other-games 2.6.1).
    """
    team = ring.teams[controller]
    allies = (one for one in ring.neighbours(at) if ring.teams[one] == team)
    return frozenset(one for one in allies if ring.distance(controller, one) <= reach)


def turn_order(ring: Circle[Seat], first: Seat) -> tuple[Seat, ...]:
    """List the seats clockwise from the one that plays first (rules, Playing the Game)."""
    start = ring.seats.index(first)
    return ring.seats[start:] + ring.seats[:start]


def forced_steps(ring: Circle[Seat], at: Seat, towards: Seat) -> frozenset[Seat]:
    """Find the next territory on the way from `at`: two if both ways are equally long, none if it is there already.

    Creatures forced to attack without an enemy beside them, and stolen ones, move this way (rules, Forced Movement and
    Taking Control of Creatures).
    """
    left = ring.distance(at, towards)
    return frozenset(one for one in ring.neighbours(at) if ring.distance(one, towards) < left)
