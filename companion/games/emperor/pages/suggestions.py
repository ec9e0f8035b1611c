"""What a form offers first: whose creature it most likely is, whose effect, who is out and by whom. Pure."""

from __future__ import annotations

from companion.games.emperor.play.reach import targets, within
from companion.games.emperor.state import State, living, ring_of, team_of
from companion.kit.ring.counters import dying

LITTLE = 5
"""With how much life a player may be out by one blow."""


def thief(state: State, controller: int) -> int | None:
    """Find who takes a player's creature: the player whose turn it is; a team mate's, the nearest enemy."""
    if state.turn is None or team_of(state, state.turn) != team_of(state, controller):
        return state.turn
    return _nearest_enemy(state, controller)


def victim(state: State, seat: int) -> int | None:
    """Find whose creature the player whose turn it is takes: the chosen seat's if it plays, or the nearest enemy's."""
    if state.turn is None or (seat in living(state) and team_of(state, state.turn) != team_of(state, seat)):
        return seat
    return _nearest_enemy(state, state.turn)


def forced(state: State, seat: int) -> int | None:
    """Find whose creature is forced to attack, and marches: that of an enemy in range with no enemy beside."""
    owner, turn = victim(state, seat), state.turn
    if turn is None or (owner == seat and not targets(state, seat, seat)):
        return owner
    safe = (one for one in living(state) if one in within(state, turn, "others") and not targets(state, one, one))
    return next((one for one in safe if team_of(state, one) != team_of(state, turn)), owner)


def falling(state: State) -> list[int]:
    """List who is out: the dying, or else who alone has the least life, and little of it."""
    least = min((state.lives[seat] for seat in living(state)), default=0)
    lowest = [seat for seat in living(state) if state.lives[seat] == least <= LITTLE]
    return dying(state, living(state)) or (lowest if len(lowest) == 1 else [])


def killer(state: State) -> int | None:
    """Find by whom they are out: the player whose turn it is, but no team mate of theirs."""
    mates = {team_of(state, seat) for seat in falling(state)}
    return None if not mates or state.turn is None or team_of(state, state.turn) in mates else state.turn


def _nearest_enemy(state: State, seat: int) -> int | None:
    ring = ring_of(state)
    enemies = [one for one in ring.seats if ring.teams[one] != ring.teams[seat]]
    return min(enemies, key=lambda one: ring.distance(seat, one), default=None)
