"""What templates write into tags: addresses, the attributes of forms, and the pictures of the sprites."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, current_app, request, url_for
from markupsafe import Markup, escape

LONG = 200
"""How long a word of an address may be to be remembered: a request can bring thousands of longer ones."""


def init_app(app: Flask) -> None:
    """Let templates write links, attributes and icons."""
    app.jinja_env.globals |= {
        "counts": counts,
        "icon": icon,
        "move": move,
        "own_sheet": own_sheet,
        "post": post,
        "runs": runs,
        "static": static,
        "symbol": symbol,
        "this_page": this_page,
        "url_for": address,
    }


def this_page() -> str:
    """Say at which address the page is that was asked for, without what stands after a question mark."""
    return request.script_root + request.path


def path_below(address: str) -> str:
    """Cut off from an address's path the part below which all of the app lies, which only a browser needs."""
    root = request.script_root
    return address[len(root) :] if address.startswith(f"{root}/") else address


def address(endpoint: str, **values: Any) -> str:
    """Build an address of this app, the same for every request: looked up once, since a page has dozens."""
    for value in values.values():
        if isinstance(value, str) and len(value) > LONG:
            return url_for(endpoint, **values)
    return _address(request.script_root, endpoint, **values)


@lru_cache(4096)
def _address(_: str, endpoint: str, **values: Any) -> str:
    """Ask Flask for an address below a root; a page has up to forty, a tenth of its time."""
    return url_for(endpoint, **values)


def post(url: str) -> Markup:
    """Write a form's attributes: the same address with and without JavaScript; a tap during another is ignored."""
    safe = escape(url)
    return Markup(f'method="post" action="{safe}" hx-post="{safe}" hx-sync="this:drop"')


def move(endpoint: str, code: str) -> Markup:
    """Write the attributes of a form that makes a table's move."""
    return post(address(endpoint, code=code))


def counts(url: str) -> Markup:
    """Write the attributes of a counter's form; its buttons and its number are sent alone, each tap in its turn."""
    return Markup(f'hx-post="{escape(url)}" hx-sync="closest form:queue all"')


def runs(seconds: object, since: object) -> Markup:
    """Write the attributes of a clock that goes on by itself: the `seconds` so far, and `since` when it counts them.

    It begins again on a phone when `since` is another: two turns that have just begun both say "0 seconds so far".
    """
    return Markup('data-running="{}" data-since="{}"').format(seconds, since)


def symbol(name: str, sprite: str = "") -> str:
    """Find the address of a picture; where two sprites have one of this name, name the sprite, too."""
    symbols: dict[str, str] = current_app.extensions["symbols"]
    return request.script_root + symbols[f"{sprite}/{name}" if sprite else name]


def icon(name: str, sprite: str = "") -> Markup:
    """Show a picture; the text beside it says what it means."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>').format(symbol(name, sprite))


def static(path: str) -> str:
    """Find a static file's address."""
    addresses: dict[str, str] = current_app.extensions["static"]
    return request.script_root + addresses[path]


def own_sheet(part: str) -> str:
    """Find the address of the style sheet of a game; a part of the house has none of its own."""
    addresses: dict[str, str] = current_app.extensions["static"]
    name = f"{part}.css"
    return static(name) if name in addresses else ""
