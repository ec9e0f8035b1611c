"""Marching: one step, flyers across corners, landwalkers further, Islands, strongholds."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from companion.games.war_game.facts import LANDS, board as map_rules
from companion.games.war_game.facts.board import LANDS_AT
from companion.games.war_game.play.march import WALKS, destinations, enters_tapped, why_not
from companion.games.war_game.state.model import Creature
from tests.war_game.conftest import board

ABILITIES = ("flying", "islandhome", *WALKS)


def test_on_foot_it_is_one_step(creature):
    """Movement Phase: one space, horizontally or vertically."""
    assert destinations(board(), creature("32")) == {"31", "33", "22"}


def test_a_flyer_goes_across_corners_too(creature):
    """Movement Phase: flyers also diagonally."""
    assert destinations(board(), creature("34", abilities="flying")) == {"33", "35", "24", "23", "25"}
    assert destinations(board("ABCD"), creature("34", abilities="flying")) == {"33", "35", "24", "23", "25", "D"}
    assert destinations(board(), creature("A", abilities="flying")) == {"11", "21", "31"}


def test_a_tapped_creature_moves(creature):
    """Movement Phase: tapped creatures still move."""
    assert destinations(board(), creature("32", tapped=True)) == {"31", "33", "22"}


@pytest.mark.parametrize(("first", "second"), [*product(LANDS, LANDS)])
@pytest.mark.parametrize("walk", WALKS)
def test_a_landwalker_goes_on_from_its_own_land_only(creature, walk, first, second):
    """Movement Phase: if the first step is into an attuned land, one more."""
    one = creature("21", abilities=walk)
    lands = board(at22=first, at23=second)
    into_first = first != "island" or walk == "islandwalk"
    into_second = second != "island" or walk == "islandwalk"
    assert ("22" in destinations(lands, one)) == into_first
    assert ("23" in destinations(lands, one)) == (into_first and into_second and first == WALKS[walk])


def test_why_a_landwalker_stops(creature):
    walker = creature("21", abilities="plainswalk")
    assert why_not(board(at22="plains", at23="forest"), walker, ["22", "23"]) is None
    assert (
        why_not(board(at22="forest"), walker, ["22", "23"])
        == "For a second step, the first must be into this land: Plains."
    )
    swamp = creature("21", abilities="swampwalk")
    why = why_not(board(at22="swamp", at23="island"), swamp, ["22", "23"])
    assert why == "Only flyers and islandhome creatures enter Islands. Others must be carried."
    assert why_not(board(at22="swamp", at23="island"), swamp, ["22", "23"], carried=True) is None


def test_a_second_step_is_one_only_and_leads_elsewhere(creature):
    walker = creature("21", abilities="plainswalk")
    assert why_not(board(), walker, ["22", "21"]) == "It's already there."
    assert why_not(board(), walker, ["22", "23", "24"]) == "That is too far: creatures go one step."
    assert why_not(board(), creature("21"), ["22", "23"]) == "That is too far: creatures go one step."
    assert why_not(board(), walker, ["23"]) == "That is too far: creatures go one step."
    assert why_not(board(), walker, []) == "It's already there."


def test_across_the_corner(creature):
    assert why_not(board(), creature("21"), ["12"]) == "That's diagonal; only flyers go that way."
    assert why_not(board(), creature("21", abilities="flying"), ["12"]) is None


@pytest.mark.parametrize(
    ("abilities", "enters", "carried", "by_text"),
    [
        ("", False, True, False),
        ("flying", True, True, True),
        ("islandhome", True, True, True),
        ("islandwalk", True, True, False),
        ("swampwalk", False, True, False),
        ("islandwalk flying", True, True, True),
    ],
)
def test_who_enters_an_island(creature, abilities, enters, carried, by_text):
    """Movement Phase: only flyers and islandhome unaided; islandwalkers by our reading."""
    lands, one = board(at22="island"), creature("21", abilities=abilities)
    assert (why_not(lands, one, ["22"]) is None) == enters
    assert (why_not(lands, one, ["22"], carried=True) is None) == carried
    assert (why_not(lands, one, ["22"], islandwalk_enters=False) is None) == by_text


@pytest.mark.parametrize("abilities", ["islandhome", "islandhome flying", "islandhome plainswalk"])
def test_islandhome_crosses_other_lands_carried_only(creature, abilities):
    """Movement Phase: islandhome moves across other lands only if carried."""
    lands, one = board(at21="island", at22="island"), creature("21", abilities=abilities)
    assert why_not(lands, one, ["11"]) == "A creature with islandhome crosses other lands only when it is carried."
    assert why_not(lands, one, ["11"], carried=True) is None
    assert destinations(lands, one) >= {"22", "A"}
    assert "11" not in destinations(lands, one)


def test_strongholds_let_everybody_in(creature):
    """Movement Phase: neither restriction applies to strongholds."""
    lands = board(A="island")
    assert why_not(lands, creature("21"), ["A"]) is None
    assert why_not(lands, creature("21", abilities="islandhome"), ["A"]) is None
    assert why_not(board(A="mountain"), creature("21", abilities="islandhome"), ["A"]) is None


def test_a_stronghold_land_face_up_lets_a_landwalker_go_on(creature):
    """House rule: the land counts for landwalk."""
    walker = creature("12", abilities="forestwalk flying")
    assert "14" not in destinations(board("ABC"), walker)
    assert "14" in destinations(board("ABC", B="forest"), walker)


def test_who_enters_a_mountain_is_tapped():
    """Movement Phase: entering a Mountain; strongholds are exempt."""
    lands = board(at13="mountain", A="mountain")
    assert [place for place in lands.places if enters_tapped(lands, place)] == ["13"]
    with pytest.raises(KeyError):
        enters_tapped(lands, "B")


@pytest.mark.parametrize("path", [["B"], ["22", "B"], ["x"], ["22", "46"]])
def test_a_place_that_is_none(creature, path):
    with pytest.raises(KeyError):
        why_not(board(), creature("21", abilities="plainswalk"), path)
    with pytest.raises(KeyError):
        destinations(board(), creature(path[-1]))


MAPS = st.builds(
    lambda strongholds, column, lands: map_rules.Board(dict(zip(LANDS_AT, lands, strict=True)), strongholds, column),
    st.sampled_from([("A", "C"), ("B", "D"), ("A", "B", "C", "D")]),
    st.integers(1, 5),
    st.lists(st.sampled_from([*LANDS]), min_size=15, max_size=15),
)


@given(MAPS, st.frozensets(st.sampled_from(ABILITIES)), st.booleans(), st.booleans(), st.data())
def test_where_it_may_go_is_where_nothing_speaks_against_a_path(lands, abilities, carried, islandwalk_enters, data):
    at = data.draw(st.sampled_from(lands.places))
    one, rule = (
        Creature(1, 0, at, 1, 1, abilities=abilities),
        {"carried": carried, "islandwalk_enters": islandwalk_enters},
    )
    found, flying = destinations(lands, one, **rule), "flying" in abilities
    ways = [[place] for place in lands.places] + [[*way] for way in product(lands.places, repeat=2)]
    assert found == {way[-1] for way in ways if why_not(lands, one, way, **rule) is None}
    far = 2 if abilities & {*WALKS} else 1
    assert all(0 < map_rules.distance(lands, at, place, flying=flying) <= far for place in found)
