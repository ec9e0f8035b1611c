"""Creatures away from home: march, forced march, theft, and what each of them may do and why not. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.emperor import events as ev
from companion.games.emperor.duel import require_alive, require_running
from companion.games.emperor.events import CreatureEvent, Event
from companion.games.emperor.reach import affects, reach_of, targets, within
from companion.games.emperor.seating import named
from companion.games.emperor.state import Creature, State, ring_of, team_of
from companion.kit.reach import forced_steps, march_targets
from companion.table.log import Refusal
from companion.text import Text

FATES = {
    "died": Text("it died or left play"),
    "forced": Text("it was forced to march and could not, so it is destroyed"),
    "owner_out": Text("it leaves play with its owner"),
    "territory": Text("it dies with the territory, goes to its owner's graveyard and may not be regenerated"),
    "returned": Text("it goes back to its owner"),
}
MOST_NOTED = 99


def called(one: Creature | CreatureEvent) -> Text:
    """Say what a creature is called: by its number if nobody named it."""
    number = one.id if isinstance(one, Creature) else one.creature
    return Text("%(name)s", name=one.name) if one.name else Text("Creature %(number)s", number=number)


def march(state: State, *, creature: int | None, owner: int, name: str, wall: bool, to: int) -> list[Event]:
    """March a creature one seat on to an ally: a noted one, or a new one from its owner's own territory.

    Raise Refusal with the reason (rules, Moving Your Creatures).
    """
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    return [*noting, _marched(state, one, to)]


def _marched(state: State, one: Creature, to: int) -> Event:
    if not state.range.march:
        raise Refusal("By the later rules creatures do not march: let an ally gain control instead.")
    why = why_not_move(state, one) or why_not_to(state, one, to)
    if why:
        raise Refusal("%(why)s", why=why).about("to")
    return ev.CreatureMarched(one.id, one.name, to)


def march_together(state: State, *, creatures: Sequence[int], to: int) -> list[Event]:
    """March several noted creatures one seat on, all of them or none."""
    if not creatures:
        raise Refusal("Choose which creatures march.").about("creatures")
    return [_marched(state, _noted(state, one), to) for one in dict.fromkeys(creatures)]


def force(state: State, *, creature: int | None, owner: int, name: str, wall: bool, source: int) -> list[Event]:
    """Force a creature that must attack, but has no enemy beside it, one seat towards the `source` of the effect.

    If it cannot march it is destroyed; if it has just come it is immune (rules, Forced Movement).
    """
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    if not state.range.march:
        raise Refusal("By the later rules no creature is forced to march.")
    require_alive(state, source)
    ring = ring_of(state)
    if not affects(state, source, one.at):
        raise Refusal("The effect does not reach that far; its source must be nearer.").about("source")
    if targets(state, one.controller, one.at):
        raise Refusal("It has an enemy beside it, so it must attack instead of marching.")
    if one.sick:
        raise Refusal("It has just come here, so it is immune to being forced.")
    allowed = march_targets(ring, one.controller, one.at, _farthest(state, one))
    steps = {step for step in forced_steps(ring, one.at, source) if step in allowed}
    if one.wall or one.tapped or one.moved or not steps:
        return [*noting, ev.CreatureGone(one.id, one.name, "forced")]
    return [*noting, ev.CreatureMarched(one.id, one.name, min(steps, key=ring.seats.index), forced=True)]


def steal(
    state: State, *, creature: int | None, owner: int, name: str, wall: bool, by: int, to: int | None = None
) -> list[Event]:
    """Let a player take control of a creature: it goes one seat towards the thief, tapped, sick or a wall as it may be.

    `to` chooses the way where both are equally long (rules, Taking Control of Creatures; other-games 2.6.6 and 2.6.7).
    By the later rules it goes to its new controller at once.
    """
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    require_alive(state, by)
    if by == one.controller:
        raise Refusal("This player controls it already; choose who takes it.").about("by")
    if not affects(state, by, one.at):
        raise Refusal("It is out of the thief's range; nobody can take it from that far.").about("by")
    if not state.range.march:
        return [*noting, ev.CreatureStolen(one.id, one.name, by, by)]
    steps = forced_steps(ring_of(state), one.at, by) or {one.at}
    if to is not None and to not in steps:
        raise Refusal("It goes towards whoever takes it; choose one of the two ways, or none.").about("to")
    chosen = to if to is not None else min(steps, key=ring_of(state).seats.index)
    return [*noting, ev.CreatureStolen(one.id, one.name, by, chosen)]


def deploy(state: State, *, creature: int | None, owner: int, name: str, wall: bool, to: int) -> list[Event]:
    """Tap a creature for an ally to gain control of it, by the later rules (facts 2.5: Deploy)."""
    noting, one = _which(state, creature, owner=owner, name=name, wall=wall)
    require_alive(state, to)
    if state.range.march:
        raise Refusal("By these rules control stays: let the creature march instead.")
    why = _why_not_now(state, one)
    if why:
        raise Refusal("%(why)s", why=why)
    if one.tapped:
        raise Refusal("It is tapped; untap it first.")
    if one.sick:
        raise Refusal("It is summoning sick until a turn of its controller begins.")
    if team_of(state, to) != team_of(state, one.controller) or to == one.controller:
        raise Refusal("Only a teammate can gain control of it this way; choose one.").about("to")
    if to not in within(state, one.controller, "others"):
        raise Refusal("That teammate is out of range.").about("to")
    return [*noting, ev.CreatureDeployed(one.id, one.name, to)]


def give_back(state: State, *, creature: int) -> list[Event]:
    """End a theft: the owner controls the creature again, where it stands."""
    one = _noted(state, creature)
    if one.controller == one.owner:
        raise Refusal("Its owner controls it already.")
    if not state.range.march:
        return [ev.CreatureGone(one.id, one.name, "returned")]
    return [ev.ControlEnded(one.id, one.name)]


def tap(state: State, *, creature: int) -> list[Event]:
    """Tap a noted creature; if it is tapped already, nothing happens."""
    one = _noted(state, creature)
    return [] if one.tapped else [ev.CreatureTapped(one.id, one.name)]


def untap(state: State, *, creature: int) -> list[Event]:
    """Untap a noted creature by an effect; in its controller's turn it untaps by itself."""
    one = _noted(state, creature)
    return [ev.CreatureUntapped(one.id, one.name)] if one.tapped else []


