"""What a table that is open answers itself, by the ids of questions, and what only a phone of a seat is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.kit.rules.named import asked_about
from companion.language.texts import Text
from companion.table.screen import Screen

Asked = Callable[[Any, int | None, Sequence[str]], Mapping[str, Text]]
"""What a table answers itself: of its state, the seat that asks and all names, sentences by the ids of questions."""
Own = Callable[[Screen], Mapping[str, Text]]
"""What a phone is answered of the seats that it serves alone."""


def asked_of(screen: Screen | None, known: Asked | None, own: Own | None, query: str) -> Mapping[str, Text]:
    """Ask a table that is open what it knows; a game that is over has no turn any more."""
    if screen is None or known is None or screen.table.game.over(screen.table.state):
        return {}
    seat = asked_about(query, screen.names, screen.me.seat)
    return {**known(screen.table.state, seat, screen.names), **(own(screen) if own else {})}
