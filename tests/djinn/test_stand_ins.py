"""Tiles and Trophies that nobody could recognise are turned up by the table, and named, or not."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from companion.games.djinn.box.table_notes import describe_tile
from companion.games.djinn.facts import TILES
from companion.games.djinn.facts.events import BoxNoted, TileNamed, TilePicked
from companion.games.djinn.setup.stand_ins import candidates, is_known, name_tile, tiles, trophies
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal

GREEN = ("market_free", "green_10", "start_gift", "green_note_one_key")
RED = ("start_poor", "mages_once", "crystal_only", "start_weak")
STATE = State(players=3, green=GREEN, red=RED)
NAMES = ("Ann", "Bob", "Cem")


def named(state, tile, found):
    (event,) = name_tile(state, tile=tile, found=found)
    return evolve(state, event)


def test_what_is_known_lies_out_and_the_rest_is_turned_up_from_what_is_left():
    green, red = tiles(STATE)
    assert (green.known, green.stand_ins) == (("market_free", "start_gift"), ("green_10", "green_note_one_key"))
    assert (green.aside, green.unknown) == (("tavern_key", "manufactory_cork", "source_two"), 5)
    assert (red.known, red.stand_ins) == (RED, ())


def test_every_set_of_tiles_stays_equally_likely():
    """Four of ten drawn by the app; for those that it cannot name the table turns up as many of the unknown ones."""
    green = [tile.id for tile in TILES.values() if tile.side == "green"]
    chances = Counter()
    for drawn in combinations(green, 4):
        offer, _ = tiles(replace(STATE, green=drawn))
        others = [tile for tile in green if not is_known(STATE, tile)]
        assert len(others) == offer.unknown
        ways = [*combinations(others, len(offer.stand_ins))]
        for turned in ways:
            chances[frozenset((*offer.known, *turned))] += Fraction(1, len(ways) * 210)
    assert len(chances) == 210
    assert {*chances.values()} == {Fraction(1, 210)}


def test_what_the_owner_described_is_known():
    noted = BoxNoted({}, {}, {"green_10": "One Bottle more."})
    green, _ = tiles(replace(STATE, noted=noted))
    assert (green.stand_ins, green.unknown) == (("green_note_one_key",), 4)


def test_a_tile_that_was_turned_up_gets_its_name_wherever_something_stood_for_it():
    state = replace(STATE, picks=((0, "green_10"),))
    after = named(state, "green_10", "green_note_activate")
    assert after.green == ("market_free", "green_note_activate", "start_gift", "green_note_one_key")
    assert after.picks == ((0, "green_note_activate"),)
    assert tiles(after)[0].stand_ins == ("green_note_one_key",)


def test_two_that_stood_for_each_other_change_places():
    after = named(STATE, "green_10", "green_note_one_key")
    assert after.green == ("market_free", "green_note_one_key", "start_gift", "green_10")
    assert tiles(after)[0].stand_ins == ("green_10",)


def test_one_that_nobody_can_describe_takes_the_free_number():
    assert name_tile(STATE, tile="green_note_one_key", found="") == [TileNamed("green_note_one_key", "green_10")]
    after = named(STATE, "green_10", "")
    assert after.named == ("green_10",)
    assert name_tile(after, tile="green_note_one_key", found="") == [
        TileNamed("green_note_one_key", "green_note_one_key")
    ]


@pytest.mark.parametrize(
    ("tile", "found", "why"),
    [
        ("source_two", "green_10", "on offer"),
        ("market_free", "green_10", "already has a name"),
        ("green_10", "market_free", "already on offer"),
        ("green_10", "red_10", "is the other colour"),
        ("green_10", "source_two", "already on offer"),
    ],
)
def test_no_tile_is_named_twice_or_wrongly(tile, found, why):
    with pytest.raises(Refusal, match=why):
        name_tile(STATE, tile=tile, found=found)


def test_a_name_is_given_once():
    after = named(STATE, "green_10", "green_note_activate")
    with pytest.raises(Refusal, match="already has a name"):
        name_tile(after, tile="green_note_activate", found="green_10")
    assert "green_note_activate" not in candidates(after, "green_note_one_key")


def test_a_log_that_names_a_tile_without_end_keeps_it_once():
    state = STATE
    for _ in range(50):
        state = evolve(state, TileNamed("green_10", "green_10"))
    assert state.named == ("green_10",)


def test_nobody_describes_what_has_no_name_yet():
    with pytest.raises(Refusal, match="which tile it is"):
        describe_tile(STATE, tile="green_10", text="One Bottle more.")
    assert describe_tile(named(STATE, "green_10", "green_10"), tile="green_10", text="One Bottle more.")


def test_the_log_names_nothing_that_nobody_can_recognise():
    assert str(tell(TilePicked(0, "green_10"), NAMES)) == "Ann takes a tile that you revealed."
    assert "Two Scrolls" in str(tell(TilePicked(0, "source_two"), NAMES))


def test_trophies_without_a_description_are_turned_up():
    noted = BoxNoted({}, {}, {}, {"I-1": ("I", 36, ""), "I-3": ("I", 30, "a Key")})
    (row, other) = trophies(replace(STATE, noted=noted, trophies={"I": ("I-1", "I-2"), "II": ("II-1",)}))
    assert (row.pile, row.known, row.stand_ins, row.aside, row.unknown) == ("I", ("I-1",), ("I-2",), ("I-3",), 5)
    assert (other.known, other.unknown) == ((), 7)
