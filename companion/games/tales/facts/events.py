"""Everything that can happen in Tales of the Arabian Nights. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. They hold what came
about: what points really changed by, which level a skill then had. Seats count from 0 as at the table, clockwise;
levels, skills and statuses are ids of facts.toml, everything else is in the players' words. A `secret` field is hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from companion.games.tales.facts.headings import HeadingsTold as HeadingsTold
from companion.kit.fairness.committed_random import (
    DrawnAnew as DrawnAnew,
    Event as ChanceEvent,
    SecretTold as SecretTold,
    WordSaid as WordSaid,
)
from companion.kit.house_rules import RuleSwitched as RuleSwitched

# The set-up


@dataclass(frozen=True)
class Opened:
    players: int
    total: int
    one_status: bool = False
    on_paper: bool = False
    decks: int = 0  # alone, how many times the deck may be gone through; 0 without a limit


@dataclass(frozen=True)
class Effect:
    """What a status does: takes paths, leaves at most so many, holds skills or all Talents, bars from winning."""

    slower: int = 0
    most: int | None = None
    holds: tuple[str, ...] = ()
    talents: bool = False
    bars: bool = False
    otherwise: bool = False  # the card says otherwise than others report, so that is left to the table


@dataclass(frozen=True)
class BoxNoted:
    rates: dict[str, tuple[int, int]] = field(default_factory=dict)  # level: paths by land and by sea
    statuses: dict[str, Effect] = field(default_factory=dict)
    rewards: dict[str, int] = field(default_factory=dict)  # step of the story track: levels of wealth
    skills: tuple[str, ...] = ()  # steps of the story track that bring a skill


@dataclass(frozen=True)
class GoalChosen:
    seat: int
    destiny: int = field(metadata={"secret": True})
    story: int = field(metadata={"secret": True})


@dataclass(frozen=True)
class FirstRolled:
    seat: int
    rolls: tuple[tuple[tuple[int, int], ...], ...]  # by round: (seat, both dice together); none if by hand
    by_hand: bool = False


@dataclass(frozen=True)
class SkillPicked:
    seat: int
    skill: str


@dataclass(frozen=True)
class SkillsDrawn:
    skills: tuple[tuple[str, ...], ...]  # by seat


@dataclass(frozen=True)
class HeroChosen:
    seat: int
    gender: str
    name: str = ""
    quest: str = ""


@dataclass(frozen=True)
class Begun:
    seat: int


@dataclass(frozen=True)
class PlayerJoined:
    seat: int
    right: int  # the seat of the right neighbour
    total: int  # points of the goal


# The turn


@dataclass(frozen=True)
class HeroMoved:
    seat: int
    route: str  # of L and S
    kind: str  # key of PLACES in heroes.py
    number: int = 0  # printed in the icon of the space
    place: str = ""
    carried: bool = False  # by magic or an encounter, not by its own legs
    stands: bool = False  # nobody noticed that a status forbids it


@dataclass(frozen=True)
class CardDrawn:
    seat: int
    card: str  # key of CARDS in state.py
    name: str = ""  # if anybody said it


@dataclass(frozen=True)
class DeckReshuffled:
    cards: int


@dataclass(frozen=True)
class RowRolled:
    seat: int
    die: int
    space: int
    bonus: int
    row: int
    by_hand: bool = False
    chart: int = 0  # the number at which the chart stands in the Book, if anybody said it


@dataclass(frozen=True)
class NumberGiven:
    seat: int
    number: int
    matrix: str = ""  # the letter of the matrix, if anybody said it
    straight: bool = False  # the number is that of the paragraph itself
    adjective: str = ""  # with the reaction the row and the column of the matrix, if anybody said them
    reaction: str = ""


@dataclass(frozen=True)
class DestinyRolled:
    seat: int
    face: int  # -1, 0 or 1
    paragraph: int
    by_hand: bool = False


@dataclass(frozen=True)
class MasterUsed:
    seat: int
    skill: str
    paragraph: int
    stands: bool = False


@dataclass(frozen=True)
class TurnEnded:
    seat: int


@dataclass(frozen=True)
class TimeSet:
    time: int  # 0 morning, 1 noon, 2 night


# Awards and their consequences


@dataclass(frozen=True)
class PointsChanged:
    seat: int
    destiny: int
    story: int


@dataclass(frozen=True)
class WealthChanged:
    seat: int
    level: str


@dataclass(frozen=True)
class SkillTrained:
    seat: int
    skill: str
    level: str  # "" if it is gone


@dataclass(frozen=True)
class StatusGained:
    seat: int
    status: str
    destiny: int = 0  # that the hero had then
    story: int = 0


@dataclass(frozen=True)
class StatusLost:
    seat: int
    status: str


@dataclass(frozen=True)
class SkillsHeld:
    seat: int
    status: str
    skills: tuple[str, ...]


@dataclass(frozen=True)
class SkillsReleased:
    seat: int
    status: str
    skills: tuple[str, ...]


@dataclass(frozen=True)
class TreasureGained:
    seat: int
    treasure: str
    taken_from: int | None = None


@dataclass(frozen=True)
class TreasureLost:
    seat: int
    treasure: str


@dataclass(frozen=True)
class TreasureSold:
    seat: int
    treasure: str
    by: int  # levels of wealth, as its card says
    limit: str


@dataclass(frozen=True)
class MasterNamed:
    """The hero serves another player, or nobody."""

    seat: int
    master: int | None


@dataclass(frozen=True)
class RewardTaken:
    seat: int
    story: int


@dataclass(frozen=True)
class HeroDied:
    seat: int


# Cards, quests, markers, the tale


@dataclass(frozen=True)
class MarkerPlaced:
    seat: int
    marker: str  # key of MARKERS in heroes.py
    place: str
    tied: tuple[str, ...] = ()  # statuses whose home it marks


@dataclass(frozen=True)
class MarkerRemoved:
    seat: int
    marker: str


@dataclass(frozen=True)
class CityCardKept:
    seat: int
    card: str


@dataclass(frozen=True)
class CityCardPlayed:
    seat: int
    card: str
    die: int
    by_hand: bool = False
    stands: bool = False


@dataclass(frozen=True)
class QuestGot:
    seat: int
    quest: str


@dataclass(frozen=True)
class QuestEnded:
    seat: int
    quest: str
    done: bool
    stands: bool = False


@dataclass(frozen=True)
class LineTold:
    seat: int
    line: str
    turn: int = 0  # the number of the turn it is about, if that had ended; 0 for the one that goes on


@dataclass(frozen=True)
class Corrected:
    """The table decides: what follows is put right by hand."""

    seat: int


@dataclass(frozen=True)
class GenderSet:
    seat: int
    gender: str


# The end


@dataclass(frozen=True)
class VictoryDeclared:
    seat: int
    stands: bool = False  # nobody noticed a status with which nobody wins


@dataclass(frozen=True)
class LastTurnsEnded:
    """The last turns are over and nobody can win."""


@dataclass(frozen=True)
class GameEnded:
    winners: tuple[int, ...]
    stopped: bool = False


@dataclass(frozen=True)
class GoalsShown:
    goals: tuple[tuple[int, int], ...]  # by seat: destiny, story; nothing of who joined and set none


StepEvent = HeroMoved | CardDrawn | RowRolled | NumberGiven | DestinyRolled | MasterUsed | TurnEnded
TurnEvent = StepEvent | DeckReshuffled
HeroEvent = (
    PointsChanged
    | WealthChanged
    | SkillTrained
    | StatusGained
    | StatusLost
    | SkillsHeld
    | SkillsReleased
    | TreasureGained
    | TreasureLost
    | TreasureSold
    | MasterNamed
    | RewardTaken
    | HeroDied
    | MarkerPlaced
    | MarkerRemoved
    | CityCardKept
    | CityCardPlayed
    | QuestGot
    | QuestEnded
    | GenderSet
)
TableEvent = (
    Opened
    | BoxNoted
    | GoalChosen
    | FirstRolled
    | SkillPicked
    | SkillsDrawn
    | HeroChosen
    | Begun
    | PlayerJoined
    | TimeSet
    | LineTold
    | HeadingsTold
    | Corrected
    | VictoryDeclared
    | LastTurnsEnded
    | GameEnded
    | GoalsShown
    | RuleSwitched
    | ChanceEvent
)
Event = TableEvent | TurnEvent | HeroEvent
EVENTS: tuple[type, ...] = get_args(Event)
