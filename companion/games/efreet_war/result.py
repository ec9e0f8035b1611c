"""How a Djinn-Efreet War ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.efreet_war.facts import BY_ID
from companion.games.efreet_war.state import DRAW, Earned, State, points, team_of
from companion.table.log import Line, Result, Who
from companion.text import Text

MODE_NAMES = {"free": Text("everybody for themselves"), "teams": Text("teams"), "emperor": Text("Emperor seating")}


def result(state: State) -> tuple[Result, ...] | None:
    """Compute every seat's place and points, None before the end of the war; all drew if nobody outlived it."""
    if state.result is None:
        return None
    totals, ranks = points(state), places(state)
    return tuple(
        Result(0 if state.result == DRAW else ranks[team], totals[team], None, _lines(state, team))
        for team in (team_of(state, seat) for seat in range(state.players))
    )


def _lines(state: State, team: int) -> tuple[Line, ...]:
    return tuple(
        Line(f"{one.resource or 'player'}-{number}", said(one), one.points, Text("Victory Points"))
        for number, one in enumerate(state.earned)
        if one.team == team
    )


def places(state: State) -> dict[int, int]:
    """Rank the teams: the winner first, the others by Victory Points."""
    totals = points(state)
    ranks = {team: (team == state.result, total) for team, total in totals.items()}
    return {team: 1 + sum(other > rank for other in ranks.values()) for team, rank in ranks.items()}


def said(one: Earned) -> Text:
    """Say where Victory Points came from."""
    if one.resource is not None:
        return Text("%(resource)s", resource=BY_ID[one.resource].name)
    return Text("%(name)s eliminated", name=Who(one.seat or 0))


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps of a war besides its points."""
    kept = {"players": state.players, "mode": MODE_NAMES[state.mode]}
    return kept | ({"started": Who(state.first)} if state.first is not None else {})
