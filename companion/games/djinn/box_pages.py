"""The box: pages on which the owner corrects, once for all tables, what the rulebook's text could not tell."""

from __future__ import annotations

from dataclasses import replace

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn import box, box_forms, box_store, city
from companion.games.djinn.box import Box
from companion.games.djinn.facts import COLOURS, LOCATIONS, NAMES, PAYMENTS, SLOTS, TILES, TROPHIES
from companion.games.djinn.forms import CardForm, MoveSlotForm, PathForm
from companion.games.djinn.pages import bp
from companion.games.djinn.state import CAPACITIES
from companion.kit.box import Owned, own
from companion.table.forms import checked
from companion.table.log import Refusal
from companion.text import Text
from companion.web import page

__all__ = ["bp"]

STEPS = {"left": (-0.25, 0.0), "right": (0.25, 0.0), "up": (0.0, -0.25), "down": (0.0, 0.25)}
"""How far an arrow moves a slot, in steps of the city map."""
PARTS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "city": (Text("The city"), ("paths", "place")),
    "tom": (Text("Tom's twelve cards"), ("tom",)),
    "colours": (Text("Colours of Djinn and Bottles"), ("colours",)),
    "tiles": (Text("Character Tiles without a text"), ("tiles", "sides")),
    "trophies": (Text("Trophies"), ("trophies",)),
    "numbers": (Text("Price in Scrolls, and the Market's tents"), ("scrolls", "tents")),
}
"""What goes back to what we know at once: its title, and the fields of the box."""
COMMENTS = {
    "companion_djinn_box": Text("A box of Djinn, to be imported on its page; what is not here stays as we know it."),
    "paths": Text(
        "All paths; R are inner round spaces, O outer round ones, a inner and b outer square ones, S the Source."
    ),
    "place": Text("Where spaces lie on the picture: steps from the Source to the right and down."),
    "colours": Text("Colours of Djinn and Bottles: your names, and the discs that are nearest."),
    "tom": Text("Tom's twelve cards: two locations, what the third line takes, and what the bottom line takes."),
    "trophies": Text("Trophies: row, points and bonus."),
    "tiles": Text("Character Tiles whose text we do not know, in your words."),
    "scrolls": Text("Price in Scrolls at the Source, by the space of the Capacity Marker."),
    "tents": Text("What each tent of the Market offers."),
    "sides": Text("Character Tiles whose side we have wrong: green or red."),
}
"""What a file says of its entries."""
OWNED = Owned(box_store.boxes, box.from_toml, PARTS, COMMENTS)
own(bp, OWNED)


@bp.get("/box")
def box_page() -> ResponseReturnValue:
    """Show what is known of the box, how surely, and the city on a picture where it can be corrected."""
    known = box_store.find()
    slot = request.args.get("slot")
    return page(
        "djinn/box.html",
        box=known,
        city=known.city,
        slot=slot if slot in SLOTS else None,
        doubts=city.doubts(known.city),
        layouts=city.first_game_layouts(known.city),
        printed=known.city == city.CITY,
        odd=box.doubts(known),
        names=city.place_names(known.city),
        says=says(known),
        payments=PAYMENTS,
        label=NAMES,
        cards=box.CARD_NUMBERS,
        next_card=next((number for number in box.CARD_NUMBERS if number not in known.tom), "1"),
    )


def says(known: Box) -> dict[str, list[tuple[Text | str, str]]]:
    """List what the owner has entered, part by part: what it is called, and what it says."""
    tents = [(Text("Tent %(number)s", number=number), text) for number, text in known.tents.items()]
    tiles = [id for id in TILES if id in known.tiles or id in known.sides]
    return {
        "colours": [(Text(COLOURS[id].label), note.name) for id, note in known.colours.items()],
        "tiles": [(NAMES[id], known.tiles.get(id, "")) for id in tiles],
        "trophies": [(id, f"{note.row} · {note.points} {note.bonus}") for id, note in known.trophies.items()],
        "numbers": [
            *((Text("Marker on %(capacity)s", capacity=id), f"{n}") for id, n in known.scrolls.items()),
            *tents,
        ],
    }


@bp.post("/box/path")
def toggle_path() -> ResponseReturnValue:
    """Add or remove the path between two slots."""
    form = checked(PathForm)
    return OWNED.changed(lambda known: box.toggle_path(known, form.first.data, form.second.data))


@bp.post("/box/move")
def move_slot() -> ResponseReturnValue:
    """Move a slot on the picture."""
    form = checked(MoveSlotForm)
    dx, dy = STEPS[form.step.data]
    return OWNED.changed(lambda known: box.move_slot(known, form.slot.data, dx, dy), slot=form.slot.data)


@bp.get("/box/tom/<int(min=1, max=12):number>")
def card_page(number: int) -> ResponseReturnValue:
    """Ask what one of Tom's cards shows."""
    known = box_store.find()
    return page(
        "djinn/card.html",
        number=number,
        card=known.tom.get(str(number)),
        entered=len(known.tom),
        cards=box.CARD_NUMBERS,
        locations=LOCATIONS,
        payments={id: one for id, one in PAYMENTS.items() if id != box.AS_SHOWN},
        nothing=box.NOTHING,
        longest=box.LONGEST_PAYMENT,
        table=request.args.get("table", ""),
    )


@bp.post("/box/tom/<int(min=1, max=12):number>")
def save_card(number: int) -> ResponseReturnValue:
    """Keep one of Tom's cards, and ask for the next one."""
    form = checked(CardForm)
    card = box.tom_card(str(number), **form.shown)
    known = box_store.change(lambda known: replace(known, tom={**known.tom, str(number): card}))
    if form.table.data:
        return redirect(url_for("djinn.hunt_page", code=form.table.data), 303)
    following = next((one for one in box.CARD_NUMBERS if one not in known.tom), None)
    if following is None:
        return redirect(url_for("djinn.box_page", _anchor="tom"), 303)
    return redirect(url_for("djinn.card_page", number=following), 303)


@bp.get("/box/<any(colours, tiles, trophies, numbers):part>")
def part_page(part: str) -> ResponseReturnValue:
    """Ask for colours, tiles, trophies or numbers."""
    return page(
        f"djinn/box_{part}.html",
        part=part,
        box=box_store.find(),
        swatches=box.SWATCHES,
        colours=COLOURS,
        untold=[tile for tile in TILES.values() if tile.known != "whole"],
        trophies=TROPHIES,
        rows=box.ROWS,
        capacities=CAPACITIES,
        tents=box.TENTS,
        label=NAMES,
    )


@bp.post("/box/<any(colours, tiles, trophies, numbers):part>")
def save_part(part: str) -> ResponseReturnValue:
    """Keep colours, tiles, trophies or numbers; what is left empty stays as we know it."""
    entered = box_forms.READ[part](request.form)

    def corrected(known: Box) -> Box:
        return box.from_toml(box.to_toml(replace(known, **entered)))  # checked by the same rules as a file

    try:
        return OWNED.changed(corrected)
    except Refusal as refusal:
        raise refusal.about(*map(box_forms.field_of, refusal.faults)) from None
