"""The house rules that a table of Emperor can switch, by their questions in questions.toml. Pure."""

from companion.kit.house_rules import House, HouseRule, RuleSwitched, switch_of
from companion.kit.ring.creatures import STOLEN_ATTACKS
from companion.language.texts import Text
from companion.table.log import Refusal

EVEN_TEAMS = "even_teams"
HOUSE_RULES = {
    "both_emperors": HouseRule(
        on=Text("If all remaining Emperors fall at the same moment, the team whose turn it is wins."),
        off=Text("If all remaining Emperors fall at the same moment, the duel is a draw."),
    ),
    "lieutenant": HouseRule(
        on=Text("An Emperor whose last General or Lieutenant falls is out as well."),
        off=Text("An Emperor plays on alone when the Generals and Lieutenants are all out."),
    ),
    "three_teams": HouseRule(
        on=Text("With more than two teams, a team plays on without its Emperor; the last Emperor's team wins."),
        off=Text("With more than two teams, a team is out when its Emperor is."),
    ),
    EVEN_TEAMS: HouseRule(
        on=Text("In an even-sized team the Emperor has the inner seat on the left; a duel in progress stays as it is."),
        off=Text(
            "In an even-sized team the Emperor has the inner seat on the right; a duel in progress stays as it is."
        ),
    ),
    "poison": HouseRule(
        on=Text("Poison counters don't put anybody out."),
        off=Text("A player with ten poison counters is out."),
    ),
    "ante_draw": HouseRule(
        on=Text("After a draw the ante is divided among everybody at random."),
        off=Text("After a draw everybody takes back their own card."),
    ),
    "march_step": HouseRule(
        on=Text("Creatures may march two seats, past allies."),
        off=Text("Creatures march one seat."),
    ),
    "stolen_attacks": STOLEN_ATTACKS,
    "steal_neighbour": HouseRule(
        on=Text("If two routes are equally long, the robbed player chooses."),
        off=Text("If two routes are equally long, the thief chooses."),
    ),
    "steal_end": HouseRule(
        on=Text("When control of a stolen creature ends, it goes home to its owner."),
        off=Text("When control of a stolen creature ends, its owner controls it where it is."),
    ),
    "out_thief": HouseRule(
        on=Text("When a thief is out, everything they stole dies."),
        off=Text("When a thief is out, stolen creatures that are elsewhere go back to their owners."),
    ),
}

_switch = switch_of(HOUSE_RULES)


def switch_rule(state: House, *, rule: str, on: bool, strict: bool = False) -> list[RuleSwitched]:
    """Switch a house rule; if `strict`, none that would name other Emperors of a duel that is scored already.

    In older logs it did.
    """
    if strict and rule in state.fixed:
        raise Refusal("This duel is scored with its Emperors. Score another duel, then change that.").about("rule")
    return _switch(state, rule=rule, on=on)
