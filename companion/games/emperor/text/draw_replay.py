"""Work out each draw of a duel again from the secret and the words, and write a program for it. Pure."""

from __future__ import annotations

from companion.games.emperor.facts import events as ev
from companion.games.emperor.setup import draws
from companion.games.emperor.state import State
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.ring.dice_and_timer import Rolled


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what chance gives for an event in the state before it, or that the table chose it; None for no draw."""
    match event:
        case ev.Seated(_, True):
            return Due(draws.seats(state))
        case ev.FirstChosen(_, True):
            return Due(draws.first(state))
        case ev.AnteDivided():
            return Due(draws.ante(state))
        case Rolled(what):
            return Due(draws.roll(state, what))
        case ev.Seated() | ev.FirstChosen() | ev.DuelOpened():
            return Due(event, by_table=True)
    return None


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
