"""Any similar arrangement, regardless of size: eight, twelve in several ways; and another life total."""

import pytest

from companion.games.emperor.facts.events import DuelBegun, Opened, TurnEnded
from companion.games.emperor.play import duel as moves
from companion.games.emperor.play.reach import from_creature, reach_of, targets
from companion.games.emperor.scoring.history import history
from companion.games.emperor.scoring.result import options, result
from companion.games.emperor.setup import seating
from companion.games.emperor.state import DRAW, State, emperors, first_of, role, teams
from companion.kit.ring.counters import LifeCounted
from companion.kit.ring.creatures import Creature
from companion.table.log import Entry
from tests.emperor.conftest import fold


@pytest.fixture
def opened(rng):
    """Open a table as it is opened, seated in the order entered."""

    def opened(players, **choices):
        usual = {"range_id": "text", "ante": False, "mixed": False, "rng": rng}
        return fold(State(), seating.open_game(State(), players=players, **usual | choices))

    return opened


def test_the_usual_number_of_teams_is_taken_where_another_is_impossible(opened):
    asked = [(6, 3), (8, None), (9, 2), (12, None), (12, 3), (12, 4), (14, 4)]
    assert [len(teams(opened(players, teams=count))) for players, count in asked] == [2, 2, 3, 2, 3, 4, 2]


def test_in_an_even_team_the_emperor_has_the_inner_seat_on_the_right(opened):
    """General, Emperor, General, Lieutenant, clockwise: the same in both teams."""
    state = opened(8)
    assert emperors(state) == (1, 5)
    assert [role(state, seat) for seat in teams(state)[0]] == [1, 0, 1, 2]
    assert emperors(opened(12)) == (2, 8)
    assert emperors(opened(12, teams=3)) == (1, 5, 9)
    assert emperors(opened(12, teams=4)) == (1, 4, 7, 10)


def test_the_left_hand_general_plays_first_and_the_lieutenant_next(opened):
    """As in the five-player variant, one team has two turns before the other begins (rules, Playing the Game)."""
    state = fold(opened(8), [*seating.choose_first(opened(8), team=1), DuelBegun()])
    assert state.turn == 6
    assert (moves.upcoming(state)[:3], moves.in_a_row(state)) == ((6, 7, 0), 2)
    assert [first_of(opened(8, range_id="official"), team) for team in (0, 1)] == [1, 5]


def test_by_the_later_rules_an_emperor_reaches_the_second_nearest_enemy(opened):
    """Everybody else reaches the nearest one (facts 2.5)."""
    state = opened(8, range_id="official")
    assert [reach_of(state, seat, "spells") for seat in teams(state)[0]] == [1, 3, 2, 1]
    assert [reach_of(opened(10, range_id="official"), seat, "spells") for seat in range(5)] == [1, 2, 3, 2, 1]


def test_four_against_four_attack_and_march_as_six_do(duel):
    state = duel(8)
    assert (targets(state, 3, 3), targets(state, 1, 1)) == ({4}, frozenset())
    away = Creature(1, "Elf", 1, 1, 3)
    assert [one.seat for one in from_creature(state, away) if one.attack] == [4]


def test_of_four_teams_the_last_one_wins(opened):
    begun = fold(opened(12, teams=4), [DuelBegun()])
    state = begun
    for emperor in (1, 4):
        state = fold(state, moves.fall(state, seats=[emperor]))
        assert state.result is None
    state = fold(state, moves.fall(state, seats=[10]))
    assert [one.place for one in result(state)] == [2] * 6 + [1] * 3 + [2] * 3
    assert options(state)["teams"] == 4
    after = fold(state, moves.next_duel(state, team=2, seating="fallen"))
    assert (after.first, len(teams(after))) == (2, 4)
    assert fold(begun, moves.fall(begun, seats=emperors(begun))).result == DRAW


def test_a_duel_begins_with_the_life_that_was_agreed_on_and_so_does_the_next(opened):
    state = fold(opened(6, life=30), [DuelBegun(), TurnEnded(2)])
    assert state.lives == (30,) * 6
    assert options(state)["life"] == 30
    over = fold(state, moves.fall(state, seats=[1]))
    assert fold(over, moves.next_duel(over, team=0)).lives == (30,) * 6
    assert "life" not in options(opened(6))


def test_the_history_begins_with_the_agreed_life():
    [change] = history([Entry(1, 0.0, None, "life", (LifeCounted(0, -7),))], 0, 30)
    assert (change.change, change.life) == (-7, 23)


def test_a_log_from_before_has_the_usual_teams_and_life():
    assert [len(teams(fold(State(), [Opened(players, "text", False)]))) for players in (6, 9, 14)] == [2, 3, 2]
    assert fold(State(), [Opened(12, "text", False, teams=9)]).team_count == 2
    assert fold(State(), [Opened(6, "text", False)]).lives == (20,) * 6
