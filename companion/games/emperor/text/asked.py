"""What the table answers itself, by the question's id: whose turn, whom one attacks and reaches, and why. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.emperor.play.reach import reach_of, targets, within
from companion.games.emperor.state import State, living
from companion.kit.rules.whose_turn import following, whose_turn
from companion.language.texts import Text, everybody


def asked(state: State, seat: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table for a seat, or for whose turn it is where a phone has none."""
    said, one = _turn(state, names), state.turn if seat is None else seat
    if one is None or one not in living(state):
        return said
    near, far = (_names(seats, names) for seats in (targets(state, one, one), within(state, one, "spells")))
    attack = Text(
        "From home, %(name)s can attack: %(others)s. Only enemies right next to them are in range.",
        name=names[one],
        others=near,
    )
    spells = Text(
        "%(name)s's spells have range %(seats)s to either side: %(others)s.",
        name=names[one],
        seats=reach_of(state, one, "spells"),
        others=far,
    )
    return said | {"attack_whom": attack, "emperor_attack": attack, "spell_range": spells, "opposite": spells}


def _turn(state: State, names: Sequence[str]) -> dict[str, Text]:
    """Say whose turn it is: who is out is skipped."""
    if state.turn is None or state.turn not in living(state):
        return {}
    return {"whose_turn": whose_turn(names, state.turn, following(living(state), state.turn))}


def _names(seats: frozenset[int], names: Sequence[str]) -> Text:
    return everybody(sorted(seats), names) if seats else Text("nobody")
