"""What lies beside the ring: dice, a coin, a draw among the players, a clock for turns, a named counter. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.emperor import draws
from companion.games.emperor import events as ev
from companion.games.emperor.duel import COUNTERS, require_running
from companion.games.emperor.events import Event
from companion.games.emperor.state import State
from companion.table.log import Refusal
from companion.text import Text

LONGEST_NAME = 16
"""How many characters a counter's name may have."""


def roll(state: State, *, what: str, rng: Random) -> list[Event]:
    """Roll a die, flip a coin or draw a player, by the table's committed chance."""
    require_running(state)
    if what not in draws.TOOLS:
        raise Refusal("Choose a die, the coin, or a player.")
    return [draws.roll(state, what, rng)]


def time_turns(state: State, *, on: bool) -> list[Event]:
    """Show a clock for the running turn to everybody, or no longer."""
    require_running(state)
    return [ev.TurnsTimed(on)] if on != state.timed else []


def name_counter(state: State, *, name: str) -> list[Event]:
    """Name the players' own counter; an empty name gives it the usual one."""
    require_running(state)
    if len(name) > LONGEST_NAME:
        raise Refusal("A counter's name has at most %(most)s characters.", most=LONGEST_NAME).about("name")
    return [ev.CounterNamed(name)] if name != state.own_counter else []


def counters(state: State) -> dict[str, Text]:
    """List what people count, their own counter by its name."""
    return COUNTERS | ({"own": Text("%(name)s", name=state.own_counter)} if state.own_counter else {})


def shown(what: str, result: int, names: Sequence[str]) -> Text:
    """Say what a die, the coin or the draw came to."""
    if what == "player":
        return Text("%(name)s", name=names[result])
    if what == "coin":
        return Text("heads") if result == 1 else Text("tails")
    return Text("%(number)s", number=result)
