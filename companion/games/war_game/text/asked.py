"""What the table answers itself, by the question's id: whose turn it is, and what its phases still bring. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.war_game.state.model import State, after
from companion.kit.rules.whose_turn import whose_turn
from companion.language.texts import Text

NOW = {
    "supply": Text("Roll for supply first."),
    "heal": Text("Now heal creatures, then march."),
    "move": Text("Now march; the fights come next."),
    "fight": Text("Now settle the fights, then cast."),
    "cast": Text("Now cast spells, then end the turn."),
}
"""What comes in each phase of a turn."""


def asked(state: State, _: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table, whoever asks."""
    if state.turn is None:
        return {}
    return {"whose_turn": whose_turn(names, state.turn, after(state, state.turn), NOW.get(state.phase))}
