"""The house rules that a table of the War Game can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.house import HouseRule, switch_of
from companion.text import Text

ISLANDWALK, WALLS, START_FIGHT = "islandwalk_enters", "walls_enter", "fight_where_both"
STRONGHOLD_LAND, STRONGHOLD_TARGET, AREA_NEAR = "stronghold_land", "single_at_stronghold", "area_near"
HOUSE_RULES = {
    ISLANDWALK: HouseRule(
        on=Text("Islandwalkers need to be carried onto Islands, like other creatures on foot."),
        off=Text("Islandwalkers enter Islands by themselves."),
    ),
    WALLS: HouseRule(
        on=Text("Walls march like any other creature, onto opponents too."),
        off=Text("Walls march, but not onto opponents."),
    ),
    START_FIGHT: HouseRule(
        on=Text("On their turn players may start a fight wherever both sides stand."),
        off=Text("A fight starts only where creatures enter."),
    ),
    STRONGHOLD_LAND: HouseRule(
        on=Text("The land of a stronghold gives neither bonus nor landwalk."),
        off=Text("The land of a stronghold, once face up, gives its bonus and landwalk."),
    ),
    STRONGHOLD_TARGET: HouseRule(
        on=Text("No spell at all reaches into an opponent's stronghold."),
        off=Text("Spells on single creatures reach into an opponent's stronghold from beside it."),
    ),
    AREA_NEAR: HouseRule(
        on=Text("A spell on a whole land needs a creature of yours there or beside it."),
        off=Text("A spell on a whole land needs nobody near."),
    ),
}

switch_rule = switch_of(HOUSE_RULES)
