"""Which states of a war are possible: an imported log may say anything. Pure."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.war_game.facts import BASICS, LANDS, STRONGHOLDS
from companion.games.war_game.facts.board import LANDS_AT
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import (
    ABILITIES,
    COLOURS,
    LONGEST,
    MOST_CARDS,
    MOST_CREATURES,
    MOST_NUMBER,
    MOST_SUPPLY,
    MOST_TURNS,
    PHASES,
    Card,
    Creature,
    State,
)
from companion.kit.fairness import committed_random
from companion.table.log import require_possible


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a war with so many seats."""
    everybody = set(range(seats))
    named = {one for one in (state.turn, state.first, state.winner) if one is not None} | {*state.left, *state.supply}
    named |= {*state.taken, *state.lost, *state.rolled, *(seat for held in state.held for seat in held)}
    places = {*LANDS_AT, *state.strongholds}
    holds = {
        "players": state.players == seats and BASICS.players_least <= seats <= BASICS.players_most,
        "strongholds": sorted(one.owner for one in state.strongholds.values()) == sorted(everybody)
        and all(one.holder in everybody and one.land in ("", *LANDS) for one in state.strongholds.values())
        and {*state.strongholds, *state.returned} <= STRONGHOLDS.keys(),
        "swaps": state.firm <= everybody
        and state.swaps.keys() <= everybody
        and {*state.swaps.values()} <= state.strongholds.keys(),
        "lands": state.lands.keys() == {*LANDS_AT} and {*state.lands.values()} <= LANDS.keys(),
        "seats": named <= everybody,
        "turn": (state.turn is not None) == (state.begun and not state.over) and state.phase in ("", *PHASES),
        "supply": all(0 <= points <= MOST_SUPPLY for points in state.supply.values()),
        "creatures": len(state.creatures) <= MOST_CREATURES
        and all(_fits(one, id, state, places, everybody) for id, one in state.creatures.items()),
        "done": len(state.done_in) <= MOST_CARDS,
        "cards": len(state.cards) <= MOST_CARDS
        and all(len(name) <= LONGEST and _could_be(card) for name, card in state.cards.items()),
        "fights": all(
            place in places and fight.against in {None, *everybody} and fight.splits.keys() <= everybody
            for place, fight in state.fights.items()
        ),
        "turns": 0 <= state.turns <= MOST_TURNS and len(state.held) == state.turns,
        "chance": committed_random.fits(state, seats),
        "house": state.rules_on <= HOUSE_RULES.keys(),
    }
    require_possible("the War Game", holds)


def _fits(one: Creature, id: int, state: State, places: Collection[str], everybody: Collection[int]) -> bool:
    """Say whether a creature is possible."""
    bounded = (one.power, one.toughness, one.damage, one.cost, abs(one.boost_power), abs(one.boost_toughness))
    return (
        one.id == id <= state.cast
        and one.owner in everybody
        and one.at in places
        and one.came_from in ("", *places)
        and all(0 <= number <= MOST_NUMBER for number in bounded)
        and one.colours <= COLOURS.keys()
        and one.abilities <= ABILITIES.keys()
        and len(one.name) <= LONGEST
        and (one.rider is None or one.rider in state.creatures)
        and 0 <= one.healed <= BASICS.heal
    )


def _could_be(card: Card) -> bool:
    return all(0 <= number <= MOST_NUMBER for number in (card.power, card.toughness, card.cost))
