"""How a war ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from companion.games.war_game.state.house_rules import END_PLACES
from companion.games.war_game.state.model import State
from companion.language.texts import Text, listed, sentences
from companion.table.finished import Measure, Play, Result, Who, since

MEASURED = {
    "taken": Text("Strongholds taken"),
    "lost": Text("Creatures lost"),
    "rolled": Text("Supply rolled"),
}
"""The numbers that a player's sentence holds."""
MOST_CHANGES = 12
"""How often a stronghold's taking is told."""


def result(state: State) -> tuple[Result, ...] | None:
    """Place every seat, None before the end; who holds all has won, a draw is nobody's."""
    if not state.over:
        return None
    if state.winner is None:
        return tuple(Result(0) for _ in range(state.players))
    return tuple(Result(_place(state, seat)) for seat in range(state.players))


def _place(state: State, seat: int) -> int:
    """Find a seat's place: the others share the second; by the house rule it counts how many strongholds they took."""
    if seat == state.winner:
        return 1
    others = [one for one in range(state.players) if one != state.winner and END_PLACES in state.rules_on]
    return 2 + sum(state.taken.get(one, 0) > state.taken.get(seat, 0) for one in others)


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps of a war besides its results."""
    kept: dict[str, Any] = {"players": state.players, "turns": state.turns}
    kept |= {"did": listed([_did(state, seat) for seat in range(state.players)])}
    kept |= {"held": listed([_held(id, one.holder) for id, one in state.strongholds.items()])}
    if state.winner is not None:
        kept["why"] = Text("%(name)s holds every stronghold.", name=Who(state.winner))
    if state.held:
        kept |= {f"held_{id}": course(state, id) for id in state.strongholds}
    return kept | ({"started": Who(state.first)} if state.first is not None else {})


def why_won(state: State) -> Text | None:
    """Say how a war was won, by its strongholds or since all others left; None without a winner."""
    if state.winner is None:
        return None
    if any(one.holder != state.winner for one in state.strongholds.values()):
        return Text("Everyone but %(name)s has left the war.", name=Who(state.winner))
    return Text("%(name)s holds every stronghold.", name=Who(state.winner))


def course(state: State, stronghold: str) -> Text:
    """List who held a stronghold, and from which turn on: the last ones, if it was taken very often."""
    column = [*state.strongholds].index(stronghold)
    holders = [held[column] for held in state.held]
    changes = [turn for turn, (was, now) in enumerate(pairwise((None, *holders)), 1) if was != now]
    return listed([since(Who(holders[turn - 1]), turn) for turn in changes[-MOST_CHANGES:]])


def _did(state: State, seat: int) -> Text:
    return Text(
        "%(name)s: strongholds taken %(taken)s, creatures lost %(lost)s, supply rolled %(rolled)s",
        name=Who(seat),
        taken=state.taken.get(seat, 0),
        lost=state.lost.get(seat, 0),
        rolled=state.rolled.get(seat, 0),
    )


def _held(stronghold: str, holder: int) -> Text:
    return Text("%(stronghold)s %(name)s", stronghold=stronghold, name=Who(holder))


def measures(play: Play) -> Iterator[Measure]:
    """List what the players of a finished war took, lost and rolled, and how many strongholds they held at its end."""
    held = Counter(str(one.values.get("name")) for one in sentences(play.options.get("held")))
    for one in sentences(play.options.get("did")):
        name, told = str(one.values.get("name")), one.values
        for value, label in MEASURED.items():
            if isinstance(told.get(value), int):
                yield Measure(name, label, told[value])
        yield Measure(name, Text("Strongholds at the end"), held[name])
