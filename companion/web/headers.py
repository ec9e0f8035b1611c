"""The headers of every answer, and those of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PAGE_HEADERS = {"Vary": "HX-Request, HX-Target, Accept-Language, Cookie", "Cache-Control": "no-store"}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-src bgstats:; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SECURE = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent by https only: by http a browser complains of it."""
STAY = {"Strict-Transport-Security": "max-age=31536000"}
"""Sent behind a proxy only, which speaks nothing but https; beside our own https we go on to speak http."""


def with_headers(wsgi_app: WSGIApplication, version: str, *, behind_proxy: int = 0) -> WSGIApplication:
    """Send the headers of every answer, whichever of the wrapped apps gives it.

    The `version` is among them, so that even a poll answered by 204 tells it to a page of another version.
    """
    always = HEADERS | {"Version": version}
    by_http, by_https = list(always.items()), list((always | SECURE | (STAY if behind_proxy else {})).items())

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        fixed = by_https if environ["wsgi.url_scheme"] == "https" else by_http

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [*headers, *fixed], *error)

        return wsgi_app(environ, start)

    return respond
