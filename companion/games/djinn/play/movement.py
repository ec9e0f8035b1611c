"""Where the Mages stand: a tap on a space says where a player acts, and what the rules make of it. Pure."""

from __future__ import annotations

from companion.games.djinn.facts import NAMES
from companion.games.djinn.facts import events as ev
from companion.games.djinn.facts.city import SOURCE
from companion.games.djinn.facts.events import Event
from companion.games.djinn.play.hunt import require_turn
from companion.games.djinn.state.model import State
from companion.language.texts import Text
from companion.table.log import Refusal


def enter_space(state: State, *, by: int | None = None, seat: int, slot: str, override: bool = False) -> list[Event]:
    """Act at a space; `override`: an effect allows what a turn does not (rulebook, A Player's Turn).

    `by` is the seat that asks, None for a host, who may act for everybody.
    """
    turn = require_turn(state, by)
    if seat != turn.seat:
        raise Refusal("It is another player's turn; wait for yours, or have the end of the last turn taken back.")
    if not override and (why := doubt(state, slot)):
        if slot not in state.spaces:
            raise Refusal("%(why)s If an effect allows it, act there without a tap.", why=why)
        raise Refusal("%(why)s If an effect allows it, open the space in the list and tap “Allow anyway”.", why=why)
    return [ev.SpaceEntered(seat, slot, state.layout.get(slot, ""))]


def doubt(state: State, slot: str) -> Text | None:
    """Say why a Mage does not come to a space by the usual rules; the paths of the map are not asked."""
    if state.turn is None:
        return None
    path = state.paths.get(state.turn.seat, ())
    if state.here:
        return Text(
            "You are acting here this turn: %(place)s. A turn has one space.", place=place(state, state.here[-1])
        )
    if state.turn.round == 1 and slot not in state.city.square:
        return Text("The first turn is at a square space.")
    if not path and "first_turn_shared" in state.rules_on and any(slot in begun for begun in state.paths.values()):
        return Text("Another player began here, and at this table no two begin at the same space.")
    if path[-1:] == (slot,):
        return Text("You acted here last turn, and a Mage moves on every turn.")
    if path[-2:-1] == (slot,):
        return Text("Your Mage came from here, and it never goes straight back.")
    return None


def place(state: State, slot: str) -> Text:
    """Name a space by its location and its shape."""
    if slot == SOURCE:
        return Text("Magic Source")
    location = NAMES[state.layout[slot]]
    if slot in state.city.round:
        return Text("%(location)s, round", location=location)
    return Text("%(location)s, square", location=location)


def may_stand(state: State) -> bool:
    """Say whether the player whose turn it is has yet to say where the Mage stands."""
    return state.turn is not None and not (state.here or state.at_source or state.finished or state.awaited)
