"""How the rows of a score sheet are filled in. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.djinn.state.model import State
from companion.table.log import changed as replace


def counted(state: State, seat: int, row: str, by: int) -> State:
    """Count a row of a seat's sheet up or down."""
    if seat not in range(len(state.sheets)):
        return state
    return with_row(state, seat, row, by + getattr(state.sheets[seat], row))


def with_row(state: State, seat: int, row: str, value: int | str | None) -> State:
    """Change a row of a seat's sheet, which is then no longer done."""
    if seat not in range(len(state.sheets)):
        return state
    change: dict[str, Any] = {row: value}
    sheet = replace(state.sheets[seat], **change)
    entered = tuple(rows | {row} if one == seat else rows for one, rows in enumerate(state.entered))
    sheets = (*state.sheets[:seat], sheet, *state.sheets[seat + 1 :])
    return replace(state, sheets=sheets, entered=entered, done=state.done - {seat})
