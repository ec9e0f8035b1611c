"""What the pages for a new table of Djinn offer, and what was chosen there."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn.box import corrections
from companion.games.djinn.box.corrections import Box, tom_card
from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.pages import opening
from companion.games.djinn.setup import by_hand, challenges
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.state.model import State
from companion.table.log import Refusal
from tests.djinn.boxes import TWELVE
from tests.djinn.test_hunt import HUNT as THREE, after

NOBODY = ()
FULL = Box(tom=TWELVE)
TWO = replace(THREE, players=2)


def alone(**options):
    """Open a game against Tom."""
    choices = {"first_game": False, "longer": False, "rng": Random(7), "deck": 13, "tom": HOUSE_DECK} | options
    return after(State(), open_game(State(), players=1, **choices))


@pytest.mark.parametrize(("people", "usual"), [(0, 2), (1, 2), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_as_many_play_as_last_time_and_at_least_two(people, usual):
    names = ["Ann", "Bob", "Cem", "Dee", "Eve"][:people]
    assert opening.usual(names) == usual
    assert opening.offered(names, NOBODY, Box(), {})["fields"]["count"] == usual
    assert opening.sheets(names)["fields"]["count"] == usual


def test_nobody_alone_scores_a_game_that_was_played_without_the_app():
    assert opening.sheets(NOBODY)["counts"] == [2, 3, 4]
    assert [*opening.offered(NOBODY, NOBODY, Box(), {})["counts"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("asked", [{"alone": ""}, {"challenge": "ABC"}])
def test_who_comes_for_a_game_alone_is_offered_one(asked):
    assert opening.offered(NOBODY, [TWO], Box(), {})["fields"]["count"] == 2
    assert opening.offered(NOBODY, [TWO], Box(), asked)["fields"]["count"] == 1


def test_the_deck_of_the_last_game_against_tom_is_offered():
    offered = opening.offered(NOBODY, [TWO, alone(), alone(deck=12)], Box(), {})["fields"]
    assert (offered["deck"], offered["printed"]) == (13, False)
    printed = [alone(tom=())]
    assert opening.offered(NOBODY, printed, Box(), {})["fields"]["printed"]
    assert not opening.offered(NOBODY, printed, Box(), {"challenge": "ABC"})["fields"]["printed"]
    assert not opening.offered(NOBODY, NOBODY, Box(), {})["fields"]["printed"]
    assert opening.offered(NOBODY, NOBODY, Box(), {})["fields"]["deck"] == DECK_SIZES[-1]


def test_cards_whose_payments_nobody_has_noted_are_counted():
    assert opening.offered(NOBODY, NOBODY, Box(), {})["own_deck"] is False
    offered = opening.offered(NOBODY, NOBODY, FULL, {})
    assert (offered["own_deck"], offered["not_noted"]) == (True, 0)
    one = FULL.tom["1"]
    seen = replace(FULL, tom=FULL.tom | {"1": tom_card("1", one.first, one.second, one.payment, "as_shown")})
    assert opening.offered(NOBODY, NOBODY, seen, {})["not_noted"] == 1


def choose(box=FULL, **choices):
    usual = {"first_game": False, "longer": False, "deck": None, "printed": False, "challenge": None}
    return opening.chosen(box, (), **{"alone": True} | usual | choices)


@pytest.mark.parametrize(
    ("choices", "deck", "tom"),
    [
        ({}, DECK_SIZES[-1], FULL.deck),
        ({"deck": 12}, 12, FULL.deck),
        ({"printed": True}, DECK_SIZES[-1], ()),
        ({"box": Box()}, DECK_SIZES[-1], HOUSE_DECK),
        ({"longer": True}, DECK_SIZES[-1], FULL.deck),
    ],
)
def test_whoever_is_alone_plays_against_a_deck_of_toms(choices, deck, tom):
    chosen = choose(**choices)
    assert (chosen["deck"], chosen["tom"], chosen["longer"]) == (deck, tom, False)


def test_the_app_holds_the_owners_cards_once_it_takes_the_printed_deck_over():
    opened = choose(printed=True)
    state = after(State(), open_game(State(), players=1, rng=Random(7), **opened))
    assert (state.shuffled, state.deck, len(state.tom)) == (False, (), 12)
    held = after(state, by_hand.set_deck(state, printed=False))
    assert (held.house, {card.id for card in held.deck if card.first}) == (False, {card.id for card in FULL.deck})
    again = after(State(), open_game(State(), players=1, rng=Random(7), **opening.once_more(state, FULL)))
    assert (again.shuffled, len(again.tom)) == (False, 12)
    house = after(State(), open_game(State(), players=1, rng=Random(7), **opening.once_more(alone(), FULL)))
    assert (house.house, house.tom) == (True, ())


def test_in_company_nobody_plays_against_tom():
    chosen = choose(alone=False, longer=True, deck=12)
    assert chosen.keys() == {"first_game", "longer", "city", "noted", "by_table"}
    assert chosen["longer"]


def test_a_challenge_brings_its_deck_with_it():
    with pytest.raises(Refusal, match="leave the printed cards in the box"):
        choose(challenge="ABC", printed=True)


def test_no_move_of_a_challenge_is_refused_by_paths_that_are_not_its_own():
    """One without a mark is played on our paths, whatever the owner's board shows; so these are not confirmed."""
    code = challenges.spoken(challenges.new_seed(5, deck=13, first_game=False))
    own = corrections.toggle_path(FULL, *sorted(next(iter(CITY.paths))))
    assert choose(own)["noted"].paths_confirmed
    assert choose(own, challenge=code)["city"].paths == CITY.paths
    assert choose(own, challenge=code)["noted"] is None
    named = replace(own, tiles={"red_10": "Gain 1 Coin."})
    assert choose(named, challenge=code)["noted"] == replace(named.noted, paths_confirmed=False)
    assert choose(replace(FULL, paths_confirmed=True), challenge=code)["noted"].paths_confirmed


@pytest.mark.parametrize(
    ("state", "box", "tom"),
    [
        (alone(), FULL, HOUSE_DECK),
        (alone(tom=FULL.deck), FULL, FULL.deck),
        (alone(tom=FULL.deck), Box(), HOUSE_DECK),
        (alone(tom=()), FULL, ()),
    ],
)
def test_a_rematch_is_against_the_same_deck_as_the_box_has_it_now(state, box, tom):
    again = opening.once_more(state, box)
    assert (again["deck"], again["tom"]) == (13, tom)
    assert "deck" not in opening.once_more(TWO, box)


def test_who_came_last_of_those_that_were_scored_starts():
    sheets = (Sheet(trophies_30=3), Sheet(trophies_30=1), Sheet())
    over = replace(THREE, sheets=sheets, finished=True, entered=(frozenset({"trophies_30"}),) * 3)
    assert opening.last_starts(over) == [("set_start", by_hand.set_start, {"seat": 2})]
    assert opening.last_starts(replace(over, unscored=frozenset({2}))) == [
        ("set_start", by_hand.set_start, {"seat": 1})
    ]
    assert opening.last_starts(replace(over, unscored=frozenset(range(3)))) == []


def test_against_tom_nobody_else_starts():
    assert opening.last_starts(alone()) == []
