"""What a player may do where the Mage is, and what is to be done next, each in a sentence of ours. Pure."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.djinn.facts import LOCATIONS
from companion.games.djinn.facts.city import SOURCE
from companion.games.djinn.play import hunt, movement
from companion.games.djinn.state.model import State
from companion.language.texts import Text


class Action(NamedTuple):
    """What may be done, with the picture of where that is known from."""

    icon: str
    what: Text


def at(state: State, slot: str) -> list[Action]:
    """List what whoever is on the move may do at a space (rulebook, A Player's Turn and Actions)."""
    if slot == SOURCE:
        return [
            *_shared(state),
            Action("source", Text("Fill up your Magic Power, or pay 6 for each Boss that you catch from the supply.")),
            Action(
                "scroll", Text("Pay Scrolls, as often as you like: for 1 Bottle, 1 Cork, or to activate 2 Mage Cards.")
            ),
        ]
    location = LOCATIONS[state.layout[slot]]
    if slot in state.city.round:
        basic = Text("Or just its Basic Action, as on the square space.")
        return [*_shared(state), Action(location.id, Text(location.special)), Action(location.id, basic)]
    passage = Text("If your Secret Passage is here, its action too.")
    placed = state.turn is not None and state.turn.seat in state.placed
    own = [Action("archives", passage)] if placed else []
    return [*_shared(state), Action(location.id, Text(location.basic)), *own]


def _shared(state: State) -> list[Action]:
    """Say what it costs to come by the same path as another Mage that is here (rulebook, A Player's Turn)."""
    way = state.paths.get(state.turn.seat, ())[-2:] if state.turn else ()
    others = [seat for seat, path in state.paths.items() if state.turn and seat != state.turn.seat and path[-2:] == way]
    if len(way) < 2 or not others:
        return []
    return [Action("coins", Text("Another Mage came by the same path: pay it 1 Coin or Scroll, or walk on past it."))]


FORFEIT = Action("coins", Text("Or do none of it: 2 Coins, 2 Magic Power, or 1 of each."))
"""What is gained by whoever does nothing else at a space (rulebook, Forfeiting Actions)."""


def next_step(state: State, name: str) -> Text | None:
    """Say in one sentence what the player called so does next; None where the page itself asks for something."""
    if state.turn is None or state.awaited or state.at_source or state.finished or state.result:
        return None
    if movement.may_stand(state) and not state.met:
        if state.turn.round == 1:
            return Text("%(name)s, tap the square space beside which your Mage begins.", name=name)
        return Text("%(name)s, tap where your Mage goes.", name=name)
    if hunt.must_catch(state):
        return Text("Try to catch: choose below. The action of the space comes before it or after it.")
    return Text("Do what you like here, then end the turn.")


def reminder(state: State) -> Text | None:
    """Say what holds for where a Mage goes, without the board's paths (rulebook, A Player's Turn)."""
    if not movement.may_stand(state) or state.met or state.turn is None:
        return None
    if state.turn.round == 1:
        return Text("Put it on a path beside the space.")
    return Text(
        "Along one path, never straight back. Where a Mage came by that path: pay it 1 Coin or Scroll, or walk on."
    )


def glowing(state: State) -> frozenset[str]:
    """List where a Mage may go as far as we know: in the first round; after it only the board has the paths."""
    if not movement.may_stand(state) or state.met or state.turn is None or state.turn.round > 1:
        return frozenset()
    return frozenset(slot for slot in state.city.square if movement.doubt(state, slot) is None)
