"""The house rules that a table of Djinn can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.games.djinn.facts import BOSS_POINTS, MAGE_LIMIT
from companion.games.djinn.state.model import State
from companion.kit.house_rules import HouseRule, RuleSwitched, switch_of
from companion.language.texts import Text
from companion.table.log import Refusal

HOUSE_RULES = {
    "boss_colour": HouseRule(
        on=Text("A Boss counts as every colour when you catch it: every colour bonus helps."),
        off=Text("No colour bonus applies against a Boss."),
    ),
    "free_bonus": HouseRule(
        on=Text("A colour bonus also applies to the Djinn that comes free with a Boss."),
        off=Text("No colour bonus applies to the Djinn that comes free with a Boss."),
    ),
    "trophy_many": HouseRule(
        on=Text("A player takes at most one Trophy a turn."),
        off=Text("A player may take several Trophies in a turn."),
    ),
    "keys_limited": HouseRule(
        on=Text("Keys are unlimited, like Bottles and Corks."),
        off=Text("Keys are limited to those in the box."),
    ),
    "overpay": HouseRule(
        on=Text("You can't pay more Magic Power than needed: overpaying doesn't count."),
        off=Text("You may pay more than needed; the rest is lost."),
    ),
    "free_place": HouseRule(
        on=Text("The Djinn that comes free with a Boss needs no Bottle, Cork or circle."),
        off=Text("The Djinn that comes free with a Boss needs a place like any other."),
    ),
    "solo_flip": HouseRule(
        on=Text("The card you flip when you win is still part of Tom's deck."),
        off=Text("The card you flip when you win is no longer part of Tom's deck."),
    ),
    "others_first": HouseRule(
        on=Text("Djinn caught in the same action don't add to the Boss's strength."),
        off=Text("All Djinn at the space when a catch begins add to the Boss's strength."),
    ),
    "first_turn_shared": HouseRule(
        on=Text("Each player starts at a different space."),
        off=Text("Several players may start at the same space."),
    ),
    "mage_limit": HouseRule(
        on=Text("A player has at most %(count)s Mage Cards.", count=MAGE_LIMIT),
        off=Text("A player may have any number of Mage Cards."),
    ),
    "chest_both": HouseRule(
        on=Text("You may use only one Key for Treasure Chests each turn."),
        off=Text("You may use one Key for each of two Treasure Chests."),
    ),
    "source_boss": HouseRule(
        on=Text("A Boss caught at the Magic Source needs no Bottle, Cork or circle."),
        off=Text("A Boss caught at the Magic Source needs a place like any other."),
    ),
    "source_boss_mages": HouseRule(
        on=Text("Mage Cards also help to catch a Boss at the Magic Source."),
        off=Text("At the Magic Source, you pay for a Boss with your own Magic Power only."),
    ),
    "source_boss_refill": HouseRule(
        on=Text("For a Boss from the supply you also draw Djinn: one for each space beside the Magic Source."),
        off=Text("For a Boss from the supply you draw no Djinn."),
    ),
    "boss_flee_reward": HouseRule(
        on=Text("If you make a Boss flee, you get 1 Scroll."),
        off=Text("Nobody gains anything when a Boss flees."),
    ),
    "bag_empty": HouseRule(
        on=Text("If the bag has too few Djinn when a Boss leaves, you draw none."),
        off=Text("If the bag has too few Djinn when a Boss leaves, you draw what's left."),
    ),
    "trophy_boss": HouseRule(
        on=Text("A Boss in a Bottle can't be one of the three Djinn for a Trophy."),
        off=Text("A Boss in a Bottle can be one of the three Djinn for a Trophy."),
    ),
    "discarded": HouseRule(
        on=Text("Anything discarded leaves the game, including Bosses, Bottles and Corks."),
        off=Text("When things are discarded, only the Djinn leave the game."),
    ),
    "other_exchange": HouseRule(
        on=Text("Players may trade Coins, Scrolls and Keys."),
        off=Text("Players can't trade."),
    ),
    "bag_djinn_place": HouseRule(
        on=Text("A Djinn drawn from the bag needs no Bottle, Cork or circle."),
        off=Text("A Djinn drawn from the bag needs a place like any other."),
    ),
    "boss_points": HouseRule(
        on=Text("Each Boss is worth %(points)s extra points, entered as “Other points”.", points=BOSS_POINTS),
        off=Text("A Boss is worth as many points as a Djinn."),
    ),
}


def switch_rule(state: State, *, rule: str, on: bool) -> list[RuleSwitched]:
    """Switch a house rule of this table, until its scores are counted."""
    if state.finished:
        raise Refusal("The game is finished and scored. To change the rule, undo the end first.")
    return switch_of(HOUSE_RULES)(state, rule=rule, on=on)
