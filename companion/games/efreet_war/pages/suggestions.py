"""What a form offers first: whom to attack, whose creature is taken or forced, and by whom a player fell. Pure."""

from __future__ import annotations

from companion.games.efreet_war.play.creatures import why_not_attack
from companion.games.efreet_war.play.ending import likely_killer
from companion.games.efreet_war.play.reach import affects, attackable, targets
from companion.games.efreet_war.state.model import State, living, team_of

__all__ = ["aims", "forced", "killer", "thief", "victim"]

killer = likely_killer


def aims(state: State, seat: int) -> list[int]:
    """List whom the player whose turn it is may attack now: the chosen opponent, or all if that player is chosen."""
    able = [other for other in living(state) if state.turn is not None and not why_not_attack(state, state.turn, other)]
    return able if seat == state.turn else [other for other in able if other == seat]


def victim(state: State, seat: int) -> int:
    """Find whose creature is taken: the chosen player's, or an enemy's of the player whose turn it is."""
    if state.turn is None or seat != state.turn:
        return seat
    return min(attackable(state, seat), default=seat)


def thief(state: State, _: int) -> int | None:
    """Find who takes or forces a creature: the player whose turn it is."""
    return state.turn


def forced(state: State, seat: int) -> int:
    """Find whose creature is forced to attack: that of an enemy in range with no enemy beside."""
    turn = seat if state.turn is None else state.turn
    near = (one for one in living(state) if affects(state, turn, one) and not targets(state, one, one))
    return next((one for one in near if team_of(state, one) != team_of(state, turn)), victim(state, seat))
