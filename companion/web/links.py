"""What templates write into tags: addresses, the attributes of forms, and the pictures of the sprites."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g, url_for
from markupsafe import Markup, escape

from companion.web.sprites import HOUSE

LONG = 200
"""How long a word of an address may be to be remembered: a request can bring thousands of longer ones."""


def init_app(app: Flask) -> None:
    """Let templates write links, attributes and icons."""
    app.jinja_env.globals |= {
        "counts": counts,
        "move": move,
        "post": post,
        "runs": runs,
        "static": static,
        "url_for": address,
    }
    app.context_processor(pictures)


def address(endpoint: str, **values: Any) -> str:
    """Build an address of this app, the same for every request: looked up once, since a page has dozens."""
    for value in values.values():
        if isinstance(value, str) and len(value) > LONG:
            return url_for(endpoint, **values)
    return _address(endpoint, **values)


@lru_cache(4096)
def _address(endpoint: str, **values: Any) -> str:
    """Ask Flask for an address; a page has up to forty, a tenth of its time."""
    return url_for(endpoint, **values)


def post(url: str) -> Markup:
    """Write a form's attributes: the same address with and without JavaScript; a tap during another is ignored."""
    safe = escape(url)
    return Markup(f'method="post" action="{safe}" hx-post="{safe}" hx-sync="this:drop"')


@lru_cache(4096)
def move(endpoint: str, code: str) -> Markup:
    """Write the attributes of a form that makes a table's move; a page has up to fifty."""
    return post(address(endpoint, code=code))


def counts(url: str) -> Markup:
    """Write the attributes of a counter's form; its buttons and its number are sent alone, each tap in its turn."""
    return Markup(f'hx-post="{escape(url)}" hx-sync="closest form:queue all"')


def runs(seconds: object, since: object) -> Markup:
    """Write the attributes of a clock that goes on by itself: the `seconds` so far, and `since` when it counts them.

    It begins again on a phone when `since` is another: two turns that have just begun both say "0 seconds so far".
    """
    return Markup('data-running="{}" data-since="{}"').format(seconds, since)


def pictures() -> dict[str, Any]:
    """Make the functions that show pictures, out of the sprite of this page."""
    addresses = current_app.extensions["symbols"]
    listed = sprite() in addresses
    known: dict[str, str] = addresses[sprite() if listed else ""]

    def symbol(name: str, sprite: str = "") -> str:
        """Find the address of a picture; where two sprites have one of this name, name the sprite, too."""
        return known[f"{sprite}/{name}" if sprite else name]

    def icon(name: str, sprite: str = "") -> Markup:
        return shown(symbol(name, sprite), listed)

    return {"icon": icon, "symbol": symbol}


def sprite() -> str:
    """Name the sprite that this page takes its pictures from."""
    name: str = g.get("sprite", f"{HOUSE}_shown")
    return name


def sprite_of(group: str, template: str) -> str:
    """Name the sprite of a page at a game's tables, or of the house: its own, or that of pages of its kind."""
    folder, _, page = template.removesuffix(".html").rpartition("/")
    kinds = (f"{folder}_{page}", page, {"kit": "read"}.get(folder, folder))
    known = current_app.extensions["symbols"]
    return next((name for name in (f"{group}_{kind}" for kind in kinds) if name in known), f"{group}_shown")


@lru_cache(1024)
def shown(address: str, listed: bool) -> Markup:
    """Show a picture, of which a page has up to thirty; the text beside it says what it means.

    One that its page shows seldom is written out, since the page would have to load a whole sprite for it; but pages
    whose pictures are not listed load those that they are drawn in.
    """
    if listed and (picture := current_app.extensions["written_out"].get(address)):
        return Markup(picture)
    return Markup(f'<svg class="icon" aria-hidden="true"><use href="{escape(address)}"></use></svg>')


def static(path: str) -> str:
    """Find a static file's address."""
    addresses: dict[str, str] = current_app.extensions["static"]
    return addresses[path]
