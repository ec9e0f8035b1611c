"""Among players in the ring: attacks on opponents, and creatures away from home by march or theft. Pure.

The rules are Emperor's, which hold in Emperor seating and wherever else the table says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.efreet_war.facts import events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.reach import attackable, field_of
from companion.games.efreet_war.play.turn import require_running
from companion.games.efreet_war.state.model import State, living, team_of
from companion.kit.ring import away, creatures as kit
from companion.kit.ring.creatures import Field
from companion.language.texts import Text
from companion.table.log import Refusal


def attack_player(state: State, *, target: int) -> list[Event]:
    """Attack an opponent in one's own turn, by the rules of Emperor or the table's own (rules, Attacking)."""
    seat = require_running(state)
    if why := why_not_attack(state, seat, target):
        raise Refusal("%(why)s", why=why).about("target")
    return [ev.PlayerAttacked(seat, target)]


def why_not_attack(state: State, seat: int, target: int) -> Text | None:
    """Say why a player cannot attack another one; None if that is possible."""
    if target not in living(state):
        return Text("This player is already out.")
    if team_of(state, target) == team_of(state, seat):
        return Text("That is an ally; choose an opponent.")
    if (seat, target) in state.assaults:
        return Text("This player is already under attack: enter the life they lose.")
    if target not in attackable(state, seat):
        return Text("No creature next to this player is ready; let one march there first.")
    return None


# March and theft


def march(state: State, *, creature: int | None, owner: int, name: str, wall: bool, to: int) -> list[Event]:
    """March a creature one seat on to an ally: a noted one, or a new one from its owner's own territory.

    Raise Refusal with the reason (Emperor, Moving Your Creatures).
    """
    one = kit.which(_field(state), creature, owner=owner, name=name, wall=wall)
    kit.require_march(field_of(state), one, to)
    return [ev.CreatureMarched(one.id, one.name, one.owner, to, one.wall)]


def march_together(state: State, *, creatures: Sequence[int], to: int) -> list[Event]:
    """March several noted creatures one seat on, all of them or none."""
    group = kit.marching(_field(state), creatures, to)
    return [ev.CreatureMarched(one.id, one.name, one.owner, to, one.wall) for one in group]


def steal(
    state: State, *, creature: int | None, owner: int, name: str, wall: bool, by: int, to: int | None = None
) -> list[Event]:
    """Let a player take control of a creature: it goes one seat towards the thief, whatever else holds it back.

    `to` chooses the way where both are equally long (Emperor, Taking Control of Creatures). Without Emperor's rules it
    goes to its new controller at once.
    """
    one = kit.which(_field(state), creature, owner=owner, name=name, wall=wall)
    way = kit.stolen(field_of(state), one, by, to)
    return [ev.CreatureStolen(one.id, one.name, one.owner, by, way, one.wall)]


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

    If it cannot march it is destroyed; if it has just come it is immune (Emperor, Forced Movement). One at home may be
    `tapped`, or just `summoned`.
    """
    one = kit.which(_field(state), creature, owner=owner, name=name, wall=wall)
    one = kit.at_home(one, tapped=tapped, summoned=summoned) if creature is None else one
    to = kit.forced(field_of(state), one, source)
    if to is None:
        return [away.CreatureGone(one.id, one.name, "forced")]
    return [ev.CreatureMarched(one.id, one.name, one.owner, to, one.wall, forced=True)]


def give_back(state: State, *, creature: int, home: bool = False) -> list[Event]:
    """End a theft: the owner controls the creature again, where it stands.

    Without Emperor's rules it goes `home`, as it went to the thief; in older logs it stayed with the thief.
    """
    field = _field(state)
    one = kit.lent(field, creature)
    if home and field.still:
        return [away.CreatureGone(one.id, one.name, "returned")]
    return [away.ControlEnded(one.id, one.name)]


def _field(state: State) -> Field:
    """Describe the ring of a war that goes on."""
    require_running(state)
    return field_of(state)


tap, untap, animate, bury = away.moves_of(_field)
