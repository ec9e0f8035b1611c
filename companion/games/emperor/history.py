"""How life went in the last duel, and whose doing it was. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.emperor import events as ev
from companion.games.emperor.duel import LEAST_LIFE, MOST_LIFE, require_running
from companion.games.emperor.events import Event
from companion.games.emperor.facts import BASICS
from companion.games.emperor.state import State
from companion.kit import history as lives
from companion.kit.history import MOST, Change, curve
from companion.table.log import Entry, Refusal

__all__ = ["LONGEST_WHY", "MOST", "Change", "curve", "explain", "history"]

LONGEST_WHY = 40
"""How many characters a reason may have."""


def history(moves: Iterable[Entry], seat: int, start: int = BASICS.life) -> list[Change]:
    """List the changes of a life total in the last duel of these moves, the latest first; it began with `start`."""
    return lives.history(moves, seat, life=start, anew=(ev.DuelOpened,))


def explain(state: State, *, seat: int, change: int, by: int | None = None, why: str = "") -> list[Event]:
    """Say whose doing the last `change` of a player's life was, and why."""
    require_running(state)
    if seat not in state.order or (by is not None and by not in state.order):
        raise Refusal("Choose one of the players.").about("by")
    if by is None and not why:
        raise Refusal("Say by whom it was, or why.").about("why")
    if len(why) > LONGEST_WHY:
        raise Refusal("A reason has at most %(most)s characters.", most=LONGEST_WHY).about("why")
    if not LEAST_LIFE - MOST_LIFE <= change <= MOST_LIFE - LEAST_LIFE:
        raise Refusal("Life totals here go from %(least)s to %(most)s.", least=LEAST_LIFE, most=MOST_LIFE)
    return [ev.LifeExplained(seat, change, by, why)]
