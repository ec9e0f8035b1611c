"""Whole pages, and blocks of them that are alive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, AnyStr
from urllib.parse import quote, quote_from_bytes, urlencode

from flask import Flask, Response, current_app, g, render_template, request
from flask_htmx import HTMX
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion import membership
from companion.files.safe_readers import yield_to_hub
from companion.language import time_zones
from companion.language.i18n import language
from companion.web.headers import PAGE_HEADERS
from companion.web.links import this_page

htmx = HTMX()
OWN = frozenset({"held", "led", "made", "seen", "since"})
"""What a page is asked with that is not part of its address."""


def init_app(app: Flask) -> None:
    """Know htmx, and let templates say which of their blocks are alive."""
    htmx.init_app(app)
    app.after_request(_led)
    app.jinja_env.globals |= {
        "app_version": app.extensions["version"],
        "asked": asked,
        "drawn": drawn,
        "live": live,
        "tapped": tapped,
    }


def page(template: str, **context: Any) -> Response:
    """Send the whole page to a browser, and to htmx the block it targets.

    The answer to a tap also says which element shows its outcome.
    """
    screen = context.get("screen")
    if screen:
        context["bars"] = bars(screen, context.get("here"))
    if htmx and not htmx.history_restore_request:
        response = _swapped(template, context)
    else:
        response = Response(render_template(template, **context), headers=PAGE_HEADERS)
    if screen:
        response.headers.extend(_told(screen))
    return response


def _swapped(template: str, context: dict[str, Any]) -> Response:
    """Send the block that htmx targets, with the bars of its table.

    A redirect may have led to another page than the one that asked; htmx then gets that page's main block instead, to
    be put in place of this one's wherever the request came from, its title and its address.
    """
    block = (htmx.target or "").replace("-", "_")
    elsewhere = block not in _opened(template, context).blocks
    whole = elsewhere or block == "main"
    html = _block(template, "main" if elsewhere else block, context).strip()
    if elsewhere:
        html = html.replace('<main id="main"', '<main id="main" hx-swap-oob="morph"', 1)
    if "screen" in context:
        title = f"<title>{_block(template, 'title', context)}</title>" if whole else ""
        html = title + html + _block(template, "bars", context | {"oob": True})
    response = Response(html, headers=PAGE_HEADERS)
    if elsewhere:
        response.headers["HX-Reswap"] = "none"
    if whole:
        response.headers["HX-Replace-Url"] = quote(this_page()) if elsewhere else asked()
    return response


def _told(screen: Any) -> Iterator[tuple[str, str]]:
    """Tell the script which move a page shows; of a tap where its outcome is; and for how long the phone vibrates."""
    yield "Seq", str(screen.table.seq)
    if tapped():
        yield "Outcome", screen.outcome
    if htmx and (felt := screen.vibration_ms):
        yield "Felt", str(felt)


def _block(name: str, block: str, context: dict[str, Any]) -> str:
    """Render a block of a template, its own or one that it has from the templates it extends."""
    current_app.update_template_context(context)
    inner = _opened(name, context)
    return "".join(inner.blocks[block][0](inner))


def _opened(name: str, context: dict[str, Any]) -> Context:
    """Begin a template as far as its first words: until then it takes over all blocks of those it extends."""
    template = current_app.jinja_env.get_template(name)
    inner = template.new_context(context)
    next(iter(template.root_render_func(inner)))
    return inner


def bars(screen: Any, here: str | None) -> dict[str, Markup]:
    """Draw what of a table's two bars changes seldom: who sits where, and the pages."""
    game, state = screen.table.game, screen.table.state
    shown = {"shown": here or request.endpoint, "now": game.pages.current(state)}
    return {
        "who": drawn("frame/_who.html", seats=screen.seats, here=screen.here),
        "nav": drawn("frame/_nav.html", pages=game.pages.in_bar(state), code=screen.code, **shown),
    }


def tapped() -> bool:
    """Say whether the page answers a move that was tapped, and no link, live update or hand that was `held`."""
    return bool(htmx) and "held" not in request.args and (request.method == "POST" or "made" in request.args)


def _led(response: Response) -> Response:
    """Mark where htmx is led after a move was `made`, or by a live update, and what that had `seen`.

    The page says then what has happened, and no later one says it again.
    """
    if htmx and response.status_code == 303:
        seen = request.args.get("since") or request.args.get("seen", "")
        mark = "made=1" if request.method == "POST" or "made" in request.args else f"seen={quote(seen)}"
        address, hash, anchor = str(response.location).partition("#")
        response.location = f"{address}{'&' if '?' in address else '?'}{mark}{hash}{anchor}"
    return response


def asked() -> str:
    """Write the requested address as a header takes it: letters of ASCII in one line, whatever bytes came."""
    query = quote_from_bytes(request.query_string, safe="%&=+;,:@!$'()*/?~-._")
    query = "&".join(part for part in query.split("&") if part.partition("=")[0] not in OWN)
    return quote(this_page()) + (f"?{query}" if query else "")


def drawn(template: str, **values: Any) -> Markup:
    """Draw a part shared by many pages and phones, once for all; values must be hashable."""
    alike = (request.script_root, *g.get("alike", ()))
    return _drawn(template, language(), alike, tuple(values.items()))


@lru_cache(1024)
def _drawn(template: str, language: str, alike: tuple[str, ...], values: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(render_template(template, **dict(values)))


def live(screen: Any) -> Markup:
    """Write a block's attributes: it fetches itself when the table moves, and its forms put their answer into it."""
    own = {"since": screen.version} | screen.led
    asked = [(name, value) for name, value in request.args.items(multi=True) if name not in OWN and name not in own]
    query = urlencode([*asked, *own.items()])
    return Markup(
        f'hx-get="{escape(this_page())}?{escape(query)}" hx-trigger="moved from:body" hx-target="this"'
        f' data-seq="{screen.table.seq:d}"'
    )


def streamed(parts: Iterator[AnyStr]) -> Iterator[AnyStr]:
    """Send a long answer piece by piece, each made when it is sent, with its own loan of the database.

    Each is made for the house that asks, in its reader's language and time zone.
    """
    context, house, spoken, zone = current_app.app_context, membership.current_house(), language(), time_zones.zone()

    def pieces() -> Iterator[AnyStr]:
        while True:
            with context():
                membership.enter(house)
                g.language, g.zone = spoken, zone
                piece = next(parts, None)
            if piece is None:
                return
            yield piece
            yield_to_hub()

    return pieces()
