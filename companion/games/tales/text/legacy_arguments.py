"""Read what was chosen in a move from its events, in logs that do not keep its arguments yet. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.tales.facts import events as ev
from companion.kit.fairness.log_check import Choices


def _rolled(die: str) -> Choices:
    """Make what says whether the table rolled a die: then the events tell what it showed."""
    return lambda events: {} if events[0].by_hand else {die: None}


def _numbered(events: Sequence[ev.Event]) -> dict[str, Any]:
    """Say whether the destiny die was rolled with a number: by the table, if the events tell what it showed."""
    by_hand = any(isinstance(event, ev.DestinyRolled) and event.by_hand for event in events)
    return {"roll": len(events) > 1} | ({} if by_hand else {"face": None})


CHOICES: dict[str, Choices] = {
    "award": lambda _: None,
    "correct": lambda _: None,
    "give": lambda _: None,
    "sell": lambda _: None,
    "draw_card": lambda events: None if isinstance(events[0], ev.GameEnded) else {},
    "end_quest": lambda events: {"quest": events[1].quest},
    "give_number": _numbered,
    "name_master": lambda events: {"master": events[0].seat if events[0].master is None else events[0].master},
    "place_marker": lambda events: {"place": getattr(events[0], "place", "")},
    "play_card": _rolled("die"),
    "roll_destiny": _rolled("face"),
    "roll_row": _rolled("die"),
}
"""What was chosen in a move, where its events do not say so by the names of its arguments."""
