from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import cos, radians, sin
from random import Random

import pytest

from companion.games.djinn.facts import LOCATIONS
from companion.games.djinn.facts.city import (
    CITY,
    City,
    beside_source,
    first_game_layouts,
    lay_out,
    neighbours,
    place_names,
)
from companion.table.log import Refusal


def joined(*pairs):
    return frozenset(frozenset(pair.split("-")) for pair in pairs)


def touching(city, layout):
    return [pair for pair in city.paths if len({layout.get(slot, slot) for slot in pair}) == 1]


def test_paths_join_round_slots_with_square_ones_or_the_source():
    squares = {*CITY.square, "S"}
    assert len(CITY.paths) == 21
    assert all(len(pair & squares) == 1 and len(pair & set(CITY.round)) == 1 for pair in CITY.paths)


def test_every_space_has_three_or_four_paths():
    """Leave two or three ways on, never back (facts 1)."""
    degrees = {slot: len(neighbours(CITY, slot)) for slot in CITY.place}
    assert {slot for slot, degree in degrees.items() if degree == 4} == {"R1", "R2", "R3"}
    assert set(degrees.values()) == {3, 4}


def test_three_round_spaces_lie_beside_the_source():
    """Count those of the rulebook's Variant."""
    assert beside_source(CITY) == ("R1", "R2", "R3")


def test_neighbours_come_in_the_order_of_the_map():
    assert neighbours(CITY, "R1") == ("S", "a12", "a31", "b1")


@pytest.mark.parametrize("first_game", [False, True])
def test_a_layout_gives_each_location_one_round_and_one_square_slot(first_game):
    layout = lay_out(Random(7), first_game=first_game)
    assert sorted(layout[slot] for slot in CITY.round) == sorted(LOCATIONS)
    assert sorted(layout[slot] for slot in CITY.square) == sorted(LOCATIONS)
    assert layout.keys() == {*CITY.round, *CITY.square}


def test_twenty_matchings_suit_a_first_game():
    """Keep 20 of 720 placements, so 14,400 layouts (facts 1)."""
    assert first_game_layouts(CITY) == 20 * 720


def test_a_first_game_joins_no_equal_symbols():
    """Hold the rulebook's Setup, Note."""
    rng = Random(7)
    assert not any(touching(CITY, lay_out(rng, first_game=True)) for _ in range(200))


def test_any_other_game_may_join_them():
    rng = Random(7)
    assert any(touching(CITY, lay_out(rng)) for _ in range(20))


def matching(city, layout):
    return tuple(next(slot for slot in city.square if layout[slot] == layout[place]) for place in city.round)


def test_every_legal_matching_is_drawn_equally_often():
    city = City(round=("A", "B", "C"), square=("a", "b", "c"), paths=joined("A-a", "B-b"))
    rng = Random(7)
    drawn = Counter(matching(city, lay_out(rng, city=city, first_game=True)) for _ in range(3000))
    assert set(drawn) == {("b", "a", "c"), ("b", "c", "a"), ("c", "a", "b")}
    assert all(900 < count < 1100 for count in drawn.values())


def test_every_location_is_drawn_equally_often():
    city = City(round=("A", "B"), square=("a", "b"), paths=joined("A-a", "B-b"))
    rng = Random(7)
    drawn = Counter(lay_out(rng, city=city, first_game=True)["A"] for _ in range(6000))
    assert set(drawn) == set(LOCATIONS)
    assert all(850 < count < 1150 for count in drawn.values())


def test_paths_that_the_owner_corrects_count():
    city = replace(CITY, paths=CITY.paths - joined("R1-a12"))
    assert first_game_layouts(city) > 20 * 720
    assert neighbours(city, "a12") == ("R2", "O12")


def test_a_city_where_all_is_joined_allows_no_first_game():
    city = replace(CITY, paths=frozenset(frozenset(pair) for pair in permutations((*CITY.round, *CITY.square), 2)))
    with pytest.raises(Refusal, match="Correct your board"):
        lay_out(Random(7), city=city, first_game=True)
    assert len(lay_out(Random(7), city=city)) == 12


@pytest.mark.parametrize(
    ("angle", "name"), [(29, "top"), (31, "top right"), (149, "bottom right"), (151, "bottom"), (-149, "bottom left")]
)
def test_a_slot_lies_in_one_of_six_parts_of_its_ring(angle, name):
    lies = (sin(radians(angle)), -cos(radians(angle)))
    assert place_names(replace(CITY, place={**CITY.place, "R1": lies}))["R1"].message == f"Inner ring, {name}"


def test_every_place_is_named_by_where_it_lies():
    """Two at one place are told apart, and one that was moved is called by its new place."""
    names = place_names(CITY)
    assert len(set(names.values())) == 13
    assert (names["R1"], names["O31"], names["b2"]) == (
        "Inner ring, top",
        "Outer ring, top left",
        "Outer ring, bottom right",
    )
    between = place_names(replace(CITY, place={**CITY.place, "R1": (0.0, -1.5), "b1": (0.0, -1.6)}))
    assert (between["R1"], between["b1"]) == ("Inner ring, top", "Outer ring, top")
    moved = place_names(replace(CITY, place={**CITY.place, "b1": CITY.place["O23"]}))
    assert sorted((moved["b1"], moved["O23"])) == ["Outer ring, bottom", "Outer ring, bottom (2)"]
