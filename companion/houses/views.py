"""The pages of a house on a public host: who is in it, invitations, and what only its host may."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from companion import membership
from companion.houses import circle, export, store
from companion.houses.forms import HouseForm, MemberForm, NameForm, RecoveryForm, SureForm
from companion.houses.hooks import above
from companion.language import time_zones
from companion.language.texts import Text
from companion.refusal import NotYours
from companion.storage.connections import get_db
from companion.web import asked_at, page, phone_id, streamed
from companion.web.forms import checked, shown
from companion.web.journal import note
from companion.web.rate_limits import wrong_guess
from companion.web.ways import nobody_comes, ways_to

bp = Blueprint("houses", __name__, url_prefix="/house")

MEMBER = f"<int(min=1, max={circle.NUMBERS}):member>"


@bp.after_app_request
def keep_apart(response: Response) -> Response:
    """Let nothing in between keep an answer: at the same address another phone sees another house."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def named() -> membership.House | None:
    """Find the house that a form names, or else the chosen one, and go there; None if the phone is not in it.

    It may not be any more: a page was left open, or the same tap came twice, and the next house must not answer for it.
    """
    chosen, asked = membership.chosen(), request.form.get("house", session.get("house"), type=int)
    house = next((own for own in membership.mine() if asked in (None, own.id)), None)
    if house and house != chosen:
        session["house"] = house.id
    return house


def is_given_up() -> bool:
    """Say whether the phone is no longer in the house that a form names, which is what the form was for."""
    return "house" in request.form and named() is None


def mine() -> membership.House:
    """Find the house that a form or the phone means; lead a phone without one to the page that says how it gets one."""
    house = named() if request.method == "POST" else membership.chosen()
    if house is None and request.method == "GET":
        abort(redirect(url_for(".house"), 303))
    if house is None:
        raise NotYours("This phone isn't in a house, or was removed. Ask a host for an invitation, or open a table.")
    return house


def hosted() -> membership.House:
    """Find the house as `mine` does; refuse a phone that does not host it."""
    house = mine()
    if not house.host:
        raise NotYours("Only the host of this house can do this. Ask the host.")
    return house


@bp.get("/")
def house() -> ResponseReturnValue:
    """Show the house that the phone has chosen: who is in it, and what may be done."""
    own, now = membership.chosen(), time.time()
    if own is None:
        return page("houses/none.html")
    return page(
        "houses/house.html",
        house=own,
        me=shown(NameForm, url_for(".call_me"), {"house": own.id}, name=own.me),
        named=shown(NameForm, url_for(".rename"), {"house": own.id}, name=own.name),
        members=store.find_members(get_db(), own.id),
        others=[one for one in membership.mine() if one.id != own.id],
        invitations=store.find_invitations(get_db(), own.id, at=now) if own.host else [],
        has_recovery=own.host and store.recovery_of(get_db(), own.id) is not None,
        days=current_app.config["UNOPENED_DAYS"],
    )


@bp.post("/choose")
def choose() -> ResponseReturnValue:
    """Go to another house of this phone."""
    asked = checked(HouseForm).house.data
    if asked not in [own.id for own in membership.mine()]:
        raise NotYours("This phone isn't in that house, or was removed. Ask its host for an invitation.")
    session["house"] = asked
    return redirect(url_for("table.home"), 303)


@bp.post("/name")
def rename() -> ResponseReturnValue:
    """Give the house a name."""
    own = hosted()
    circle.rename(own.id, checked(NameForm).name.data)
    return redirect(url_for(".house"), 303)


@bp.post("/me")
def call_me() -> ResponseReturnValue:
    """Say what this phone is called in the house."""
    own = mine()
    circle.call_me(own.id, checked(NameForm).name.data)
    return redirect(url_for(".house", _anchor=f"member-{own.member}"), 303)


# Invitations


@bp.post("/invite")
@asked_at("/house/")
def invite() -> ResponseReturnValue:
    """Make an invitation, and show it: only a hash of it is kept."""
    own = hosted()
    ways = ways_to(url_for(".ask_join", secret=circle.invite(own.id)))
    note("invitation to a house made")
    return page("houses/invitation.html", house=own, ways=ways, until=time.time() + circle.WEEK, nobody=nobody_comes())


