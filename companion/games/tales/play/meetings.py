"""Who met a paragraph before, and what came of it, read from a table's log. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import Event
from companion.table.log import Entry

LEADING = ("give_number", "roll_destiny", "use_master")
"""The moves that lead to a paragraph."""


OTHERS = (ev.TurnEnded, ev.CardDrawn, ev.CityCardPlayed, ev.QuestEnded)
"""What awards that follow are of instead."""


class Meeting(NamedTuple):
    """A paragraph that a hero met: whose, when, in seconds since 1970, and what its awards did."""

    seat: int
    at: float
    events: tuple[Event, ...]


def meetings(moves: Sequence[Entry], paragraph: int) -> Iterator[Meeting]:
    """Find where a paragraph was read, the latest first."""
    for place in reversed(range(len(moves))):
        for event in moves[place].events:
            if paragraph_of(event) == paragraph and isinstance(event, ev.StepEvent):
                yield Meeting(event.seat, moves[place].at, _awarded(moves[place + 1 :]))


def paragraph_of(event: Event) -> int:
    """Find the paragraph to which an event leads; 0 if it leads to none."""
    match event:
        case ev.DestinyRolled(paragraph=paragraph) | ev.MasterUsed(paragraph=paragraph):
            return paragraph
        case ev.NumberGiven(_, number, straight=True):
            return number
    return 0


def _awarded(after: Sequence[Entry]) -> tuple[Event, ...]:
    """List what the awards did that followed, until another encounter or turn begins."""
    found: list[Event] = []
    for entry in after:
        if any(isinstance(event, OTHERS) or paragraph_of(event) for event in entry.events):
            break
        found += entry.events if entry.move == "award" else ()
    return tuple(found)
