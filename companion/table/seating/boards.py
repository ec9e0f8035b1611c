"""A screen in the middle of the table: which table it follows, how it is laid, what it tells, and who lets it count."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import product
from typing import Any

from flask import Response, abort, current_app, redirect, request, url_for

from companion.language.texts import Text
from companion.storage.connections import get_db, writing
from companion.table.log import NotYours, Refusal, Table, TooOften
from companion.table.seating import lifecycle, phone_store, seats, seats_store
from companion.table.seating.seats import Me, Seat
from companion.table.undo import groups, joined
from companion.web.ways import Way, ways_to

COUNT = "count_on_board"
"""The name that logs keep of what was counted on such a screen."""
LETTERS = sorted(map("".join, product("ABCDEFGHJKMNPRSTUVWXYZ", repeat=2)))
"""What a screen shows so that the host knows which one asks: nothing that looks like something else."""
MOST_SCREENS = 9
"""How many screens may ask at one table, so that the host's list stays short whoever asks."""
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


def way_to_join(code: str, at_table: Sequence[Seat]) -> Way | None:
    """Find the likeliest way to the table's seats, until all of them are taken."""
    free = not (current_app.config["ALONE"] or all(seat.taken for seat in at_table))
    return ways_to(url_for("table.enter", code=code))[0] if free else None


# Counting life on it


def find_screens(code: str) -> list[tuple[str, bool]]:
    """List the letters of the screens that ask to count life, and whether the host lets them."""
    return phone_store.find_screens(get_db(), code)


def ask_to_count(code: str, *, phone: str, former: str | None, watchers: int) -> None:
    """Ask the host to let a screen that watches count life; it is told from others by two letters that it shows.

    `phone` is its new id, `former` the one it comes with: whoever knew that is not let count by the host's tap. There
    may be `watchers` at a table.
    """
    with writing(code) as db:
        phone_store.renew_at(db, code, former, phone)
        me, others = seats.find_me(code, phone), dict(phone_store.find_screens(db, code))
        if me.letters:
            return
        _require_place(code, me, others=len(others), watchers=watchers)
        seats_store.sit(db, code, phone, None, host=False, former=former)
        phone_store.ask_to_count(db, code, phone, secrets.choice([one for one in LETTERS if one not in others]))
    seats.changed(code)


def _require_place(code: str, me: Me, *, others: int, watchers: int) -> None:
    """Refuse a screen that counts without asking, a strange one at a locked table, and one too many."""
    if me.plays:
        raise NotYours("This phone plays at this table, so it can count life without asking.")
    if not me.known and seats.is_locked(code):
        raise NotYours("The host has locked this table. Ask the host to unlock it, then ask again.")
    if others >= MOST_SCREENS or (not me.known and seats.count_watchers(code) >= watchers):
        raise TooOften("Too many screens are asking to count here. The host can turn some down in the menu.")


def let_count(code: str, letters: str, *, counts: bool) -> None:
    """Let the screen with these letters count life, or no more."""
    with writing(code) as db:
        if not counts:
            phone_store.refuse_count(db, code, letters)
        elif not phone_store.let_count(db, code, letters):
            raise Refusal("No screen with these letters is waiting any more. Reload the menu, then tap again.")
    seats.changed(code)
