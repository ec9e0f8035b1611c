"""Six at a table, called like the seats of the worked examples: A B C against D E F, Emperors B and E."""

from functools import reduce
from random import Random

import pytest

from companion.games.emperor.facts.events import DuelBegun, FirstChosen, Opened, Seated
from companion.games.emperor.state import State, evolve
from tests.copies import opened

A, B, C, D, E, F = range(6)
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


def fold(state, events):
    return reduce(evolve, events, state)


@pytest.fixture
def seated():
    """Open a table where the team of seat 0 plays first, by default with the range rules of the text."""

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


@pytest.fixture
def open_seats(ann):
    """Give the code of a table for six that Ann hosts."""

    def open_seats(**options):
        form = {"count": 6, **options}
        for n, name in enumerate(NAMES):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": COLOURS[n]}
        return opened(ann.http, "emperor", form)

    return open_seats


@pytest.fixture
def open_duel(ann, open_seats, once):
    """Give the code of a table whose duel has begun, Cem's turn first."""

    def open_duel(**options):
        code = open_seats(**options)
        assert ann.post(f"/emperor/{code}/first", team=0, seen=99).status_code == 303
        assert ann.post(f"/emperor/{code}/begin", seen=99).status_code == 303
        return code

    return once(open_duel)


@pytest.fixture
def tap(ann, seq):
    """Tap as Ann, the host, on the latest screen; give the answer."""

    def tap(code, move, **form):
        return ann.post(f"/emperor/{code}/{move}", seen=seq(code), **form)

    return tap


@pytest.fixture
def form():
    """Give the part of a page from where an element's id stands to the end of its form."""
    return lambda page, id: page[page.index(f'id="{id}"') :].partition("</form>")[0]
