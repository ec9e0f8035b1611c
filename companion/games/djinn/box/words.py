"""A box of Djinn in words: its parts, what a file says of its entries, and what the owner has entered. Pure."""

from __future__ import annotations

from companion.games.djinn.box.corrections import Box
from companion.games.djinn.facts import COLOURS, NAMES, TILES
from companion.games.djinn.facts.gains import KINDS
from companion.language.texts import Text

PARTS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "city": (Text("The city"), ("paths", "place", "paths_confirmed")),
    "tom": (Text("Tom's twelve cards"), ("tom",)),
    "colours": (Text("Colours of Djinn and Bottles"), ("colours",)),
    "tiles": (Text("Character Tiles without a text"), ("tiles", "sides", "retold")),
    "trophies": (Text("Trophies"), ("trophies",)),
    "numbers": (Text("Price in Scrolls, and the Market's tents"), ("scrolls", "tents")),
    "mages": (Text("Mage Cards"), ("mages",)),
    "finds": (Text("Treasure Chests, Tents and Equipment"), ("finds",)),
}
"""What goes back to what we know at once: its title, and the fields of the box."""
COMMENTS = {
    "companion_djinn_box": Text("A box of Djinn, to be imported on its page; what is not here stays as we know it."),
    "paths": Text(
        "All paths; R are inner round spaces, O outer round ones, a inner and b outer square ones, S the Source."
    ),
    "paths_confirmed": Text("Whether the paths of the map are those of your board."),
    "place": Text("Where spaces are in the picture: steps from the Source to the right and down."),
    "colours": Text("Colours of Djinn and Bottles: your names, and the discs that are nearest."),
    "tom": Text("Tom's twelve cards: two locations, what the third line takes, and what the bottom line takes."),
    "trophies": Text("Trophies: row, points and bonus."),
    "tiles": Text("Character Tiles whose text we do not know, in your words."),
    "scrolls": Text("Price in Scrolls at the Source, by the space of the Capacity Marker."),
    "tents": Text("What each tent of the Market offers."),
    "mages": Text("Mage Cards that somebody typed into the catch calculator: 1 for one that shows a Key."),
    "finds": Text("Treasure Chests, Market Tents and Equipment, as somebody described them at a table."),
    "retold": Text("What somebody else says a Character Tile does: choose on the box's page which is right."),
    "distinct": Text("Pairs of entries that look alike and are two things."),
    "sides": Text("Character Tiles whose side we have wrong: green or red."),
}
"""What a file says of its entries."""


def says(known: Box) -> dict[str, list[tuple[Text | str, Text | str]]]:
    """List what the owner has entered, part by part: what it is called, and what it says."""
    tents = [(Text("Tent %(number)s", number=number), text) for number, text in known.tents.items()]
    tiles = [id for id in TILES if id in known.tiles or id in known.sides]
    return {
        "colours": [(Text(COLOURS[id].label), note.name) for id, note in known.colours.items()],
        "tiles": [(NAMES[id], known.tiles.get(id, "")) for id in tiles],
        "trophies": [(id, f"{note.row} · {note.points} {note.bonus}") for id, note in known.trophies.items()],
        "mages": [(Text("Mage Card %(number)s", number=id), note.words) for id, note in known.mages.items()],
        "finds": [(KINDS[note.kind], note.words) for note in known.finds.values()],
        "numbers": [
            *((Text("Marker on %(capacity)s", capacity=id), f"{n}") for id, n in known.scrolls.items()),
            *tents,
        ],
    }
