"""The life of the players in a war, and what else people count: poison, energy and the like. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.games.efreet_war import events as ev
from companion.games.efreet_war.events import Event
from companion.games.efreet_war.rules import require_running
from companion.games.efreet_war.state import State, living, order
from companion.kit import life as kit
from companion.kit.life import COUNTERS as COUNTERS
from companion.kit.life import LEAST_LIFE, MOST_COUNTED, MOST_LIFE, POISONED, LifeExplained
from companion.table.log import Refusal


def change_life(state: State, *, seat: int, by: int | None, value: int | None, counter: str = "life") -> list[Event]:
    """Count a player's life or another counter up or down, or set it to a value; every tap counts, whoever else taps.

    Only life goes below nothing.
    """
    require_running(state)
    if seat not in living(state):
        raise Refusal("This player is out already.")
    if by is None and value is None:
        raise Refusal("Enter a number first.").about("value")
    now = counted(state, seat, counter)
    then = now + by if by is not None else value or 0
    if counter != "life":
        name = state.own_counter if counter == "own" else ""
        return _count(ev.Counted(seat, counter, (then if by is None else max(0, then)) - now, name), now)
    if not LEAST_LIFE <= then <= MOST_LIFE:
        raise Refusal("Life totals here go from %(least)s to %(most)s.", least=LEAST_LIFE, most=MOST_LIFE).about(
            "value"
        )
    return [ev.LifeCounted(seat, then - now)] if then != now else []


def _count(event: ev.Counted, now: int) -> list[Event]:
    if not 0 <= now + event.by <= MOST_COUNTED:
        raise Refusal("Counters here go from 0 to %(most)s.", most=MOST_COUNTED).about("value")
    return [event] if event.by else []


def counted(state: State, seat: int, counter: str) -> int:
    """Get a player's life, or how many counters of a kind the player has."""
    return state.lives[seat] if counter == "life" else state.counts.get(seat, {}).get(counter, 0)


def explain(state: State, *, seat: int, change: int, by: int | None = None, why: str = "") -> list[LifeExplained]:
    """Say whose doing the last `change` of a player's life was, and why."""
    require_running(state)
    return kit.explained(order(state), seat=seat, change=change, by=by, why=why)


def dying(state: State) -> list[int]:
    """List the living with no life left, or with ten poison counters: the table is asked whether they are out."""
    return [seat for seat in living(state) if state.lives[seat] <= 0 or counted(state, seat, "poison") >= POISONED]


def join(one: Event, later: Event) -> Event | None:
    """Make one event of two that count the same thing."""
    match one, later:
        case ev.LifeCounted(seat, by), ev.LifeCounted(other, more) if seat == other:
            return ev.LifeCounted(seat, by + more)
        case ev.Counted(), ev.Counted() if replace(one, by=0) == replace(later, by=0):
            return replace(one, by=one.by + later.by)
    return None