def bury(state: State, *, creature: int) -> list[Event]:
    """Take a creature off the list: it died or left the game."""
    one = _noted(state, creature)
    return [ev.CreatureGone(one.id, one.name, "died")]


def why_not_move(state: State, one: Creature) -> Text | None:
    """Say why a creature cannot march at all; None if it can (rules, Restrictions on Relocation)."""
    if why := _why_not_now(state, one):
        return why
    if one.wall:
        return Text("Walls may not march.")
    if one.moved:
        return Text("It has marched this turn already; a creature marches once a turn.")
    if one.sick:
        return Text("It is summoning sick until a turn of its controller begins where it stands.")
    if one.tapped:
        return Text("It is tapped; only creatures that are ready to attack may march.")
    return None


def why_not_to(state: State, one: Creature, to: int) -> Text | None:
    """Say why a creature cannot march to a territory; None if it can (rules, Moving Your Creatures)."""
    ring = ring_of(state)
    if to not in ring.seats:
        return Text("Nobody plays there any more.")
    if ring.distance(one.at, to) != 1:
        return Text("A march goes one seat at a time; choose the territory beside it.")
    if ring.teams[to] != ring.teams[one.controller]:
        return Text("That is enemy territory; creatures march to allies only.")
    if to not in march_targets(ring, one.controller, one.at, _farthest(state, one)):
        return Text("No creature goes farther than %(reach)s from its controller.", reach=_farthest(state, one))
    return None


