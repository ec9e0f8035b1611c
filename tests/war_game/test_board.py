"""The map: where places lie, how far it is, and who is shut in."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.war_game.facts import LANDS, STRONGHOLDS, board as rules
from companion.games.war_game.facts.board import LANDS_AT, Board
from tests.war_game.conftest import board

BOARDS = st.builds(board, st.sampled_from(["AC", "BD", "ABC", "ABCD"]), st.integers(1, 5))


def test_the_lands_are_dealt_three_of_each():
    """Setup: fifteen lands, three of each, in three rows of five."""
    lands = rules.draw(Random(7))
    assert tuple(lands) == LANDS_AT == ("11", "12", "13", "14", "15", "21", "22", "23", "24", "25", *LANDS_AT[10:])
    assert Counter(lands.values()) == dict.fromkeys(LANDS, 3)
    assert lands == rules.draw(Random(7)) != rules.draw(Random(8))


@pytest.mark.parametrize(
    ("start", "end", "walking", "flying"),
    [
        ("A", "C", 6, 6), ("B", "D", 4, 4), ("A", "B", 5, 3), ("B", "C", 5, 3), ("C", "D", 5, 3), ("A", "D", 5, 3),
        ("A", "21", 1, 1), ("A", "11", 2, 1), ("11", "35", 6, 4), ("B", "12", 2, 1), ("32", "32", 0, 0),
    ],
)  # fmt: skip
def test_how_far_it_is(start, end, walking, flying):
    """Setup, the figure: A west and C east of the middle row, B above, D below."""
    four = board("ABCD")
    assert rules.distance(four, start, end) == rules.distance(four, end, start) == walking
    assert rules.distance(four, start, end, flying=True) == flying


@pytest.mark.parametrize("column", range(1, 6))
def test_b_and_d_lie_in_their_column(column):
    four = board("ABCD", column)
    assert rules.neighbours(four, "B") == {f"1{column}"}
    assert rules.neighbours(four, "D") == {f"3{column}"}
    assert rules.distance(four, "A", "B") == column + 2
    assert rules.distance(four, "B", "D") == 4


@pytest.mark.parametrize("column", [0, 6, -1])
def test_there_is_no_such_column(column):
    with pytest.raises(ValueError, match=str(column)):
        Board({}, ("A", "C"), column)


@pytest.mark.parametrize("place", ["B", "E", "", "00", "16", "41", "ab", "2", "211"])
def test_a_place_that_is_none_or_not_in_play(place):
    for start, end in (("21", place), (place, "21")):
        with pytest.raises(KeyError):
            rules.distance(board("AC"), start, end)


@given(BOARDS, st.data())
def test_distances_are_those_of_a_map(one, data):
    here, there, third = (data.draw(st.sampled_from(one.places)) for _ in range(3))
    for flying in (False, True):
        far = rules.distance(one, here, there, flying=flying)
        assert far == rules.distance(one, there, here, flying=flying)
        assert far <= rules.distance(one, here, third, flying=flying) + rules.distance(one, third, there, flying=flying)
        assert (far == 0) == (here == there)
    assert rules.distance(one, here, there, flying=True) <= rules.distance(one, here, there)


@given(BOARDS, st.booleans())
def test_a_way_of_single_steps_is_as_long_as_the_distance(one, flying):
    reached, steps = {"A" if "A" in one.strongholds else "B"}, 0
    start = min(reached)
    while len(reached) < len(one.places):
        reached |= {near for place in reached for near in rules.neighbours(one, place, flying=flying)}
        steps += 1
        assert reached == {place for place in one.places if rules.distance(one, start, place, flying=flying) <= steps}


def test_an_island_before_the_stronghold_shuts_it_in():
    """Setup and Movement: on foot there is one way out of A, over 21."""
    assert rules.cut_off(board("AC")) == ()
    assert rules.cut_off(board("AC", at21="island")) == ("A", "C")
    assert rules.cut_off(board("ABCD", at21="island")) == ("A",)
    assert rules.cut_off(board("ABCD", at21="mountain", A="island")) == ()


def test_a_wall_of_islands_shuts_all_in_but_not_those_on_one_side():
    assert rules.cut_off(board("AC", at13="island", at23="island", at33="island")) == ("A", "C")
    assert rules.cut_off(board("ABD", column=1, at13="island", at23="island", at33="island")) == ()


@pytest.mark.thorough
def test_how_often_the_islands_shut_somebody_in():
    """Of 455 ways to lay three Islands, 196 leave A and C no way on foot, 302 leave one of four none."""
    ways = list(combinations(LANDS_AT, 3))
    cut = [(rules.cut_off(of("AC", ways_to)), rules.cut_off(of("ABCD", ways_to))) for ways_to in ways]
    assert (len(ways), sum(two == ("A", "C") for two, _ in cut), sum(bool(four) for _, four in cut)) == (455, 196, 302)
    assert {two for two, _ in cut} == {(), ("A", "C")}


def of(strongholds, islands):
    return Board(dict.fromkeys(LANDS_AT, "plains") | dict.fromkeys(islands, "island"), tuple(strongholds))


def test_the_facts_name_the_five_lands_and_four_strongholds():
    assert {land.colour for land in LANDS.values()} == {"white", "blue", "black", "red", "green"}
    assert {one: (fact.row, fact.column) for one, fact in STRONGHOLDS.items()} == {
        "A": (2, 0),
        "B": (0, None),
        "C": (2, 6),
        "D": (4, None),
    }
