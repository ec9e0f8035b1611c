"""Lives and creatures of a war at their limits, and what a new turn does to creatures away from home."""

from dataclasses import replace

import pytest

from companion.games.efreet_war.facts.events import TurnEnded
from companion.games.efreet_war.play import counters as lives
from companion.games.efreet_war.state import check
from companion.games.efreet_war.state.model import MOST_CREATURES
from companion.kit.ring.counters import LEAST_LIFE, MOST_LIFE, LifeCounted
from companion.kit.ring.creatures import Creature
from companion.table.log import Refusal
from tests.checks import wrong
from tests.efreet_war.conftest import begun, fold


@pytest.mark.parametrize("life", [LEAST_LIFE, 0, 1, MOST_LIFE])
def test_a_life_is_set_within_its_limits(life):
    state = begun()
    assert lives.change_life(state, seat=0, by=None, value=life) == [LifeCounted(0, life - 20)]
    assert lives.change_life(state, seat=0, by=life - 20, value=None) == [LifeCounted(0, life - 20)]
    assert lives.change_life(state, seat=0, by=None, value=20) == []


@pytest.mark.parametrize("life", [LEAST_LIFE - 1, MOST_LIFE + 1])
def test_a_life_beyond_its_limits_is_refused(life):
    for choices in ({"by": None, "value": life}, {"by": life - 20, "value": None}):
        with pytest.raises(Refusal, match="from -999 to 99999"):
            lives.change_life(begun(), seat=0, **choices)
    with pytest.raises(Refusal, match="a number first"):
        lives.change_life(begun(), seat=0, by=None, value=None)


def test_no_more_creatures_are_away_than_a_log_may_hold():
    many = {id: Creature(id, "", 0, 0, 1) for id in range(1, MOST_CREATURES + 2)}
    assert wrong(check, replace(begun(), creatures=many, noted=MOST_CREATURES + 1), 6) == ["creatures"]
    del many[1]
    assert wrong(check, replace(begun(), creatures=many, noted=MOST_CREATURES + 1), 6) == []


def test_in_a_new_turn_ones_creatures_recover_where_they_stand_and_who_is_home_is_noted_no_more():
    away, home = Creature(1, "Elf", 1, 1, 0, sick=True, moved=True), Creature(2, "Ogre", 1, 1, 1, sick=True)
    others = Creature(3, "Imp", 0, 0, 1, sick=True)
    state = fold(replace(begun(), creatures={1: away, 2: home, 3: others}), [TurnEnded(0)])
    ready = replace(away, sick=False, moved=False)
    assert (state.turn, state.creatures) == (1, {1: ready, 3: others})
