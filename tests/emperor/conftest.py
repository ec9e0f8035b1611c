"""Six at a table, called like the seats of the worked examples: A B C against D E F, Emperors B and E."""

from functools import reduce
from random import Random

import pytest

from companion.games.emperor.events import DuelBegun, FirstChosen, Opened, Seated
from companion.games.emperor.state import State, evolve

A, B, C, D, E, F = range(6)


def fold(state, events):
    return reduce(evolve, events, state)


@pytest.fixture
def seated():
    """Give a table where the team of seat 0 plays first, by default with the range rules of the text."""

    def seated(players=6, *, range_id="text", ante=False):
        events = [Opened(players, range_id, ante), Seated(tuple(range(players))), FirstChosen(0, by_chance=False)]
        return fold(State(), events)

    return seated


@pytest.fixture
def duel(seated):
    """Give a duel that has begun."""

    def duel(players=6, **options):
        return fold(seated(players, **options), [DuelBegun()])

    return duel


@pytest.fixture
def rng():
    return Random(7)
