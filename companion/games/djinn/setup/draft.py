"""The draft of Character Tiles, and what each player starts with after it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.djinn.facts import START, TILES
from companion.games.djinn.facts.events import Event, TilePicked
from companion.games.djinn.setup.draws import require_entered
from companion.games.djinn.setup.stand_ins import is_named
from companion.games.djinn.state.model import State, require_open, side_of
from companion.language.texts import Text
from companion.table.log import Refusal

PRIVATE = "private_scoring"
"""The Character Tile that brings a Scoring Card of one's own."""


@dataclass(frozen=True)
class StartSheet:
    """What a player starts with, and one sentence for each number that the tiles changed."""

    coins: int
    scrolls: int
    magic: int
    capacity: int
    base: int
    circles_covered: int
    changes: tuple[Text, ...]


def tiles_of(state: State, seat: int) -> tuple[str, ...]:
    """List the tiles that a seat has taken, in order."""
    return tuple(tile for picker, tile in state.picks if picker == seat)


def has(state: State, seat: int, tile: str) -> bool:
    """Say whether a seat took a tile."""
    return tile in tiles_of(state, seat)


def may_hold_private_card(state: State, seat: int) -> bool:
    """Say whether a seat has the tile with a private Scoring Card, or may have it since nobody entered the draft."""
    if state.just_score:
        return not state.first_game  # nobody knows which tiles there were
    if "tiles" in state.to_enter:
        return True
    held = tiles_of(state, seat) if state.picks else (*state.green, *state.red)
    if is_named(state, PRIVATE):
        return PRIVATE in held
    side = side_of(state, PRIVATE)  # what the table turned up and did not name may be this tile
    return any(side_of(state, tile) == side and not is_named(state, tile) for tile in held)


def turn(state: State) -> tuple[int, tuple[str, ...]] | None:
    """Find whose turn it is to take a tile, and which tiles are allowed; None before and after the draft.

    From the starting player clockwise any tile, then backwards one of the other colour (rulebook, Setup 11).
    """
    offer, count = (*state.green, *state.red), len(state.picks)
    if {"start", "tiles"} & {*state.to_enter} or not offer or count >= 2 * state.players:
        return None
    seat = (state.start_seat + min(count, 2 * state.players - 1 - count)) % state.players
    sides = {side_of(state, tile) for tile in tiles_of(state, seat)}
    taken = {tile for _, tile in state.picks}
    return seat, tuple(tile for tile in offer if tile not in taken and side_of(state, tile) not in sides)


def side_due(state: State) -> str:
    """Name the side of the tile that whose turn it is takes, green or red; "" if any will do, or nobody takes one."""
    now = turn(state)
    taken = {side_of(state, tile) for tile in tiles_of(state, now[0])} if now else set()
    return next((side for side in ("green", "red") if taken and side not in taken), "")


def pick(state: State, *, seat: int, tile: str) -> list[Event]:
    """Take a Character Tile on offer (rulebook, Setup 11)."""
    require_open(state)
    require_entered(state, "start", "tiles")
    now = turn(state)
    if now is None:
        raise Refusal("There are no tiles to take. Go on to the hunt.")
    if seat != now[0]:
        raise Refusal("This player isn't up yet. Wait until the others have taken their tiles.")
    if tile not in (*state.green, *state.red):
        raise Refusal("This tile isn't on offer. Take one that is.")
    if any(tile == taken for _, taken in state.picks):
        raise Refusal("This tile is already taken. Take another one.")
    if tile not in now[1]:
        raise Refusal("The second tile must be the other colour; choose again.")
    return [TilePicked(seat, tile)]


def start_sheet(state: State, seat: int) -> StartSheet:
    """Work out what a seat starts with after its tiles (rulebook, Setup 2 and Character Tiles).

    Coins do not fall under 0, nor Magic Power, which stays left of the Capacity Marker.
    """
    tiles = [TILES[tile] for tile in tiles_of(state, seat)]
    coins = max(0, START.coins + sum(tile.coins for tile in tiles))
    scrolls = START.scrolls + sum(tile.scrolls for tile in tiles)
    magic = min(START.capacity - 1, max(0, START.magic + sum(tile.magic for tile in tiles)))
    covered = sum(tile.covered_circles for tile in tiles)
    changes = (
        (START.coins, coins, Text("Coins: %(number)s instead of %(usual)s.", number=coins, usual=START.coins)),
        (
            START.scrolls,
            scrolls,
            Text("Scrolls: %(number)s instead of %(usual)s.", number=scrolls, usual=START.scrolls),
        ),
        (START.magic, magic, Text("Magic Power: %(number)s instead of %(usual)s.", number=magic, usual=START.magic)),
        (0, covered, Text("Cover one of your active Spell Circles with the Spell Circle Cover.")),
    )
    sentences = tuple(text for usual, number, text in changes if number != usual)
    return StartSheet(coins, scrolls, magic, START.capacity, START.base, covered, sentences)
