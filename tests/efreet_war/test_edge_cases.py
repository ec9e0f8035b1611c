"""Rules of a war at their edges."""

import pytest

from companion.games.efreet_war.play import reach
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.state import house_rules
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.creatures import Creature, why_not_to
from tests.efreet_war.conftest import begun


@pytest.mark.parametrize("rule", house_rules.HOUSE_RULES)
def test_a_house_rule_is_switched(rule):
    assert house_rules.switch_rule(begun(), rule=rule, on=True) == [RuleSwitched(rule, True)]
    assert house_rules.switch_rule(begun(), rule=rule, on=False) == []


def test_nobody_marches_to_who_does_not_play():
    why = why_not_to(reach.field_of(begun(mode="emperor")), Creature(1, "Elf", 0, 0, 0), 9)
    assert str(why) == "Nobody plays there any more."


def test_cards_that_lie_face_down_are_mixed_among_their_resources():
    state = begun()
    mixed = draws.mixed(state).sealed
    assert mixed.keys() == state.sealed.keys()
    assert sorted(mixed.values()) == sorted(state.sealed.values())
    assert mixed != state.sealed
