"""A screen in the middle of the table: which table it follows, how it is laid, how one joins, what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, abort, current_app, redirect, request, url_for

from companion.language.texts import Text
from companion.table.log import Table
from companion.table.seating import lifecycle
from companion.table.seating.seats import Seat
from companion.table.undo import groups, joined
from companion.web.ways import Way, ways_to

TOLD, LOOKED_AT = 4, 40
"""How many sentences a board tells of what happened last, and among how many of the last moves it looks for them."""


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


def last_told(table: Table, names: tuple[str, ...]) -> list[Text]:
    """Say what happened last, the latest first, quick taps on one counter as one; of the opening nothing."""
    game, moves = table.game, table.moves[1:][-LOOKED_AT:]
    entries = [joined(game, group) for group in groups(game, moves, range(table.seq + 1))]
    said = [game.describe(event, names) for entry in reversed(entries) for event in entry.events]
    return said[:TOLD]


def way_to_join(code: str, seats: Sequence[Seat]) -> Way | None:
    """Find the likeliest way to the table's seats, until all of them are taken."""
    free = not (current_app.config["ALONE"] or all(seat.taken for seat in seats))
    return ways_to(url_for("table.enter", code=code))[0] if free else None
