"""What a phone has of https: a screen that stays awake, an icon of its own, and files that it keeps."""

from __future__ import annotations

import hashlib
from typing import Protocol

from flask import Blueprint, Response, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.table.seating import devices
from companion.web import htmx, language, page, phone_id
from companion.web.links import static
from companion.web.ways import came_by


class Authority(Protocol):
    """Whom phones come to trust; `public` is its certificate, as they install it."""

    @property
    def public(self) -> bytes: ...


class Shown(Protocol):
    """What the https server shows in one network."""

    @property
    def authority(self) -> Authority: ...

    @property
    def host(self) -> str: ...

    def vouches_for(self, host: str) -> bool:
        """Say whether its certificate holds for a name or an address."""
        ...


class Secured(Protocol):
    """An https server."""

    def at(self, address: str) -> Shown:
        """Find what it shows to who comes in by an address of this machine."""
        ...


bp = Blueprint("awake", __name__)

NIGHT = "#151229"


@bp.get("/awake")
def awake() -> ResponseReturnValue:
    """Show how a phone comes to trust this machine, and by https that it does."""
    secured = _secured()
    playing, _ = devices.find_tables(phone_id())
    host, _ = came_by()
    known = secured is not None and secured.vouches_for(host)
    return page(
        "table/awake.html",
        secured=secured,
        known=known,
        test=f"https://{host if known else secured.host}:{current_app.config['SECURE_PORT']}" if secured else "",
        playing=playing[:3],
    )


@bp.get("/awake/companion.crt")
def certificate() -> ResponseReturnValue:
    """Send the certificate that phones trust, never its key."""
    secured = _secured() or abort(404)
    return Response(
        secured.authority.public, mimetype="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"}
    )


def _secured() -> Shown | None:
    """Find what the https server shows to this phone: where it came in says in which network it is."""
    secured: Secured | None = current_app.extensions.get("secured")
    host, address = came_by()
    return secured.at(address or host) if secured else None


@bp.get("/now")
def now() -> ResponseReturnValue:
    """Go to the table this phone was at last, as its icon on the home screen does."""
    playing, _ = devices.find_tables(phone_id())
    where = url_for("table.enter", code=playing[0]["code"]) if playing else url_for("table.home")
    return redirect(where)


@bp.get("/companion.webmanifest")
def manifest() -> ResponseReturnValue:
    """Describe the app to a phone that is to have it among its own."""
    icons = [
        {"src": static(f"app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    shown = {"display": "standalone", "theme_color": NIGHT, "background_color": NIGHT, "icons": icons}
    answer = current_app.json.response({"id": "/", "name": "Companion", "scope": "/", "start_url": "/now", **shown})
    answer.mimetype = "application/manifest+json"
    return answer


@bp.get("/worker.js")
def worker() -> ResponseReturnValue:
    """Send the script that keeps the static files, and the page for a phone that does not reach us; new with each."""
    addresses: dict[str, str] = current_app.extensions["static"]
    kept = [address for name, address in addresses.items() if "/" not in name and not name.endswith(".png")]
    text = f"{language()} {render_template('table/offline.html')}"
    name = hashlib.sha256(" ".join([*kept, text]).encode()).hexdigest()[:10]
    script = render_template("table/worker.js", name=name, kept=[*kept, url_for(".offline")])
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache", "Vary": "Cookie"})


@bp.get("/offline")
def offline() -> ResponseReturnValue:
    """Say that Companion is out of reach, on a phone that has kept this page; where it is reached, load anew."""
    if htmx:
        return Response(status=204, headers={"HX-Refresh": "true"})
    return page("table/offline.html")
