"""Djinn's printed facts: facts.toml, read into the dataclasses that are its schema. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.kit.facts import Fact, by_id, read
from companion.language.texts import Text, listed


@dataclass(frozen=True, kw_only=True)
class Contents(Fact):
    """How many of everything there are: in the box, or on one player's board (passages to base)."""

    djinn_per_colour: int
    bosses: int
    bosses_on_board: int
    keys: int
    equipment_per_type: int
    mages_with_key: int
    mages_without_key: int
    trophies: int
    treasure_chests: int
    passages: int
    circles: int
    least_capacity: int
    most_capacity: int
    most_base: int
    location_cards: int
    nothing_cards: int


@dataclass(frozen=True, kw_only=True)
class Start(Fact):
    """What a player begins with, how many Secret Passages go back, and how many Scoring Cards are laid out."""

    coins: int
    scrolls: int
    magic: int
    capacity: int
    base: int
    active_circles: int
    passages_removed: int
    cards: int


@dataclass(frozen=True, kw_only=True)
class PlayerCount(Fact):
    """The numbers that depend on how many play."""

    players: int
    djinn_beside_boss: int
    refill: int
    market_side: Literal["front", "back"]
    more_beside_source: int = 0


@dataclass(frozen=True, kw_only=True)
class Location(Fact):
    """A location of the city, which has one square and one round Action Space."""

    id: str
    label: str
    icon: str
    basic: str
    special: str


@dataclass(frozen=True, kw_only=True)
class Colour(Fact):
    """A colour of Djinn: its sign, for those who cannot see colours, as a path; its name in the style sheet."""

    id: str
    label: str
    sign: str
    css: str


Side = Literal["green", "red"]


@dataclass(frozen=True, kw_only=True)
class Tile(Fact):
    """A Character Tile: how much of it is known, and what it adds to its player's start."""

    id: str
    side: Side
    label: str
    text: str
    known: Literal["whole", "note", "none"]
    icons: Sequence[str] = ()
    coins: int = 0
    scrolls: int = 0
    magic: int = 0
    covered_circles: int = 0


@dataclass(frozen=True, kw_only=True)
class Card(Fact):
    """A Scoring Card: `points` each time its condition is met, at most `most` in all."""

    id: str
    label: str
    text: str
    points: int
    most: int
    icons: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Trophy(Fact):
    """A Trophy and its row."""

    id: str
    row: Literal["I", "II", "III"]


@dataclass(frozen=True, kw_only=True)
class Payment(Fact):
    """What a card of Tom's lets the player pay."""

    id: str
    label: str


@dataclass(frozen=True, kw_only=True)
class HouseCard(Fact):
    """A Location Card of the house deck: the locations of two lines, and the payments of the third and the bottom."""

    id: str
    first: str
    second: str
    payment: str
    bottom: str


@dataclass(frozen=True, kw_only=True)
class Slot(Fact):
    """A place for an Action Space on the city map: `x` to the right, `y` down, in steps from the Source."""

    id: str
    shape: Literal["source", "round", "square"]
    x: float
    y: float


@dataclass(frozen=True, kw_only=True)
class CityPath(Fact):
    """A path of the city between two slots."""

    ends: tuple[str, str]


_toml = read(__file__)

CONTENTS = Contents(**_toml["contents"])
START = Start(**_toml["start"])
PLAYER_COUNTS = {row["players"]: PlayerCount(**row) for row in _toml["player_counts"]}
LOCATIONS = by_id(Location(**row) for row in _toml["locations"])
COLOURS = by_id(Colour(**row) for row in _toml["colours"])
TILES = by_id(Tile(**row) for row in _toml["tiles"])
CARDS = by_id(Card(**row) for row in _toml["cards"])
TROPHIES = by_id(Trophy(**row) for row in _toml["trophies"])
PAYMENTS = by_id(Payment(**row) for row in _toml["payments"])
HOUSE_CARDS = by_id(HouseCard(**row) for row in _toml["house_cards"])
SLOTS = by_id(Slot(**row) for row in _toml["slots"])
PATHS = tuple(CityPath(**row | {"ends": tuple(row["ends"])}) for row in _toml["paths"])

DECK_SIZES = range(CONTENTS.location_cards, CONTENTS.location_cards + CONTENTS.nothing_cards + 1)
"""How many cards Tom's deck may have: the fewer, the harder (rulebook, Solo Play Setup)."""

TROPHY_POINTS = (30, 36)
"""What a Trophy gives (rulebook, Final Score)."""
TROPHY_ROWS = ("I", "II", "III")
UNDESCRIBED = {f"{row}/{points}": (row, points) for row in TROPHY_ROWS for points in TROPHY_POINTS}
"""A Trophy that nobody has described, by its row and the points on its back."""
WORKED_OUT = {
    "djinn": CONTENTS.djinn_per_colour * len(COLOURS),
    "mages": CONTENTS.mages_with_key + CONTENTS.mages_without_key,
    "equipment": CONTENTS.equipment_per_type * 3,
    "green": sum(tile.side == "green" for tile in TILES.values()),
    "red": sum(tile.side == "red" for tile in TILES.values()),
    "passages_left": CONTENTS.passages - START.passages_removed,
    "fewer_coins": -TILES["start_poor"].coins,
    "less_magic": -TILES["start_weak"].magic,
    "least_deck": DECK_SIZES[0],
    "most_deck": DECK_SIZES[-1],
}
"""What the rules say in numbers besides what is printed."""

BOSS = "boss"
"""What stands for a Boss wherever a colour stands for a Djinn: a Boss is of every colour."""

NAMES = {BOSS: Text("Boss")} | {
    fact.id: Text(fact.label) for facts in (LOCATIONS, COLOURS, TILES, CARDS) for fact in facts.values()
}
"""How a page calls a location, colour, tile or card, by its id."""


def named(ids: Iterable[str]) -> Text:
    """List the names of cards or tiles in one sentence, each in quotation marks."""
    return listed([Text("“%(name)s”", name=NAMES[id]) for id in ids])


MAGE_LIMIT, BOSS_POINTS = 8, 5
"""What house rules go by that the rulebook does not have: Mage cards of a player at most, points more for a Boss."""


def handful(djinn: Iterable[str]) -> Text:
    """Say Djinn and Bosses in words, counted by colour: "1 Boss and 2 Brown"."""
    return listed([Text("%(count)s %(colour)s", count=n, colour=NAMES[id]) for id, n in Counter(djinn).items()])
