"""What the app asks first, or says more plainly, in a game against Tom."""

import re
from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import NoneCaught, TomRevealed, TurnEnded
from companion.games.djinn.setup.checklist import steps
from companion.games.djinn.setup.deal import reroll
from companion.games.djinn.solo import tasks, tom_game
from companion.table.log import Refusal
from tests.djinn.solo import HUNT, LAST_CARD, PRINTED, after, opened

pytestmark = pytest.mark.usefixtures("empty")

ALONE = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 13}
AT_TAVERN = {"here": ("R2",)}


@pytest.fixture
def solo(ann, seq):
    """Open a game against Tom, and tap there like a page that shows the latest."""

    def solo(**options):
        code = ann.post("/djinn/new", **ALONE | options).location.split("/")[2]
        return code, lambda move, **form: ann.post(f"/djinn/{code}/{move}", **{"seen": seq(code), "seat": 0} | form)

    return solo


@pytest.fixture
def begun(solo):
    def begun(**options):
        code, tap = solo(**options)
        tap("begin")
        return code, tap

    return begun


# Tasks that nobody has counted


def test_a_sheet_is_not_done_unasked_while_tasks_are_not_counted(ann, begun):
    code, tap = begun()
    for slot in CITY.round:
        tap("flee", slot=slot)
    tap("flip")
    tap("count", box="corks", value=1)
    page = ann.get(f"/djinn/{code}/score").text
    assert f"Tasks not counted yet: {len(tasks.TASKS)}." in page
    assert re.search(r"Done without them</summary>\s*<form\s+id=\"done\"", page)
    assert page.index('id="stand"') < page.index('id="done"')
    tap("as-it-stands")
    page = ann.get(f"/djinn/{code}/score").text
    assert ("not counted" in page, 'id="stands"' in page) == (False, False)
    assert tap("done").status_code == 303


# Re-rolls that leave a challenge


def test_a_re_roll_asks_before_it_leaves_the_challenge():
    """Logs from before it asked pass as they are."""
    state = opened()
    with pytest.raises(Refusal, match="out of that challenge") as refused:
        reroll(state, element="djinn", strict=True, rng=Random(7))
    assert refused.value.offer[0] == "anyway"
    again = after(state, reroll(state, element="djinn", rng=Random(7)))
    assert reroll(again, element="layout", strict=True, rng=Random(7))


def test_toms_step_speaks_of_a_challenge_only_as_long_as_there_is_one():
    state = opened()
    assert "challenge code" in str(steps(state, ("Ann",))[-1].lines)
    again = after(state, reroll(state, element="djinn", rng=Random(7)))
    assert "challenge code" not in str(steps(again, ("Ann",))[-1].lines)


def test_the_set_up_offers_to_re_roll_anyway(ann, solo, state):
    code, tap = solo()
    before = state(code).layout
    assert 'id="offer"' in ann.get(f"/djinn/{code}/setup").text
    answer = tap("reroll", element="layout", htmx=True)
    assert (answer.headers["Outcome"], "Re-roll anyway" in answer.text) == ("offer", True)
    assert state(code).layout == before
    assert tap("reroll", element="layout", anyway="y").status_code == 303
    assert state(code).layout != before
    assert tap("reroll", element="djinn").status_code == 303


# The mandatory catch


def test_toms_card_asks_whether_none_is_caught():
    """Lose 1 Magic Power (rulebook, Mandatory Action Catch Djinn); logs from before it asked pass as they are."""
    state = replace(HUNT, **AT_TAVERN)
    with pytest.raises(Refusal, match="haven't caught anything") as refused:
        tom_game.reveal(state, none_caught=False, at=0.0)
    assert refused.value.offer[:2] == ("none_caught", "None caught: lose 1 Magic Power")
    events = tom_game.reveal(state, none_caught=True, at=0.0)
    assert [type(event) for event in events] == [NoneCaught, TurnEnded, TomRevealed]
    assert tom_game.reveal(state, at=0.0) == events[1:]
    last = tom_game.reveal(replace(LAST_CARD, **AT_TAVERN), none_caught=True, at=0.0)
    assert isinstance(last[0], NoneCaught)


