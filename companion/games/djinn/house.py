"""The house rules that a table of Djinn can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.house import House, HouseRule, RuleSwitched, switch
from companion.text import Text

HOUSE_RULES = {
    "boss_colour": HouseRule(
        on=Text("A Boss is of every colour in a catch, too: every colour bonus counts against it."),
        off=Text("Against a Boss no colour bonus counts."),
    ),
    "others_first": HouseRule(
        on=Text("Djinn that are caught in the same action do not count for the Boss."),
        off=Text("All Djinn that stand there when a catch begins count for the Boss."),
    ),
}


def switch_rule(state: House, *, rule: str, on: bool) -> list[RuleSwitched]:
    """Switch a house rule of this table."""
    return switch(state, HOUSE_RULES, rule=rule, on=on)
