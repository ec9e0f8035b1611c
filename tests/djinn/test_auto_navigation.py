"""Phones follow the game from the set-up over the draft to the hunt, and back."""

import re
from html import unescape

import pytest

from companion.games.djinn.setup.checklist import STEPS


@pytest.fixture
def led(bob, open_djinn, ann, tap):
    """Let Bob look at a page of a table, then others move; give where his live update leads him, "" if nowhere."""

    def led(page, *moves, before=(), **options):
        code = open_djinn(ann, **options)
        bob.post(f"/t/{code}/sit", seat=1)
        for move, form in before:
            tap(ann, code, move, **form)
        block = page.partition("?")[0]
        again = unescape(re.search(rf'id="{block}"[^>]* hx-get="([^"]+)', bob.get(f"/djinn/{code}/{page}").text)[1])
        for move, form in moves:
            where = f"/t/{code}/undo" if move == "undo" else f"/djinn/{code}/{move}"
            assert ann.post(where, **{"seen": 9999} | form).status_code == 303
        return (bob.live(again, block).location or "").rpartition("/")[2].partition("?")[0]

    return led


BEGIN, PICK = ("begin", {}), ("pick", {"seat": 0, "tile": "start_gift"})
TICKS = [("tick", {"step": step}) for step in STEPS]


@pytest.mark.parametrize("page", ["setup", "draft"])
def test_when_the_hunt_begins_all_follow_from_the_set_up_and_the_draft(led, page):
    assert led(page, BEGIN) == "hunt"
    assert led(page, BEGIN, before=TICKS) == "hunt"
    assert led(page, BEGIN, first_game="y") == "hunt"


@pytest.mark.parametrize("page", ["setup?drew=cards", "setup?name=1", "draft?tile=green_10"])
def test_an_open_form_stays_open(led, page):
    assert led(page, BEGIN) == ""


@pytest.mark.parametrize("page", ["hunt", "score"])
def test_who_has_gone_ahead_stays_there(led, page):
    assert led(page, BEGIN) == ""


def test_the_last_step_leads_all_to_the_draft(led, ann, tap, open_djinn):
    assert led("setup", TICKS[-1], before=TICKS[:-1]) == "draft"
    assert led("setup", TICKS[-2], before=TICKS[:-2]) == ""
    code = open_djinn(ann)
    pages = [tap(ann, code, move, **form).location.split("/")[-1].split("#")[0] for move, form in TICKS]
    assert pages == [*10 * ["setup"], "draft"]


def test_who_looks_back_at_the_set_up_stays_there_until_the_hunt_begins(led):
    assert led("setup", ("untick", {"step": "tiles"}), TICKS[-1], before=TICKS) == ""
    assert led("setup", BEGIN, before=TICKS) == "hunt"


def test_a_beginning_that_is_taken_back_leads_all_back(led):
    assert led("hunt", ("undo", {"entry": 2}), before=[BEGIN]) == "setup"


def test_against_tom_the_set_up_leads_to_the_hunt(led):
    assert led("setup", BEGIN, count=1, deck=12) == "hunt"
