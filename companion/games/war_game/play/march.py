"""Marching: where a creature may go in one turn, and why not elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.war_game.facts import LANDS
from companion.games.war_game.facts.board import ISLAND, MOUNTAIN, Board, distance, is_land, neighbours, spot
from companion.games.war_game.state.model import Creature
from companion.language.texts import Text

FLYING, ISLANDHOME, ISLANDWALK = "flying", "islandhome", "islandwalk"
WALKS = {f"{land}walk": land for land in LANDS}
"""The lands into which each landwalk steps, to go on."""


def destinations(
    board: Board, creature: Creature, *, carried: bool = False, islandwalk_enters: bool = True
) -> frozenset[str]:
    """List where a creature may end its march: one step away, or two for a landwalker (text, Movement Phase).

    `carried` is one that another creature bears; `islandwalk_enters` is our reading that islandwalkers enter Islands.
    """
    flying = FLYING in creature.abilities
    near = neighbours(board, creature.at, flying=flying)
    paths = [[one] for one in near] + [[one, two] for one in near for two in neighbours(board, one, flying=flying)]
    rule = {"carried": carried, "islandwalk_enters": islandwalk_enters}
    return frozenset(path[-1] for path in paths if why_not(board, creature, path, **rule) is None)


def why_not(
    board: Board,
    creature: Creature,
    path: Sequence[str],
    *,
    carried: bool = False,
    islandwalk_enters: bool = True,
) -> Text | None:
    """Say why a creature may not go along a `path`, the places after its own; None if it may.

    Raise KeyError for a place that is none, or not in play.
    """
    for place in (creature.at, *path):
        spot(board, place)
    if not path or path[-1] == creature.at:
        return Text("It's already there.")
    for start, place in zip((creature.at, *path), path, strict=False):
        why = _why_not_step(board, creature, start, place)
        why = why or _why_not_enter(board, creature, place, carried=carried, islandwalk_enters=islandwalk_enters)
        if why:
            return why
    return _why_not_on(board, creature, path)


def enters_tapped(board: Board, place: str) -> bool:
    """Say whether a creature that enters a place is tapped when movement ends: on a Mountain, if no stronghold's."""
    spot(board, place)
    return is_land(place) and board.lands.get(place) == MOUNTAIN


def _why_not_step(board: Board, creature: Creature, start: str, place: str) -> Text | None:
    """Say why a creature does not get from a place to the next one, whatever lies there."""
    if distance(board, start, place, flying=FLYING in creature.abilities) == 1:
        return None
    if distance(board, start, place, flying=True) == 1:
        return Text("That's diagonal; only flyers go that way.")
    return Text("That is too far: creatures go one step.")


def _why_not_enter(
    board: Board, creature: Creature, place: str, *, carried: bool, islandwalk_enters: bool
) -> Text | None:
    """Say why a creature may not enter a place; strongholds let everybody in."""
    if carried or not is_land(place):
        return None
    island, own = board.lands.get(place) == ISLAND, creature.abilities
    if not island and ISLANDHOME in own:
        return Text("A creature with islandhome crosses other lands only when it is carried.")
    if not island or own & {FLYING, ISLANDHOME} or (islandwalk_enters and ISLANDWALK in own):
        return None
    return Text("Only flyers and islandhome creatures enter Islands. Others must be carried.")


def _why_not_on(board: Board, creature: Creature, path: Sequence[str]) -> Text | None:
    """Say why a creature may not go on after its first step (text, Movement Phase: landwalking)."""
    if len(path) == 1:
        return None
    own = [land for walk, land in WALKS.items() if walk in creature.abilities]
    if len(path) > 2 or not own:
        return Text("That is too far: creatures go one step.")
    if board.lands.get(path[0]) in own:
        return None
    return Text("For a second step, the first must be into this land: %(land)s.", land=Text(LANDS[own[0]].label))
