"""What a page shows of the tools beside a ring, and the moves that use them."""

from __future__ import annotations

import time
from typing import Any

from companion.kit.forms import CounterForm, RollForm, TimedForm
from companion.kit.moves import Move
from companion.kit.ring import dice_and_timer
from companion.table.play import MoveFunction
from companion.table.screen import Screen


def beside(screen: Screen) -> dict[str, Any]:
    """Prepare the dice and the like, what was rolled in this turn, and for how many seconds it has run, if timed."""
    state = screen.table.state
    last = screen.last(("roll", "end_turn", "begin"))
    return {
        "tools": dice_and_timer.TOOLS,
        "shown": lambda what: dice_and_timer.shown(what, state.rolled[what], screen.names),
        "seconds": None if state.turn is None else dice_and_timer.running(state, time.time()),
        "rolled": dice_and_timer.tell(last.events[0], screen.names) if last and last.move == "roll" else None,
    }


def tool_moves(roll: MoveFunction, page: str) -> tuple[Move, ...]:
    """List the moves that roll, time the turns and name a counter, which `page` then shows."""
    return (
        Move("roll", roll, RollForm),
        Move("time_turns", dice_and_timer.time_turns, TimedForm, path="time"),
        Move("name_counter", dice_and_timer.name_counter, CounterForm, lambda *_: (page, {"counter": "own"})),
    )
