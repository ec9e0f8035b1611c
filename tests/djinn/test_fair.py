"""Draws that can be checked, and challenges."""

import contextlib
import html
import io
import json
import re
from dataclasses import replace
from functools import reduce
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.db import writing
from companion.games.djinn import fair, setup
from companion.games.djinn.events import DjinnDrawn, LayoutDrawn, StepTicked, TomShuffled
from companion.games.djinn.result import challenge
from companion.games.djinn.setup import HOUSE_DECK, open_game, reroll
from companion.games.djinn.state import State, evolve
from companion.table import store
from companion.table.log import Entry, Refusal
from companion.table.play import find_table

pytestmark = pytest.mark.usefixtures("empty")

ALONE = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 15}
games = st.tuples(st.integers(0, fair.CHANCES - 1), st.integers(12, 15), st.booleans())


@given(games)
def test_a_challenge_code_says_which_game_it_is(game):
    chance, deck, first_game = game
    seed = fair.new_seed(chance, deck=deck, first_game=first_game)
    assert fair.read_challenge(f" {fair.spoken(seed).lower()} ") == (seed, deck, first_game, "")


def test_every_game_has_a_code_of_its_own():
    seeds = {fair.new_seed(n, deck=deck, first_game=first) for n in range(50) for deck in (12, 15) for first in (0, 1)}
    assert len(seeds) == 200


@given(games, st.integers(0, fair.LENGTH - 1), st.sampled_from(fair.ALPHABET))
def test_one_wrong_character_is_found(game, place, character):
    chance, deck, first_game = game
    seed = fair.new_seed(chance, deck=deck, first_game=first_game)
    wrong = seed[:place] + character + seed[place + 1 :]
    if wrong != seed:
        with pytest.raises(Refusal, match="no challenge code"):
            fair.read_challenge(wrong)


@given(games)
def test_two_exchanged_characters_are_found(game):
    chance, deck, first_game = game
    seed = fair.new_seed(chance, deck=deck, first_game=first_game)
    for one, other in combinations(range(fair.LENGTH), 2):
        wrong = list(seed)
        wrong[one], wrong[other] = wrong[other], wrong[one]
        if "".join(wrong) != seed:
            with pytest.raises(Refusal):
                fair.read_challenge("".join(wrong))


@pytest.mark.parametrize("nonsense", ["", "K7Q", "0" * 9, "💎" * 9, "A" * 500, "K7Q-FM2-P9X-22", "K7Q-FM2-P9X-222-2"])
def test_nonsense_is_no_challenge(nonsense):
    with pytest.raises(Refusal, match="letters and digits"):
        fair.read_challenge(nonsense)


def test_all_bits_of_a_tables_secret_decide_its_draws():
    """A table for two to four, or one with the printed deck, cannot be found by trying short codes."""
    for options in ({"players": 2}, {"players": 4}, {"players": 1, "deck": 12}):
        secret = open_game(State(), **{"first_game": False, "longer": False, "rng": Random(7)} | options)[1].secret
        assert len(secret) == 32
        assert fair.seed_of(secret) == secret
        assert not fair.is_challenge(secret)
        for bit in range(128):
            other = f"{int(secret, 16) ^ 1 << bit:032x}"
            assert fair.draw(other, "djinn").random() != fair.draw(secret, "djinn").random()
        assert fair.challenge(secret, {"layout": 1}, "") == ""


def test_an_older_tables_secret_draws_as_ever():
    """Of "salt:seed" only the seed decides, at every table of an older Companion and in every challenge."""
    one, other = (fair.draw(f"{salt:032x}:K7QFM2P9X", "djinn") for salt in (1, 2))
    assert one.random() == other.random() == Random("K7QFM2P9X/djinn/0").random()


def opened(rng, **options):
    options = {"players": 1, "first_game": False, "longer": False, "deck": 13, "tom": HOUSE_DECK} | options
    state = State()
    for event in open_game(state, rng=rng, **options):
        state = evolve(state, event)
    return state


def test_the_commitment_comes_before_any_draw():
    events = open_game(State(), players=2, first_game=False, longer=False, rng=Random(7))
    assert [type(event).__name__ for event in events[:3]] == ["Opened", "SecretDrawn", "LayoutDrawn"]
    assert events[1].commitment == sha256(events[1].secret.encode()).hexdigest()


