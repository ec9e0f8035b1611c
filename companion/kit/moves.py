"""A game's moves as a table, one line per move: its form, who may make it, and the page that shows what it did."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue

from companion.table.forms import MoveForm, OnceForm
from companion.table.log import Refusal, Table
from companion.table.permissions import require, require_host, require_served
from companion.table.play import MoveFunction, find_table
from companion.table.screen import redirect_to, submit_move
from companion.table.seating import seats
from companion.web import phone_id
from companion.web.forms import checked

Place = tuple[str, Mapping[str, Any]]
"""A page of the game by its endpoint, and what stands in its address."""


@dataclass(frozen=True)
class Move:
    """One move as phones make it.

    The `name` is data: logs keep it for ever, whatever the function is called. Phones send the move to its `path`,
    which is the name with dashes unless given.

    The `form` holds the arguments of the `move`, by their names. The move also gets, on request, `rng` by `chance`,
    `at` by the `clock`, and the seat of the phone that taps: as the argument named by `actor`, or as that named by
    `guest`, where it is None for a host, who may act for everybody.

    `redirect_to` is the page that shows what the move did: an endpoint of the game, or a function of the table after
    the move and the form; without it, the page for the game's present phase. `seat_of` says whose move it is, so that
    only that player or a host may make it: a field of the form, or a function that finds the seat in the state.
    `inject` finds what the move takes from outside of the table, `after_commit` keeps something there afterwards, and
    `context` makes, of the table's code and the form, a context in which the move is made. A move for one's
    `own_phone_only` is made only by a phone that shows that player's private things, not by a host for somebody with a
    phone.
    """

    name: str
    move: MoveFunction
    form: type[MoveForm] = OnceForm
    redirect_to: str | Callable[[Table, Any], Place] = ""
    seat_of: str | Callable[[Any], int | None] = ""
    inject: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    after_commit: Callable[[Table], None] = lambda _: None
    context: Callable[[str, Any], AbstractContextManager[None]] = lambda *_: nullcontext()
    chance: bool = False
    clock: bool = False
    host: bool = False
    own_phone_only: bool = False
    actor: str = ""
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


def register_moves(bp: Blueprint, moves: Iterable[Move]) -> None:
    """Register the moves of a game, each at /<game>/<code>/<address>."""
    for move in moves:
        bp.add_url_rule(f"/<code>/{move.address}", move.endpoint, _view(bp.name, move), methods=["POST"])


def _view(game: str, move: Move) -> Callable[[str], ResponseReturnValue]:
    def view(code: str) -> ResponseReturnValue:
        if move.host:
            require_host(code)
        form = _form(move, code)
        whose = _whose(move, code, form)
        if move.own_phone_only and whose is not None:
            require_served(code, whose)
        with move.context(code, form):
            table = submit_move(
                code, move.name, move.move, form, for_seat=whose, **form.choices | _injected(move, code)
            )
        move.after_commit(table)
        endpoint, arguments = move.redirect_to(table, form) if callable(move.redirect_to) else (move.redirect_to, {})
        return redirect_to(f"{game}.{endpoint}" if endpoint else table.game.page(table.state), code, **arguments)

    return view


def _form(move: Move, code: str) -> Any:
    """Read the form of a move; refuse a watcher first, before any fault of the form."""
    try:
        return checked(move.form, formdata=request.values)
    except Refusal:
        require(seats.find_me(code, phone_id()))
        raise


def _whose(move: Move, code: str, form: MoveForm) -> int | None:
    """Find the seat whose move it is; None if it is nobody's own."""
    if callable(move.seat_of):
        return move.seat_of(find_table(code).state)
    return form[move.seat_of].data if move.seat_of else None


def _injected(move: Move, code: str) -> dict[str, Any]:
    """Collect what a move needs besides the player's choices."""
    given: dict[str, Any] = {name: find() for name, find in move.inject.items()}
    if move.chance:
        given["rng"] = current_app.config["RANDOM"]
    if move.clock:
        given["at"] = time.time()
    if move.actor or move.guest:
        me = seats.find_me(code, phone_id())
        given |= {move.actor: me.seat} if move.actor else {}
        given |= {move.guest: None if me.host else me.seat} if move.guest else {}
    return given
