"""Three at a table: Ann (0), Bob (1), Cem (2); Ann goes first."""

from functools import reduce
from random import Random

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.state import State, evolve
from companion.table.log import changed

SKILLS = ("luck", "magic", "wisdom")


def fold(state, events):
    return reduce(evolve, events, state)


def hero(state, seat=0):
    return state.heroes[seat]


@pytest.fixture
def rng():
    return Random(7)


@pytest.fixture
def opened():
    """Open a table before the game."""

    def opened(players=3, **options):
        return fold(State(), [ev.Opened(players, options.pop("total", 20), **options)])

    return opened


@pytest.fixture
def game(opened):
    """Begin a game in its first turn; `changes` are what Ann's hero has."""

    def game(players=3, *, options=None, goal=(12, 8), rules=(), **changes):
        goals = [ev.GoalChosen(seat, *goal) for seat in range(players)]
        skills = [ev.SkillPicked(seat, skill) for seat in range(players) for skill in SKILLS]
        state = fold(opened(players, **options or {}), [*goals, ev.FirstRolled(0, (), True), *skills, ev.Begun(0)])
        ann = changed(state.heroes[0], **changes)
        return changed(state, heroes=(ann, *state.heroes[1:]), rules_on=frozenset(rules))

    return game


@pytest.fixture
def after():
    """Make a move; give the state after it."""

    def after(state, move, **choices):
        return fold(state, move(state, **choices))

    return after
