"""What every page needs: whole pages and blocks, refusals in words, headers, languages, static files."""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_from_bytes, unquote, urlencode, urlsplit
from zlib import crc32

import regex
from babel.support import NullTranslations, Translations
from flask import (
    Flask,
    Request,
    Response,
    abort,
    current_app,
    g,
    make_response,
    render_template,
    request,
    session,
    url_for,
)
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_babel import Babel, format_date, format_datetime, format_time
from flask_compress import Compress
from flask_htmx import HTMX
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf
from jinja2.ext import Extension
from jinja2_fragments.flask import render_block
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_accept_header

from companion.address import is_ours
from companion.files import ENVELOPE, give_way
from companion.journal import note
from companion.refill import refill
from companion.storage import Broken, Busy, Full, Gone, ReadOnly, Taken, Trouble
from companion.table.log import Refusal, Stale
from companion.table.play import NoTable
from companion.table.seats import COLOURS
from companion.table.store import Damaged, Unreadable
from companion.text import Text

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LANGUAGES = {"en": "English", "de": "Deutsch"}
SESSIONS_KEPT = 4096
LONG = 200
"""How long a string may be to be remembered with what was made of it: a request can bring thousands of longer ones."""
PAGE_HEADERS = {"Vary": "HX-Request, HX-Target, Accept-Language, Cookie", "Cache-Control": "no-store"}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
"""Sent by https only: by http a browser would ignore it, and later not come back."""


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, its signature checked once for all requests that bring the same one."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the cookie, from memory if it was read before."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        known: dict[str, dict[str, Any]] = app.extensions["sessions"]
        if cookie in known:
            return SecureCookieSession(known[cookie])
        session = super().open_session(app, request)
        if cookie and session:
            if len(known) >= SESSIONS_KEPT:
                known.clear()
            known[cookie] = dict(session)
        return session

    def save_session(self, app: Flask, session: Any, response: Response) -> None:
        """Send the cookie if it has changed; a page that says already what it varies by needs nothing else."""
        if session.modified or "Vary" not in response.headers:
            super().save_session(app, session, response)


class Compact(Extension):
    """Read templates without the line breaks and the indentation that are for who writes them.

    A tag becomes one line; what follows its beginning and what comes before its end joins it. Elsewhere only the
    indentation goes, but for one space after a statement, since there the line break goes (`trim_blocks`).
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Join the lines of each tag, and unindent the others; a traceback still finds their numbers."""
        closed = BEFORE_END.sub(lambda found: _counted(found[0]), source)
        return INDENTED.sub("", TAG.sub(_joined, closed))


def _joined(found: re.Match[str]) -> str:
    tag, end, after = found.groups(default="")
    inner = BREAK.sub(lambda part: part[1] or f" {_counted(part[2])}", tag)
    return f"{inner}{_counted(end)}>{after if VOID.match(tag) else _counted(after)}"


def _counted(space: str) -> str:
    """Write line breaks as a comment, which a template counts and a page does not have."""
    return "{#" + "\n" * space.count("\n") + "#}" if "\n" in space else ""


JINJA = r"{%.*?%}|{{.*?}}|{#.*?#}"
TAG = re.compile(rf"(<[a-z](?:{JINJA}|[^<>])*?)(\s*)>(\s*\n\s*)?", re.DOTALL | re.IGNORECASE)
VOID = re.compile(r"<(area|br|hr|img|input|link|meta|wbr)\b")
BEFORE_END = re.compile(r"\s*\n\s*(?=</)")
BREAK = re.compile(rf"({JINJA})|(\s*\n\s*)", re.DOTALL)
INDENTED = re.compile(r"(?<!%}\n)^ +|(?<=%}\n) +(?= )", re.MULTILINE)


htmx = HTMX()
csrf = CSRFProtect()
babel = Babel()
compress = Compress()


