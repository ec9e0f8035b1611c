"""The combat phase: who fights, who splits the damage, and what comes of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.war_game import combat
from companion.games.war_game import events as ev
from companion.games.war_game.creatures import find, require_turn
from companion.games.war_game.events import Event
from companion.games.war_game.moving import may_start
from companion.games.war_game.state import Creature, Fight, State, at, board_of
from companion.table.log import Refusal

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
    left = {one.id: combat.most(board_of(state), one) for one in creatures}
    splitter = seat if any(BANDING in one.abilities for one in creatures) else other
    chosen = fight.splits.get(seat)
    if chosen is not None and combat.why_not_split(board_of(state), struck, creatures, chosen):
        chosen = None  # something has changed since
    can_choose = 0 < struck < sum(left.values()) and sum(most > 0 for most in left.values()) > 1
    split = _likely(left, struck) if chosen is None else chosen
    return Side(seat, creatures, power, struck, splitter, split, chosen is not None, can_choose)


def _likely(left: Mapping[int, int], power: int) -> dict[int, int]:
    """Split damage so that as many as possible die, those with the least left first."""
    split = {}
    for id, most in sorted(left.items(), key=lambda one: one[1]):
        split[id] = min(most, power)
        power -= split[id]
    return split


def name_fight(state: State, *, place: str, seat: int) -> list[Event]:
    """Say against whom a fight is: one of several opponents there; by the other reading, start one where both stand."""
    turn = require_turn(state, "fight")
    if place not in state.fights and place not in may_start(state, turn):
        raise Refusal("There is no fight there.").about("place")
    if seat == turn or not at(state, place, seat):
        raise Refusal("Choose an opponent with creatures there.").about("seat")
    return [ev.FightNamed(place, seat)]


def tap_attacker(state: State, *, place: str, creature: int, by: int | None = None) -> list[Event]:
    """Let the holder of a stronghold tap one of those who attack it (Movement Phase)."""
    turn, one = require_turn(state, "fight"), find(state, creature)
    if place not in state.strongholds or place not in state.fights:
        raise Refusal("Only in a fight at a stronghold may its holder tap an attacker.").about("place")
    holder = state.strongholds[place].holder
    if holder == turn:
        raise Refusal("Whoever's turn it is holds this stronghold.")
    if by not in (None, holder):
        raise Refusal("Only whoever holds the stronghold may tap an attacker.")
    if state.fights[place].tap_used:
        raise Refusal("One attacker was tapped already.")
    if one.at != place or one.owner != turn or one.tapped:
        raise Refusal("Choose an attacker there that is untapped.").about("creature")
    return [ev.CreatureTapped(creature, place, combat.named(one))]


def split(
    state: State, *, place: str, seat: int, creatures: Sequence[int], damage: Sequence[int], by: int | None = None
) -> list[Event]:
    """Split what strikes the creatures of a `seat`, in the order of `creatures` (Combat Phase)."""
    side = _find(state, place, seat)
    if by not in (None, side.splitter):
        raise Refusal("The other player splits this damage.")
    chosen = _paired(creatures, damage)
    if why := combat.why_not_split(board_of(state), side.struck, side.creatures, chosen):
        raise Refusal("%(why)s", why=why)
    return [ev.DamageSplit(place, seat, tuple(sorted(chosen.items())))]


def settle(state: State, *, place: str, creatures: Sequence[int] = (), damage: Sequence[int] = ()) -> list[Event]:
    """Settle a fight: all strike at once; `damage` is how much was prevented for each of `creatures`."""
    require_turn(state, "fight")
    both = sides(state, place)
    if both is None:
        raise Refusal("Say first against whom this fight is.")
    prevented = _paired(creatures, damage)
    taken = {id: most for side in both for id, most in side.split.items()}
    if any(id not in taken or not 0 <= less <= taken[id] for id, less in prevented.items()):
        raise Refusal("No more can be prevented than is dealt.").about("damage")
    taken = {id: most - prevented.get(id, 0) for id, most in taken.items()}
    board, struck = board_of(state), [one for side in both for one in side.creatures]
    dead = [one for one in struck if combat.strength(board, one).toughness <= taken.get(one.id, 0)]
    died, dying = tuple(one.id for one in dead), tuple(map(combat.named, dead))
    hurt = tuple((id, most) for id, most in sorted(taken.items()) if most)
    settled: list[Event] = [ev.FightSettled(place, hurt, died, dying)]
    last = len(state.fights) == 1 and not may_start(state, both[0].seat)
    return [*settled, ev.PhaseBegun("cast")] if last else settled


def _find(state: State, place: str, seat: int) -> Side:
    require_turn(state, "fight")
    both = sides(state, place)
    if both is None:
        raise Refusal("Say first against whom this fight is.")
    side = next((one for one in both if one.seat == seat), None)
    if side is None:
        raise Refusal("Choose one of the two sides.").about("seat")
    return side


def _paired(creatures: Sequence[int], damage: Sequence[int]) -> dict[int, int]:
    if len(creatures) != len(damage) or min(damage, default=0) < 0:
        raise Refusal("Say for each creature how much.").about("damage")
    return dict(zip(creatures, damage, strict=True))
