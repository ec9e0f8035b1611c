"""What a phone brings along: its cookie, its id, and in each form the token and the id of the tap."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from hmac import compare_digest
from itertools import count
from typing import Any

from flask import Flask, Request, Response, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf, validate_csrf
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.http import dump_cookie

from companion.web.forms import refused

HEADER = "X-CSRFToken"
"""In which header htmx brings the token of its page, as Flask-WTF reads it."""
HOST_ONLY = "__Host-"
"""How the name of a cookie begins that no other host of its domain can set; a browser takes it by https only."""
LASTS = 400 * 24 * 3600
"""For how many seconds a browser keeps a phone's cookie: none keeps one for longer."""
LONGEST_TOKEN = 200
"""How many characters a signed token has at most."""
SESSIONS_KEPT = 4096
"""How many cookies are remembered with what they say: as many as phones ask within some minutes on a busy evening."""


def init_app(app: Flask) -> None:
    """Read each cookie once and remember it, and let templates write tokens."""
    app.extensions["sessions"] = {}
    app.session_interface = Sessions()
    app.jinja_env.globals |= {"token": token, "carried": carried, "tap": tap}


class Session(SecureCookieSession):
    """What a phone's cookie says; it is `outdated` if an earlier version of Companion wrote it."""

    outdated = False


class Sessions(SecureCookieSessionInterface):
    """A signed cookie that no clock makes invalid: it holds no time, and its browser counts how long it lasts.

    Flask's own holds the time and is refused once the clock goes back: whole tables lost their seats. Such cookies are
    read by their signature alone, and written once more. A signature is checked once for all who bring the same cookie.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer:  # type: ignore[override]
        """Sign cookies as they are written now."""
        return URLSafeSerializer(**_signing(app, self), salt="phone")

    def open_session(self, app: Flask, request: Request) -> Session:
        """Read the cookie; without one of the present name, that by the name of earlier versions."""
        own = self.get_cookie_name(app)
        for name in dict.fromkeys((own, own.removeprefix(HOST_ONLY))):
            if (found := self._find(app, request.cookies.get(name))) is not None:
                session = Session(found[0])
                session.outdated = found[1] or name != own
                return session
        return Session()

    def _find(self, app: Flask, cookie: str | None) -> tuple[dict[str, Any], bool] | None:
        """Find what a cookie says, from memory if it was read before, and whether it holds a time.

        Return None for one that was not signed here.
        """
        known: dict[str, tuple[dict[str, Any], bool]] = app.extensions["sessions"]
        if not cookie or cookie in known:
            return known.get(cookie or "")
        timed = URLSafeTimedSerializer(**_signing(app, self), salt=self.salt)
        for signer in (self.get_signing_serializer(app), timed):
            with suppress(BadData):
                found = signer.loads(cookie), signer is timed
                if len(known) >= SESSIONS_KEPT:
                    known.clear()
                known[cookie] = found
                return found
        return None

    def save_session(self, app: Flask, session: Any, response: Response) -> None:
        """Send the cookie if it has changed, or once more as it is written now, with a whole page.

        No tap is on its way then that may bring the phone another id: the later of two answers would win.
        """
        if session.accessed:
            response.vary.add("Cookie")
        if not (session.modified or (session.outdated and is_whole_page(response))):
            return
        own = self.get_cookie_name(app)
        kept_as: dict[str, Any] = {"httponly": True, "samesite": self.get_cookie_samesite(app)}
        kept_as["secure"] = self.get_cookie_secure(app)
        if session:
            values = self.get_signing_serializer(app).dumps(dict(session))
            lasts = LASTS if session.permanent else None
            response.headers.add("Set-Cookie", dump_cookie(own, values, lasts, sync_expires=False, **kept_as))
        given_up = {own.removeprefix(HOST_ONLY)} - {own} if session else {own, own.removeprefix(HOST_ONLY)}
        for name in given_up.intersection(request.cookies):
            response.delete_cookie(name, **kept_as)


def is_whole_page(response: Response) -> bool:
    """Say whether a browser asked for a whole page, and gets it."""
    return request.method == "GET" and response.mimetype == "text/html" and "HX-Request" not in request.headers


def _signing(app: Flask, kind: SecureCookieSessionInterface) -> dict[str, Any]:
    """Find by which keys and how cookies are signed."""
    return {
        "secret_key": [*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.secret_key],  # the present one last
        "serializer": kind.serializer,
        "signer_kwargs": {"key_derivation": kind.key_derivation, "digest_method": kind.digest_method},
    }


def keep_phone() -> None:
    """Let the browser keep the cookie of a known phone, as it is, for as long again as of a new one."""
    if session.permanent:
        session.modified = True


class Protection(CSRFProtect):  # type: ignore[misc]  # which has no types
    """Flask-WTF's check of the token that each form brings."""

    def protect(self, apply_exemptions: bool = False) -> None:
        """Take the very token that was signed here for this phone; check the signature of any other."""
        if request.method == "POST" and request.endpoint and request.is_secure and not is_from_here():
            self._error_response("The form was sent from another site.")
        if request.method == "POST" and "csrf_token" in session:
            brought = self._get_csrf_token() or ""
            if compare_digest(brought.encode(), own_token().encode()):
                g.csrf_valid = True
                return
        super().protect(apply_exemptions)


