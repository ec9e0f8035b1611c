"""Which parts of a block a phone has already, so that a live update leaves them out."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple
from zlib import crc32

from flask import Flask, current_app, g, request

from companion.web.kept import LASTING, MARKED

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
    """Remember what phones have, and let templates stamp what they show."""
    app.extensions["stamps"] = {}
    app.jinja_env.globals |= {"had": had, "stamp": stamp}


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
