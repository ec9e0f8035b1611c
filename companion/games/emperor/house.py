"""The house rules that a table of Emperor can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.house import House, HouseRule, RuleSwitched, switch
from companion.text import Text

HOUSE_RULES = {
    "stolen_attacks": HouseRule(
        on=Text("A stolen creature may also attack the player in whose territory it stands."),
        off=Text("A stolen creature attacks only the neighbours of the territory where it stands."),
    ),
}


def switch_rule(state: House, *, rule: str, on: bool) -> list[RuleSwitched]:
    """Switch a house rule of this table."""
    return switch(state, HOUSE_RULES, rule=rule, on=on)
