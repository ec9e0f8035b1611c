"""What chance decides in a war: the lands, who goes first, the supply die. Pure."""

from __future__ import annotations

from random import Random

from companion.games.war_game.facts import BASICS, board
from companion.games.war_game.facts.board import LANDS_AT, Board
from companion.games.war_game.facts.events import FirstRolled, SupplyGained, TerrainsDealt
from companion.games.war_game.facts.supply import gained
from companion.games.war_game.state.model import State, is_supplied
from companion.kit.fairness.committed_random import next_draw

MOST_DEALS = 1_000
"""How often the lands are dealt until nobody is shut in; about two deals in three shut one of four in."""


def lands(state: State, rng: Random | None = None, *, place: str = "") -> TerrainsDealt:
    """Deal all lands, at a fair table until nobody is shut in; or let the land of one `place` change with another."""
    chance = next_draw(state, "lands", rng)
    for _ in range(MOST_DEALS):
        dealt = _changed(state, place, chance) if place else board.draw(chance)
        if not state.fair or not board.cut_off(Board(dealt, tuple(state.strongholds), state.column)):
            break
    return TerrainsDealt(tuple(dealt[one] for one in LANDS_AT), place)


def _changed(state: State, place: str, chance: Random) -> dict[str, str]:
    """Let a land change places with one of another kind."""
    land = state.lands[place]
    other = chance.choice([one for one in LANDS_AT if state.lands[one] != land] or [place])
    return {**state.lands, place: state.lands[other], other: land}


def first(state: State, rng: Random | None = None) -> FirstRolled:
    """Roll a die each until one is highest; the highest rolls go on (text, The Tides of War)."""
    chance, rolling = next_draw(state, "first", rng), [*range(state.players)]
    rounds = []
    while len(rolling) > 1:
        dice = tuple((seat, chance.randint(1, BASICS.die)) for seat in rolling)
        rounds.append(dice)
        rolling = [seat for seat, die in dice if die == max(die for _, die in dice)]
    return FirstRolled(rolling[0], tuple(rounds))


def supply(state: State, seat: int, mana: int, *, die: int | None = None, rng: Random | None = None) -> SupplyGained:
    """Roll the supply die, unless the table has rolled it."""
    face = die or next_draw(state, "supply", rng).randint(1, BASICS.die)
    points = gained(face, mana=mana, supplied=is_supplied(state, seat))
    return SupplyGained(seat, face, mana, points, die is not None)
