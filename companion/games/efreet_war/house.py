"""The house rules that a table of the War can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.house import House, HouseRule, RuleSwitched, switch
from companion.text import Text

HOUSE_RULES = {
    "reach_teams": HouseRule(
        on=Text("Range, attack and march work as in Emperor, even without Emperors."),
        off=Text("Without Emperors everybody reaches and attacks everybody, and no creature marches."),
    ),
    "stolen_attacks": HouseRule(
        on=Text("A stolen creature may also attack the player in whose territory it stands."),
        off=Text("A stolen creature attacks only the neighbours of the territory where it stands."),
    ),
    "use_now": HouseRule(
        on=Text("A creature that was claimed may attack a player in the same turn."),
        off=Text("A creature that was claimed attacks from the claimer's next turn on."),
    ),
    "open_block": HouseRule(
        on=Text("Opponents may block an attack on an open Resource."),
        off=Text("Nobody blocks an attack on an open Resource."),
    ),
    "king_under": HouseRule(
        on=Text("The Treasure found under King Suleiman cannot pay him."),
        off=Text("The Treasure found under King Suleiman may pay him."),
    ),
    "king_none": HouseRule(
        on=Text("King Suleiman cannot be left alone: gain him or remove him."),
        off=Text("King Suleiman may be left alone."),
    ),
}


def switch_rule(state: House, *, rule: str, on: bool) -> list[RuleSwitched]:
    """Switch a house rule of this table."""
    return switch(state, HOUSE_RULES, rule=rule, on=on)
