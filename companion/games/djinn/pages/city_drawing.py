"""Where things lie on the picture of a city: its slots and paths, the Djinn above a space, and the Mages. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.djinn.facts import BOSS
from companion.games.djinn.facts.city import City
from companion.games.djinn.state.model import Space

STEP, EDITED_STEP = 82, 72
"""How long a step of the city is on its picture, and on that of the box."""
IN_ROW, DISC = 5, 18
"""How many Djinn stand in a row above a space, and how much room each takes."""
ABOVE = 27
"""How far above a space its lowest row of Djinn stands."""
BELOW, APART = (-15, 23), 10
"""How far from the middle of a space its first Secret Passage lies, and the next one from it."""
BESIDE, MOST_BESIDE = (20, 16), 3
"""How far beside a slot a Mage stands and the next one above it, and after how many they begin below again."""

Mage = tuple[tuple[str, ...], str, str]
"""A Mage's last slots, and its player's colour and name."""


@dataclass(frozen=True)
class Spot:
    """A place on the picture, x to the right and y down from its middle."""

    x: int
    y: int

    def by(self, x: int, y: int) -> Spot:
        """Find the place so far to the right and down."""
        return Spot(self.x + x, self.y + y)

    def corner(self, size: int) -> Spot:
        """Find the top left corner of a square thing of this size whose middle lies here."""
        return self.by(-(size // 2), -(size // 2))


@dataclass(frozen=True)
class Walker:
    """A Mage: its player's colour and name, the places of its way, and where it stands."""

    colour: str
    name: str
    way: tuple[Spot, ...]
    at: Spot


@dataclass(frozen=True)
class Crowd:
    """Who stands above a round space: where the crowd is, and in it each Djinn or Boss."""

    at: Spot
    members: tuple[tuple[str, Spot], ...]


@dataclass(frozen=True)
class Mark:
    """A Secret Passage: its player's colour, and where it lies."""

    colour: str
    at: Spot


def spots(city: City, step: int) -> dict[str, Spot]:
    """Find where each slot of a city lies."""
    return {slot: Spot(round(x * step), round(y * step)) for slot, (x, y) in city.place.items()}


def paths(city: City, step: int) -> str:
    """Draw the paths of a city as the outline of one SVG path."""
    places = spots(city, step)
    ends = sorted(sorted(path, key=str.lower) for path in city.paths)
    return "".join("M" + "L".join(f"{places[end].x} {places[end].y}" for end in path) for path in ends)


def crowds(city: City, spaces: Mapping[str, Space]) -> dict[str, Crowd]:
    """Find who stands where above each round space: rows of five, each in the middle."""
    places = spots(city, STEP)
    return {slot: Crowd(places[slot].by(0, -ABOVE), _members(spaces[slot])) for slot in city.round}


def _members(space: Space) -> tuple[tuple[str, Spot], ...]:
    there = ((BOSS,) if space.boss else ()) + space.djinn
    found = []
    for number, one in enumerate(there):
        row, place = divmod(number, IN_ROW)
        in_row = min(len(there) - row * IN_ROW, IN_ROW)
        found.append((one, Spot((2 * place - in_row + 1) * DISC // 2, -row * DISC)))
    return tuple(found)


def walkers(city: City, mages: tuple[Mage, ...]) -> tuple[Walker, ...]:
    """Find the way of each Mage, and where beside its last slot it stands so that each is seen."""
    places, (beside, higher) = spots(city, STEP), BESIDE
    found = []
    for number, (path, colour, name) in enumerate(mages):
        way = tuple(places[slot] for slot in path)
        found.append(Walker(colour, name, way, way[-1].by(beside, beside - higher * (number % MOST_BESIDE))))
    return tuple(found)


def marks(city: City, passages: tuple[tuple[str, str], ...]) -> tuple[Mark, ...]:
    """Find where each Secret Passage lies, given by its slot and its player's colour: below it, side by side."""
    places, (left, below), lie = spots(city, STEP), BELOW, Counter[str]()
    found = []
    for slot, colour in passages:
        found.append(Mark(colour, places[slot].by(left + APART * lie[slot], below)))
        lie[slot] += 1
    return tuple(found)
