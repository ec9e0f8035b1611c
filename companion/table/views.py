"""The table's own pages but for its seats: home, sharing, the menu, log, undo, export and import, and the stream."""

from __future__ import annotations

import re
import time
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Response, abort, current_app, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion import membership
from companion.files import sandbox
from companion.files.safe_readers import TABLE
from companion.language import time_zones
from companion.language.texts import Text
from companion.table.attempts import counted_as
from companion.table.errors import tell_by
from companion.table.forms import ImportForm, JoinForm, LanguageForm, RenameForm, StillForm, TakeBackForm
from companion.table.import_export import export
from companion.table.live_updates import answer_at_once
from companion.table.log import Table, before, is_told
from companion.table.permissions import require, require_host
from companion.table.play import find_table, games, push, redo, undo
from companion.table.screen import STILL, Screen, load_screen, look_up, renewed, see_renewed, see_returned
from companion.table.seating import boards, devices, seats
from companion.table.undo import can_be_struck, groups, joined
from companion.table.upkeep import retention
from companion.web import asked_at, gettext, gives_no_page, keep_phone, page, phone_id, refuse, streamed
from companion.web.forms import checked, shown
from companion.web.journal import note
from companion.web.links import path_below
from companion.web.rate_limits import guard
from companion.web.sse import NEWS, News
from companion.web.ways import Way, here, nobody_comes, ways_to

bp = Blueprint("table", __name__)
tell_by(bp)

SHOWN = 60
"""How many entries a page of the log shows."""


@bp.get("/")
def home() -> ResponseReturnValue:
    """Show the games, the tables this phone has been at, and where to type a code."""
    keep_phone()
    forgotten = request.args.get("forgotten", "")
    return page(
        "table/home.html",
        join=shown(JoinForm, url_for(".join")),
        file=shown(ImportForm, url_for(".load_file")),
        games=games().values(),
        forgotten=forgotten if seats.WELL_FORMED.fullmatch(forgotten) else "",
        gone=session.pop("gone", None),
        **_known_tables(),
    )


def _known_tables() -> dict[str, Any]:
    """List the tables that this phone has been at, those of its house besides, and its other houses."""
    playing, done = devices.find_tables(phone_id())
    house = membership.chosen()
    if house and membership.is_out():
        session["house"] = house.id
    known = {table["code"] for table in (*playing, *done)}
    here = [table for table in devices.tables_of(house.id) if table["code"] not in known] if house else []
    others = [other for other in membership.mine() if house and other.id != house.id]
    return {"playing": playing, "done": done, "house": house, "here": here, "others": others}


@bp.app_template_filter("colour")
def colour(name: str) -> str:
    """Say a seat's colour."""
    return gettext(seats.COLOURS[name].message) if name in seats.COLOURS else name


@bp.app_template_global()
def is_known() -> bool:
    """Say whether this phone may change what outlives a table, so that pages offer only what works."""
    if membership.is_public() and "glance" not in g:
        return membership.current_house() != membership.NOBODY
    return devices.is_known(phone_id())


@bp.app_url_value_preprocessor
def check_code(_: str | None, values: dict[str, str] | None) -> None:
    """Look up the code in any address first, however it was typed; slow a phone down that guesses."""
    code = (values or {}).get("code", "").upper()
    see_renewed(code)
    if values and "code" in values:
        values["code"] = code
        look_up(code)
        see_returned(code)
        if request.blueprint in games() and g.game != request.blueprint:
            abort(redirect(url_for("table.enter", code=values["code"]), 303))  # a table of another game
        if request.method != "POST":
            answer_at_once(code)


@bp.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """Show the code, its QR picture, and the personal links this phone may hand on."""
    screen = load_screen(code)
    if current_app.config["ALONE"]:
        return page("alone/share.html", screen=screen)
    ways, begun = ways_to(url_for(".enter", code=code)), here()
    links = {
        seat.number: begun + url_for(".personal", key=seat.key)
        for seat in screen.seats
        if screen.me.can_act_for(seat.number)
    }
    return page("table/share.html", screen=screen, ways=ways, links=links, nobody=nobody_comes())


