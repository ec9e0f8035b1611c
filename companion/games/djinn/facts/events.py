"""Everything that can happen in a game of Djinn. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. Seats count from 0,
`at` is in seconds since 1970; slots, locations and colours are ids of facts.toml. A field marked `secret` must not
reach a phone that may not see it. What is `by_hand` the table itself drew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from companion.games.djinn.facts.events_of_setup import (
    BoxNoted as BoxNoted,
    CardsDrawn as CardsDrawn,
    CityCorrected as CityCorrected,
    ColourNamed as ColourNamed,
    DjinnDrawn as DjinnDrawn,
    DrawsLeft as DrawsLeft,
    LayoutDrawn as LayoutDrawn,
    Opened as Opened,
    PassagesRemoved as PassagesRemoved,
    PathsConfirmed as PathsConfirmed,
    SetUpEvent as SetUpEvent,
    SpacesSwapped as SpacesSwapped,
    StartDrawn as StartDrawn,
    StepTicked as StepTicked,
    StepUnticked as StepUnticked,
    TileDescribed as TileDescribed,
    TileNamed as TileNamed,
    TilePicked as TilePicked,
    TilesDrawn as TilesDrawn,
    TrophiesDrawn as TrophiesDrawn,
)
from companion.kit.fairness.committed_random import (
    DrawnAnew as DrawnAnew,
    Event as ChanceEvent,
    SecretDrawn as SecretDrawn,
    SecretTold as SecretTold,
    WordSaid as WordSaid,
)
from companion.kit.house_rules import RuleSwitched as RuleSwitched


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
    came_from: str = ""  # the slot from which the Mage came, where somebody said so


@dataclass(frozen=True)
class DjinnCaught:
    seat: int
    slot: str
    location: str
    djinn: tuple[str, ...]
    boss: bool


@dataclass(frozen=True)
class NoneCaught:
    """A player at a round space cannot or does not want to catch a Djinn, and loses 1 Magic Power."""

    seat: int
    slot: str
    location: str


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
    djinn: tuple[str, ...] = ()  # what was given for it: colours, and "boss" for a Boss; empty if nobody said
    gone: bool = False  # whether Bosses given for it have left the game, by a house rule that older logs did not heed


@dataclass(frozen=True)
class PassagePlaced:
    seat: int
    slot: str = ""  # the square space beside which it lies, "" if nobody said
    symbol: str = ""  # the location whose Basic Action it adds, "" if nobody said
    location: str = ""  # that of the space; older logs do not hold it


@dataclass(frozen=True)
class ActionTaken:
    """A player says what was taken at a space, besides a catch."""

    seat: int
    slot: str
    action: str
    gains: dict[str, int]  # by what of `facts.GAINS` it is; less than 0 is paid
    text: str = ""  # what the chest, the tent or the card says, in the player's words


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
    acts: bool = False  # whether it is what its player does at the Magic Source in this turn


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


HuntEvent = (
    HuntBegun
    | TurnEnded
    | ClockPaused
    | ClockResumed
    | SpaceEntered
    | DjinnCaught
    | NoneCaught
    | BossFled
    | DjinnRemoved
    | ExtraCaught
    | SupplyBossCaught
    | TrophyTaken
    | PassagePlaced
    | ActionTaken
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
