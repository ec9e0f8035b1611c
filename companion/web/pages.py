"""Whole pages and blocks of them, and which parts of a block a phone has already."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, AnyStr, NamedTuple
from urllib.parse import quote, quote_from_bytes, urlencode
from zlib import crc32

from flask import Flask, Response, current_app, g, render_template, request
from flask_htmx import HTMX
from markupsafe import Markup, escape

from companion import houses
from companion.files import give_way
from companion.web.headers import PAGE_HEADERS
from companion.web.kept import LASTING, MARKED
from companion.web.links import sprite, sprite_of
from companion.web.speech import language
from companion.web.sprites import HOUSE

htmx = HTMX()
OWN = frozenset({"have", "held", "led", "made", "seen", "since"})
"""What a page is asked with that is not part of its address."""
PART = "part>"
"""Ends the tags round a part: in text of people `>` reads otherwise."""
OPENING = re.compile(r"""<(\w+)(?: [^>]*?)? id="([\w-]+)\"""")
ALIVE = re.compile(r"""(<[^<>]*?)( hx-get="[^"]*<have>")([^<>]*?)( data-seq="\d+")(.*)""", re.DOTALL)
"""A block that is alive: what its attributes say of now, and what else there is of it."""
OF_TAP = re.compile(r'<input type="hidden" name="(?:op|seen|csrf_token)" [^>]*>')
"""What a form says of its tap: the id that it counts by once, the screen that it is made on, the token of its page."""
SAME = ' data-same="1"'
"""Marks an element that a phone has, but for the elements in it."""
HAVE = "<have>"
"""Where a page names the parts that its phone has then: no text of people reads like that."""
STAMPS_KEPT = 8192
"""Of how many pages the stamps are remembered, up to a kB each: of all that phones in one process look at."""


def init_app(app: Flask) -> None:
    """Know htmx, and let templates say which of their blocks are alive."""
    htmx.init_app(app)
    app.extensions["stamps"] = {}
    app.after_request(_led)
    app.jinja_env.globals |= {"had": had, "live": live, "stamp": stamp, "tapped": tapped}
    app.context_processor(lambda: {"drawn": drawing(language(), sprite())})


def page(template: str, **context: Any) -> Response:
    """Send the whole page to a browser, and to htmx the block it targets (with the bars of its table).

    A redirect may have led to another page than the one that asked; htmx then gets that page's main block instead, to
    be put in place of this one's wherever the request came from, its title and its address. The answer to a tap also
    says which element shows its outcome.
    """
    if "screen" not in context:
        g.sprite = sprite_of(HOUSE, template)
    else:
        screen = context["screen"]
        game = screen.table.game
        context["in_bar"] = request.endpoint in {one for one, *_ in game.pages(screen.table.state)}
        g.sprite = sprite_of(game.slug, template)
        g.bars = context["bars"] = bars(screen, context.get("here"))
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
        response = Response(without_known(html), headers=PAGE_HEADERS)
        if elsewhere:
            response.headers["HX-Reswap"] = "none"
        if elsewhere or block == "main":
            response.headers["HX-Replace-Url"] = quote(request.path) if elsewhere else asked()
    else:
        response = Response(without_known(render_template(template, **context)), headers=PAGE_HEADERS)
    if "screen" in context:
        response.headers.extend(_told(context["screen"]))
    return response


def _told(screen: Any) -> Iterator[tuple[str, str]]:
    """Tell the script which move a page shows; of a tap where its outcome is; and for how long the phone vibrates."""
    yield "Seq", str(screen.table.seq)
    if tapped():
        yield "Outcome", screen.outcome
    if htmx and (felt := screen.felt):
        yield "Felt", str(felt)


def _block(name: str, block: str, context: dict[str, Any]) -> str:
    """Render a block of a template, its own or one that it has from the template it extends."""
    template = current_app.jinja_env.get_template(name)
    current_app.update_template_context(context)
    inner = template.new_context(context)
    if block not in template.blocks:
        next(iter(template.root_render_func(inner)))  # before its first words it takes over all blocks
    return "".join(inner.blocks[block][0](inner))


