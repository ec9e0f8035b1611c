"""The page of the catch calculator: may I catch these, how do I pay, and what do I hold after that."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.djinn.box import store as box_store
from companion.games.djinn.pages import catch_forms, hand_store
from companion.games.djinn.pages.views import bp, show
from companion.games.djinn.play import hunt
from companion.table.permissions import require_served
from companion.table.screen import Screen, load_screen, redirect_to, submit_move
from companion.web import asked, htmx, this_page
from companion.web.forms import checked, shown


@bp.get("/<code>/can")
def can_page(code: str) -> ResponseReturnValue:
    """Answer whether one can catch what stands at a space, and list the cheapest ways to pay.

    The hand is the one that its seat has noted; a phone that serves no seat has it in the address.
    """
    screen = load_screen(code)
    seat = _holder(screen)
    asked_for = _asked_for(screen, seat)
    form, box = _shown(code, seat, asked_for, at=screen.table.seq), box_store.find()
    answer = catch_forms.answered(screen.table.state, seat, asked_for, box)
    response = show("djinn/play/can.html", screen, here="djinn.hunt_page", seat=seat, form=form, **answer)
    if htmx and htmx.target == "main" and "more" not in request.args:
        response.headers["HX-Push-Url"] = asked()
    if "show" in request.args:
        response.headers["Outcome"] = "answer"
    else:
        response.headers.pop("Outcome", None)  # no move was made
    return response


def _asked_for(screen: Screen, seat: int | None) -> catch_forms.CanForm:
    """Read which Djinn are to be caught from the address, and the hand from there or as its seat has noted it."""
    hand = request.args if "magic" in request.args else hand_store.find(screen, seat)
    chosen = [(name, one) for name in catch_forms.CHOSEN for one in request.args.getlist(name)]
    held = [(name, one) for name, one in hand.items(multi=True) if name not in catch_forms.CHOSEN]
    form = checked(catch_forms.CanForm, formdata=MultiDict(held + chosen))
    form.lay_out(more="more" in request.args)
    return form


@bp.post("/<code>/hold")
def hold(code: str) -> ResponseReturnValue:
    """Note what a seat holds, for itself alone."""
    form = checked(catch_forms.HoldForm, formdata=request.form)
    require_served(code, form.seat.data)
    form.take_up(box_store.find().mages.get(request.form.get("mage", "")))
    hand_store.keep(code, form.seat.data, form.noted)
    wished = {"held": 1} | {name: 1 for name in ("more", "show") if name in request.form}  # no move is told again
    chosen = {name: form[name].data for name in catch_forms.CHOSEN if form[name].data and name in request.form}
    return redirect(url_for("djinn.can_page", code=code, seat=form.seat.data, **chosen | wished, _anchor="answer"), 303)


@bp.post("/<code>/pay")
def pay(code: str) -> ResponseReturnValue:
    """Catch what was chosen, and note what the seat holds once it has paid, and what it held before."""
    form = checked(catch_forms.PayForm, formdata=request.form)
    require_served(code, form.seat.data)
    me, before = load_screen(code).me, form.noted
    by = None if me.host else me.seat
    chosen = {**form.choices, "by": by}
    table = submit_move(code, "catch", hunt.catch, form, for_seat=form.seat.data, chosen=chosen)
    box_store.learn_mages([row.form.note for row in form.mages])
    form.turn(form.choices["keys"], at=table.seq)
    form.take_off(form.way.data)
    hand_store.keep(code, form.seat.data, form.noted, paid=table.seq, before=before)
    return redirect_to("djinn.hunt_page", code)


def _shown(code: str, seat: int | None, asked_for: catch_forms.CanForm, *, at: int) -> catch_forms.CanForm:
    """Make the form of what was asked for: a seat's is sent to be noted, any other stands in the address."""
    space = {"space": asked_for.space.data} if "space" in request.args else {}  # else one comes back to the turn
    if seat is None:
        return shown(catch_forms.CanForm, f"{this_page()}#answer", space, **asked_for.data)
    return shown(
        catch_forms.HoldForm, url_for("djinn.hold", code=code), {"seat": seat} | space, **asked_for.data | {"at": at}
    )


def _holder(screen: Screen) -> int | None:
    """Find whose hand the page shows: the first of the seat asked for, the turn's and its own that a phone serves."""
    turn = screen.table.state.turn
    wished = (request.args.get("seat", type=int), turn.seat if turn else None, screen.me.seat)
    return next((seat for seat in wished if seat in screen.private_seats), None)
