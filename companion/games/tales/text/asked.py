"""What the table answers itself, by the question's id: whose turn it is, and how far one may move now. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.tales.play import steps
from companion.games.tales.play.turn import rates, reasons
from companion.games.tales.state import State, left_of
from companion.kit.rules.whose_turn import whose_turn
from companion.language.texts import Text, listed


def asked(state: State, seat: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table for a seat, or for whose turn it is where a phone has none."""
    said = {} if state.turn is None else {"whose_turn": _turn(state, state.turn, names)}
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


NOW = {
    steps.MOVE: Text("Move first, or stay where you are."),
    steps.CARD: Text("Now comes the encounter card."),
    steps.ROW: Text("Now find out where the card leads."),
    steps.NUMBER: Text("Now choose the reaction."),
    steps.MASTER: Text("Now a Master skill or the destiny die chooses the paragraph."),
    steps.DESTINY: Text("Now roll the destiny die."),
    steps.AWARD: Text("Now comes the paragraph with its award, then the turn ends."),
}
"""What comes next at each step that a state alone tells of."""


def _turn(state: State, seat: int, names: Sequence[str]) -> Text:
    """Say whose turn it is and what comes next; once somebody has declared, the last turns are counted elsewhere."""
    follows = None if state.declared else left_of(state, seat)
    return whose_turn(names, seat, follows, NOW[steps.due(state, awarded=False)])
