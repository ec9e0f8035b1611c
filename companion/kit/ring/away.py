"""What happens to a noted creature in every game in a ring: it is tapped, untapped, animated, gone or given back. Pure.

Events stand in the logs of the games: they are never renamed, retyped or removed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.kit.ring.creatures import FATES, Creature, Field, called, changed, given_back, noted
from companion.language.texts import Text


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


Event = ControlEnded | CreatureTapped | CreatureUntapped | WallAnimated | CreatureGone


def evolve(creatures: dict[int, Creature], event: Event) -> dict[int, Creature]:
    """Apply what happened to a noted creature."""
    match event:
        case ControlEnded(id):
            return given_back(creatures, id)
        case CreatureTapped(id):
            return changed(creatures, id, tapped=True)
        case CreatureUntapped(id):
            return changed(creatures, id, tapped=False)
        case WallAnimated(id):
            return changed(creatures, id, wall=False)
        case CreatureGone(id):
            return {one: it for one, it in creatures.items() if one != id}


def tell(event: Event) -> Text:
    """Say what happened to a noted creature."""
    match event:
        case ControlEnded():
            return Text("The owner controls %(creature)s again.", creature=called(event))
        case CreatureTapped():
            return Text("%(creature)s is tapped.", creature=called(event))
        case CreatureUntapped():
            return Text("%(creature)s is untapped.", creature=called(event))
        case WallAnimated():
            return Text("%(creature)s is animated and may march.", creature=called(event))
        case CreatureGone(_, _, fate):
            return Text("%(creature)s: %(fate)s.", creature=called(event), fate=FATES.get(fate, FATES["died"]))


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
