"""Pages and forms of seats: who comes in and sits down, who hosts, who leaves."""

from __future__ import annotations

from contextlib import suppress

from flask import abort, current_app, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from companion import membership
from companion.language.texts import Text
from companion.storage.connections import no_wait
from companion.storage.protocol import StorageError
from companion.table.forms import (
    BackForm,
    JoinForm,
    LockForm,
    RenameForm,
    ScreenForm,
    SeatForm,
    SignOutForm,
    TakeOverForm,
)
from companion.table.log import STAND_IN, TooOften
from companion.table.permissions import require, require_host
from companion.table.screen import load_screen, look_up, renewed
from companion.table.seating import boards, devices, hosts, lifecycle, seats
from companion.table.views import SHOWN, bp, to_where_it_was
from companion.web import asked_at, keep_phone, page, phone_id
from companion.web.forms import checked
from companion.web.journal import note
from companion.web.rate_limits import wrong_guess


@bp.post("/join")
@asked_at("/")
def join() -> ResponseReturnValue:
    """Go to the table of the typed code."""
    code = checked(JoinForm).code.data
    if lifecycle.is_kept_here(code):  # else the front leads on to where it is
        look_up(code)
    return redirect(url_for(".enter", code=code), 303)


@bp.get("/t/<code>")
def enter(code: str) -> ResponseReturnValue:
    """Send a phone with a seat to the page for the game's present phase; ask any other who it is."""
    screen = load_screen(code)
    keep_phone()
    with suppress(StorageError), no_wait():  # a full disk keeps nobody out
        devices.forget(code, phone=phone_id(), forgotten=False)
    if screen.me.known and "pick" not in request.args:
        return redirect(url_for(screen.table.game.pages.current(screen.table.state), code=code))
    return page("table/seats.html", screen=screen)


@bp.post("/t/<code>/sit")
def sit(code: str) -> ResponseReturnValue:
    """Take a seat."""
    seat = checked(SeatForm).seat.data
    with renewed() as (phone, former):
        seats.take(code, seat, phone=phone, former=former)
    return redirect(url_for(".enter", code=code), 303)


@bp.post("/t/<code>/one-phone")
def one_phone(code: str) -> ResponseReturnValue:
    """Serve everybody at the table from this phone, in place of one that is gone."""
    if not seats.find_me(code, phone_id()).host:  # else the same tap came twice
        with renewed() as (phone, former):
            hosts.serve_all(code, phone=phone, former=former)
        note("host replaced while away", code)
    return redirect(url_for(".enter", code=code), 303)


@bp.post("/t/<code>/watch")
def watch(code: str) -> ResponseReturnValue:
    """Look on without a seat."""
    me = seats.find_me(code, phone_id())
    if not me.known and seats.count_watchers(code) >= current_app.config["WATCHERS_PER_TABLE"]:
        raise TooOften("No more phones can watch this table. Take a seat, or look at someone else's phone.")
    seats.watch(code, phone=phone_id(make=True) or "")
    return redirect(url_for(".enter", code=code), 303)


@bp.post("/t/<code>/ask-to-count")
def ask_to_count(code: str) -> ResponseReturnValue:
    """Ask the host to let this screen in the middle count life, where the game counts it there."""
    if f"{g.game}.{boards.COUNT}" not in current_app.view_functions:
        abort(404)
    with renewed() as (phone, former):
        boards.ask_to_count(code, phone=phone, former=former, watchers=current_app.config["WATCHERS_PER_TABLE"])
    return redirect(url_for(".board", code=code, **boards.laid()), 303)


@bp.post("/t/<code>/let-count")
def let_count(code: str) -> ResponseReturnValue:
    """Let a screen in the middle count life, or no more."""
    require_host(code)
    form = checked(ScreenForm)
    boards.let_count(code, form.letters.data, counts=form.counts.data)
    note("screen may count life" if form.counts.data else "screen may not count life", code)
    return redirect(url_for(".menu", code=code, _anchor="screens"), 303)


@bp.get("/s/<key>")
def personal(key: str) -> ResponseReturnValue:
    """Ask before a seat moves to this phone: previews open links, too."""
    return page("table/personal.html", key=key)


@bp.post("/s/<key>")
def personal_sit(key: str) -> ResponseReturnValue:
    """Move the seat of a personal link to this phone."""
    try:
        with renewed() as (phone, former):
            code = seats.take_by_key(key, phone=phone, former=former)
    except seats.NoLink:
        wrong_guess()
        raise
    note("seat taken by link", code)
    return redirect(url_for(".enter", code=code), 303)


@bp.get("/sign-out")
def ask_sign_out() -> ResponseReturnValue:
    """Ask whether this phone is to be forgotten, and say which tables it would leave without a host."""
    return page(
        "table/sign_out.html",
        question=Text("Sign this phone out?"),
        then=Text("Its seats are freed, and it forgets its tables. Everything you played is kept."),
        do=Text("Sign this phone out"),
        action=url_for(".sign_out"),
        field=("sure", "yes"),
        back=_where_asked(),
        anybody=True,
        hosted=devices.find_hosted(phone_id(), limit=SHOWN + 1),
        houses=membership.mine(),
        most=SHOWN,
    )


