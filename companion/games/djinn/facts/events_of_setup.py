"""What can happen in a game of Djinn until the hunt begins; of all its events one imports `events`. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Opened:
    players: int
    first_game: bool
    longer: bool
    deck: int = 0  # how many cards Tom has, 0 in a game without him
    just_score: bool = False  # the game was played without the app, which only counts
    goods: bool = False  # sheets also begin with the goods that the app saw
    markers: bool = False  # sheets also begin with the Base Marker and covered circles, as they follow from the rest
    tries: tuple[str, ...] = ()  # the tasks against Tom for which the player tries


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
    pictured: tuple[str, ...] = ()  # the tiles and Trophies of which the house has a photo
    paths_confirmed: bool = False  # whether the paths of the map are those of the owner's board
    bonuses: dict[str, dict[str, int]] = field(default_factory=dict)  # Trophy: what it gives at once, by `GAINS`


@dataclass(frozen=True)
class ColourNamed:
    """A colour of Djinn is called so from here on, and shown by the disc that is nearest to it."""

    colour: str
    name: str
    swatch: str


@dataclass(frozen=True)
class PathsConfirmed:
    """The paths on the map are those of the board on this table."""


@dataclass(frozen=True)
class TileNamed:
    """A Character Tile that the table turned up, since nobody could recognise what was drawn, is this one."""

    tile: str  # what was drawn, and stood for it
    found: str


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
class DrawsLeft:
    """The table draws these elements of the set-up itself, and says then what it drew."""

    elements: tuple[str, ...]


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


SetUpEvent = (
    Opened
    | CityCorrected
    | BoxNoted
    | ColourNamed
    | PathsConfirmed
    | TileNamed
    | TileDescribed
    | LayoutDrawn
    | SpacesSwapped
    | PassagesRemoved
    | StartDrawn
    | DjinnDrawn
    | TrophiesDrawn
    | CardsDrawn
    | TilesDrawn
    | DrawsLeft
    | StepTicked
    | StepUnticked
    | TilePicked
)
"""Until the hunt begins."""
