"""Wars to begin with: the text's samples, dealt with a fixed seed."""

from functools import reduce
from random import Random

import pytest

from companion.games.efreet_war.facts.events import GuardianKilled, WarBegun
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.state import evolve
from companion.games.efreet_war.state.model import State


def fold(state, events):
    return reduce(evolve, events, state)


def opened(players=6, *, mode="teams", team_count=2, seed=7, **options):
    choices = {"guardians": (), "traps": (), "emperor_ends": True, "city_points_only": False} | options
    made = rules.open_game(State(), players=players, mode=mode, team_count=team_count, rng=Random(seed), **choices)
    return fold(State(), made)


def begun(*args, first=0, **options):
    state = opened(*args, **options)
    return fold(state, [*rules.choose_first(state, seat=first), WarBegun()])


def fight(state, resource, *, kill=None, survived=True):
    """Attack a Resource, kill so many Guardians (all unless said), and settle it."""
    state = fold(state, rules.attack(state, resource=resource))
    guards = state.resources[resource].guardians
    state = fold(state, [GuardianKilled(resource, name) for name in guards[:kill]])
    return fold(state, rules.resolve(state, resource=resource, survived=survived))


def under(state, resource, card):
    """Put a card under a Resource, exchanging it with where it lay."""
    from dataclasses import replace

    other = next(id for id, name in state.sealed.items() if name == card)
    return replace(state, sealed=state.sealed | {other: state.sealed[resource], resource: card})


@pytest.fixture
def rng():
    return Random(7)
