"""Among players in the ring: attacks on opponents, and creatures away from home by march or theft. Pure.

The rules are Emperor's, which hold in Emperor seating and wherever else the table says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.efreet_war import events as ev
from companion.games.efreet_war.events import Event
from companion.games.efreet_war.reach import REACH, affects, attackable, by_emperor
from companion.games.efreet_war.rules import LONGEST_NAME, require_running
from companion.games.efreet_war.state import Creature, State, living, ring_of, team_of
from companion.kit.reach import forced_steps, march_targets
from companion.table.log import Refusal
from companion.text import Text

MOST_NOTED = 99
"""How many creatures away from home can be noted."""


def attack_player(state: State, *, target: int) -> list[Event]:
    """Attack an opponent in one's own turn, by the rules of Emperor or the table's own (rules, Attacking)."""
    seat = require_running(state)
    if why := why_not_attack(state, seat, target):
        raise Refusal("%(why)s", why=why).about("target")
    return [ev.PlayerAttacked(seat, target)]


def why_not_attack(state: State, seat: int, target: int) -> Text | None:
    """Say why a player cannot attack another one; None if that is possible."""
    if target not in living(state):
        return Text("This player is out already.")
    if team_of(state, target) == team_of(state, seat):
        return Text("That is an ally; choose an opponent.")
    if (seat, target) in state.assaults:
        return Text("This player is already under attack: count the life that it costs.")
    if target not in attackable(state, seat):
        return Text("Nothing ready stands beside this player; let a creature march there first.")
    return None


# March and theft


def march(state: State, *, creature: int | None, owner: int, name: str, wall: bool, to: int) -> list[Event]:
    """March a creature one seat on to an ally: a noted one, or a new one from its owner's own territory.

    Raise Refusal with the reason (Emperor, Moving Your Creatures).
    """
    return [_marched(state, _which(state, creature, owner=owner, name=name, wall=wall), to)]


def _marched(state: State, one: Creature, to: int) -> Event:
    if why := why_not_move(state, one) or why_not_to(state, one, to):
        raise Refusal("%(why)s", why=why).about("to")
    return ev.CreatureMarched(one.id, one.name, one.owner, to, one.wall)


def march_together(state: State, *, creatures: Sequence[int], to: int) -> list[Event]:
    """March several noted creatures one seat on, all of them or none."""
    if not creatures:
        raise Refusal("Choose which creatures march.").about("creatures")
    return [_marched(state, _noted(state, one), to) for one in dict.fromkeys(creatures)]


def steal(
    state: State, *, creature: int | None, owner: int, name: str, wall: bool, by: int, to: int | None = None
) -> list[Event]:
    """Let a player take control of a creature: it goes one seat towards the thief, whatever else holds it back.

    `to` chooses the way where both are equally long (Emperor, Taking Control of Creatures). Without Emperor's rules it
    goes to its new controller at once.
    """
    one = _which(state, creature, owner=owner, name=name, wall=wall)
    _require_alive(state, by)
    if by == one.controller:
        raise Refusal("This player controls it already; choose who takes it.").about("by")
    if not affects(state, by, one.at):
        raise Refusal("It is out of the thief's range; nobody can take it from that far.").about("by")
    ring = ring_of(state)
    ways = (forced_steps(ring, one.at, by) if by_emperor(state) else {by}) or {one.at}
    if to is not None and to not in ways:
        raise Refusal("It goes towards whoever takes it; choose one of the two ways, or none.").about("to")
    chosen = to if to is not None else min(ways, key=ring.seats.index)
    return [ev.CreatureStolen(one.id, one.name, one.owner, by, chosen, one.wall)]


def give_back(state: State, *, creature: int) -> list[Event]:
    """End a theft: the owner controls the creature again, where it stands."""
    one = _noted(state, creature)
    if one.controller == one.owner:
        raise Refusal("Its owner controls it already.")
    return [ev.ControlEnded(one.id, one.name)]


def animate(state: State, *, creature: int) -> list[Event]:
    """Let a noted Wall march, since something animated it (Emperor, Restrictions on Relocation)."""
    one = _noted(state, creature)
    return [ev.WallAnimated(one.id, one.name)] if one.wall else []


def bury(state: State, *, creature: int) -> list[Event]:
    """Take a creature off the list: it died or left the game."""
    one = _noted(state, creature)
    return [ev.CreatureGone(one.id, one.name, "died")]


def why_not_move(state: State, one: Creature) -> Text | None:
    """Say why a creature cannot march at all; None if it can (Emperor, Restrictions on Relocation)."""
    if not by_emperor(state):
        return Text("Without Emperors everybody reaches everybody, so creatures do not march.")
    if state.turn != one.controller:
        return Text("It moves in its controller's own turn only.")
    if one.wall:
        return Text("Walls may not march unless something animates them.")
    if one.moved:
        return Text("It has marched this turn already; a creature marches once a turn.")
    if one.sick:
        return Text("It is summoning sick until a turn of its controller begins where it stands.")
    return None


def why_not_to(state: State, one: Creature, to: int) -> Text | None:
    """Say why a creature cannot march to a territory; None if it can (Emperor, Moving Your Creatures)."""
    ring = ring_of(state)
    if to not in ring.seats:
        return Text("Nobody plays there any more.")
    if ring.distance(one.at, to) != 1:
        return Text("A march goes one seat at a time; choose the territory beside it.")
    if ring.teams[to] != ring.teams[one.controller]:
        return Text("That is enemy territory; creatures march to allies only.")
    if to not in march_targets(ring, one.controller, one.at, REACH):
        return Text("No creature goes farther than %(reach)s from its controller.", reach=REACH)
    return None


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
    stuck = tuple((one, why_not_move(state, one)) for one in group)
    able = [one for one, why in stuck if not why]
    beside = [(seat, why_not_to(state, group[0], seat)) for seat in _beside(state, group[0].at)]
    to = tuple(seat for seat, why in beside if not why) if able else ()
    why = None if to else next(why for _, why in (beside if able else stuck))
    return March(group[0].at, stuck, to, why)


def march_from_home(state: State) -> March | None:
    """Say where a creature at home of the player whose turn it is can go; None if there is no turn."""
    if state.turn is None:
        return None
    to = goes(state, state.turn)
    return March(state.turn, (), to, None if to else Text("No teammate sits beside it, or near enough."))


def goes(state: State, seat: int) -> tuple[int, ...]:
    """List the teammates to whom a player's creatures may march from home."""
    if not by_emperor(state):
        return ()
    open_to = march_targets(ring_of(state), seat, seat, REACH)
    return tuple(one for one in _beside(state, seat) if one in open_to)


def _beside(state: State, seat: int) -> list[int]:
    ring = ring_of(state)
    return sorted(ring.neighbours(seat), key=ring.seats.index)


def _which(state: State, id: int | None, *, owner: int, name: str, wall: bool) -> Creature:
    """Find a noted creature, or make a new one at home that the player calls ready."""
    if id is not None:
        return _noted(state, id)
    _require_alive(state, owner)
    if len(state.creatures) >= MOST_NOTED:
        raise Refusal("So many creatures are away from home that no more can be noted.")
    if len(name) > LONGEST_NAME:
        raise Refusal("Give it a name of 1 to %(most)s characters.", most=LONGEST_NAME).about("name")
    return Creature(state.noted + 1, name, owner, owner, owner, wall)


def _noted(state: State, id: int) -> Creature:
    require_running(state)
    if id not in state.creatures:
        raise Refusal("This creature is not away from home any more; look at the list.")
    return state.creatures[id]


def _require_alive(state: State, seat: int) -> None:
    require_running(state)
    if seat not in living(state):
        raise Refusal("This player is out already.")
