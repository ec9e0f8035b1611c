"""The steps of the set-up in a table's own numbers: for two, three or four, a first or a longer game, against Tom."""

from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from companion.games.djinn.setup.checklist import NUMBERS, SOLO_STEPS, STEPS, steps
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from tests.djinn.solo import HUNT

NAMES = ("Ann", "Bob", "Cem", "Dee")


def said(players, *, first_game=False, longer=False, **options):
    """Open a game; give its lines by step."""
    choices = {"players": players, "first_game": first_game, "longer": longer, "rng": Random(7)} | options
    state = reduce(evolve, open_game(State(), **choices), State())
    return {step.id: [str(line) for line in step.lines] for step in steps(state, NAMES)}


@pytest.mark.parametrize(
    ("players", "options", "lines"),
    [
        (2, {}, ["1 Boss and 2 Djinn", "6 Bosses"]),
        (3, {}, ["1 Boss and 3 Djinn", "6 Bosses"]),
        (4, {}, ["1 Boss and 3 Djinn", "6 Bosses"]),
        (2, {"longer": True}, ["1 Boss and 2 Djinn, but 3 Djinn at the three next", "6 Bosses"]),
        (4, {"longer": True}, ["1 Boss and 3 Djinn, but 4 Djinn at the three next", "6 Bosses"]),
        (1, {"deck": 12, "tom": HOUSE_DECK}, ["1 Boss and 1 Djinn, but 2 Djinn at the three next", "6 Bosses"]),
    ],
)
def test_djinn_stand_beside_bosses(players, options, lines):
    """As many as the rulebook's Setup 7, its Variant and Solo Play Setup say."""
    found = said(players, **options)["djinn"]
    assert len(found) == len(lines)
    assert all(words in line for words, line in zip(lines, found, strict=True))


@pytest.mark.parametrize(
    ("players", "count", "side"), [(1, 2, "back"), (2, 3, "back"), (3, 4, "front"), (4, 5, "front")]
)
def test_trophies_and_market_follow_the_players(players, count, side):
    """One Trophy more than players of each row; the Market's side by their number (rulebook, Setup 3 and 8)."""
    found = said(players, **({"deck": 13, "tom": HOUSE_DECK} if players == 1 else {}))
    assert f"put {count} of each face up" in found["trophies"][0]
    assert len(found["trophies"]) == 1
    assert f"{side} side up" in found["market"][0]
    assert ("your Assistant beside" in found["market"][1]) == (players == 1)


@pytest.mark.parametrize("size", [12, 13, 14, 15])
def test_toms_deck_is_made(size):
    """Twelve Location Cards, and as many Nothing-happens Cards as the deck has more (rulebook, Solo Play Setup)."""
    found = said(1, deck=size)["tom"]
    assert f"deck of {size} cards" in found[0]
    assert f"It holds Location Cards (12) and Nothing-happens Cards ({size - 12})." in found[1]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"secret": "00:P2TFH532W"}, True),
        ({"secret": "00:P2TFH532W", "words": ((0, "word"),)}, False),
        ({"secret": "00"}, False),
        ({"secret": "00", "words": ((0, "word"),)}, False),
    ],
)
def test_a_bag_that_can_be_worked_out_is_said_to_be(change, told):
    """A challenge's short code decides its draws alone, as long as nobody says a word."""
    found = {step.id: step.lines for step in steps(replace(HUNT, **change), NAMES)}["tom"]
    assert any("can work out the bag" in line for line in found) == told
    assert len(found) == 2 + told


def test_everybody_starts_with_the_same_and_one_first():
    found = said(3)["players"]
    assert len(found) == 5
    assert "Archives Marker, 2 different Spell Circles, Base Marker on 0, Magic Marker on 3" in found[1]
    assert "Everyone keeps 4 Secret Passages" in found[2]
    assert found[3].split()[0] in NAMES
    alone = said(1, deck=12)["players"]
    assert len(alone) == 4
    assert "Keep 4 Secret Passages" in alone[2]


def test_what_is_laid_out_is_counted():
    found = said(4)
    assert "the 18 Djinn left" in found["supply"][0]
    assert "12 Keys" in found["mages"][1]
    assert found["cards"] == ["Lay out these 3 Scoring Cards face up."]
    assert found["tiles"][0] == "Lay out 5 green and 5 red Character Tiles."
    assert len(found["board"]) == 1
    assert "no matching symbols are adjacent" in said(2, first_game=True)["board"][1]


def test_steps_are_numbered_in_the_rulebooks_order():
    assert [*said(2)] == [*STEPS]
    assert [*said(1, deck=12)] == [*SOLO_STEPS]
    assert [*said(2, first_game=True)] == [step for step in STEPS if step not in ("cards", "tiles")]
    assert [NUMBERS[step] for step in STEPS] == [*range(1, 12)]
    assert (NUMBERS["tom"], len(SOLO_STEPS)) == (10, 10)
