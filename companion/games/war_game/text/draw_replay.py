"""Work out each draw of a war again from the secret and the words, and write a program for it. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.war_game.facts import BASICS, LANDS
from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.board import LANDS_AT
from companion.games.war_game.setup import draws
from companion.games.war_game.state.model import State
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.fairness.log_check import Choices


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


def _supply(events: Any) -> dict[str, Any]:
    """Read which creatures were tapped for mana, and what the table rolled."""
    rolled = next(event for event in events if isinstance(event, ev.SupplyGained))
    tapped = [event.creature for event in events if isinstance(event, ev.CreatureTapped)]
    return {"creatures": tapped, "die": rolled.die if rolled.by_hand else None, "more": rolled.mana - len(tapped)}


def _march(events: Any) -> dict[str, Any]:
    marched = [event for event in events if isinstance(event, ev.CreatureMarched)]
    return {"creatures": [event.creature for event in marched], "to": marched[-1].path[-1]}


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
