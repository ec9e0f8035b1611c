"""Work out each draw of a game of Tales again from the secret and the words, and write a program for it. Pure."""

from __future__ import annotations

from companion.games.tales.facts import BASICS, SKILLS, events as ev
from companion.games.tales.setup import draws
from companion.games.tales.state import State
from companion.kit.fairness.committed_random import Due, last, preamble


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
        case ev.RowRolled(seat, chart=chart):
            return Due(draws.row(state, seat, chart=chart))
        case ev.DestinyRolled(seat):
            return Due(draws.destiny(state, seat))
        case ev.CityCardPlayed(seat, card, stands=override):
            return Due(draws.city(state, seat, card, override=override))
    return None


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
