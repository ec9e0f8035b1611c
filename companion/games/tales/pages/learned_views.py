"""How much a house has learned, the way to look up a number, and what was told wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion.files.safe_readers import in_turn
from companion.games.tales.box import learned, learned_store
from companion.games.tales.facts import BASICS
from companion.games.tales.pages import forms
from companion.games.tales.pages.views import bp
from companion.games.tales.play.meetings import LEADING, meetings
from companion.games.tales.text.describe import tell
from companion.membership import current_house
from companion.refusal import Refusal
from companion.storage.connections import get_db
from companion.table import store
from companion.table.permissions import require
from companion.table.play import NoTable, find_table
from companion.table.screen import redirect_to
from companion.table.seating import seats
from companion.web import page, phone_id
from companion.web.forms import checked

bp.record_once(lambda setup: setup.app.extensions.update(is_telling=learned.is_possible))
SHOWN = 20
"""How many meetings of a paragraph a page lists."""
TABLES, LATEST = 10, 200
"""How many tables are read for them, each of which is folded whole, of how many that are looked through."""


@bp.get("/box/learned")
def learned_page() -> ResponseReturnValue:
    """Say how much is learned, and who met a paragraph before."""
    form = asked()
    number = form.number.data
    return page(
        "tales/learned/learned.html",
        kept=learned_store.is_kept(),
        form=form,
        number=number,
        met=[*islice(met(number), SHOWN)] if number else [],
        offers=learned_store.of_paragraph(number) if number else [],
        letters=len(BASICS.matrices),
        **so_far(),
    )


def asked() -> forms.LookUpForm:
    """Read which paragraph is looked up; what is no number of one finds nothing."""
    try:
        return checked(forms.LookUpForm, formdata=request.args)
    except Refusal:
        return forms.LookUpForm(None)


def so_far() -> dict[str, Any]:
    """Count what is learned: of how many letters anything, of each how much, of how many cards and paragraphs."""
    progress = learned.progress(learned_store.find(learned.MATRIX))
    return {
        "progress": progress,
        "begun": sum(1 for one in progress if one.cells),
        "cards": len({one.key for one in learned_store.find(learned.CARD)}),
        "paragraphs": len({one.key for one in learned_store.find(learned.HEADINGS)}),
    }


def met(number: int) -> Iterator[dict[str, Any]]:
    """List who met a paragraph at the tables of this house, the latest first."""
    for code in islice(where_met(number), TABLES):
        with suppress(NoTable, store.Unreadable):
            names = [name for name, _ in store.find_players(get_db(), code)]
            for one in meetings(find_table(code).moves, number):
                came = [tell(event, names) for event in one.events]
                yield {"name": names[one.seat], "at": one.at, "came": came}


def where_met(number: int) -> Iterator[str]:
    """Find the tables at which somebody met a paragraph, the latest first; others have their turn in between."""
    texts = f'"paragraph": {number},', f'"paragraph": {number}}}', f'"number": {number}, "straight": true'
    for code in in_turn(store.find_latest(get_db(), current_house(), "tales", limit=LATEST)):
        if store.says(get_db(), code, LEADING, texts):
            yield code


@bp.post("/<code>/not-so")
def not_so(code: str) -> ResponseReturnValue:
    """Forget what was told wrongly, and come back to the step."""
    require(seats.find_me(code, phone_id()))
    learned_store.forget(checked(forms.NotSoForm).telling)
    asked = {
        name: request.args[name] for name in ("doing", "of", "after", "matrix", "adjective") if name in request.args
    }
    return redirect_to("tales.turn_page", code, **asked)
