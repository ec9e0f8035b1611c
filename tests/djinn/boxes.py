"""Boxes put right, for the tests of their pages."""

import io
from itertools import permutations

from companion.games.djinn.box import corrections
from companion.games.djinn.box.corrections import Box, ColourNote, TrophyNote, tom_card
from companion.games.djinn.facts import COLOURS, LOCATIONS, TILES, TROPHIES
from companion.games.djinn.state.model import CAPACITIES

HEAD = "companion_djinn_box = 1\n"

TWELVE = {
    number: tom_card(number, "market", "tavern", "coin_1", "nothing" if number == "1" else "key_1")
    for number in corrections.CARD_NUMBERS
}

LONG = "Whenever you visit it, gain 1 Coin and 1 Scroll, or 2 Magic Power instead, and activate up to 2 Mage Cards."
FULL = Box(
    paths=corrections.CITY.paths ^ {frozenset(("S", "b1"))},
    place={"b1": (0.2, -1.8)},
    colours={
        id: ColourNote(f"{id.title()} of the desert", corrections.SWATCHES[4 + n]) for n, id in enumerate(COLOURS)
    },
    tom={
        number: tom_card(number, first, second, "coins_2", "2 corks, or else a bottle of any colour")
        for number, (first, second) in zip(corrections.CARD_NUMBERS, permutations(LOCATIONS, 2), strict=False)
    },
    trophies={id: TrophyNote(one.row, 36, LONG) for id, one in TROPHIES.items()},
    tiles={id: LONG for id, tile in TILES.items() if tile.known != "whole"},
    scrolls={space: number for number, space in enumerate(CAPACITIES, start=2)},
    tents=dict.fromkeys(corrections.TENTS, LONG),
    sides={id: "red" for id, tile in TILES.items() if tile.certainty != "printed"},
)
"""A box in which everything is entered that can be, some of it at length."""


def enter_cards(phone, upto=12):
    for number in range(1, upto + 1):
        form = {"pair": "market tavern", "payment": "coin_1", "bottom": "key_1"}
        assert phone.post(f"/djinn/box/tom/{number}", **form).status_code == 303


def held(phone):
    """Read the box as it is exported."""
    return corrections.parse(phone.get("/djinn/box.toml").text)


def load(phone, text):
    data = text if isinstance(text, bytes) else text.encode()
    return phone.http.post("/djinn/box/import", data={"file": (io.BytesIO(data), "box.toml")})


OWN = Box(
    frozenset([*corrections.CITY.paths][1:]),
    colours={"third": ColourNote("Violet", "purple")},
    tom={number: tom_card(number, "market", "tavern", "coin_1", "key_1") for number in corrections.CARD_NUMBERS},
    scrolls={"5": 3},
)
"""Other passages, names and cards than we think."""
