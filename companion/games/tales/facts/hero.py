"""What a hero learns and suffers: statuses, skills, and the rewards of the story track. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.games.tales.facts import REWARDS

TALENT, MASTER = "talent", "master"
_RANK = {TALENT: 1, MASTER: 2}
_LEVEL = ("", TALENT, MASTER)
SEX_CHANGED = "sex_changed"
STEPS = tuple(reward.story for reward in REWARDS)


def gain_statuses(held: Sequence[str], gained: Sequence[str], *, one_only: bool = False) -> tuple[str, ...]:
    """Add statuses in the order of an award (FAQ, Receiving a status twice).

    Nobody has one twice; a second Sex-Changed removes the first. With `one_only` the last one named replaces what was
    held (rules, Shorter games).
    """
    if one_only and gained:
        last = gained[-1]
        return () if last == SEX_CHANGED and last in held else (last,)
    after = list(held)
    for status in gained:
        if status not in after:
            after.append(status)
        elif status == SEX_CHANGED:
            after.remove(status)
    return tuple(after)


def train(skills: Mapping[str, str], skill: str, by: int) -> dict[str, str]:
    """Gain (+1), receive at Master (+2) or lose (-1) a level of a skill (rules, Skills; Losing skills).

    Nothing lies above Master. Raise ValueError for any other `by`, KeyError for an unknown level.
    """
    if by not in (-1, 1, 2):
        raise ValueError(f"a skill changes by -1, 1 or 2: {by}")
    now = _RANK[skills[skill]] if skill in skills else 0
    level = _LEVEL[min(max(now + by, 0), _RANK[MASTER])]
    rest = {one: at for one, at in skills.items() if one != skill or level}
    return rest | ({skill: level} if level else {})


def rewards(story: int, taken: Collection[int] = (), *, steps: Collection[int] = STEPS) -> tuple[int, ...]:
    """List the steps of the story track that are reached and not `taken` yet, ascending (FAQ, Gaining skills)."""
    return tuple(sorted({step for step in steps if step <= story} - {*taken}))
