"""Read what was chosen in a move from its events, in logs that do not keep its arguments yet. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.emperor.facts import events as ev
from companion.kit.fairness.log_check import Choices
from companion.kit.ring import counters


def _which(events: Sequence[Any]) -> dict[str, Any]:
    """Say which creature moves: a noted one, or one that its owner brings along."""
    return {"creature": None} if isinstance(events[0], ev.CreatureNoted) else {}


def _seating(events: Sequence[Any]) -> str:
    """Say how the players of the next duel were seated."""
    match events[-1]:
        case ev.Seated(_, by_chance):
            return "drawn" if by_chance else "fallen"
    return "same"


def counter_of(event: Any) -> str:
    """Say what an event counted."""
    return event.counter if isinstance(event, counters.Counted) else "life"


CHOICES: dict[str, Choices] = {
    "change_life": lambda events: {"value": getattr(events[0], "life", None), "counter": counter_of(events[0])},
    "choose_range": lambda events: {"range_id": events[0].range},
    "deploy": _which,
    "force": lambda _: None,
    "march": _which,
    "next_duel": lambda events: {"seating": _seating(events)},
    "march_together": lambda events: {"creatures": [event.creature for event in events]},
    "steal": _which,
    "swap": lambda _: None,
}
"""What was chosen in a move, where its events do not say so by the names of its arguments."""
