"""A game's moves as a table, one line per move: its form, who may make it, and the page that shows what it did."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue

from companion.table import seats
from companion.table.forms import MoveForm, OnceForm
from companion.table.log import Refusal, Table
from companion.table.play import Move, find_table
from companion.table.screen import act, come_to, require, require_host, require_served
from companion.web import phone_id
from companion.web.forms import checked

Place = tuple[str, Mapping[str, Any]]
"""A page of the game by its endpoint, and what stands in its address."""


@dataclass(frozen=True)
class Tap:
    """One move as phones make it.

    The `name` is data: logs keep it for ever, whatever the function is called. Phones send the move to its `path`,
    which is the name with dashes unless given.

    The `form` holds the arguments of the `move`, by their names. The move also gets, on request, `rng` by `chance`,
    `at` by the `clock`, and the seat of the phone that taps: as the argument named by `tapper`, or as that named by
    `guest`, where it is None for a host, who may act for everybody.

    `back` is the page that shows what the move did: an endpoint of the game, or a function of the table after the move
    and the form; without it, the page for the game's present phase. `for_seat` says whose move it is, so that only that
    player or a host may make it: a field of the form, or a function that finds the seat in the state. `given` finds
    what the move takes from outside of the table, `then` keeps something there afterwards, and `within` makes, of the
    table's code and the form, a context in which the move is made. A `private` move is made
    only by a phone that shows that player's private things, not by a host for somebody with a phone.
    """

    name: str
    move: Move
    form: type[MoveForm] = OnceForm
    back: str | Callable[[Table, Any], Place] = ""
    for_seat: str | Callable[[Any], int | None] = ""
    given: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    then: Callable[[Table], None] = lambda _: None
    within: Callable[[str, Any], AbstractContextManager[None]] = lambda *_: nullcontext()
    chance: bool = False
    clock: bool = False
    host: bool = False
    private: bool = False
    tapper: str = ""
    guest: str = ""
    path: str = ""

    @property
    def address(self) -> str:
        """The last part of the address to which phones send the move."""
        return self.path or self.name.replace("_", "-")

    @property
    def endpoint(self) -> str:
        """The endpoint within the game's blueprint."""
        return self.address.replace("-", "_")


def bind(bp: Blueprint, taps: Iterable[Tap]) -> None:
    """Register the moves of a game, each at /<game>/<code>/<address>."""
    for tap in taps:
        bp.add_url_rule(f"/<code>/{tap.address}", tap.endpoint, _view(bp.name, tap), methods=["POST"])


def _view(game: str, tap: Tap) -> Callable[[str], ResponseReturnValue]:
    def view(code: str) -> ResponseReturnValue:
        if tap.host:
            require_host(code)
        form = _form(tap, code)
        whose = _whose(tap, code, form)
        if tap.private and whose is not None:
            require_served(code, whose)
        with tap.within(code, form):
            table = act(code, tap.name, tap.move, form, for_seat=whose, **form.choices | _given(tap, code))
        tap.then(table)
        endpoint, arguments = tap.back(table, form) if callable(tap.back) else (tap.back, {})
        return come_to(f"{game}.{endpoint}" if endpoint else table.game.page(table.state), code, **arguments)

    return view


def _form(tap: Tap, code: str) -> Any:
    """Read the form of a move; refuse a watcher first, before any fault of the form."""
    try:
        return checked(tap.form, formdata=request.values)
    except Refusal:
        require(seats.find_me(code, phone_id()))
        raise


def _whose(tap: Tap, code: str, form: MoveForm) -> int | None:
    """Find the seat whose move it is; None if it is nobody's own."""
    if callable(tap.for_seat):
        return tap.for_seat(find_table(code).state)
    return form[tap.for_seat].data if tap.for_seat else None


def _given(tap: Tap, code: str) -> dict[str, Any]:
    """Collect what a move needs besides the player's choices."""
    given: dict[str, Any] = {name: find() for name, find in tap.given.items()}
    if tap.chance:
        given["rng"] = current_app.config["RANDOM"]
    if tap.clock:
        given["at"] = time.time()
    if tap.tapper or tap.guest:
        me = seats.find_me(code, phone_id())
        given |= {tap.tapper: me.seat} if tap.tapper else {}
        given |= {tap.guest: None if me.host else me.seat} if tap.guest else {}
    return given
