"""What no game of Emperor can be in: an imported log may hold anything, and the check names what is wrong with it."""

from dataclasses import replace

import pytest

from companion.games.emperor.state import State, check
from companion.kit.ring.creatures import Creature
from tests.checks import wrong
from tests.emperor.conftest import A, B, C, D, F

AWAY = Creature(1, "Wall of Wood", A, A, B)
HOME = Creature(2, "Serra Angel", F, D, D)


@pytest.fixture
def state(duel):
    """Make a duel of six in which C has fallen and two creatures are away."""
    return replace(duel(), turn=D, fallen=(C,), creatures={1: AWAY, 2: HOME}, noted=2, pool={A: "card"})


@pytest.mark.parametrize(("players", "teams"), [(players, teams) for players in range(16) for teams in range(1, 6)])
def test_teams_of_three_or_more_play(players, teams):
    """The text names three and five to a side, and "any similar arrangement" (rules, Playing the Game)."""
    state = State(players, order=tuple(range(players)), first=0, team_count=teams)
    allowed = {(6, 2), (8, 2), (9, 3), (10, 2), (12, 2), (12, 3), (12, 4), (14, 2)}
    assert wrong(check, state, players) == ([] if (players, teams) in allowed else ["players"])


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("players", {"players": 10}),
        ("range", {"range_id": "three"}),
        ("order", {"order": (0, 0, 2, 3, 4, 5)}),
        ("order", {"order": (0, 1, 2, 3, 4)}),
        ("seats", {"fallen": (C, 6)}),
        ("seats", {"turn": 6}),
        ("seats", {"ranged": (A, 6)}),
        ("seats", {"pool": {-1: "card"}}),
        ("seats", {"falls": ((6, 1, None),)}),
        ("seats", {"falls": ((C, 1, 6),)}),
        ("seats", {"counts": {6: {}}}),
        ("much", {"counts": {A: {str(number): 1 for number in range(21)}}}),
        ("much", {"counts": {A: {"poison": 1_000_001}}}),
        ("much", {"turns": 1_000_001}),
        ("seats", {"shares": ((6, A),)}),
        ("seats", {"shares": ((A, 6),)}),
        ("seats", {"creatures": {1: replace(AWAY, owner=6)}}),
        ("seats", {"creatures": {1: replace(AWAY, controller=6)}}),
        ("seats", {"creatures": {1: replace(AWAY, at=6)}}),
        ("first", {"first": None}),
        ("first", {"first": 2}),
        ("first", {"first": -1}),
        ("turn", {"turn": None}),
        ("alive", {"turn": C}),
        ("alive", {"fallen": (C, C)}),
        ("creatures", {"creatures": {2: AWAY}}),
        ("creatures", {"noted": 1}),
        ("creatures", {"creatures": {1: replace(AWAY, at=C)}}),
        ("creatures", {"creatures": {1: replace(AWAY, controller=C)}}),
        ("much", {"creatures": {n: replace(AWAY, id=n) for n in range(501)}, "noted": 999}),
        ("much", {"results": (1,) * 1_001}),
        ("much", {"lives": (1_000_001,) * 6}),
        ("much", {"lives": (-1_000_001,) * 6}),
        ("much", {"noted": 1_000_001}),
        ("chance", {"words": ((6, "word"),)}),
        ("results", {"result": 2}),
        ("results", {"result": -2}),
        ("results", {"results": (0, 1, 2)}),
    ],
)
def test_what_is_wrong_is_named(state, what, change):
    assert wrong(check, replace(state, **change), 6) == [what]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"first": 1},
        {"turn": None, "begun": False},
        {"turn": None, "result": 0},
        {"turn": None, "result": -1, "results": (0, 1, -1)},
        {"creatures": {1: replace(AWAY, owner=C)}},
        {"creatures": {n: replace(AWAY, id=n) for n in range(500)}, "noted": 1_000_000},
        {"results": (1,) * 1_000},
        {"results": (0, 1, -1)},
        {"lives": (1_000_000, -1_000_000, 0, 0, 0, 0)},
        {"shares": ((A, B), (B, A))},
        {"falls": ((C, 1, None), (A, 1, F)), "counts": {A: {str(number): 1_000_000 for number in range(20)}}},
        {"words": ((F, "word"),)},
    ],
)
def test_what_people_can_come_to_is_a_game(state, change):
    assert wrong(check, replace(state, **change), 6) == []
