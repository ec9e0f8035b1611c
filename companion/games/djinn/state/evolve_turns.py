"""How turns pass, and the clock with them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.djinn.facts import events as ev
from companion.games.djinn.state.model import ACTED, PATH, Clock, State, Turn
from companion.table.log import changed as replace


def turn_ended(state: State, at: float) -> State:
    """Pass the turn on, and after the last round gather at the Magic Source (rulebook, End of the Game)."""
    turn = state.turn or Turn(state.start_seat, 1)
    clock, state = (
        stopped(state, at),
        replace(state, came=None, here=(), met=False, declined=False, rewarded=False, placed_now=(), acted=()),
    )
    seat = (turn.seat + 1) % max(state.players, 1)
    if seat != state.start_seat:
        return replace(state, turn=Turn(seat, turn.round), clock=_restarted(state, clock, at))
    if turn.round == state.last_round:
        return replace(state, at_source=True, clock=clock)
    return replace(state, turn=Turn(seat, turn.round + 1), clock=_restarted(state, clock, at))


def entered(state: State, event: ev.SpaceEntered) -> State:
    """Move a Mage to a space.

    Who says where it came from has left the space where it was in this turn, or says on which path it stands.
    """
    path, here = state.paths.get(event.seat, ()), state.here
    if event.came_from:
        path = path[:-1] if here[-1:] == path[-1:] == (event.slot,) else path
        path = path if path[-1:] == (event.came_from,) else (*path, event.came_from)
        here = here[:-1]
    path = (*path, event.slot)[-PATH:]
    return replace(state, here=(*here, event.slot)[-PATH:], paths=state.paths | {event.seat: path})


def acted(state: State, seat: int, action: str, gains: Mapping[str, int]) -> State:
    """Note what a player took at a space."""
    sums = Counter(state.gained.get(seat, {}))
    sums.update(gains)
    return replace(did(state, seat, action), gained=state.gained | {seat: dict(sums)})


def did(state: State, seat: int, action: str) -> State:
    """Note what a player did in the turn, or as the last action of the game, which all may take at once."""
    if state.at_source:
        now = (*state.acted_last.get(seat, ()), action)[-ACTED:]
        return replace(state, acted_last=state.acted_last | {seat: now})
    return replace(state, acted=(*state.acted, action)[-ACTED:])


def stopped(state: State, at: float) -> Clock:
    """Stop the clock at `at` and add the time since its start to the seat of the turn."""
    since, turn = state.clock.running_since, state.turn
    if since is None or turn is None:
        return replace(state.clock, running_since=None)
    seconds = tuple(
        used + max(0.0, at - since) if seat == turn.seat else used for seat, used in enumerate(state.clock.seconds)
    )
    return Clock(seconds)


def _restarted(state: State, clock: Clock, at: float) -> Clock:
    """Start `clock` at `at` if the state's clock runs; a paused one stays paused."""
    return clock if state.clock.running_since is None else replace(clock, running_since=at)
