"""Nine in three teams: our reading of "any similar arrangement": a team is out with its Emperor, the last one wins."""

import pytest

from companion.games.emperor.facts.events import PlayersFallen
from companion.games.emperor.play import duel as moves
from companion.games.emperor.play.reach import targets, within
from companion.games.emperor.scoring.result import result
from companion.games.emperor.setup.draws import first
from companion.games.emperor.state import DRAW, emperors, living, teams
from companion.table.log import Refusal
from tests.emperor.conftest import fold


def test_three_sit_side_by_side_each_with_an_emperor(duel):
    state = duel(9)
    assert teams(state) == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert emperors(state) == (1, 4, 7)
    assert (targets(state, 2, 2), within(state, 1, "spells")) == ({3}, {8, 0, 2, 3})


def test_any_of_the_three_may_play_first(duel, rng):
    assert {first(duel(9), rng).team for _ in range(60)} == {0, 1, 2}


def test_a_team_is_out_with_its_emperor_and_the_others_play_on(duel):
    state = duel(9)
    (out, *_) = moves.fall(state, seats=[4], by=2)
    assert out == PlayersFallen((4, 3, 5), 2)
    state = fold(state, [out])
    assert (living(state), state.result) == ((0, 1, 2, 6, 7, 8), None)


def test_the_last_team_wins_and_the_others_of_the_loser_have_not_fallen(duel):
    state = fold(duel(9), moves.fall(duel(9), seats=[4]))
    (out, *_) = moves.fall(state, seats=[7])
    assert out == PlayersFallen((7,))
    state = fold(state, [out])
    assert [one.place for one in result(state)] == [1, 1, 1, 2, 2, 2, 2, 2, 2]


def test_all_emperors_at_once_make_a_draw_two_at_once_a_winner(duel):
    assert fold(duel(9), moves.fall(duel(9), seats=[1, 4, 7])).result == DRAW
    assert fold(duel(9), moves.fall(duel(9), seats=[1, 4])).result == 2


def test_the_next_duel_is_begun_by_any_of_the_three(duel):
    over = fold(duel(9), moves.fall(duel(9), seats=[1, 4]))
    assert fold(over, moves.next_duel(over, team=2)).first == 2
    with pytest.raises(Refusal, match="one of the teams"):
        moves.next_duel(over, team=3)


def test_who_has_fallen_before_does_not_fall_again_with_the_emperor(duel):
    state = fold(duel(9), moves.fall(duel(9), seats=[3]))
    assert moves.fall(state, seats=[4])[0] == PlayersFallen((4, 5))
