"""Everything that can happen in Bazaar. Pure."""

from dataclasses import dataclass, field
from typing import get_args

from companion.kit.fairness.committed_random import DrawnAnew as DrawnAnew
from companion.kit.fairness.committed_random import Event as ChanceEvent
from companion.kit.fairness.committed_random import SecretDrawn as SecretDrawn
from companion.kit.fairness.committed_random import SecretTold as SecretTold
from companion.kit.fairness.committed_random import WordSaid as WordSaid


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


Event = Opened | StreetDrawn | OrdersDrawn | Begun | GoodTaken | CoinsCounted | ChanceEvent
EVENTS = get_args(Event)
