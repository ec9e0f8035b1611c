"""What the app drew and nobody could recognise: the table turns up something else in its place. Pure.

The app draws among all Character Tiles and Trophies, also among those of which it knows no text. It can name only the
known ones. The others stand for as many that the table turns up from those left when all known ones are sorted out: so
every set stays equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.djinn.facts import TILES
from companion.games.djinn.facts.events import Event, TileNamed
from companion.games.djinn.setup.draws import known_trophies, trophies_by_row
from companion.games.djinn.state.model import State, require_open, side_of
from companion.table.log import Refusal


@dataclass(frozen=True)
class Offer:
    """What lies out of one pile: the `known`, and how many the table turns up of the `unknown` ones of the pile.

    These are left when the known ones that do not lie out are put `aside`. `stand_ins` were drawn, and stand for what
    is turned up until somebody says what that is.
    """

    pile: str
    known: tuple[str, ...]
    stand_ins: tuple[str, ...]
    aside: tuple[str, ...]
    unknown: int


def is_known(state: State, tile: str) -> bool:
    """Say whether a Character Tile can be recognised: by the rulebook's text, the owner's, or a photo."""
    return TILES[tile].known == "whole" or tile in (*state.noted.tiles, *state.noted.pictured)


def is_named(state: State, tile: str) -> bool:
    """Say whether a tile on offer can be recognised, or the table has said itself which one it is."""
    return is_known(state, tile) or tile in state.named


def tiles(state: State) -> list[Offer]:
    """List the Character Tiles on offer, by their sides (rulebook, Setup 11); none that the table has yet to enter."""
    if "tiles" in state.to_enter:
        return []
    return [_side(state, side, lie) for side, lie in (("green", state.green), ("red", state.red))]


def _side(state: State, side: str, lie: Sequence[str]) -> Offer:
    every = [tile for tile in TILES if side_of(state, tile) == side]
    known = [tile for tile in every if is_known(state, tile)]
    return _offer(side, [tile for tile in lie if is_named(state, tile)], lie, known, every)


def trophies(state: State) -> list[Offer]:
    """List the Trophies on display, by their rows (rulebook, Setup 8), if any can be recognised."""
    rows = trophies_by_row(state)
    if "trophies" in state.to_enter or not known_trophies(state):
        return []
    offers = []
    for row, lie in state.trophies.items():
        known = [id for id in rows.get(row, ()) if id in known_trophies(state)]
        offers.append(_offer(row, [id for id in lie if id in known], lie, known, rows.get(row, ())))
    return offers


def _offer(pile: str, shown: Sequence[str], lie: Sequence[str], known: Sequence[str], every: Sequence[str]) -> Offer:
    stand_ins = tuple(one for one in lie if one not in shown)
    aside = tuple(one for one in known if one not in lie)
    return Offer(pile, tuple(shown), stand_ins, aside, len(every) - len(known))


def candidates(state: State, tile: str) -> list[str]:
    """List what a tile that the table turned up may be: of its side, unknown, and not on offer under its own name."""
    offer, side = {*state.green, *state.red}, side_of(state, tile)
    return [
        one
        for one in TILES
        if side_of(state, one) == side and not is_known(state, one) and (one not in offer or not is_named(state, one))
    ]


def name_tile(state: State, *, tile: str, found: str) -> list[Event]:
    """Say which Character Tile the table turned up where `tile` was drawn; "" for one that nobody can describe."""
    require_open(state)
    if tile not in (*state.green, *state.red):
        raise Refusal("This tile isn't on offer. See which ones are.")
    if is_named(state, tile):
        raise Refusal("This tile already has a name. If it's another tile, undo that first.")
    able = candidates(state, tile)
    found = found or next((one for one in able if TILES[one].known == "none"), tile)
    if found not in able:
        raise Refusal("This tile is already on offer, or is the other colour. Choose another one.")
    return [TileNamed(tile, found)]
