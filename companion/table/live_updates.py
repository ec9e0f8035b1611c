"""Live updates that need no page: one that is up to date, and a phone that is to go elsewhere.

Phones ask at every move, and every 2 s while their stream fails: a page that is up to date is said to be so before the
app does anything else; what the app is asked nevertheless, it answers before it makes the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, g, redirect, request, url_for

from companion.addresses import is_ours
from companion.storage.protocol import StorageError
from companion.table.log import Table, state_before
from companion.table.play import NoTable, find_table, games, push
from companion.table.seating import boards, lifecycle, seats
from companion.table.seating.seats import ALPHABET
from companion.table.store import Version
from companion.web import phone_id
from companion.web.rate_limits import COUNTED, network

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

AHEAD = re.compile(r"(\d{1,9})\.")
"""What a page says of its version begins with the log's last seq."""
SINCE = re.compile(r"(?:^|&)since=([\d.]+)")
CODE = re.compile(rf"/\w+/([{ALPHABET}]{{5}})(?:/|$)")


class UnchangedPolls:
    """Answer 204 to a live update whose page is still up to date, before the app does anything else for it.

    Phones ask this most often: at every move, and every 2 s while their stream fails.
    """

    def __init__(self, app: Flask) -> None:
        self.app, self.wsgi_app = app, app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Compare `since` in the address with the version of the table in it."""
        since = SINCE.search(environ["QUERY_STRING"])
        place = CODE.match(environ["PATH_INFO"])
        if since and place and environ["REQUEST_METHOD"] == "GET" and self.may_ask(environ):
            try:
                if self.holds(place[1], since[1]):
                    start_response("204 No Content", [])
                    return ()
            except StorageError:
                pass  # the app says in words what is the matter
            except NoTable:
                self.app.extensions["guard"].count(network(environ.get("REMOTE_ADDR", "")))
                environ[COUNTED] = True
        return self.wsgi_app(environ, start_response)

    def may_ask(self, environ: WSGIEnvironment) -> bool:
        """Say whether the app would answer: by this name, and to an address that has not guessed too often."""
        ours = is_ours(environ.get("HTTP_HOST"), tuple(self.app.config["NAMES"]))
        may: bool = ours and self.app.extensions["guard"].allows(network(environ.get("REMOTE_ADDR", "")))
        return may

    def holds(self, code: str, version: str) -> bool:
        """Say whether the table still has the version; raise `NoTable` for an unknown code.

        Where the host is not known to be here, the app sees who asks; where the table is known to have moved on, nobody
        looks here for what the app then reads.
        """
        known, seen = self.app.extensions["tables"].get(code), AHEAD.match(version)
        if known and seen and int(seen[1]) < known[0].seq:
            return False
        with self.app.app_context():
            return version == str(seats.find_version(code)) and push().hosted(code)


def answer_at_once(code: str) -> None:
    """Answer 204 to a page that is up to date, and lead a phone on that is to go elsewhere; let any other request pass.

    A stream says only that a table moved: who slept through it, or polls, is led on as all others are. A phone that is
    led on says what it had `seen` before.
    """
    since, seen = request.args.get("since"), request.args.get("seen")
    if since:
        answer_unmoved(since, seats.look_at(code, phone_id()).version)
    game = games().get(g.game)
    is_board = game is not None and request.endpoint == game.pages.board
    if not (since or seen or is_board):
        return
    table = find_table(code)
    if since and "led" in request.args and is_led_on(table, request.args["led"]):
        abort(redirect(url_for(table.game.pages.current(table.state), code=code), 303))
    if is_board:
        boards.follow_rematch(table)
    elif "HX-Request" in request.headers and table.game.over(table.state):
        come_to_end(table, since, seen)


def answer_unmoved(since: str, version: Version) -> None:
    """Answer 204 if nothing moved since the page's version; let it begin anew if a shorter log was restored."""
    if since == str(version):
        abort(Response(status=204))
    ahead = AHEAD.match(since)
    if "HX-Request" in request.headers and ahead and int(ahead[1]) > version.seq:
        abort(Response(headers={"HX-Refresh": "true"}))


def is_led_on(table: Table, was: str) -> bool:
    """Say whether a phone leaves its page, since the page for the present phase has another number than it `was`.

    From an earlier page it goes on, unless a form is open there; from the phase's own page it goes back with the phase.
    """
    order = order_of(table)
    if request.endpoint not in order:
        return False
    own, now = order.index(request.endpoint), order.index(table.game.pages.current(table.state))
    is_open = not request.args.keys() <= {"led", "since"}
    return str(now) != was and (str(own) == was if now < own else own < now and not is_open)


def order_of(table: Table) -> list[str]:
    """List the endpoints of a table's pages, as a game goes through them."""
    return [endpoint for endpoint, *_ in table.game.pages.in_bar(table.state)]


def come_to_end(table: Table, since: str | None, seen: str | None) -> None:
    """Lead a phone of a game that is over to the rematch, or to the end if that came since its page was sent."""
    if since and (following := lifecycle.led_on(table.code, since)):
        abort(Response(headers={"HX-Redirect": url_for("table.enter", code=following)}))
    last = table.game.pages.current(table.state)
    elsewhere = since or request.endpoint in {*order_of(table)} - {last}
    if elsewhere and request.blueprint == table.game.slug and has_ended(table, since or seen or ""):
        abort(redirect(url_for(last, code=table.code), 303))  # all come together


def has_ended(table: Table, since: str) -> bool:
    """Say whether the game has ended since the page was sent that asks for a live update."""
    known = AHEAD.match(since)
    if not known:
        return False
    later = next((move for move in table.moves if move.seq > int(known[1])), None)
    return later is not None and not table.game.over(state_before(table, later))
