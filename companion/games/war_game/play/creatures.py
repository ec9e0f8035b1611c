"""What happens to single creatures in any turn: cast, boosted, put right, gone; who dies by losing a bonus. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.events import Event
from companion.games.war_game.facts.supply import why_not_cast
from companion.games.war_game.play.combat import called, named, strength
from companion.games.war_game.setup.setup import require_open, require_seat
from companion.games.war_game.state import evolve
from companion.games.war_game.state.house_rules import BONUS_LOST, HOME_ENEMIES
from companion.games.war_game.state.model import (
    ABILITIES,
    COLOURS,
    LONGEST_NAME,
    MOST_CREATURES,
    MOST_NUMBER,
    Card,
    Creature,
    State,
    at,
    board_of,
    home_of,
    is_supplied,
)
from companion.language.texts import Text
from companion.table.finished import Who
from companion.table.log import Refusal


def require_turn(state: State, *phases: str) -> int:
    """Get the seat whose turn it is; raise Refusal before and after the war, and outside of some `phases`."""
    require_open(state)
    if state.turn is None:
        raise Refusal("The war hasn't begun; begin it first.")
    if phases and state.phase not in phases:
        if phases == ("move",) and state.phase in ("fight", "cast"):
            raise Refusal("Movement is over; undo that with the arrow.")
        raise Refusal("Not in this phase: the bar shows what you can do now.")
    return state.turn


def find(state: State, creature: int) -> Creature:
    """Find a creature by its number; raise Refusal if it is gone."""
    require_turn(state)
    if creature not in state.creatures:
        raise Refusal("This creature is gone; look at the map again.")
    return state.creatures[creature]


def own(state: State, creature: int, by: int | None) -> Creature:
    """Find a creature of the player who taps; a host (None) and the player whose turn it is may name anybody's."""
    one = find(state, creature)
    if by not in (None, one.owner, state.turn):
        raise Refusal("%(name)s belongs to another player.", name=called(one))
    return one


def with_deaths(state: State, events: Sequence[Event], *ids: int | None) -> list[Event]:
    """Add who dies by what has happened: of some creatures, or of all, those of whose toughness nothing is left now.

    By the house rule they live on until the turn ends.
    """
    if BONUS_LOST in state.rules_on and not any(isinstance(event, ev.TurnEnded) for event in events):
        return [*events]
    now = state
    for event in events:
        now = evolve(now, event)
    weak = [one for one in now.creatures.values() if not ids or one.id in ids]
    board = board_of(now)
    dead = [one for one in weak if strength(board, one).toughness <= 0]
    return [*events, *(ev.CreatureGone(one.id, "weaker", named(one)) for one in dead)]


def cast(
    state: State,
    *,
    known: Mapping[str, Card] | None = None,
    like: str = "",
    name: str = "",
    power: int = 0,
    toughness: int = 1,
    cost: int = 0,
    colours: Sequence[str] = (),
    abilities: Sequence[str] = (),
    wall: bool = False,
) -> list[Event]:
    """Cast a creature into the stronghold: one `like` a card that was named before, or a new one (Casting Phase).

    `known` are the cards of earlier tables by their names.
    """
    seat = require_turn(state, "cast")
    if like:
        cards = {**(known or {}), **state.cards}
        if like not in cards:
            raise Refusal("No creature by that name has been cast yet; enter the card once.").about("like")
        card, name = cards[like], like
        power, toughness, cost, wall = card.power, card.toughness, card.cost, card.wall
        colours, abilities = card.colours, card.abilities
    if why := why_not_summon(state, seat, cost):
        raise Refusal("%(why)s", why=why)
    if not 1 <= toughness <= MOST_NUMBER or not 0 <= power <= MOST_NUMBER:
        raise Refusal("A creature needs a toughness of 1 or more.").about("toughness")
    if len(name) > LONGEST_NAME:
        raise Refusal("A name of 1 to %(most)s characters, please.", most=LONGEST_NAME).about("name")
    if len(state.creatures) >= MOST_CREATURES:
        raise Refusal("No more creatures fit on this map; remove one first.")
    kept = tuple(one for one in COLOURS if one in colours), tuple(one for one in ABILITIES if one in abilities)
    return [ev.CreatureCast(state.cast + 1, seat, home_of(state, seat), power, toughness, cost, name, *kept, wall)]


