"""The names and numbers of Djinn-Efreet War: facts.toml, read into the dataclasses that are its schema. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.kit.facts import Fact, by_id, read


@dataclass(frozen=True, kw_only=True)
class Victory(Fact):
    """How many Victory Points win, and how many an elimination earns: in Emperor seating, and elsewhere."""

    goal: int
    emperor: int
    general: int
    player: int


@dataclass(frozen=True, kw_only=True)
class Cards(Fact):
    """The Treasures, the Traps that the text suggests, and its sample of Guardians."""

    treasures: tuple[str, ...]
    traps: tuple[str, ...]
    guardians: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Resource(Fact):
    """A Resource: its row, its Victory Points, the number of its Guardians, and whether it is an artifact."""

    id: str
    name: str
    row: Literal["front", "back"]
    points: int
    guardians: int
    artifact: bool


_toml = read(__file__)

VICTORY = Victory(**_toml["victory"])
CARDS = Cards(**_toml["cards"] | {key: tuple(_toml["cards"][key]) for key in ("treasures", "traps", "guardians")})
RESOURCES = tuple(Resource(**row) for row in _toml["resources"])
BY_ID = by_id(RESOURCES)
KING, CITY = "king", "city"
"""The Resources with rules of their own."""
BACK_ROW = tuple(resource.id for resource in RESOURCES if resource.row == "back")
FEWEST = {row: min(one.guardians for one in RESOURCES if one.row == row) for row in ("front", "back")}
"""How many Guardians each Resource of a row has at least; one of the back row has one more."""
GUARDIANS = sum(resource.guardians for resource in RESOURCES)
TRAPS = len(RESOURCES) - len(CARDS.treasures)
"""How many Traps are mixed with the Treasures, so that one card lies under each Resource (facts 1.6.9)."""
