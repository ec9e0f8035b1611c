"""Who may reach whom around the table: range, attack, march and turn order. Pure."""

from __future__ import annotations

from collections.abc import Hashable

from companion.kit.ring import Ring, Seat

__all__ = ["Ring", "can_attack", "forced_steps", "in_range", "march_targets", "turn_order"]


def in_range(ring: Ring[Seat], seat: Seat, reach: int = 2) -> frozenset[Seat]:
    """Give the other seats that spells and effects from the territory of `seat` reach (rules, Limiting Range)."""
    return frozenset(one for one in ring.seats if 1 <= ring.distance(seat, one) <= reach)


def can_attack(ring: Ring[Seat], at: Seat, team: Hashable) -> frozenset[Seat]:
    """Give the enemies of `team` directly beside `at`, where the creature stands (rules, Limiting Range)."""
    return frozenset(one for one in ring.neighbours(at) if ring.teams[one] != team)


def march_targets(ring: Ring[Seat], controller: Seat, at: Seat, reach: int = 2) -> frozenset[Seat]:
    """Give the territories to which a creature may march from `at`: one step, to an ally of its controller.

    No farther than `reach` from its controller (rules, Moving Your Creatures; other-games 2.6.1).
    """
    team = ring.teams[controller]
    allies = (one for one in ring.neighbours(at) if ring.teams[one] == team)
    return frozenset(one for one in allies if ring.distance(controller, one) <= reach)


def turn_order(ring: Ring[Seat], first: Seat) -> tuple[Seat, ...]:
    """Give the seats clockwise from the one that plays first (rules, Playing the Game)."""
    start = ring.seats.index(first)
    return ring.seats[start:] + ring.seats[:start]


def forced_steps(ring: Ring[Seat], at: Seat, towards: Seat) -> frozenset[Seat]:
    """Give the next territory on the way from `at`, two if both ways are equally long, none if it is there already.

    So moves what is forced to attack without an enemy beside it, and what is stolen (rules, Forced Movement and Taking
    Control of Creatures).
    """
    left = ring.distance(at, towards)
    return frozenset(one for one in ring.neighbours(at) if ring.distance(one, towards) < left)
