"""Read what was chosen in a move from its events, in logs that do not keep its arguments yet. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.djinn.facts import BOSS, events as ev
from companion.games.djinn.facts.sheet import HELD
from companion.kit.fairness.log_check import Choices

CHOICES: dict[str, Choices] = {
    "reroll": lambda events: {"element": _rerolled(events)},
    "set_deck": lambda events: {"printed": isinstance(events[0], ev.TomPrinted)},
    "set_trophies": lambda events: {"trophies": [id for ids in events[0].rows.values() for id in ids]},
    "set_tiles": lambda events: {"tiles": [*events[0].green, *events[0].red]},
    "enter_space": lambda _: {"override": True},
    "end_turn": lambda _: {"override": True},
    "catch": lambda events: {
        "enters": isinstance(events[0], ev.SpaceEntered),
        "override": True,
        "ends": isinstance(events[-1], ev.TurnEnded),
    },
    "take_trophy": lambda events: {
        "colour": next(iter({*events[0].djinn} - {BOSS}), ""),
        "bosses": events[0].djinn.count(BOSS),
        "discards": events[0].gone,
    },
    "reveal": lambda events: {"override": True, "none_caught": _caught_none(events)},
    "reveal_printed": lambda events: _printed(events),
    "drew": lambda events: {"colour": getattr(events[0], "colour", "") or events[0].djinn[0]},
    "tick": lambda events: {"seat": events[0].by},
    "done": lambda events: {"override": True, "held": _held(events)},
}
"""What was chosen in a move, where its events do not say so by the names of its arguments."""


def _held(events: Sequence[Any]) -> dict[str, int]:
    """Read what a sheet took of its player's hand; what it took of the same rows from elsewhere comes out the same."""
    return {one.box: one.value for one in events if isinstance(one, ev.SheetSet) and one.box in HELD}


def _rerolled(events: Sequence[Any]) -> str:
    """Name what a re-roll drew anew."""
    drawn = [ev.ELEMENTS[type(event)] for event in events if type(event) in ev.ELEMENTS]
    return drawn[0] if len(drawn) == 1 else "all"


def _printed(events: Sequence[Any]) -> dict[str, Any]:
    card = next(one for one in events if isinstance(one, ev.TomRevealed)).card
    known = (card,) if card.first and card.id != "printed" else ()
    symbols = {"first": card.first, "second": card.second, "nothing": card.first is None}
    shared = {"override": True, "none_caught": _caught_none(events)}
    return {**symbols, **shared, "card": "", "known": known}


def _caught_none(events: Sequence[Any]) -> bool | None:
    return isinstance(events[0], ev.NoneCaught) or None
