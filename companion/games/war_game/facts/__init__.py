"""What the text of the War Game prints in numbers: facts.toml, read into its dataclasses. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.facts import Fact, by_id, read


@dataclass(frozen=True, kw_only=True)
class Basics(Fact):
    """The numbers of the text: players, cards, the map, the die, healing, creatures at home, the bonus."""

    players_least: int
    players_most: int
    deck: int
    hand: int
    most_hand: int
    each: int
    lands: int
    rows: int
    columns: int
    die: int
    heal: int
    regeneration: int
    home: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Land(Fact):
    """A basic land, and the colour of the creatures that are stronger there."""

    id: str
    label: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class Stronghold(Fact):
    """Where the figure shows a stronghold; without a column, the table chooses that."""

    id: str
    row: int
    column: int | None = None


_toml = read(__file__)

BASICS = Basics(**_toml["basics"])
LANDS = by_id(Land(**row) for row in _toml["lands"])
STRONGHOLDS = by_id(Stronghold(**row) for row in _toml["strongholds"])