def bars(screen: Any, here: str | None) -> dict[str, Markup]:
    """Draw what of a table's two bars changes seldom, so that most live updates leave it out: id of the part, HTML."""
    draw, game, state = drawing(language(), sprite()), screen.table.game, screen.table.state
    shown = {"shown": here or request.endpoint, "now": game.page(state)}
    return {
        "who": draw("_who.html", seats=screen.seats, here=screen.here),
        "nav": draw("_nav.html", pages=game.pages(state), code=screen.code, **shown),
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
    return quote(request.path) + (f"?{query}" if query else "")


def drawing(language: str, sprite: str) -> Callable[..., Markup]:
    """Make the function that draws parts shared by many pages and phones, once for all; values must be hashable."""

    def drawn(template: str, **values: Any) -> Markup:
        return _drawn(template, language, sprite, tuple(values.items()))

    return drawn


@lru_cache(1024)
def _drawn(template: str, language: str, sprite: str, values: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(render_template(template, **dict(values)))


def live(screen: Any, stamps: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """Write a block's attributes: it fetches itself when the table moves, and its forms put their answer into it.

    By its `stamps` it is known then which parts it has, so that those come as an empty shell marked `data-same`; those
    of the bars then do not come at all.
    """
    asked = {name: value for name, value in request.args.items() if name not in OWN}
    query = urlencode(asked | {"since": screen.version} | screen.led)
    g.stamps = [*g.get("stamps", []), *stamps.values()]
    return Markup(
        f'hx-get="{escape(request.path)}?{escape(query)}{HAVE}" hx-trigger="moved from:body" hx-target="this"'
        f' data-seq="{screen.table.seq:d}"'
    )


def stamps(parts: Mapping[str, object]) -> dict[str, str]:
    """Stamp the parts of a block by all that decides how they look; equal stamps mean that a phone has this already.

    A part that the page does not show is None and gets no stamp, so that it comes whole when it is shown.
    """
    return {id: stamp(f"{id} {looks!r}") for id, looks in parts.items() if looks is not None}


def stamp(looks: str) -> str:
    """Stamp a part by all that decides how it looks, or by its HTML, in 30 bits."""
    return urlsafe_b64encode(crc32(looks.encode()).to_bytes(4))[:5].decode()


def without_known(html: str) -> str:
    """Leave out what of a page the phone has, and name in the page what it has then.

    A template puts `<part>` round an element with an id, which then comes only if its HTML is another now, and then
    without those of its own parts that are not; if only some of these are, it comes as a shell with them alone, so
    that shapes are parts only of an `<svg>` that is one. A form stays whatever its tap is called by now: the script
    gives it another id once it has counted, and the screen that its block shows. What is said when it is sent always
    comes.
    """
    known, stamps = had(), [*g.get("stamps", []), *map(stamp, g.get("bars", {}).values())]
    html = _parts(iter(html.split(PART)), known, stamps).sent
    return html.replace(HAVE, f"&amp;have={remembered('.'.join(stamps))}") if HAVE in html else html


class Part(NamedTuple):
    """A part of a page: whole, as it is sent, what is its own round its parts, and those of them that are sent."""

    whole: str
    sent: str
    own: str
    parts: str


def _parts(pieces: Iterator[str], known: Collection[str], stamps: list[str]) -> Part:
    """Put pieces together up to the end of a part, whole and without what is known; add the stamps of their parts."""
    whole: list[str] = []
    sent: list[str] = []
    own: list[str] = []
    parts: list[str] = []
    for piece in pieces:
        text = piece.removesuffix("/").removesuffix("<")
        whole.append(text)
        sent.append(text)
        own.append(text)
        if piece.endswith("</"):
            break
        if piece.endswith("<"):
            part = _parts(pieces, known, stamps)
            tag, id = _opening(part.whole)
            left, comes = _left(part, tag, id, known, stamps)
            whole.append(part.whole)
            sent.append(left)
            own.append(f"<{id}>")
            if comes:
                parts.append(left)
    return Part("".join(whole), "".join(sent), "".join(own), "".join(parts))


def _left(part: Part, tag: str, id: str, known: Collection[str], stamps: list[str]) -> tuple[str, bool]:
    """Leave of a part what is not known, and say whether there is anything; add its stamps.

    Where the block that is alive fetches itself next, and what it shows, always comes.
    """
    begin, own = f'<{tag} id="{id}"', part.own
    alive = ALIVE.match(own) if HAVE in own else None
    if alive:
        begin, own = f"{begin}{alive[2]}{alive[4]}", f"{alive[1]}{alive[3]}{alive[5]}"
    elif part.whole.startswith(f"{begin}{SAME}"):
        return part.whole, False
    elif _known(part.whole, known, stamps):
        if own != part.whole:
            _known(own, known, stamps)
        return f"{begin}{SAME}></{tag}>", False
    if (alive or own != part.whole) and _known(own, known, stamps):
        return f"{begin}{SAME}>{part.parts}</{tag}>", True
    return part.sent, True


def _known(html: str, known: Collection[str], stamps: list[str]) -> bool:
    """Add the stamp of some HTML if it stays what it is, and say whether it is known."""
    if MARKED in html:
        html = OF_TAP.sub("", html)
        if MARKED in html.replace(LASTING, ""):
            return False
    mark = stamp(html)
    stamps.append(mark)
    return mark in known


def _opening(part: str) -> tuple[str, str]:
    found = OPENING.search(part)
    assert found, part
    return found[1], found[2]


def stamps_in(html: str) -> list[str]:
    """Stamp the parts of what is drawn once and sent often, for a page that leaves all of it out at once."""
    stamps: list[str] = []
    _parts(iter(html.split(PART)), (), stamps)
    return stamps


def remembered(stamps: str) -> str:
    """Keep the stamps of a page under a name of 48 bits, so that no update has to repeat them.

    The oldest are forgotten: a phone whose page is among them, or that another process sent, gets all parts once more.
    """
    known: dict[str, str] = current_app.extensions["stamps"]
    name = urlsafe_b64encode(blake2b(stamps.encode(), digest_size=6).digest()).decode()
    known.pop(name, None)
    known[name] = stamps
    if len(known) > STAMPS_KEPT:
        del known[next(iter(known))]
    return name


def had() -> frozenset[str]:
    """Find the stamps of the parts that the phone has."""
    return frozenset(current_app.extensions["stamps"].get(request.args.get("have"), "").split("."))


def streamed(parts: Iterator[AnyStr]) -> Iterator[AnyStr]:
    """Send a long answer piece by piece, each made when it is sent, with its own loan of the database."""
    context, house = current_app.app_context, houses.current()

    def pieces() -> Iterator[AnyStr]:
        while True:
            with context():
                houses.enter(house)
                piece = next(parts, None)
            if piece is None:
                return
            yield piece
            give_way()

    return pieces()
