"""The house rules that a table of Tales can switch, by their questions in questions.toml. Pure."""

from companion.kit.house_rules import HouseRule, switch_of
from companion.language.texts import Text

NO_FLOOR, GIFT_CAP, DEAD_DECLARES, TIME_ROUNDS = "no_floor", "gift_cap", "dead_declares", "time_rounds"
HOUSE_RULES = {
    NO_FLOOR: HouseRule(
        on=Text("Effects that slow a hero can take away even the last path."),
        off=Text("Effects that slow a hero always leave one path."),
    ),
    GIFT_CAP: HouseRule(
        on=Text("A gift can't raise anybody above the giver's own level."),
        off=Text("A gift raises wealth by one level, whatever the giver's own level."),
    ),
    DEAD_DECLARES: HouseRule(
        on=Text("You may declare even on the turn you died."),
        off=Text("You can't declare on the turn you died."),
    ),
    TIME_ROUNDS: HouseRule(
        on=Text("Time moves on every round: morning, noon, night, and morning again."),
        off=Text("Time moves on when the deck is reshuffled."),
    ),
}

switch_rule = switch_of(HOUSE_RULES)