@pytest.mark.parametrize("known", [{}, AT_TAVERN | {"met": True}, AT_TAVERN | {"declined": True}])
def test_who_has_caught_or_said_that_none_is_is_not_asked(known):
    state = replace(HUNT, **known)
    for none_caught in (False, True):
        events = tom_game.reveal(state, none_caught=none_caught, at=0.0)
        assert [type(event) for event in events] == [TurnEnded, TomRevealed]


def test_a_printed_card_asks_the_same(begun, state):
    with pytest.raises(Refusal, match="haven't caught anything"):
        tom_game.reveal_printed(replace(PRINTED, **AT_TAVERN), nothing=True, none_caught=False, at=0.0)
    code, tap = begun(printed="y")
    tap("stand", slot="b1", anyway="y")
    tap("end-turn")
    tap("stand", slot="R1", anyway="y")
    answer = tap("reveal-printed", nothing="y", htmx=True)
    assert (answer.headers["Outcome"], "None caught: lose 1 Magic Power" in answer.text) == ("offer", True)
    assert tap("reveal-printed", nothing="y", none_caught="y").status_code == 303
    assert state(code).cards_left == 12


# What pages say


def test_what_is_drawn_by_the_app_offers_ones_own_bag_by_its_name(ann, begun):
    code, tap = begun()
    while "From the bag to the round" not in (page := ann.get(f"/djinn/{code}/hunt").text):
        tap("reveal")
    assert ("Draw from our bag" in page, "We drew…" in page) == (True, False)


def test_the_form_below_a_printed_card_says_that_it_is_for_the_next_one(ann, begun):
    code, tap = begun(printed="y")
    tap("reveal-printed", first="market", second="tavern", anyway="y")
    assert "Tom&#39;s next card: first line" in ann.get(f"/djinn/{code}/hunt").text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "draws from the bag and plays Tom&#39;s cards."),
        ({"printed": "y"}, "draws from the bag; you flip Tom&#39;s cards."),
        ({"draws": "table"}, "plays Tom&#39;s cards; you draw from your bag."),
        ({"draws": "table", "printed": "y"}, "you draw from your bag and flip Tom&#39;s cards."),
    ],
)
def test_the_hunt_promises_only_what_the_app_does(ann, solo, options, said):
    code, _ = solo(**options)
    page = ann.get(f"/djinn/{code}/hunt").text
    assert said in page
    assert "Each card left at the end scores 10 points." in page


def test_who_corrects_the_paths_is_told_from_when_that_counts(ann, begun):
    code, _ = begun()
    assert "Corrections count from your next game on." in ann.get(f"/djinn/{code}/hunt").text


def test_who_plays_alone_is_told_of_no_tiles_and_no_other_phones(ann, begun):
    code, _ = begun()
    assert "any phone" not in ann.get(f"/djinn/{code}/setup").text
    assert "My tile" not in ann.get(f"/djinn/{code}/can?seat=0").text
    assert '<legend class="each">How many phones?' in ann.get("/djinn/new?alone=1").text


@pytest.mark.parametrize("game", ["djinn", "tales"])
def test_a_box_file_says_that_it_replaces_the_whole_box(ann, game):
    first = ann.get(f"/{game}/box.toml").text.splitlines()[0]
    assert "replaces the whole box" in first


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("How many Djinn at the start", "Alone against Tom: 1, plus 1 at each of the three"),
        ("How do I win", "Alone you win by getting all six Bosses out of the city"),
        ("Who is Tom", "Your opponent when you play alone"),
        ("What is the house deck", "Twelve Location Cards of the app"),
    ],
)
def test_what_one_asks_alone_is_answered_for_one_alone(ann, begun, asked, said):
    code, _ = begun()
    assert said in ann.get(f"/djinn/{code}/ask?q={asked}").text
