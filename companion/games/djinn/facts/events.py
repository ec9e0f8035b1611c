"""Everything that can happen in a game of Djinn. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. Seats count from 0,
`at` is in seconds since 1970; slots, locations and colours are ids of facts.toml. A field marked `secret` must not
reach a phone that may not see it. What is `by_hand` the table itself drew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from companion.kit.fairness.committed_random import DrawnAnew as DrawnAnew
from companion.kit.fairness.committed_random import Event as ChanceEvent
from companion.kit.fairness.committed_random import SecretDrawn as SecretDrawn
from companion.kit.fairness.committed_random import SecretTold as SecretTold
from companion.kit.fairness.committed_random import WordSaid as WordSaid
from companion.kit.house_rules import RuleSwitched as RuleSwitched


@dataclass(frozen=True)
class Opened:
    players: int
    first_game: bool
    longer: bool
    deck: int = 0  # how many cards Tom has, 0 in a game without him
    just_score: bool = False  # the game was played without the app, which only counts
    goods: bool = False  # sheets also begin with the goods that the app saw


@dataclass(frozen=True)
class CityCorrected:
    paths: tuple[tuple[str, str], ...]  # pairs of slots, in the place of those of facts.toml
    place: dict[str, tuple[float, float]]  # slot: steps from the Source to the right and down


@dataclass(frozen=True)
class BoxNoted:
    names: dict[str, str]  # colour: how the owner of the box calls it
    swatches: dict[str, str]  # colour: the disc that is nearest to it
    tiles: dict[str, str]  # Character Tile: its text
    trophies: dict[str, tuple[str, int, str]] = field(default_factory=dict)  # Trophy: row, points and bonus
    scrolls: dict[str, int] = field(default_factory=dict)  # space of the Capacity Marker: price at the Source
    tents: dict[str, str] = field(default_factory=dict)  # tent of the Market: what it offers
    sides: dict[str, str] = field(default_factory=dict)  # Character Tile: its side, green or red


@dataclass(frozen=True)
class ColourNamed:
    """A colour of Djinn is called so from here on, and shown by the disc that is nearest to it."""

    colour: str
    name: str
    swatch: str


@dataclass(frozen=True)
class TileDescribed:
    """What a Character Tile does, in the words of somebody who has it."""

    tile: str
    text: str


@dataclass(frozen=True)
class LayoutDrawn:
    layout: dict[str, str]  # slot: location


@dataclass(frozen=True)
class SpacesSwapped:
    """Two Action Spaces lie the other way round on the table."""

    one: str
    other: str


@dataclass(frozen=True)
class PassagesRemoved:
    locations: tuple[str, ...]
    by_hand: bool = False


@dataclass(frozen=True)
class StartDrawn:
    seat: int
    by_hand: bool = False


@dataclass(frozen=True)
class DjinnDrawn:
    spaces: dict[str, tuple[str, ...]]  # slot: colours
    bag: tuple[str, ...] = field(metadata={"secret": True})  # in the order of all later draws
    by_hand: bool = False


@dataclass(frozen=True)
class TrophiesDrawn:
    rows: dict[str, tuple[str, ...]]
    by_hand: bool = False


@dataclass(frozen=True)
class CardsDrawn:
    cards: tuple[str, ...]
    by_hand: bool = False


@dataclass(frozen=True)
class TilesDrawn:
    green: tuple[str, ...]
    red: tuple[str, ...]
    by_hand: bool = False


@dataclass(frozen=True)
class StepTicked:
    step: str
    by: int | None


@dataclass(frozen=True)
class StepUnticked:
    step: str


@dataclass(frozen=True)
class TilePicked:
    seat: int
    tile: str


@dataclass(frozen=True)
class HuntBegun:
    at: float


@dataclass(frozen=True)
class TurnEnded:
    seat: int
    at: float


@dataclass(frozen=True)
class ClockPaused:
    at: float


@dataclass(frozen=True)
class ClockResumed:
    at: float


@dataclass(frozen=True)
class SpaceEntered:
    seat: int
    slot: str
    location: str  # "" for the Magic Source


@dataclass(frozen=True)
class DjinnCaught:
    seat: int
    slot: str
    location: str
    djinn: tuple[str, ...]
    boss: bool


@dataclass(frozen=True)
class BossFled:
    slot: str
    location: str


@dataclass(frozen=True)
class DjinnRefilled:
    slot: str
    location: str
    djinn: tuple[str, ...]
    missing: int  # how many the bag was short of
    by_hand: bool = False


@dataclass(frozen=True)
class DjinnRemoved:
    slot: str
    location: str
    djinn: tuple[str, ...]


@dataclass(frozen=True)
class ExtraCaught:
    seat: int
    colour: str
    by_hand: bool = False


@dataclass(frozen=True)
class TrophyTaken:
    seat: int
    row: str
    points: int
    trophy: str  # one that the owner of the box has described, or any of its row with these points


@dataclass(frozen=True)
class PassagePlaced:
    seat: int


@dataclass(frozen=True)
class BagTaken:
    """The table draws from its own bag from here on."""


@dataclass(frozen=True)
class BagShuffled:
    """The app draws from here on."""

    bag: tuple[str, ...] = field(metadata={"secret": True})  # in the order of all later draws


@dataclass(frozen=True)
class DjinnPutBack:
    """What the app drew goes back into the bag: from a space, or from a seat's catch."""

    djinn: tuple[str, ...]
    slot: str = ""
    location: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class DrawAwaited:
    """The table is to draw so many: to a space, or as a seat's catch."""

    count: int
    slot: str = ""
    location: str = ""
    seat: int | None = None
    missing: int = 0  # how many the bag is short of


