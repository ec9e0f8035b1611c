"""Letting a phone in that has never sat at a table here: it may then change scores and boxes, as those of the house."""

from __future__ import annotations

from flask import abort, redirect, url_for
from flask.typing import ResponseReturnValue

from companion import membership
from companion.houses import circle
from companion.scores.views import bp
from companion.table.permissions import require_known
from companion.table.screen import renewed
from companion.web import page
from companion.web.journal import note
from companion.web.rate_limits import wrong_guess
from companion.web.ways import nobody_comes, ways_to


@bp.get("/let-in")
def ask_let_in() -> ResponseReturnValue:
    """Offer to let another phone in; on a public host houses have invitations."""
    if membership.is_public():
        abort(redirect(url_for("houses.house"), 303))
    return page("scores/guests/let_in.html", ways=(), nobody="")


@bp.post("/let-in")
def let_in() -> ResponseReturnValue:
    """Show a link by which a phone comes in: only a hash of it is kept."""
    require_known()
    ways = ways_to(url_for(".ask_in", secret=circle.let_in()))
    note("link made that lets a phone in")
    return page("scores/guests/let_in.html", ways=ways, nobody=nobody_comes())


@bp.get("/in/<secret>")
def ask_in(secret: str) -> ResponseReturnValue:
    """Ask before a phone comes in: previews open links, too."""
    _require_link(secret)
    return page("scores/guests/come_in.html", secret=secret)


@bp.post("/in/<secret>")
def come_in(secret: str) -> ResponseReturnValue:
    """Let this phone change scores and boxes from now on."""
    _require_link(secret)
    with renewed() as (phone, former):
        circle.join(secret, phone=phone, former=former, name="")
    note("phone let in")
    return redirect(url_for(".plays"), 303)


def _require_link(secret: str) -> None:
    """Raise `NoLink` for a wrong link, which counts as a wrong code, and for one of another house."""
    try:
        if circle.invited(secret) == membership.HOME:
            return
    except circle.NoLink:
        wrong_guess()
        raise
    abort(404)