@given(games)
def test_a_challenge_gives_the_same_game_whatever_the_table(game):
    chance, deck, first_game = game
    seed = fair.new_seed(chance, deck=deck, first_game=first_game)
    one, other = (opened(Random(n), seed=seed, deck=deck, first_game=first_game) for n in (1, 2))
    assert one.secret != other.secret
    assert (one.layout, one.spaces, one.bag, one.deck) == (other.layout, other.spaces, other.bag, other.deck)
    assert fair.challenge(one.secret, one.drawn, "") == seed


def test_tables_differ():
    assert len({opened(Random(n)).bag for n in range(50)}) == 50


def test_a_table_that_was_drawn_anew_is_no_challenge():
    state = opened(Random(7))
    for event in reroll(state, element="layout", rng=Random(7)):
        state = evolve(state, event)
    assert fair.challenge(state.secret, state.drawn, "") == ""


# A player's word


def said(state, *words, seats=(0, 1, 2, 3)):
    """Let players say words one after the other."""
    for seat, word in zip(seats, words, strict=False):
        state = reduce(evolve, setup.say_word(state, seat=seat, word=word), state)
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
    seed = fair.new_seed(7, deck=13, first_game=False)
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
    with pytest.raises(Refusal, match="said a word already"):
        said(state, "b", seats=[0])
    with pytest.raises(Refusal, match="untick all steps"):
        said(evolve(state, StepTicked("board", None)), "b", seats=[1])
    with pytest.raises(Refusal, match="no game yet"):
        said(State(), "b")


def test_a_table_that_did_not_commit_takes_no_word():
    for state in (replace(table_of(), commitment="", secret=""), replace(table_of(), secret="", copied=True)):
        with pytest.raises(Refusal, match="did not commit"):
            said(state, "a")


def test_a_table_without_a_secret_draws_by_chance_as_before():
    state = replace(table_of(), commitment="", secret="")
    bags = {reduce(evolve, reroll(state, element="djinn", rng=Random(n)), state).bag for n in range(9)}
    assert len(bags) == 9


# Through the pages


@pytest.fixture
def play(ann):
    """Open a game against Tom, perhaps of a challenge, re-roll it if asked, and lose it."""

    def play(*rerolled, **options):
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12} | options
        code = ann.post("/djinn/new", **form).location.split("/")[2]
        for element in rerolled:
            ann.post(f"/djinn/{code}/reroll", element=element, seen=10_000)
        texts = [ann.get(f"/djinn/{code}/{page}").text for page in ("setup", "fair")]
        ann.post(f"/djinn/{code}/begin", seen=10_000)
        for _ in range(15):
            ann.post(f"/djinn/{code}/reveal", seen=10_000)
        return code, texts

    return play


FAIR = "Everything that was drawn follows from the secret"


@pytest.mark.parametrize("rerolled", [(), ("layout",), ("all", "djinn")])
@pytest.mark.parametrize("options", [{}, {"first_game": "y", "deck": 15}])
def test_the_lines_of_python_print_what_the_table_drew(app, ann, play, rerolled, options):
    code, _ = play(*rerolled, **options)
    page = told(ann, code)
    assert printed(page) == drawn(app, code)
    assert FAIR in page


def told(host, code):
    """Show the secret of a game that has ended; give the page that checks it."""
    assert host.post(f"/djinn/{code}/tell-secret", seen=10_000).location == f"/djinn/{code}/fair#secret"
    return html.unescape(host.get(f"/djinn/{code}/fair").text)


def printed(page):
    """Give what the page's lines of Python print."""
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1]
    assert len(lines.splitlines()) in (10, 11)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(lines, {})
    return [eval(line) for line in printed.getvalue().splitlines()]


def drawn(app, code):
    """Give layout, bag and deck as a table drew them last."""
    with app.app_context():
        events = {type(event): event for entry in find_table(code).moves for event in entry.events}
    djinn, deck = events[DjinnDrawn], events.get(TomShuffled)
    bag = [*(one for space in djinn.spaces.values() for one in space), *djinn.bag]
    return [events[LayoutDrawn].layout, bag, *([[card.id for card in deck.cards]] if deck else [])]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lines_of_python_print_what_a_table_of_more_drew(app, ann, open_djinn, players):
    code = open_djinn(ann, players=players)
    ann.post(f"/djinn/{code}/finish", seen=10_000)
    page = told(ann, code)
    assert printed(page) == drawn(app, code)
    assert FAIR in page


