"""Whom one can hit: attack, spells and effects from a territory, and in words why not. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from companion.games.emperor.state import State, from_emperor, living, ring_of, team_size
from companion.games.emperor.state.ring import Ring
from companion.kit.ring.creatures import Creature, Field
from companion.kit.ring.reach import can_attack, in_range
from companion.language.texts import Text

Kind = Literal["spells", "others"]


@dataclass(frozen=True)
class Answer:
    """What reaches one seat from a place in the ring, and why or why not."""

    seat: int
    distance: int
    attack: bool
    attack_why: Text
    spells: bool
    others: bool
    reach_why: Text


def reach_of(state: State, seat: int, kind: Kind) -> int:
    """Compute how far, in seats, a player's spells or all else reach (rules, Limiting Range; facts 2.5).

    By the later rules a General reaches as far as the nearest enemy, an Emperor as far as two of them.
    """
    reach = state.range.spells if kind == "spells" else state.range.others
    if reach:
        return reach
    size = team_size(state)
    place = state.order.index(seat) % size
    enemies = sorted((place + 1, place + 2, size - place, size - place + 1))
    return enemies[1 if from_emperor(state, seat) == 0 else 0]


def within(state: State, seat: int, kind: Kind, *, at: int | None = None) -> frozenset[int]:
    """Find the living seats that a player reaches from home, or with a creature from where it stands.

    Ranges change at once when a player is out; by the later rules only when a turn begins (facts 2.5).
    """
    reached = in_range(_measured(state), seat if at is None else at, reach_of(state, seat, kind))
    return reached & frozenset(living(state))


def affects(state: State, seat: int, target: int) -> bool:
    """Say whether any spell or ability of a player reaches a territory: from home, or from a noted creature's place.

    An ability counts from where its creature stands (rules, Limited Range of Effect).
    """
    places = {seat, *(one.at for one in state.creatures.values() if one.controller == seat)}
    kinds: tuple[Kind, ...] = ("spells", "others")
    return target in places or any(target in within(state, seat, kind, at=at) for at in places for kind in kinds)


def _measured(state: State) -> Ring[int]:
    """Choose the ring in which ranges are measured: by the later rules that of the turn's beginning (facts 2.5)."""
    if state.range.march:
        return ring_of(state)
    ring = ring_of(state, everybody=True)
    for gone in set(ring.seats) - set(state.ranged or living(state)):
        ring = ring.without(gone)
    return ring


def targets(state: State, controller: int, at: int) -> frozenset[int]:
    """Find the enemies that a player's creature may attack from where it stands.

    By the house rule `stolen_attacks` they include the one in whose territory it stands.
    """
    ring = ring_of(state)
    return can_attack(ring, at, ring.teams[controller], host="stolen_attacks" in state.rules_on)


def field_of(state: State) -> Field:
    """Describe the ring as the rules of creatures ask for it."""
    still = Text("Under the later rules creatures don't march: let an ally gain control instead.")
    return Field(
        ring_of(state),
        state.turn,
        state.creatures,
        state.noted,
        reach=lambda seat: reach_of(state, seat, "others"),
        affects=partial(affects, state),
        targets=partial(targets, state),
        still=None if state.range.march else still,
        doubled="march_step" in state.rules_on,
    )


def from_seat(state: State, seat: int) -> tuple[Answer, ...]:
    """Answer for every other living seat what a player's creatures at home, spells and effects reach."""
    return _answers(state, seat, seat)


def from_creature(state: State, one: Creature) -> tuple[Answer, ...]:
    """Answer for every living seat what a creature reaches from where it stands (rules, Limited Range of Effect)."""
    return _answers(state, one.controller, one.at)


def _answers(state: State, controller: int, at: int) -> tuple[Answer, ...]:
    ring = ring_of(state)
    attacked = targets(state, controller, at)
    spells, others = (within(state, controller, kind, at=at) | ({at} - {controller}) for kind in ("spells", "others"))
    team = ring.teams[controller]
    clockwise = ring.seats[ring.seats.index(at) :] + ring.seats[: ring.seats.index(at)]
    return tuple(
        Answer(
            seat,
            ring.distance(at, seat),
            seat in attacked,
            Text("its controller")
            if seat == controller
            else _attack_why(ring.distance(at, seat), ally=ring.teams[seat] == team, may=seat in attacked),
            seat in spells,
            seat in others,
            _reach_why(state, controller, _measured(state).distance(at, seat)),
        )
        for seat in clockwise
        if seat != controller or seat != at
    )


def _attack_why(distance: int, *, ally: bool, may: bool) -> Text:
    if ally:
        return Text("an ally")
    if distance == 1:
        return Text("an enemy right beside it")
    if distance == 0 and may:
        return Text("an enemy whose territory it is in")
    if distance == 0:
        return Text("it's at that seat and attacks only the ones next to it")
    return Text("%(distance)s seats away; creatures can only attack the seats next to them", distance=distance)


def _reach_why(state: State, controller: int, distance: int) -> Text:
    spells, others = reach_of(state, controller, "spells"), reach_of(state, controller, "others")
    if spells == others:
        return Text("distance %(distance)s, reach %(reach)s", distance=distance, reach=others)
    return Text(
        "distance %(distance)s, spells reach %(spells)s, everything else %(others)s",
        distance=distance,
        spells=spells,
        others=others,
    )
