"""Read the chosen plays into a digest, others having their turn between the slices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.files.safe_readers import yield_to_hub
from companion.language import time_zones
from companion.scores.model import Choice
from companion.scores.statistics.digest import Digest
from companion.scores.stores import play_store
from companion.table.finished import Measure, Play

MOST_LINES = 3000
"""Of how many of the latest plays it is read where the points came from: years of evenings, and a second or two."""


def read(choice: Choice, measures: Callable[[Play], Iterable[Measure]]) -> Digest:
    """Add up the chosen plays; of one game also where the points of the latest came from."""
    found = Digest(time_zones.moment, choice.player, choice.other, measures)
    for plays in play_store.chunks(choice):
        lines = play_store.lines(plays) if choice.game and found.plays < MOST_LINES else [()] * len(plays)
        for play, own in zip(plays, lines, strict=True):
            found.add(play, own)
        yield_to_hub()
    return found
