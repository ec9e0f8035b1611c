"""What lies beside the ring of a war: dice, a coin, a draw among those who play, a clock, a named counter. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.efreet_war.setup.draws import drawable
from companion.games.efreet_war.state.model import State
from companion.kit.ring import dice_and_timer
from companion.kit.ring.counters import COUNTERS
from companion.kit.ring.dice_and_timer import Event, name_counter, time_turns
from companion.language.texts import Text

__all__ = ["counters", "name_counter", "roll", "time_turns"]


def roll(state: State, *, what: str, rng: Random) -> list[Event]:
    """Roll a die, flip a coin or draw one of those who still play."""
    return dice_and_timer.roll(state, drawable(state), what=what, rng=rng)


def counters(state: State) -> Mapping[str, Text]:
    """List what people count, their own counter by its name."""
    return dice_and_timer.named(state, COUNTERS)
