"""What the table answers itself, by the question's id: whose turn it is, and how many Djinn come now. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.djinn.facts import PLAYER_COUNTS
from companion.games.djinn.play.hunt import turn_of
from companion.games.djinn.state.model import State
from companion.language.texts import Text


def asked(state: State, _: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table, whoever asks."""
    said, seat = {}, turn_of(state)
    if seat is not None:
        said["turn_order"] = Text("%(name)s's turn", name=names[seat])
    if state.players in PLAYER_COUNTS:
        count = PLAYER_COUNTS[state.players].refill
        said["refill"] = Text("Draw %(count)s for the space: you are %(players)s.", count=count, players=state.players)
    return said
