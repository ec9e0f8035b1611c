"""Wealth: how far each level moves, what it gains and loses, selling and giving. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from companion.games.tales.facts import BASICS, LEVELS, STATUSES, Level, Status
from companion.table.log import Refusal

TRACK = tuple(LEVELS)
"""The levels, the lowest first."""
BEGGAR, PRINCELY, FABULOUS = TRACK[0], TRACK[-2], TRACK[-1]
RANK = {level: rank for rank, level in enumerate(TRACK)}


class Rates(NamedTuple):
    """How many paths one moves by land and by sea in a turn."""

    land: int
    sea: int


def move_limit(wealth: str, statuses: Collection[str] = (), *, seamanship: bool = False, least: int = 1) -> Rates:
    """Compute how far a hero moves; reductions leave `least` paths (rules, Movement; FAQ, Seamanship).

    Seamanship comes before them and never lowers a rate. Raise KeyError for an unknown level.
    """
    known = [STATUSES[status] for status in statuses if status in STATUSES]
    return rates_of(LEVELS[wealth], known, seamanship=seamanship, least=least)


def rates_of(level: Level, statuses: Collection[Status], *, seamanship: bool, least: int) -> Rates:
    """Compute how far one moves at a level of wealth with some statuses, as `move_limit` does."""
    sea = max(level.sea, BASICS.seamanship) if seamanship else level.sea
    slower = sum(one.slower for one in statuses)
    most = min((one.most for one in statuses if one.most is not None), default=max(level.land, sea))
    return Rates(*(min(most, max(rate - slower, min(rate, least))) for rate in (level.land, sea)))


def legal_route(rates: Rates, route: str) -> bool:
    """Say whether a hero may go a route of land (L) and sea (S) paths (rules, Movement).

    The whole is no longer than the faster rate, and each kind no longer than its own. Raise ValueError for any other
    letter.
    """
    if set(route) - {"L", "S"}:
        raise ValueError(f"a route is made of L and S: {route!r}")
    return len(route) <= max(rates) and route.count("L") <= rates.land and route.count("S") <= rates.sea


def gain(level: str, by: int, *, most: str = FABULOUS, treasures: int = 0) -> str:
    """Raise wealth by one award, up to `most` (rules, Wealth).

    From Princely with a treasure it becomes Fabulous whatever the limit; without one nobody becomes Fabulous. Raise
    KeyError for an unknown level, ValueError for impossible numbers.
    """
    now, limit = RANK[level], RANK[most]
    _require(by >= 1 and treasures >= 0, by, treasures)
    if level == PRINCELY and treasures:
        return FABULOUS
    limit = min(limit, RANK[FABULOUS if treasures else PRINCELY])
    return TRACK[max(now, min(now + by, limit))]


def lose(level: str, by: int, *, least: str = BEGGAR) -> str:
    """Lower wealth, down to `least`; raise KeyError for an unknown level, ValueError for a loss of less than 1."""
    now, limit = RANK[level], RANK[least]
    _require(by >= 1, by)
    return TRACK[min(now, max(now - by, limit))]


def sell(level: str, by: int, *, most: str, treasures: int) -> str:
    """Gain for a treasure, then return its card (rules, Selling Treasures); `treasures` counts it, too.

    Raise KeyError for an unknown level, ValueError for impossible numbers.
    """
    _require(treasures >= 1, treasures)
    return kept(gain(level, by, most=most, treasures=treasures), treasures - 1)


def kept(level: str, treasures: int) -> str:
    """Find what stays of a level with so many treasures: Fabulous without any drops to Princely (rules, Wealth)."""
    return PRINCELY if level == FABULOUS and not treasures else level


def give(giver: str, receiver: str, *, receiver_treasures: int = 0, capped: bool = False) -> tuple[str, str]:
    """Give a level of wealth to another player; return both levels (FAQ, Giving wealth to another player).

    A `capped` gift lifts nobody above where the giver started. Raise Refusal for a Beggar, KeyError for an unknown
    level, ValueError for an impossible number.
    """
    lifted, most = gain(receiver, 1, treasures=receiver_treasures), max(RANK[giver], RANK[receiver])
    if giver == BEGGAR:
        raise Refusal("A Beggar has nothing to give or spend.")
    return lose(giver, 1), TRACK[min(RANK[lifted], most)] if capped else lifted


def _require(holds: bool, *numbers: int) -> None:
    if not holds:
        raise ValueError(f"impossible: {', '.join(map(str, numbers))}")
