"""The creatures of Revised and Arabian Nights, to be cast and named by a few letters. Pure."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.language.texts import Text, listed

STAR = "*"
"""A power or toughness that the card counts itself."""
FEWEST = 3
"""From how many letters on a creature is looked for."""
FOUND = 8
"""How many creatures are found at most."""

ABILITIES = {
    "flying": Text("Flying"),
    "islandhome": Text("Islandhome"),
    "regeneration": Text("Regeneration"),
    "banding": Text("Banding"),
    "mana": Text("Taps for mana"),
    "plainswalk": Text("Plainswalk"),
    "islandwalk": Text("Islandwalk"),
    "swampwalk": Text("Swampwalk"),
    "mountainwalk": Text("Mountainwalk"),
    "forestwalk": Text("Forestwalk"),
    "first_strike": Text("First strike"),
    "reach": Text("Blocks flyers"),
}
"""The abilities that these games ask for."""


@dataclass(frozen=True)
class Printed:
    """What a creature's card says that these games ask for; `x` if its cost holds one, which `cost` leaves out.

    It is stronger than printed if it comes with `counters`.
    """

    name: str
    sets: tuple[str, ...]
    cost: int
    power: int | str
    toughness: int | str
    colours: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    wall: bool = False
    x: bool = False
    counters: bool = False

    @property
    def strength(self) -> Text:
        """Say how strong it is."""
        return Text("%(power)s/%(toughness)s", power=self.power, toughness=self.toughness)

    @property
    def told(self) -> Text:
        """Say how strong it is, and what it can."""
        more = [ABILITIES[one] for one in self.abilities] + [Text("Wall")] * self.wall
        if not more:
            return self.strength
        return Text("%(strength)s, %(abilities)s", strength=self.strength, abilities=listed(more))

    @property
    def is_whole(self) -> bool:
        """Whether the card itself says how strong the creature is; else that is asked."""
        return not (self.x or self.counters) and STAR not in (self.power, self.toughness) and self.toughness != 0


@lru_cache(1)
def creatures() -> Mapping[str, Printed]:
    """List the creatures of both sets by their names."""
    file = tomllib.loads(Path(__file__).with_name("creatures.toml").read_text(encoding="utf-8"))
    return {row["name"]: _read(row) for row in file["creatures"]}


@lru_cache(1)
def artifacts() -> Mapping[str, int]:
    """List the artifacts of Arabian Nights with what they cost."""
    file = tomllib.loads(Path(__file__).with_name("creatures.toml").read_text(encoding="utf-8"))
    return {row["name"]: row["cost"] for row in file["artifacts"]}


def _read(row: Mapping[str, Any]) -> Printed:
    lists = {key: tuple(row.get(key, ())) for key in ("sets", "colours", "abilities")}
    return Printed(**{**row, **lists})


def spelled(name: str) -> str:
    """Write a name as one types it: without capitals, accents and signs."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter if letter.isalnum() else " " for letter in bare if not unicodedata.combining(letter))


def is_wall(name: str) -> bool:
    """Say whether a creature of this name is a Wall by its card."""
    asked = spelled(name)
    return any(one.wall and spelled(one.name) == asked for one in creatures().values())


def offered(here: Iterable[str]) -> list[str]:
    """List the names that are offered where one is typed: those of creatures `here` first, each once."""
    return list(dict.fromkeys([name for name in here if name] + sorted(creatures())))


def find(letters: str, names: Iterable[str]) -> list[str]:
    """Find the names of which a word begins with these letters, those that begin so themselves first."""
    asked = " ".join(spelled(letters).split())
    if len(asked) < FEWEST:
        return []
    found = [(not said.startswith(asked), said, name) for name in names if f" {asked}" in f" {(said := spelled(name))}"]
    return [name for *_, name in sorted(found)[:FOUND]]
