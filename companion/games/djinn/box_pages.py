"""The box: pages on which the owner puts right, once for all tables, what the rulebook's text could not tell."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.files import BOX
from companion.games.djinn import box, box_store, city
from companion.games.djinn.box import Box, ColourNote, TrophyNote
from companion.games.djinn.facts import COLOURS, LOCATIONS, NAMES, PAYMENTS, SLOTS, TILES, TROPHIES
from companion.games.djinn.forms import CardForm, MoveSlotForm, PathForm
from companion.games.djinn.pages import bp
from companion.games.djinn.state import CAPACITIES
from companion.table.forms import ImportForm, checked, tidy
from companion.table.log import Refusal
from companion.table.screen import counted, require_known
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
SHOWN = 20
"""How many versions a page of the history lists."""


@bp.before_request
def only_who_sat_here() -> None:
    """Let the box and the games entered by hand be changed by phones only that have sat at a table."""
    if request.method == "POST" and request.path.startswith(("/djinn/box/", "/djinn/solo/")):
        require_known()


@bp.get("/box")
def box_page() -> ResponseReturnValue:
    """Show what is known of the box, how surely, and the city to be corrected on its picture."""
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
        cards=box.CARD_NUMBERS,
        next_card=next((number for number in box.CARD_NUMBERS if number not in known.tom), "1"),
    )


def changed(change: Callable[[Box], Box], **arguments: Any) -> ResponseReturnValue:
    """Change the box, and show it."""
    box_store.change(change)
    return redirect(url_for("djinn.box_page", **arguments), 303)


@bp.post("/box/path")
def toggle_path() -> ResponseReturnValue:
    """Add or remove the path between two slots."""
    form = checked(PathForm)
    return changed(lambda known: box.toggle_path(known, form.first.data, form.second.data))


@bp.post("/box/move")
def move_slot() -> ResponseReturnValue:
    """Move a slot on the picture."""
    form = checked(MoveSlotForm)
    dx, dy = STEPS[form.step.data]
    return changed(lambda known: box.move_slot(known, form.slot.data, dx, dy), slot=form.slot.data)


@bp.get("/box/reset/<part>")
def ask_reset(part: str) -> ResponseReturnValue:
    """Ask whether one part is to go back to what we know."""
    title, _ = part_of(part)
    return page("djinn/box_reset.html", part=part, title=title, box=box_store.find())


@bp.post("/box/reset/<part>")
def reset(part: str) -> ResponseReturnValue:
    """Go back to what we know of one part."""
    _, names = part_of(part)
    return changed(lambda known: replace(known, **{name: getattr(Box(), name) for name in names}))


def part_of(name: str) -> tuple[Text, tuple[str, ...]]:
    """Give a part's title and fields; refuse what is none."""
    if name not in PARTS:
        raise Refusal("There is nothing of this kind to go back from.")
    return PARTS[name]


@bp.get("/box/history")
def history() -> ResponseReturnValue:
    """List the versions of the box, the latest first."""
    number = max(0, request.args.get("page", 0, type=int))
    found = box_store.versions(limit=SHOWN + 1, offset=min(number * SHOWN, box_store.KEPT))
    return page(
        "djinn/box_history.html", versions=found[:SHOWN], number=number, more=len(found) > SHOWN, city=city.CITY
    )


@bp.post("/box/history/<int(max=9007199254740991):id>")
def go_back(id: int) -> ResponseReturnValue:
    """Make an earlier version the box again."""
    box_store.go_back(id)
    return redirect(url_for("djinn.history"), 303)


@bp.get("/box/tom/<int(min=1, max=12):number>")
def card_page(number: int) -> ResponseReturnValue:
    """Ask what one card of Tom's shows."""
    known = box_store.find()
    return page(
        "djinn/card.html",
        number=number,
        card=known.tom.get(str(number)),
        entered=len(known.tom),
        cards=box.CARD_NUMBERS,
        locations=LOCATIONS,
        payments=PAYMENTS,
        nothing=box.NOTHING,
    )


