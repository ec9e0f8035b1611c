"""Whole pages and blocks of them, and which parts of a block a phone has already."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, quote_from_bytes, urlencode
from zlib import crc32

from flask import Flask, Response, current_app, g, render_template, request
from flask_htmx import HTMX
from jinja2_fragments.flask import render_block
from markupsafe import Markup, escape

from companion.files import give_way
from companion.web.headers import PAGE_HEADERS
from companion.web.speech import language

htmx = HTMX()


def init_app(app: Flask) -> None:
    """Know htmx, and let templates say which of their blocks are alive."""
    htmx.init_app(app)
    app.jinja_env.globals |= {"had": had, "live": live, "stamp": stamp, "tapped": tapped}
    app.context_processor(lambda: {"drawn": drawing(language())})


def page(template: str, **context: Any) -> Response:
    """Send the whole page to a browser, and to htmx the block it targets (with the bars of its table).

    A redirect may have led to another page than the one that asked; htmx then gets that page's main block instead, to
    be put in place of this one's wherever the request came from, its title and its address. The answer to a tap also
    says which element shows its outcome.
    """
    if "screen" in context:
        g.bars = context["bars"] = bars(context["screen"], context.get("here"))
    if htmx and not htmx.history_restore_request:
        block = (htmx.target or "").replace("-", "_")
        elsewhere = block not in current_app.jinja_env.get_template(template).blocks
        html = _block(template, "main" if elsewhere else block, context).strip()
        if elsewhere:
            html = html.replace('<main id="main"', '<main id="main" hx-swap-oob="morph"', 1)
        if "screen" in context and (elsewhere or block == "main"):
            html = f"<title>{_block(template, 'title', context)}</title>{html}"
        if "screen" in context:
            html += _block(template, "bars", context | {"oob": "whole" if elsewhere or block == "main" else "parts"})
        response = Response(html, headers=PAGE_HEADERS)
        if elsewhere:
            response.headers["HX-Reswap"] = "none"
        if elsewhere or block == "main":
            response.headers["HX-Replace-Url"] = quote(request.path) if elsewhere else asked()
    else:
        response = Response(render_template(template, **context), headers=PAGE_HEADERS)
    if "screen" in context:
        response.headers["Seq"] = str(context["screen"].table.seq)
        if tapped():
            response.headers["Outcome"] = context["screen"].outcome
    return response


def _block(name: str, block: str, context: dict[str, Any]) -> str:
    """Render a block of a template, its own or one that it has from the template it extends."""
    template = current_app.jinja_env.get_template(name)
    if block in template.blocks:
        return render_block(name, block, **context)
    current_app.update_template_context(context)
    inner = template.new_context(context)
    next(iter(template.root_render_func(inner)))  # before its first words it takes over all blocks
    return "".join(inner.blocks[block][0](inner))


def bars(screen: Any, here: str | None) -> dict[str, Markup]:
    """Draw what of a table's two bars changes seldom, so that most live updates leave it out: id of the part, HTML."""
    draw, game, state = drawing(language()), screen.table.game, screen.table.state
    shown = {"shown": here or request.endpoint, "now": game.page(state)}
    return {
        "who": draw("_who.html", seats=screen.seats, here=screen.here),
        "nav": draw("_nav.html", pages=game.pages(state), code=screen.code, **shown),
    }


def tapped() -> bool:
    """Say whether the page answers a tap: a block that asks for itself asks for a live update."""
    return bool(htmx) and "since" not in request.args and htmx.trigger != htmx.target


def asked() -> str:
    """Write the requested address as a header takes it: letters of ASCII in one line, whatever bytes came."""
    query = quote_from_bytes(request.query_string, safe="%&=+;,:@!$'()*/?~-._")
    return quote(request.path) + (f"?{query}" if query else "")


def drawing(language: str) -> Callable[..., Markup]:
    """Make the function that draws parts shared by many pages and phones, once for all; values must be hashable."""

    def drawn(template: str, **values: Any) -> Markup:
        return _drawn(template, language, tuple(values.items()))

    return drawn


@lru_cache(1024)
def _drawn(template: str, language: str, values: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(render_template(template, **dict(values)))


def live(screen: Any, stamps: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """Write a block's attributes: it fetches itself when the table moves, and its forms put their answer into it.

    Its `stamps` then say which parts it has, so that those come as an empty shell marked `data-same`; those of the
    bars then do not come at all.
    """
    asked = {name: value for name, value in request.args.items() if name not in ("have", "led", "since")}
    query = urlencode(asked) + "&" if asked else ""
    query += f"since={screen.version}&have={'.'.join([*stamps.values(), *map(stamp, g.bars.values())])}"
    if screen.led:
        query += f"&{urlencode(screen.led)}"
    return Markup(
        f'hx-get="{escape(request.path)}?{escape(query)}" hx-trigger="moved from:body" hx-target="this"'
        f' data-seq="{screen.table.seq:d}"'
    )


def stamps(parts: Mapping[str, object]) -> dict[str, str]:
    """Stamp the parts of a block by all that decides how they look; equal stamps mean that a phone has this already.

    A part that the page does not show is None and gets no stamp, so that it comes whole when it is shown.
    """
    return {id: stamp(f"{id} {looks!r}") for id, looks in parts.items() if looks is not None}


def stamp(looks: str) -> str:
    """Stamp a part by all that decides how it looks, or by its HTML: 30 bits, as every update repeats all stamps."""
    return urlsafe_b64encode(crc32(looks.encode()).to_bytes(4))[:5].decode()


def had() -> frozenset[str]:
    """Read the stamps of the parts that the phone has."""
    return frozenset(request.args.get("have", "").split("."))


def streamed(parts: Iterator[str]) -> Iterator[str]:
    """Send a long answer piece by piece, each made when it is sent, and with its own loan of the database."""
    context = current_app.app_context

    def pieces() -> Iterator[str]:
        while True:
            with context():
                piece = next(parts, None)
            if piece is None:
                return
            yield piece
            give_way()

    return pieces()
