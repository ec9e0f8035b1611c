"""What a running table learns about its box: names of colours, what a Character Tile does, Tom's cards. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from companion.games.djinn.box import corrections, finds
from companion.games.djinn.box.corrections import Box, ColourNote, TrophyNote
from companion.games.djinn.facts import COLOURS, TILES, TROPHIES, Tile
from companion.games.djinn.facts.events import (
    ActionTaken,
    ColourNamed,
    Event,
    PathsConfirmed,
    TileDescribed,
    TomCard,
    TomRevealed,
    TrophyTaken,
)
from companion.games.djinn.facts.gains import TROPHY
from companion.games.djinn.setup.stand_ins import is_named
from companion.games.djinn.state.model import State, require_open
from companion.language.texts import Text
from companion.table.log import Refusal, Table

TO_NAME = tuple(colour.id for colour in COLOURS.values() if colour.certainty != "printed")
"""The colours whose names no text tells."""
UNTOLD = tuple(tile.id for tile in TILES.values() if tile.known != "whole")
"""The Character Tiles that no text tells whole."""


def unnamed(state: State) -> list[str]:
    """List the colours that nobody has named yet."""
    return [id for id in TO_NAME if id not in state.noted.names]


def name_colour(state: State, *, colour: str, name: str, swatch: str, strict: bool = False) -> list[Event]:
    """Call a colour of Djinn as it is printed on this table's discs.

    If `strict`, no other colour may look the same; older logs did not ask.
    """
    _require_running(state)
    others = [one for id, one in corrections.colours(state.noted).items() if id != colour]
    if name.casefold() in (one.label.casefold() for one in others):
        raise Refusal("Another colour already has that name. Choose a different one.").about("name")
    if strict and swatch in (one.css for one in others):
        raise Refusal("Another colour already looks like that. Choose a different disc.").about("swatch")
    _require_kept(Box(colours={colour: ColourNote(name, swatch)}), "name")
    return [ColourNamed(colour, name, swatch)]


def describe_tile(state: State, *, tile: str, text: str) -> list[Event]:
    """Say what a Character Tile does that no text tells whole."""
    _require_running(state)
    if tile not in UNTOLD:
        raise Refusal("The rulebook explains this tile, so there's nothing to add.")
    if tile in (*state.green, *state.red) and not is_named(state, tile):
        raise Refusal("First say which tile it is, then what it does.")
    _require_kept(Box(tiles={tile: text}), "text")
    return [TileDescribed(tile, text)]


def note(known: Box, event: Event) -> Box:
    """Keep in the owner's box what a table said of it; a name that another colour has there stays at the table."""
    match event:
        case ColourNamed(colour, name, swatch):
            others = {one.name.casefold() for id, one in known.colours.items() if id != colour}
            noted = {**known.colours, colour: ColourNote(name, swatch)}
            return known if name.casefold() in others else replace(known, colours=noted)
        case PathsConfirmed():
            return replace(known, paths_confirmed=True)
        case TileDescribed(tile, text):
            return replace(known, tiles={**known.tiles, tile: text})
        case ActionTaken() if found := finds.of(event):
            return replace(known, finds=finds.learn(known.finds, found))
        case _:
            return known


def noted(known: Box, table: Table) -> Box:
    """Keep in the owner's box what a table has just said of it.

    What a tile does by another table or page stays beside what this one says, until somebody says which is right.
    """
    before = [event for entry in table.entries[:-1] for event in entry.events if isinstance(event, TileDescribed)]
    events = table.entries[-1].events
    kept = reduce(note, events, known)
    for event in events:
        if isinstance(event, TileDescribed) and _differs(known, event, before):
            tile = event.tile
            kept = replace(kept, tiles=known.tiles, retold={**known.retold, tile: event.text})
        if isinstance(event, ActionTaken) and event.action == TROPHY:
            kept = with_bonus(kept, table.state.taken[-1], event)
    return kept


def with_bonus(known: Box, taken: TrophyTaken, told: ActionTaken) -> Box:
    """Keep what a Trophy gives, beside what its owner has said of it.

    One that nobody can tell from the others of its row stays as it is.
    """
    id, before = taken.trophy, known.trophies.get(taken.trophy)
    if id not in TROPHIES:
        return known
    shown = before or TrophyNote(taken.row, taken.points)
    note = shown if shown.bonus else replace(shown, bonus=told.text)
    others = {one: gains for one, gains in known.bonuses.items() if one != id}
    bonuses = others | ({id: told.gains} if told.gains else {})
    return replace(known, trophies={**known.trophies, id: note}, bonuses=bonuses)


def _differs(known: Box, event: TileDescribed, before: Iterable[TileDescribed]) -> bool:
    """Say whether somebody else has told of a tile in another way."""
    text = known.tiles.get(event.tile, "")
    own = any(one.tile == event.tile and one.text == text for one in before)
    return text.casefold() not in ("", event.text.casefold()) and not own


def learned(known: Box, table: Table) -> Box:
    """Note in the owner's box which printed cards of Tom's came, and forget those that were tapped by mistake."""
    counts = {entry.seq for entry in table.moves}
    came: dict[bool, list[TomCard]] = {True: [], False: []}
    for entry in table.entries:
        came[entry.seq in counts] += [one.card for one in entry.events if isinstance(one, TomRevealed)]
    return corrections.learn(known, came[True], taken_back=came[False])


def _require_kept(entered: Box, field: str) -> None:
    """Refuse what no box can hold, by the same rules as a file: a page could not read it again."""
    try:
        corrections.from_toml(corrections.to_toml(entered))
    except Refusal as refusal:
        raise refusal.about(field) from None


def _require_running(state: State) -> None:
    require_open(state)
    if state.finished:
        raise Refusal("The game is finished. Enter what you know in the Djinn box for the next one.")


def untold(state: State, tiles: Iterable[str]) -> list[str]:
    """List the tiles that neither a text nor anybody here has told whole."""
    return [id for id in tiles if id in UNTOLD and id not in state.noted.tiles]


def where_found(tile: Tile) -> Text:
    """Say how to find, in the box, a tile that no text tells whole (rulebook, Character Tiles)."""
    if tile.known == "note":
        return Text("Find it in the rulebook: under “Character Tiles”, this note is next to its picture.")
    return Text("Find it in the rulebook: under “Character Tiles”, there are no words next to its picture.")
