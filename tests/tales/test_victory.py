"""The end: declaring, last turns, and the winners."""

import pytest
from hypothesis import given, strategies as st

from companion.games.tales.facts.victory import last_turns, why_not_declare, winners

MET = {"points": (12, 8), "goal": (12, 8), "in_baghdad": True}


def test_whoever_met_the_goal_in_baghdad_declares():
    """Rules, Check for victory."""
    assert why_not_declare(**MET) is None
    assert why_not_declare(points=(0, 20), goal=(0, 20), in_baghdad=True) is None


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"points": (9, 20)}, "Destiny 9 of 12: not yet."),  # each of both, not the sum
        ({"points": (20, 7)}, "Story 7 of 8: not yet."),
        ({"in_baghdad": False}, "Goal met: come back to Baghdad to declare victory."),
        ({"survived": False}, "You died this turn: survive an encounter, then declare victory."),
        ({"barring": ["under_geas"]}, "You can't win with Under Geas; get rid of it first."),
        ({"barring": {"the_flu"}}, "You can't win with the_flu; get rid of it first."),
    ],
)
def test_what_keeps_from_declaring_is_said(other, why):
    """Rules, Game end."""
    assert why_not_declare(**MET | other) == why


def test_everybody_else_has_one_last_turn():
    """Rules, Game end."""
    assert last_turns((1, 2, 3, 4, 5), 4) == (5, 1, 2, 3)
    assert last_turns((3, 0, 1, 2), 3) == (0, 1, 2)
    assert last_turns([0], 0) == ()
    with pytest.raises(ValueError, match="not in"):
        last_turns((0, 1), 7)


@pytest.mark.parametrize(
    ("eligible", "won"),
    [
        ({}, ()),
        ({2: (0, 0)}, (2,)),
        ({0: (4, 3), 1: (4, 5)}, (1,)),
        ({0: (5, 0), 1: (4, 9)}, (0,)),  # statuses before skills
        ({3: (2, 2), 1: (2, 2), 0: (1, 9)}, (1, 3)),
    ],
)
def test_most_statuses_then_most_skills_win(eligible, won):
    """Rules, Game end."""
    before = dict(eligible)
    assert winners(eligible) == won
    assert eligible == before


@given(st.dictionaries(st.integers(0, 5), st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_somebody_wins_if_anybody_can(eligible):
    won = winners(eligible)
    assert bool(won) == bool(eligible)
    assert len({eligible[seat] for seat in won}) <= 1
