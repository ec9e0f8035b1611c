"""Creatures away from home: march, forced march, theft, and by the later rules the gift to a teammate. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.emperor.facts import events as ev
from companion.games.emperor.facts.events import Event
from companion.games.emperor.play.duel import require_running
from companion.games.emperor.play.reach import field_of, within
from companion.games.emperor.state import State, ring_of, team_of
from companion.kit.ring import away, creatures as kit
from companion.kit.ring.creatures import Creature, Field
from companion.table.log import Refusal


def march(state: State, *, creature: int | None, owner: int, name: str, wall: bool, to: int) -> list[Event]:
    """March a creature one seat on to an ally: a noted one, or a new one from its owner's own territory.

    Raise Refusal with the reason (rules, Moving Your Creatures).
    """
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    kit.require_march(field_of(state), one, to)
    return [*noting, ev.CreatureMarched(one.id, one.name, to)]


def march_together(state: State, *, creatures: Sequence[int], to: int) -> list[Event]:
    """March several noted creatures one seat on, all of them or none."""
    group = kit.marching(_field(state), creatures, to)
    return [ev.CreatureMarched(one.id, one.name, to) for one in group]


def force(
    state: State,
    *,
    creature: int | None,
    owner: int,
    name: str,
    wall: bool,
    source: int,
    tapped: bool = False,
    summoned: bool = False,
) -> list[Event]:
    """Force a creature that must attack, but has no enemy beside it, one seat towards the `source` of the effect.

    If it cannot march it is destroyed; if it has just come it is immune (rules, Forced Movement). One at home may be
    `tapped`, or just `summoned`.
    """
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    if not state.range.march:
        raise Refusal("Under the later rules no creature is forced to march.")
    one = kit.at_home(one, tapped=tapped, summoned=summoned) if noting else one
    to = kit.forced(field_of(state), one, source)
    if to is None:
        return [*noting, away.CreatureGone(one.id, one.name, "forced")]
    return [*noting, ev.CreatureMarched(one.id, one.name, to, forced=True)]


def steal(
    state: State, *, creature: int | None, owner: int, name: str, wall: bool, by: int, to: int | None = None
) -> list[Event]:
    """Let a player take control of a creature: it goes one seat towards the thief, tapped, sick or a wall as it may be.

    `to` chooses the way where both are equally long (rules, Taking Control of Creatures; other-games 2.6.6 and 2.6.7).
    By the later rules it goes to its new controller at once.
    """
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    return [*noting, ev.CreatureStolen(one.id, one.name, by, kit.stolen(field_of(state), one, by, to))]


def deploy(state: State, *, creature: int | None, owner: int, name: str, wall: bool, to: int) -> list[Event]:
    """Tap a creature for an ally to gain control of it, by the later rules (facts 2.5: Deploy)."""
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    kit.require_there(field_of(state), to)
    if state.range.march:
        raise Refusal("Under these rules control doesn't change: let the creature march instead.")
    if why := kit.why_not_now(field_of(state), one):
        raise Refusal("%(why)s", why=why)
    if one.tapped:
        raise Refusal("It is tapped; untap it first.")
    if one.sick:
        raise Refusal("It is summoning sick until its controller's next turn begins.")
    if team_of(state, to) != team_of(state, one.controller) or to == one.controller:
        raise Refusal("Only a teammate can gain control of it this way; choose one.").about("to")
    if to not in within(state, one.controller, "others"):
        raise Refusal("That teammate is out of range.").about("to")
    return [*noting, ev.CreatureDeployed(one.id, one.name, to)]


def give_back(state: State, *, creature: int) -> list[Event]:
    """End a theft: the owner controls the creature again, where it stands, or by a house rule at home."""
    one = kit.lent(_field(state), creature)
    if not state.range.march or "steal_end" in state.rules_on:
        return [away.CreatureGone(one.id, one.name, "returned")]
    return [away.ControlEnded(one.id, one.name)]


def goes(state: State, seat: int) -> list[int]:
    """List the teammates to whom a player's creatures may go from home: by a march, or by the later rules as a gift."""
    if state.range.march:
        return kit.goes(field_of(state), seat)
    ring = ring_of(state)
    return [one for one in ring.seats if one in within(state, seat, "others") and ring.teams[one] == ring.teams[seat]]


def _which(state: State, id: int | None, *, owner: int, name: str, wall: bool) -> tuple[list[Event], Creature]:
    """Find a noted creature, or note a new one at home."""
    one = kit.which(_field(state), id, owner=owner, name=name, wall=wall)
    return [] if id is not None else [ev.CreatureNoted(one.id, name, owner, wall)], one


def _field(state: State) -> Field:
    """Describe the ring of a duel that runs."""
    require_running(state)
    return field_of(state)


tap, untap, animate, bury = away.moves_of(_field)