@bp.post("/revoke")
def revoke() -> ResponseReturnValue:
    """Make all invitations void."""
    circle.revoke(hosted().id)
    note("invitations to a house made void")
    return redirect(url_for(".house"), 303)


def _counted(secret: str, found: str) -> int:
    """Find the house of a link; a wrong one counts as a wrong code, and an address that had too many gets 429."""
    try:
        return circle.invited(secret) if found == "invitation" else circle.recoverable(secret)
    except circle.NoLink:
        wrong_guess()
        raise


@bp.get("/join/<secret>")
def ask_join(secret: str) -> ResponseReturnValue:
    """Ask before a phone joins a house: previews open links, too."""
    house = _counted(secret, "invitation")
    return _ask_in(house, secret, recover=False)


@bp.post("/join/<secret>")
def join(secret: str) -> ResponseReturnValue:
    """Join the house of an invitation."""
    _counted(secret, "invitation")
    name = checked(NameForm).name.data
    with above().renewed() as (phone, former):
        house = circle.join(secret, phone=phone, former=former, name=name)
    session["house"] = house
    note("phone joined a house")
    return redirect(url_for("table.home"), 303)


def _ask_in(house: int, secret: str, *, recover: bool) -> ResponseReturnValue:
    """Ask whether this phone is to come into a house; one that is there already need only go there."""
    own = next((own for own in membership.mine() if own.id == house), None)
    if own and (own.host or not recover):
        return page("houses/inside.html", house=own)
    action = url_for(".recover" if recover else ".join", secret=secret)
    form = shown(NameForm, action, name=_name(house))
    return page("houses/join.html", title=circle.title(house), form=form, recover=recover)


def _name(house: int) -> str:
    """Offer the name that the phone has in a house, or had last."""
    names = [own.me for own in sorted(membership.mine(), key=lambda own: own.id != house)]
    return next(filter(None, [*names, *(name for name, _ in above().last_names(phone_id()))]), "")


# Members


@bp.get(f"/remove/{MEMBER}")
def ask_remove(member: int) -> ResponseReturnValue:
    """Ask whether to take a phone out of the house."""
    return _ask(
        member,
        ".remove",
        question=Text("Remove this phone?"),
        then=Text(
            "%(name)s can no longer see this house and loses its seats at the tables here. All invitations "
            "stop working."
        ),
        do=Text("Remove this phone"),
    )


@bp.get(f"/hand-on/{MEMBER}")
def ask_hand_on(member: int) -> ResponseReturnValue:
    """Ask whether another phone is to host the house."""
    return _ask(
        member,
        ".hand_on",
        question=Text("Hand over the house?"),
        then=Text(
            "%(name)s becomes the host of this house instead of this phone. The old recovery link no longer works."
        ),
        do=Text("Hand over"),
    )


def _ask(member: int, endpoint: str, *, then: Text, **words: Text) -> ResponseReturnValue:
    own = hosted()
    names = {number: name for number, name, *_ in store.find_members(get_db(), own.id) if number != own.member}
    if member not in names:
        abort(404)
    then = Text(then.message, name=names[member] or Text("This phone"))
    return _sure(own, endpoint, then=then, field=("member", member), **words)


def _sure(own: membership.House, endpoint: str, **asked: Any) -> Response:
    """Ask before something is done to a house."""
    back = url_for(".house")
    return page("sure.html", house=own, action=url_for(endpoint), back=back, anybody=True, **asked)


@bp.post("/remove")
def remove() -> ResponseReturnValue:
    """Take a phone out of the house, and off its tables."""
    own = hosted()
    phone = circle.remove(own.id, checked(MemberForm).member.data)
    if phone:
        above().leave_tables(phone, own.id)
        note("phone removed from a house")
    return redirect(url_for(".house", _anchor="members"), 303)


@bp.post("/hand-on")
def hand_on() -> ResponseReturnValue:
    """Let another phone host the house."""
    member = checked(MemberForm).member.data
    if (member, True) not in [(number, host) for number, _, host, _ in store.find_members(get_db(), mine().id)]:
        circle.hand_on(hosted().id, member)
        note("house handed on")
    return redirect(url_for(".house", _anchor="members"), 303)


@bp.get("/leave")
def ask_leave() -> ResponseReturnValue:
    """Ask whether this phone is to leave the house, and say who hosts it then."""
    own = mine()
    heir = circle.heir(store.find_members(get_db(), own.id), own.member)
    return _sure(
        own,
        ".leave",
        question=Text("Leave this house?"),
        then=_left(own, heir and heir[1]),
        do=Text("Leave house"),
        field=("sure", "yes"),
    )


