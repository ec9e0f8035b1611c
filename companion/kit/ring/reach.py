"""Who reaches whom in a ring: range, attack, march, and the way a creature is forced to go. Pure.

The rules are those of Emperor, which other games play by too.
"""

from __future__ import annotations

from collections.abc import Hashable

from companion.kit.ring.circle import Ring, Seat


def in_range(ring: Ring[Seat], seat: Seat, reach: int = 2) -> frozenset[Seat]:
    """Find the other seats that spells and effects reach from the territory of `seat` (rules, Limiting Range)."""
    return frozenset(one for one in ring.seats if 1 <= ring.distance(seat, one) <= reach)


def can_attack(ring: Ring[Seat], at: Seat, team: Hashable, *, host: bool = False) -> frozenset[Seat]:
    """Find the enemies of `team` directly beside `at`, where the creature stands (rules, Limiting Range).

    By the house rule `stolen_attacks` also its `host`, in whose territory a stolen creature stands.
    """
    near = ring.neighbours(at) | {at} if host else ring.neighbours(at)
    return frozenset(one for one in near if ring.teams[one] != team)


def march_targets(ring: Ring[Seat], controller: Seat, at: Seat, reach: int = 2, *, stride: int = 1) -> frozenset[Seat]:
    """Find the territories to which a creature may march from `at`: one step, to an ally of its controller.

    Not farther than `reach` from its controller (rules, Moving Your Creatures; other-games 2.6.1). By a house rule a
    march has more steps, its `stride`, all over allies.
    """
    team, found = ring.teams[controller], {at}
    for _ in range(stride):
        beside = {one for place in found for one in ring.neighbours(place) if ring.teams[one] == team}
        found |= {one for one in beside if ring.distance(controller, one) <= reach}
    return frozenset(found - {at})


def forced_steps(ring: Ring[Seat], at: Seat, towards: Seat) -> frozenset[Seat]:
    """Find the next territory on the way from `at`: two if both ways are equally long, none if it is there already.

    Creatures forced to attack without an enemy beside them, and stolen ones, move this way (rules, Forced Movement and
    Taking Control of Creatures).
    """
    left = ring.distance(at, towards)
    return frozenset(one for one in ring.neighbours(at) if ring.distance(one, towards) < left)
