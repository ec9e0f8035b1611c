"""Whose spells reach what: single targets, and spells on a whole land, by the readings of the table. Pure."""

from __future__ import annotations

from companion.games.war_game import spells
from companion.games.war_game.house import AREA_NEAR, STRONGHOLD_TARGET
from companion.games.war_game.state import State, board_of, of_seat


def single(state: State, seat: int, place: str) -> bool:
    """Say whether a player can target an opposing creature at a place with a spell (text, Global spells)."""
    return is_near(state, seat, place) and not (STRONGHOLD_TARGET in state.rules_on and _is_theirs(state, seat, place))


def area(state: State, seat: int, place: str) -> bool:
    """Say whether a player can choose a place for a spell on all creatures there: never an opponent's stronghold."""
    if _is_theirs(state, seat, place):
        return False
    return AREA_NEAR not in state.rules_on or is_near(state, seat, place)


def is_near(state: State, seat: int, place: str) -> bool:
    """Say whether a player has a creature at a place or beside it."""
    return spells.reaches(board_of(state), {one.at for one in of_seat(state, seat)}, place)


def _is_theirs(state: State, seat: int, place: str) -> bool:
    """Say whether a place is a stronghold that an opponent holds."""
    one = state.strongholds.get(place)
    return one is not None and one.holder != seat