@bp.post("/box/tom/<int(min=1, max=12):number>")
def save_card(number: int) -> ResponseReturnValue:
    """Keep a card of Tom's, and ask for the next one."""
    form = checked(CardForm)
    card = box.tom_card(str(number), form.first.data, form.second.data, form.payment.data, form.bottom.data)
    known = box_store.change(lambda known: replace(known, tom={**known.tom, str(number): card}))
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
    entered = READ[part](request.form)

    def corrected(known: Box) -> Box:
        return box.from_toml(box.to_toml(replace(known, **entered)))  # checked by the same rules as a file

    try:
        return changed(corrected)
    except Refusal as refusal:
        raise refusal.about(*map(field_of, refusal.faults)) from None


def field_of(entry: str) -> str:
    """Name the field in which a part's page asks for an entry of a box."""
    kind, id, name = (*entry.split("."), "", "")[:3]
    fields = {"tiles": id, "sides": f"side-{id}", "scrolls": f"scrolls-{id}", "tents": f"tent-{id}"}
    return fields.get(kind) or f"{name or 'name'}-{id or next(iter(COLOURS))}"


def _colours(form: Mapping[str, str]) -> dict[str, Any]:
    names = {id: tidy(form.get(f"name-{id}")) for id in COLOURS}
    notes = {id: ColourNote(name, form.get(f"swatch-{id}", "")) for id, name in names.items() if name}
    return {"colours": notes}


def _tiles(form: Mapping[str, str]) -> dict[str, Any]:
    texts = {id: tidy(form.get(id)) for id, tile in TILES.items() if tile.known != "whole"}
    sides = {id: form.get(f"side-{id}", tile.side) for id, tile in TILES.items() if tile.known != "whole"}
    return {
        "tiles": {id: text for id, text in texts.items() if text},
        "sides": {id: side for id, side in sides.items() if side != TILES[id].side},
    }


def _trophies(form: Mapping[str, str]) -> dict[str, Any]:
    notes = {}
    for id, trophy in TROPHIES.items():
        points, bonus = form.get(f"points-{id}", ""), tidy(form.get(f"bonus-{id}"))
        if points or bonus:
            notes[id] = TrophyNote(form.get(f"row-{id}", trophy.row), number(points, f"points-{id}"), bonus)
    return {"trophies": notes}


def _numbers(form: Mapping[str, str]) -> dict[str, Any]:
    prices = {capacity: form.get(f"scrolls-{capacity}", "") for capacity in CAPACITIES}
    tents = {one: tidy(form.get(f"tent-{one}")) for one in box.TENTS}
    return {
        "scrolls": {capacity: number(price, f"scrolls-{capacity}") for capacity, price in prices.items() if price},
        "tents": {one: text for one, text in tents.items() if text},
    }


READ: dict[str, Callable[[Mapping[str, str]], dict[str, Any]]] = {
    "colours": _colours,
    "tiles": _tiles,
    "trophies": _trophies,
    "numbers": _numbers,
}


def number(text: str, field: str) -> int:
    """Read a small whole number; raise Refusal for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Refusal("“%(text)s” is no whole number; enter one, or leave the field empty.", text=text[:40]).about(
            field
        )
    return int(text)


@bp.get("/box.toml")
def export_box() -> ResponseReturnValue:
    """Give the box as a TOML file."""
    name = f"djinn-box-{time.strftime('%Y-%m-%d')}.toml"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(box.to_toml(box_store.find()), mimetype="application/toml", headers=headers)


@bp.get("/box/import")
def ask_box() -> ResponseReturnValue:
    """Ask for a box's file, and say what it takes the place of."""
    return page("djinn/box_import.html", box=box_store.find(), city=city.CITY)


@bp.post("/box/import")
@BOX.upload
def import_box() -> ResponseReturnValue:
    """Take a box over from a TOML file, whole or not at all."""
    data = BOX.read(checked(ImportForm).file.data.stream)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Refusal("This is no TOML file: it is not written in UTF-8.") from None
    with counted("IMPORTS"):
        return changed(lambda _: box.from_toml(text))
