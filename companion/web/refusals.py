"""Say why not: to htmx in the page's refusal line, else on the page of the form, filled in as it was sent."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from flask import Flask, Response, abort, current_app, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.addresses import is_ours
from companion.files.safe_readers import FORM, yield_to_hub
from companion.language.i18n import gettext, translate
from companion.language.texts import Text
from companion.refusal import Refusal, Stale
from companion.storage.connections import hand_back
from companion.web.forms import Refused
from companion.web.headers import PAGE_HEADERS
from companion.web.links import path_below, this_page
from companion.web.pages import htmx

AnyView = TypeVar("AnyView", bound=Callable[..., Any])
PARTS = 100
"""In how many parts a form may come: the largest brings 40 photos."""
ENDPOINT = "companion.endpoint"
"""Names in a request's environment what was asked for."""
TITLES: Mapping[int, Text] = MappingProxyType(
    {
        400: Text("That couldn't be read"),
        403: Text("Not for this phone"),
        404: Text("Page not found"),
        405: Text("That won't work"),
        409: Text("The table has moved on"),
        413: Text("Too much at once"),
        429: Text("Too often"),
        500: Text("Something went wrong"),
        503: Text("Nothing can be saved"),
    }
)
"""What a page of its own says above the sentence, by status, where nothing better is known."""


def init_app(app: Flask) -> None:
    """Answer what is refused, what cannot be found, and what goes wrong."""
    for error, handler in ((Refusal, _refusal), (CSRFError, _csrf), (HTTPException, _http)):
        app.register_error_handler(error, handler)
    app.url_value_preprocessor(_limit)
    app.url_value_preprocessor(_check_host)


