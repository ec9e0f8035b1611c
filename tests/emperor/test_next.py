"""The next duel of a series: who sits where, and who becomes Emperor."""

import pytest

from companion.games.emperor import duel as moves
from companion.games.emperor import seating
from companion.games.emperor.events import DuelBegun, DuelOpened
from companion.games.emperor.state import State, emperors
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold


def test_in_the_next_duel_who_fell_first_in_each_team_may_be_emperor(duel):
    """Rules, the last paragraph: one might let the wizard who dies be the next Emperor."""
    state = duel()
    for seats in ([F], [D], [A, B]):
        state = fold(state, moves.fall(state, seats=seats))
    after = fold(state, moves.next_duel(state, team=0, seating="fallen"))
    assert (emperors(after), after.order, after.first) == ((A, F), (B, A, C, D, F, E), 0)
    assert fold(state, moves.next_duel(state, team=1)).order == state.order


def test_an_emperor_who_fell_first_stays_emperor(duel):
    state = fold(duel(), moves.fall(duel(), seats=[B]))
    assert moves.next_duel(state, team=0, seating="fallen") == [DuelOpened(0)]


def test_the_seats_of_the_next_duel_are_drawn_unless_the_secret_is_told(rng):
    state = fold(
        State(),
        [*seating.open_game(State(), players=6, range_id="text", ante=False, mixed=False, rng=rng), DuelBegun()],
    )
    state = fold(state, moves.fall(state, seats=[emperors(state)[0]]))
    *_, seated = moves.next_duel(state, team=0, seating="drawn", rng=rng)
    assert (seated.by_chance, sorted(seated.order)) == (True, [*range(6)])
    told = fold(state, moves.tell_secret(state))
    with pytest.raises(Refusal, match="is shown"):
        moves.next_duel(told, team=0, seating="drawn", rng=rng)
