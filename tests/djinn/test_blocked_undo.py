"""What was drawn anew is not taken back alone once somebody has played on it."""

from random import Random

import pytest

from companion.games.djinn import game
from companion.games.djinn.play import hunt
from companion.games.djinn.setup import deal, draft
from companion.table.log import Entry, append, fold_log
from companion.table.undo import in_the_way


@pytest.fixture
def table():
    events = deal.open_game(game.start(), players=3, first_game=False, longer=False, rng=Random(7))
    return fold_log(game, "ABCDE", [Entry(1, 0.0, None, "open_game", tuple(events))])


def made(table, events):
    return append(table, Entry(table.seq + 1, 0.0, None, "move", tuple(events)))


def picked(state):
    seat, offer = draft.turn(state)
    return draft.pick(state, seat=seat, tile=offer[0])


def begun(state):
    return hunt.begin(state, at=0.0)


@pytest.mark.parametrize(
    ("element", "play"),
    [*((one, begun) for one in (*deal.DRAWS, "all")), *((one, picked) for one in ("start", "tiles", "all"))],
)
def test_what_was_played_since_stands_in_the_way(table, element, play):
    """Else a player would hold a tile that does not lie there, or another would have begun."""
    table = made(table, deal.reroll(table.state, element=element, rng=Random(8)))
    drawn = table.entries[-1]
    assert in_the_way(table, drawn) is None
    table = made(table, play(table.state))
    assert in_the_way(table, drawn) == table.entries[-1]
