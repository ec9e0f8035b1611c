"""Whole pages that are kept for whoever asks for the same, and what of them is said only when they are sent."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from flask import Flask, Response, current_app, g, request
from markupsafe import Markup

from companion import houses
from companion.web import zones
from companion.web.headers import PAGE_HEADERS
from companion.web.speech import language, manner

KEPT = 64
"""How many pages are kept, 20 kB each: those of the tables that are looked at just now."""
LONG = 200
"""How long a query may be for its page to be kept."""
MARKED = "<:"
"""How a mark begins: no text of people reads like that."""
LASTING = f"{MARKED}since"
"""How the mark begins of what goes on by itself on a phone, like a clock; its name tells since when."""
MARK = re.compile(rb"<:(\w+):")
Said = dict[str, Callable[[], str]]
"""What of a page is said when it is sent, by the name in the mark that stands for it until then."""


class Kept(NamedTuple):
    """A page as it was made: in turns what stays and the name of what is said there."""

    pieces: list[bytes]
    said: Said

    def spoken(self) -> bytes:
        """Write the page as it is now."""
        now = {name.encode(): say().encode() for name, say in self.said.items()}
        pieces = [*self.pieces]
        pieces[1::2] = [now[name] for name in pieces[1::2]]
        return b"".join(pieces)


def init_app(app: Flask) -> None:
    """Keep pages, and put into each what is to be said when it is sent."""
    app.extensions["kept"] = OrderedDict()
    app.after_request(say)


def later(name: str, say: Callable[[], str]) -> Markup:
    """Leave a mark in a page for what `say` writes, safe for an attribute, once for each time that it is sent."""
    g.setdefault("said", {})[name] = say
    return Markup(f"{MARKED}{name}:")


def say(response: Response) -> Response:
    """Put what a page says just now in place of its marks."""
    if "said" in g and not response.is_streamed:
        response.set_data(_made(response).spoken())
    return response


def _made(response: Response) -> Kept:
    return Kept(MARK.split(response.get_data()), g.get("said", {}))


def kept(of: tuple[Hashable, ...], make: Callable[[], Response]) -> Response:
    """Send a whole page as it was made before, or make it: a hunt page takes a third of the time then.

    `of` is all that decides what it shows, besides its address, its reader's language and time zone, and what is said
    when it is sent.
    """
    query = request.query_string
    if request.method != "GET" or "HX-Request" in request.headers or len(query) > LONG:
        return make()
    pages: OrderedDict[Hashable, Kept] = current_app.extensions["kept"]
    key = (request.path, query, request.scheme, houses.current(), language(), manner(), zones.name(), of)
    found = pages.get(key)
    if found:
        pages.move_to_end(key)
        return Response(found.spoken(), headers=PAGE_HEADERS)
    response = make()
    pages[key] = _made(response)
    if len(pages) > KEPT:
        pages.popitem(last=False)
    return response
