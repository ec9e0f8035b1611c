"""How a duel of Emperor ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.emperor.facts import BASICS
from companion.games.emperor.state import DRAW, State, emperors, first_of, role, team_of
from companion.language.texts import Text, listed, sentences
from companion.table.finished import Measure, Play, Result, Who

ROLES = (Text("Emperor"), Text("General"), Text("Lieutenant"))


def result(state: State) -> tuple[Result, ...] | None:
    """Compute every seat's place, None before the end of the duel; both teams drew if both Emperors fell at once."""
    if state.result is None:
        return None
    return tuple(_result(state, seat) for seat in range(state.players))


def _result(state: State, seat: int) -> Result:
    place = 0 if state.result == DRAW else 1 if team_of(state, seat) == state.result else 2
    return Result(place, team=1 + team_of(state, seat), role=ROLES[role(state, seat)])


def why_won(state: State) -> Text:
    """Say what decided a duel (rules, Playing the Game)."""
    if state.result is None or state.result == DRAW:
        return Text("All Emperors are out.")
    emperor = emperors(state)[state.result]
    if emperor in state.fallen:  # by the house rule `both_emperors`
        return Text("All Emperors fell at once, on the turn of %(name)s's team.", name=Who(emperor))
    return Text("%(name)s is the last Emperor in play.", name=Who(emperor))


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps of a duel besides who won."""
    kept: dict[str, Any] = {"players": state.players, "why": why_won(state)}
    kept |= {"teams": state.team_count} if state.team_count > 2 else {}
    kept |= {"life": state.life} if state.life != BASICS.life else {}
    if state.just_score:
        kept |= {"roles": listed([_had(state, seat) for seat in state.order])}
    else:
        kept |= {"range": Text(state.range.label), "turns": state.turns + 1 if state.begun else 0}
        kept |= {"lives": listed([_lived(state, seat) for seat in state.order])}
    kept |= {"falls": listed([_fell(*one) for one in state.falls])} if state.falls else {}
    return kept | _started(state)


def _started(state: State) -> dict[str, Any]:
    """Say who played first; in a duel that was played without the app nobody says so."""
    if state.first is None or state.just_score:
        return {}
    return {"started": Who(first_of(state, state.first))}


def _lived(state: State, seat: int) -> Text:
    return Text("%(name)s, %(role)s: %(life)s", name=Who(seat), role=ROLES[role(state, seat)], life=state.lives[seat])


def _had(state: State, seat: int) -> Text:
    return Text("%(name)s, %(role)s", name=Who(seat), role=ROLES[role(state, seat)])


def _fell(seat: int, turn: int, by: int | None) -> Text:
    if not turn:
        return (
            Text("%(name)s, by %(by)s", name=Who(seat), by=Who(by))
            if by is not None
            else Text("%(name)s", name=Who(seat))
        )
    if by is None:
        return Text("%(name)s in turn %(turn)s", name=Who(seat), turn=turn)
    return Text("%(name)s in turn %(turn)s, by %(by)s", name=Who(seat), turn=turn, by=Who(by))


def measures(play: Play) -> Iterator[Measure]:
    """List the roles of the players of a finished duel, and what life they had at its end."""
    for said in (play.options.get("lives"), play.options.get("roles")):
        for one in sentences(said):
            name, told = str(one.values.get("name")), one.values
            if isinstance(told.get("role"), Text):
                yield Measure(name, Text("Role"), told["role"])
            if isinstance(told.get("life"), int):
                yield Measure(name, Text("Life at the end"), told["life"])


def play_code(code: str, state: State) -> str:
    """Name the code under which a duel is kept: the table's, from the second duel on with its number."""
    return f"{code}/{len(state.results) + 1}" if state.results else code
