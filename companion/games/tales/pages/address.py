"""What the address of a turn's page says was opened there, as long as that turn and that step go on."""

from __future__ import annotations

from flask import request

from companion.games.tales.play import steps
from companion.games.tales.state import State
from companion.table.log import Table


def now_in(table: Table) -> dict[str, str]:
    """Say in an address in which turn something is opened, and after how many steps of it."""
    state: State = table.state
    return {"of": f"{state.rounds}-{state.turn}", "after": str(table.work_out(steps_made))}


def steps_made(table: Table) -> int:
    """Count the steps of the turn that were made."""
    return steps.made(table.moves)


def opened(table: Table) -> str:
    """Read which step was opened; one of another turn, or before a step that is done by now, is open no more."""
    if any(request.args.get(name, here) != here for name, here in now_in(table).items()):
        return ""
    return request.args.get("doing", "")