def _left(own: membership.House, heir: str | None) -> Text:
    """Say what happens when this phone leaves."""
    if heir is None:
        return Text("Nobody else is in this house. Without its recovery link you can't get back in.")
    if own.host:
        return Text(
            "%(name)s has been here longest and becomes this house's host. The old recovery link no longer works.",
            name=heir or Text("Another phone"),
        )
    return Text("This phone will then only see tables in this house where it has a seat. The host can invite it again.")


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Take this phone out of the house."""
    checked(SureForm)
    if is_given_up():
        return redirect(url_for("table.home"), 303)
    circle.leave(mine().id)
    note("phone left a house")
    session.pop("house", None)
    session["gone"] = "left"
    return redirect(url_for("table.home"), 303)


# Recovery


AT_FIRST = (
    Text("Make a recovery link?"),
    Text("Anyone who opens it becomes the host of this house. Print it or write it down, and keep it somewhere safe."),
)
AGAIN = Text("Make a new recovery link?"), Text("The previous link stops working.")
"""What is asked before a recovery link is made, the first time and later."""


@bp.get("/recovery")
def ask_recovery() -> ResponseReturnValue:
    """Ask whether to make the recovery link, which voids the one before."""
    own = hosted()
    known = store.recovery_of(get_db(), own.id)
    question, then = AGAIN if known else AT_FIRST
    return _sure(
        own,
        ".recovery",
        question=question,
        then=then,
        do=Text("Make the link"),
        field=("seen", circle.mark(known)),
        taps=True,
    )


@bp.post("/recovery")
@asked_at("/house/recovery")
def recovery() -> ResponseReturnValue:
    """Make the recovery link, and show it this once, or to a page that is loaded again: only a hash of it is kept."""
    own, form = hosted(), checked(RecoveryForm)
    secret = circle.new_recovery(own.id, op=form.op.data, seen=form.seen.data)
    way = ways_to(url_for(".ask_recover", secret=secret))[0]
    note("recovery link of a house made")
    return page("houses/recovery.html", house=own, way=way, at=time.time())


@bp.get("/recover/<secret>")
def ask_recover(secret: str) -> ResponseReturnValue:
    """Ask before a house comes back to this phone."""
    house = _counted(secret, "recovery")
    return _ask_in(house, secret, recover=True)


@bp.post("/recover/<secret>")
def recover(secret: str) -> ResponseReturnValue:
    """Make this phone the host of the house of a recovery link."""
    _counted(secret, "recovery")
    name = checked(NameForm).name.data
    with above().renewed() as (phone, former):
        house = circle.recover(secret, phone=phone, former=former, name=name)
    session["house"] = house
    note("house brought back by its recovery link")
    return redirect(url_for(".house"), 303)


# All of it


@bp.get("/export.zip")
def save() -> ResponseReturnValue:
    """Send all that is in the house: its tables, plays and boxes, each as a file that Companion takes again."""
    own = hosted()
    note("house saved as a file")
    name = f"companion-house-{time_zones.today()}.zip"
    headers = {"Content-Disposition": f"attachment; filename={name}", "Cache-Control": "no-store"}
    return Response(streamed(export.pieces(own.id)), mimetype="application/zip", headers=headers)


@bp.get("/delete")
def ask_delete() -> ResponseReturnValue:
    """Ask whether to delete the house with all that is in it."""
    own = hosted()
    return page(
        "houses/delete.html",
        house=own,
        question=Text("Delete this house for good?"),
        then=Text("This deletes all its tables, plays, boxes and lists for everyone in it. It can't be undone."),
        do=Text("Delete everything"),
        action=url_for(".delete"),
        field=("sure", "yes"),
        back=url_for(".house"),
        anybody=True,
    )


@bp.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete the house with all that is in it; phones at its tables are told."""
    checked(SureForm)
    if is_given_up():
        return redirect(url_for("table.home"), 303)
    for codes in circle.delete(hosted().id):
        above().tables_gone(codes)
    session.pop("house", None)
    session["gone"] = "deleted"
    membership.forget()
    note("house deleted")
    return redirect(url_for("table.home"), 303)
