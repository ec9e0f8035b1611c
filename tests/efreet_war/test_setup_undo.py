"""What a war's beginning leaves behind when it is taken back alone."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.efreet_war.play import rules
from companion.games.efreet_war.state import check
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold

SETTING_UP = [
    lambda state: rules.deal(state, rng=Random(7)),
    lambda state: rules.mix(state, rng=Random(7)),
    lambda state: rules.swap(state, one=0, other=3),
    lambda state: rules.choose_first(state, seat=1),
    lambda state: rules.say_word(state, seat=0, word="Opal"),
]
LEFT = {
    "attacked": lambda state: fold(state, rules.attack(state, resource="lamp")),
    "claimed": lambda state: fold(fight(state, "lamp"), rules.end_turn(fight(state, "lamp"))),
    "out": lambda state: fold(state, rules.eliminate(state, seats=[1], by=[None])),
}


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.parametrize("move", SETTING_UP)
def test_nothing_is_dealt_anew_once_somebody_has_attacked_or_is_out(move, left):
    """Else what a team has won would lie in the deal again."""
    state = replace(LEFT[left](begun(players=6, mode="free")), begun=False, turn=None)
    check(state, 6)
    with pytest.raises(Refusal, match="has already attacked or is out"):
        move(state)


def test_a_war_taken_back_before_its_first_attack_is_dealt_anew_and_any_war_begins_again():
    state = replace(begun(players=6, mode="free"), begun=False, turn=None)
    assert all(move(state) for move in SETTING_UP)
    assert rules.begin(replace(LEFT["out"](begun(players=6, mode="free")), begun=False))
