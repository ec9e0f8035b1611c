"""What the table answers itself: whom one attacks and whom spells reach."""

from companion.games.emperor.text.asked import asked
from tests.emperor.conftest import NAMES, A, B


def test_a_general_attacks_the_enemy_beside_and_reaches_two_seats(duel):
    said = asked(duel(), A, NAMES)
    assert said["attack_whom"] == "From home, Ann can attack: Fay. Only enemies right next to them are in range."
    assert said["spell_range"] == "Ann's spells have range 2 to either side: Bob, Cem, Eve and Fay."


def test_an_emperor_between_generals_attacks_nobody(duel):
    assert asked(duel(), B, NAMES)["emperor_attack"].startswith("From home, Bob can attack: nobody.")


def test_a_phone_without_a_seat_hears_of_whose_turn_it_is(duel):
    state = duel()
    assert asked(state, None, NAMES) == asked(state, state.turn, NAMES)
