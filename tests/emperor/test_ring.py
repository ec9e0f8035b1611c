"""The examples of the rules' text and of other-games 2.4, and what holds in every ring."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from companion.games.emperor.state.ring import Ring, turn_order
from companion.kit.ring.circle import swapped
from companion.kit.ring.reach import can_attack, forced_steps, in_range, march_targets

US, THEM = "us", "them"


def ring(ours, theirs):
    """Make a ring whose Emperors sit in the middle of their teams."""
    teams = dict.fromkeys(ours, US) | dict.fromkeys(theirs, THEM)
    return Ring((*ours, *theirs), teams, frozenset({ours[len(ours) // 2], theirs[len(theirs) // 2]}))


SIX = ring("ABC", "DEF")
TEN = ring("ABCDE", "FGHIJ")


def without(table, *seats):
    for seat in seats:
        table = table.without(seat)
    return table


def reached(table, seats):
    return {seat: "".join(sorted(in_range(table, seat))) for seat in seats}


def attacked(table, seats):
    return {seat: "".join(sorted(can_attack(table, seat, table.teams[seat]))) for seat in seats}


# The worked examples


def test_e1_opposite_seats_are_out_of_range():
    ranges = {"A": "BCEF", "B": "ACDF", "C": "ABDE", "D": "BCEF", "E": "ACDF", "F": "ABDE"}
    assert reached(SIX, "ABCDEF") == ranges


def test_e2_only_flanks_attack_from_home():
    assert attacked(SIX, "ABCDEF") == {"A": "F", "F": "A", "C": "D", "D": "C", "B": "", "E": ""}


@pytest.mark.parametrize(("at", "enemies"), [("C", "D"), ("A", "F"), ("B", "")])
def test_e3_a_creature_attacks_from_where_it_stands(at, enemies):
    assert can_attack(SIX, at, US) == set(enemies)


def test_e4_the_sorcerer_of_f_in_d():
    assert can_attack(SIX, "D", THEM) == {"C"}
    assert in_range(SIX, "D") | {"D"} == set("BCDEF")


def test_e5_the_ring_closes_when_c_dies():
    table = SIX.without("C")
    assert all(in_range(table, seat) == set("ABDEF") - {seat} for seat in "ABDEF")
    assert attacked(table, "ABDEF") == {"A": "F", "B": "D", "D": "B", "E": "", "F": "A"}


def test_e7_an_emperor_alone_attacks_both_flanks():
    assert attacked(without(SIX, "D", "F"), "ABCE") == {"A": "E", "B": "", "C": "E", "E": "AC"}


@pytest.mark.parametrize(("first", "order"), [("C", "CDEFAB"), ("F", "FABCDE")])
def test_e10_the_other_team_then_has_three_turns(first, order):
    assert "".join(turn_order(SIX, first)) == order


def test_e11_of_ten_the_own_team_has_two_turns_first():
    assert "".join(turn_order(TEN, "D")) == "DEFGHIJABC"


def test_e13_a_creature_that_walked_two_seats():
    assert can_attack(TEN, "E", US) == {"F"}
    assert "G" in in_range(TEN, "E")
    assert "H" not in in_range(TEN, "E")
    assert march_targets(TEN, "C", "E") == {"D"}


def test_e15_the_way_of_a_creature_of_f():
    assert march_targets(SIX, "F", "F") == {"E"}
    assert march_targets(SIX, "F", "E") == {"D", "F"}
    assert "C" in can_attack(SIX, "D", THEM)


def test_e16_a_stolen_creature_goes_one_step_towards_the_thief():
    assert forced_steps(SIX, "B", "D") == {"C"}


def test_e19_a_forced_march_goes_towards_the_source():
    assert forced_steps(SIX, "E", "C") == {"D"}


def test_the_thief_chooses_where_both_ways_are_equally_long():
    assert forced_steps(without(SIX, "D", "F"), "A", "C") == {"B", "E"}
    assert forced_steps(SIX, "A", "A") == set()


@pytest.mark.parametrize(("reach", "targets"), [(1, ""), (2, "C")])
def test_nobody_marches_farther_from_its_controller_than_the_range(reach, targets):
    assert march_targets(SIX, "A", "B", reach) - {"A"} == set(targets)


def test_a_seat_that_is_out_cannot_go_again():
    with pytest.raises(KeyError):
        SIX.without("C").without("C")


# Whatever the ring


@st.composite
def rings(draw):
    size = draw(st.sampled_from([3, 5, 7]))
    table = ring(range(size), range(size, 2 * size))
    gone = draw(st.lists(st.sampled_from(table.seats), unique=True, max_size=2 * size - 2))
    return without(table, *gone)


@given(rings(), st.integers(1, 4))
def test_range_is_mutual_when_it_is_the_same_for_all(table, reach):
    for one in table.seats:
        assert all(one in in_range(table, other, reach) for other in in_range(table, one, reach))


@given(rings(), st.data())
def test_removing_a_seat_never_takes_two_others_further_apart(table, data):
    gone = data.draw(st.sampled_from(table.seats))
    closed = table.without(gone)
    for one in closed.seats:
        for other in closed.seats:
            assert closed.distance(one, other) <= table.distance(one, other)


@given(rings(), st.data())
def test_attack_is_mutual_and_a_march_stays_among_allies_in_reach(table, data):
    at, reach = data.draw(st.sampled_from(table.seats)), data.draw(st.integers(1, 4))
    for enemy in can_attack(table, at, table.teams[at]):
        assert at in can_attack(table, enemy, table.teams[enemy])
    for target in march_targets(table, at, at, reach):
        assert table.teams[target] == table.teams[at]
        assert at in march_targets(table, target, target, reach)


@given(rings(), st.data())
def test_forced_steps_bring_one_nearer(table, data):
    at, towards = data.draw(st.sampled_from(table.seats)), data.draw(st.sampled_from(table.seats))
    steps = forced_steps(table, at, towards)
    assert bool(steps) == (at != towards)
    assert all(table.distance(step, towards) == table.distance(at, towards) - 1 for step in steps)


@given(rings(), st.data())
def test_everybody_has_one_turn(table, data):
    first = data.draw(st.sampled_from(table.seats))
    order = turn_order(table, first)
    assert order[0] == first
    assert sorted(order) == sorted(table.seats)
    assert all(table.left_of(one) == then for one, then in pairwise(order))


def test_who_is_out_leaves_team_and_role_behind():
    ring = Ring(("A", "B", "C"), {"A": 0, "B": 0, "C": 1}, frozenset({"B"}))
    assert ring.without("B") == Ring(("A", "C"), {"A": 0, "C": 1}, frozenset())


def test_who_sits_beside_whom():
    """Clockwise comes whoever sits to the left; the ring closes where it began."""
    table = Ring(("N", "E", "S", "W"), {})
    for seat, left in zip("NESW", "ESWN", strict=True):
        assert table.left_of(seat) == left
        assert table.right_of(left) == seat


def test_who_swaps_seats():
    assert swapped((3, 1, 2), 1, 3) == (1, 3, 2)
    assert swapped((3, 1), 1, 9) == (3, 9)  # the other one sits elsewhere
