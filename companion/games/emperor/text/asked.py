"""What the table answers itself, by the question's id: whom a player attacks and reaches now, and why. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.emperor.play.reach import reach_of, targets, within
from companion.games.emperor.state import State, living
from companion.language.texts import Text, listed


def asked(state: State, seat: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table for a seat, or for whose turn it is where a phone has none."""
    one = state.turn if seat is None else seat
    if one is None or one not in living(state):
        return {}
    near, far = (_names(seats, names) for seats in (targets(state, one, one), within(state, one, "spells")))
    attack = Text(
        "%(name)s can attack from home: %(others)s. Only enemies right beside count.", name=names[one], others=near
    )
    spells = Text(
        "Spells of %(name)s reach %(seats)s seats to either side: %(others)s.",
        name=names[one],
        seats=reach_of(state, one, "spells"),
        others=far,
    )
    return {"attack_whom": attack, "emperor_attack": attack, "spell_range": spells, "opposite": spells}


def _names(seats: frozenset[int], names: Sequence[str]) -> Text:
    return listed([Text("%(name)s", name=names[seat]) for seat in sorted(seats)]) if seats else Text("nobody")
