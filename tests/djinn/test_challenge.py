"""Challenges: their codes, and games played again by them."""

import re
from hashlib import sha256
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.djinn.setup import challenges
from companion.games.djinn.setup.deal import open_game, reroll
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.table.log import Refusal
from companion.table.play import find_table
from tests.djinn.fair_games import opened

pytestmark = pytest.mark.usefixtures("empty")

ALONE = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 15}

games = st.tuples(st.integers(0, challenges.CHANCES - 1), st.integers(12, 15), st.booleans())


@given(games)
def test_a_challenge_code_says_which_game_it_is(game):
    chance, deck, first_game = game
    seed = challenges.new_seed(chance, deck=deck, first_game=first_game)
    assert challenges.read_challenge(f" {challenges.spoken(seed).lower()} ") == (seed, deck, first_game, "")


def test_every_game_has_a_code_of_its_own():
    seeds = {
        challenges.new_seed(n, deck=deck, first_game=first) for n in range(50) for deck in (12, 15) for first in (0, 1)
    }
    assert len(seeds) == 200


@given(games, st.integers(0, challenges.LENGTH - 1), st.sampled_from(challenges.ALPHABET))
def test_one_wrong_character_is_found(game, place, character):
    chance, deck, first_game = game
    seed = challenges.new_seed(chance, deck=deck, first_game=first_game)
    wrong = seed[:place] + character + seed[place + 1 :]
    if wrong != seed:
        with pytest.raises(Refusal, match="isn't a challenge code"):
            challenges.read_challenge(wrong)


@given(games)
def test_two_exchanged_characters_are_found(game):
    chance, deck, first_game = game
    seed = challenges.new_seed(chance, deck=deck, first_game=first_game)
    for one, other in combinations(range(challenges.LENGTH), 2):
        wrong = list(seed)
        wrong[one], wrong[other] = wrong[other], wrong[one]
        if "".join(wrong) != seed:
            with pytest.raises(Refusal):
                challenges.read_challenge("".join(wrong))


@pytest.mark.parametrize("nonsense", ["", "K7Q", "0" * 9, "💎" * 9, "A" * 500, "K7Q-FM2-P9X-22", "K7Q-FM2-P9X-222-2"])
def test_nonsense_is_no_challenge(nonsense):
    with pytest.raises(Refusal, match="letters and digits"):
        challenges.read_challenge(nonsense)


def test_all_bits_of_a_tables_secret_decide_its_draws():
    """A table for two to four, or one with the printed deck, cannot be found by trying short codes."""
    for options in ({"players": 2}, {"players": 4}, {"players": 1, "deck": 12}):
        secret = open_game(State(), **{"first_game": False, "longer": False, "rng": Random(7)} | options)[1].secret
        assert len(secret) == 32
        assert challenges.seed_of(secret) == secret
        assert not challenges.is_challenge(secret)
        for bit in range(128):
            other = f"{int(secret, 16) ^ 1 << bit:032x}"
            assert challenges.draw(other, "djinn").random() != challenges.draw(secret, "djinn").random()
        assert challenges.challenge(secret, {"layout": 1}, "") == ""


def test_an_older_tables_secret_draws_as_ever():
    """Of "salt:seed" only the seed decides, at every table of an older Companion and in every challenge."""
    one, other = (challenges.draw(f"{salt:032x}:K7QFM2P9X", "djinn") for salt in (1, 2))
    assert one.random() == other.random() == Random("K7QFM2P9X/djinn/0").random()


def test_the_commitment_comes_before_any_draw():
    events = open_game(State(), players=2, first_game=False, longer=False, rng=Random(7))
    assert [type(event).__name__ for event in events[:3]] == ["Opened", "SecretDrawn", "LayoutDrawn"]
    assert events[1].commitment == sha256(events[1].secret.encode()).hexdigest()


@given(games)
def test_a_challenge_gives_the_same_game_whatever_the_table(game):
    chance, deck, first_game = game
    seed = challenges.new_seed(chance, deck=deck, first_game=first_game)
    one, other = (opened(Random(n), seed=seed, deck=deck, first_game=first_game) for n in (1, 2))
    assert one.secret != other.secret
    assert (one.layout, one.spaces, one.bag, one.deck) == (other.layout, other.spaces, other.bag, other.deck)
    assert challenges.challenge(one.secret, one.drawn, "") == seed


def test_tables_differ():
    assert len({opened(Random(n)).bag for n in range(50)}) == 50


def test_a_table_that_was_drawn_anew_is_no_challenge():
    state = opened(Random(7))
    for event in reroll(state, element="layout", rng=Random(7)):
        state = evolve(state, event)
    assert challenges.challenge(state.secret, state.drawn, "") == ""


