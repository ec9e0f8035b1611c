"""A screen in the middle of the table: which table it follows, and how it is laid."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, redirect, request, url_for

from companion.table.log import Table
from companion.table.seating import lifecycle


def follow_rematch(table: Table) -> None:
    """Lead a board on to the rematch, however late it asks; until there is one it stays where it is.

    It has no seat: on the way of the phones a duel's end made one of them of it, and a rematch asked it who it was.
    """
    following = lifecycle.find_next(table.code) if table.game.over(table.state) else None
    if following:
        url = url_for("table.board", code=following, **laid())
        abort(Response(headers={"HX-Redirect": url}) if "HX-Request" in request.headers else redirect(url, 303))


def laid() -> dict[str, Any]:
    """Read how a board is laid: it stays so at every table that it is led to."""
    return {"lying": "1"} if "lying" in request.args else {}
