"""Work out each draw of a game of Tales again from the secret and the words, and write a program for it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.tales.facts import BASICS, SKILLS
from companion.games.tales.facts import events as ev
from companion.games.tales.setup import draws
from companion.games.tales.state import State
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.fairness.log_check import Choices


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what chance gives for an event in the state before it, or that the table chose it; None for no draw."""
    match event:
        case ev.FirstRolled(by_hand=True) | ev.RowRolled(by_hand=True) | ev.DestinyRolled(by_hand=True):
            return Due(event, by_table=True)
        case ev.CityCardPlayed(by_hand=True):
            return Due(event, by_table=True)
        case ev.FirstRolled():
            return Due(draws.first(state))
        case ev.SkillsDrawn():
            return Due(draws.skills(state))
        case ev.RowRolled(seat):
            return Due(draws.row(state, seat))
        case ev.DestinyRolled(seat):
            return Due(draws.destiny(state, seat))
        case ev.CityCardPlayed(seat, card, stands=override):
            return Due(draws.city(state, seat, card, override=override))
    return None


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


def snippet(state: State) -> list[str]:
    """Write a Python program that prints what was drawn last: who starts, the skills, and the dice."""
    lines = preamble(state)
    if (number := last(state, "first")) is not None:
        lines.append(f'draw = chance("first/{number}"); roll = lambda: draw.randint(1, 6) + draw.randint(1, 6)')
        lines.append(f'print("first round", [roll() for _ in range({state.players})])')
    if (number := last(state, "skills")) is not None:
        lines.append(f"skills = {[*SKILLS]!a}")
        lines.append(f'draw = chance("skills/{number}")')
        lines.append(f"print([draw.sample(skills, {BASICS.skills}) for _ in range({state.players})])")
    dice = (("chart", "randint(1, 6)"), ("destiny", "choice((-1, 0, 1))"), ("city", "randint(1, 6)"))
    for element, drawn in dice:
        if (number := last(state, element)) is not None:
            lines.append(f'print("{element}", [chance(f"{element}/{{n}}").{drawn} for n in range({number + 1})])')
    return lines
