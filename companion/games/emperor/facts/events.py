"""Everything that can happen in a game of Emperor. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. Seats count from 0 as
at the table, teams from 0 by where they sit; a creature's territory is named by its owner's seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from companion.kit.fairness.committed_random import DrawnAnew as DrawnAnew
from companion.kit.fairness.committed_random import Event as ChanceEvent
from companion.kit.fairness.committed_random import SecretDrawn as SecretDrawn
from companion.kit.fairness.committed_random import SecretTold as SecretTold
from companion.kit.fairness.committed_random import WordSaid as WordSaid
from companion.kit.house_rules import RuleSwitched as RuleSwitched
from companion.kit.ring.away import ControlEnded as ControlEnded
from companion.kit.ring.away import CreatureGone as CreatureGone
from companion.kit.ring.away import CreatureTapped as CreatureTapped
from companion.kit.ring.away import CreatureUntapped as CreatureUntapped
from companion.kit.ring.away import WallAnimated as WallAnimated
from companion.kit.ring.counters import Counted as Counted
from companion.kit.ring.counters import LifeCounted as LifeCounted
from companion.kit.ring.counters import LifeExplained as LifeExplained
from companion.kit.ring.counters import LifeSet as LifeSet
from companion.kit.ring.dice_and_timer import CounterNamed as CounterNamed
from companion.kit.ring.dice_and_timer import Event as ToolEvent
from companion.kit.ring.dice_and_timer import Rolled as Rolled
from companion.kit.ring.dice_and_timer import TurnsTimed as TurnsTimed


@dataclass(frozen=True)
class Opened:
    players: int
    range: str  # id of facts.toml
    ante: bool
    just_score: bool = False
    teams: int = 0  # how many; 0 for as many as is usual
    life: int = 20  # with which everybody begins


@dataclass(frozen=True)
class Seated:
    order: tuple[int, ...]  # clockwise, team by team, Emperors in the middle
    by_chance: bool = False


@dataclass(frozen=True)
class RangeChosen:
    range: str


@dataclass(frozen=True)
class FirstChosen:
    team: int
    by_chance: bool


@dataclass(frozen=True)
class CardAnted:
    seat: int
    card: str


@dataclass(frozen=True)
class DuelBegun:
    at: float = 0.0  # in seconds since 1970, 0 if nobody knows


@dataclass(frozen=True)
class TurnEnded:
    seat: int
    at: float = 0.0


@dataclass(frozen=True)
class PlayersFallen:
    seats: tuple[int, ...]  # at once
    by: int | None = None  # whose doing it was, if anybody says
    at: float = 0.0


@dataclass(frozen=True)
class DuelScored:
    """A duel that was played without the app is over: who won, and who fell, in this order."""

    result: int  # the team that won, -1 for a draw
    seats: tuple[int, ...]
    by: tuple[int | None, ...]  # whose doing each fall was, if anybody says


@dataclass(frozen=True)
class CreatureNoted:
    creature: int
    name: str
    owner: int
    wall: bool


@dataclass(frozen=True)
class CreatureMarched:
    creature: int
    name: str
    to: int
    forced: bool = False


@dataclass(frozen=True)
class CreatureStolen:
    creature: int
    name: str
    by: int
    to: int


@dataclass(frozen=True)
class CreatureDeployed:
    creature: int
    name: str
    to: int


@dataclass(frozen=True)
class AnteDivided:
    shares: tuple[tuple[int, int], ...]  # pairs: who gets the card, whose card it was


@dataclass(frozen=True)
class DuelOpened:
    team: int  # whose turn comes first


CreatureEvent = (
    CreatureNoted
    | CreatureMarched
    | CreatureStolen
    | CreatureDeployed
    | ControlEnded
    | CreatureTapped
    | CreatureUntapped
    | WallAnimated
    | CreatureGone
)
Event = (
    Opened
    | Seated
    | RangeChosen
    | FirstChosen
    | CardAnted
    | DuelBegun
    | TurnEnded
    | LifeCounted
    | LifeSet
    | Counted
    | LifeExplained
    | ToolEvent
    | PlayersFallen
    | DuelScored
    | CreatureEvent
    | AnteDivided
    | DuelOpened
    | RuleSwitched
    | ChanceEvent
)
EVENTS: tuple[type, ...] = get_args(Event)
