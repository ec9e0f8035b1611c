"""A map whose lands are all named, creatures to put there, and a war of two: Ann (0) at A, Bob (1) at C; Ann's turn."""

from functools import reduce
from itertools import count
from random import Random

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.board import LANDS_AT, Board
from companion.games.war_game.facts.layout import BY_COUNT
from companion.games.war_game.state import evolve
from companion.games.war_game.state.model import Creature, State
from companion.table.log import changed


def board(strongholds="AC", column=3, **lands):
    """Lay a map of Plains, but for the lands that are named, as `at21="island"`; `A="swamp"` lies face up."""
    named = {place.removeprefix("at"): land for place, land in lands.items()}
    return Board(dict.fromkeys(LANDS_AT, "plains") | named, tuple(strongholds), column)


def fold(state, events):
    return reduce(evolve, events, state)


@pytest.fixture
def rng():
    return Random(7)


@pytest.fixture
def creature():
    """Make creatures, each with the next number; abilities and colours are words in one string."""
    ids = count(1)

    def creature(at="32", power=2, toughness=2, abilities="", colours="", **values):
        words = {"abilities": frozenset(abilities.split()), "colours": frozenset(colours.split())}
        return Creature(next(ids), values.pop("owner", 0), at, power, toughness, **words, **values)

    return creature


@pytest.fixture
def war():
    """Begin a war in a phase of Ann's turn, with these creatures; all lands are Swamps but those that are named."""

    def war(phase="move", *creatures, players=2, supply=5, rules=(), **lands):
        named = {place.removeprefix("at"): land for place, land in lands.items()}
        laid = tuple((dict.fromkeys(LANDS_AT, "swamp") | named).values())
        events = [ev.Opened(players, BY_COUNT[players], 3), ev.TerrainsDealt(laid), ev.FirstRolled(0, (), True)]
        state = fold(State(), [*events, ev.WarBegun(0), ev.PhaseBegun(phase)])
        found = {one.id: one for one in creatures}
        points = dict.fromkeys(range(players), supply)
        return changed(state, creatures=found, cast=len(found), supply=points, rules_on=frozenset(rules))

    return war


@pytest.fixture
def after():
    """Make a move; give the state after it."""

    def after(state, move, **choices):
        return fold(state, move(state, **choices))

    return after
