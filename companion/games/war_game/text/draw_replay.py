"""Work out each draw of a war again from the secret and the words, and write a program for it. Pure."""

from __future__ import annotations

from companion.games.war_game.facts import BASICS, LANDS, events as ev
from companion.games.war_game.facts.board import LANDS_AT
from companion.games.war_game.setup import draws
from companion.games.war_game.state.model import State
from companion.kit.fairness.committed_random import Due, last, preamble


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what chance gives for an event in the state before it, or that the table chose it; None for no draw."""
    match event:
        case ev.FirstRolled(by_hand=True) | ev.SupplyGained(by_hand=True) | ev.TerrainSet():
            return Due(event, by_table=True)
        case ev.TerrainsDealt(place=place):
            return Due(draws.lands(state, place=place))
        case ev.FirstRolled():
            return Due(draws.first(state))
        case ev.SupplyGained(seat, mana=mana):
            return Due(draws.supply(state, seat, mana))
    return None


def snippet(state: State) -> list[str]:
    """Write a Python program that prints what was drawn last: the lands, who goes first, and the supply dice."""
    lines = preamble(state)
    if (number := last(state, "lands")) is not None and state.shuffled:
        lines.append(f"lands = [land for land in {[*LANDS]!a} for _ in range({BASICS.each})]")
        lines.append(f'chance("lands/{number}").shuffle(lands); print(dict(zip({[*LANDS_AT]!a}, lands)))')
    if (number := last(state, "first")) is not None:
        lines.append(f'draw = chance("first/{number}")')
        lines.append(f'print("first round", [draw.randint(1, {BASICS.die}) for _ in range({state.players})])')
    if (number := last(state, "supply")) is not None:
        dice = f'chance(f"supply/{{n}}").randint(1, {BASICS.die}) for n in range({number + 1})'
        lines.append(f'print("supply", [{dice}])')
    return lines
