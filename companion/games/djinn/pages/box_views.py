"""The box: pages on which the owner corrects, once for all tables, what the rulebook's text could not tell."""

from __future__ import annotations

from dataclasses import replace

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn.box import corrections, disputes, store, words
from companion.games.djinn.pages import box_forms
from companion.games.djinn.pages.box_forms import CardForm, MoveSlotForm, PathForm, SettleForm
from companion.games.djinn.pages.views import bp
from companion.kit.box.pages import Owned, own
from companion.kit.box.photos import Album, own_photos
from companion.web import page
from companion.web.forms import checked, shown

STEPS = {"left": (-0.25, 0.0), "right": (0.25, 0.0), "up": (0.0, -0.25), "down": (0.0, 0.25)}
"""How far an arrow moves a slot, in steps of the city map."""
OWNED = Owned(
    store.boxes,
    corrections.from_toml,
    words.PARTS,
    words.COMMENTS,
    box_forms.FORMS,
    box_forms.asked,
    box_forms.field_of,
)
own(bp, OWNED)
ALBUM = Album(bp.name, store.groups, store.see_colour)
own_photos(bp, ALBUM)


@bp.get("/box")
def box_page() -> ResponseReturnValue:
    """Show what is known of the box, how surely, and the city on a picture where it can be corrected."""
    return page("djinn/box/box.html", **box_forms.of_box(store.find(), request.args.get("slot"), ALBUM.counts()))


@bp.post("/box/path")
def toggle_path() -> ResponseReturnValue:
    """Add or remove the path between two slots."""
    form = checked(PathForm)
    return OWNED.changed(lambda known: corrections.toggle_path(known, form.first.data, form.second.data))


@bp.post("/box/paths")
def know_paths() -> ResponseReturnValue:
    """Keep that the paths of the map are those of the owner's board."""
    return OWNED.changed(lambda known: replace(known, paths_confirmed=True), _anchor="city")


@bp.post("/box/settle")
def settle() -> ResponseReturnValue:
    """Keep of two tellings of one thing the one that is right."""
    form = checked(SettleForm)
    return OWNED.changed(lambda known: disputes.settle(known, **form.choice), _anchor="disputes")


@bp.post("/box/move")
def move_slot() -> ResponseReturnValue:
    """Move a slot on the picture."""
    form = checked(MoveSlotForm)
    dx, dy = STEPS[form.step.data]
    return OWNED.changed(lambda known: corrections.move_slot(known, form.slot.data, dx, dy), slot=form.slot.data)


@bp.get("/box/tom/<int(min=1, max=12):number>")
def card_page(number: int) -> ResponseReturnValue:
    """Ask what one of Tom's cards shows."""
    known, table = store.find(), request.args.get("table", "")
    held = box_forms.held_card(known.tom.get(str(number)))
    form = shown(CardForm, url_for(".save_card", number=number), table=table, **held)
    return page("djinn/box/card.html", form=form, table=table, **box_forms.asked_card(known, number))


@bp.post("/box/tom/<int(min=1, max=12):number>")
def save_card(number: int) -> ResponseReturnValue:
    """Keep one of Tom's cards, and ask for the next one."""
    form = checked(CardForm)
    card = corrections.tom_card(str(number), **form.shown)
    known = store.change(lambda known: replace(known, tom={**known.tom, str(number): card}))
    if form.table.data:
        return redirect(url_for("djinn.hunt_page", code=form.table.data), 303)
    following = corrections.next_card(known)
    place = url_for("djinn.card_page", number=following) if following else url_for("djinn.box_page", _anchor="tom")
    return redirect(place, 303)
