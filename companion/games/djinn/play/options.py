"""What pages offer of what `gains` lets a player take: no option of the Archives twice, and no third. Pure."""

from __future__ import annotations

from companion.games.djinn.play.gains import Take, takes
from companion.games.djinn.state.model import State

ALIKE = {"circle": "circle", "uncover": "circle", "activate": "activate", "activate_two": "activate"}
"""Options of the Archives that are one and the same under two names (rulebook, Archives)."""
OPTIONS = frozenset(("coins", "scroll", *ALIKE))
"""The options of the Archives besides a Secret Passage."""


def offered(state: State, slot: str) -> list[Take]:
    """List what the player whose turn it is may still take at a space; logs may have taken more at the Archives."""
    done = OPTIONS & {*state.acted}
    full = len(done) + len(state.placed_now) > (slot in state.city.round)
    alike = {ALIKE.get(one, one) for one in done}
    return [
        one
        for one in takes(state, slot, state.placed_now)
        if one.place != "archives" or not (full or ALIKE.get(one.id, one.id) in alike)
    ]
