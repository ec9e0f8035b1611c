"""What people count in the middle of a ring, and how life went: by how much, by whom and why, as a curve. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.language.texts import Text, with_sign
from companion.table.log import Entry, Refusal, changed

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


@dataclass(frozen=True)
class Counted:
    seat: int
    counter: str  # one of COUNTERS
    by: int
    name: str = ""  # what the players call it


Event = LifeCounted | Counted | LifeExplained
"""What is counted in every game in a ring; logs of old may set a life, too."""


class Change(NamedTuple):
    """A change of a life total: by how much, to what, when, and if anybody says so whose doing it was and why."""

    change: int
    life: int
    at: float
    by: int | None = None
    why: str = ""


class Lives(Protocol):
    """What a game's state knows of life and of what else is counted, by seat."""

    @property
    def lives(self) -> tuple[int, ...]: ...

    @property
    def counts(self) -> Mapping[int, Mapping[str, int]]: ...

    @property
    def own_counter(self) -> str: ...

    @property
    def rules_on(self) -> Container[str]: ...


def count(
    state: Lives, *, seat: int, by: int | None, value: int | None, counter: str
) -> list[LifeCounted] | list[Counted]:
    """Count a player's life or another counter up or down, or to a value; every tap counts, whoever else taps.

    Only life goes below nothing.
    """
    if by is None and value is None:
        raise Refusal("Enter a number first.").about("value")
    now = counted(state, seat, counter)
    then = now + by if by is not None else value or 0
    if counter == "life":
        if not LEAST_LIFE <= then <= MOST_LIFE:
            bounds = Refusal("Life totals here go from %(least)s to %(most)s.", least=LEAST_LIFE, most=MOST_LIFE)
            raise bounds.about("value")
        return [LifeCounted(seat, then - now)] if then != now else []
    then = then if by is None else max(0, then)
    if not 0 <= then <= MOST_COUNTED:
        raise Refusal("Counters here go from 0 to %(most)s.", most=MOST_COUNTED).about("value")
    return [Counted(seat, counter, then - now, state.own_counter if counter == "own" else "")] if then != now else []


def counted(state: Lives, seat: int, counter: str) -> int:
    """Get a player's life, or how many counters of a kind the player has."""
    return state.lives[seat] if counter == "life" else state.counts.get(seat, {}).get(counter, 0)


def dying(state: Lives, living: Iterable[int]) -> list[int]:
    """List the living with no life left, or with ten poison counters: the table is asked whether they are out.

    By the house rule `poison` those put nobody out.
    """
    most = MOST_COUNTED + 1 if "poison" in state.rules_on else POISONED
    return [seat for seat in living if state.lives[seat] <= 0 or counted(state, seat, "poison") >= most]


def counting(counts: Mapping[int, Mapping[str, int]], event: Counted) -> dict[int, Mapping[str, int]]:
    """Apply what was counted."""
    has = counts.get(event.seat, {})
    return {**counts, event.seat: {**has, event.counter: has.get(event.counter, 0) + event.by}}


AnyState = TypeVar("AnyState", bound=Lives)


def evolve(state: AnyState, event: Event) -> AnyState:
    """Apply what was counted; whose doing it was changes nothing."""
    match event:
        case LifeCounted(seat, by):
            return changed(state, lives=tuple(life + by * (one == seat) for one, life in enumerate(state.lives)))
        case Counted():
            return changed(state, counts=counting(state.counts, event))
        case LifeExplained():
            return state


def join(one: Any, later: Any) -> Any:
    """Make one event of two that count the same thing; None for any others."""
    match one, later:
        case LifeCounted(seat, by), LifeCounted(other, more) if seat == other:
            return LifeCounted(seat, by + more)
        case Counted(), Counted() if replace(one, by=0) == replace(later, by=0):
            return replace(one, by=one.by + later.by)
    return None


