"""A war once more: how it was opened, and the ways to begin the next one. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring.result import places
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.state.model import DRAW, State, emperors, leader, team_of

Moves = list[tuple[str, Callable[..., Any], dict[str, Any]]]


def opened_like(state: State) -> dict[str, Any]:
    """Read how a war was opened, who sat where, and which cards it was dealt."""
    return {
        "mode": state.mode,
        "team_count": len(state.teams),
        "teams": state.teams,
        "guardians": state.guardians,
        "traps": state.traps,
        "emperor_ends": state.emperor_ends,
        "city_points_only": state.city_points_only,
        "life": state.life,
        "stolen_attacks": "stolen_attacks" in state.rules_on,
        "usual": sorted(state.usual),
        "by_player": state.by_player,
    }


def last_starts(state: State) -> Moves:
    """Let the team that came last start, of several the one that sits first; nobody did after a draw."""
    if state.result in (None, DRAW):
        return []
    ranks = places(state)
    last = max(ranks, key=lambda team: (ranks[team], -team))
    return [("choose_first", rules.choose_first, {"seat": draws.starter(state, last)})]


def first_fallen_rules(state: State) -> Moves:
    """Make who was out first the Emperor of their team (Emperor rules, the last paragraph)."""
    if not state.fallen or state.fallen[0] in emperors(state):
        return []
    seat = state.fallen[0]
    return [("swap", rules.swap, {"one": seat, "other": leader(state, team_of(state, seat))})]
