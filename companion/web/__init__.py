"""What every page needs, split by trade; it knows no table and no game."""

from __future__ import annotations

from flask import Flask
from flask_babel import Babel

from companion.language import catalogues, i18n
from companion.language.i18n import (
    LANGUAGES,
    alike,
    catalogue,
    day,
    gettext,
    language,
    letters,
    locale,
    translate,
    when,
)
from companion.web import errors, fields, forms, links, pages, refusals, tokens
from companion.web.assets.compact import Compact
from companion.web.headers import HEADERS, with_headers
from companion.web.links import address, this_page
from companion.web.pages import asked, htmx, page, streamed
from companion.web.refusals import again, asked_at, gives_no_page, refuse
from companion.web.tokens import SESSIONS_KEPT, keep_phone, phone_id

__all__ = (
    "HEADERS",
    "LANGUAGES",
    "SESSIONS_KEPT",
    "address",
    "again",
    "alike",
    "asked",
    "asked_at",
    "catalogue",
    "day",
    "gettext",
    "gives_no_page",
    "htmx",
    "init_app",
    "keep_phone",
    "language",
    "letters",
    "locale",
    "page",
    "phone_id",
    "refuse",
    "streamed",
    "this_page",
    "translate",
    "when",
    "with_headers",
)


COMPRESSED = {
    "COMPRESS_ALGORITHM": ["br", "gzip"],  # browsers take brotli by https only
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,
    "COMPRESS_MIMETYPES": ["application/json", "image/svg+xml", "text/csv", "text/html", "text/plain"],
    "COMPRESS_LEVEL": 3,  # half the time of 6, and 8 % more to carry
    "COMPRESS_STREAMS": False,  # a download's request, and its loan of the database, would last as long as it does
}
"""Which answers go out compressed."""


def init_app(app: Flask) -> None:
    """Wire pages, languages, refusals and tokens into the app."""
    if not app.config["ALONE"]:  # between a browser and itself lies no network
        from flask_compress import Compress

        app.config |= COMPRESSED
        Compress().init_app(app)
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = ";".join(map(str, catalogues.FOLDERS))
    Babel().init_app(app, locale_selector=locale)
    tokens.Protection().init_app(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Compact)
    for trade in (fields, forms, tokens, i18n, links, pages, refusals, errors):
        trade.init_app(app)
