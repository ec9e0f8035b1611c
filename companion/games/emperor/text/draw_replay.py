"""Work out each draw of a duel again from the secret and the words, and write a program for it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.emperor.facts import events as ev
from companion.games.emperor.setup import draws
from companion.games.emperor.state import State
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.fairness.log_check import Choices


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what chance gives for an event in the state before it, or that the table chose it; None for no draw."""
    match event:
        case ev.Seated(_, True):
            return Due(draws.seats(state))
        case ev.FirstChosen(_, True):
            return Due(draws.first(state))
        case ev.AnteDivided():
            return Due(draws.ante(state))
        case ev.Rolled(what):
            return Due(draws.roll(state, what))
        case ev.Seated() | ev.FirstChosen() | ev.DuelOpened():
            return Due(event, by_table=True)
    return None


def _which(events: Sequence[Any]) -> dict[str, Any]:
    """Say which creature moves: a noted one, or one that its owner brings along."""
    return {"creature": None} if isinstance(events[0], ev.CreatureNoted) else {}


def _seating(events: Sequence[Any]) -> str:
    """Say how the players of the next duel were seated."""
    match events[-1]:
        case ev.Seated(_, by_chance):
            return "drawn" if by_chance else "fallen"
    return "same"


def counter_of(event: ev.Event) -> str:
    """Say what an event counted."""
    return event.counter if isinstance(event, ev.Counted) else "life"


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


def snippet(state: State) -> list[str]:
    """Write a Python program that prints what was drawn last: seats clockwise, a team, and shares of the ante."""
    lines = preamble(state)
    if (number := last(state, "seats")) is not None:
        lines.append(f'seats = [*range({state.players})]; chance("seats/{number}").shuffle(seats); print(seats)')
    if (number := last(state, "first")) is not None:
        lines.append(f'print("team", chance("first/{number}").randrange({state.team_count}) + 1)')
    if state.shares and state.result is not None and (number := last(state, "ante")) is not None:
        winners, cards = draws.heirs(state), sorted(state.pool)
        lines.append(f"winners, cards = {winners}, {cards}")
        lines.append(f'draw = chance("ante/{number}"); draw.shuffle(winners); draw.shuffle(cards)')
        lines.append("print([(winners[n % len(winners)], card) for n, card in enumerate(cards)])")
    return lines
