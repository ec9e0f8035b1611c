"""What the table answers itself, by the question's id: whom a player attacks and reaches now, and why. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.efreet_war.play.reach import by_emperor, reached
from companion.games.efreet_war.state.model import State, living
from companion.language.texts import Text, listed


def asked(state: State, seat: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table for a seat, or for whose turn it is where a phone has none."""
    one = state.turn if seat is None else seat
    if one is None or one not in living(state):
        return {}
    far, near = (_names(seats, names) for seats in reached(state, one, None))
    if by_emperor(state):
        attack = Text(
            "%(name)s can attack from home: %(others)s. Only enemies right beside count.", name=names[one], others=near
        )
    else:
        attack = Text("%(name)s can attack %(others)s: nothing limits range here.", name=names[one], others=near)
    spells = Text("Spells of %(name)s reach %(others)s.", name=names[one], others=far)
    return {"attack_players": attack, "reach_teams": spells}


def _names(seats: Sequence[int], names: Sequence[str]) -> Text:
    return listed([Text("%(name)s", name=names[seat]) for seat in sorted(seats)]) if seats else Text("nobody")
