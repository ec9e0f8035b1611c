"""How long a game took, as the scores learn it from a log."""

from dataclasses import replace

import pytest

from companion.games import emperor
from companion.games.emperor.facts.events import DuelBegun
from companion.table.log import Entry
from companion.table.play import LONGEST, ended
from tests.table.test_table_cache import toy


def length(*ats, end):
    """Measure the length that is kept of a duel that began at some moments, each time anew, and ended."""
    game = toy(emperor.game.result)
    game = replace(game, scores=replace(game.scores, begins=emperor.game.scores.begins), result=lambda _: ())
    moves = [Entry(seq, at, 0, "begin", (DuelBegun(),)) for seq, at in enumerate(ats, start=2)]
    return ended(game, "ABCDE", "over", [], end, moves=[Entry(1, 0.0, 0, "open"), *moves]).seconds


@pytest.mark.parametrize(("end", "seconds"), [(501.0, 1), (4100.0, 3600), (499.0 + LONGEST, LONGEST - 1)])
def test_a_game_took_from_its_last_begin_to_its_end(end, seconds):
    assert length(100.0, 500.0, end=end) == seconds


@pytest.mark.parametrize(
    ("ats", "end"), [((), 4100.0), ((100.0,), 100.0), ((100.0,), 99.0), ((100.0,), 100.0 + LONGEST)]
)
def test_what_nobody_knows_is_not_said(ats, end):
    assert length(*ats, end=end) is None
