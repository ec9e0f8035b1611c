"""The race's moves by chance, and what never gets more or less."""

from tests.toy import STEP

OPENINGS = [{"count": 2}, {"count": 3}]


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    return "advance", {}


def conserved(state):
    """See that all have advanced in turn."""
    turns, left = divmod(sum(state.steps), STEP)
    return {"steps": (left, 0), "turn": (state.turn, turns % len(state.steps))}


def secrets(table):
    """Hide nothing."""
    return []
