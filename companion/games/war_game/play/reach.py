"""Whose spells reach what: single targets, and spells on a whole land, by the readings of the table. Pure."""

from __future__ import annotations

from companion.games.war_game.play import spells
from companion.games.war_game.state.house_rules import ADJACENT, AREA_NEAR, STRONGHOLD_TARGET
from companion.games.war_game.state.model import State, board_of, of_seat
from companion.language.texts import Text


def single(state: State, seat: int, place: str) -> bool:
    """Say whether a player can target an opposing creature at a place with a spell (text, Global spells)."""
    return why_not_single(state, seat, place) is None


def why_not_single(state: State, seat: int, place: str) -> Text | None:
    """Say why a player cannot target an opposing creature at a place; None if one can."""
    if STRONGHOLD_TARGET in state.rules_on and _is_theirs(state, seat, place):
        return Text("No spell reaches into an opponent's stronghold.")
    return None if is_near(state, seat, place) else Text("You have no creature there or next to it.")


def area(state: State, seat: int, place: str) -> bool:
    """Say whether a player can choose a place for a spell on all creatures there."""
    return why_not_area(state, seat, place) is None


def why_not_area(state: State, seat: int, place: str) -> Text | None:
    """Say why a player cannot choose a place for a spell on all there, as an opponent's stronghold; None if one can."""
    if _is_theirs(state, seat, place):
        return Text("A spell that affects everything can't be aimed at an opponent's stronghold.")
    if AREA_NEAR not in state.rules_on or is_near(state, seat, place):
        return None
    return Text("You have no creature there or next to it.")


def is_near(state: State, seat: int, place: str) -> bool:
    """Say whether a player has a creature at a place or beside it."""
    own, corners = {one.at for one in of_seat(state, seat)}, ADJACENT in state.rules_on
    return spells.reaches(board_of(state), own, place, corners=corners)


def _is_theirs(state: State, seat: int, place: str) -> bool:
    """Say whether a place is a stronghold that an opponent holds."""
    one = state.strongholds.get(place)
    return one is not None and one.holder != seat