@pytest.mark.parametrize("name", ["alone_win", "alone_loss", "alone_last"])
def test_a_table_of_an_older_companion_is_checked_as_ever(app, ann, open_djinn, name):
    """Its end had shown the secret; now the host shows it once more, and the lines print the same."""
    file = json.loads((Path(__file__).parent / "logs" / f"{name}.json").read_text())
    code = open_djinn(ann, players=1, deck=12)
    with app.app_context():
        game = find_table(code).game
        with writing() as db:
            db.execute("DELETE FROM log WHERE code = ?", [code])
            for row in file["log"]:
                kept = {**row, "events": store.from_json(game, row["events"])}
                store.write_entry(db, code, Entry(**kept), op=f"old-{row['seq']}")
    assert "Show the secret: the end then stands" in ann.get(f"/djinn/{code}/fair").text
    assert FAIR not in ann.get(f"/djinn/{code}/fair").text
    page = told(ann, code)
    assert printed(page) == drawn(app, code)
    assert FAIR in page


def test_the_lines_stop_at_another_secret(ann, play):
    code, _ = play()
    page = told(ann, code)
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1]
    secret = re.search(r"secret, words = '(\w)", lines)[1]
    with pytest.raises(AssertionError):
        exec(lines.replace(f"secret, words = '{secret}", f"secret, words = '{'0' if secret != '0' else '1'}"), {})


def test_the_secret_is_told_only_after_the_game(app, ann, play):
    code, texts = play()
    with app.app_context():
        state = find_table(code).state
    seed = fair.seed_of(state.secret)
    for text in texts:
        assert state.commitment[:8] in text
        assert state.secret not in text
        assert seed not in text
    assert state.secret not in ann.get(f"/djinn/{code}/fair").text
    assert state.secret in told(ann, code)


def test_a_challenge_says_that_its_bag_can_be_known(ann, play):
    """So few codes can be tried, all of them: who plays it is told so wherever the code is spoken of."""
    code, _ = play()
    known = "can work out its bag"
    seed = re.search(r"/djinn/challenge/(\w{9})", ann.get(f"/djinn/{code}/result").text)[1]
    pages = ("/djinn/new", f"/djinn/{code}/setup", f"/djinn/{code}/result", f"/djinn/challenge/{seed}")
    assert [known in ann.get(page).text for page in pages] == [True] * 4
    assert "A short code decides the draws" in ann.get(f"/djinn/{code}/fair").text


def test_any_other_game_says_nothing_of_it(ann, open_djinn):
    for code in (open_djinn(ann), open_djinn(ann, players=1, deck=12, printed="y")):
        assert "can work out its bag" not in ann.get(f"/djinn/{code}/setup").text
        assert "A short code decides the draws" not in ann.get(f"/djinn/{code}/fair").text


# Who shows it, and that the end then stands


@pytest.fixture
def ended(ann, bob, open_djinn):
    """Give the code of a game for three that Ann hosts, Bob plays in, and that has ended."""
    code = open_djinn(ann, players=3)
    bob.post(f"/t/{code}/sit", seat=1)
    assert ann.post(f"/djinn/{code}/finish", seen=10_000).status_code == 303
    return code


def test_an_end_shows_nothing_of_the_draws(ann, bob, phone, ended, state):
    for one in (ann, bob, phone()):
        page = one.get(f"/djinn/{ended}/fair").text
        assert state(ended).secret not in page
        assert FAIR not in page
    assert state(ended).secret not in ann.get(f"/t/{ended}/export.json").text
    assert bob.get(f"/t/{ended}/export.json").status_code == 403
    assert ">Export this table" not in bob.get(f"/t/{ended}/menu").text.replace("</svg> ", "</svg>")


def test_only_the_host_shows_the_secret_and_only_at_the_end(ann, bob, ended, open_djinn):
    running = open_djinn(ann)
    answer = ann.post(f"/djinn/{running}/tell-secret", seen=10_000)
    assert (answer.status_code, "not finished yet" in answer.text) == (422, True)
    assert bob.post(f"/djinn/{ended}/tell-secret", seen=10_000).status_code == 403
    assert "The host can show the secret." in bob.get(f"/djinn/{ended}/fair").text
    told(ann, ended)
    answer = ann.post(f"/djinn/{ended}/tell-secret", seen=10_000)
    assert (answer.status_code, "shown already" in answer.text) == (422, True)


