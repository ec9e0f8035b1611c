"""What the ring's forms offer first: C D E F A B is the order of turns, A B C against D E F, Emperors B and E."""

from companion.games.emperor.pages import suggestions
from companion.games.emperor.play import creatures
from companion.games.emperor.play.duel import change_life, fall
from companion.games.emperor.state import State
from tests.emperor.conftest import A, B, C, D, E, F, fold


def test_who_has_the_turn_takes_a_creature_of_the_chosen_enemy(duel):
    assert (suggestions.victim(duel(), E), suggestions.thief(duel(), E)) == (E, C)


def test_of_an_ally_the_nearest_enemy_takes_it(duel):
    assert (suggestions.victim(duel(), A), suggestions.thief(duel(), A)) == (D, F)
    assert suggestions.victim(State(players=6, order=(0, 1, 2, 3, 4, 5)), 3) == 3


def test_the_creature_that_is_forced_has_no_enemy_beside_it(duel):
    """Rules, Forced Movement: that of the Emperor, which the default form then marches."""
    for seat in (A, B, C, D, E):
        owner = suggestions.forced(duel(), seat)
        assert owner == E
        assert creatures.force(duel(), creature=None, owner=owner, name="Elf", wall=False, source=C)


def test_who_alone_has_little_life_is_out_by_who_has_the_turn(duel):
    state = fold(duel(), moves(duel(), F, -14))
    assert (suggestions.falling(state), suggestions.killer(state)) == ([], None)
    state = fold(state, moves(state, F, -1))
    assert (suggestions.falling(state), suggestions.killer(state)) == ([F], C)
    state = fold(state, moves(state, B, -16))
    assert (suggestions.falling(state), suggestions.killer(state)) == ([B], None)
    for seat in (A, F):
        state = fold(state, moves(state, seat, -20))
    assert suggestions.falling(state) == [A, F]


def moves(state, seat, by):
    return change_life(state, seat=seat, by=by)


def test_who_is_out_loses_no_creature_any_more(duel):
    """Their pages can still be asked for, by a link of before."""
    state = fold(duel(), fall(duel(), seats=[D]))
    assert (suggestions.victim(state, D), suggestions.forced(state, D)) == (E, E)
    state = fold(duel(), fall(duel(), seats=[A]))
    assert (suggestions.victim(state, A), suggestions.thief(state, suggestions.victim(state, A))) == (D, C)