@dataclass(frozen=True)
class SupplyBossCaught:
    seat: int


@dataclass(frozen=True)
class SheetCounted:
    seat: int
    box: str  # a row of the sheet, by its id
    by: int


@dataclass(frozen=True)
class SheetSet:
    seat: int
    box: str  # a row of the sheet, by its id
    value: int


@dataclass(frozen=True)
class PrivateCardChosen:
    seat: int
    card: str | None = field(metadata={"secret": True})


@dataclass(frozen=True)
class SheetDone:
    seat: int  # says that its sheet is filled in; any change to the sheet opens it again


@dataclass(frozen=True)
class TieFound:
    seats: tuple[int, ...]  # first by points, all of them, so that Coins, Scrolls and Keys decide


@dataclass(frozen=True)
class TomCard:
    """A card of Tom's, not an event: two locations and two payments, None where it shows nothing.

    A payment is one of facts.toml, or in the owner's words. A printed card that the box did not hold is "printed".
    """

    id: str
    first: str | None
    second: str | None
    payment: str | None
    bottom: str | None


@dataclass(frozen=True)
class TomEntered:
    cards: tuple[TomCard, ...]  # the twelve that the owner of the box has entered, by their ids


@dataclass(frozen=True)
class TomShuffled:
    cards: tuple[TomCard, ...] = field(metadata={"secret": True})  # the next one first
    house: bool


@dataclass(frozen=True)
class TomPrinted:
    """The player flips the printed cards of Tom's; the app holds none."""


@dataclass(frozen=True)
class TomRevealed:
    card: TomCard
    line: int  # the line that counts, 0 if nothing happens
    slot: str | None
    location: str | None
    djinn: tuple[str, ...]
    missing: int  # how many the bag was short of
    by_hand: bool = False  # the table flipped a card of its own, while the app held the deck


@dataclass(frozen=True)
class TomFlipped:
    card: TomCard | None  # None for a printed card, which only the player sees


@dataclass(frozen=True)
class GameFinished:
    at: float
    unscored: tuple[int, ...] = ()  # the seats on whose sheets nobody had entered anything


@dataclass(frozen=True)
class GameLost:
    at: float


@dataclass(frozen=True)
class PrivateCardsShown:
    """The private cards stay face up: everybody saw them at an end that was taken back."""


SetUpEvent = (
    Opened
    | CityCorrected
    | BoxNoted
    | ColourNamed
    | TileDescribed
    | LayoutDrawn
    | SpacesSwapped
    | PassagesRemoved
    | StartDrawn
    | DjinnDrawn
    | TrophiesDrawn
    | CardsDrawn
    | TilesDrawn
    | StepTicked
    | StepUnticked
    | TilePicked
)
"""Until the hunt begins."""
HuntEvent = (
    HuntBegun
    | TurnEnded
    | ClockPaused
    | ClockResumed
    | SpaceEntered
    | DjinnCaught
    | BossFled
    | DjinnRemoved
    | ExtraCaught
    | SupplyBossCaught
    | TrophyTaken
    | PassagePlaced
)
"""Turns, and what players catch and gain."""
BagEvent = BagTaken | BagShuffled | DjinnRefilled | DjinnPutBack | DrawAwaited
"""What comes out of the bag, and who draws."""
ScoreEvent = SheetCounted | SheetSet | PrivateCardChosen | SheetDone | TieFound | GameFinished | PrivateCardsShown
"""The sheets, and the end."""
TomEvent = TomEntered | TomShuffled | TomPrinted | TomRevealed | TomFlipped | GameLost
"""Against Tom."""
SharedEvent = RuleSwitched | ChanceEvent
"""In any game."""
Event = SetUpEvent | HuntEvent | BagEvent | ScoreEvent | TomEvent | SharedEvent
EVENTS: tuple[type, ...] = get_args(Event)


Drawn = LayoutDrawn | PassagesRemoved | StartDrawn | DjinnDrawn | TrophiesDrawn | CardsDrawn | TilesDrawn
ELEMENTS: dict[type, str] = {
    LayoutDrawn: "layout",
    PassagesRemoved: "passages",
    StartDrawn: "start",
    DjinnDrawn: "djinn",
    TrophiesDrawn: "trophies",
    CardsDrawn: "cards",
    TilesDrawn: "tiles",
}
"""The element of the set-up that an event holds."""
