"""What lies beside the ring of Emperor: dice, a coin, a draw among the living, a clock, a named counter. Pure."""

from __future__ import annotations

from random import Random

from companion.games.emperor.setup.draws import drawable
from companion.games.emperor.state import State
from companion.kit.ring import dice_and_timer
from companion.kit.ring.dice_and_timer import Event, name_counter, shown, time_turns

__all__ = ["name_counter", "roll", "shown", "time_turns"]


def roll(state: State, *, what: str, rng: Random) -> list[Event]:
    """Roll a die, flip a coin or draw one of the living; of all once nobody lives."""
    return dice_and_timer.roll(state, drawable(state), what=what, rng=rng)
