"""Fights: how strong a creature is where it stands, what a side strikes for, and how damage is split. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.war_game.facts import BASICS, LANDS
from companion.games.war_game.facts.board import Board, spot
from companion.games.war_game.state.model import Creature
from companion.language.texts import Text


@dataclass(frozen=True)
class Strength:
    """What a creature strikes for, and the toughness that is left of it; 0 or less and it dies."""

    power: int
    toughness: int


def has_bonus(board: Board, creature: Creature) -> bool:
    """Say whether a creature's colour matches the land where it stands (text, Combat Phase)."""
    spot(board, creature.at)
    land = LANDS.get(board.lands.get(creature.at, ""))
    return land is not None and land.colour in creature.colours


def strength(board: Board, creature: Creature) -> Strength:
    """Reckon power and toughness as they are now: printed, bonus and boosts, less the damage.

    Raise KeyError for a place that is none, or not in play.
    """
    bonus = BASICS.bonus if has_bonus(board, creature) else 0
    power = creature.power + creature.boost_power + bonus
    return Strength(power, creature.toughness + creature.boost_toughness + bonus - creature.damage)


def total(board: Board, creatures: Iterable[Creature]) -> int:
    """Add up what the untapped among some creatures strike for; none counts below 0 (text, Combat Phase).

    Raise KeyError for a place that is none, or not in play, where a tapped one stands, too.
    """
    powers = [(one.tapped, strength(board, one).power) for one in creatures]
    return sum(max(0, power) for tapped, power in powers if not tapped)


def most(board: Board, creature: Creature) -> int:
    """Find how much damage a creature can be dealt: the toughness that is left."""
    return max(0, strength(board, creature).toughness)


def why_not_split(
    board: Board, power: int, struck: Sequence[Creature], split: Mapping[int, int], *, all_that_fits: bool = True
) -> Text | None:
    """Say why damage cannot be split so, by the ids of the creatures that are `struck`; None if it can.

    Each takes at most what is left of it (text, Combat Phase), and `all_that_fits` is dealt, as we read it. Raise
    ValueError for a negative number.
    """
    if power < 0 or min(split.values(), default=0) < 0:
        raise ValueError(f"damage below 0: {power} split into {dict(split)}")
    left = {one.id: most(board, one) for one in struck}
    if any(damage and id not in left for id, damage in split.items()):
        return Text("Only creatures in this fight can be struck.")
    for one in struck:
        if split.get(one.id, 0) > left[one.id]:
            return Text(
                "%(name)s can take only %(left)s; give the rest to others.", name=called(one), left=left[one.id]
            )
    due, given = min(power, sum(left.values())), sum(split.values())
    if given < due and all_that_fits:
        return Text("You must deal %(due)s damage, and you've dealt %(given)s.", due=due, given=given)
    return Text("There is %(due)s damage to split, not %(given)s.", due=due, given=given) if given > due else None


def named(creature: Creature) -> str:
    """Write what a creature is called into an event."""
    return str(called(creature))


def called(creature: Creature) -> Text:
    """Call a creature by its name, or by its power and toughness if it has none."""
    if creature.name:
        return Text("%(name)s", name=creature.name)
    return Text("%(power)s/%(toughness)s", power=creature.power, toughness=creature.toughness)
