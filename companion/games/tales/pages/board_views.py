"""The tales on a screen in the middle of the table."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from companion.games.tales.pages.views import all_tracks, bp, show
from companion.games.tales.play import steps
from companion.games.tales.state import TIMES, State, time_of
from companion.table.screen import load_screen


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the tracks, whose turn it is and which paragraph is read, large enough for a whole table."""
    screen = load_screen(code)
    state: State = screen.table.state
    return show(
        "tales/tale/board.html",
        screen,
        here="tales.turn_page",
        tracks=screen.table.work_out(all_tracks) if state.begun else None,
        time=TIMES[time_of(state)],
        paragraph=steps.reading(state, screen.table.moves),
    )
