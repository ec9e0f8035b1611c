"""What a player holds once what was told of it is counted. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.djinn.facts import BOSS, COLOURS, START, events as ev
from companion.games.djinn.facts.gains import BOSS_BOTTLED, BOTTLED_LATER, BOTTLED_NOW, CIRCLED_NOW, FREED
from companion.games.djinn.play.calculator import stored
from companion.games.djinn.play.gains import BONUS, SUPPLY_BOSS_PRICE, base, has_placed_all, left_of, total
from companion.games.djinn.setup import draft
from companion.games.djinn.state.model import State


def held_after(state: State, seat: int, held: Mapping[str, int], events: Sequence[Any]) -> dict[str, int]:
    """Count what a seat holds after `events`: of what stands in `held`, with Magic Power within its limits then."""
    now, markers = dict(held), _before(state, seat, events)
    for event in events:
        match event:
            case ev.ActionTaken(of, _, _, gains) if of == seat:
                markers.update({name: markers[name] + gains.get(name, 0) for name in markers})
                for name, by in gains.items():
                    if name in now:
                        now[name] = max(0, now[name] + by)
                now["circles"] += gains.get(FREED, 0)
            case ev.PassagePlaced(of) if of == seat and has_placed_all(state, seat):
                is_last = event is _last_passage(events, seat)
                now["magic"], markers["base"] = now["magic"] + BONUS["magic"] * is_last, markers["base"] + is_last
            case ev.ExtraCaught(of, colour) if of == seat and "bag_djinn_place" not in state.rules_on:
                now = _with_place(now, colour)
            case ev.NoneCaught(of) if of == seat:
                now["magic"] = max(0, now["magic"] - 1)
            case ev.SupplyBossCaught(of) if of == seat:
                now["magic"] = max(0, now["magic"] - SUPPLY_BOSS_PRICE)
                now = now if "source_boss" in state.rules_on else _with_place(now, BOSS)
            case ev.TurnEnded(of) if (of + 1) % state.players == seat:
                now["magic"] = max(now["magic"], markers["base"])
        now["magic"] = min(now["magic"], max(left_of(markers["capacity"]), held["magic"]))
    return now


def _before(state: State, seat: int, events: Sequence[Any]) -> dict[str, int]:
    """Count by how much a seat's Capacity and Base Markers had moved before `events`."""
    then = {"capacity": total(state, seat, "capacity"), "base": base(state, seat)}
    for event in events:
        if isinstance(event, ev.ActionTaken) and event.seat == seat:
            then = {name: count - event.gains.get(name, 0) for name, count in then.items()}
    placed = any(isinstance(event, ev.PassagePlaced) and event.seat == seat for event in events)
    return then | {"base": then["base"] - (placed and has_placed_all(state, seat))}


def _with_place(held: Mapping[str, int], djinn: str) -> dict[str, int]:
    """Count what is left of `held` once a Djinn has its place: its Bottle with a Cork, else a Spell Circle."""
    bottles = {colour: held.get(f"bottle_{colour}", 0) for colour in COLOURS}
    circles, left, corks = stored([djinn], circles=held["circles"], bottles=bottles, corks=held["corks"])
    return {**held, "circles": circles, "corks": corks, **{f"bottle_{colour}": count for colour, count in left.items()}}


def _last_passage(events: Sequence[Any], seat: int) -> ev.PassagePlaced:
    return [one for one in events if isinstance(one, ev.PassagePlaced) and one.seat == seat][-1]


def to_bottle(state: State, seat: int) -> dict[str, list[str]]:
    """List which Bottles take what a seat caught, Djinn and Bosses: a Boss goes into any (rulebook, Boss Djinn)."""
    caught = {*state.caught[seat]}
    return {
        BOTTLED_LATER: [one for one in COLOURS if one in caught],
        BOSS_BOTTLED: [*COLOURS] if BOSS in caught else [],
    }


def kept_in(
    state: State, seat: int, held: Mapping[str, int], events: Sequence[Any], *, colour: str = ""
) -> dict[str, int]:
    """Count the Djinn of a seat that fit a Bottle of a `colour` and are in Spell Circles, and those in such Bottles.

    `held` are the empty Bottles, `events` all of the game. Empty if there were other Bottles than somebody told of.
    """
    filled = _filled(seat, held, events)
    caught, taken = Counter(state.caught[seat]), [one for one in state.taken if one.seat == seat]
    if min(filled.values()) < 0 or not all(one.djinn for one in taken):
        return {}
    given = Counter(next((djinn for djinn in one.djinn if djinn != BOSS), "") for one in taken)
    in_bottles = {id: filled[id] - len(taken[0].djinn) * given[id] for id in COLOURS} if taken else filled
    bosses = caught[BOSS] - sum(max(0, filled[id] - caught[id]) for id in COLOURS)
    fitting = max(0, caught[colour] - filled[colour]) if colour else sum(caught.values())
    return {
        CIRCLED_NOW: fitting + max(0, bosses),
        BOTTLED_NOW: in_bottles[colour] if colour else max(in_bottles.values()),
    }


def circled(state: State, seat: int, held: Mapping[str, int], events: Sequence[Any]) -> int | None:
    """Count the Djinn of a seat in Spell Circles, by the free circles and the empty Bottles in `held`.

    `events` are all of the game. None if circles and Bottles do not hold as many as were caught: then not all of what
    somebody did was told.
    """
    covered = draft.start_sheet(state, seat).circles_covered
    inside = START.active_circles - covered + total(state, seat, "circles") - held["circles"]
    in_bottles = sum(_filled(seat, held, events).values())
    return inside if inside >= 0 and inside + in_bottles == len(state.caught[seat]) else None


def _filled(seat: int, held: Mapping[str, int], events: Sequence[Any]) -> dict[str, int]:
    """Count the Bottles that a seat has filled, by colour: those told of that it no longer holds empty."""
    got = Counter[str]()
    for event in events:
        if isinstance(event, ev.ActionTaken) and event.seat == seat:
            got.update({id: by for id in COLOURS if (by := event.gains.get(f"bottle_{id}", 0)) > 0})
    return {id: got[id] - held[f"bottle_{id}"] for id in COLOURS}
