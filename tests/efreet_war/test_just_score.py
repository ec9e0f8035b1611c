"""A war that was played without the app: who claimed what and who is out make a saved play."""

from random import Random

import pytest

from companion.games.efreet_war.facts.events import PlayersEliminated, ResourceClaimed
from companion.games.efreet_war.pages.view_models import page_of, pages_of
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring.result import options, result
from companion.games.efreet_war.state.model import DRAW, State, points
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fold, opened


@pytest.fixture
def sheet():
    """Open the sheet of a war of two teams in Emperor seating."""
    choices = {"guardians": (), "traps": (), "emperor_ends": True, "city_points_only": False}
    made = rules.open_sheet(State(), players=6, mode="emperor", team_count=2, rng=Random(7), **choices)
    return fold(State(), made)


def scored(state, out=(), **owners):
    return fold(state, rules.score(state, owners=owners, out=dict(out)))


def test_a_sheet_has_nothing_but_points(sheet):
    assert page_of(sheet) == "efreet_war.points_page"
    assert [page for page, *_ in pages_of(sheet)] == ["efreet_war.points_page"]
    assert len(pages_of(opened())) == 3


def test_ten_points_win(sheet):
    won = {"king": 0, "ring": 0, "ali": 0, "city": 0, "lamp": 0, "maruf": 1}
    after = scored(sheet, **won)
    assert (after.result, points(after)) == (0, {0: 10, 1: 2})
    assert [one.place for one in result(after)] == [1, 1, 1, 2, 2, 2]


def test_the_last_team_wins(sheet):
    """Victory Points: an Emperor earns 3, and by the house rule his team is out with him."""
    assert rules.score(sheet, owners={"lamp": 1}, out={4: 0}) == [
        ResourceClaimed("lamp", 1, 3),
        PlayersEliminated(((4, 0, 3),), (1,)),
    ]
    assert scored(sheet, {4: 0}, lamp=1).result == 0
    assert scored(opened(2, mode="free"), {0: None, 1: None}).result == DRAW


def test_a_war_that_nobody_won_is_not_scored(sheet):
    for out, owners in (({}, {}), ({0: 1}, {"king": 0})):
        with pytest.raises(Refusal, match="more than one team is left"):
            rules.score(sheet, owners=owners, out=out)


@pytest.mark.parametrize(
    ("owners", "out", "words"), [({"lamp": 2}, {}, "one of the teams"), ({}, {9: 0}, "already out")]
)
def test_a_score_that_cannot_be(sheet, owners, out, words):
    with pytest.raises(Refusal, match=words):
        rules.score(sheet, owners=owners, out=out)


def test_what_the_app_has_seen_is_not_scored_again():
    with pytest.raises(Refusal, match="has begun"):
        rules.score(begun(), owners={}, out={})


def test_what_nobody_told_is_not_kept(sheet):
    assert options(scored(sheet, {4: 0})).keys() == {"players", "mode", "why"}
