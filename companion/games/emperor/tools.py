"""What lies beside the ring of Emperor: dice, a coin, a draw among the living, a clock, a named counter. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.emperor.state import State, living
from companion.kit import tools
from companion.kit.life import COUNTERS
from companion.kit.tools import Event, name_counter, shown, time_turns
from companion.text import Text

__all__ = ["counters", "name_counter", "roll", "shown", "time_turns"]


def roll(state: State, *, what: str, rng: Random) -> list[Event]:
    """Roll a die, flip a coin or draw one of the living; of all once nobody lives."""
    return tools.roll(state, living(state) or state.order, what=what, rng=rng)


def counters(state: State) -> Mapping[str, Text]:
    """List what people count, their own counter by its name."""
    return tools.named(state, COUNTERS)
