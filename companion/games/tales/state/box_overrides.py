"""What the owner of the box has put right for a table: rates, what statuses do, what story points bring. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.games.tales.facts import LEVELS, REWARDS, SKILLS, STATUSES, Level, Status
from companion.games.tales.facts.events import BoxNoted, Effect

NOTHING_NOTED = BoxNoted()
MOST_PATHS, MOST_SLOWER, MOST_STORY, MOST_WEALTH = 9, 5, 21, 6
"""How far anybody goes or is slowed, and how long the tracks are."""
TO_RATE = tuple(id for id, level in LEVELS.items() if level.certainty != "printed")
"""The levels of wealth whose rates the rules do not give."""


def level_of(noted: BoxNoted, id: str) -> Level:
    """Find a level of wealth with its rates at this table."""
    level = LEVELS[id]
    if id not in noted.rates:
        return level
    land, sea = noted.rates[id]
    return replace(level, land=land, sea=sea)


def status_of(noted: BoxNoted, id: str) -> Status:
    """Find a status with what it does at this table."""
    status = STATUSES[id]
    if id not in noted.statuses:
        return status
    one = noted.statuses[id]
    own = replace(status, slower=one.slower, most=one.most, holds=tuple(one.holds), talents=one.talents, bars=one.bars)
    if not one.otherwise:
        return own
    return replace(own, story=0, points=0, cure=(), learning=False, scorns=False, serves=False)


def statuses_of(noted: BoxNoted, ids: Iterable[str]) -> list[Status]:
    """List statuses with what they do at this table, without unknown ones."""
    return [status_of(noted, id) for id in ids if id in STATUSES]


def effect_of(status: Status) -> Effect:
    """Read what a status does."""
    return Effect(status.slower, status.most, status.holds, status.talents, status.bars)  # as reported


def rewards_of(noted: BoxNoted) -> dict[int, int]:
    """Map story points to the levels of wealth that they bring at this table."""
    brings = {reward.story: reward.wealth for reward in REWARDS} | {int(at): by for at, by in noted.rewards.items()}
    return {step: by for step, by in brings.items() if by}


def skill_steps(noted: BoxNoted) -> frozenset[int]:
    """List the steps of the story track that bring a skill at this table."""
    return frozenset(map(int, noted.skills))


def fits(noted: BoxNoted) -> bool:
    """Say whether what is noted can be so: an imported log may say anything."""
    return (
        {*noted.rates}.issubset(LEVELS)
        and all(0 <= paths <= MOST_PATHS for rates in noted.rates.values() for paths in rates)
        and {*noted.statuses}.issubset(STATUSES)
        and all(_could_be(effect) for effect in noted.statuses.values())
        and all(at.isdecimal() and 1 <= int(at) <= MOST_STORY for at in noted.rewards)
        and all(0 <= by <= MOST_WEALTH for by in noted.rewards.values())
        and all(at.isdecimal() and 1 <= int(at) <= MOST_STORY for at in noted.skills)
    )


def _could_be(effect: Effect) -> bool:
    return (
        0 <= effect.slower <= MOST_SLOWER
        and (effect.most is None or 0 <= effect.most <= MOST_PATHS)
        and {*effect.holds}.issubset(SKILLS)
    )
