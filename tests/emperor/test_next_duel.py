"""The next duel of a series: who sits where, and who becomes Emperor."""

import pytest

from companion.games.emperor.facts.events import DuelBegun, DuelOpened
from companion.games.emperor.play import duel as moves
from companion.games.emperor.scoring.result import options, result
from companion.games.emperor.setup import seating
from companion.games.emperor.state import DRAW, State, emperors
from companion.kit.house_rules import RuleSwitched
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold


def test_in_the_next_duel_who_fell_first_in_each_team_may_be_emperor(duel):
    """Rules, the last paragraph: one might let the wizard who dies be the next Emperor."""
    state = duel()
    for seats in ([F], [D], [A, B]):
        state = fold(state, moves.fall(state, seats=seats))
    after = fold(state, moves.next_duel(state, team=0, seating="fallen"))
    assert (emperors(after), after.order, after.first) == ((A, F), (B, A, C, D, F, E), 0)
    assert fold(state, moves.next_duel(state, team=1)).order == state.order


def test_an_emperor_who_fell_first_stays_emperor(duel):
    state = fold(duel(), moves.fall(duel(), seats=[B]))
    assert moves.next_duel(state, team=0, seating="fallen") == [DuelOpened(0)]


def test_who_fell_first_is_emperor_where_the_next_duel_has_its_emperors(duel):
    """By a house rule switched meanwhile: once another player sat there in the next duel."""
    state = duel(8)
    for seats in ([3], [4, 5]):
        state = fold(state, moves.fall(state, seats=seats))
    choices = {"team": 0, "seating": "fallen"}
    assert moves.next_duel(state, **choices, ahead=True) == moves.next_duel(state, **choices)
    state = fold(state, [RuleSwitched("even_teams", True)])
    assert emperors(fold(state, moves.next_duel(state, **choices))) == (2, 6)  # as logs of old have it
    assert emperors(fold(state, moves.next_duel(state, **choices, ahead=True))) == (3, 4)


def test_the_seats_of_the_next_duel_are_drawn_unless_the_secret_is_told(rng):
    state = fold(
        State(),
        [*seating.open_game(State(), players=6, range_id="text", ante=False, mixed=False, rng=rng), DuelBegun()],
    )
    state = fold(state, moves.fall(state, seats=[emperors(state)[0]]))
    *_, seated = moves.next_duel(state, team=0, seating="drawn", rng=rng)
    assert (seated.by_chance, sorted(seated.order)) == (True, [*range(6)])
    told = fold(state, moves.tell_secret(state))
    with pytest.raises(Refusal, match="is out"):
        moves.next_duel(told, team=0, seating="drawn", rng=rng)


# Just the score


@pytest.fixture
def played(rng):
    """Open a table for a duel that was played without the app."""
    choices = {"players": 6, "range_id": "text", "ante": False, "mixed": False, "just_score": True}
    return fold(State(), seating.open_game(State(), rng=rng, **choices))


def test_nobody_antes_a_card_for_a_duel_that_is_only_scored(rng):
    for just_score in (False, True):
        choices = {"players": 6, "range_id": "text", "ante": True, "mixed": False, "just_score": just_score}
        assert seating.open_game(State(), rng=rng, **choices)[0].ante != just_score


def test_a_duel_played_without_the_app_tells_who_won_who_fell_and_by_whom(played):
    scored = fold(played, moves.score(played, result=1, seats=[C, B], by=[D, None]))
    assert [one.place for one in result(scored)] == [2, 2, 2, 1, 1, 1]
    assert scored.falls == ((C, 0, D), (B, 0, None))
    kept = options(scored)
    assert {"roles", "falls", "players", "why"} == {*kept}
    after = fold(scored, moves.next_duel(scored, team=0, seating="fallen"))
    assert (after.just_score, after.result, after.results, emperors(after)) == (True, None, (1,), (C, E))


def test_nobody_says_who_played_first_in_a_duel_without_the_app(played):
    """From the second one on it kept a starting player whom nobody had named."""
    scored = fold(played, moves.score(played, result=1))
    after = fold(scored, moves.next_duel(scored, team=0))
    assert "started" not in options(fold(after, moves.score(after, result=0)))


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"result": 2}, "who won"),
        ({"result": 0, "seats": [7], "by": [None]}, "one of the players"),
        ({"result": 0, "seats": [A], "by": [7]}, "one of the players"),
        ({"result": 0, "seats": [B], "by": [None]}, "Emperor is left"),
        ({"result": 0, "seats": [B, E], "by": [A, A]}, "Emperor is left"),
        ({"result": -1, "seats": [E], "by": [A]}, "Emperor is left"),
    ],
)
def test_a_score_that_cannot_be_is_refused(played, choices, words):
    with pytest.raises(Refusal, match=words):
        moves.score(played, **choices)


def test_a_duel_is_scored_once_and_only_if_the_app_was_not_there(played, duel):
    draw = fold(played, moves.score(played, result=DRAW, seats=[B, E], by=[E, B]))
    for state in (draw, duel()):
        with pytest.raises(Refusal, match="and only once"):
            moves.score(state, result=0)
    with pytest.raises(Refusal, match="who won"):
        seating.begin(played)
