"""Fights: strength where a creature stands, totals, and how damage is split."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from companion.games.war_game.facts import LANDS
from companion.games.war_game.play.combat import Strength, most, strength, total, why_not_split
from companion.games.war_game.state.model import Creature
from tests.war_game.conftest import board


@pytest.mark.parametrize(("land", "colour"), [*product(LANDS, [land.colour for land in LANDS.values()])])
def test_a_matching_land_makes_stronger(creature, land, colour):
    """Combat Phase: +1/+1 for a creature whose colour matches the land."""
    bonus = LANDS[land].colour == colour
    assert strength(board(at21=land), creature("21", 1, 1, colours=colour)) == Strength(1 + bonus, 1 + bonus)


def test_from_swamp_to_swamp_the_bonus_lasts(creature):
    lands = board(at21="swamp", at22="swamp")
    assert {strength(lands, creature(at, 1, 1, colours="black")) for at in ("21", "22")} == {Strength(2, 2)}


def test_two_colours_match_once(creature):
    assert strength(board(), creature("21", 3, 3, colours="green white")) == Strength(4, 4)


def test_a_stronghold_land_counts_face_up_only(creature):
    """House rule: a face-up stronghold land gives the bonus, an Island too."""
    one = creature("A", 1, 1, colours="blue")
    assert strength(board(), one) == Strength(1, 1)
    assert strength(board(A="island"), one) == Strength(2, 2)


def test_who_loses_the_bonus_below_its_damage_dies(creature):
    """Combat Phase: the bonus lasts until the creature leaves."""
    lands = board(at22="forest")
    assert strength(lands, creature("21", 2, 2, colours="white", damage=2)).toughness == 1
    assert strength(lands, creature("22", 2, 2, colours="white", damage=2)).toughness == 0


def test_only_the_untapped_strike_and_none_below_nothing(creature):
    """Combat Phase: the power of the untapped; a Mountain's tapped and mana creatures strike for nothing."""
    side = [
        creature("21", 3, 3, colours="white"),
        creature("21", 9, 9, tapped=True),
        creature("21", 1, 1, boost_power=-4),
        creature("22", 2, 2, boost_power=3),
    ]
    assert total(board(), side) == 4 + 0 + 0 + 5
    assert total(board(), []) == 0
    with pytest.raises(KeyError):
        total(board(), [creature("B", tapped=True)])


def test_all_that_fits_is_dealt_and_the_rest_is_lost(creature):
    """Combat Phase: power 6 at 1 and 3 left deals 4."""
    struck = [creature("22", 1, 1, name="Bear"), creature("22", 0, 4, damage=1, name="Wall")]
    one, wall = (each.id for each in struck)
    assert why_not_split(board(at22="swamp"), 6, struck, {one: 1, wall: 3}) is None
    lands = board(at22="swamp")
    assert why_not_split(lands, 6, struck, {one: 2, wall: 3}) == "Bear can take only 1; give the rest to others."
    assert why_not_split(lands, 6, struck, {one: 1, wall: 2}) == "You must deal 4 damage, and you've dealt 3."
    assert why_not_split(lands, 6, struck, {}) == "You must deal 4 damage, and you've dealt 0."
    assert why_not_split(lands, 2, struck, {one: 1, wall: 1}) is None
    assert why_not_split(lands, 2, struck, {one: 1, wall: 2}) == "There is 2 damage to split, not 3."


def test_damage_taken_before_counts(creature):
    """Combat Phase: no more than the current toughness."""
    one = creature("22", 4, 4, damage=3)
    assert most(board(at22="swamp"), one) == 1
    assert why_not_split(board(at22="swamp"), 5, [one], {one.id: 1}) is None
    assert why_not_split(board(at22="swamp"), 5, [one], {one.id: 2}) == "4/4 can take only 1; give the rest to others."


def test_who_is_not_in_the_fight_cannot_be_struck(creature):
    one = creature("22", 1, 3)
    why = why_not_split(board(at22="swamp"), 2, [one], {one.id: 1, one.id + 5: 1})
    assert why == "Only creatures in this fight can be struck."


@pytest.mark.parametrize(("power", "damage"), [(-1, 0), (3, -1)])
def test_no_number_below_zero(creature, power, damage):
    one = creature("22")
    with pytest.raises(ValueError, match="below 0"):
        why_not_split(board(), power, [one], {one.id: damage})


def test_a_creature_that_stands_nowhere(creature):
    with pytest.raises(KeyError):
        strength(board(), creature("B"))


@given(st.integers(0, 30), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 12)), max_size=5), st.data())
def test_a_split_is_right_if_each_fits_and_the_sum_is_all_that_fits(power, sizes, data):
    lands = board()
    struck = [Creature(id, 1, "22", 1, toughness, damage=damage) for id, (toughness, damage) in enumerate(sizes)]
    left = [max(0, toughness - damage) for toughness, damage in sizes]
    split = {id: data.draw(st.integers(0, 10)) for id in range(len(sizes))}
    right = sum(split.values()) == min(power, sum(left)) and all(split[id] <= left[id] for id in split)
    assert (why_not_split(lands, power, struck, split) is None) == right


def test_where_nothing_is_left_nothing_is_dealt():
    assert [most(board(), Creature(1, 0, "21", 2, 2, damage=damage)) for damage in (1, 2, 3)] == [1, 0, 0]
