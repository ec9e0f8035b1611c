"""The forms of the box's pages, read into the fields of the box; what is left empty stays as we know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.djinn import box
from companion.games.djinn.box import ColourNote, TrophyNote
from companion.games.djinn.facts import COLOURS, LOCATIONS, NAMES, PAYMENTS, TILES, TROPHIES
from companion.games.djinn.state import CAPACITIES
from companion.table.log import Refusal
from companion.table.names import tidy


def field_of(entry: str) -> str:
    """Name the form's field for an entry of a box."""
    kind, id, name = (*entry.split("."), "", "")[:3]
    fields = {"tiles": id, "sides": f"side-{id}", "scrolls": f"scrolls-{id}", "tents": f"tent-{id}"}
    return fields.get(kind) or f"{name or 'name'}-{id or next(iter(COLOURS))}"


def asked(_: box.Box) -> dict[str, Any]:
    """Prepare the forms for colours, tiles, trophies and numbers."""
    return {
        "swatches": box.SWATCHES,
        "colours": COLOURS,
        "untold": [tile for tile in TILES.values() if tile.known != "whole"],
        "trophies": TROPHIES,
        "rows": box.ROWS,
        "capacities": CAPACITIES,
        "tents": box.TENTS,
        "label": NAMES,
    }


def asked_card(known: box.Box, number: int) -> dict[str, Any]:
    """Prepare the form for one of Tom's cards."""
    return {
        "number": number,
        "card": known.tom.get(str(number)),
        "entered": len(known.tom),
        "cards": box.CARD_NUMBERS,
        "locations": LOCATIONS,
        "payments": {id: one for id, one in PAYMENTS.items() if id != box.AS_SHOWN},
        "nothing": box.NOTHING,
        "longest": box.LONGEST_PAYMENT,
    }


def _colours(form: Mapping[str, str]) -> dict[str, Any]:
    names = {id: tidy(form.get(f"name-{id}")) for id in COLOURS}
    notes = {id: ColourNote(name, form.get(f"swatch-{id}", COLOURS[id].css)) for id, name in names.items()}
    return {"colours": {id: note for id, note in notes.items() if note != ColourNote("", COLOURS[id].css)}}


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
        raise Refusal("“%(text)s” is not a whole number; enter one, or leave the field empty.", text=text[:40]).about(
            field
        )
    return int(text)
