"""Challenge codes that somebody has written down: they open the same game with every later version."""

from dataclasses import replace

import pytest

from companion.games.djinn.box.corrections import Box, played_with
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import TomCard
from companion.games.djinn.setup import challenges
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.text.result import challenge
from companion.table.log import Refusal
from tests.djinn.boxes import TWELVE
from tests.djinn.solo import HUNT, PRINTED

ONE, OTHER = TomCard("own_01", "market", "tavern", "coin_1", None), TomCard("own_02", "tavern", "market", None, None)
SHORTER = CITY.paths - {frozenset(("R1", "a12"))}
LAST = 2**36 - 1
WRITTEN = {
    "222222222": (0, 12, False),
    "322222223": (0, 12, True),
    "922222229": (0, 15, True),
    "C2222222C": (1, 13, False),
    "P2TFH532W": (123_456_789, 14, False),
    "HNYEPFZNH": (LAST, 15, True),
}


@pytest.mark.parametrize("code", WRITTEN)
def test_a_code_says_the_same_for_ever(code):
    chance, deck, first_game = WRITTEN[code]
    assert challenges.new_seed(chance, deck=deck, first_game=first_game) == code
    assert challenges.read_challenge(code) == (code, deck, first_game, "")
    assert challenges.read_challenge(f"{code}XPP") == (code, deck, first_game, "XPP")
    assert challenges.Challenge(code, deck, first_game, "XPP").code == f"{code}XPP"


def test_a_code_is_spoken_in_threes():
    assert challenges.spoken("P2TFH532W") == "P2T-FH5-32W"
    assert challenges.spoken("P2TFH532WXPP") == "P2T-FH5-32W-XPP"


@pytest.mark.parametrize("code", ["JNYEPFZNJ", "HNYEPFZNJ", "P2TFH532WX", "P2TFH532WXPPX", "P2TFH532", "P2TFH532O"])
def test_no_game_is_beyond_the_last(code):
    """One game more, a wrong check, too much or too little, a letter that looks like another."""
    with pytest.raises(Refusal):
        challenges.read_challenge(code)


def test_a_seed_decides_the_same_draws_for_ever():
    assert challenges.draw("x:K7QFM2P9X", "djinn").random() == 0.844227645362207


def test_a_box_is_marked_the_same_for_ever():
    """Whatever the order of the cards; without corrections there is no mark."""
    assert challenges.mark(CITY.paths, ()) == ""
    assert challenges.mark(CITY.paths, (ONE,)) == "XPP"
    assert challenges.mark(CITY.paths, (ONE, OTHER)) == challenges.mark(CITY.paths, (OTHER, ONE)) == "HDU"
    assert challenges.mark(SHORTER, ()) == "CXW"


def test_a_challenge_is_what_was_drawn_once():
    """Others get the first draws, so a table that drew anew is none."""
    assert challenges.challenge("00:P2TFH532W", {"layout": 1, "djinn": 1}, "XPP") == "P2TFH532WXPP"
    assert challenges.challenge("00:P2TFH532W", {}, "") == "P2TFH532W"
    assert challenges.challenge("00:P2TFH532W", {"layout": 1, "djinn": 2}, "") == ""
    assert challenges.challenge("00", {"layout": 1}, "") == ""


def test_only_the_apps_own_deck_makes_a_challenge():
    """The order of a printed one is nobody else's; nor does a word leave the game to the seed alone."""
    drawn = {"secret": "00:P2TFH532W", "drawn": {"layout": 1}, "house": True}
    assert challenge(replace(HUNT, **drawn)) == {"challenge": "P2TFH532W"}
    assert challenge(replace(PRINTED, **drawn)) == {}
    assert challenge(replace(HUNT, **drawn, words=((0, "word"),))) == {}
    assert challenge(replace(HUNT, **drawn, players=2)) == {}
    own = replace(HUNT, **drawn | {"house": False})
    assert challenge(own) == {"challenge": "P2TFH532W" + challenges.mark(own.city.paths, own.deck[:3])}


def test_a_challenge_is_played_with_the_cards_it_was_played_with():
    known = challenges.Challenge("P2TFH532W", 14, False, "")
    own = Box(tom=TWELVE)
    assert played_with(known, [Box()]) == played_with(known, [own]) == (CITY.paths, HOUSE_DECK)
    marked = known._replace(mark=challenges.mark(CITY.paths, own.deck))
    assert played_with(marked, [Box(), own]) == (CITY.paths, own.deck)
    for box in (Box(), Box(paths=SHORTER), replace(own, paths=SHORTER)):
        with pytest.raises(Refusal, match="a different box"):
            played_with(marked, [box])
    assert played_with(known, [Box(paths=SHORTER)]) == (CITY.paths, HOUSE_DECK)
