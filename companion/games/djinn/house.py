"""The house rules that a table of Djinn can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.games.djinn.model import State
from companion.kit.house import HouseRule, RuleSwitched, switch_of
from companion.table.log import Refusal
from companion.text import Text

HOUSE_RULES = {
    "boss_colour": HouseRule(
        on=Text("A Boss is of every colour in a catch, too: every colour bonus counts against it."),
        off=Text("Against a Boss no colour bonus counts."),
    ),
    "free_bonus": HouseRule(
        on=Text("A colour bonus also counts for the Djinn that comes free with a Boss."),
        off=Text("For the Djinn that comes free with a Boss no colour bonus counts."),
    ),
    "trophy_many": HouseRule(
        on=Text("A player takes at most one Trophy a turn."),
        off=Text("A player may take several Trophies in a turn."),
    ),
    "keys_limited": HouseRule(
        on=Text("Keys are unlimited, like Bottles and Corks."),
        off=Text("There are no more Keys than lie in the box."),
    ),
    "overpay": HouseRule(
        on=Text("Nobody pays more Magic Power than needed: a way that gives too much does not count."),
        off=Text("Paying more than needed is allowed, and the surplus is lost."),
    ),
    "free_place": HouseRule(
        on=Text("The Djinn that comes free with a Boss needs no Bottle, Cork or circle."),
        off=Text("The Djinn that comes free with a Boss needs its place like any other."),
    ),
    "solo_flip": HouseRule(
        on=Text("The card that is flipped for the win counts among those left in Tom's deck."),
        off=Text("The card that is flipped for the win is not left in Tom's deck."),
    ),
    "others_first": HouseRule(
        on=Text("Djinn that are caught in the same action do not count for the Boss."),
        off=Text("All Djinn that stand there when a catch begins count for the Boss."),
    ),
}


def switch_rule(state: State, *, rule: str, on: bool) -> list[RuleSwitched]:
    """Switch a house rule of this table, until its scores are counted."""
    if state.finished:
        raise Refusal("The game is finished and its scores are counted. Take its end back to play by another rule.")
    return switch_of(HOUSE_RULES)(state, rule=rule, on=on)
