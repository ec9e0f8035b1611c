"""What the table answers itself, by the question's id: whose turn, whom one attacks and reaches, and why. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.efreet_war.facts import BY_ID
from companion.games.efreet_war.play.reach import by_emperor, reached
from companion.games.efreet_war.state.model import State, living, untold
from companion.kit.rules.whose_turn import following, whose_turn
from companion.language.texts import Text, everybody


def asked(state: State, seat: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table for a seat, or for whose turn it is where a phone has none."""
    said, one = _turn(state, names), state.turn if seat is None else seat
    if one is None or one not in living(state):
        return said
    far, near = (_names(seats, names) for seats in reached(state, one, None))
    if by_emperor(state):
        attack = Text(
            "From home, %(name)s can attack: %(others)s. Only enemies right next to them are in range.",
            name=names[one],
            others=near,
        )
    else:
        attack = Text("%(name)s can attack %(others)s: there's no range limit here.", name=names[one], others=near)
    spells = Text("%(name)s's spells reach %(others)s.", name=names[one], others=far)
    return said | {"attack_players": attack, "reach_teams": spells}


def _turn(state: State, names: Sequence[str]) -> dict[str, Text]:
    """Say whose turn it is, and what has to come first."""
    if state.turn is None or state.turn not in living(state):
        return {}
    return {"whose_turn": whose_turn(names, state.turn, following(living(state), state.turn), _first(state))}


def _first(state: State) -> Text | None:
    """Say what has to come before the turn can end."""
    if waits := untold(state):
        return Text("First say which card was under %(resource)s.", resource=BY_ID[waits].name)
    if state.attacks:
        return Text("First say how the attack on %(resource)s ended.", resource=BY_ID[next(iter(state.attacks))].name)
    return Text("Answer King Suleiman first.") if state.audience is not None else None


def _names(seats: Sequence[int], names: Sequence[str]) -> Text:
    return everybody(sorted(seats), names) if seats else Text("nobody")
