"""How life went: each change of a life total, by whom and why, and the curve that they make. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.table.log import Entry

MOST = 60
"""How many changes a curve shows at most, the latest ones."""


@dataclass(frozen=True)
class LifeCounted:
    seat: int
    by: int


@dataclass(frozen=True)
class LifeSet:
    seat: int
    life: int


@dataclass(frozen=True)
class LifeExplained:
    """A player says whose doing the last `change` of a life total was, or why it came."""

    seat: int
    change: int
    by: int | None
    why: str


class Change(NamedTuple):
    """A change of a life total: by how much, to what, when, and if anybody says so whose doing it was and why."""

    change: int
    life: int
    at: float
    by: int | None = None
    why: str = ""


def history(moves: Iterable[Entry], seat: int, *, life: int, anew: tuple[type, ...] = ()) -> list[Change]:
    """List the changes of a player's life since it was `life`, the latest first; events of `anew` begin it anew."""
    begun, changes = life, list[Change]()
    for entry in moves:
        for event in entry.events:
            life = changes[0].life if changes else begun
            match event:
                case LifeCounted(changed, by) if changed == seat:
                    changes.insert(0, Change(by, life + by, entry.at))
                case LifeSet(changed, new) if changed == seat:
                    changes.insert(0, Change(new - life, new, entry.at))
                case LifeExplained(changed, _, by, why) if changed == seat and changes:
                    changes[0] = changes[0]._replace(by=by, why=why)
                case _ if isinstance(event, anew):
                    changes = []
    return changes


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
