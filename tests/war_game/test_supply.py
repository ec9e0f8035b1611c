"""Supply, healing and casting; strongholds; how far spells reach."""

import pytest
from hypothesis import given, strategies as st

from companion.games.war_game.facts.supply import gained, heal, why_not_cast
from companion.games.war_game.play import siege, spells
from companion.refusal import Refusal
from tests.war_game.conftest import board


def test_the_die_and_mana_creatures_give_supply():
    """Supply Phase: the die, and one for each creature tapped for mana; what is left is carried over."""
    assert 3 + gained(5) == 8
    assert gained(3, mana=2) == 5
    assert gained(6, mana=4, supplied=False) == 0


@pytest.mark.parametrize(("die", "mana"), [(0, 0), (7, 0), (-1, 0), (3, -1)])
@pytest.mark.parametrize("supplied", [True, False])
def test_there_is_no_such_die_and_no_mana_below_zero(die, mana, supplied):
    with pytest.raises(ValueError, match=str(die if mana == 0 else mana)):
        gained(die, mana=mana, supplied=supplied)


@pytest.mark.parametrize(
    ("damage", "paid", "regeneration", "left"),
    [(4, 2, False, 2), (2, 1, True, 0), (3, 2, True, 0), (4, 0, False, 4), (1, 0, True, 0), (0, 0, True, 0)],
)
def test_points_heal_and_regeneration_heals_besides(damage, paid, regeneration, left):
    """Upkeep/Heal Phase: a point a damage, at most two a creature; regeneration one for free."""
    assert heal(damage, paid, regeneration=regeneration) == left


@pytest.mark.parametrize(
    ("damage", "paid", "regeneration"), [(4, 3, False), (1, 2, False), (2, 2, True), (0, 1, False)]
)
def test_no_more_than_two_and_no_more_than_the_damage(damage, paid, regeneration):
    with pytest.raises(Refusal):
        heal(damage, paid, regeneration=regeneration)


@pytest.mark.parametrize(("damage", "paid"), [(-1, 0), (3, -1)])
def test_nothing_heals_below_zero(damage, paid):
    with pytest.raises(ValueError, match="-1"):
        heal(damage, paid)


@given(st.integers(0, 20), st.integers(0, 5), st.booleans())
def test_what_is_healed_is_what_is_paid_for_and_at_most_one_more(damage, paid, regeneration):
    try:
        left = heal(damage, paid, regeneration=regeneration)
    except Refusal:
        assert paid > 2 or paid > damage - min(damage, regeneration)
    else:
        assert damage - left == paid + min(damage, regeneration)


def test_a_spell_costs_a_point_a_mana():
    """Casting Phase: 2GR is four points, whatever the colours."""
    assert why_not_cast(4, supply=4) is None
    assert why_not_cast(4, supply=4, at_home=0) is None
    assert why_not_cast(5, supply=4) == "That costs 5, but you have only 4."


def test_three_at_home_leave_no_room_for_a_creature():
    """Casting Phase: no fourth creature in the own stronghold."""
    assert why_not_cast(1, supply=9, at_home=2) is None
    why = why_not_cast(1, supply=9, at_home=3)
    assert why == "You have three creatures in your stronghold; move one out first."
    assert why_not_cast(1, supply=9, at_home=4) == why
    assert why_not_cast(1, supply=9) is None


def test_without_the_stronghold_there_are_no_creatures_but_other_spells():
    """How To Win: no supply, no new creatures."""
    why = why_not_cast(1, supply=9, at_home=0, supplied=False)
    assert why == "Somebody else holds your stronghold: no new supply, no new creatures, other spells only."
    assert why_not_cast(3, supply=4, supplied=False) is None


@pytest.mark.parametrize("counts", [{"cost": -1, "supply": 1}, {"cost": 1, "supply": -1}])
def test_no_cost_and_no_supply_below_zero(counts):
    with pytest.raises(ValueError, match="below 0"):
        why_not_cast(counts["cost"], supply=counts["supply"])
    with pytest.raises(ValueError, match="below 0"):
        why_not_cast(1, supply=1, at_home=-1)


# Strongholds


@pytest.mark.parametrize(
    ("present", "control"),
    [
        ({}, {"A": 0, "B": 1, "C": 1}),
        ({"C": {3}}, {"A": 0, "B": 1, "C": 3}),
        ({"C": {1, 3}}, {"A": 0, "B": 1, "C": 1}),
        ({"C": [2, 2]}, {"A": 0, "B": 1, "C": 2}),
        ({"A": (), "B": {0}}, {"A": 0, "B": 0, "C": 1}),
    ],
)
def test_who_is_alone_in_a_stronghold_at_the_end_of_a_turn_takes_it(present, control):
    """How To Win: the only player with creatures there; it stays when it is empty."""
    before = {"A": 0, "B": 1, "C": 1}
    assert siege.control_after(before, present) == control
    assert before == {"A": 0, "B": 1, "C": 1}


def test_a_stronghold_that_is_none_is_not_taken():
    with pytest.raises(KeyError):
        siege.control_after({"A": 0, "C": 1}, {"B": {0}})


def test_who_holds_all_wins():
    """How To Win: one player controls all the strongholds."""
    assert siege.winner({"A": 0, "B": 0, "C": 0}) == 0
    assert siege.winner({"A": 0, "B": 0, "C": 1}) is None
    assert siege.winner({}) is None


@given(st.dictionaries(st.sampled_from("ABCD"), st.integers(0, 3), min_size=2), st.data())
def test_only_who_stands_there_takes_a_stronghold(control, data):
    present = {one: data.draw(st.frozensets(st.integers(0, 3))) for one in control}
    for one, holder in siege.control_after(control, present).items():
        assert holder == control[one] if len(present[one]) != 1 else {holder} == present[one]


# Reach


def test_spells_reach_the_same_place_and_one_beside_it():
    """Global spells: a creature in the same or an adjacent terrain; an ability only the same."""
    assert spells.reaches(board(), ["31"], "21")
    assert spells.reaches(board(), {"31"}, "31")
    assert not spells.reaches(board(), ["31"], "22")
    assert not spells.reaches(board(), ["31"], "21", ability=True)
    assert spells.reaches(board(), ["31", "21"], "21", ability=True)
    assert spells.reaches(board(), ["21"], "A")
    assert not spells.reaches(board(), ["11"], "A")
    assert not spells.reaches(board(), [], "21")


@pytest.mark.parametrize(("own", "target"), [(["21"], "B"), (["B"], "21"), (["21", "x"], "21")])
def test_no_spell_reaches_nowhere(own, target):
    with pytest.raises(KeyError):
        spells.reaches(board("AC"), own, target)