def test_an_end_whose_secret_is_shown_stands(ann, bob, ended, state, seq):
    """Else the next draws of a game that goes on would be known."""
    told(ann, ended)
    assert bob.get(f"/t/{ended}/export.json").status_code == 200
    for entry in (seq(ended), seq(ended) - 1):
        answer = ann.post(f"/t/{ended}/undo", entry=entry)
        assert answer.status_code == 422
    assert state(ended).finished
    assert "so the end stands" in ann.get(f"/t/{ended}/log").text


def test_an_end_that_showed_nothing_can_be_taken_back(ann, ended, state, seq):
    assert ann.post(f"/t/{ended}/undo", entry=seq(ended)).status_code == 303
    assert not state(ended).finished


def test_a_challenge_is_played_again_and_its_scores_stand_together(app, ann, play):
    code, _ = play()
    seed = re.search(r"/djinn/challenge/(\w{9})", ann.get(f"/djinn/{code}/result").text)[1]
    again, _ = play(challenge=fair.spoken(seed).lower(), deck=15)
    with app.app_context():
        one, other = (find_table(table).state for table in (code, again))
    assert (one.layout, one.bag, one.revealed) == (other.layout, other.bag, other.revealed)
    assert other.deck_size == 12
    page = ann.get(f"/djinn/challenge/{seed}").text
    assert page.count("/scores/") >= 2
    assert ann.get(f"/djinn/challenge/{fair.spoken(seed)}").location == f"/djinn/challenge/{seed}"


def test_a_printed_deck_is_no_challenge(ann, play):
    """Nobody else gets the order of real cards."""
    code = ann.post("/djinn/new", **ALONE, printed="y").location.split("/")[2]
    ann.post(f"/djinn/{code}/begin", seen=10_000)
    for n in range(15):
        card = {"nothing": "y"} if n < 3 else {"first": "tavern", "second": "academy"}
        ann.post(f"/djinn/{code}/reveal-printed", seen=10_000, **card)
    result = ann.get(f"/djinn/{code}/result").text
    assert "Tom has won" in result
    assert "/djinn/challenge/" not in result
    answer = ann.post("/djinn/new", **ALONE, printed="y", challenge=fair.new_seed(7, deck=12, first_game=False))
    assert (answer.status_code, "leave the printed cards" in answer.text) == (422, True)


PAIRS = (("academy", "tavern"), ("catacombs", "archives"), ("manufactory", "market")) * 4


def enter(owner, pairs):
    """Enter twelve cards in the order given."""
    for number, (first, second) in enumerate(pairs, start=1):
        card = {"first": first, "second": second, "payment": "nothing", "bottom": "nothing"}
        assert owner.post(f"/djinn/box/tom/{number}", **card).status_code == 303


def test_a_challenge_from_another_box_is_the_same_game_or_none(app, ann, play):
    """Own cards give the same deck in whatever order they were entered; other cards or paths give another game."""
    house, _ = play()
    plain = re.search(r"/djinn/challenge/(\w+)", ann.get(f"/djinn/{house}/result").text)[1]
    enter(ann, PAIRS)
    code, _ = play()
    challenge = re.search(r"/djinn/challenge/(\w+)", ann.get(f"/djinn/{code}/result").text)[1]
    assert len(challenge) == fair.LENGTH + fair.MARK

    def revealed(code):
        with app.app_context():
            return [(card.first, card.second) for card in find_table(code).state.revealed]

    enter(ann, PAIRS[::-1])
    again, _ = play(challenge=fair.spoken(challenge))
    assert revealed(again) == revealed(code)
    unmarked, _ = play(challenge=plain)
    assert revealed(unmarked) == revealed(house)
    enter(ann, (("tavern", "academy"), *PAIRS[1:]))
    other = ann.post("/djinn/new", **ALONE, challenge=challenge)
    assert (other.status_code, "another box" in other.text) == (422, True)
    ann.post("/djinn/box/path", first="S", second="O12")
    other = ann.post("/djinn/new", **ALONE, challenge=plain)
    assert (other.status_code, "another box" in other.text) == (422, True)


@pytest.mark.parametrize("code", ["K7QFM2P9X", "nonsense", "K" * 300])
def test_no_challenge_is_refused_in_words(ann, code):
    assert ann.get(f"/djinn/challenge/{code}").status_code == 422
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "challenge": code}
    assert ann.post("/djinn/new", **form).status_code == 422
