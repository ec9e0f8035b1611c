"""How life went in the last duel, and whose doing it was. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.emperor.facts import BASICS, events as ev
from companion.games.emperor.play.duel import require_running
from companion.games.emperor.state import State
from companion.kit.ring import counters as lives
from companion.kit.ring.counters import LONGEST_WHY, MOST, Change, LifeExplained, curve
from companion.table.log import Entry

__all__ = ["LONGEST_WHY", "MOST", "Change", "curve", "explain", "history"]


def history(moves: Iterable[Entry], seat: int, start: int = BASICS.life) -> list[Change]:
    """List the changes of a life total in the last duel of these moves, the latest first; it began with `start`."""
    return lives.history(moves, seat, life=start, anew=(ev.DuelOpened,))


def explain(state: State, *, seat: int, change: int, by: int | None = None, why: str = "") -> list[LifeExplained]:
    """Say whose doing the last `change` of a player's life was, and why."""
    require_running(state)
    return lives.explained(state.order, seat=seat, change=change, by=by, why=why)
