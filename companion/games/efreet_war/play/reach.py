"""Who reaches whom in the ring of a war, and what falls with a player: by the rules of Emperor, or without them. Pure.

Emperor's rules hold in Emperor seating and wherever else the table says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.state.model import State, living, ring_of, team_of
from companion.kit.ring import creatures
from companion.kit.ring.away import CreatureGone
from companion.kit.ring.creatures import Creature, Field
from companion.kit.ring.reach import can_attack, in_range
from companion.language.texts import Text

REACH = 2
"""How far spells and creatures go, in seats."""


def by_emperor(state: State) -> bool:
    """Say whether range, attack and march count: in Emperor seating, and by a house rule without."""
    return state.mode == "emperor" or "reach_teams" in state.rules_on


def within(state: State, at: int) -> frozenset[int]:
    """Find the other players whom spells and abilities reach from a territory (Emperor, Limiting Range)."""
    return in_range(ring_of(state), at, REACH) if by_emperor(state) else frozenset(living(state)) - {at}


def targets(state: State, controller: int, at: int) -> frozenset[int]:
    """Find the enemies that a player's creature may attack from where it stands.

    By the house rule `stolen_attacks` they include the one in whose territory it stands.
    """
    ring, team = ring_of(state), team_of(state, controller)
    if not by_emperor(state):
        return frozenset(seat for seat in ring.seats if ring.teams[seat] != team)
    return can_attack(ring, at, team, host="stolen_attacks" in state.rules_on)


def reached(state: State, seat: int, one: Creature | None) -> tuple[list[int], list[int]]:
    """List whom a player reaches, and whom they can attack: from home, or with a creature from where it stands."""
    if seat not in living(state):
        return [], []
    controller, at = (one.controller, one.at) if one else (seat, seat)
    near, enemies = within(state, at), targets(state, controller, at)
    return [other for other in living(state) if other in near], [other for other in living(state) if other in enemies]


def attackable(state: State, seat: int) -> frozenset[int]:
    """Find the enemies that a player may attack from home, or with a noted creature that is ready."""
    places = {seat, *(one.at for one in state.creatures.values() if one.controller == seat and one.ready)}
    return frozenset(enemy for at in places for enemy in targets(state, seat, at))


def affects(state: State, seat: int, place: int) -> bool:
    """Say whether a player's spells or abilities reach a territory: from home, or from where a creature stands."""
    places = {seat, *(one.at for one in state.creatures.values() if one.controller == seat)}
    return place in places or any(place in within(state, at) for at in places)


def field_of(state: State) -> Field:
    """Describe the ring as the rules of creatures ask for it."""
    still = Text("Without Emperors everybody can reach everybody, so creatures don't march.")
    return Field(
        ring_of(state),
        state.turn,
        state.creatures,
        state.noted,
        reach=lambda _: REACH,
        affects=partial(affects, state),
        targets=partial(targets, state),
        still=None if by_emperor(state) else still,
    )


def fallen_with(state: State, gone: Sequence[int]) -> list[Event]:
    """List what becomes of the noted creatures when players are out (Emperor, Eliminating Players)."""
    return [CreatureGone(one.id, one.name, fate) for one, fate in creatures.fallen_with(field_of(state), gone)]
