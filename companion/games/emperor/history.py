"""How life went: each change of a life total, by whom and why, and the curve that they make. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.emperor import events as ev
from companion.games.emperor.duel import LEAST_LIFE, MOST_LIFE, require_running
from companion.games.emperor.events import Event
from companion.games.emperor.facts import BASICS
from companion.games.emperor.state import State
from companion.table.log import Entry, Refusal

LONGEST_WHY = 40
"""How many characters a reason may have."""
MOST = 60
"""How many changes a curve shows at most, the latest ones."""


class Change(NamedTuple):
    """A change of a life total: by how much, to what, when, and if anybody says so whose doing it was and why."""

    change: int
    life: int
    at: float
    by: int | None = None
    why: str = ""


def history(moves: Iterable[Entry], seat: int, start: int = BASICS.life) -> list[Change]:
    """List the changes of a life total in the last duel of these moves, the latest first; it began with `start`."""
    changes: list[Change] = []
    for entry in moves:
        for event in entry.events:
            life = changes[0].life if changes else start
            match event:
                case ev.LifeCounted(changed, by) if changed == seat:
                    changes.insert(0, Change(by, life + by, entry.at))
                case ev.LifeSet(changed, new) if changed == seat:
                    changes.insert(0, Change(new - life, new, entry.at))
                case ev.LifeExplained(changed, _, by, why) if changed == seat and changes:
                    changes[0] = changes[0]._replace(by=by, why=why)
                case ev.DuelOpened():
                    changes = []
    return changes


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


class Curve(NamedTuple):
    """A life total over its changes: the points of its line, and the most and the least life."""

    line: list[tuple[float, float]]
    most: int
    least: int
    lives: list[int]


def curve(changes: Sequence[Change], *, width: int, height: int) -> Curve | None:
    """Draw life from left to right, the most at 0 and nothing, or less, at `height`; None for less than two changes."""
    if len(changes) < 2:
        return None
    shown = [*reversed(changes[:MOST])]
    lives = [shown[0].life - shown[0].change, *(one.life for one in shown)]
    most, least = max(lives), min(0, *lives)
    step, rise = width / (len(lives) - 1), height / max(most - least, 1)
    return Curve(
        [(round(n * step, 1), round((most - life) * rise, 1)) for n, life in enumerate(lives)], most, least, lives
    )
