"""What the pages of a table share: who looks at what, as of when, and how a tap becomes a move."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from flask import abort, g, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import membership, web
from companion.files.safe_readers import yield_to_hub
from companion.houses import circle
from companion.language.texts import Text
from companion.storage.connections import hand_back, no_wait, writing
from companion.storage.protocol import LockTimeout, StorageError
from companion.table.attempts import rate_limited
from companion.table.forms import MoveForm
from companion.table.live_updates import AHEAD, order_of
from companion.table.log import Entry, Table, last_once, noted
from companion.table.permissions import require, require_counting, served
from companion.table.play import MoveFunction, NoTable, find_table, play, undone
from companion.table.seating import boards, devices, hosts, seats
from companion.table.seating.presence import unmask
from companion.table.seating.seats import Me, Seat
from companion.table.store import Damaged
from companion.table.undo import group_of, groups, in_the_way, joined, last_of
from companion.web import phone_id
from companion.web.journal import note
from companion.web.pages import tapped
from companion.web.rate_limits import guard, network, wrong_guess

STILL = "still"
"""The cookie of a phone that is not to vibrate."""
TAKEN, TURN = 15, 200
"""Milliseconds of vibration: a tap that was taken, a turn that begins."""


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
        """The table's code."""
        return self.table.code

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def private_seats(self) -> frozenset[int]:
        """The seats whose private things this phone shows: its own, and for a host those without a phone."""
        return served(self.seats, self.me)

    @property
    def people(self) -> list[tuple[str, str]]:
        """The players' names and colours by seat: what parts of a page show of them."""
        return [(seat.name, seat.colour) for seat in self.seats]

    def last(self, moves: Collection[str]) -> Entry | None:
        """Find the last move with one of these names that still counts."""
        return next((entry for entry in reversed(self.table.moves) if entry.move in moves), None)

    @property
    def led(self) -> dict[str, int]:
        """What a live update asks with, so that the next phase leads it on: which of the pages is for this one."""
        order = order_of(self.table)
        leads = self.table.game.pages.auto_navigate and request.endpoint in order
        return {"led": order.index(self.table.game.pages.current(self.table.state))} if leads else {}

    @property
    def once(self) -> int:
        """The last entry that changed what a once-only move would do: until the next, a form for one may stay."""
        return last_once(self.table)

    @property
    def joined_moves(self) -> list[Entry]:
        """The moves that still count, quick taps on one counter as one."""
        game, moves = self.table.game, self.table.moves
        return [joined(game, group) for group in groups(game, moves, range(self.table.seq + 1))]

    @property
    def here(self) -> frozenset[int | None]:
        """The seats with a phone connected, and that of the phone that asks, which may be without scripts."""
        return unmask(seats.find_version(self.code).here) | {self.me.seat}

    @property
    def lost(self) -> bool:
        """Whether this phone may stand in, since the host's is gone; waved off, only its menu says so."""
        waved_off = self.me.waved_off and request.endpoint != "table.menu"
        return self.me.seat is not None and not self.me.host and not waved_off and hosts.is_lost(self.code)

    @property
    def locked(self) -> bool:
        """Whether the host has closed the table to phones that it does not know yet."""
        return seats.is_locked(self.code)

    @property
    def left(self) -> bool:
        """Whether the table waits for one phone to serve all."""
        return hosts.is_left(self.code)

    @property
    def own_seats(self) -> set[int | None]:
        """The seats that this phone may sit down on again: its own, and one that it took without getting the answer."""
        return {self.me.seat, seats.find_unheard(self.code, came_with())} - {None}

    @property
    def asking(self) -> list[str]:
        """The letters of the big screens that ask this host to let them count life; its menu lists them itself."""
        asked = self.me.host and request.endpoint != "table.menu"
        return [letters for letters, counts in boards.find_screens(self.code) if not counts] if asked else []

    @property
    def inviting(self) -> bool:
        """Whether a host that has just opened the table and sat down alone is told, there, how the others join."""
        game, state = self.table.game, self.table.state
        waits = self.table.seq <= 1 < len(self.seats) and request.endpoint == game.pages.current(state)
        return waits and self.me.host and [seat.number for seat in self.seats if seat.taken] == [self.me.seat]

    @property
    def heir(self) -> Seat | None:
        """The seat that offers to host meanwhile."""
        heir = hosts.find_heir(self.code)
        return None if heir is None else self.seats[heir]

    @property
    def alone(self) -> bool:
        """Whether only hosts without a seat play here, so that nobody need ask who is tapping."""
        return not any(seat.taken for seat in self.seats)

    @property
    def undo(self) -> Entry | None:
        """The move that this phone's undo takes back; None once all is shown, or if a final move builds on it."""
        game = self.table.game
        if game.secrets.is_revealed and game.secrets.is_revealed(self.table.state):
            return None
        last = last_of(self.table.moves, self.me.seat, host=self.me.host)
        later = takewhile(lambda move: last and move.seq > last.seq, reversed(self.table.moves))
        barred = any(move.is_irreversible for move in later)
        return None if last and barred and self.table.work_out(_blocked, last.seq) else last

    @property
    def own_last(self) -> Entry | None:
        """The last entry that this phone made, with the quick taps that are told as one with it."""
        mine = (entry for entry in reversed(self.table.entries) if entry.seat == self.me.seat and not entry.is_note)
        last = next(mine, None)
        return last and self.table.work_out(_together, last.seq)

    @property
    def others_last(self) -> Entry | None:
        """What another phone has done since the page was sent: its last entry, with the taps told as one with it.

        Only a live update says what its page has `seen`, and a phone that is led on to another page.
        """
        known = AHEAD.match(request.args.get("since") or request.args.get("seen", ""))
        later = takewhile(lambda entry: known and entry.seq > int(known[1]), reversed(self.table.entries))
        last = next((entry for entry in later if not self.me.plays or entry.seat != self.me.seat), None)
        return last and self.table.work_out(_together, last.seq)

    @property
    def vibration_ms(self) -> int:
        """Milliseconds for which this phone vibrates: a moment for a tap that was taken, longer for its turn."""
        if STILL in request.cookies:
            return 0
        if tapped():
            return TAKEN
        return TURN if self.others_last and self.me.plays and self.table.turned == self.me.seat else 0

    @property
    def outcome(self) -> str:
        """The element that shows what this phone did last: its own, or the line that says what was taken back."""
        if self.own_last is None:
            return ""
        return "did" if self.undone else self.table.game.pages.anchor_for(self.table.state, self.own_last.events)

    @property
    def undone(self) -> Entry | None:
        """The move that this phone's last entry took back or restored."""
        return self.own_last and self.named(self.own_last)

    def noted(self, entry: Entry) -> Text | None:
        """Say what an entry tells of the table itself."""
        return noted(entry, self.names)

    def named(self, entry: Entry) -> Entry | None:
        """Find the move that an undo took back or a redo restored, or all taps that are told as one with it."""
        seq = entry.strikes or entry.restores
        return self.table.work_out(_together, seq) if seq else None

    @property
    def redo(self) -> Entry | None:
        """The undo that this phone's redo lifts."""
        last = undone(self.table)
        return last if last is not None and self.me.can_act_for(last.seat) else None


