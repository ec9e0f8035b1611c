"""The life of the players in a war, and what else people count: poison, energy and the like. Pure."""

from __future__ import annotations

from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.turn import require_running
from companion.games.efreet_war.state.model import State, living, order
from companion.kit.ring import counters
from companion.kit.ring.counters import LifeExplained
from companion.table.log import Refusal


def change_life(
    state: State, *, seat: int, by: int | None = None, value: int | None = None, counter: str = "life"
) -> list[Event]:
    """Count a player's life or another counter up or down, or set it to a value."""
    require_running(state)
    if seat not in living(state):
        raise Refusal("This player is already out.")
    return [*counters.count(state, seat=seat, by=by, value=value, counter=counter)]


def explain(state: State, *, seat: int, change: int, by: int | None = None, why: str = "") -> list[LifeExplained]:
    """Say whose doing the last `change` of a player's life was, and why."""
    require_running(state)
    return counters.explained(order(state), seat=seat, change=change, by=by, why=why)
