import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest

from companion.games.djinn.facts import (
    CARDS,
    COLOURS,
    CONTENTS,
    LOCATIONS,
    NAMES,
    PATHS,
    PLAYER_COUNTS,
    SLOTS,
    START,
    TILES,
    TROPHIES,
    Trophy,
    handful,
)
from companion.kit.facts import Fact, by_id
from companion.language.texts import Text, listed

STATIC = Path(__file__).parents[2] / "static"
KEYED = (LOCATIONS, COLOURS, TILES, CARDS, TROPHIES, SLOTS)
ALL = [CONTENTS, START, *PLAYER_COUNTS.values(), *PATHS, *(fact for facts in KEYED for fact in facts.values())]


def test_every_fact_names_its_source():
    assert all(isinstance(fact, Fact) and fact.source.startswith(("rulebook", "facts")) for fact in ALL)


def test_a_certainty_is_one_of_three():
    with pytest.raises(ValueError, match="guessed"):
        Trophy(id="I-1", row="I", source="facts 3", certainty="guessed")


@pytest.mark.parametrize("row", [{"id": "I-1", "row": "I"}, dataclasses.asdict(TROPHIES["I-1"]) | {"points": 30}])
def test_a_row_with_a_missing_or_unknown_key_fails(row):
    with pytest.raises(TypeError):
        Trophy(**row)


def test_an_id_that_stands_twice_fails():
    with pytest.raises(ValueError, match="'I-1' stands twice"):
        by_id([TROPHIES["I-1"], TROPHIES["I-1"]])


def test_ids_of_named_facts_are_unique_across_kinds():
    assert len(NAMES) == 1 + len(LOCATIONS) + len(COLOURS) + len(TILES) + len(CARDS)


def test_the_box_holds_what_the_rulebook_counts():
    """Count the rulebook's Game Components."""
    assert CONTENTS.djinn_per_colour * len(COLOURS) == 36
    assert Counter(tile.side for tile in TILES.values()) == {"green": 10, "red": 10}
    assert Counter(trophy.row for trophy in TROPHIES.values()) == {"I": 7, "II": 7, "III": 7}
    assert len(TROPHIES) == CONTENTS.trophies
    assert len(CARDS) == 10
    assert Counter(slot.shape for slot in SLOTS.values()) == {"source": 1, "round": 6, "square": 6}


def test_what_nobody_knows_is_not_called_printed():
    assert all(tile.certainty == "reconstructed" for tile in TILES.values() if tile.known != "whole")
    assert {slot.certainty for slot in SLOTS.values()} == {path.certainty for path in PATHS} == {"reconstructed"}
    assert COLOURS["third"].certainty == "reconstructed"


def test_colours_differ_by_sign():
    assert len({colour.sign for colour in COLOURS.values()}) == len(COLOURS)


def corners(sign):
    """List the corners of a sign, in percent of its disc."""
    x, y, found = 0, 0, []
    for step, numbers in re.findall(r"([Mhv ]?)((?:-?\d+ ?)+)", sign):
        read = [int(one) for one in re.findall(r"-?\d+", numbers)]
        if step in "hv":
            x, y = (x + read[0], y) if step == "h" else (x, y + read[0])
            found.append((x, y))
        else:
            found += [(x, y) for x, y in zip(read[::2], read[1::2], strict=True)]
            x, y = found[-1]
    return ", ".join(f"{50 + 5 * x}% {50 + 5 * y}%" for x, y in found)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_disc_in_words_shows_the_sign_of_its_colour(colour):
    drawn = re.search(rf"\.sign-{colour}::before {{[^}}]*polygon\(([^)]*)", (STATIC / "css/djinn/city.css").read_text())
    assert drawn[1] == corners(COLOURS[colour].sign)


def test_paths_end_at_slots():
    assert all(end in SLOTS for path in PATHS for end in path.ends)


@pytest.mark.parametrize(
    ("parts", "said"),
    [([], "nothing"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c", "d"], "a, b, c and d")],
)
def test_parts_are_listed_in_words(parts, said):
    assert listed([Text(part) for part in parts]) == said


def test_a_handful_counts_equal_colours_together():
    assert handful(["boss", "brown", "blue", "brown"]) == "1 Boss, 2 Brown and 1 Blue"
