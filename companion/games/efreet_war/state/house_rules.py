"""The house rules that a table of the War can switch, by their questions in questions.toml. Pure."""

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
        off=Text("Anybody, even an Emperor, may attack any Resource."),
    ),
    THIRD_BY_CHANCE: HouseRule(
        on=Text("From the next deal on, chance decides which back-row Resource has three Guardians."),
        off=Text("King Suleiman has three Guardians, the other back-row Resources two."),
    ),
    "several_guardians": HouseRule(
        on=Text("A Resource's Guardians fight one after another: surviving attackers face the next."),
        off=Text("A Resource's Guardians all block the whole attack together."),
    ),
    "emperor_ends": HouseRule(
        on=Text("A team plays on without its Emperor."),
        off=Text("With two teams, a team is out when its Emperor is."),
    ),
    "many_teams": HouseRule(
        on=Text("Even with more than two teams, a team is out when its Emperor is."),
        off=Text("With more than two teams, a team plays on without its Emperor."),
    ),
    "city": HouseRule(
        on=Text("City in a Bottle only scores points."),
        off=Text("City in a Bottle destroys Arabian Nights cards, as printed."),
    ),
    "reach_teams": HouseRule(
        on=Text("Range, attacks and marching work as in Emperor, even without Emperors."),
        off=Text("Without Emperors everybody can reach and attack everybody, and no creature marches."),
    ),
    "stolen_attacks": STOLEN_ATTACKS,
    "use_now": HouseRule(
        on=Text("A claimed creature may attack a player in the same turn."),
        off=Text("You can't attack with a claimed creature until your next turn."),
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
        off=Text("Whoever has claimed a Resource keeps its points, whatever happens to it."),
    ),
    "steal_resource": HouseRule(
        on=Text("If you steal a claimed Resource, you get its points."),
        off=Text("If you steal a claimed Resource, you get no points for it."),
    ),
    "both_goal": HouseRule(
        on=Text("If two teams reach the goal at the same moment, the team whose turn it is wins."),
        off=Text(
            "If two teams reach the goal at the same moment, most points wins; if tied, the team whose turn it is."
        ),
    ),
    "own_kill": HouseRule(
        on=Text("If a player is eliminated by their own side, the next team to their left gets the points."),
        off=Text("If a player is eliminated by their own side, nobody gets points."),
    ),
    "king_under": HouseRule(
        on=Text("You can't pay King Suleiman with the Treasure found under him."),
        off=Text("You may pay King Suleiman with the Treasure found under him."),
    ),
    "king_none": HouseRule(
        on=Text("You can't leave King Suleiman alone: gain him or remove him."),
        off=Text("You may leave King Suleiman alone."),
    ),
}

switch_rule = switch_of(HOUSE_RULES)
