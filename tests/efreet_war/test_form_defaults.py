"""What the forms of a war offer first: seats 0 1 2 against 3 4 5, in Emperor seating 1 and 4 are Emperors."""

from dataclasses import replace

import pytest

from companion.games.efreet_war.pages import suggestions
from tests.efreet_war.conftest import begun

EVERYBODY = range(6)


@pytest.mark.parametrize(("mode", "able"), [("emperor", [5]), ("teams", [3, 4, 5]), ("free", [1, 2, 3, 4, 5])], ids=str)
def test_whom_one_may_attack_and_whose_creature_one_takes(mode, able):
    state = begun(mode=mode)
    assert suggestions.aims(state, 0) == able
    assert [suggestions.aims(state, seat) for seat in EVERYBODY[1:]] == [
        [seat] if seat in able else [] for seat in EVERYBODY[1:]
    ]
    assert [suggestions.victim(state, seat) for seat in EVERYBODY] == [able[0], *EVERYBODY[1:]]


def test_before_the_first_turn_it_is_the_chosen_player():
    state = replace(begun(), turn=None)
    assert suggestions.aims(state, 0) == []
    assert [suggestions.victim(state, seat) for seat in EVERYBODY] == [*EVERYBODY]
    assert [suggestions.forced(state, seat) for seat in EVERYBODY] == [*EVERYBODY]


def test_the_creature_that_is_forced_is_in_range_and_has_no_enemy_beside():
    """Emperor, Forced Movement: that of the other Emperor; without one, whose creature would be taken."""
    assert [suggestions.forced(begun(mode="emperor"), seat) for seat in EVERYBODY] == [4] * 6
    assert [suggestions.forced(begun(mode="emperor", first=1), seat) for seat in EVERYBODY] == [*EVERYBODY]
    assert [suggestions.forced(begun(mode="teams"), seat) for seat in EVERYBODY] == [3, *EVERYBODY[1:]]
