"""What is left of a session when moves of it are taken back: any of them, in any company, but never the opening."""

from functools import reduce
from pathlib import Path
from random import Random

import pytest

from companion import GAMES
from tests.record import read

LOGS = Path(__file__).parent
TIMES = 3


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_whatever_is_taken_back(game):
    rng = Random(7)
    for path in sorted((LOGS / game / "logs").glob("*.jsonl")):
        _, table = read(path)
        opening, *moves = table.entries
        for _ in range(TIMES):
            left = [opening, *(move for move in moves if rng.random() < 0.5)]
            events = [event for entry in left for event in entry.events]
            state = reduce(table.game.evolve, events, table.game.start())
            assert type(state) is type(table.game.start())
            assert isinstance(table.game.pages.current(state), str)
