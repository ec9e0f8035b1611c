"""What a game of Tales may show outside the house, and copies of it with the goals drawn anew. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games.tales.facts import events as ev
from companion.games.tales.state import State, evolve, total_of
from companion.games.tales.state.heroes import MOST_POINTS
from companion.kit.fairness import committed_random
from companion.table.log import Entry, Place, changed, effective, placed, rewritten

UNKNOWN = -1
OF_POINTS = (ev.Opened, ev.PlayerJoined, ev.PointsChanged)
"""The events on which hang the goals and the points of heroes."""


def hide(state: State, event: Any) -> Any:
    """Remove a goal, and the secret of the draws, until all is told."""
    if isinstance(event, ev.GoalChosen) and not state.told:
        return changed(event, destiny=UNKNOWN, story=UNKNOWN)
    return committed_random.hide(state, event)


def redraw(entries: Sequence[Entry], rng: Random) -> list[Entry]:
    """Draw the goals anew in a log that came without them; who has declared or won gets one that was met."""
    state, met = _met(effective(entries))
    drawn: dict[Place, Any] = {}
    for place, event in placed(entries):
        if isinstance(event, ev.GoalChosen):
            destiny, story = met.get(event.seat, (MOST_POINTS, MOST_POINTS))
            total = total_of(state, event.seat)
            chosen = rng.randint(max(0, total - story), min(total, destiny))  # ValueError if nothing was met
            drawn[place] = ev.GoalChosen(event.seat, chosen, total - chosen)
    return rewritten(entries, committed_random.bared(entries) | drawn, note=ev.DrawnAnew())


def _met(moves: Sequence[Entry]) -> tuple[State, dict[int, tuple[int, int]]]:
    """Find the fewest points with which each seat declared or won, and the last state, as far as it tells of points."""
    state, met = State(), dict[int, tuple[int, int]]()
    for _, event in placed(moves):
        for seat in _sure(event) if not state.on_paper else ():
            hero, before = state.heroes[seat], met.get(seat, (MOST_POINTS, MOST_POINTS))
            met[seat] = (min(hero.destiny, before[0]), min(hero.story, before[1]))
        state = evolve(state, event) if isinstance(event, OF_POINTS) else state
    return state, met


def _sure(event: Any) -> tuple[int, ...]:
    """List whose goal an event says is met."""
    match event:
        case ev.VictoryDeclared(seat):
            return (seat,)
        case ev.GameEnded(winners):
            return winners
    return ()
