"""A map whose lands are all named, and creatures to put there."""

from itertools import count

import pytest

from companion.games.war_game.board import LANDS_AT, Board
from companion.games.war_game.state import Creature


def board(strongholds="AC", column=3, **lands):
    """Give a map of Plains, but for the lands that are named, as `at21="island"`; `A="swamp"` lies face up."""
    named = {place.removeprefix("at"): land for place, land in lands.items()}
    return Board(dict.fromkeys(LANDS_AT, "plains") | named, tuple(strongholds), column)


@pytest.fixture
def creature():
    """Give creatures, each with the next number; abilities and colours are words in one string."""
    ids = count(1)

    def creature(at="32", power=2, toughness=2, abilities="", colours="", **values):
        words = {"abilities": frozenset(abilities.split()), "colours": frozenset(colours.split())}
        return Creature(next(ids), values.pop("owner", 0), at, power, toughness, **words, **values)

    return creature
