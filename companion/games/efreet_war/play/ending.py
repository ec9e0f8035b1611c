"""Who is out, what that is worth, and how a war ends early or is scored. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from companion.games.efreet_war.facts import VICTORY, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.cards import lost_with
from companion.games.efreet_war.play.reach import fallen_with
from companion.games.efreet_war.play.turn import left_of, require_running
from companion.games.efreet_war.setup.deal import require_untouched
from companion.games.efreet_war.state import evolve
from companion.games.efreet_war.state.model import State, alive, emperors, leader, living, team_of
from companion.table.log import Refusal


def eliminate(state: State, *, seats: Sequence[int], by: Sequence[int | None], at: float = 0.0) -> list[Event]:
    """Take players out at once, each `by` a team or by nobody (rules, Victory Points).

    An Emperor earns 3, other players in Emperor seating 2, elsewhere 3; one's own side earns nothing. If the table says
    so a team is out with its Emperor (facts 1.6.1). What belongs to the fallen leaves the game.
    """
    require_running(state)
    return _eliminated(state, seats, by, at=at)


def _fates(state: State, seats: Sequence[int], by: Sequence[int | None]) -> list[tuple[int, int | None]]:
    """Pair who is out with the team that did it; raise Refusal for what cannot be."""
    if not seats or len(seats) != len(by) or len(set(seats)) < len(seats):
        raise Refusal("Choose who is out.")
    fates = list(zip(seats, by, strict=True))
    for seat, killer in fates:
        if seat not in living(state):
            raise Refusal("This player is already out.")
        if killer is not None and killer not in alive(state):
            raise Refusal("Choose who did it: a team that's still playing, or nobody.")
    return fates


def _eliminated(state: State, seats: Sequence[int], by: Sequence[int | None], *, at: float = 0.0) -> list[Event]:
    fates = _fates(state, seats, by)
    out = tuple(
        (seat, killer, 0 if killer in (None, team_of(state, seat)) else worth(state, seat)) for seat, killer in fates
    )
    teams = _teams_lost(state, seats)
    gone = [*seats, *(seat for team in teams for seat in state.teams[team])]
    lost = lost_with(state, [*dict.fromkeys(gone)])
    fell = ev.PlayersEliminated(out, teams, _given(state, fates), at, *_named(state, by))
    return [fell, *fallen_with(state, gone), *lost]


def _named(state: State, by: Sequence[int | None]) -> tuple[tuple[int | None, ...], bool]:
    """Name who stands for the teams that took players out, and whether these have more than one player."""
    if not state.by_player:
        return (), False
    return tuple(None if team is None else leader(state, team) for team in by), state.mode != "free"


def _given(state: State, fates: Sequence[tuple[int, int | None]]) -> tuple[tuple[int, int, int], ...]:
    """List the points for players eliminated by their own side, which by the house rule `own_kill` go to the left."""
    if "own_kill" not in state.rules_on:
        return ()
    own = ((seat, left_of(state, seat)) for seat, killer in fates if killer == team_of(state, seat))
    return tuple((left, seat, worth(state, seat)) for seat, left in own if left is not None)


def likely_killer(state: State, seat: int) -> int | None:
    """Guess which team takes a player out: the one whose turn it is.

    None for a player of its own, unless that gives points to others by the house rule `own_kill`.
    """
    team = None if state.turn is None else team_of(state, state.turn)
    return None if team == team_of(state, seat) and "own_kill" not in state.rules_on else team


def worth(state: State, seat: int) -> int:
    """Count the Victory Points for eliminating a player."""
    if state.mode != "emperor":
        return VICTORY.player
    return VICTORY.emperor if seat in emperors(state) else VICTORY.general


def _teams_lost(state: State, seats: Sequence[int]) -> tuple[int, ...]:
    ends = "many_teams" in state.rules_on if len(state.teams) > 2 else state.emperor_ends
    if not ends:
        return ()
    return tuple(team_of(state, seat) for seat in seats if seat in emperors(state))


def break_off(state: State) -> list[Event]:
    """End the war early, with the points as they stand: the team that leads wins."""
    require_running(state)
    return [ev.WarBrokenOff()]


def score(
    state: State, *, owners: Mapping[str, int], out: Mapping[int | str, int | None], broken_off: bool = False
) -> list[Event]:
    """Score a war that was played without the app: which team claimed which Resource, who is out and by which team.

    It has a winner, or was `broken_off` with the points as they stood.
    """
    require_untouched(state)
    if not {*owners.values()}.issubset(range(len(state.teams))):
        raise Refusal("Choose one of the teams.")
    fallen = [int(seat) for seat in out]  # words where a log keeps them
    claimed = [ev.ResourceClaimed(id, team, state.teams[team][0]) for id, team in owners.items()]
    events = [*claimed, *(_eliminated(state, fallen, [*out.values()]) if out else [])]
    if reduce(evolve, events, state).result is not None:
        return events
    if broken_off and events:
        return [*events, ev.WarBrokenOff()]
    raise Refusal(
        "Nobody has %(goal)s Victory Points, and more than one team is left: say what else was won, who "
        "is out, or that you stopped early.",
        goal=VICTORY.goal,
    )


def scored(events: Sequence[ev.Event]) -> dict[str, Any]:
    """Read from the events of a score what was told: who claimed what, who is out by whom, if it was broken off."""
    return {
        "owners": {event.resource: event.team for event in events if isinstance(event, ev.ResourceClaimed)},
        "out": {seat: by for event in events if isinstance(event, ev.PlayersEliminated) for seat, by, _ in event.out},
        "broken_off": any(isinstance(event, ev.WarBrokenOff) for event in events),
    }
