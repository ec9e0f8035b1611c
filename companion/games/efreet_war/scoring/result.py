"""How a Djinn-Efreet War ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.efreet_war.facts import BY_ID, VICTORY
from companion.games.efreet_war.state.model import DRAW, Earned, State, emperors, leader, order, points, team_of
from companion.language.texts import Text, listed
from companion.table.finished import Line, Result, Who

MODE_NAMES = {"free": Text("everybody for themselves"), "teams": Text("teams"), "emperor": Text("Emperor seating")}

SHOWN_MODES = {"everybody for themselves": Text("Everybody for themselves"), "teams": Text("Teams")}


def shown_mode(mode: str) -> str:
    """Say how a war was played, as it stands behind its label."""
    return SHOWN_MODES.get(mode, mode)


def result(state: State) -> tuple[Result, ...] | None:
    """Compute every seat's place and points, None before the end of the war; all drew if nobody outlived it."""
    if state.result is None:
        return None
    totals, ranks = points(state), places(state)
    return tuple(
        Result(0 if state.result == DRAW else ranks[team], totals[team], None, _lines(state, team), 1 + team)
        for team in (team_of(state, seat) for seat in range(state.players))
    )


def why_won(state: State) -> Text | None:
    """Say what decided a war (rules, Ending the Game); None if it goes on."""
    if state.result is None:
        return None
    if state.result == DRAW:
        return Text("Nobody is ahead of all others.") if state.broken_off else Text("Nobody is left.")
    told = {"name": Who(leader(state, state.result)), "points": points(state)[state.result]}
    if state.broken_off:
        return Text("The war was stopped early; %(name)s leads with %(points)s points.", **told)
    if told["points"] >= VICTORY.goal:
        return Text("%(name)s has reached %(points)s points.", **told)
    return Text("Nobody else is left: %(name)s.", name=told["name"])


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
    kept: dict[str, Any] = {"players": state.players, "mode": MODE_NAMES[state.mode]}
    kept |= {"why": why} if (why := why_won(state)) else {}
    kept |= {"ended": Text("early, with the points as they stood")} if state.broken_off else {}
    if not state.begun:  # nobody told the app who began, nor turn by turn what happened
        return kept
    kept |= {"turns": state.turns + 1}
    kept |= {"lives": listed([_lived(state, seat) for seat in order(state)])}
    kept |= {"race": listed([_raced(state, team) for team in range(len(state.teams))])} if state.race else {}
    kept |= {"falls": listed([_fell(state, *one) for one in state.falls])} if state.falls else {}
    return kept | ({"started": Who(state.first)} if state.first is not None else {})


def _raced(state: State, team: int) -> Text:
    """Say how many points a team had from which turn on."""
    steps = [Text("%(points)s (%(turn)s)", points=points, turn=turn) for turn, one, points in state.race if one == team]
    return Text("%(name)s: %(steps)s", name=Who(leader(state, team)), steps=listed(steps or [Text("0")]))


def _lived(state: State, seat: int) -> Text:
    """Say how much life a player had left, and who was an Emperor."""
    if seat in emperors(state):
        return Text("%(name)s, Emperor: %(life)s", name=Who(seat), life=state.lives[seat])
    return Text("%(name)s: %(life)s", name=Who(seat), life=state.lives[seat])


def _fell(state: State, seat: int, turn: int, by: int | None) -> Text:
    if by is None:
        return Text("%(name)s in turn %(turn)s", name=Who(seat), turn=turn)
    return Text("%(name)s in turn %(turn)s, by %(by)s", name=Who(seat), turn=turn, by=Who(leader(state, by)))
