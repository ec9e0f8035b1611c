"""How far spells and abilities reach. Pure."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.war_game.facts.board import Board, distance, spot


def reaches(board: Board, own: Collection[str], target: str, *, ability: bool = False, corners: bool = False) -> bool:
    """Say whether an opposing creature at a place can be targeted by somebody whose creatures stand at `own` places.

    A spell reaches the same place or one beside it, across `corners` only by a house rule; an ability of a creature
    only the same (text, Global spells and effects). Raise KeyError for a place that is none, or not in play.
    """
    for place in (*own, target):
        spot(board, place)
    return any(distance(board, place, target, flying=corners) <= (0 if ability else 1) for place in own)
