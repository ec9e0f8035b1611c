"""Creatures on their way, for tests."""

from companion.games.emperor.facts.events import TurnEnded
from companion.games.emperor.play import creatures as moves
from companion.games.emperor.state import living
from tests.emperor.conftest import D, E, F, fold

NEW = {"creature": None, "name": "Ogre", "wall": False}


def until(state, seat):
    """End turns until it is the seat's."""
    for _ in living(state):
        if state.turn == seat:
            break
        state = fold(state, [TurnEnded(state.turn)])
    return state


def march(state, to, *, creature=None, owner=None, **options):
    owner = state.turn if owner is None else owner
    return fold(state, moves.march(state, **{**NEW, "creature": creature, "owner": owner, "to": to, **options}))


def sorcerer(duel):
    """Give F's creature that has marched over E to D, ready, in F's turn."""
    state = march(until(duel(), F), E)
    state = march(until(fold(state, [TurnEnded(F)]), F), D, creature=1)
    return until(fold(state, [TurnEnded(F)]), F)
