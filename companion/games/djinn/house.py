"""The house rules that a table of Djinn can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.house import HouseRule, switch_of
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
    "others_first": HouseRule(
        on=Text("Djinn that are caught in the same action do not count for the Boss."),
        off=Text("All Djinn that stand there when a catch begins count for the Boss."),
    ),
}

switch_rule = switch_of(HOUSE_RULES)
