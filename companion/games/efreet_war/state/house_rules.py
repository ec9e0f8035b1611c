"""The house rules that a table of the War can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.house_rules import HouseRule, switch_of
from companion.kit.ring.creatures import STOLEN_ATTACKS
from companion.language.texts import Text

THIRD_BY_CHANCE = "king_guardians"
HOUSE_RULES = {
    "seats": HouseRule(
        on=Text("Teams alternate around the table: A-B-A-B."),
        off=Text("Teammates sit side by side."),
    ),
    "range": HouseRule(
        on=Text("In Emperor seating, an Emperor can't attack Resources while a teammate is still playing."),
        off=Text("Anybody may attack any Resource, even an Emperor."),
    ),
    THIRD_BY_CHANCE: HouseRule(
        on=Text("From the next deal on, chance decides which Resource of the back row has three Guardians."),
        off=Text("King Suleiman has three Guardians, the other Resources of the back row two."),
    ),
    "several_guardians": HouseRule(
        on=Text("Guardians of one Resource fight one after the other: attackers that are left fight the next."),
        off=Text("All Guardians of a Resource block the whole attack together."),
    ),
    "emperor_ends": HouseRule(
        on=Text("A team plays on without its Emperor."),
        off=Text("With two teams, a team is out when its Emperor is."),
    ),
    "many_teams": HouseRule(
        on=Text("Even with more than two teams, a team is out when its Emperor is."),
        off=Text("With more than two teams, only the Emperor itself is out."),
    ),
    "city": HouseRule(
        on=Text("City in a Bottle counts as points only."),
        off=Text("City in a Bottle destroys cards of Arabian Nights, as printed."),
    ),
    "reach_teams": HouseRule(
        on=Text("Range, attack and march work as in Emperor, even without Emperors."),
        off=Text("Without Emperors everybody can reach and attack everybody, and no creature marches."),
    ),
    "stolen_attacks": STOLEN_ATTACKS,
    "use_now": HouseRule(
        on=Text("A creature that was claimed may attack a player in the same turn."),
        off=Text("A creature that was claimed attacks from the claimer's next turn on."),
    ),
    "open_block": HouseRule(
        on=Text("Opponents may block an attack on an open Resource."),
        off=Text("Nobody blocks an attack on an open Resource."),
    ),
    "attack_team_turn": HouseRule(
        on=Text("A team may attack a Resource only once a round."),
        off=Text("Teammates may attack the same Resource, each on their own turn."),
    ),
    "partial": HouseRule(
        on=Text("Damage stays on a Guardian until it dies."),
        off=Text("Damage on a Guardian wears off after the turn."),
    ),
    "lost_points": HouseRule(
        on=Text("If a claimed Resource is destroyed or given to the King, its points are lost."),
        off=Text("You keep the points whatever happens to the Resource."),
    ),
    "steal_resource": HouseRule(
        on=Text("If you steal a claimed Resource, you get its points."),
        off=Text("If you steal a claimed Resource, you get no points for it."),
    ),
    "both_goal": HouseRule(
        on=Text("If two teams reach the goal at the same moment, the team taking its turn wins."),
        off=Text("If two teams reach the goal at the same moment, more points win, then the team taking its turn."),
    ),
    "own_kill": HouseRule(
        on=Text("If a player is eliminated by their own side, the team to the left of that side gets the points."),
        off=Text("If a player is eliminated by their own side, nobody gets points."),
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

switch_rule = switch_of(HOUSE_RULES)
