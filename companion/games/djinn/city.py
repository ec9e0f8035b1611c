"""The city: its slots, its paths, and the layouts of Action Spaces that may be drawn. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

from companion.games.djinn.facts import LOCATIONS, PATHS, SLOTS
from companion.table.log import Refusal

SOURCE = "S"


@dataclass(frozen=True)
class City:
    """A city map: its round and square slots, the pairs of slots a path joins, and where each slot lies.

    The Magic Source is the slot "S". `place` is in steps from it, x to the right and y down.
    """

    round: tuple[str, ...]
    square: tuple[str, ...]
    paths: frozenset[frozenset[str]]
    place: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)


CITY = City(
    round=tuple(slot.id for slot in SLOTS.values() if slot.shape == "round"),
    square=tuple(slot.id for slot in SLOTS.values() if slot.shape == "square"),
    paths=frozenset(frozenset(path.ends) for path in PATHS),
    place={slot.id: (slot.x, slot.y) for slot in SLOTS.values()},
)


def neighbours(city: City, slot: str) -> tuple[str, ...]:
    """List the slots that a path joins to `slot`, the Source first, then round, then square."""
    return tuple(other for other in (SOURCE, *city.round, *city.square) if frozenset((slot, other)) in city.paths)


def beside_source(city: City) -> tuple[str, ...]:
    """List the round slots joined to the Magic Source (rulebook, Variant)."""
    return tuple(slot for slot in neighbours(city, SOURCE) if slot in city.round)


def lay_out(rng: Random, *, city: City = CITY, first_game: bool = False) -> dict[str, str]:
    """Draw a location for every slot, each layout that the rules allow being equally likely (rulebook, Setup 1).

    In a first game no path may join the two spaces of a location; raise Refusal if the city's paths forbid that.
    """
    matchings = _unjoined(city) if first_game else list(permutations(city.square))
    if not matchings:
        raise Refusal(
            "On these paths two equal symbols always touch: correct the paths of your board, "
            "or play without the rule for a first game."
        )
    locations = rng.sample(tuple(LOCATIONS), len(city.round))
    squares = rng.choice(matchings)
    return dict(zip((*city.round, *squares), (*locations, *locations), strict=True))


def _unjoined(city: City) -> list[tuple[str, ...]]:
    """List the ways to give every round slot a square slot of its own that no path joins to it."""
    return [
        squares
        for squares in permutations(city.square)
        if not any(frozenset(pair) in city.paths for pair in zip(city.round, squares, strict=True))
    ]
