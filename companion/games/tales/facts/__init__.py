"""What the rules of Tales of the Arabian Nights name and count: facts.toml, read into its dataclasses. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.kit.facts import Fact, by_id, read


@dataclass(frozen=True, kw_only=True)
class Basics(Fact):
    """The numbers of the rules: the goal's total, what one starts with, the charts, and what ends a Geas."""

    total: int
    start: str
    skills: int
    seamanship: int
    charts: int
    matrices: str
    geas: int


@dataclass(frozen=True, kw_only=True)
class Decks(Fact):
    """How many cards a deck has."""

    encounters: int
    quests: int


@dataclass(frozen=True, kw_only=True)
class Level(Fact):
    """A box of the wealth track, and how many paths by land and by sea one moves from there."""

    id: str
    label: str
    land: int
    sea: int


@dataclass(frozen=True, kw_only=True)
class Reward(Fact):
    """What so many story points bring, once a game."""

    story: int
    wealth: int


@dataclass(frozen=True, kw_only=True)
class Skill(Fact):
    """A skill."""

    id: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Status(Fact):
    """A status, and what of it the app can reckon.

    It takes `slower` paths from both rates and leaves at `most` so many; it holds some skills, or all `talents`; it
    `bars` from winning. Its `marker` is a home that it is lost without. It ends with a number of `story` points,
    after so many more `points`, with one of the statuses that `cure` it, or by `learning` a skill. It `scorns`
    destiny, wealth and skills, or makes its hero `serve` another one.
    """

    id: str
    label: str
    text: str
    slower: int = 0
    most: int | None = None
    holds: tuple[str, ...] = ()
    talents: bool = False
    bars: bool = False
    marker: str = ""
    story: int = 0
    points: int = 0
    cure: tuple[str, ...] = ()
    learning: bool = False
    scorns: bool = False
    serves: bool = False

    @property
    def reported(self) -> bool:
        """Whether the app does something for it that only others report: how it ends, or what becomes of an award."""
        return bool(self.story or self.points or self.cure or self.learning or self.scorns or self.serves)


def _status(row: dict[str, Any]) -> Status:
    return Status(**row | {name: tuple(row.get(name, ())) for name in ("holds", "cure")})


_toml = read(__file__)

BASICS = Basics(**_toml["basics"])
DECKS = Decks(**_toml["decks"])
LEVELS = by_id(Level(**row) for row in _toml["levels"])
REWARDS = tuple(Reward(**row) for row in _toml["rewards"])
SKILLS = by_id(Skill(**row) for row in _toml["skills"])
STATUSES = by_id(_status(row) for row in _toml["statuses"])
