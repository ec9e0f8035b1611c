"""Draws that can be checked, and challenges."""

import contextlib
import html
import io
import json
import re
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.db import writing
from companion.games.djinn import fair
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


@settings(deadline=None)
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


@pytest.mark.parametrize("rerolled", [(), ("layout",), ("all", "djinn")])
@pytest.mark.parametrize("options", [{}, {"first_game": "y", "deck": 15}])
def test_the_lines_of_python_print_what_the_table_drew(app, ann, play, rerolled, options):
    code, _ = play(*rerolled, **options)
    page = told(ann, code)
    layout, bag, deck = printed(page)
    with app.app_context():
        state = find_table(code).state
    assert eval(layout) == state.layout
    assert [layout in page, bag in page, deck in page] == [True] * 3
    assert "did not come from the secret" not in page
    assert page.count("came from the secret") == 3


def told(host, code):
    """Show the secret of a game that has ended; give the page that checks it."""
    assert host.post(f"/djinn/{code}/tell-secret", seen=10_000).location == f"/djinn/{code}/fair#secret"
    return html.unescape(host.get(f"/djinn/{code}/fair").text)


def printed(page):
    """Give what the page's lines of Python print."""
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1]
    assert len(lines.splitlines()) in (9, 10)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(lines, {})
    return printed.getvalue().splitlines()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lines_of_python_print_what_a_table_of_more_drew(ann, open_djinn, state, players):
    code = open_djinn(ann, players=players)
    ann.post(f"/djinn/{code}/finish", seen=10_000)
    page = told(ann, code)
    layout, bag = printed(page)
    assert eval(layout) == state(code).layout
    assert [layout in page, bag in page] == [True] * 2
    assert (page.count("came from the secret"), "did not come" in page) == (2, False)


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
    assert ann.get(f"/djinn/{code}/fair").text.count("came from the secret") == 0
    page = told(ann, code)
    assert all(line in page for line in printed(page))
    assert (page.count("came from the secret"), "did not come" in page) == (3, False)


def test_the_lines_stop_at_another_secret(ann, play):
    code, _ = play()
    page = told(ann, code)
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1]
    secret = re.search(r'secret = "(\w)', lines)[1]
    with pytest.raises(AssertionError):
        exec(lines.replace(f'secret = "{secret}', f'secret = "{"0" if secret != "0" else "1"}'), {})


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
        assert "came from the secret" not in page
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
