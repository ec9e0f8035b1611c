"""How often somebody won, with how sure that is, and sums of points. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from companion.language.texts import Text
from companion.table.finished import Player

Z = 1.96
"""The quantile of the normal distribution for an interval that holds the true rate 95 times of 100."""
FEW = 5
"""Below how many plays a rate says nothing."""
SURE, ROUGH = 0.1, 0.2
"""How far the true rate may be from the one seen, so that we call it sure, or rough."""


def interval(won: int, of: int) -> tuple[float, float]:
    """Compute the Wilson interval of a rate, 95 %: where the true rate most likely is, from 0 to 1."""
    if not of:
        return 0.0, 1.0
    seen, square = won / of, Z * Z
    middle = (seen + square / (2 * of)) / (1 + square / of)
    reach = Z / (1 + square / of) * sqrt(seen * (1 - seen) / of + square / (4 * of * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass
class Tally:
    """How some plays ended for those who are looked at: how often they won, and their points if there were any."""

    plays: int = 0
    ends: int = 0
    won: int = 0
    counted: int = 0
    total: int = 0
    best: int | None = None

    def add(self, player: Player, *, again: bool = False) -> None:
        """Count one more end, of one more play or `again` of the play that was counted last."""
        self.plays += not again
        self.ends += 1
        self.won += player.place == 1
        if player.points is not None:
            self.counted += 1
            self.total += player.points
            self.best = player.points if self.best is None else max(self.best, player.points)

    @property
    def rate(self) -> float:
        """How often they won, from 0 to 1."""
        return self.won / self.ends if self.ends else 0.0

    @property
    def percent(self) -> int:
        """How often they won, in whole percent."""
        return round(100 * self.rate)

    @property
    def reach(self) -> tuple[int, int, int]:
        """Where the true rate most likely is, in whole percent: from, to, and how far that is."""
        low, high = (round(100 * end) for end in self.interval)
        return low, high, high - low

    @property
    def average(self) -> float | None:
        """Their average points; None without any."""
        return self.total / self.counted if self.counted else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate most likely is."""
        return interval(self.won, self.ends)

    @property
    def sure(self) -> Text:
        """Say in a word how sure the rate is."""
        low, high = self.interval
        if self.ends < FEW:
            return Text("too few plays to tell")
        if high - low <= 2 * SURE:
            return Text("sure")
        return Text("roughly") if high - low <= 2 * ROUGH else Text("just a hint")


@dataclass
class Duel:
    """How two players ended in the plays that they have in common: who was ahead how often, and who won."""

    plays: int = 0
    ahead: int = 0
    behind: int = 0

    def add(self, own: Player, other: Player) -> None:
        """Count one more play; without a place, or with the same, neither is ahead."""
        self.plays += 1
        self.ahead += (own.place or other.place) < other.place
        self.behind += (other.place or own.place) < own.place

    @property
    def level(self) -> int:
        """How often neither was ahead: a draw, a shared place, or one team."""
        return self.plays - self.ahead - self.behind


def h_index(counts: list[int]) -> int:
    """Find the largest number h of games of which each was played at least h times."""
    ordered = sorted(counts, reverse=True)
    return sum(count >= rank for rank, count in enumerate(ordered, start=1))
