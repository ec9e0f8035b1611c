"""How a war ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.war_game.state import State
from companion.table.log import Result, Who
from companion.text import Text, listed


def result(state: State) -> tuple[Result, ...] | None:
    """Place every seat, None before the end; who holds all has won, a draw that was agreed on is nobody's."""
    if not state.over:
        return None
    if state.winner is None:
        return tuple(Result(0) for _ in range(state.players))
    return tuple(Result(1 if seat == state.winner else 2) for seat in range(state.players))


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps of a war besides its results."""
    kept: dict[str, Any] = {"players": state.players, "turns": state.turns}
    kept |= {"did": listed([_did(state, seat) for seat in range(state.players)])}
    kept |= {"held": listed([_held(id, one.holder) for id, one in state.strongholds.items()])}
    return kept | ({"started": Who(state.first)} if state.first is not None else {})


def _did(state: State, seat: int) -> Text:
    return Text(
        "%(name)s: strongholds taken %(taken)s, creatures lost %(lost)s, supply rolled %(rolled)s",
        name=Who(seat),
        taken=state.taken.get(seat, 0),
        lost=state.lost.get(seat, 0),
        rolled=state.rolled.get(seat, 0),
    )


def _held(stronghold: str, holder: int) -> Text:
    return Text("%(stronghold)s %(name)s", stronghold=stronghold, name=Who(holder))
