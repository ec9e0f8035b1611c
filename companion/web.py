"""What every page needs: whole pages and blocks, refusals in words, headers, languages, static files."""

from __future__ import annotations

import secrets
import sqlite3
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import regex
from flask import Flask, Response, current_app, g, make_response, render_template, request, session
from flask_babel import Babel, format_datetime, format_time, get_locale, gettext
from flask_compress import Compress
from flask_htmx import HTMX
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf
from jinja2_fragments.flask import render_block
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from companion.table.log import Refusal, Stale
from companion.table.play import NoTable
from companion.table.seats import COLOURS
from companion.table.store import Unreadable
from companion.text import Text

LANGUAGES = {"en": "English", "de": "Deutsch"}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

htmx = HTMX()
csrf = CSRFProtect()
babel = Babel()
compress = Compress()


def page(template: str, **context: Any) -> Response:
    """Give a browser the whole page, and htmx the block it targets (with the bars of its table)."""
    block = (htmx.target or "").replace("-", "_")
    if htmx and not htmx.history_restore_request and block in current_app.jinja_env.get_template(template).blocks:
        html = render_block(template, block, **context)
        if "screen" in context:
            html += render_template("_bars.html", oob=True, **context)
    else:
        html = render_template(template, **context)
    response = make_response(html)
    response.vary.update(("HX-Request", "HX-Target", "Accept-Language", "Cookie"))
    response.cache_control.no_store = True
    if "screen" in context:
        response.headers["Seq"] = str(context["screen"].table.seq)
    return response


def translate(text: Any) -> Any:
    """Say a `Text` in the reader's language; leave anything else as it is."""
    if not isinstance(text, Text):
        return text
    message = gettext(text.message)
    return message % {key: translate(value) for key, value in text.values.items()} if text.values else message


def phone_id(*, make: bool = False) -> str | None:
    """Give this phone's id; make one, kept in its cookie for a year, only when it does something."""
    if make and "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_urlsafe(12)
    phone: str | None = session.get("phone")
    return phone


def tap(*, once: int | None = None) -> Markup:
    """Give the hidden fields of a move's form: its token, its op id, and what screen a once-only move was tapped on."""
    g.taps = g.get("taps", 0) + 1
    g.setdefault("nonce", secrets.token_urlsafe(9))
    fields = {"csrf_token": generate_csrf(), "op": f"{g.nonce}-{g.taps}"}
    if once is not None:
        fields["seen"] = str(once)
    hidden = Markup('<input type="hidden" name="{}" value="{}">')
    return Markup("").join(hidden.format(name, value) for name, value in fields.items())


def token() -> Markup:
    """Give the hidden token of a form that is no move."""
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())


def post(url: str) -> Markup:
    """Give a form's attributes: the same address with and without JavaScript, and quick taps sent one by one."""
    return Markup('method="post" action="{0}" hx-post="{0}" hx-sync="this:queue all"').format(url)


def live(screen: Any) -> Markup:
    """Give a block's attributes: it fetches itself when the table moves, and is where its forms put their answer."""
    arguments = {key: value for key, value in request.args.items() if key != "since"} | {"since": screen.version}
    return Markup('hx-get="{}?{}" hx-trigger="moved from:body" hx-target="this" data-seq="{}"').format(
        request.path, urlencode(arguments), screen.table.seq
    )


def initial(name: str) -> str:
    """Give the first letter of a name as one sees it, with the marks that belong to it."""
    found = regex.match(r"\X", name)
    return found.group().upper() if found else "?"


def icon(name: str) -> Markup:
    """Give one picture of the sprite; the text beside it says what it means."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>').format(
        static("icons.svg"), name
    )


def static(path: str) -> str:
    """Give a static file's address."""
    addresses: dict[str, str] = current_app.extensions["static"]
    return addresses[path]


def choose_language() -> str | None:
    """Choose the language: the one switched to, else the browser's wish."""
    chosen = request.cookies.get("language")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")


def when(at: float) -> str:
    """Say a moment, given in seconds since 1970, as the reader's language writes it: only the time if it is today."""
    moment = datetime.fromtimestamp(at)
    if moment.date() == datetime.now().date():
        return str(format_time(moment, "short", rebase=False))
    return str(format_datetime(moment, "short", rebase=False))


def clock(seconds: float) -> str:
    """Say a span of time in minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def colour(name: str) -> str:
    """Say a seat's colour."""
    return str(translate(COLOURS.get(name, name)))


def refuse(sentence: str, status: int, title: str | None = None) -> Response:
    """Say why not: to htmx in the page's refusal line, to a browser as a page with a way back."""
    if htmx and not htmx.history_restore_request:
        response = make_response(Markup.escape(sentence), status)
        response.headers |= {"HX-Retarget": "#refusal", "HX-Reswap": "innerHTML"}
        if status == Stale.status:
            response.headers["HX-Trigger"] = "moved, stale"
        return response
    return make_response(render_template("refusal.html", sentence=sentence, title=title), status)


def _refusal(refusal: Refusal) -> Response:
    return refuse(translate(refusal.text), refusal.status)


def _no_table(_: NoTable) -> Response:
    return refuse(gettext("No table here has this code. Look at the code again, or open a table of your own."), 404)


def _unreadable(error: Unreadable) -> Response:
    current_app.logger.error("unreadable table: %s", error)
    return refuse(
        gettext("This table was played with another version of Companion, which knows more than this one. Update it."),
        409,
    )


def _disk(error: sqlite3.OperationalError) -> Response:
    current_app.logger.error("database: %s", error)
    words = str(error)
    if "readonly" in words:
        sentence = gettext("Nothing can be saved: the disk allows reading only. What was saved can still be read.")
    elif "full" in words or "disk I/O" in words:
        sentence = gettext("Nothing can be saved: the disk is full. What was saved can still be read.")
    elif "locked" in words:
        sentence = gettext("Another program holds the database. Please tap again in a moment.")
    else:
        raise error
    return refuse(sentence, 503)


def _csrf(_: CSRFError) -> Response:
    return refuse(gettext("This page has lost its session. Reload it, then tap again (cookies must be allowed)."), 400)


def _http(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    sentences = {
        404: gettext("There is no such page."),
        405: gettext("This cannot be done that way. Go back and tap again."),
        413: gettext("That is more than Companion takes at once."),
        429: gettext("Too many wrong codes from here. Wait a minute, then try again."),
        500: gettext("Companion made a mistake. The table is safe: go back and try again."),
    }
    return refuse(sentences.get(error.code, gettext("That could not be read. Go back and try again.")), error.code)


def _headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    return response


def init_app(app: Flask) -> None:
    """Wire pages, languages, refusals and headers into the app."""
    babel.init_app(app, locale_selector=choose_language)
    for extension in (htmx, csrf, compress):
        extension.init_app(app)
    app.jinja_env.globals |= {
        "icon": icon,
        "languages": LANGUAGES,
        "live": live,
        "locale": get_locale,
        "post": post,
        "static": static,
        "tap": tap,
        "token": token,
    }
    app.jinja_env.filters |= {
        "clock": clock,
        "colour": colour,
        "initial": initial,
        "t": translate,
        "tr": gettext,
        "when": when,
    }
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for error, handler in (
        (Refusal, _refusal),
        (NoTable, _no_table),
        (Unreadable, _unreadable),
        (sqlite3.OperationalError, _disk),
        (CSRFError, _csrf),
        (HTTPException, _http),
    ):
        app.register_error_handler(error, handler)
    app.after_request(_headers)
