"""What happens to a noted creature in every game in a ring: it is tapped, untapped, animated, gone or given back. Pure.

Events stand in the logs of the games: they are never renamed, retyped or removed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.kit.ring.creatures import Field, noted


@dataclass(frozen=True)
class ControlEnded:
    creature: int
    name: str


@dataclass(frozen=True)
class CreatureTapped:
    creature: int
    name: str


@dataclass(frozen=True)
class CreatureUntapped:
    creature: int
    name: str


@dataclass(frozen=True)
class WallAnimated:
    creature: int
    name: str


@dataclass(frozen=True)
class CreatureGone:
    creature: int
    name: str
    fate: str  # key of FATES in kit/ring/creatures.py


class Moves(NamedTuple):
    """The moves of a game on one noted creature, each of its state and the creature's id."""

    tap: Callable[..., list[CreatureTapped]]
    untap: Callable[..., list[CreatureUntapped]]
    animate: Callable[..., list[WallAnimated]]
    bury: Callable[..., list[CreatureGone]]


def moves_of(field: Callable[[Any], Field]) -> Moves:
    """Make the moves of a game whose states describe their ring by `field`, which refuses where none runs."""

    def tap(state: Any, *, creature: int) -> list[CreatureTapped]:
        """Tap a noted creature; if it is tapped already, nothing happens."""
        one = noted(field(state), creature)
        return [] if one.tapped else [CreatureTapped(one.id, one.name)]

    def untap(state: Any, *, creature: int) -> list[CreatureUntapped]:
        """Untap a noted creature by an effect; in its controller's turn it untaps by itself."""
        one = noted(field(state), creature)
        return [CreatureUntapped(one.id, one.name)] if one.tapped else []

    def animate(state: Any, *, creature: int) -> list[WallAnimated]:
        """Let a noted Wall march, since something animated it (Emperor, Restrictions on Relocation)."""
        one = noted(field(state), creature)
        return [WallAnimated(one.id, one.name)] if one.wall else []

    def bury(state: Any, *, creature: int) -> list[CreatureGone]:
        """Take a creature off the list: it died or left the game."""
        one = noted(field(state), creature)
        return [CreatureGone(one.id, one.name, "died")]

    return Moves(tap, untap, animate, bury)
