"""The state of the War Game: what its events add up to. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Creature:
    """A creature on the map: who controls it now, where it stands, what its card says, and what the card cannot show.

    `power` and `toughness` are printed; `colours` and `abilities` are ids; `damage` lasts until it is healed, boosts
    end with the turn.
    """

    id: int
    owner: int
    at: str
    power: int
    toughness: int
    name: str = ""
    colours: frozenset[str] = frozenset()
    abilities: frozenset[str] = frozenset()
    damage: int = 0
    tapped: bool = False
    boost_power: int = 0
    boost_toughness: int = 0
    wall: bool = False
    cost: int = 0
    rider: int | None = None  # the creature that it bears
    carried: bool = False
    came_from: str = ""  # where its march of this turn began; "" if it has not moved
    stays: bool = False  # it has dropped its rider in this turn
