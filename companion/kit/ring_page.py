"""What the pages of a ring share: what a phone asks for, the picture, the number in its middle, and who counts it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from flask import request

from companion.kit.creatures import Creature, Field, March, blockers, called, tokens
from companion.kit.forms import LifeForm, WhyForm
from companion.kit.life import COUNTERS, Change, counted, curve, dying, unexplained
from companion.kit.marching import asked_march
from companion.kit.ring import Ring, Spot, spots
from companion.kit.taps import Place, Tap
from companion.kit.tools import named
from companion.table.log import Table
from companion.table.play import Move
from companion.table.screen import Screen
from companion.text import Text


@dataclass(frozen=True)
class Asked:
    """What a phone asks a ring's page for.

    Whose number is in the middle, and what it counts; a creature away from home; where creatures of the player whose
    turn it is can go from `home`, and the march that is prepared; and the form that is open.
    """

    seat: int
    counter: str
    one: Creature | None
    home: Sequence[int]
    going: March | None
    doing: str


def asked(screen: Screen, field: Field, home: Sequence[int], everybody: Sequence[int]) -> Asked:
    """Read what a phone asks for: without a wish its own player, or the one whose turn it is.

    `everybody` sits at the table, whoever is out; nobody goes from `home` unless the game goes on.
    """
    wished, counter = request.args.get("seat", type=int), request.args.get("counter", "life")
    living, one = field.ring.seats, field.creatures.get(request.args.get("creature", 0, type=int))
    seats = (
        one for one in (screen.me.seat, field.turn, *everybody) if one is not None and one in (living or everybody)
    )
    return Asked(
        next(seats) if wished is None or wished not in everybody else wished,
        counter if counter in COUNTERS else "life",
        one,
        home,
        asked_march(field, one, home) if screen.me.plays else None,
        request.args.get("doing", ""),
    )


def is_gone(screen: Screen, asked: Asked) -> bool:
    """Say whether a phone asks for a creature, or for those who may march together, that are no longer there."""
    if "creature" in request.args:
        return asked.one is None
    return "of" in request.args and screen.me.plays and asked.going is None


def picture(
    screen: Screen,
    ring: Ring[int],
    *,
    text: Callable[[int], str],
    icon: Callable[[int], str],
    role: Callable[[int], Text | None],
    turn: int | None,
    marks: Mapping[int, str],
) -> list[Spot]:
    """Place those who still play on the ring, this phone's own seat at the bottom; `marks` are CSS classes by seat."""
    creatures, in_teams = screen.table.state.creatures, len({*ring.teams.values()}) < len(ring.teams)

    def spot(seat: int, x: int, y: int, mates: int) -> Spot:
        marked = f"{marks.get(seat, '')}{' turn' if seat == turn else ''}".strip()
        there, team = tokens(creatures, ring.seats, seat), cast("int", ring.teams[seat])
        named = Text("Team %(number)s", number=team + 1) if in_teams else None
        what = tuple(one for one in (role(seat), named) if one)
        return Spot(seat, x, y, text(seat), icon(seat), mates, team, marked, what, there)

    return [spot(*place) for place in spots(ring, screen.me.seat)]


def middle(screen: Screen, asked: Asked, ring: Sequence[Spot], history: Sequence[Change]) -> dict[str, Any]:
    """Prepare the ring, the number in its middle and what lies beside it for a template."""
    state, seat = screen.table.state, asked.seat
    return {
        "spots": ring,
        "seat": seat,
        "one": asked.one,
        "going": asked.going,
        "goes": asked.home,
        "counting": asked.counter,
        "doing": asked.doing,
        "low": dying(state, [spot.seat for spot in ring]),
        "counters": named(state, COUNTERS),
        "counted": lambda counter: counted(state, seat, counter),
        "history": history,
        "curve": curve(history, width=300, height=80),
        "unexplained": unexplained(history, time.time()),
        "called": called,
        "blockers": blockers(state.creatures, seat),
    }


def life_taps(change_life: Move, explain: Move, page: str) -> tuple[Tap, ...]:
    """List the moves that count life, and say whose doing it was; `page` shows the player."""

    def at_seat(_: Table, form: LifeForm) -> Place:
        counter = {"counter": form.counter.data} if form.counter.data != "life" else {}
        return page, {"seat": form.seat.data} | counter

    return (
        Tap("change_life", change_life, LifeForm, at_seat, path="life"),
        Tap("explain", explain, WhyForm, lambda _, form: (page, {"seat": form.seat.data, "doing": "life"}), path="why"),
    )
