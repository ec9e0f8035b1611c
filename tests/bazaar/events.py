"""Everything that can happen in Bazaar. Pure."""

from dataclasses import dataclass, field
from typing import get_args

from companion.kit.fairness import committed_random


@dataclass(frozen=True)
class Opened:
    players: int


@dataclass(frozen=True)
class StreetDrawn:
    goods: tuple[str, ...]  # of the stalls, from the gate on
    first: int


@dataclass(frozen=True)
class OrdersDrawn:
    goods: tuple[str, ...] = field(metadata={"secret": True})  # by seat


@dataclass(frozen=True)
class Begun:
    pass


@dataclass(frozen=True)
class GoodTaken:
    seat: int
    good: str


@dataclass(frozen=True)
class CoinsCounted:
    seat: int
    coins: int


Event = Opened | StreetDrawn | OrdersDrawn | Begun | GoodTaken | CoinsCounted | committed_random.Event
EVENTS = get_args(Event)
