"""Names of colours and texts of tiles that a running table enters; the owner's box keeps them for the next one."""

from __future__ import annotations

from dataclasses import replace

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.djinn import box, box_store, forms, naming
from companion.games.djinn.box import Box, ColourNote
from companion.games.djinn.pages import bp
from companion.refusal import Refusal
from companion.table import seats
from companion.table.forms import checked
from companion.table.screen import act, come_to, require
from companion.web import phone_id

__all__ = ["bp"]


@bp.post("/<code>/name-colour")
def name_colour(code: str) -> ResponseReturnValue:
    """Call a colour as the table's discs show it."""
    require(seats.find_me(code, phone_id()))
    form = checked(forms.ColourForm, formdata=request.form)
    colour, note = form.colour.data, ColourNote(form.name.data, form.swatch.data)
    _require_kept(Box(colours={colour: note}), "name")
    act(code, naming.name_colour, form, **form.choices)

    def named(known: Box) -> Box:
        others = {one.name.casefold() for id, one in known.colours.items() if id != colour}
        return known if note.name.casefold() in others else replace(known, colours={**known.colours, colour: note})

    box_store.change(named)
    return come_to("djinn.setup_page", code)


@bp.post("/<code>/describe-tile")
def describe_tile(code: str) -> ResponseReturnValue:
    """Say what a Character Tile does that no text tells whole."""
    require(seats.find_me(code, phone_id()))
    form = checked(forms.TileForm, formdata=request.form)
    tile, text = form.tile.data, form.text.data
    _require_kept(Box(tiles={tile: text}), "text")
    act(code, naming.describe_tile, form, **form.choices)
    box_store.change(lambda known: replace(known, tiles={**known.tiles, tile: text}))
    return come_to("djinn.draft_page", code)


def _require_kept(entered: Box, field: str) -> None:
    """Refuse what no box can hold, by the same rules as a file: a page could not read it again."""
    try:
        box.from_toml(box.to_toml(entered))
    except Refusal as refusal:
        raise refusal.about(field) from None
