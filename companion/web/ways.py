"""What leads other phones here: links by each address of this machine, and their QR pictures."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import current_app, request

from companion.addresses import bare, is_alone, is_offline, ways


@dataclass(frozen=True)
class Way:
    """A link that may lead other phones here, and its picture as SVG."""

    link: str
    picture: str


def here() -> str:
    """Build the address of this server that is likeliest to lead other phones here, without a path."""
    return _ways()[0]


def ways_to(path: str) -> list[Way]:
    """List the links to a page of ours, the likeliest to be opened first."""
    return [Way(way + path, drawn(way + path)) for way in _ways()]


def nobody_comes() -> str:
    """Say why no other phone gets here: "alone" if this server was started so, "offline" without a network, or ""."""
    return "alone" if is_alone(current_app.config) else "offline" if is_offline(current_app.config) else ""


def came_by() -> tuple[str, str]:
    """Read what the asker calls this machine, and at which address of it the request came in."""
    return bare(request.host), request.environ.get("SERVER_ADDR", "")


def drawn(link: str) -> str:
    """Draw the QR picture of a link."""
    picture: str = segno.make(link, error="m", boost_error=False).svg_inline(
        scale=6, border=3, light="#fff", omitsize=True
    )
    return picture


def _ways() -> list[str]:
    port = current_app.config["PORT"] or request.environ["SERVER_PORT"]
    return ways(current_app.config, port, came_by())
