"""The creatures that were named at the tables of this house, in the database."""

from __future__ import annotations

from companion.games.war_game.state import cards
from companion.games.war_game.state.cards import Cards
from companion.kit.box.store import Boxes

boxes: Boxes[Cards] = Boxes("war_game", {}, cards.from_toml, cards.to_toml)
find, change = boxes.find, boxes.change


def find_known() -> Cards:
    """List the cards that need not be entered: those of the two sets, and those that this house has cast."""
    return {**cards.printed(), **find()}