def _together(table: Table, seq: int) -> Entry:
    """Tell all taps as one with an entry: a page asks up to four times, and there may be thousands."""
    return joined(table.game, group_of(table, table.entries[seq - 1]))


def _blocked(table: Table, seq: int) -> bool:
    """Say whether a move that counts cannot be taken back alone."""
    return in_the_way(table, table.entries[seq - 1]) is not None


def load_screen(code: str) -> Screen:
    """Get the table as this phone sees it."""
    seen = seats.look_at(code, phone_id())
    table = find_table(code)
    if not table.entries:
        raise Damaged(f"{code} has no entries")
    g.names = table.game.pages.names(table.state)
    if seen.me.fresh and not session.get("former") and not request.headers.get("HX-Request"):
        keep(secrets.token_urlsafe(12), seen.me.phone)  # with a whole page only: no other request is then under way
    return Screen(table, seen.seats, seen.me, str(seen.version))


def see_returned(code: str) -> None:
    """Give a host that was away its rights back; if the file is locked or full, with its next request."""
    me = seats.find_me(code, phone_id())
    if me.stood_down:
        with suppress(StorageError), no_wait():
            hosts.host_again(code, phone=me.phone)
            note("host has its rights back", code)


@contextmanager
def in_house(phone: str, former: str | None, name: str = "") -> Iterator[None]:
    """Write what is in the block, all or nothing; on a public host into a new house, if the phone has none yet.

    It is a member by its new id, and is called `name` there; if the answer to its first table was lost, it has one.
    """
    homeless = membership.is_public() and membership.current_house() == membership.NOBODY
    known = None
    with writing():
        if homeless:
            house = known = circle.come_again(phone=phone, former=former)
            if house is None:
                with rate_limited("HOUSES"):
                    house = circle.open_house(phone=phone, former=former, name=name)
            membership.enter(house)
        elif membership.is_public():
            circle.hold_open(membership.current_house())
        yield
    if homeless:
        session["house"] = house
        if known is None:
            note("house opened")


