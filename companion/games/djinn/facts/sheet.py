"""A player's score sheet: its rows, and the limits set by the game's components. Pure."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from companion.games.djinn.facts import COLOURS, CONTENTS, MAGE_LIMIT, START
from companion.language.texts import Text
from companion.table.log import Refusal


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What a player holds at the end of the game: counts, and the id of the private Scoring Card."""

    trophies_30: int = 0
    trophies_36: int = 0
    corked: int = 0
    circled: int = 0
    bottles: int = 0
    corks: int = 0
    coins: int = 0
    scrolls: int = 0
    keys: int = 0
    staves: int = 0
    hats: int = 0
    cloaks: int = 0
    passages: int = 0
    mages: int = 0
    mages_active: int = 0
    mages_with_key: int = 0
    inactive_circles: int = 2
    capacity: int = 5
    base: int = 0
    private_card: str | None = None
    other: int = 0


HELD = ("bottles", "corks", "coins", "mages", "mages_active", "mages_with_key", "circled")
"""The rows that a player's hand tells, as the catch calculator keeps it and taps have told."""
MANY = 999
"""More than anybody has of what the rulebook does not count (Coins, Scrolls, Bottles, Corks)."""


@dataclass(frozen=True)
class Row:
    """A number on the sheet, from `least` to `most`; all players together hold at most `in_all`."""

    id: str
    label: Text
    note: Text
    least: int = 0
    most: int = MANY
    in_all: int | None = None


_TYPE = CONTENTS.equipment_per_type
_MAGES = CONTENTS.mages_with_key + CONTENTS.mages_without_key
_DJINN = CONTENTS.djinn_per_colour * len(COLOURS) + CONTENTS.bosses

ROWS = (
    Row("trophies_30", Text("Trophies with 30 points"), Text("30 each"), most=CONTENTS.trophies),
    Row("trophies_36", Text("Trophies with 36 points"), Text("36 each"), most=CONTENTS.trophies),
    Row("corked", Text("Djinn in corked Bottles"), Text("10 each, Bosses too"), most=_DJINN),
    Row("circled", Text("Djinn in Spell Circles"), Text("3 each, one per active circle"), most=CONTENTS.circles),
    Row("bottles", Text("Unused Bottles"), Text("1 each")),
    Row("corks", Text("Unused Corks"), Text("1 each")),
    Row("coins", Text("Coins"), Text("break a tie")),
    Row("scrolls", Text("Scrolls"), Text("break a tie")),
    Row("keys", Text("Keys"), Text("break a tie; 12 in the box"), most=CONTENTS.keys, in_all=CONTENTS.keys),
    Row("staves", Text("Staves"), Text("face up or down; 9 in the box"), most=_TYPE, in_all=_TYPE),
    Row("hats", Text("Hats"), Text("face up or down; 9 in the box"), most=_TYPE, in_all=_TYPE),
    Row("cloaks", Text("Cloaks"), Text("face up or down; 9 in the box"), most=_TYPE, in_all=_TYPE),
    Row("passages", Text("Placed Secret Passages"), Text("0 to 4"), most=CONTENTS.passages - START.passages_removed),
    Row("mages", Text("Mages"), Text("active or not; 32 in the box"), most=_MAGES, in_all=_MAGES),
    Row("mages_active", Text("Active Mages"), Text("of your Mages"), most=_MAGES),
    Row(
        "mages_with_key",
        Text("Mages with a Key"),
        Text("of your Mages; 16 in the box"),
        most=CONTENTS.mages_with_key,
        in_all=CONTENTS.mages_with_key,
    ),
    Row(
        "inactive_circles",
        Text("Inactive Spell Circles"),
        Text("0 to 2"),
        most=CONTENTS.circles - START.active_circles,
    ),
    Row(
        "capacity",
        Text("Capacity Marker"),
        Text("5 to 8"),
        least=CONTENTS.least_capacity,
        most=CONTENTS.most_capacity,
    ),
    Row("base", Text("Base Marker"), Text("0 to 2"), most=CONTENTS.most_base),
    Row("other", Text("Other points"), Text("agreed at the table; may be negative"), least=-999),
)
"""The sheet's numbers in the order a page shows them."""


def check(sheets: Sequence[Sheet], *, house: Container[str] = ()) -> None:
    """Raise Refusal if the sheets of all players hold more than the game contains (rulebook, Game Components).

    `house` names the house rules in force.
    """
    for row in ROWS:
        _check_row(_at_this_table(row, house), [getattr(sheet, row.id) for sheet in sheets])
    for sheet in sheets:
        _check_mages(sheet)
        _check_circles(sheet)
    _check_stock(sheets)


def _at_this_table(row: Row, house: Container[str]) -> Row:
    if row.id == "keys" and "keys_limited" in house:
        return replace(row, most=MANY, in_all=None)
    return replace(row, most=MAGE_LIMIT) if row.id == "mages" and "mage_limit" in house else row


def _check_row(row: Row, values: Sequence[int]) -> None:
    if min(values) < row.least or max(values) > row.most:
        raise Refusal(
            "%(row)s: must be %(least)s to %(most)s; count again.", row=row.label, least=row.least, most=row.most
        )
    if row.in_all is not None and sum(values) > row.in_all:
        raise Refusal(
            "%(row)s: there are only %(count)s in all. Correct the sheet that has too many first.",
            row=row.label,
            count=row.in_all,
        )


def _check_mages(sheet: Sheet) -> None:
    if max(sheet.mages_active, sheet.mages_with_key) > sheet.mages:
        raise Refusal(
            "Mages on this sheet: %(count)s. No more than that can be active or show a Key; enter all Mages first, "
            "or lower those two numbers.",
            count=sheet.mages,
        )


def _check_circles(sheet: Sheet) -> None:
    active = CONTENTS.circles - sheet.inactive_circles
    if sheet.circled > active:
        raise Refusal(
            "Active Spell Circles: %(count)s, with room for one Djinn each. Enter fewer inactive circles, "
            "or fewer Djinn in circles.",
            count=active,
        )


def _check_stock(sheets: Sequence[Sheet]) -> None:
    if sum(sheet.trophies_30 + sheet.trophies_36 for sheet in sheets) > CONTENTS.trophies:
        raise Refusal(
            "There are only %(count)s Trophies in all. Correct the sheet that has too many first.",
            count=CONTENTS.trophies,
        )
    if sum(sheet.corked + sheet.circled for sheet in sheets) > _DJINN:
        raise Refusal(
            "There are only %(count)s Djinn and Bosses in all. Correct the sheet that has too many first.",
            count=_DJINN,
        )
