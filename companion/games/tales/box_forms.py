"""The forms of the box's pages, read into the fields of the box; what is left as it was is no correction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.games.tales import box, own
from companion.games.tales.events import Effect
from companion.games.tales.facts import LEVELS
from companion.table.log import Refusal
from companion.table.names import tidy

Form = MultiDict[str, str]
MOST_STEPS = 8
"""How many steps of the story track the form has room for."""


def asked(known: box.Box) -> dict[str, Any]:
    """Prepare the forms for rates, rewards and names."""
    noted = known.noted or own.NOTHING_NOTED
    return {
        "levels": [own.level_of(noted, id) for id in own.TO_RATE],
        "rewards": sorted(own.rewards_of(noted).items()),
        "most": MOST_STEPS,
        "kinds": box.KINDS,
        "limits": own,
    }


def _rates(form: Form) -> dict[str, Any]:
    entered = {id: (number(form, f"land-{id}"), number(form, f"sea-{id}")) for id in own.TO_RATE}
    return {"rates": {id: rates for id, rates in entered.items() if rates != (LEVELS[id].land, LEVELS[id].sea)}}


def _rewards(form: Form) -> dict[str, Any]:
    rows = [row for row in range(MOST_STEPS) if form.get(f"step-{row}")]
    brings = {number(form, f"step-{row}"): number(form, f"wealth-{row}") for row in rows}
    known = own.rewards_of(own.NOTHING_NOTED)
    gone = dict.fromkeys(known.keys() - brings.keys(), 0)  # steps of ours that bring nothing in this box
    return {"rewards": {str(step): by for step, by in sorted((gone | brings).items()) if known.get(step) != by}}


def _names(form: Form) -> dict[str, Any]:
    return {kind: tuple(filter(None, map(tidy, form.get(kind, "").splitlines()))) for kind in box.KINDS}


READ: dict[str, Callable[[Form], dict[str, Any]]] = {"rates": _rates, "rewards": _rewards, "names": _names}


def effect(form: Form) -> Effect:
    """Read what a status does."""
    most = number(form, "most") if form.get("most") else None
    holds = tuple(form.getlist("holds"))
    return Effect(number(form, "slower"), most, holds, "talents" in form, "bars" in form, "otherwise" in form)


def number(form: Form, field: str) -> int:
    """Read a small whole number; raise Refusal for anything else."""
    text = form.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Refusal("“%(text)s” is not a whole number; enter one, or leave the field empty.", text=text[:40]).about(
            field
        )
    return int(text)


def field_of(entry: str) -> str:
    """Name the form's field for an entry of a box."""
    kind, id, name = (*entry.split("."), "", "")[:3]
    return {"rates": f"land-{id}", "statuses": name, "rewards": "step-0"}.get(kind) or kind
