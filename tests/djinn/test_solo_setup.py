"""The set-up of a game against Tom."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from companion.games.djinn.box.corrections import Box
from companion.games.djinn.facts import DECK_SIZES, HOUSE_CARDS, LOCATIONS, PAYMENTS
from companion.games.djinn.facts.city import CITY, beside_source
from companion.games.djinn.facts.events import Opened, TomShuffled
from companion.games.djinn.pages.opening import chosen
from companion.games.djinn.play import hunt
from companion.games.djinn.setup import challenges
from companion.games.djinn.setup.checklist import SOLO_STEPS, steps, tick
from companion.games.djinn.setup.deal import open_game, reroll
from companion.games.djinn.setup.draws import HOUSE_DECK, elements, shuffled
from companion.games.djinn.state.model import State
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal
from tests.djinn.solo import after, opened, opening
from tests.thorough import tries

ANN = 0

NAMES = ("Ann",)


def test_one_djinn_beside_each_boss_and_one_more_beside_the_source():
    """Deal as the rulebook's Solo Play, Setup says (facts 7.1)."""
    state = opened()
    assert {slot: len(space.djinn) for slot, space in state.spaces.items()} == {
        slot: 2 if slot in beside_source(CITY) else 1 for slot in CITY.round
    }
    assert all(space.boss for space in state.spaces.values())
    assert len(state.bag) == 36 - 9


def test_one_plays_without_tiles_and_scoring_cards():
    """Leave out what the rulebook's Solo Play, Setup leaves out."""
    state = opened()
    assert elements(state) == ("layout", "passages", "djinn", "trophies")
    assert (*state.cards, *state.green, *state.red) == ()


def test_two_trophies_a_row_lie_out():
    """Lay out one more than players (rulebook, Setup 8; facts 3)."""
    assert {len(trophies) for trophies in opened().trophies.values()} == {2}


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_toms_deck_holds_twelve_locations_and_up_to_three_times_nothing(deck):
    """Form the deck of 12 to 15 cards (rulebook, Solo Play Setup)."""
    state = opened(deck)
    assert (state.deck_size, state.cards_left, len(state.deck)) == (deck, deck, deck)
    assert Counter(card.first is None for card in state.deck) == Counter({False: 12, True: deck - 12})
    assert state.house
    assert state.shuffled


@pytest.mark.parametrize("deck", [0, 11, 16])
def test_toms_deck_has_12_to_15_cards(deck):
    with pytest.raises(Refusal, match="12 to 15 cards"):
        opening(deck)


@pytest.mark.parametrize("option", [{"deck": 13}, {"tom": HOUSE_DECK}])
def test_more_players_have_no_tom(option):
    with pytest.raises(Refusal, match="choose how many of you are playing"):
        open_game(State(), players=2, first_game=False, longer=False, rng=Random(7), **option)


@pytest.mark.parametrize("alone", [False, True])
def test_the_longer_game_is_chosen_for_several_alone_it_is_left_out(alone):
    choices = chosen(Box(), (), alone=alone, first_game=False, longer=True, deck=13, printed=False, challenge=None)
    assert choices["longer"] is not alone


def test_a_game_against_tom_is_not_longer():
    with pytest.raises(Refusal, match="Switch the longer game off"):
        open_game(State(), players=1, first_game=False, longer=True, rng=Random(7), deck=13)


def test_tom_has_twelve_location_cards():
    with pytest.raises(ValueError, match="2 Location Cards instead of 12"):
        opening(tom=HOUSE_DECK[:2])


def test_the_printed_deck_leaves_nothing_in_the_log():
    events = opening(tom=())
    assert events[0] == Opened(1, False, False, 13, goods=True, markers=True)
    assert not any(isinstance(event, TomShuffled) for event in events)
    state = after(State(), events)
    assert (state.shuffled, state.house, state.deck, state.cards_left) == (False, False, (), 13)


def test_an_owners_cards_are_no_house_deck():
    own = (replace(HOUSE_DECK[0], id="own"), *HOUSE_DECK[1:])
    state = opened(tom=own)
    assert (state.shuffled, state.house) == (True, False)