def page(template: str, **context: Any) -> Response:
    """Give a browser the whole page, and htmx the block it targets (with the bars of its table).

    A redirect may have led to another page than the one that asked; htmx then gets that page's main block instead, to
    be put in place of this one's wherever the request came from, its title and its address. The answer to a tap says
    besides in which element its outcome is.
    """
    if htmx and not htmx.history_restore_request:
        block = (htmx.target or "").replace("-", "_")
        elsewhere = block not in current_app.jinja_env.get_template(template).blocks
        html = _block(template, "main" if elsewhere else block, context).strip()
        if elsewhere:
            html = html.replace('<main id="main"', '<main id="main" hx-swap-oob="morph"', 1)
        if "screen" in context and (elsewhere or block == "main"):
            html = f"<title>{_block(template, 'title', context)}</title>{html}"
        if "screen" in context:
            html += render_template("_bars.html", oob=True, **context)
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


def tapped() -> bool:
    """Say whether the page answers a tap: a block that asks for itself asks a live update."""
    return bool(htmx) and "since" not in request.args and htmx.trigger != htmx.target


def asked() -> str:
    """Give the address that was asked for as a header takes it: letters of ASCII in one line, whatever bytes came."""
    query = quote_from_bytes(request.query_string, safe="%&=+;,:@!$'()*/?~-._")
    return quote(request.path) + (f"?{query}" if query else "")


@lru_cache(8)
def catalogue(language: str) -> NullTranslations:
    """Give a language's texts; those of the code are English already."""
    return Translations.load(current_app.config["BABEL_TRANSLATION_DIRECTORIES"], [language])


@lru_cache(4096)
def said(language: str, message: str) -> Markup:
    """Say a sentence in a language, ready for a template and any attribute: no sentence is HTML, whoever wrote it."""
    return escape(catalogue(language).gettext(message))


def gettext(message: str, **values: Any) -> str:
    """Say a sentence in the reader's language."""
    text = catalogue(language()).gettext(message)
    return text % values if values else text


def speech() -> dict[str, Any]:
    """Give templates the reader's language, looked up once a page."""
    spoken = language()

    def say(message: str, **values: Any) -> Markup:
        text = said(spoken, message)
        return text % values if values else text

    def say_number(one: str, many: str, num: int) -> Markup:
        return escape(catalogue(spoken).ngettext(one, many, num) % {"num": num})

    def drawn(template: str, **values: Any) -> Markup:
        return _drawn(template, spoken, tuple(values.items()))

    return {"_": say, "ngettext": say_number, "language": spoken, "tap": taps(), "drawn": drawn}


def translate(text: Any) -> Any:
    """Say a `Text` in the reader's language, to be escaped like any string; leave anything else as it is."""
    if not isinstance(text, Text):
        return text
    message = catalogue(language()).gettext(text.message)
    if text.values:
        return message % {key: translate(value) for key, value in text.values.items()}
    return g.get("names", {}).get(text.message, message)


def emphasize(text: Text) -> Markup:
    """Say a `Text` with its numbers and names standing out."""
    strong = Markup('<strong class="brass">{}</strong>')
    return said(language(), text.message) % {key: strong.format(translate(part)) for key, part in text.values.items()}


def language() -> str:
    """Give the language of this page: the one switched to, else the browser's wish."""
    found: str | None = g.get("language")
    if found is None:
        chosen = request.cookies.get("language")
        found = chosen if chosen in LANGUAGES else wished(request.headers.get("Accept-Language", ""))
        g.language = found
    return found


def wished(header: str) -> str:
    """Give the language that suits a browser's wish best."""
    return (_wished if len(header) <= LONG else _wished.__wrapped__)(header)


@lru_cache(256)
def _wished(header: str) -> str:
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES, "en")


def phone_id(*, make: bool = False) -> str | None:
    """Give this phone's id; make one, kept in its cookie for a year, only when it does something."""
    if make and "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_urlsafe(12)
    phone: str | None = session.get("phone")
    return phone


def taps() -> Callable[..., Markup]:
    """Give a page its maker of hidden fields for forms that make a move."""
    begin, numbers = "", count(1)

    def tap(*, once: int | None = None) -> Markup:
        """Give a form's token, its op id, and for a once-only move the screen it is tapped on."""
        nonlocal begin
        begin = begin or f'{token()}<input type="hidden" name="op" value="{secrets.token_urlsafe(9)}-'
        seen = "" if once is None else f'<input type="hidden" name="seen" value="{once:d}">'
        return Markup(f'{begin}{next(numbers)}">{seen}')

    return tap


