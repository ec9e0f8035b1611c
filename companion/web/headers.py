"""The headers of every answer, and those of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PAGE_HEADERS = {"Vary": "HX-Request, HX-Target, Accept-Language, Cookie", "Cache-Control": "no-store"}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SECURE = {"Strict-Transport-Security": "max-age=31536000", "Cross-Origin-Opener-Policy": "same-origin"}
"""Sent by https only: by http a browser ignores the one and complains of the other."""


def with_headers(wsgi_app: WSGIApplication) -> WSGIApplication:
    """Send the headers of every answer, whichever of the wrapped apps gives it."""
    by_http, by_https = list(HEADERS.items()), list((HEADERS | SECURE).items())

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        fixed = by_https if environ["wsgi.url_scheme"] == "https" else by_http

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [*headers, *fixed], *error)

        return wsgi_app(environ, start)

    return respond