def steps(state: State, one: Creature) -> list[tuple[int, Text | None]]:
    """List the territories beside a creature, each with the reason why it cannot march there, or None."""
    ring = ring_of(state)
    beside = sorted(ring.neighbours(one.at), key=ring.seats.index)
    return [(seat, why_not_to(state, one, seat)) for seat in beside]


def goes(state: State, seat: int) -> list[int]:
    """List the teammates to whom a player's creatures may go from home: by a march, or by the later rules as a gift."""
    ring = ring_of(state)
    if state.range.march:
        return sorted(march_targets(ring, seat, seat, reach_of(state, seat, "others")), key=ring.seats.index)
    return [one for one in ring.seats if one in within(state, seat, "others") and ring.teams[one] == ring.teams[seat]]


@dataclass(frozen=True)
class March:
    """What may march from a place: creatures each with the reason why it cannot, the territories open to all others."""

    at: int
    creatures: tuple[tuple[Creature, Text | None], ...]
    to: tuple[int, ...]
    why: Text | None = None
    """Why nothing can march; None if something can."""


def together(state: State, controller: int, at: int) -> list[Creature]:
    """List the creatures of a player that stand in a territory."""
    return [one for one in state.creatures.values() if (one.controller, one.at) == (controller, at)]


def march_of(state: State, group: Sequence[Creature]) -> March:
    """Say which creatures of a group that stands together can march, and where to."""
    stuck = [(one, _why_stuck(state, one)) for one in group]
    able = [one for one, why in stuck if not why]
    beside = steps(state, group[0])
    to = tuple(seat for seat, why in beside if not why) if able else ()
    why = None if to else next(why for _, why in (beside if able else stuck))
    return March(group[0].at, tuple(stuck), to, why)


def march_from_home(state: State) -> March | None:
    """Say where a creature at home of the player whose turn it is can go; None if there is no turn."""
    if state.turn is None:
        return None
    to = tuple(goes(state, state.turn))
    return March(state.turn, (), to, None if to else Text("No teammate sits beside it, or near enough."))


def _why_stuck(state: State, one: Creature) -> Text | None:
    return why_not_move(state, one) if state.range.march else Text("By the later rules creatures do not march.")


def ready(state: State, one: Creature) -> bool:
    """Say whether a creature could attack: neither summoning sick nor tapped."""
    return not (one.sick or one.tapped)


def _why_not_now(state: State, one: Creature) -> Text | None:
    return None if state.turn == one.controller else Text("It moves in its controller's own turn only.")


def _farthest(state: State, one: Creature) -> int:
    return reach_of(state, one.controller, "others")


def _which(state: State, id: int | None, *, owner: int, name: str, wall: bool) -> tuple[list[Event], Creature]:
    """Find a noted creature, or note a new one at home that the player calls ready."""
    if id is not None:
        return [], _noted(state, id)
    require_alive(state, owner)
    if len(state.creatures) >= MOST_NOTED:
        raise Refusal("So many creatures are away from home that no more can be noted.")
    one = Creature(state.noted + 1, named(name, least=0), owner, owner, owner, wall)
    return [ev.CreatureNoted(one.id, one.name, owner, wall)], one


def _noted(state: State, id: int) -> Creature:
    require_running(state)
    if id not in state.creatures:
        raise Refusal("This creature is not away from home any more; look at the list.")
    return state.creatures[id]


def blockers(state: State, seat: int) -> list[Creature]:
    """List the noted creatures that may block an attack on a player, in the order to declare: those that stand there.

    The player attacked declares first, then the others; a creature's controller has the final say (rules, Defending
    with Relocated Creatures).
    """
    there = [one for one in state.creatures.values() if one.at == seat and not one.tapped]
    return sorted(there, key=lambda one: (one.controller != seat, one.id))
