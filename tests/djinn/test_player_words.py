"""What players' words do to the draws of Djinn."""

from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from companion.games.djinn.facts.events import StepTicked, TomShuffled
from companion.games.djinn.setup import challenges, deal
from companion.games.djinn.setup.deal import open_game, reroll
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.games.djinn.text.result import challenge
from companion.table.log import Refusal
from tests.djinn.fair_games import opened

pytestmark = pytest.mark.usefixtures("empty")


def said(state, *words, seats=(0, 1, 2, 3)):
    """Let players say words one after the other."""
    for seat, word in zip(seats, words, strict=False):
        state = reduce(evolve, deal.say_word(state, seat=seat, word=word), state)
    return state


def table_of(players=3, **options):
    choices = {"first_game": False, "longer": False} | options
    return reduce(evolve, open_game(State(), players=players, rng=Random(7), **choices), State())


def test_a_word_draws_all_elements_anew():
    before, after = table_of(), said(table_of(), "Karneol")
    drawn = ("layout", "passages_out", "spaces", "bag", "trophies", "cards", "green", "red")
    assert [name for name in drawn if getattr(before, name) == getattr(after, name)] == []
    assert after.drawn == before.drawn
    assert (after.secret, after.commitment) == (before.secret, before.commitment)


def test_all_words_and_their_order_decide():
    tables = [said(table_of(), *words) for words in (["a"], ["b"], ["a", "b"], ["b", "a"], ["ab"])]
    assert len({table.bag for table in tables}) == 5
    assert said(table_of(), "a").bag == tables[0].bag


def test_with_a_word_the_whole_secret_decides_and_no_code_gives_the_game_to_others():
    seed = challenges.new_seed(7, deck=13, first_game=False)
    one, other = (said(opened(Random(n), seed=seed), "Karneol") for n in (1, 2))
    assert (one.bag, one.deck) != (other.bag, other.deck)
    assert challenge(replace(opened(Random(1), seed=seed), finished=True)) == {"challenge": seed}
    assert challenge(replace(one, finished=True)) == {}


def test_an_owners_deck_is_shuffled_anew_by_a_word():
    own = (replace(HOUSE_DECK[0], id="own"), *HOUSE_DECK[1:])
    before = opened(Random(7), tom=own)
    for state in (before, replace(before, tom=())):  # an older Companion noted the owner's cards with the deck only
        after = said(reduce(evolve, [TomShuffled(before.deck, house=False)], state), "Karneol")
        assert sorted(after.deck, key=str) == sorted(before.deck, key=str)
        assert after.deck != before.deck
        assert not after.house


def test_each_player_says_one_word_while_nothing_is_ticked():
    state = said(table_of(), "a")
    with pytest.raises(Refusal, match="already added a word"):
        said(state, "b", seats=[0])
    with pytest.raises(Refusal, match="Untick all steps"):
        said(evolve(state, StepTicked("board", None)), "b", seats=[1])
    with pytest.raises(Refusal, match="no game yet"):
        said(State(), "b")


def test_a_table_that_did_not_commit_takes_no_word():
    for state in (replace(table_of(), commitment="", secret=""), replace(table_of(), secret="", copied=True)):
        with pytest.raises(Refusal, match="weren't fixed in advance"):
            said(state, "a")


def test_a_table_without_a_secret_draws_by_chance_as_before():
    state = replace(table_of(), commitment="", secret="")
    bags = {reduce(evolve, reroll(state, element="djinn", rng=Random(n)), state).bag for n in range(9)}
    assert len(bags) == 9
