"""The city: its slots, its paths, and the layouts of Action Spaces that may be drawn. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import atan2, degrees, factorial, hypot
from random import Random

from companion.games.djinn.facts import LOCATIONS, PATHS, SLOTS
from companion.language.texts import Text
from companion.table.log import Refusal

SOURCE = "S"
MOST_STEPS = 2.5
"""How far from the Source a slot may lie, to the right or left, up or down."""


@dataclass(frozen=True)
class City:
    """A city map: its round and square slots, the pairs of slots joined by a path, and the place of each slot.

    The Magic Source is the slot "S". `place` is counted in steps from it, x to the right and y down.
    """

    round: tuple[str, ...]
    square: tuple[str, ...]
    paths: frozenset[frozenset[str]]
    place: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)

    @property
    def slots(self) -> tuple[str, ...]:
        """All slots: the Source first, then round ones, then square ones."""
        return (SOURCE, *self.round, *self.square)


CITY = City(
    round=tuple(slot.id for slot in SLOTS.values() if slot.shape == "round"),
    square=tuple(slot.id for slot in SLOTS.values() if slot.shape == "square"),
    paths=frozenset(frozenset(path.ends) for path in PATHS),
    place={slot.id: (slot.x, slot.y) for slot in SLOTS.values()},
)


def corrected(paths: Iterable[Iterable[str]], place: Mapping[str, tuple[float, float]]) -> City:
    """Build the city with the paths and places that the owner of a box has entered."""
    known = {frozenset(path) for path in paths}
    return replace(CITY, paths=frozenset(known), place={**CITY.place, **place})


def neighbours(city: City, slot: str) -> tuple[str, ...]:
    """List the slots joined to `slot` by a path: the Source first, then round slots, then square ones."""
    return tuple(other for other in city.slots if frozenset((slot, other)) in city.paths)


def beside_source(city: City) -> tuple[str, ...]:
    """List the round slots joined to the Magic Source (rulebook, Variant)."""
    return tuple(slot for slot in neighbours(city, SOURCE) if slot in city.round)


RINGS = (
    (
        Text("Inner ring, top"),
        Text("Inner ring, top right"),
        Text("Inner ring, bottom right"),
        Text("Inner ring, bottom"),
        Text("Inner ring, bottom left"),
        Text("Inner ring, top left"),
    ),
    (
        Text("Outer ring, top"),
        Text("Outer ring, top right"),
        Text("Outer ring, bottom right"),
        Text("Outer ring, bottom"),
        Text("Outer ring, bottom left"),
        Text("Outer ring, top left"),
    ),
)
"""Where a slot lies on the picture, clockwise from the top."""
OUTER = 1.5
"""From how many steps on a slot lies in the outer ring."""


def place_names(city: City) -> dict[str, Text]:
    """Name each slot by where it lies on the picture; a second one at the same place gets a number."""
    names, lie = {SOURCE: Text("The Magic Source")}, Counter[Text]()
    for slot in (*city.round, *city.square):
        x, y = city.place.get(slot, CITY.place[slot])
        where = RINGS[hypot(x, y) > OUTER][round(degrees(atan2(x, -y)) / 60) % 6]
        lie[where] += 1
        names[slot] = Text("%(place)s (%(number)s)", place=where, number=lie[where]) if lie[where] > 1 else where
    return names


def doubts(city: City) -> tuple[Text, ...]:
    """List what in the city breaks a rule that the printed board keeps (facts 1)."""
    names = place_names(city)
    return (*_crooked(city, names), *_miscounted(city, names))


def _crooked(city: City, names: Mapping[str, Text]) -> Iterator[Text]:
    for path in sorted(sorted(path) for path in city.paths):
        if len({*city.round}.intersection(path)) != 1:
            ends = Text("%(one)s – %(other)s", one=names[path[0]], other=names[path[1]])
            yield Text("A path must join a round space and a square one. This one doesn't: %(path)s.", path=ends)


def _miscounted(city: City, names: Mapping[str, Text]) -> Iterator[Text]:
    for slot in (*city.round, *city.square):
        count = len(neighbours(city, slot))
        if count not in (3, 4):
            yield Text("%(slot)s: needs 3 or 4 paths, not %(count)s.", slot=names[slot], count=count)
    beside = len(neighbours(city, SOURCE))
    if beside != 3:
        yield Text("The Magic Source should have 3 paths, not %(count)s.", count=beside)


def touching(city: City, layout: Mapping[str, str]) -> tuple[str, ...]:
    """List the locations whose two spaces a path joins, which a first game forbids (rulebook, Setup, Note)."""
    ends = (sorted(path) for path in city.paths)
    joined = {layout[one] for one, other in ends if layout.get(one, "") == layout.get(other, "other")}
    return tuple(location for location in LOCATIONS if location in joined)


def first_game_layouts(city: City) -> int:
    """Count the layouts that the rule for a first game allows (rulebook, Setup, Note)."""
    return len(_unjoined(city)) * factorial(len(city.round))


def lay_out(rng: Random, *, city: City = CITY, first_game: bool = False) -> dict[str, str]:
    """Draw a location for every slot; each layout that the rules allow is equally likely (rulebook, Setup 1).

    In a first game no path may join the two spaces of a location; raise Refusal if the city's paths forbid that.
    """
    matchings = _unjoined(city) if first_game else list(permutations(city.square))
    if not matchings:
        raise Refusal(
            "With these paths, two matching symbols always touch. "
            "Correct your board's paths, or play without the first-game rule."
        )
    locations = rng.sample(tuple(LOCATIONS), len(city.round))
    squares = rng.choice(matchings)
    return dict(zip((*city.round, *squares), (*locations, *locations), strict=True))


def _unjoined(city: City) -> list[tuple[str, ...]]:
    """List the ways to pair every round slot with a square slot of its own that no path joins to it."""
    ways: list[tuple[str, ...]] = [()]
    for slot in city.round:
        apart = [square for square in city.square if frozenset((slot, square)) not in city.paths]
        ways = [(*way, square) for way in ways for square in apart if square not in way]
    return ways