def token() -> Markup:
    """Give the hidden token that every form needs."""
    if "csrf_token" not in session:
        generate_csrf()
    return signed(session["csrf_token"])


@lru_cache(4096)
def signed(secret: str) -> Markup:
    """Sign the session's secret once for all its pages: without a time limit the same signature stays valid."""
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())


@lru_cache(1024)
def _drawn(template: str, language: str, values: tuple[tuple[str, Any], ...]) -> Markup:
    """Draw a part that many pages and phones share, once for all of them; its values must be hashable."""
    return Markup(render_template(template, **dict(values)))


def post(url: str) -> Markup:
    """Give a form's attributes: the same address with and without JavaScript; a tap amid another is none."""
    return (_post if len(url) <= LONG else _post.__wrapped__)(url)


@lru_cache(1024)
def _post(url: str) -> Markup:
    return Markup('method="post" action="{0}" hx-post="{0}" hx-sync="this:drop"').format(url)


@lru_cache(4096)
def move(endpoint: str, code: str) -> Markup:
    """Give the attributes of a form that makes a table's move."""
    return post(url_for(endpoint, code=code))


def counts(url: str) -> Markup:
    """Give a counter's attributes, on its form and its buttons alike: each tap counts, one after the other."""
    return (_counts if len(url) <= LONG else _counts.__wrapped__)(url)


@lru_cache(1024)
def _counts(url: str) -> Markup:
    return Markup('hx-post="{0}" hx-sync="closest form:queue all"').format(url)


def address(endpoint: str, **values: Any) -> str:
    """Give an address of this app, the same for every request: looked up once, since a page has dozens."""
    for value in values.values():
        if isinstance(value, str) and len(value) > LONG:
            return url_for(endpoint, **values)
    return _address(endpoint, **values)


@lru_cache(4096)
def _address(endpoint: str, **values: Any) -> str:
    return url_for(endpoint, **values)