def _limit(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Limit a request to the length that its view takes, and read it; its address must be text, and without NUL."""
    request.environ[ENDPOINT] = endpoint
    kind = getattr(current_app.view_functions.get(endpoint or ""), "takes", None)
    most = FORM + (kind.size if kind else 0)
    request.max_content_length = most
    if "HTTP_TRANSFER_ENCODING" in request.environ:
        request.environ["wsgi.input"] = Chunks(request.environ["wsgi.input"], most)
        request.max_content_length = most + 1  # what is too long is known by its first byte that is too much
    request.max_form_parts = PARTS
    request.max_form_memory_size = 2 * FORM  # with as much again for the piece of a file that is read just now
    try:
        query = request.query_string.decode()
    except UnicodeDecodeError:
        abort(400)
    if "%00" in query:
        abort(400)
    if "\0" in request.path:
        abort(404)
    if endpoint and not kind:
        read_form()


def read_form() -> None:
    """Read what is sent before the database is asked: it may come slowly, and would hold a connection for as long."""
    if request.method == "POST":
        request.form.get("op")


class Chunks:
    """A body in chunks, which says no length: refused once it is too long.

    Werkzeug alone would end it there without a word, and half a form would count.
    """

    def __init__(self, body: Any, most: int) -> None:
        self.body, self.left = body, most

    def read(self, size: int) -> bytes:
        """Read up to so many bytes; raise 413 beyond the limit."""
        data: bytes = self.body.read(min(size, self.left + 1))
        self.left -= len(data)
        if self.left < 0:
            raise RequestEntityTooLarge
        return data


def refuse(
    sentence: str, status: int, title: str | None = None, faults: Mapping[str, str] = MappingProxyType({})
) -> Response:
    """Say why not: to htmx in the page's refusal line, to a browser on the page of the form, or one with a way back."""
    if htmx and not htmx.history_restore_request:
        response = make_response(escape(sentence), status)
        response.headers["Refused"] = "1"
        if faults:
            response.headers["Field"] = " ".join(faults)
        if status == Stale.status:
            response.headers["HX-Trigger"] = "moved, stale"
        return response
    title = title or translate(TITLES.get(status, Text("Not now")))
    return make_response(render_template("refusal.html", sentence=sentence, title=title), status)


def _check_host(_: str | None, __: object) -> None:
    """Refuse a request that uses a wrong name for this server, and say how to allow it; or a scheme that is none."""
    if request.scheme not in ("http", "https"):  # as a proxy says: redirects would lead there
        abort(400)
    if not is_ours(request.environ.get("HTTP_HOST"), tuple(current_app.config["NAMES"])):
        sentence = gettext(
            "Companion doesn't recognise the name in this address. Use the address it prints when it "
            "starts, or start it with “--name %(name)s” if the name is yours.",
            name=request.environ["HTTP_HOST"].rpartition(":")[0][:100] or request.environ["HTTP_HOST"][:100],
        )
        abort(refuse(sentence, 400, gettext("Unknown name")))


def _refusal(refusal: Refusal) -> Response:
    current_app.extensions["counts"]["refusal", type(refusal).__name__] += 1
    sentence = translate(refusal.text)
    faults = {field: translate(text) for field, text in refusal.faults.items()}
    offer = _offer(refusal)
    if htmx and offer:
        html = render_template("_offer.html", **offer, sentence=sentence)
        return Response(html, headers={"HX-Retarget": "#offer", "HX-Reswap": "morph:outerHTML", "Outcome": "offer"})
    return again(sentence, refusal.status, faults, offer) or refuse(sentence, refusal.status, faults=faults)


def _offer(refusal: Refusal) -> dict[str, Any] | None:
    """Collect what a refused tap needs to be sent once more, with what lets it stand."""
    if refusal.offer is None:
        return None
    field, words, value = refusal.offer
    sent = [pair for pair in request.form.items(multi=True) if pair[0] not in ("csrf_token", "op", "page", field)]
    return {"path": this_page(), "sent": sent, "field": field, "words": words, "value": value}


def again(
    sentence: str, status: int, faults: Mapping[str, str], offer: Mapping[str, Any] | None = None
) -> Response | None:
    """Show the page of the refused form once more, filled in as it was sent.

    Return None to htmx, which still has that page, and if the page cannot be found.
    """
    if htmx or request.method != "POST":
        return None
    try:
        form = request.values
    except HTTPException:  # what was sent is too long to be read
        return None
    asked = (form.get("page"), request.referrer, _asked_at(request.endpoint), request.script_root + request.full_path)
    for page in filter(None, asked):
        response = _page_at(page, Refused(this_page(), page, form, faults, sentence, offer))
        if response is not None and response.mimetype == "text/html" and response.status_code == 200:
            return Response(response.get_data(), status, PAGE_HEADERS)
    return None


def asked_at(page: str) -> Callable[[AnyView], AnyView]:
    """Mark a view whose form is on another page, for browsers that do not say where they come from."""

    def mark(view: AnyView) -> AnyView:
        view.asked_at = page  # type: ignore[attr-defined]
        return view

    return mark


def _asked_at(endpoint: str | None) -> str | None:
    page = getattr(current_app.view_functions.get(endpoint or ""), "asked_at", None)
    return page and request.script_root + page


def gives_no_page(view: AnyView) -> AnyView:
    """Mark a view that a browser asks for, but that cannot be shown again: a stream."""
    view.gives_no_page = True  # type: ignore[attr-defined]
    return view


def _page_at(address: str, refused: Refused) -> Response | None:
    """Get the page at an address of this app, as this phone would, with the form that was refused."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    try:
        url = urlsplit(address)
        endpoint, _ = app.url_map.bind("").match(path_below(unquote(url.path)), method="GET")
    except (ValueError, HTTPException):
        return None
    if url.netloc not in ("", request.host) or hasattr(app.view_functions[endpoint], "gives_no_page"):
        return None
    kept = {key: value for key, value in request.environ.items() if key not in NOT_ASKED and "." not in key}
    kept |= {key: value for key, value in request.environ.items() if key.startswith("wsgi.")}
    path = path_below(unquote(url.path)).encode().decode("latin-1")
    query = url.query.encode().decode("latin-1")  # as a server hands them on: each byte a letter
    asks = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "wsgi.input": io.BytesIO()}
    hand_back()  # the page is lent a connection of its own
    yield_to_hub()  # others have their turn between what was refused and the page
    with app.app_context(), app.request_context(kept | asks):
        g.refused = refused
        return app.full_dispatch_request()


NOT_ASKED = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_ACCEPT_ENCODING", "HTTP_REFERER")
"""What of a refused request has nothing to do with the page that it came from."""


def _csrf(_: CSRFError) -> Response:
    return refuse(gettext("Your session was lost. Reload the page, then tap again (cookies must be allowed)."), 400)


def _http(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    sentences = {
        404: gettext("There's no page at this address."),
        405: gettext("That won't work this way. Go back and try again."),
        413: gettext("That's too much at once."),
        429: gettext("Too many wrong codes. Wait a minute, then try again."),
        500: gettext("Companion made a mistake. The table is safe: go back and try again."),
    }
    return refuse(sentences.get(error.code, gettext("That couldn't be read. Go back and try again.")), error.code)
