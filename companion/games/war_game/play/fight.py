"""The combat phase: who fights, who splits the damage, and what comes of it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.events import Event
from companion.games.war_game.play import combat
from companion.games.war_game.play.creatures import find, require_turn
from companion.games.war_game.play.movement import land_to_turn, may_start
from companion.games.war_game.state import evolve
from companion.games.war_game.state.house_rules import BONUS_LOST, SPLIT_ALL, STRONGHOLD_TAP, THREE_SIDES
from companion.games.war_game.state.model import Creature, Fight, State, at, board_of
from companion.language.texts import Text
from companion.table.finished import Who
from companion.table.log import Refusal, Stale

BANDING = "banding"


@dataclass(frozen=True)
class Side:
    """One side of a fight: its player, its creatures, and what the other one's strike does to it.

    `struck` is the power that hits it; `splitter` divides that; `split` is how, `chosen` whether somebody said so, and
    `open` whether there is anything to choose.
    """

    seat: int
    creatures: tuple[Creature, ...]
    power: int
    struck: int
    splitter: int
    split: Mapping[int, int]
    chosen: bool
    open: bool

    @property
    def lost(self) -> int:
        """Count the power that hits nobody."""
        return self.struck - self.taken

    @property
    def taken(self) -> int:
        """Count the power that hits somebody."""
        return sum(self.split.values())


def sides(state: State, place: str) -> tuple[Side, Side] | None:
    """Work out both sides of a fight, the attacker first; None until it is clear against whom (Combat Phase)."""
    fight, seat = state.fights.get(place), state.turn
    if fight is None or fight.against is None or seat is None:
        return None
    ours, theirs = tuple(at(state, place, seat)), tuple(at(state, place, fight.against))
    board = board_of(state)
    power, back = combat.total(board, ours), combat.total(board, theirs)
    return (
        _side(state, fight, seat, ours, power=power, struck=back, other=fight.against),
        _side(state, fight, fight.against, theirs, power=back, struck=power, other=seat),
    )


def _side(
    state: State, fight: Fight, seat: int, creatures: tuple[Creature, ...], *, power: int, struck: int, other: int
) -> Side:
    left = _left(state, creatures)
    splitter = seat if any(BANDING in one.abilities for one in creatures) else other
    chosen = fight.splits.get(seat)
    if chosen is not None and _why_not_split(state, struck, creatures, chosen):
        chosen = None  # something has changed since
    can_choose = 0 < struck < sum(left.values()) and sum(most > 0 for most in left.values()) > 1
    can_choose = can_choose or (SPLIT_ALL in state.rules_on and struck > 0 and any(left.values()))
    split = _likely(left, struck) if chosen is None else chosen
    return Side(seat, creatures, power, struck, splitter, split, chosen is not None, can_choose)


def _why_not_split(state: State, struck: int, creatures: Sequence[Creature], split: Mapping[int, int]) -> Text | None:
    all_that_fits = SPLIT_ALL not in state.rules_on
    return combat.why_not_split(board_of(state), struck, creatures, split, all_that_fits=all_that_fits)


def _left(state: State, creatures: Sequence[Creature]) -> dict[int, int]:
    """Find how much damage each creature can be dealt."""
    board = board_of(state)
    return {one.id: combat.most(board, one) for one in creatures}


def _likely(left: Mapping[int, int], power: int) -> dict[int, int]:
    """Split damage so that as many as possible die, those with the least left first."""
    split = {}
    for id, most in sorted(left.items(), key=lambda one: one[1]):
        split[id] = min(most, power)
        power -= split[id]
    return split


def opponents(state: State, place: str) -> list[int]:
    """List the seats against whom a fight at a place can be: nobody, once their creatures are gone."""
    before = state.fights.get(place, Fight()).fought
    return sorted({one.owner for one in at(state, place)} - {state.turn, *before})


def name_fight(state: State, *, place: str, seat: int) -> list[Event]:
    """Say against whom a fight is: one of several opponents there; by the other reading, start one where both stand."""
    turn = require_turn(state, "fight")
    if place not in state.fights and place not in may_start(state, turn):
        raise Refusal("There is no fight there.").about("place")
    if seat == turn or not at(state, place, seat):
        raise Refusal("Choose an opponent with creatures there.").about("seat")
    now = state.fights.get(place, Fight())
    if seat not in opponents(state, place):
        raise Refusal("You've already fought this opponent there.").about("seat")
    named = ev.FightNamed(place, seat, now.tap_used, now.fought)
    return [named] if place in state.fights else [named, *_turned(state, place)]


def _turned(state: State, place: str) -> list[Event]:
    """Turn up the land of a stronghold where a fight is started, as at the end of movement."""
    land = land_to_turn(state, place)
    return [land] if land else []


def tapper(state: State, place: str) -> int | None:
    """Find who may tap an attacker in a fight: a stronghold's holder, by the house rule whose it is; None for nobody.

    By the house rule nobody does if the attacker comes alone.
    """
    one, fight = state.strongholds.get(place), state.fights.get(place)
    if one is None or fight is None or fight.tap_used or state.turn is None:
        return None
    if STRONGHOLD_TAP not in state.rules_on:
        return one.holder if one.holder != state.turn else None
    return one.owner if one.owner != state.turn and len(at(state, place, state.turn)) > 1 else None


def tap_attacker(state: State, *, place: str, creature: int, by: int | None = None) -> list[Event]:
    """Let the holder of a stronghold tap one of those who attack it (Movement Phase)."""
    turn, one = require_turn(state, "fight"), find(state, creature)
    _require_tapper(state, place, by)
    if one.at != place or one.owner != turn:
        raise Refusal("%(name)s isn't attacking there; choose an attacker.", name=combat.called(one)).about("creature")
    if one.tapped:
        raise Refusal("%(name)s is tapped already; choose another one.", name=combat.called(one)).about("creature")
    return [ev.CreatureTapped(creature, place, combat.named(one))]


def spare_attackers(state: State, *, place: str, by: int | None = None) -> list[Event]:
    """Let the holder of a stronghold tap none of those who attack it (Movement Phase: "may")."""
    require_turn(state, "fight")
    _require_tapper(state, place, by)
    return [ev.AttackersSpared(place)]


def _require_tapper(state: State, place: str, by: int | None) -> None:
    """Raise Refusal unless `by`, None for a host, may say whether one of those who attack a stronghold is tapped."""
    if place not in state.strongholds or place not in state.fights:
        raise Refusal("A stronghold's holder may tap an attacker only in a fight there.").about("place")
    if state.fights[place].tap_used:
        raise Refusal("It's already decided whether an attacker is tapped.")
    who = tapper(state, place)
    if who is None:
        raise _nobody_taps(state, place)
    if by not in (None, who):
        raise Refusal("Only the stronghold's holder may tap an attacker.")


def waits_for(state: State, place: str) -> int | None:
    """Find who still has to say which attacker is tapped, or none, before a fight is settled; None for nobody."""
    who = None if state.turn is None else tapper(state, place)
    untapped = any(not one.tapped for one in at(state, place, state.turn))
    return who if untapped and who not in state.left else None


def _nobody_taps(state: State, place: str) -> Refusal:
    if STRONGHOLD_TAP not in state.rules_on:
        return Refusal("The active player holds this stronghold.")
    if state.strongholds[place].owner == state.turn:
        return Refusal("It's the active player's own stronghold.")
    return Refusal("Under your house rule, you can tap one attacker of a group, never a lone one.")


def split(
    state: State, *, creature: int, value: int | None = None, by: int | None = None, who: int | None = None
) -> list[Event]:
    """Deal a creature so much, or so much more `by` a tap, and the others of its side the rest (Combat Phase)."""
    one = find(state, creature)
    side = _find(state, one.at, one.owner)
    if who not in (None, side.splitter):
        raise Refusal("The other player splits this damage.")
    if value is None and by is None:
        raise Refusal("Enter a number first.").about("value")
    least, most = bounds(state, side)[creature]
    now = side.split.get(creature, 0)
    then = min(max(least, now + by), most) if by is not None else value or 0
    chosen = _shifted(state, side, creature, then)
    if why := _why_not_split(state, side.struck, side.creatures, chosen):
        raise Refusal("%(why)s", why=why).about("value")
    return [ev.DamageSplit(one.at, one.owner, tuple(sorted(chosen.items())), creature)] if then != now else []


def bounds(state: State, side: Side) -> dict[int, tuple[int, int]]:
    """Find how much each creature of a side must be dealt, since the others cannot take it, and how much it can.

    By the house rule nothing must be dealt.
    """
    left = _left(state, side.creatures)
    due = min(side.struck, sum(left.values()))
    must = 0 if SPLIT_ALL in state.rules_on else due
    return {id: (max(0, must - sum(left.values()) + most), min(due, most)) for id, most in left.items()}


def _shifted(state: State, side: Side, creature: int, then: int) -> dict[int, int]:
    """Split what strikes a side so that one creature is dealt so much: those after it give or take the rest, in turn.

    Whoever decides from the top of the list to its end can split it in any way. What may be held back goes to nobody.
    """
    left = _left(state, side.creatures)
    order = [*left]
    place = order.index(creature)
    chosen = {id: side.split.get(id, 0) for id in order} | {creature: then}
    over = sum(chosen.values()) - min(side.struck, sum(left.values()))
    over = max(0, over) if SPLIT_ALL in state.rules_on else over
    for id in [*order[place + 1 :], *order[:place]]:
        dealt = min(max(0, chosen[id] - over), left[id])
        over -= chosen[id] - dealt
        chosen[id] = dealt
    return chosen


def join(one: Event, later: Event) -> Event | None:
    """Make one event of two that split the same damage; None for any others."""
    match one, later:
        case ev.DamageSplit(place, seat), ev.DamageSplit(other, also) if (place, seat) == (other, also):
            return later
    return None


def settle(
    state: State, *, place: str, creatures: Sequence[int] = (), damage: Sequence[int] = (), dealt: Sequence[int] = ()
) -> list[Event]:
    """Settle a fight: all strike at once; `damage` is how much was prevented for each of `creatures`.

    `dealt` is how much each is dealt, as the screen of whoever settles showed it; empty if nobody says.
    """
    seat = require_turn(state, "fight")
    if place in state.fights and not opponents(state, place):
        return [ev.FightSettled(place, (), ()), *_done(state, seat, place)]
    both = sides(state, place)
    if both is None:
        raise Refusal("First say who this fight is against.")
    if (who := waits_for(state, place)) is not None:
        raise Refusal("First %(name)s says which attacker to tap, or none.", name=Who(who))
    prevented = _paired(creatures, damage)
    taken = {id: most for side in both for id, most in side.split.items()}
    if dealt and _paired(creatures, dealt) != {id: most for id, most in taken.items() if most}:
        raise Stale("The damage has been split another way. Look at it, then settle the fight.")
    if any(id not in taken or not 0 <= less <= taken[id] for id, less in prevented.items()):
        raise Refusal("You can't prevent more damage than is dealt.").about("damage")
    taken = {id: most - prevented.get(id, 0) for id, most in taken.items()}
    struck = [one for side in both for one in side.creatures]
    dead = [one for one in struck if _dies(state, one, taken.get(one.id, 0))]
    died, names = tuple(one.id for one in dead), tuple(map(combat.named, dead))
    owners = tuple(one.owner for one in dead)
    hurt = tuple((id, most) for id, most in sorted(taken.items()) if most)
    settled: list[Event] = [ev.FightSettled(place, hurt, died, names, owners, *_freed(state, dead))]
    after, fought = reduce(evolve, settled, state), (*state.fights[place].fought, both[1].seat)
    if THREE_SIDES in state.rules_on and (other := _next_there(after, place, seat, fought)) is not None:
        return [*settled, ev.FightNamed(place, other, state.fights[place].tap_used, fought)]
    return [*settled, *_done(after, seat, place)]


def _done(state: State, seat: int, place: str) -> list[Event]:
    """End the phase with the fight at a place, if it is the last one and none may be started."""
    last = state.fights.keys() <= {place} and not may_start(state, seat)
    return [ev.PhaseBegun("cast")] if last else []


def _dies(state: State, one: Creature, taken: int) -> bool:
    """Say whether a creature that has taken damage dies; one too weak before lives on by the house rule."""
    left = combat.strength(board_of(state), one).toughness
    return left <= taken and (taken > 0 or BONUS_LOST not in state.rules_on)


def _next_there(state: State, place: str, seat: int, fought: Collection[int]) -> int | None:
    """Find the next opponent of a seat to fight at a place, clockwise; None if one side has nobody left there."""
    order = [(seat + step) % state.players for step in range(1, state.players)]
    left = [other for other in order if other not in fought and at(state, place, other)]
    return left[0] if left and at(state, place, seat) else None


def _freed(state: State, dead: Sequence[Creature]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the creatures that live on: those whom the dead carried, and those who carried them."""
    gone, borne = {one.id for one in dead}, {one.rider for one in dead}
    living = [one for one in state.creatures.values() if one.id not in gone]
    return tuple(one.id for one in living if one.id in borne), tuple(one.id for one in living if one.rider in gone)


def _find(state: State, place: str, seat: int) -> Side:
    require_turn(state, "fight")
    both = sides(state, place)
    if both is None:
        raise Refusal("First say who this fight is against.")
    side = next((one for one in both if one.seat == seat), None)
    if side is None:
        raise Refusal("Choose one of the two sides.").about("seat")
    return side


def _paired(creatures: Sequence[int], damage: Sequence[int]) -> dict[int, int]:
    if len(creatures) != len(damage):
        raise Refusal("Say how much for each creature.").about("damage")
    return dict(zip(creatures, damage, strict=True))
