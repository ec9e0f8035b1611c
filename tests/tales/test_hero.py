"""Statuses, skills and rewards: the worked examples and what always holds."""

import pytest
from hypothesis import given, strategies as st

from companion.games.tales.facts import STATUSES
from companion.games.tales.facts.hero import SEX_CHANGED, gain_statuses, rewards, train

statuses = st.lists(st.sampled_from([*STATUSES]), max_size=6)


@pytest.mark.parametrize(
    ("held", "gained", "after"),
    [
        ((), ("lost", "wounded"), ("lost", "wounded")),
        (("married",), ("married",), ("married",)),
        (("lost",), ("scorned",), ("lost", "scorned")),
        (("sex_changed", "lost"), ("sex_changed",), ("lost",)),
        ((), ("sex_changed", "sex_changed"), ()),
        (("sex_changed",), ("accursed", "sex_changed", "sex_changed"), ("accursed", "sex_changed")),
        (("lost",), (), ("lost",)),
    ],
)
def test_nobody_has_a_status_twice(held, gained, after):
    """FAQ, Receiving a status twice."""
    assert gain_statuses(held, gained) == after


@pytest.mark.parametrize(
    ("held", "gained", "after"),
    [
        (("wounded",), ("blessed", "married"), ("married",)),
        (("blessed",), ("wounded", "lost"), ("lost",)),
        (("lost",), ("lost",), ("lost",)),
        (("sex_changed",), ("sex_changed",), ()),
        (("lost",), (), ("lost",)),
    ],
)
def test_with_one_status_the_last_named_replaces_the_old(held, gained, after):
    """Rules, Shorter games."""
    assert gain_statuses(held, gained, one_only=True) == after


@given(statuses.map(dict.fromkeys).map(list), statuses)
def test_statuses_stay_different_and_in_order(held, gained):
    before = ([*held], [*gained])
    after = gain_statuses(held, gained)
    assert len(set(after)) == len(after) <= len({*held, *gained})
    stayed = [one for one in held if one != SEX_CHANGED or one not in gained]
    assert list(after)[: len(stayed)] == stayed
    assert (held, gained) == before


@pytest.mark.parametrize(
    ("now", "by", "after"),
    [
        ("", 1, "talent"),
        ("talent", 1, "master"),
        ("master", 1, "master"),
        ("", 2, "master"),
        ("talent", 2, "master"),
        ("master", 2, "master"),
        ("master", -1, "talent"),
        ("talent", -1, ""),
        ("", -1, ""),
    ],
)
def test_a_skill_rises_and_falls_between_talent_and_master(now, by, after):
    """Rules, Encounters 4, and Losing skills."""
    skills = {"luck": "master"} | ({"magic": now} if now else {})
    before = dict(skills)
    assert train(skills, "magic", by) == {"luck": "master"} | ({"magic": after} if after else {})
    assert skills == before


@pytest.mark.parametrize("by", [0, -2, 3])
def test_a_skill_changes_by_no_other_number(by):
    with pytest.raises(ValueError, match="changes by -1, 1 or 2"):
        train({}, "luck", by)


@pytest.mark.parametrize("level", ["expert", ""])
def test_an_unknown_level_of_a_skill_is_a_key_error(level):
    with pytest.raises(KeyError):
        train({"luck": level}, "luck", 1)


def test_a_reward_comes_once_a_game():
    """FAQ, Gaining skills for story points."""
    assert rewards(2) == ()
    assert rewards(5) == (3,)
    assert rewards(5, {3}) == ()
    assert rewards(9, [3], steps=[12, 9, 6, 3]) == (6, 9)
