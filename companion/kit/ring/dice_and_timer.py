"""What lies beside a ring: dice, a coin, a draw among the players, a clock for turns, a named counter. Pure.

A game's state is also `Tools`, its events include `Event`, and it says in a move of its own who may be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from companion.kit.fairness.committed_random import Chance, next_draw, once_more
from companion.language.texts import Text
from companion.table.log import Refusal, changed

TOOLS = {"d6": Text("d6"), "d20": Text("d20"), "coin": Text("Coin"), "player": Text("Who?")}
"""What can be rolled, flipped or drawn at any time."""
DICE = {"d6": 6, "d20": 20, "coin": 2}
LONGEST_NAME = 16
"""How many characters a counter's name may have."""
MOST_TOOLS, LARGEST_NAME, LARGEST, LATEST = 10, 240, 10**6, 10**11
"""How much there can be of anything, whatever a log says."""


@dataclass(frozen=True)
class CounterNamed:
    """The players name a counter of their own; an empty name takes it away."""

    name: str


@dataclass(frozen=True)
class Rolled:
    what: str  # key of TOOLS
    result: int  # what a die shows, 1 or 2 for a coin, a seat


@dataclass(frozen=True)
class TurnsTimed:
    on: bool


Event = CounterNamed | Rolled | TurnsTimed


@dataclass(frozen=True, kw_only=True)
class Tools(Chance):
    """What a game's state knows of what lies beside its ring."""

    own_counter: str = ""  # what the players call their own counter
    rolled: dict[str, int] = field(default_factory=dict)  # what each die and the like showed last
    timed: bool = False
    turn_at: float = 0.0  # when the turn began, in seconds since 1970; 0 if nobody knows


AnyState = TypeVar("AnyState", bound=Tools)


def evolve(state: AnyState, event: Event) -> AnyState:
    """Apply one of the events of the tools."""
    match event:
        case CounterNamed(name):
            return changed(state, own_counter=name)
        case Rolled(what, result):
            return changed(state, rolled=state.rolled | {what: result}, drawn=once_more(state, what))
        case TurnsTimed(on):
            return changed(state, timed=on)


def fits(state: Tools) -> bool:
    """Say whether a state's tools are possible."""
    return (
        len(state.rolled) <= MOST_TOOLS
        and all(abs(number) <= LARGEST for number in state.rolled.values())
        and len(state.own_counter) <= LARGEST_NAME
        and 0 <= state.turn_at < LATEST
    )


def draw(state: Tools, what: str, players: Sequence[int], rng: Random | None = None) -> Rolled:
    """Roll a die, flip a coin or draw one of the `players`."""
    chance = next_draw(state, what, rng)
    return Rolled(what, chance.randint(1, DICE[what]) if what in DICE else chance.choice(sorted(players)))


def roll(state: Tools, players: Sequence[int], *, what: str, rng: Random) -> list[Event]:
    """Roll a die, flip a coin or draw a player by the table's committed chance, as long as that is secret."""
    if what not in TOOLS:
        raise Refusal("Choose a die, the coin, or a player.")
    if state.told:
        raise Refusal("Everybody has seen the secret behind the draws, so nothing more is drawn with it.")
    return [draw(state, what, players, rng)]


def time_turns(state: Tools, *, on: bool) -> list[Event]:
    """Show a clock for the running turn to everybody, or no longer."""
    return [TurnsTimed(on)] if on != state.timed else []


def name_counter(state: Tools, *, name: str) -> list[Event]:
    """Name the players' own counter; an empty name gives it the usual one."""
    if len(name) > LONGEST_NAME:
        raise Refusal("A counter's name can have at most %(most)s characters.", most=LONGEST_NAME).about("name")
    return [CounterNamed(name)] if name != state.own_counter else []


def named(state: Tools, counters: Mapping[str, Text]) -> Mapping[str, Text]:
    """List what people count, their own counter by its name."""
    return {**counters, **({"own": Text("%(name)s", name=state.own_counter)} if state.own_counter else {})}


def running(state: Tools, now: float) -> int | None:
    """Count the seconds of the running turn; None if turns are not timed."""
    return max(0, round(now - state.turn_at)) if state.timed and state.turn_at else None


def shown(what: str, result: int, names: Sequence[str]) -> Text:
    """Say what a die, the coin or the draw came to."""
    if what == "player":
        return Text("%(name)s", name=names[result])
    if what == "coin":
        return Text("heads") if result == 1 else Text("tails")
    return Text("%(number)s", number=result)


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say one of the events of the tools in a sentence."""
    match event:
        case CounterNamed(name):
            return (
                Text("The counter is called %(name)s.", name=name)
                if name
                else Text("The counter no longer has a name.")
            )
        case Rolled("player", seat):
            return Text("Drawn: %(name)s.", name=names[seat])
        case Rolled(what, number):
            return Text("%(tool)s: %(result)s.", tool=TOOLS[what], result=shown(what, number, names))
        case TurnsTimed(on):
            return Text("The turn timer is on.") if on else Text("The turn timer is off.")


def outcome(event: Event) -> str:
    """Name the element of a page that shows what one of these events did."""
    match event:
        case CounterNamed():
            return "counters"
        case Rolled(what):
            return f"roll-{what}"
        case TurnsTimed():
            return "timing"
