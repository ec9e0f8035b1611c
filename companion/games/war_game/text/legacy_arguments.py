"""Read what was chosen in a move from its events, in logs that do not keep its arguments yet. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.war_game.facts import events as ev
from companion.kit.fairness.log_check import Choices


def _supply(events: Any) -> dict[str, Any]:
    """Read which creatures were tapped for mana, and what the table rolled."""
    rolled = next(event for event in events if isinstance(event, ev.SupplyGained))
    tapped = [event.creature for event in events if isinstance(event, ev.CreatureTapped)]
    return {"creatures": tapped, "die": rolled.die if rolled.by_hand else None, "more": rolled.mana - len(tapped)}


def _march(events: Any) -> dict[str, Any]:
    marched = [event for event in events if isinstance(event, ev.CreatureMarched | ev.SecondStepTaken)]
    last = marched[-1]
    to = last.to if isinstance(last, ev.SecondStepTaken) else last.path[-1]
    return {"creatures": [event.creature for event in marched], "to": to}


def _carry(events: Any) -> dict[str, Any]:
    carried, marched = events[:2]
    return {"creature": carried.creature, "rider": carried.rider, "to": marched.path[-1]}


def _split(events: Any) -> dict[str, Any] | None:
    chosen = events[0].creature
    return {"value": dict(events[0].split)[chosen]} if chosen else None


CHOICES: dict[str, Choices] = {
    "carry": _carry,
    "cast": lambda _: {"like": ""},
    "end_turn": lambda events: {"seat": next(event.seat for event in events if isinstance(event, ev.TurnEnded))},
    "heal": lambda events: {"points": events[0].paid},
    "leave": lambda events: {"seat": next(event.seat for event in events if isinstance(event, ev.PlayerLeft))},
    "march": _march,
    "name_fight": lambda _: {},
    "roll_first": lambda events: {} if events[0].by_hand else {"seat": None},
    "roll_supply": _supply,
    "settle": lambda _: None,
    "split": _split,
}
"""What was chosen in a move, where its events do not say so by the names of its arguments."""
