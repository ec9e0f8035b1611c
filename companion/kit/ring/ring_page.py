"""What the pages of a ring share: what a phone asks for, the picture, the number in its middle, and who counts it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, cast

from flask import request

from companion.kit.creatures.printed import offered
from companion.kit.forms import BoardForm, CounterForm, ForceForm, LifeForm, MarchForm, StealForm, TogetherForm, WhyForm
from companion.kit.moves import May, Move, Place
from companion.kit.ring.circle import Ring, Spot, spots
from companion.kit.ring.counters import COUNTERS, Change, counted, curve, dying, unexplained
from companion.kit.ring.creatures import Creature, Field, March, blockers, called, tokens
from companion.kit.ring.dice_and_timer import named
from companion.kit.ring.marching import asked_march
from companion.kit.ring.ring_drawing import drawing
from companion.language.texts import Text
from companion.table.forms import MoveForm
from companion.table.log import Table
from companion.table.play import MoveFunction
from companion.table.screen import Screen
from companion.table.seating.boards import COUNT, laid
from companion.web import address
from companion.web.forms import shown

LONG = 999
"""The largest number that is shown in large digits."""


@dataclass(frozen=True)
class Asked:
    """What a phone asks a ring's page for.

    Whose number is in the middle, and what it counts; who lives; a creature away from home; where creatures of the
    player whose turn it is can go from `home`, and the march that is prepared; and the form that is open.
    """

    seat: int
    counter: str
    living: Sequence[int]
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
        living,
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
    state, in_teams = screen.table.state, len({*ring.teams.values()}) < len(ring.teams)

    def spot(seat: int, x: int, y: int, mates: int) -> Spot:
        marked = f"{marks.get(seat, '')}{' turn' if seat == turn else ''}".strip()
        there, team = tokens(state.creatures, ring.seats, seat), cast("int", ring.teams[seat])
        named = Text("Team %(number)s", number=team + 1) if in_teams else None
        what = tuple(one for one in (role(seat), named) if one)
        poison = counted(state, seat, "poison")
        return Spot(seat, x, y, text(seat), icon(seat), mates, team, marked, what, there, poison)

    return [spot(*place) for place in spots(ring, screen.me.seat)]


def middle(
    screen: Screen,
    asked: Asked,
    ring: Sequence[Spot],
    history: Sequence[Change],
    *,
    marching: str,
    likely: ModuleType,
) -> dict[str, Any]:
    """Prepare the ring, the number in its middle and what lies beside it for a template.

    `marching` is the move that a march would be; `likely` says of a game what the forms offer first.
    """
    state, seat = screen.table.state, asked.seat
    changed = unexplained(history, time.time())
    return {
        "marching": marching,
        "marchers": marchers(screen, asked, marching),
        "life_form": life_form(screen, asked) if seat in asked.living else None,
        "players": named_seats(screen, asked.living),
        **opened(screen, asked, changed),
        **taking(screen, asked, likely),
        "ring": drawing(ring, screen.names),
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
        "unexplained": changed,
        "called": called,
        "creature_names": offered(one.name for one in state.creatures.values()),
        "blockers": blockers(state.creatures, seat),
    }


def _move(screen: Screen, move: str, **values: str) -> str:
    return address(f"{screen.table.game.slug}.{move}", code=screen.code, **values)


def life_form(screen: Screen, asked: Asked) -> LifeForm:
    """Make the form that counts or sets the number in the middle.

    Life may be negative: the keypad of digits alone has no minus on some phones.
    """
    kind = {} if asked.counter == "life" else {"counter": asked.counter}
    number = counted(screen.table.state, asked.seat, asked.counter)
    form = shown(LifeForm, _move(screen, "life", **kind), {"seat": asked.seat}, value=number)
    digits = {"min": 0} if kind else {"inputmode": False}
    form.value.render_kw = digits | ({"class": "long"} if abs(number) > LONG else {})
    return form


def marchers(screen: Screen, asked: Asked, marching: str) -> MoveForm | None:
    """Make the form of the march that is prepared: of creatures on the ring, or of one at home."""
    if not asked.going:
        return None
    url = address(marching, code=screen.code)
    if asked.going.creatures:
        return shown(TogetherForm, url, creatures=[one.id for one, why in asked.going.creatures if why is None])
    return shown(MarchForm, url, {"owner": screen.table.state.turn})


def opened(screen: Screen, asked: Asked, changed: Change | None) -> dict[str, MoveForm]:
    """Make the form that is open: it names the players' own counter, or says whose doing a change of life was."""
    if asked.doing == "name":
        return {"naming": shown(CounterForm, _move(screen, "name_counter"), name=screen.table.state.own_counter)}
    if asked.doing == "why" and changed:
        said = {"seat": asked.seat, "change": changed.change}
        return {"explaining": shown(WhyForm, _move(screen, "why"), said)}
    return {}


def taking(screen: Screen, asked: Asked, likely: ModuleType) -> dict[str, Any]:
    """Make the form that is open, if a creature is stolen or forced: most likely whose, and by whom."""
    state, one, doing = screen.table.state, asked.one, asked.doing
    if state.turn is None or not screen.me.plays or screen.table.game.over(state) or doing not in ("steal", "force"):
        return {}
    owner = one.controller if one else (likely.victim if doing == "steal" else likely.forced)(state, asked.seat)
    thief, which = likely.thief(state, owner), {"creature": one.id} if one else {}
    if doing == "steal":
        ways = [("", "–"), *named_seats(screen, asked.living)]
        return {"taking": shown(StealForm, _move(screen, "steal"), which, owner=owner, by=thief), "ways": ways}
    return {"taking": shown(ForceForm, _move(screen, "force"), which, owner=owner, source=thief)}


def swapping(kind: type[MoveForm], screen: Screen, seats: Sequence[int]) -> dict[str, Any]:
    """Make the form by which two players exchange seats: lists that begin with the first and the second."""
    form = shown(kind, _move(screen, "swap"), other=(*seats, None, None)[1])
    return {"swapping": form, "players": named_seats(screen, seats)}


def named_seats(screen: Screen, seats: Iterable[int]) -> list[tuple[int, str]]:
    """List players to choose from, with their names."""
    return [(seat, screen.names[seat]) for seat in seats]


def life_moves(change_life: MoveFunction, explain: MoveFunction, page: str) -> tuple[Move, ...]:
    """List the moves that count life, and say whose doing it was; `page` shows the player, and the board its own."""

    def at_seat(_: Table, form: LifeForm) -> Place:
        counter = {"counter": form.counter.data} if form.counter.data != "life" else {}
        return page, {"seat": form.seat.data} | counter

    def count(state: Any, *, seat: int, by: int) -> Iterable[Any]:
        """Count life on the board: neither set it nor count anything else."""
        return change_life(state, seat=seat, by=by)

    return (
        Move("change_life", change_life, LifeForm, at_seat, path="life"),
        Move(COUNT, count, BoardForm, lambda *_: ("board_page", laid()), may=May(on_board=True)),
        Move(
            "explain", explain, WhyForm, lambda _, form: (page, {"seat": form.seat.data, "doing": "life"}), path="why"
        ),
    )