@bp.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """Send a screen in the middle of the table to the game's page for it."""
    table = find_table(code)
    endpoint = table.game.pages.board or table.game.pages.current(table.state)
    return redirect(url_for(endpoint, code=code, **boards.laid()))


@bp.app_template_global()
def just_now(screen: Screen) -> list[Text]:
    """Say what happened last at a table, for a screen in its middle."""
    told: list[Text] = screen.table.work_out(boards.last_told, screen.names)
    return told


@bp.app_template_global()
def way_to_join(screen: Screen) -> Way | None:
    """Find the way that such a screen shows to others, until all seats are taken."""
    return boards.way_to_join(screen.code, screen.seats)


@bp.get("/t/<code>/menu")
def menu(code: str) -> ResponseReturnValue:
    """Show what can be done with the table: share, log, seats, rules, export."""
    screen = load_screen(code)
    return page(
        "table/menu.html",
        screen=screen,
        renames={seat.number: _rename(code, seat) for seat in screen.seats if screen.me.can_act_for(seat.number)},
        screens=boards.find_screens(code) if screen.me.host else (),
        ends=retention.ends(current_app.config, [code], now=time.time()).get(code),
        told=is_told(screen.table.game, screen.table.state),
        still=STILL in request.cookies,
        guest=membership.is_public() and membership.current_house() == membership.NOBODY,
    )


def _rename(code: str, seat: seats.Seat) -> RenameForm:
    """Make the form of a seat's name and colour, as they are."""
    fixed = {"seat": seat.number}
    return shown(RenameForm, url_for(".rename", code=code), fixed, name=seat.name, colour=seat.colour)


