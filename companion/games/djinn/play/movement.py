"""Where the Mages stand: a tap on a space says where a player acts, and what the rules make of it. Pure."""

from __future__ import annotations

from companion.games.djinn.facts import NAMES, events as ev
from companion.games.djinn.facts.city import SOURCE, neighbours
from companion.games.djinn.facts.events import Event
from companion.games.djinn.facts.gains import BOTTLING, KEYS_FOR
from companion.games.djinn.play.turns import require_begun, require_turn
from companion.games.djinn.state.model import State
from companion.language.texts import Text
from companion.table.log import Refusal


def enter_space(
    state: State, *, by: int | None = None, seat: int, slot: str, came_from: str = "", override: bool = False
) -> list[Event]:
    """Act at a space; `override`: an effect allows what a turn does not (rulebook, A Player's Turn).

    `came_from` is the space from which the Mage came: in the first round that at the other end of its path, later one
    that it skips. `by` is the seat that asks, None for a host, who may act for everybody.
    """
    turn = require_turn(state, by)
    if seat != turn.seat:
        raise Refusal("It's another player's turn. Wait for yours, or have the last “End turn” undone.")
    if not override and (why := doubt(state, slot, came_from)):
        raise Refusal("%(why)s If an effect allows it, tap “Allow anyway”.", why=why)
    return [ev.SpaceEntered(seat, slot, state.layout.get(slot, ""), came_from)]


def doubt(state: State, slot: str, came_from: str = "") -> Text | None:
    """Say why a Mage does not come to a space by the usual rules; paths count once somebody has confirmed them."""
    if state.turn is None:
        return None
    path = state.paths.get(state.turn.seat, ())
    if state.here and came_from and state.here[-1] == slot:
        return None  # says on which of its paths the Mage stands
    if state.here and (came_from != state.here[-1] or state.met or state.declined):
        return Text("This turn you're here: %(place)s. You get one space a turn.", place=place(state, state.here[-1]))
    if state.turn.round == 1 and slot not in state.city.square:
        return Text("The first turn is at a square space.")
    if not path and "first_turn_shared" in state.rules_on and any(slot in begun for begun in state.paths.values()):
        return Text("Another player started here, and at this table everyone starts at a different space.")
    if path[-1:] == (slot,):
        return Text("You were here last turn, and a Mage must move every turn.")
    if path[-2:-1] == (slot,):
        return Text("Your Mage came from here, and it never goes straight back.")
    if path and state.noted.paths_confirmed and slot not in neighbours(state.city, path[-1]):
        return Text("No path leads here from where your Mage is: %(place)s.", place=place(state, path[-1]))
    return None


def place(state: State, slot: str) -> Text:
    """Name a space by its location and its shape."""
    if slot == SOURCE:
        return Text("Magic Source")
    location = NAMES[state.layout[slot]]
    if slot in state.city.round:
        return Text("%(location)s, round", location=location)
    return Text("%(location)s, square", location=location)


def short_place(state: State, slot: str) -> Text:
    """Name a space beside a square one: round, as all there are on a board that nobody has corrected."""
    return NAMES[state.layout[slot]] if slot in state.city.round else place(state, slot)


def may_stand(state: State) -> bool:
    """Say whether the player whose turn it is has yet to say where the Mage stands."""
    return state.turn is not None and not (state.here or state.at_source or state.finished or state.awaited)


def ways_in(state: State) -> tuple[str, ...]:
    """List the spaces whose paths lead to where a Mage begins, until somebody says on which of them it stands."""
    if state.turn is None or state.turn.round > 1 or not set(state.here).issubset(state.city.square):
        return ()
    begun = state.here and state.here == state.paths.get(state.turn.seat)
    return neighbours(state.city, state.here[-1]) if begun else ()


def same_way(state: State) -> tuple[int, ...]:
    """List the seats whose Mages are here and came by the same path (rulebook, A Player's Turn, Exception)."""
    way = state.paths.get(state.turn.seat, ())[-2:] if state.turn and state.here else ()
    if len(way) < 2:
        return ()
    return tuple(
        seat for seat, path in state.paths.items() if state.turn and seat != state.turn.seat and path[-2:] == way
    )


def may_skip(state: State) -> bool:
    """Say whether a Mage may leave its space for the next one: somebody is at its edge, and nothing is done there."""
    acted = {*state.acted} - {*KEYS_FOR, *BOTTLING}  # what is done anywhere
    return bool(same_way(state)) and not (state.met or state.declined or state.awaited or acted or state.placed_now)


def confirm_paths(state: State) -> list[Event]:
    """Say that the paths on the map are those of the board on this table."""
    require_begun(state)
    if state.noted.paths_confirmed:
        raise Refusal("Your board's paths are already known: see the Djinn box.")
    return [ev.PathsConfirmed()]
