"""What of a box of Djinn its owner can photograph, and what tells each thing meanwhile. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hsv
from dataclasses import replace

from companion.games.djinn.box import corrections
from companion.games.djinn.box.corrections import Box, ColourNote
from companion.games.djinn.box.mages import NUMBERS
from companion.games.djinn.box.table_notes import TO_NAME
from companion.games.djinn.facts import CARDS, COLOURS, CONTENTS, NAMES, TILES, TROPHIES
from companion.games.djinn.state.model import NOTHING_NOTED
from companion.kit.box.things import Group, Thing
from companion.language.texts import Text

SQUARE, CARD = 1.0, 0.75
"""How wide a tile and a card are compared with their height, about."""
EQUIPMENT = 3 * CONTENTS.equipment_per_type


def groups(known: Box) -> dict[str, Group]:
    """List what can be photographed, what is on the table first."""
    return {
        "colours": Group(Text("Djinn in unnamed colours"), _colours(known), SQUARE),
        "green": Group(Text("Green Character Tiles"), _tiles(known, "green"), SQUARE),
        "red": Group(Text("Red Character Tiles"), _tiles(known, "red"), SQUARE),
        "trophies": Group(Text("Trophies"), _trophies(known), SQUARE),
        "cards": Group(Text("Scoring Cards"), _cards(), CARD),
        "tom": Group(Text("Tom's twelve cards"), _toms(known), CARD),
        "mages": Group(Text("Mage Cards"), _mages(known), CARD),
        "equipment": Group(Text("Equipment Cards"), _equipment(), CARD),
    }


HUES = (
    *((0, "third"), (27, "orange"), (47, "yellow"), (133, "fourth")),
    *((173, "teal"), (211, "blue"), (270, "purple"), (360, "third")),
)
"""At how many degrees of the circle of colours the discs of the swatches lie; red begins and ends it."""
PALE, DARK = 0.2, 0.4
"""Below which saturation a photo shows no colour, and below which brightness that is black; orange is brown below twice
that."""


def coloured(known: Box, thing: str, middle: Sequence[int]) -> Box:
    """Show a colour of Djinn by the swatch that is nearest to the middle of its photo: red, green, blue, up to 255."""
    if thing not in TO_NAME:
        return known
    name = known.colours[thing].name if thing in known.colours else ""
    return replace(known, colours={**known.colours, thing: ColourNote(name, nearest(*middle))})


def nearest(red: int, green: int, blue: int) -> str:
    """Find the swatch that is nearest to a colour."""
    hue, saturation, brightness = rgb_to_hsv(red / 255, green / 255, blue / 255)
    if saturation < PALE:
        return "black" if brightness < DARK else "grey"
    _, found = min(HUES, key=lambda one: abs(one[0] - 360 * hue))
    return "brown" if found == "orange" and brightness < 2 * DARK else found


def _colours(known: Box) -> list[Thing]:
    named = corrections.colours(known.noted or NOTHING_NOTED)
    return [Thing(id, Text(named[id].label), Text(COLOURS[id].label)) for id in TO_NAME]


def _tiles(known: Box, side: str) -> list[Thing]:
    told = {id: Text(tile.text) for id, tile in TILES.items() if tile.known != "none"} | dict(known.tiles)
    sides = {id: tile.side for id, tile in TILES.items()} | dict(known.sides)
    return [Thing(id, told.get(id, ""), NAMES[id]) for id in TILES if sides[id] == side]


def _trophies(known: Box) -> list[Thing]:
    told: Mapping[str, corrections.TrophyNote] = known.trophies
    return [
        Thing(id, f"{told[id].row} · {told[id].points} {told[id].bonus}".strip() if id in told else "", id)
        for id in TROPHIES
    ]


def _cards() -> list[Thing]:
    return [Thing(id, Text(card.text), NAMES[id]) for id, card in CARDS.items()]


def _toms(known: Box) -> list[Thing]:
    both = {
        number: Text("%(first)s, then %(second)s", first=NAMES[card.first], second=NAMES[card.second])
        for number, card in known.tom.items()
        if card.first and card.second
    }
    return [
        Thing(f"tom_{number}", both.get(number, ""), Text("Tom's card %(number)s", number=number))
        for number in corrections.CARD_NUMBERS
    ]


def _mages(known: Box) -> list[Thing]:
    told = {number: note.words for number, note in known.mages.items()}
    return [Thing(f"mage_{n}", told.get(n, ""), Text("Mage Card %(number)s", number=n)) for n in NUMBERS]


def _equipment() -> list[Thing]:
    numbers = range(1, EQUIPMENT + 1)
    return [Thing(f"equipment_{number}", "", Text("Equipment Card %(number)s", number=number)) for number in numbers]
