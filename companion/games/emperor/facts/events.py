"""Everything that can happen in a game of Emperor. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. Seats count from 0 as
at the table, teams from 0 by where they sit; a creature's territory is named by its owner's seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from companion.kit.fairness import committed_random
from companion.kit.house_rules import RuleSwitched as RuleSwitched
from companion.kit.ring import ring_events
from companion.kit.ring.counters import LifeSet as LifeSet


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


Event = (
    Opened
    | Seated
    | RangeChosen
    | FirstChosen
    | CardAnted
    | DuelBegun
    | TurnEnded
    | LifeSet
    | PlayersFallen
    | DuelScored
    | CreatureNoted
    | CreatureMarched
    | CreatureStolen
    | CreatureDeployed
    | AnteDivided
    | DuelOpened
    | RuleSwitched
    | ring_events.Event
    | committed_random.Event
)
EVENTS: tuple[type, ...] = get_args(Event)