@bp.post("/t/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Leave a table out of this phone's list."""
    devices.forget(code, phone=phone_id(), forgotten=True)
    return redirect(url_for(".home", forgotten=code), 303)


@bp.post("/t/<code>/remember")
def remember(code: str) -> ResponseReturnValue:
    """Put a table back into this phone's list."""
    devices.forget(code, phone=phone_id(), forgotten=False)
    return redirect(url_for(".home"), 303)


@bp.get("/t/<code>/log")
def log(code: str) -> ResponseReturnValue:
    """Show who did what, the latest first, and what was taken back: a page of entries."""
    screen, asked = load_screen(code), request.args.get("before", type=int)
    return page(
        "table/log.html",
        screen=screen,
        later=asked is not None,
        back=url_for(".log", code=code, before=asked),
        names=screen.names,
        tell=screen.table.game.describe,
        can_be_struck=can_be_struck,
        **_logged(screen.table, asked),
    )


def _logged(table: Table, asked: int | None) -> dict[str, Any]:
    """List the entries before the one asked for, the latest first, which of them count, and where the earlier begin."""
    entries = before(table.entries, asked)[-SHOWN:]
    moves = before(table.moves, entries[-1].seq + 1)[-SHOWN:] if entries else ()
    counting = {entry.seq for entry in moves}
    told = [joined(table.game, group) for group in groups(table.game, entries, counting)][::-1]
    return {"entries": told, "counts": counting, "earlier": entries[0].seq if entries and entries[0].seq > 1 else None}


@bp.post("/t/<code>/undo")
def take_back(code: str) -> ResponseReturnValue:
    """Take back a move."""
    form, me = checked(TakeBackForm), seats.find_me(code, phone_id())
    require(me)
    before = find_table(code)
    after = undo(code, struck=form.entry.data, seat=me.seat, host=me.host, op=form.op.data)
    return redirect(_led(form.back.data, before, after), 303)


@bp.post("/t/<code>/redo")
def restore(code: str) -> ResponseReturnValue:
    """Restore a move that was taken back."""
    form, me = checked(TakeBackForm), seats.find_me(code, phone_id())
    require(me)
    before = find_table(code)
    after = redo(code, restored=form.entry.data, seat=me.seat, host=me.host, op=form.op.data)
    return redirect(_led(form.back.data, before, after), 303)


def _led(path: str | None, before: Table, after: Table) -> str:
    """Find the page to come back to; from the page for a phase that is over, it is that for the present one."""
    was, now = (url_for(table.game.pages.current(table.state), code=table.code) for table in (before, after))
    return now if after.game.pages.auto_navigate and path == was else to_where_it_was(path, after.code)


def to_where_it_was(path: str | None, code: str) -> str:
    """Check the page to come back to: it must be one of this table's."""
    ours = re.fullmatch(rf"(/[\w-]+)?/{code}(/[\w-]+)*(\?before=\d{{1,9}})?", path_below(path or ""), re.ASCII)
    return request.script_root + ours.group() if ours else url_for(".enter", code=code)


@bp.get("/t/<code>/events")
@gives_no_page
def events(code: str) -> ResponseReturnValue:
    """Keep a stream open that tells this phone when the table moves; without one it asks every 2 s instead."""
    if push().full:
        return _later(gettext("So many phones are connected that moves reach this one a little late."), 503)
    me, table = seats.find_me(code, phone_id()), find_table(code)
    end = guard().begin_stream(**counted_as())
    if end is None:
        return _later(gettext("Too many pages are open on this phone or its network. Close some of them."), 429)
    news = request.environ[NEWS] = News()
    stream = push().stream(code, me.seat, table.seq, me.phone, host=me.host, news=news)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(stream, mimetype="text/event-stream", headers=headers)
    response.call_on_close(end)
    return response


def _later(why: str, status: int) -> Response:
    """Refuse a stream, and let the phone try again in some seconds."""
    refusal = refuse(why, status)
    refusal.headers["Retry-After"] = "5"
    return refusal


@bp.get("/t/<code>/export.json")
def save_file(code: str) -> ResponseReturnValue:
    """Send the table as a file, without what is still hidden; until all is told the host decides about copies."""
    table = find_table(code)
    if not is_told(table.game, table.state):
        require_host(code)
    pieces = export.pieces(table, seats.find_seats(code))
    name = f"companion-{code}-{time_zones.today()}.json"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(streamed(pieces), mimetype="application/json", headers=headers)


@bp.post("/import")
@asked_at("/")
@TABLE.upload
def load_file() -> ResponseReturnValue:
    """Open the table in a file; if it is here already, with all its moves, say so, and ask whether to copy it."""
    form, address = checked(ImportForm), counted_as()["address"]
    allowed = guard().allows(address)
    try:
        with sandbox.turn(), renewed() as (phone, former):
            data = TABLE.read(form.file.data.stream)
            code = export.load(
                data, phone=phone, former=former, keep_code=allowed, copied=form.copied.data or not allowed
            )
    except export.HereAlready as here:
        again = shown(ImportForm, url_for(".load_file"), {"copied": "yes"})
        return page("table/here.html", code=here.args[0], file=again), 409
    if f'"{code}"'.encode() in data:
        guard().count(address)  # so that files tell no faster which codes there are
    note("table imported", code)
    return redirect(url_for(".enter", code=code), 303)


@bp.post("/language")
def language() -> ResponseReturnValue:
    """Switch the language on this phone, and come back."""
    return keep_setting("language", checked(LanguageForm).language.data)


@bp.post("/still")
def still() -> ResponseReturnValue:
    """Let this phone vibrate no more, or again, and come back."""
    return keep_setting(STILL, "1" if checked(StillForm).still.data else "")


def _came_from() -> str:
    """Find the page that a form was on that many have, with what was chosen there; of a refused form, one above it."""
    try:
        url = urlsplit(request.referrer or "")
    except ValueError:
        return url_for(".home")
    path, root = "/" + path_below(url.path).lstrip("/\\"), request.script_root
    if _is_page(path) is False:
        return root + next(str(above) for above in PurePosixPath(path).parents if _is_page(str(above)))
    return f"{root}{path}?{url.query}" if url.query else root + path


def _is_page(path: str) -> bool | None:
    """Say whether a browser can ask for an address, False if that only takes forms; None if there is no such."""
    try:
        current_app.url_map.bind("").match(unquote(path), method="GET")
    except MethodNotAllowed:
        return False
    except HTTPException:
        return None
    return True


def keep_setting(name: str, value: str) -> ResponseReturnValue:
    """Keep a setting of this phone in a cookie of its own, and go back to where it was chosen."""
    response = redirect(_came_from(), 303)
    lasts, secure = 365 * 86400 if value else 0, current_app.config["SESSION_COOKIE_SECURE"]
    response.set_cookie(name, value, max_age=lasts, httponly=True, samesite="Lax", secure=secure)
    return response
