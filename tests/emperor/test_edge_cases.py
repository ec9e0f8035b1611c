"""Rules of Emperor at their edges: what nobody has, all that a table may switch, and what the tools come to."""

from dataclasses import replace

from companion.games.emperor.pages import suggestions
from companion.games.emperor.play import dice_and_timer
from companion.games.emperor.state import State, check
from companion.games.emperor.state.house_rules import HOUSE_RULES
from companion.kit.ring.counters import counted
from companion.kit.ring.dice_and_timer import LATEST
from tests.checks import wrong
from tests.emperor.conftest import A


def test_who_has_no_counter_has_none_of_it(duel):
    assert (counted(duel(), A, "poison"), counted(duel(), A, "life")) == (0, 20)


def test_all_house_rules_may_be_on_and_no_others(duel):
    assert wrong(check, replace(duel(), rules_on=frozenset(HOUSE_RULES)), 6) == []
    assert wrong(check, replace(duel(), rules_on=frozenset({"camel"})), 6) == ["house"]


def test_a_turn_begins_before_the_end_of_time(duel):
    assert wrong(check, replace(duel(), turn_at=LATEST - 1), 6) == []
    assert wrong(check, replace(duel(), turn_at=LATEST), 6) != []


def test_before_the_duel_who_is_asked_for_is_forced():
    assert suggestions.forced(State(players=6, order=tuple(range(6))), 3) == 3


def test_what_a_tool_came_to_is_said():
    said = [
        str(dice_and_timer.shown(what, result, ("Ann", "Bob")))
        for what in ("player", "coin", "d6")
        for result in (0, 1)
    ]
    assert said == ["Ann", "Bob", "tails", "heads", "0", "1"]
