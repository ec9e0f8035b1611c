"""A war that ends early: who led has won, and the race stands in the scores as it was."""

import pytest

from companion.games.efreet_war.facts.events import WarBrokenOff
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring import rematch
from companion.games.efreet_war.scoring.result import options, result
from companion.games.efreet_war.state import evolve
from companion.games.efreet_war.state.model import DRAW
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, opened


def broken_off(state):
    return fold(state, rules.break_off(state))


def test_who_leads_when_a_war_is_broken_off_wins():
    state = broken_off(fight(begun(4, mode="free"), "ring"))
    assert (state.result, state.broken_off) == (0, True)
    assert [(one.place, one.points) for one in result(state)] == [(1, 2), (2, 0), (2, 0), (2, 0)]
    assert str(options(state)["ended"]) == "early, with the points as they stood"
    assert "ended" not in options(begun())
    assert rematch.last_starts(state)


def test_if_several_lead_it_is_a_draw():
    state = broken_off(begun(2, mode="free"))
    assert (state.result, [one.place for one in result(state)]) == (DRAW, [0, 0])


def test_who_is_out_cannot_lead():
    state = fight(begun(3, mode="free"), "ring")
    state = fold(state, rules.eliminate(state, seats=[0], by=[1]))
    assert broken_off(state).result == 1
    state = fight(begun(3, mode="free"), "ring")
    assert broken_off(fold(state, rules.eliminate(state, seats=[0], by=[None]))).result == DRAW


def test_only_a_war_that_runs_is_broken_off():
    for state in (opened(), broken_off(begun())):
        with pytest.raises(Refusal, match="war"):
            rules.break_off(state)
    over = broken_off(fight(begun(), "ring"))
    assert evolve(over, WarBrokenOff()) == over


def test_a_war_without_the_app_may_have_been_broken_off():
    """Nobody reached ten points, and more than one team is left; but something must have been won."""
    state = opened()
    events = rules.score(state, owners={"ring": 1}, out={}, broken_off=True)
    assert (events[-1], fold(state, events).result) == (WarBrokenOff(), 1)
    with pytest.raises(Refusal, match="stopped early"):
        rules.score(state, owners={}, out={}, broken_off=True)
    with pytest.raises(Refusal, match="stopped early"):
        rules.score(state, owners={"ring": 1}, out={})
    won = {"king": 0, "ring": 0, "ali": 0, "city": 0, "maruf": 0}
    assert fold(state, rules.score(state, owners=won, out={}, broken_off=True)).broken_off is False