def live(screen: Any, stamps: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """Give a block's attributes: it fetches itself when the table moves, and is where its forms put their answer.

    It then says by their `stamps` which parts it has, so that those come as an empty shell marked `data-same`.
    """
    query = f"since={screen.version}"
    if request.args or stamps:
        have = {"have": ".".join(stamps.values())} if stamps else {}
        query = urlencode({**request.args, "since": screen.version, **have})
    return Markup(
        f'hx-get="{escape(request.path)}?{escape(query)}" hx-trigger="moved from:body" hx-target="this"'
        f' data-seq="{screen.table.seq:d}"'
    )


def stamps(parts: Mapping[str, object]) -> dict[str, str]:
    """Stamp the parts of a block by all that decides how they look; equal stamps mean that a phone has this already.

    A part that the page does not show is None and gets no stamp, so that it comes whole when it is shown.
    """
    return {id: f"{crc32(f'{id} {looks!r}'.encode()):08x}" for id, looks in parts.items() if looks is not None}


def had() -> frozenset[str]:
    """Give the stamps of the parts that the phone has."""
    return frozenset(request.args.get("have", "").split("."))


@lru_cache(1024)
def initial(name: str) -> str:
    """Give the first letter of a name as one sees it, with the marks that belong to it."""
    found = regex.match(r"\X", name)
    return found.group().upper() if found else "?"


@lru_cache(1024)
def short(name: str, most: int) -> str:
    """Cut a name to so many characters as one sees them."""
    seen = regex.findall(r"\X", name)
    return name if len(seen) <= most else "".join(seen[: most - 1]).rstrip() + "…"


@lru_cache(256)
def icon(name: str) -> Markup:
    """Give one picture of the sprite; the text beside it says what it means."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>').format(
        static("icons.svg"), name
    )


def static(path: str) -> str:
    """Give a static file's address."""
    addresses: dict[str, str] = current_app.extensions["static"]
    return addresses[path]


def when(at: float) -> str:
    """Say a moment, given in seconds since 1970, as the reader's language writes it: only the time if it is today."""
    moment = datetime.fromtimestamp(at)
    if moment.date() == datetime.now().date():
        return str(format_time(moment, "short", rebase=False))
    return str(format_datetime(moment, "short", rebase=False))


def day(at: float) -> str:
    """Say the day of a moment, given in seconds since 1970, as the reader's language writes it."""
    return str(format_date(datetime.fromtimestamp(at), "short", rebase=False))


def clock(seconds: float) -> str:
    """Say a span of time in minutes and seconds; none is below nothing, also where the machine's clock was set back."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def colour(name: str) -> str:
    """Say a seat's colour."""
    return gettext(COLOURS[name].message) if name in COLOURS else name


def _limit(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Let a request be as long as what its view takes, and no longer; what stands in its address must be text."""
    kind = getattr(current_app.view_functions.get(endpoint or ""), "takes", None)
    request.max_content_length = ENVELOPE + (kind.size if kind else 0)
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        abort(400)


def refuse(
    sentence: str, status: int, title: str | None = None, faults: Mapping[str, str] = MappingProxyType({})
) -> Response:
    """Say why not: to htmx in the page's refusal line, to a browser on the page of the form, or one with a way back."""
    if htmx and not htmx.history_restore_request:
        response = make_response(escape(sentence), status)
        response.headers |= {"HX-Retarget": "#refusal", "HX-Reswap": "innerHTML"}
        if faults:
            response.headers["Field"] = " ".join(faults)
        if status == Stale.status:
            response.headers["HX-Trigger"] = "moved, stale"
        return response
    table = g.version and (request.view_args or {}).get("code") if "version" in g else None
    return make_response(render_template("refusal.html", sentence=sentence, title=title, table=table), status)


def check_host(_: str | None, __: object) -> None:
    """Refuse a request that calls this server by a name that is not its own, and say how to allow it."""
    if not is_ours(request.environ.get("HTTP_HOST"), tuple(current_app.config["NAMES"])):
        sentence = gettext(
            "Companion is not known by the name in this address. Open it by the address that it says at its start, "
            "or start it with “--name %(name)s” if that name is yours.",
            name=request.environ["HTTP_HOST"].rpartition(":")[0][:100] or request.environ["HTTP_HOST"][:100],
        )
        abort(refuse(sentence, 400, gettext("Another name")))


def _refusal(refusal: Refusal) -> Response:
    sentence = translate(refusal.text)
    faults = {field: translate(text) for field, text in refusal.faults.items()}
    return (not htmx and _again(sentence, refusal.status, faults)) or refuse(sentence, refusal.status, faults=faults)


def _again(sentence: str, status: int, faults: Mapping[str, str]) -> Response | None:
    """Show the page of the form that was refused once more, filled in as it was sent; None if it is not to be found."""
    if request.method != "POST":
        return None
    try:
        form = request.form
    except HTTPException:  # what was sent is too long to be read
        return None
    asked = (form.get("page"), request.referrer, HOMES.get(request.endpoint or ""), request.path)
    for page in filter(None, asked):
        response = _page_at(page)
        if response is not None and response.mimetype == "text/html" and response.status_code == 200:
            sent = {name: form.getlist(name) for name in form}
            html = refill(response.get_data(as_text=True), request.path, page, sent, faults, sentence)
            return Response(html, status, PAGE_HEADERS)
    return None


HOMES = {"table.join": "/", "table.load_file": "/"}
"""Where forms stand that are sent elsewhere, for browsers that do not say where they come from."""


def _page_at(address: str) -> Response | None:
    """Give the page at an address of this app, as this phone would get it."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    try:
        url = urlsplit(address)
        endpoint, _ = app.url_map.bind("").match(unquote(url.path), method="GET")
    except (ValueError, HTTPException):
        return None
    if url.netloc not in ("", request.host) or endpoint == "table.events":
        return None
    kept = {key: value for key, value in request.environ.items() if key not in NOT_ASKED and "." not in key}
    kept |= {key: value for key, value in request.environ.items() if key.startswith("wsgi.")}
    path = unquote(url.path).encode().decode("latin-1")
    asks = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": url.query, "wsgi.input": io.BytesIO()}
    with app.app_context(), app.request_context(kept | asks):
        return app.full_dispatch_request()


NOT_ASKED = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_ACCEPT_ENCODING", "HTTP_REFERER")
"""What of a refused request has nothing to do with the page that it came from."""


def _no_table(_: NoTable) -> Response:
    note("wrong code", (request.view_args or {}).get("code"))
    sentence = gettext("No table here has this code. Look at the code again, or open a table of your own.")
    return (not htmx and _again(sentence, 404, {"code": sentence})) or refuse(sentence, 404)


def _unreadable(error: Unreadable) -> Response:
    current_app.logger.error("unreadable table: %s", error)
    if isinstance(error, Damaged):
        sentence = gettext("The log of this table is damaged, so it cannot be shown. A backup may still have it whole.")
        return refuse(sentence, 409)
    return refuse(
        gettext("This table was played with another version of Companion, which knows more than this one. Update it."),
        409,
    )


HINDERED = {
    Busy: Text("Another program holds the database just now."),
    Full: Text("Nothing can be saved: the disk is full. What was saved can still be read."),
    ReadOnly: Text("Nothing can be saved: the disk allows reading only. What was saved can still be read."),
}
"""What a phone is told of trouble that may pass."""


def _hindered(error: Trouble) -> Response:
    current_app.logger.error("database: %s", error)
    # A page with scripts sends the tap again by itself, and a second tap would count too.
    then = gettext("The tap is kept and sent again.") if htmx else gettext("Please try again in a moment.")
    return refuse(f"{translate(HINDERED[type(error)])} {then}", 503)


def _taken(error: Taken) -> Response:
    current_app.logger.warning("written twice: %s", error)
    sentence = gettext("Somebody was faster: the table has moved on. Look at what it shows now, then tap again.")
    return refuse(sentence, Stale.status)


def _gone(error: Gone) -> Response:
    current_app.logger.error("%s is gone: %s", current_app.config["DATABASE"], error)
    return refuse(
        gettext(
            "The file with all tables and scores was deleted or replaced while Companion ran, so nothing is saved any"
            " more. Stop Companion, put the file back or restore a backup, and start it again."
        ),
        503,
    )


def _broken(error: Broken) -> Response:
    current_app.logger.error("%s is damaged: %s", current_app.config["DATABASE"], error)
    return refuse(
        gettext(
            "The file with all tables and scores is damaged. Stop Companion, restore a backup, and start it again."
        ),
        503,
    )


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


def streamed(parts: Iterator[str]) -> Iterator[str]:
    """Give a long answer piece by piece, each made when it is sent, and with its own loan of the database."""
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


def with_headers(wsgi_app: WSGIApplication) -> WSGIApplication:
    """Send the headers that every answer has, whoever of those it wraps gives it."""
    by_http, by_https = list(HEADERS.items()), list((HEADERS | SECURE).items())

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        fixed = by_https if environ["wsgi.url_scheme"] == "https" else by_http

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [*headers, *fixed], *error)

        return wsgi_app(environ, start)

    return respond


def init_app(app: Flask) -> None:
    """Wire pages, languages, refusals and headers into the app."""
    app.extensions["sessions"] = {}
    app.session_interface = Sessions()
    babel.init_app(app, locale_selector=language)
    app.config.update(COMPRESS_ALGORITHM=["br", "gzip"], COMPRESS_BR_LEVEL=5)
    for extension in (htmx, csrf, compress):
        extension.init_app(app)
    app.jinja_env.globals |= {
        "counts": counts,
        "had": had,
        "icon": icon,
        "languages": LANGUAGES,
        "live": live,
        "move": move,
        "post": post,
        "static": static,
        "tapped": tapped,
        "token": token,
        "url_for": address,
    }
    app.jinja_env.filters |= {
        "clock": clock,
        "day": day,
        "colour": colour,
        "emphasize": emphasize,
        "initial": initial,
        "short": short,
        "t": translate,
        "tr": gettext,
        "when": when,
    }
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Compact)
    for error, handler in (
        (Refusal, _refusal),
        (NoTable, _no_table),
        (Unreadable, _unreadable),
        (Taken, _taken),
        (Gone, _gone),
        (Broken, _broken),
        (CSRFError, _csrf),
        (HTTPException, _http),
    ):
        app.register_error_handler(error, handler)
    for hindrance in HINDERED:
        app.register_error_handler(hindrance, _hindered)
    app.url_value_preprocessor(_limit)
    app.context_processor(speech)
    app.url_value_preprocessor(check_host)
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]  # no view is async, so that nothing need ask
