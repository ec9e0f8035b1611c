"""Names of colours and texts of tiles that a running table enters; the owner's box keeps them for the next one."""

from __future__ import annotations

from dataclasses import replace

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.djinn import box_store, forms, naming
from companion.games.djinn.box import Box, ColourNote
from companion.games.djinn.pages import bp
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
    act(code, naming.name_colour, form, **form.choices)
    colour, note = form.colour.data, ColourNote(form.name.data, form.swatch.data)

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
    act(code, naming.describe_tile, form, **form.choices)
    tile, text = form.tile.data, form.text.data
    box_store.change(lambda known: replace(known, tiles={**known.tiles, tile: text}))
    return come_to("djinn.draft_page", code)
