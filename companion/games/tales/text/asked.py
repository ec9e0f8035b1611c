"""What the table answers itself, by the question's id: whose turn it is, and how far one may move now. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.tales.play.turn import rates, reasons
from companion.games.tales.state import State
from companion.language.texts import Text, listed


def asked(state: State, seat: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table for a seat, or for whose turn it is where a phone has none."""
    said = {} if state.turn is None else {"order": Text("%(name)s's turn", name=names[state.turn])}
    one = state.turn if seat is None else seat
    if one is None or one >= len(state.heroes):
        return said
    hero = state.heroes[one]
    limit = rates(state, hero)
    far = Text(
        "%(name)s: %(land)s by land, %(sea)s by sea, because of %(why)s.",
        name=names[one],
        land=limit.land,
        sea=limit.sea,
        why=listed(reasons(state, hero)),
    )
    return said | {"how_far": far, "rates": far}