def is_from_here() -> bool:
    """Say whether a page of ours sent this form, by whichever header the browser brings.

    Flask-WTF asks for a Referer alone, which some phones keep to themselves.
    """
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin", "null")
    sender = request.headers.get("Referer", "") if origin == "null" else origin
    return f"{sender}/".startswith(f"https://{request.host}/")


def phone_id(*, make: bool = False) -> str | None:
    """Find this phone's id; make one, kept in its cookie, only when the phone does something."""
    if make and "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_urlsafe(12)
    phone: str | None = session.get("phone")
    return phone


def tap(*, once: int | None = None, native: bool = False) -> Markup:
    """Write the hidden fields of a form that makes a move: its op id, and for a once-only move what it is tapped on.

    The token follows where htmx does not bring it along: on a whole page, or if the browser sends the form itself.
    """
    if "ops" not in g:
        g.ops, g.needed = ops(), "" if has_token() else token()
    seen = "" if once is None else f'<input type="hidden" name="seen" value="{once:d}">'
    return Markup(f'<input type="hidden" name="op" value="{next(g.ops)}">{seen}{token() if native else g.needed}')


def ops() -> Iterator[str]:
    """Give each tap of a page an id: the page's own and a number."""
    page = new_op()
    return (f"{page}-{number}" for number in count(1))


def token() -> Markup:
    """Write the hidden token, which a form needs where the browser sends it by itself.

    After a refusal the address is that of the move: each form says on which page it stands.
    """
    page = Markup('<input type="hidden" name="page" value="{}">').format(found.page) if (found := refused()) else ""
    return Markup(f'<input type="hidden" name="csrf_token" value="{own_token()}">') + page


def carried() -> Markup:
    """Write the token where it stays while a page is open: htmx sends it along, so that no live update repeats it."""
    return Markup(f'hx-headers=\'{{"{HEADER}": "{own_token()}"}}\'')


def has_token() -> bool:
    """Say whether the page that asks carries a token of this phone's already, signed here or by another process."""
    brought = request.headers.get(HEADER, "")
    return brought == own_token() or (0 < len(brought) <= LONGEST_TOKEN and is_signed(brought, secret()))


def own_token() -> str:
    """Sign this session's secret."""
    return signed(secret())


@lru_cache(4096)
def is_signed(token: str, secret: str) -> bool:
    """Say whether a token is this session's `secret`, signed; remembered, since a page brings it with each update."""
    try:
        validate_csrf(token)
    except ValueError:
        return False
    return True


def new_op() -> str:
    """Make the id of a page's taps."""
    return secrets.token_urlsafe(6)


def secret() -> str:
    """Find this session's secret, or make one."""
    if "csrf_token" not in session:
        session["csrf_token"] = secrets.token_urlsafe(12)  # as safe as Flask-WTF's own, and a third shorter once signed
    made: str = session["csrf_token"]
    return made


@lru_cache(4096)
def signed(secret: str) -> str:
    """Sign the session's secret once for all its pages: that takes a tenth of a page, and has no time limit."""
    made: str = generate_csrf()
    return made
