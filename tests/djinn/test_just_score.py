"""A game that was played without the app: names and Scoring Cards, then the sheets."""

import re
from random import Random

import pytest

from companion.games.djinn.setup.deal import open_sheets
from companion.games.djinn.state.model import State
from companion.table.log import Refusal

PEOPLE = {
    "count": 2,
    "players-0-name": "A",
    "players-1-name": "B",
    "players-0-colour": "red",
    "players-1-colour": "blue",
}


def test_the_sheets_come_right_after_the_names(ann, state):
    cards = ["keys", "few_passages", "high_base"]
    code = ann.post("/djinn/just-score", cards=cards, **PEOPLE).location.split("/")[2]
    assert state(code).cards == tuple(cards)
    assert ann.get(f"/t/{code}").location == f"/djinn/{code}/score"
    bar = ann.get(f"/djinn/{code}/score").text.partition('id="nav"')[2].partition("</nav>")[0]
    assert re.findall(r'<a\s+href="([^"]+)"', bar) == [f"/djinn/{code}/score"]
    for seat in (0, 1):
        ann.post(f"/djinn/{code}/count", seat=seat, box="corks", value=seat + 1)
        answer = ann.post(f"/djinn/{code}/done", seat=seat)
    assert answer.location == f"/djinn/{code}/result"
    (play,) = [play for play in ann.get("/scores/plays.json").json if play["code"] == code]
    assert [one["name"] for one in play["players"]] == ["B", "A"]
    assert not play["options"].get("first_game")


def test_a_home_page_leads_there_in_one_tap(ann):
    assert 'href="/djinn/just-score"' in ann.get("/").text
    assert "Which Scoring Cards were" in ann.get("/djinn/just-score").text


@pytest.mark.parametrize("cards", [["keys"], ["keys", "keys", "high_base"], ["keys", "high_base", "luck"]])
def test_three_cards_lie_out_or_none(cards):
    with pytest.raises(Refusal, match="3 Scoring Cards"):
        open_sheets(State(), players=2, cards=cards, rng=Random(7))
    opened = open_sheets(State(), players=2, cards=[], rng=Random(7))[0]
    assert (opened.just_score, opened.first_game) == (True, True)
    assert not open_sheets(State(), players=2, cards=["keys", "few_passages", "high_base"], rng=Random(7))[0].first_game
