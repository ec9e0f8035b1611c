"""Whose turn it is, who sits to the left, and how a turn ends. Pure."""

from __future__ import annotations

from companion.games.efreet_war.facts import BY_ID, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.state.model import State, living, order, team_of, untold
from companion.table.log import Refusal


def require_running(state: State) -> int:
    """Get the seat whose turn it is; raise Refusal before the war and after it."""
    if state.result is not None:
        raise Refusal("The war is over; take back what ended it, or open another table.")
    if state.turn is None:
        raise Refusal("The war hasn't begun; begin it first.")
    return state.turn


def require_told(state: State) -> None:
    """Raise Refusal while a card that the table had laid is uncovered, but not told."""
    if waits := untold(state):
        raise Refusal("First say which card was under %(resource)s.", resource=BY_ID[waits].name)


def left_team(state: State) -> int | None:
    """Find the team that plays the Guardians, splits their damage and chooses a Trap's effect in this turn.

    It is the next team to the left, with two teams the other one (rules, Attacking 2 and 4); None if none is left.
    """
    return None if state.turn is None else left_of(state, state.turn)


def left_of(state: State, seat: int) -> int | None:
    """Find the next team to the left of a player who still plays; None if none is left."""
    everybody, playing, own = order(state), living(state), team_of(state, seat)
    later = everybody[everybody.index(seat) :] + everybody
    return next((team_of(state, one) for one in later if one in playing and team_of(state, one) != own), None)


def end_turn(state: State, *, seat: int | None = None, at: float = 0.0) -> list[Event]:
    """End the turn; refuse if a `seat` is named and the turn is another's; the next living player clockwise follows."""
    turn = require_running(state)
    if seat not in (None, turn):
        raise Refusal("It is another player's turn now.")
    if state.attacks:
        raise Refusal("An attack isn't settled yet. Say how it ended, then end the turn.")
    if state.audience is not None:
        raise Refusal("King Suleiman is waiting for an answer: give him one first.")
    require_told(state)
    return [ev.TurnEnded(turn, at)]