def history(moves: Iterable[Entry], seat: int, *, life: int, anew: tuple[type, ...] = ()) -> list[Change]:
    """List the changes of a player's life since it was `life`, the latest first; events of `anew` begin it anew.

    Quick taps that come to nothing are none.
    """
    begun, changes = life, list[Change]()
    for entry in moves:
        for event in entry.events:
            life = changes[0].life if changes else begun
            match event:
                case LifeCounted(changed, by) if changed == seat and by:
                    changes.insert(0, Change(by, life + by, entry.at))
                case LifeSet(changed, new) if changed == seat:
                    changes.insert(0, Change(new - life, new, entry.at))
                case LifeExplained(changed, change, by, why) if changed == seat:
                    if (meant := _meant(changes, change)) is not None:
                        changes[meant] = changes[meant]._replace(by=by, why=why)
                case _ if isinstance(event, anew):
                    changes = []
    return changes


def _meant(changes: Sequence[Change], change: int) -> int | None:
    """Find which change is explained: the last one of so much that nobody has explained yet, or the last one.

    While somebody types, life may be counted on, or another phone say whose doing it was. What was taken back is gone.
    Only the latest are looked at: a file with 10,000 changes, and as many explanations that fit none, took 3 s a page.
    """
    latest = enumerate(changes[:MOST])
    fits = (place for place, one in latest if one.change == change and one.by is None and not one.why)
    return next(fits, 0 if changes and _may_be(changes[0], change) else None)


def _may_be(last: Change, change: int) -> bool:
    """Say whether the last change is one of as much, or one that was counted on and that nobody has explained."""
    counted_on = last.change * change > 0 and abs(last.change) > abs(change)
    return last.change == change or (counted_on and last.by is None and not last.why)


def explained(
    players: Container[int], *, seat: int, change: int, by: int | None = None, why: str = ""
) -> list[LifeExplained]:
    """Say whose doing, of the `players`, the last `change` of a player's life was, and why."""
    if seat not in players or (by is not None and by not in players):
        raise Refusal("Choose one of the players.").about("by")
    if by is None and not why:
        raise Refusal("Say who did it, or why.").about("why")
    if len(why) > LONGEST_WHY:
        raise Refusal("A reason can have at most %(most)s characters.", most=LONGEST_WHY).about("why")
    if not LEAST_LIFE - MOST_LIFE <= change <= MOST_LIFE - LEAST_LIFE:
        raise Refusal("Life totals here go from %(least)s to %(most)s.", least=LEAST_LIFE, most=MOST_LIFE)
    return [LifeExplained(seat, change, by, why)]


def unexplained(changes: Sequence[Change], now: float) -> Change | None:
    """Find the last change of a life total, lately made, if nobody has said yet by whom it was, or why."""
    last = changes[0] if changes else None
    return last if last and last.by is None and not last.why and now - last.at < RECENT else None


def outcome(event: Event) -> str:
    """Name the element of a page that shows what was counted."""
    return f"history-{event.seat}" if isinstance(event, LifeExplained) else f"life-{event.seat}"


def tell(event: Event | LifeSet, names: Sequence[str]) -> Text:
    """Say what was counted, or whose doing it was, in a sentence."""
    player = names[event.seat]
    match event:
        case LifeCounted(_, by):
            return Text("%(name)s, life: %(change)s.", name=player, change=with_sign(by))
        case LifeSet(_, life):
            return Text("%(name)s, life: %(change)s.", name=player, change=life)
        case Counted(_, counter, by, name):
            called = Text("%(name)s", name=name) if name else COUNTERS.get(counter, COUNTERS["own"])
            return Text("%(name)s, %(counter)s: %(change)s.", name=player, counter=called, change=with_sign(by))
        case LifeExplained(_, change, by, why):
            return _explained(player, with_sign(change), None if by is None else names[by], why)


def _explained(name: str, change: str, by: str | None, why: str) -> Text:
    if by is None:
        return Text("%(name)s %(change)s: %(why)s.", name=name, change=change, why=why)
    if not why:
        return Text("%(name)s %(change)s, by %(by)s.", name=name, change=change, by=by)
    return Text("%(name)s %(change)s, by %(by)s: %(why)s.", name=name, change=change, by=by, why=why)


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
