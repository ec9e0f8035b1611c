"""What the pages of a table share: who looks at what, as of when, and how a tap becomes a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Response, abort, request

from companion.table import seats
from companion.table.forms import MoveForm
from companion.table.log import Entry, NotYours, Table, last_of, live
from companion.table.play import Move, find_table, play, push, undone
from companion.table.seats import Me, Seat
from companion.web import phone_id


@dataclass(frozen=True)
class Screen:
    """A table as one phone sees it."""

    table: Table
    seats: tuple[Seat, ...]
    me: Me
    version: str
    """What a page shows; a live update that names it gets 204 while it still holds."""

    @property
    def code(self) -> str:
        """Give the table's code."""
        return self.table.code

    @property
    def names(self) -> tuple[str, ...]:
        """Give the players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def here(self) -> frozenset[int | None]:
        """Give the seats with a phone connected."""
        return push().here(self.code)

    @property
    def alone(self) -> bool:
        """Say whether no phone but hosts without a seat plays here, so that nobody need ask who is tapping."""
        return not any(seat.taken for seat in self.seats)

    @property
    def undo(self) -> Entry | None:
        """Find the move that this phone's undo takes back."""
        return last_of(live(self.table.entries)[1:], self.me.seat, host=self.me.host)

    @property
    def redo(self) -> Entry | None:
        """Find the undo that this phone's redo lifts."""
        last = undone(self.table)
        return last if last is not None and self.me.may(last.seat) else None


def look(code: str) -> Screen:
    """Give the table as this phone sees it; answer 204 at once if the page it has still holds."""
    version = ".".join(map(str, seats.find_version(code)))
    if request.args.get("since") == version:
        abort(Response(status=204))
    return Screen(find_table(code), seats.find_seats(code), seats.find_me(code, phone_id()), version)


def act(code: str, move: Move, form: MoveForm, *, for_seat: int | None = None, **choices: Any) -> Table:
    """Make a move for `for_seat`, or for the table; refused to a phone that may not."""
    me = seats.find_me(code, phone_id())
    require(me, for_seat)
    return play(code, move, tapped_by=me.seat, op=form.op.data, seen=form.seen.data, **choices)


def require(me: Me, seat: int | None = None) -> None:
    """Refuse a phone that only watches, and one that acts for a seat that is not its own."""
    if not me.host and me.seat is None:
        raise NotYours("You are only watching. Take a seat first, then tap.")
    if seat is not None and not me.may(seat):
        raise NotYours("This belongs to another player. That player, or the host, can do it.")


def require_host(code: str) -> None:
    """Refuse everybody but the host."""
    find_table(code)
    if not seats.find_me(code, phone_id()).host:
        raise NotYours("Only the host can do this. Ask who opened the table.")
