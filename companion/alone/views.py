"""What a phone that runs Companion by itself is told, and the file in which it takes everything along."""

from __future__ import annotations

from flask import Blueprint, Response, current_app
from flask.typing import ResponseReturnValue

from companion.storage.connections import place
from companion.storage.sqlite import Place
from companion.storage.take_along import copied
from companion.table.seating.seats_store import ANYBODY
from companion.web import page

bp = Blueprint("alone", __name__, url_prefix="/alone")


@bp.get("/")
def about() -> ResponseReturnValue:
    """Say where everything is kept, and how it comes to a server."""
    return page("alone/about.html")


@bp.get("/companion.db")
def save() -> ResponseReturnValue:
    """Send everything as one file, which `companion restore` and `companion merge` take."""
    ours = place(current_app)
    assert isinstance(ours, Place)
    named = {"Content-Disposition": 'attachment; filename="companion.db"', "Cache-Control": "no-store"}
    return Response(copied(ours, heir=ANYBODY), mimetype="application/vnd.sqlite3", headers=named)
