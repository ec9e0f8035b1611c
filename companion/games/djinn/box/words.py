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
    "tiles": (Text("Character Tiles without text"), ("tiles", "sides", "retold")),
    "trophies": (Text("Trophies"), ("trophies", "bonuses")),
    "numbers": (Text("Price in Scrolls, and the Market's tents"), ("scrolls", "tents")),
    "mages": (Text("Mage Cards"), ("mages",)),
    "finds": (Text("Treasure Chests, Tents and Equipment"), ("finds",)),
}
"""What goes back to what we know at once: its title, and the fields of the box."""
COMMENTS = {
    "companion_djinn_box": Text(
        "A Djinn box. Importing it on the box's page replaces the whole box there, including what is missing here."
    ),
    "paths": Text(
        "All paths. R = inner round space, O = outer round, a = inner square, b = outer square, S = the Source."
    ),
    "paths_confirmed": Text("Whether the map's paths match your board."),
    "place": Text("Where the spaces are in the picture: in steps right and down from the Source."),
    "colours": Text("Colours of Djinn and Bottles: your names, and the discs that look most like them."),
    "tom": Text("Tom's twelve cards: two locations, what the third line costs, and what the bottom line costs."),
    "trophies": Text("Trophies: row, points and bonus."),
    "bonuses": Text("What Trophies give right away, as somebody entered it at a table."),
    "tiles": Text("Character Tiles whose text we don't have, in your own words."),
    "scrolls": Text("Price in Scrolls at the Source for each space of the Capacity Marker."),
    "tents": Text("What each Market tent offers."),
    "mages": Text("Mage Cards that somebody entered in the catch calculator: 1 if the card shows a Key."),
    "finds": Text("Treasure Chests, Market Tents and Equipment, as somebody described them at a table."),
    "retold": Text("Somebody else's text for a Character Tile: choose the right one on the box's page."),
    "distinct": Text("Pairs of entries that look alike but are two different things."),
    "sides": Text("Character Tiles whose side (green or red) we have wrong."),
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
