"""How the map is laid out by a table's house rules: whose stronghold lies where, and in which column B and D. Pure."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.war_game.facts import BASICS
from companion.games.war_game.facts.board import DEFAULT_COLUMN

SHUT_IN, WHICH = "shut_in", "strongholds_which"
COLUMNS = {f"column={number}": number for number in range(1, BASICS.columns + 1) if number != DEFAULT_COLUMN}
"""The columns of B and D by the rules that choose them; without one of these it is the middle."""
LAYOUT = frozenset({SHUT_IN, WHICH, *COLUMNS})
"""The rules that lay the map out: they are switched only before the war begins."""
BY_COUNT = {2: ("A", "C"), 3: ("A", "B", "C"), 4: ("A", "B", "C", "D")}
"""The strongholds of so many players, clockwise (our reading of the figure)."""
NEAR = {2: ("B", "D"), 3: ("A", "B", "D")}
"""The strongholds of players who want a shorter war."""


def strongholds_of(players: int, *, near: bool) -> tuple[str, ...]:
    """List the strongholds of so many players by their seats; none before the table is open."""
    usual = BY_COUNT.get(players, ())
    return NEAR.get(players, usual) if near else usual


def rules_of(strongholds: Collection[str], *, column: int, fair: bool) -> frozenset[str]:
    """List the rules by which a map is laid out."""
    found = {rule for rule, number in COLUMNS.items() if number == column}
    found |= {WHICH} if tuple(strongholds) in NEAR.values() else set()
    return frozenset(found | ({SHUT_IN} if fair else set()))