def look_up(code: str) -> None:
    """Find the table of a code; raise `NoTable`, or answer 429 to an address with too many wrong ones.

    A right code always opens: at worst, for a phone that no table knows, after its turn among those that guess.
    """
    address = network(request.remote_addr or "")
    if not guard().allows(address) and not seats.find_me(code, phone_id()).known and not at_the_machine():
        wait_for_turn(address)
    try:
        seats.look_at(code, phone_id())
    except NoTable:
        if seats.WELL_FORMED.fullmatch(code):  # anything else is no guess
            wrong_guess()
        raise


def wait_for_turn(address: str) -> None:
    """Let a phone wait that may be guessing, without a connection; answer 429 if too many wait at its address."""
    hand_back()
    if not guard().wait(address):
        abort(429)


def at_the_machine() -> bool:
    """Say whether the request comes from this machine itself, which need not guess, and through no proxy."""
    return (request.remote_addr or "") in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers


@contextmanager
def renewed() -> Iterator[tuple[str, str | None]]:
    """Make a new id for this phone, and return it with the former one; the phone keeps it if the block succeeds.

    So a cookie that was planted or copied before is worth nothing at the table that is opened or sat down at, and
    nothing at all once the new one was seen (`see_renewed`). The token of its open pages stays valid.
    """
    if session.get("former"):
        circle.renew(session["former"], session["phone"])
    while session.get("former") and not devices.renew(session["former"], session["phone"]):
        yield_to_hub()  # of an earlier renewal something is left: it would be lost with the former id
    former = came_with()
    phone = secrets.token_urlsafe(12)
    yield phone, former
    keep(phone, former)


def came_with() -> str | None:
    """Find the id that this phone comes with, or what stands for it before it has one."""
    former: str | None = session.get("phone") or session.get("csrf_token")
    return former


def keep(phone: str, former: str | None) -> None:
    """Put a phone's new id into its cookie, beside the former one, whose seats and tables follow when it comes back."""
    session.permanent = True
    session.update(phone=phone, former=former)
    session.setdefault("counted", session.get("csrf_token") or secrets.token_urlsafe(6))


def see_renewed(code: str | None) -> None:
    """Hand a phone that comes with its new id all it held under the former one, at the table of `code` first.

    The rest, or all of it if the file is locked, follows with its next pages.
    """
    if not session.get("former"):
        return
    try:
        with no_wait():
            circle.renew(session["former"], session["phone"])
            done = devices.renew(session["former"], session["phone"], code=code)
    except StorageError as error:
        if not isinstance(error, LockTimeout) and request.method != "GET":
            raise  # who only reads is not kept from that by a full disk
    else:
        if done:
            session.pop("former")


def submit_move(
    code: str,
    name: str,
    move: MoveFunction,
    form: MoveForm,
    /,
    *,
    for_seat: int | None = None,
    on_board: bool = False,
    chosen: Mapping[str, Any] | None = None,
    **besides: Any,
) -> Table:
    """Make the move of that name for `for_seat`, or for the table, as `play` does; refuse a phone that may not.

    A move `on_board` is also made by a screen in the middle that the host lets count.
    """
    me = seats.find_me(code, phone_id())
    if on_board:
        require_counting(me)
    else:
        require(me, for_seat)
    if for_seat is not None:
        seats.require_seat(code, for_seat)
    table = play(code, name, move, tapped_by=me.seat, op=form.op.data, seen=form.seen.data, chosen=chosen, **besides)
    last = table.entries[-1]  # another's, or an undo, if this move changed nothing
    made = last.events and (last.seat, last.move) == (me.seat, name)
    g.outcome = table.game.pages.anchor_for(table.state, last.events) if made else ""
    return table


def redirect_to(endpoint: str, code: str, **arguments: Any) -> ResponseReturnValue:
    """Send the phone to a page after a move, and there to the element that shows what the move did."""
    return redirect(web.address(endpoint, code=code, **{"_anchor": g.get("outcome") or None} | arguments), 303)