def test_the_house_deck_is_fair():
    """Show each location twice as first and twice as second line, never paired with itself (facts 5)."""
    cards = HOUSE_CARDS.values()
    assert Counter(card.first for card in cards) == dict.fromkeys(LOCATIONS, 2)
    assert Counter(card.second for card in cards) == dict.fromkeys(LOCATIONS, 2)
    assert len({frozenset((card.first, card.second)) for card in cards}) == len(cards) == 12
    own = PAYMENTS.keys() - {"as_shown"}
    assert {card.payment for card in cards} == {card.bottom for card in cards} < own
    assert {card.certainty for card in cards} == {PAYMENTS[id].certainty for id in own} == {"reconstructed"}


def test_every_order_of_the_deck_is_equally_likely():
    """Keep chi-square over 20,000 shuffles of four cards under its 99.9 % bound for 23 degrees of freedom."""
    rng, cards = Random(7), HOUSE_DECK[:4]
    seen = Counter(shuffled(cards, rng) for _ in range(20_000))
    expected = 20_000 / 24
    assert sum((seen[order] - expected) ** 2 / expected for order in permutations(cards)) < 49.7


def test_every_order_is_equally_likely_over_the_tables_secrets_too():
    """As above, each shuffle from the secret of a table of its own."""
    rng, cards = Random(11), HOUSE_DECK[:4]
    times = tries(5_000, 20_000)
    seen = Counter(shuffled(cards, challenges.draw(challenges.new_secret(rng), "deck")) for _ in range(times))
    expected = times / 24
    assert sum((seen[order] - expected) ** 2 / expected for order in permutations(cards)) < 49.7


def test_a_shuffle_is_a_permutation():
    assert sorted(card.id for card in opened(12).deck) == sorted(HOUSE_CARDS)


def test_rerolling_all_keeps_toms_deck():
    """Shuffle the deck once only: its order stands in the log."""
    state = opened()
    again = after(state, reroll(state, element="all", rng=Random(11)))
    assert again.deck == state.deck
    assert again.layout != state.layout


@pytest.mark.parametrize("element", ["start", "cards", "tiles"])
def test_what_a_game_against_tom_leaves_out_is_not_rerolled(element):
    with pytest.raises(Refusal, match="skip this in a first game or against Tom"):
        reroll(opened(), element=element, rng=Random(7))


def test_a_first_game_against_tom_joins_no_equal_symbols():
    """Keep the layout's rule only (rulebook, Setup 1)."""
    state = opened(first_game=True)
    assert not any(len({state.layout[slot] for slot in path}) == 1 for path in CITY.paths if "S" not in path)
    assert elements(state) == elements(opened())


def test_ten_steps_and_toms_deck_the_last():
    state = opened(13, tom=())
    lines = {step.id: " ".join(step.lines) for step in steps(state, NAMES)}
    assert tuple(lines) == SOLO_STEPS
    assert [step.number for step in steps(state, NAMES)] == list(range(1, 11))
    assert "Shuffle Tom's deck of 13 cards" in lines["tom"]
    assert "Location Cards (12) and Nothing-happens Cards (1)." in lines["tom"]
    assert "1 Boss and 1 Djinn, but 2 Djinn at the three next to the Magic Source." in lines["djinn"]
    assert "put 2 of each" in lines["trophies"]
    assert "back side up" in lines["market"]
    assert "dragon" not in lines["players"]


def test_the_step_of_toms_deck_says_whose_deck_it_is():
    assert "a house deck of 13 cards" in steps(opened(), NAMES)[-1].lines[0]
    own = (replace(HOUSE_DECK[0], id="own"), *HOUSE_DECK[1:])
    assert steps(opened(tom=own), NAMES)[-1].lines[0] == "The app has shuffled Tom's deck of 13 cards."


def test_toms_step_is_ticked_against_tom_only():
    assert after(opened(), tick(opened(), step="tom", seat=ANN)).ticks == {"tom": ANN}
    assert tell(tick(opened(), step="tom", seat=ANN)[0], NAMES) == "Setup: step 10 is done."
    with pytest.raises(Refusal, match="skips this step"):
        tick(opened(), step="tiles", seat=ANN)
    with pytest.raises(Refusal, match="skips this step"):
        tick(State(players=2), step="tom", seat=ANN)


def test_no_draft_comes_before_the_hunt():
    state = replace(opened(), ticks=dict.fromkeys(SOLO_STEPS))
    assert hunt.phase(state) == "setup"
    assert hunt.phase(after(state, hunt.begin(state, at=0.0))) == "hunt"
