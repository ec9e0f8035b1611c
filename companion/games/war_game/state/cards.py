"""The creatures that were named at the tables of this house, to be cast again by their names. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import tomli_w

from companion.games.war_game.state.model import ABILITIES, COLOURS, LONGEST, MOST_NUMBER, Card
from companion.kit.creatures.printed import STAR, Printed, creatures

MOST_KEPT = 120
"""How many creatures are kept; beyond that those are forgotten that were cast longest ago."""

Cards = Mapping[str, Card]
"""Creatures' cards by name, the one that was cast last at the end."""


@lru_cache(1)
def printed() -> dict[str, Card]:
    """List the creatures of Revised and Arabian Nights whose cards say all that the map asks for."""
    return {name: card_of(card) for name, card in creatures().items() if card.is_whole}


def card_of(card: Printed) -> Card:
    """Read a card as the map asks for it: what it leaves open is 1, and X is 0."""
    power, toughness = (1 if number in (STAR, 0) else int(number) for number in (card.power, card.toughness))
    power = 0 if card.power == 0 else power
    abilities = tuple(one for one in ABILITIES if one in card.abilities)
    return Card(power, toughness, card.cost, card.colours, abilities, card.wall)


def learn(known: Cards, cast: Cards) -> dict[str, Card]:
    """Add the cards that were cast, and forget the oldest beyond `MOST_KEPT`."""
    kept = {name: card for name, card in known.items() if name not in cast}
    return dict([*kept.items(), *cast.items()][-MOST_KEPT:])


def to_toml(known: Cards) -> str:
    """Write the cards as TOML."""
    return tomli_w.dumps({"creatures": [{"name": name, **asdict(card)} for name, card in known.items()]})


def from_toml(text: str) -> Cards:
    """Read the cards; leave out what is no card."""
    rows = tomllib.loads(text).get("creatures", ())
    return {row["name"]: _card(row) for row in rows if _fits(row)}


def _card(row: Mapping[str, Any]) -> Card:
    words = {"colours": tuple(row["colours"]), "abilities": tuple(row["abilities"])}
    return Card(row["power"], row["toughness"], row["cost"], wall=row["wall"], **words)


def _fits(row: Mapping[str, Any]) -> bool:
    numbers = (row["power"], row["toughness"], row["cost"])
    return (
        0 < len(row["name"]) <= LONGEST
        and all(type(number) is int and 0 <= number <= MOST_NUMBER for number in numbers)
        and {*row["colours"]} <= COLOURS.keys()
        and {*row["abilities"]} <= ABILITIES.keys()
    )
