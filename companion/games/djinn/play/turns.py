"""Whose turn it is, for all that is done in the hunt: who asks at the wrong time is told why. Pure."""

from __future__ import annotations

from companion.games.djinn.setup.bag import require_drawn
from companion.games.djinn.state.model import State, Turn, require_open
from companion.table.log import Refusal


def require_unfinished(state: State) -> None:
    """Raise Refusal once the game is over."""
    if state.result == "lost":
        raise Refusal("Tom's last card is revealed, so the game is lost. Undo that card, or open another table.")
    if state.finished:
        raise Refusal("The game is finished. To play on, undo the end first.")


def require_begun(state: State) -> Turn:
    """Get the turn; raise Refusal before the hunt and after the game."""
    require_open(state)
    require_unfinished(state)
    if state.turn is None:
        raise Refusal("The hunt hasn't begun. Begin it first.")
    return state.turn


def require_hunt(state: State) -> Turn:
    """Get the turn; raise Refusal before the hunt, and once all gather at the Magic Source."""
    turn = require_begun(state)
    if state.at_source:
        raise Refusal("The last round is over. Once everyone has used the Magic Source, go to the scores.")
    return turn


def require_turn(state: State, seat: int | None) -> Turn:
    """Get the turn; raise Refusal if a `seat` is named and the turn is another's."""
    turn = require_hunt(state)
    if seat not in (None, turn.seat):
        raise Refusal("It's another player's turn. Wait for yours, or have the last “End turn” undone.")
    require_drawn(state)
    return turn
