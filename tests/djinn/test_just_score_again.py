"""A game that was only scored: its sheets begin neutral, its result shows no draws, its rematch only scores."""

import pytest

from companion.games.djinn.facts import CARDS
from tests.conftest import seated

CARDS_OUT = ["keys", "few_passages", "high_base"]


@pytest.fixture
def just(ann):
    """Give the code of a game that is only scored."""

    def just(cards=CARDS_OUT):
        form = {name: one for name, one in seated(2).items() if name != "first_game"}
        return ann.post("/djinn/just-score", cards=cards, **form).location.split("/")[2]

    return just


def end(ann, code):
    for seat in (0, 1):
        ann.post(f"/djinn/{code}/count", seat=seat, box="corks", value=seat + 1)
        ann.post(f"/djinn/{code}/done", seat=seat)
    return ann.get(f"/djinn/{code}/result").text


def test_a_sheet_begins_without_points_and_nothing_red(ann, just):
    """Scoring Cards for what one has not done count as soon as anything is entered."""
    code = just()
    page = ann.get(f"/djinn/{code}/score?seat=0").text
    assert 'id="points"' not in page
    assert 'class="bad"' not in page
    assert "Nothing is entered on this sheet yet." in page
    ann.post(f"/djinn/{code}/count", seat=0, box="corks", value=1)
    page = ann.get(f"/djinn/{code}/score?seat=0").text
    assert '<strong class="number">9</strong>' in page
    assert "Nothing is entered" not in page


def test_the_result_speaks_of_no_draws(ann, just):
    page = end(ann, just())
    assert "Check the draws" not in page
    assert "Last place starts" not in page


def test_a_rematch_is_only_scored_too_and_asks_for_its_cards(ann, just, state):
    code = just()
    page = end(ann, code)
    assert "Just score again" in page
    answer = ann.post(f"/djinn/{code}/rematch")
    again = answer.location.split("/")[2]
    assert (state(again).just_score, state(again).players, state(again).cards) == (True, 2, ())
    page = ann.get(f"/djinn/{again}/score").text
    assert "Which three Scoring Cards are on your table?" in page
    others = [card for card in CARDS if card not in CARDS_OUT][:3]
    ann.post(f"/djinn/{again}/set-cards", cards=others, seen=99)
    assert state(again).cards == tuple(others)
    assert "Check the draws" not in end(ann, again)


def test_a_rematch_of_a_game_without_cards_asks_for_none(ann, just, state):
    code = just([])
    end(ann, code)
    again = ann.post(f"/djinn/{code}/rematch").location.split("/")[2]
    assert (state(again).just_score, state(again).to_enter) == (True, ())


def test_the_result_shows_who_won_before_those_without_a_sheet(ann, just):
    code = just()
    ann.post(f"/djinn/{code}/count", seat=0, box="corks", value=1)
    ann.post(f"/djinn/{code}/finish", seen=99)
    page = ann.get(f"/djinn/{code}/result").text
    assert page.index('id="ranking"') < page.index("no sheet, no score")