def why_not_summon(state: State, seat: int, cost: int = 0) -> Text | None:
    """Say why a player can cast no creature that costs so much; None if it may come (Casting Phase, How To Win)."""
    home = home_of(state, seat)
    if not is_supplied(state, seat):
        holder = Who(state.strongholds[home].holder)
        return Text("%(name)s holds your stronghold: no new supply, no new creatures, other spells only.", name=holder)
    points, at_home = state.supply.get(seat, 0), len(at(state, home, seat))
    return why_not_cast(cost, supply=points, at_home=at_home) or why_not_home(state, seat)


def why_not_home(state: State, seat: int) -> Text | None:
    """Say why opponents keep a creature from coming into a stronghold, by the house rule; None if they do not."""
    if HOME_ENEMIES not in state.rules_on or {one.owner for one in at(state, home_of(state, seat))} <= {seat}:
        return None
    return Text("Opponents are in your stronghold: under your house rule, you can't bring new creatures in.")


def spend(state: State, *, seat: int, points: int, what: str = "") -> list[Event]:
    """Pay supply points for anything else: upkeep, a spell, a fast effect, in any turn."""
    require_turn(state)
    require_seat(state, seat)
    if points < 1:
        raise Refusal("Pay one point or more.").about("points")
    if why := why_not_cast(points, supply=state.supply.get(seat, 0)):
        raise Refusal("%(why)s", why=why).about("points")
    return [ev.SupplySpent(seat, points, what[:LONGEST_NAME])]


def boost(state: State, *, creature: int, power: int = 0, toughness: int = 0, by: int | None = None) -> list[Event]:
    """Change power and toughness of a creature until the turn ends, by a fast effect."""
    one = own(state, creature, by)
    if not power and not toughness:
        raise Refusal("Say by how much.").about("power", "toughness")
    both = (one.boost_power + power, one.boost_toughness + toughness)
    if max(map(abs, both)) > MOST_NUMBER:
        raise Refusal("%(name)s can't grow beyond %(most)s.", name=called(one), most=MOST_NUMBER)
    return _weakened(state, ev.CreatureBoosted(creature, power, toughness, named(one)))


def damage(
    state: State, *, creature: int, value: int | None = None, by: int | None = None, who: int | None = None
) -> list[Event]:
    """Mark how much damage a creature has, or so much more `by` a tap; `who` marks it, None for a host."""
    one = own(state, creature, who)
    then = min(max(0, one.damage + by), MOST_NUMBER) if by is not None else value
    if then is None:
        raise Refusal("Enter a number first.").about("value")
    return _weakened(state, ev.CreatureDamaged(creature, then - one.damage, named(one))) if then != one.damage else []


def _weakened(state: State, event: ev.CreatureBoosted | ev.CreatureDamaged | ev.CreatureCorrected) -> list[Event]:
    """Add the creature's death if nothing is left of its toughness, damaged or not."""
    now = evolve(state, event)
    one = now.creatures[event.creature]
    dead = strength(board_of(now), one).toughness <= 0
    return [event, *([ev.CreatureGone(one.id, "weaker", named(one))] if dead else [])]


def remove(state: State, *, creature: int, by: int | None = None) -> list[Event]:
    """Take a creature off the map: a spell, or anything else the cards say."""
    one = own(state, creature, by)
    return [ev.CreatureGone(creature, name=named(one))]


def correct(
    state: State,
    *,
    creature: int,
    owner: int,
    at: str,
    power: int,
    toughness: int,
    damage: int = 0,
    tapped: bool = False,
    by: int | None = None,
) -> list[Event]:
    """Put right what the map shows of a creature: damage, tapped, where it stands, who controls it, its numbers."""
    one = own(state, creature, by)
    if owner != one.owner:  # who has left keeps what stays, by the house rule `leaves`
        require_seat(state, owner)
    if at not in board_of(state).places:
        raise Refusal("Choose a place on the map.").about("at")
    now = (one.owner, one.at, one.power, one.toughness, one.damage, one.tapped)
    then = (owner, at, power, toughness, damage, tapped)
    if now == then:
        return []
    if one.carried and at != one.at:
        raise Refusal("%(name)s is carried: it goes where its carrier goes.", name=called(one)).about("at")
    corrected = _weakened(state, ev.CreatureCorrected(creature, *then, named(one)))
    rider = state.creatures.get(one.rider or 0)
    if rider is None or at == one.at:
        return corrected
    return with_deaths(state, [*corrected, _along(rider, at)], rider.id)


def _along(rider: Creature, at: str) -> ev.CreatureCorrected:
    """Put a rider where its carrier stands."""
    values = rider.owner, at, rider.power, rider.toughness, rider.damage, rider.tapped
    return ev.CreatureCorrected(rider.id, *values, named(rider))
