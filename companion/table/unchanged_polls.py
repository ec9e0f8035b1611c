"""Answers to live updates whose page is still up to date, before the app does anything else for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from companion.addresses import is_ours
from companion.storage.protocol import StorageError
from companion.table.play import NoTable, push
from companion.table.screen import AHEAD
from companion.table.seating import seats
from companion.table.seating.seats import ALPHABET
from companion.web.rate_limits import COUNTED, network

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

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
