"""The numbers in Emperor's text: facts.toml, read into the dataclasses that are its schema. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.facts import Fact, by_id, read


@dataclass(frozen=True, kw_only=True)
class Basics(Fact):
    """What every player begins with."""

    life: int
    least_deck: int


@dataclass(frozen=True, kw_only=True)
class Range(Fact):
    """A choice of range rules: how many seats spells and everything else reach, 0 where the role decides."""

    id: str
    label: str
    text: str
    spells: int
    others: int
    march: bool
    note: str = ""

    @property
    def named(self) -> str:
        """What pages call it: as the text does; its label stands in saved plays."""
        return self.note or self.label


_toml = read(__file__)

BASICS = Basics(**_toml["basics"])
RANGES = by_id(Range(**row) for row in _toml["ranges"])
ARRANGEMENTS = {6: (2,), 8: (2,), 9: (3,), 10: (2,), 12: (2, 3, 4), 14: (2,)}
"""How many teams so many players can make, the usual first; the text allows any similar arrangement, regardless of size
(rules, Playing the Game).
"""