def _where_asked() -> str:
    """Lead back to the menu of the table where one asked, else home."""
    code = request.args.get("table", "")
    return url_for(".menu", code=code) if code.isalnum() else url_for(".home")


@bp.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Forget this phone: its seats are free, and its old id is worth nothing."""
    checked(SignOutForm)
    for name in ("phone", "former"):
        devices.sign_out(session.pop(name, None))
    note("phone signed out")
    return redirect(url_for(".home"), 303)


@bp.get("/t/<code>/free/<int(max=99):seat>")
def ask_free(code: str, seat: int) -> ResponseReturnValue:
    """Ask whether to take a seat from the phone that holds it."""
    then, words = _freed(seats.find_me(code, phone_id()), seat), Text("Free this seat")
    return _ask(code, seat, ".free", question=Text("Free this seat?"), then=then, do=words)


def _freed(me: seats.Me, seat: int) -> Text:
    """Say what happens when a seat is freed, to the phone that asks or to another."""
    if me.seat != seat:
        return Text(
            "After that, the phone in this seat can only watch. %(name)s loses nothing, and the seat can be taken "
            "again."
        )
    if me.host:
        return Text("After that, this phone still hosts. %(name)s loses nothing, and the seat can be taken again.")
    return Text("After that, this phone can only watch. %(name)s loses nothing, and the seat can be taken again.")


@bp.get("/t/<code>/hand-over/<int(max=99):seat>")
def ask_hand_over(code: str, seat: int) -> ResponseReturnValue:
    """Ask whether another seat's phone is to be the host."""
    return _ask(
        code,
        seat,
        ".hand_over",
        question=Text("Make this seat the host?"),
        then=Text("%(name)s becomes the host of this table instead of this phone."),
        do=Text("Make this seat the host"),
    )


def _ask(code: str, number: int, endpoint: str, *, then: Text, **words: Text) -> ResponseReturnValue:
    """Ask before something is taken away from a phone."""
    seats.require_seat(code, number)
    screen = load_screen(code)
    seat = screen.seats[number]
    return page(
        "sure.html",
        screen=screen,
        seat=seat,
        then=Text(then.message, name=seat.name),
        action=url_for(endpoint, code=code),
        field=("seat", number),
        back=url_for(".menu", code=code, _anchor=f"seat-{number}"),
        **words,
    )


@bp.post("/t/<code>/free")
def free(code: str) -> ResponseReturnValue:
    """Free a seat, as the host, or give back one's own."""
    seat = checked(SeatForm).seat.data
    seats.require_seat(code, seat)
    me, taken = seats.find_me(code, phone_id()), seats.find_seats(code)[seat].taken
    tapped_twice = me.known and not me.plays and not taken
    if me.seat != seat and not tapped_twice:
        require_host(code)
    if taken:
        seats.free(code, seat)
        note("seat freed", code)
    return redirect(url_for(".menu", code=code, _anchor=f"seat-{seat}"), 303)


@bp.post("/t/<code>/hand-over")
def hand_over(code: str) -> ResponseReturnValue:
    """Make another seat's phone the host."""
    seat = checked(SeatForm).seat.data
    seats.require_seat(code, seat)
    if not seats.find_seats(code)[seat].hosts:
        require_host(code)
        hosts.hand_over(code, seat)
        note("host handed over", code)
    return redirect(url_for(".menu", code=code, _anchor=f"seat-{seat}"), 303)


@bp.post("/t/<code>/take-over")
def take_over(code: str) -> ResponseReturnValue:
    """Offer to host in place of a phone that is gone, or agree with who does."""
    form = checked(TakeOverForm)
    if hosts.take_over(code, phone=phone_id(), heir=form.heir.data, told=STAND_IN):
        note("host replaced while away", code)
    return redirect(to_where_it_was(form.back.data, code), 303)


@bp.post("/t/<code>/heard")
def heard(code: str) -> ResponseReturnValue:
    """Note that this phone has read who hosts now, or does not want to read that the host is away."""
    form = checked(BackForm)
    hosts.heard(code, phone=phone_id())
    return redirect(to_where_it_was(form.back.data, code), 303)


@bp.post("/t/<code>/lock")
def lock(code: str) -> ResponseReturnValue:
    """Close the table to new phones, or open it."""
    require_host(code)
    locked = checked(LockForm).locked.data
    seats.lock(code, locked=locked)
    note("table locked" if locked else "table unlocked", code)
    return redirect(url_for(".menu", code=code, _anchor="lock"), 303)


@bp.post("/t/<code>/rename")
def rename(code: str) -> ResponseReturnValue:
    """Change a seat's name and colour."""
    form = checked(RenameForm)
    require(seats.find_me(code, phone_id()), form.seat.data)
    seats.rename(code, form.seat.data, name=form.name.data, colour=form.colour.data)
    return redirect(url_for(".menu", code=code, _anchor=f"seat-{form.seat.data}"), 303)
