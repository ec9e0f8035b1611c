"""How a duel of Emperor ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.emperor.state import DRAW, State, first_of, team_of
from companion.table.log import Result, Who
from companion.text import Text


def result(state: State) -> tuple[Result, ...] | None:
    """Compute every seat's place, None before the end of the duel; both teams drew if both Emperors fell at once."""
    if state.result is None:
        return None
    if state.result == DRAW:
        return (Result(0),) * state.players
    return tuple(Result(1 if team_of(state, seat) == state.result else 2) for seat in range(state.players))


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps of a duel besides who won."""
    kept = {"players": state.players, "range": Text(state.range.label)}
    return kept | ({"started": Who(first_of(state, state.first))} if state.first is not None else {})


def play_code(code: str, state: State) -> str:
    """Name the code under which a duel is kept: the table's, from the second duel on with its number."""
    return f"{code}/{len(state.results) + 1}" if state.results else code
