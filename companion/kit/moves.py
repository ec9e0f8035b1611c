"""A game's moves as a table, one line per move: its form, who may make it, and the page that shows what it did."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue

from companion.table.forms import MoveForm, OnceForm
from companion.table.log import Refusal, Table
from companion.table.permissions import require, require_counting, require_host, require_served
from companion.table.play import MoveFunction, find_table
from companion.table.screen import redirect_to, submit_move
from companion.table.seating import seats
from companion.web import phone_id
from companion.web.forms import checked

Place = tuple[str, Mapping[str, Any]]
"""A page of the game by its endpoint, and what stands in its address."""


@dataclass(frozen=True)
class May:
    """Who may make a move; as it is, whoever hosts or sits at the table.

    `seat_of` says whose move it is, so that only that player or a host may make it: a field of the form, or a function
    that finds the seat in the state. A move for one's `own_phone_only` is made only by a phone that shows that player's
    private things, not by a host for somebody with a phone. Where the rules ask themselves, the seat of the phone that
    taps is the argument named by `actor`, or that named by `guest`, None for a host, who may act for everybody.

    `besides` finds in the state the seats that may make it for whose move it is. A move `on_board` is everybody's who
    plays, and that of a screen in the middle which the host lets count.
    """

    seat_of: str | Callable[[Any], int | None] = ""
    host: bool = False
    own_phone_only: bool = False
    actor: str = ""
    guest: str = ""
    on_board: bool = False
    besides: Callable[[Any], Container[int | None]] | None = None


OWN = May("seat")
"""The player's whose seat the form names, or a host's."""
HOST = May(host=True)


@dataclass(frozen=True)
class Move:
    """One move as phones make it.

    The `name` is data: logs keep it for ever, whatever the function is called. Phones send the move to its `path`,
    which is the name with dashes unless given.

    The `form` holds the arguments of the `move`, by their names. If it does not hold them, a move that asks for `rng`
    gets the app's chance, and one that asks for `at` the time in seconds since 1970.

    `redirect_to` is the page that shows what the move did: an endpoint of the game, or a function of the table after
    the move and the form; without it, the page for the game's present phase. `inject` finds what the move takes from
    outside of the table, `after_commit` keeps something there afterwards, and `context` makes, of the table's code and
    the form, a context in which the move is made. Of a move that `lasts` pages keep showing what it did until the next
    one that does.
    """

    name: str
    move: MoveFunction
    form: type[MoveForm] = OnceForm
    redirect_to: str | Callable[[Table, Any], Place] = ""
    may: May = May()
    inject: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    after_commit: Callable[[Table], None] = lambda _: None
    context: Callable[[str, Any], AbstractContextManager[None]] = lambda *_: nullcontext()
    path: str = ""
    lasts: bool = False

    @property
    def address(self) -> str:
        """The last part of the address to which phones send the move."""
        return self.path or self.name.replace("_", "-")

    @property
    def endpoint(self) -> str:
        """The endpoint within the game's blueprint."""
        return self.address.replace("-", "_")


def lasting(moves: Iterable[Move]) -> frozenset[str]:
    """Name the moves of which pages keep showing what they did."""
    return frozenset(move.name for move in moves if move.lasts)


def register_moves(bp: Blueprint, moves: Iterable[Move]) -> None:
    """Register the moves of a game, each at /<game>/<code>/<address>."""
    for move in moves:
        bp.add_url_rule(f"/<code>/{move.address}", move.endpoint, _view(bp.name, move), methods=["POST"])


def _view(game: str, move: Move) -> Callable[[str], ResponseReturnValue]:
    takes = inspect.signature(move.move).parameters
    at_hand = {name: find for name, find in {**AT_HAND, **move.inject}.items() if name in takes}

    def view(code: str) -> ResponseReturnValue:
        if move.may.host:
            require_host(code)
        form = _form(move, code)
        whose = _whose(move.may, code, form)
        if move.may.own_phone_only and whose is not None:
            require_served(code, whose)
        choices = {**form.choices, **_asking(move.may, code)}
        besides = {name: find() for name, find in at_hand.items() if name not in choices}
        kept = None if move.inject else choices  # nobody else could repeat a choice among what only this house has
        if kept is None:
            besides |= choices
        with move.context(code, form):
            table = submit_move(
                code, move.name, move.move, form, for_seat=whose, on_board=move.may.on_board, chosen=kept, **besides
            )
        move.after_commit(table)
        endpoint, arguments = move.redirect_to(table, form) if callable(move.redirect_to) else (move.redirect_to, {})
        return redirect_to(
            f"{game}.{endpoint}" if endpoint else table.game.pages.current(table.state), code, **arguments
        )

    return view


AT_HAND: Mapping[str, Callable[[], Any]] = {"rng": lambda: current_app.config["RANDOM"], "at": time.time}
"""What every move may ask for besides the player's choices, by the names of its arguments."""


def _form(move: Move, code: str) -> Any:
    """Read the form of a move; refuse a watcher first, before any fault of the form."""
    try:
        return checked(move.form, formdata=request.values)
    except Refusal:
        (require_counting if move.may.on_board else require)(seats.find_me(code, phone_id()))
        raise


def _whose(may: May, code: str, form: MoveForm) -> int | None:
    """Find the seat whose move it is; None if it is nobody's own."""
    if may.besides and seats.find_me(code, phone_id()).seat in may.besides(find_table(code).state):
        return None
    if callable(may.seat_of):
        return may.seat_of(find_table(code).state)
    return form[may.seat_of].data if may.seat_of else None


def _asking(may: May, code: str) -> dict[str, int | None]:
    """Find the seat of the phone that taps, for a move whose rules ask for it."""
    if not may.actor and not may.guest:
        return {}
    me = seats.find_me(code, phone_id())
    return {may.actor: me.seat} if may.actor else {may.guest: None if me.host else me.seat}