def test_a_challenge_says_that_its_bag_can_be_known(ann, play):
    """So few codes can be tried, all of them: who plays it is told so wherever the code is spoken of."""
    code, _ = play()
    known = "can work out the bag"
    seed = re.search(r"/djinn/challenge/(\w{9})", ann.get(f"/djinn/{code}/result").text)[1]
    pages = ("/djinn/new", f"/djinn/{code}/setup", f"/djinn/{code}/result", f"/djinn/challenge/{seed}")
    assert [known in ann.get(page).text for page in pages] == [True] * 4
    assert "A short code decides this game" in ann.get(f"/djinn/{code}/fair").text


def test_any_other_game_says_nothing_of_it(ann, open_djinn):
    for code in (open_djinn(ann), open_djinn(ann, players=1, deck=12, printed="y")):
        assert "can work out the bag" not in ann.get(f"/djinn/{code}/setup").text
        assert "A short code decides this game" not in ann.get(f"/djinn/{code}/fair").text


def test_a_challenge_is_played_again_and_its_scores_stand_together(app, ann, play):
    code, _ = play()
    seed = re.search(r"/djinn/challenge/(\w{9})", ann.get(f"/djinn/{code}/result").text)[1]
    again, _ = play(challenge=challenges.spoken(seed).lower(), deck=15)
    with app.app_context():
        one, other = (find_table(table).state for table in (code, again))
    assert (one.layout, one.bag, one.revealed) == (other.layout, other.bag, other.revealed)
    assert other.deck_size == 12
    page = ann.get(f"/djinn/challenge/{seed}").text
    assert page.count("/scores/") >= 2
    assert ann.get(f"/djinn/challenge/{challenges.spoken(seed)}").location == f"/djinn/challenge/{seed}"


def test_a_printed_deck_is_no_challenge(ann, play):
    """Nobody else gets the order of real cards."""
    code = ann.post("/djinn/new", **ALONE, printed="y").location.split("/")[2]
    ann.post(f"/djinn/{code}/begin", seen=10_000)
    for n in range(15):
        card = {"nothing": "y"} if n < 3 else {"first": "tavern", "second": "academy"}
        ann.post(f"/djinn/{code}/reveal-printed", seen=10_000, **card)
    result = ann.get(f"/djinn/{code}/result").text
    assert "Tom wins" in result
    assert "/djinn/challenge/" not in result
    answer = ann.post("/djinn/new", **ALONE, printed="y", challenge=challenges.new_seed(7, deck=12, first_game=False))
    assert (answer.status_code, "leave the printed cards" in answer.text) == (422, True)


PAIRS = (("academy", "tavern"), ("catacombs", "archives"), ("manufactory", "market")) * 4


def enter(owner, pairs):
    """Enter twelve cards in the order given."""
    for number, (first, second) in enumerate(pairs, start=1):
        card = {"pair": f"{first} {second}", "payment": "nothing", "bottom": "nothing"}
        assert owner.post(f"/djinn/box/tom/{number}", **card).status_code == 303


def test_a_challenge_from_another_box_is_the_same_game_or_none(app, ann, play):
    """Own cards give the same deck in whatever order they were entered; other cards or paths give another game."""
    house, _ = play()
    plain = re.search(r"/djinn/challenge/(\w+)", ann.get(f"/djinn/{house}/result").text)[1]
    enter(ann, PAIRS)
    code, _ = play()
    challenge = re.search(r"/djinn/challenge/(\w+)", ann.get(f"/djinn/{code}/result").text)[1]
    assert len(challenge) == challenges.LENGTH + challenges.MARK

    def revealed(code):
        with app.app_context():
            return [(card.first, card.second) for card in find_table(code).state.revealed]

    enter(ann, PAIRS[::-1])
    again, _ = play(challenge=challenges.spoken(challenge))
    assert revealed(again) == revealed(code)
    unmarked, _ = play(challenge=plain)
    assert revealed(unmarked) == revealed(house)
    enter(ann, (("tavern", "academy"), *PAIRS[1:]))
    corrected, _ = play(challenge=challenge)
    assert revealed(corrected) == revealed(code)
    other = ann.post("/djinn/new", **ALONE, challenge=plain + "222")
    assert (other.status_code, "a different box" in other.text) == (422, True)
    ann.post("/djinn/box/path", first="S", second="O12")
    later, _ = play(challenge=plain)
    assert revealed(later) == revealed(house)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("code", ["K7QFM2P9X", "nonsense", "K" * 300])
def test_no_challenge_is_refused_in_words(ann, code):
    answer = ann.get(f"/djinn/challenge/{code}")
    assert (answer.status_code, "Check it again." in answer.text) == (422, True)
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "challenge": code}
    answer = ann.post("/djinn/new", **form)
    assert (answer.status_code, "Check it again." in answer.text) == (422, True)
