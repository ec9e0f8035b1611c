"""The tale: the log as a story, turn by turn. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.tales import events as ev
from companion.games.tales.tell import tell
from companion.table.log import Entry
from companion.text import Text

LEFT_OUT = (ev.NumberGiven, ev.CardDrawn, ev.RowRolled, ev.SecretDrawn, ev.WordSaid, ev.Opened, ev.GoalChosen)
"""What happened but is no part of a story."""


class Chapter(NamedTuple):
    """One turn of a hero: what happened, and the lines that people added."""

    seat: int
    said: tuple[Text, ...]
    lines: tuple[Text, ...]


def chapters(moves: Iterable[Entry], names: Sequence[str]) -> list[Chapter]:
    """Tell the moves that count as a story, a chapter a turn, the set-up left out."""
    told: list[Chapter] = []
    seat: int | None = None
    said: list[Text] = []
    lines: dict[int, Text] = {}
    for event in (event for entry in moves for event in entry.events):
        match event:
            case ev.Begun(first):
                seat, said = first, []
            case ev.LineTold(other, _):
                lines[other] = tell(event, names)
            case ev.TurnEnded(ended):
                told.append(Chapter(ended, tuple(said), tuple(lines.values())))
                seat, said, lines = ended, [], {}
            case _ if seat is not None and not isinstance(event, LEFT_OUT):
                said.append(tell(event, names))
    if seat is not None and (said or lines):
        told.append(Chapter(-1, tuple(said), tuple(lines.values())))
    return [one for one in told if one.said or one.lines]
