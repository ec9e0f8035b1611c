"""What people count in the middle of a ring, and how life went: by how much, by whom and why, as a curve. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.table.log import Entry, Refusal
from companion.text import Text

LEAST_LIFE, MOST_LIFE = -999, 99_999
MOST_COUNTED = 999
POISONED = 10
"""How many poison counters ask whether a player is out."""
COUNTERS: Mapping[str, Text] = {
    "life": Text("Life"),
    "poison": Text("Poison"),
    "energy": Text("Energy"),
    "storm": Text("Storm"),
    "own": Text("Other"),
}
"""What people count, besides life without any effect on the rules."""
LONGEST_WHY = 40
"""How many characters a reason may have."""
RECENT = 300
"""For how many seconds a page asks by whom a life total has changed."""
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


def explained(
    players: Container[int], *, seat: int, change: int, by: int | None = None, why: str = ""
) -> list[LifeExplained]:
    """Say whose doing, of the `players`, the last `change` of a player's life was, and why."""
    if seat not in players or (by is not None and by not in players):
        raise Refusal("Choose one of the players.").about("by")
    if by is None and not why:
        raise Refusal("Say by whom it was, or why.").about("why")
    if len(why) > LONGEST_WHY:
        raise Refusal("A reason has at most %(most)s characters.", most=LONGEST_WHY).about("why")
    if not LEAST_LIFE - MOST_LIFE <= change <= MOST_LIFE - LEAST_LIFE:
        raise Refusal("Life totals here go from %(least)s to %(most)s.", least=LEAST_LIFE, most=MOST_LIFE)
    return [LifeExplained(seat, change, by, why)]


def unexplained(changes: Sequence[Change], now: float) -> Change | None:
    """Find the last change of a life total, lately made, if nobody has said yet by whom it was, or why."""
    last = changes[0] if changes else None
    return last if last and last.by is None and not last.why and now - last.at < RECENT else None


def tell(event: LifeExplained, names: Sequence[str]) -> Text:
    """Say whose doing a change was in a sentence."""
    name, change, why = names[event.seat], f"{event.change:+d}", event.why
    if event.by is None:
        return Text("%(name)s %(change)s: %(why)s.", name=name, change=change, why=why)
    if not why:
        return Text("%(name)s %(change)s, by %(by)s.", name=name, change=change, by=names[event.by])
    return Text("%(name)s %(change)s, by %(by)s: %(why)s.", name=name, change=change, by=names[event.by], why=why)


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
