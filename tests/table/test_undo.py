"""Undo and redo."""

import pytest

from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.table.log import NotYours, Refusal, Stale
from companion.table.play import play
from tests.table.moves import bring_back, coins, count, set_box, take_back

ANN, BOB = 0, 1


def test_an_undo_takes_back_and_stays_in_the_log(code):
    count(code, ANN)
    table = take_back(code, 3, seat=ANN)
    assert coins(code) == (0, 0)
    assert [(entry.move, entry.strikes) for entry in table.entries[2:]] == [("count", None), ("undo", 3)]


def test_a_seat_takes_back_only_its_own(code):
    count(code, ANN)
    with pytest.raises(NotYours, match="your move"):
        take_back(code, 3, seat=BOB)
    take_back(code, 3)
    assert coins(code) == (0, 0)


def test_an_earlier_move_that_commutes_is_taken_back_alone(code):
    count(code, ANN)
    count(code, BOB)
    count(code, ANN, by=5)
    take_back(code, 3, seat=ANN)
    assert coins(code) == (5, 1)


def test_a_move_that_others_build_on_says_who_stands_in_the_way(code):
    count(code, ANN)
    count(code, BOB)
    set_box(code, ANN, 7)
    with pytest.raises(Refusal, match="depends on it: Ann, Coins: 7"):
        take_back(code, 3, seat=ANN)
    assert coins(code) == (7, 1)


def test_of_moves_that_build_on_each_other_the_last_is_named(code):
    """Else its player is refused in turn, and sent on to the next."""
    for value in (3, 5, 7):
        set_box(code, ANN, value)
    for struck in (3, 4):
        with pytest.raises(Refusal, match="depends on it: Ann, Coins: 7"):
            take_back(code, struck, seat=ANN)
    take_back(code, 5, seat=ANN)
    take_back(code, 4, seat=ANN)
    assert coins(code) == (3, 0)


def test_nobody_is_sent_to_undo_what_nobody_can_undo(code):
    """The way was to undo first that all had seen the secret, which was refused in turn."""
    count(code, ANN)
    play(code, "end", scoring.end, tapped_by=None, op="end", seen=3, at=9.0)
    with pytest.raises(Refusal, match="First undo this later move, which depends on it: The game is finished"):
        take_back(code, 2)
    play(code, "tell_secret", scoring.tell_secret, tapped_by=None, op="tell", seen=4)
    for struck in (2, 4):
        with pytest.raises(Refusal, match="has to stay: Everybody has seen the secret"):
            take_back(code, struck)


@pytest.mark.parametrize("struck", [1, 4, 99])
def test_what_does_not_count_is_not_taken_back(code, struck):
    """The opening stays, as do undos themselves and what is already taken back."""
    count(code, ANN)
    take_back(code, 3)
    with pytest.raises(Stale):
        take_back(code, struck)


def test_a_move_is_taken_back_once(code):
    count(code, ANN)
    take_back(code, 3)
    with pytest.raises(Stale, match="already"):
        take_back(code, 3)


def test_a_redo_restores(code):
    before = count(code, ANN).state
    take_back(code, 3)
    assert bring_back(code, 3).state == before


def test_redos_lift_the_undos_from_the_last_one_on(code):
    before = [count(code, ANN).state, count(code, BOB).state]
    take_back(code, 4)
    take_back(code, 3)
    with pytest.raises(Stale):
        bring_back(code, 4)
    assert bring_back(code, 3).state == before[0]
    assert bring_back(code, 4).state == before[1]
    with pytest.raises(Stale):
        bring_back(code, 4)


def test_a_move_can_be_taken_back_and_restored_again_and_again(code):
    states = {count(code, ANN).state.sheets}
    for _ in range(3):
        states.add(take_back(code, 3).state.sheets)
        states.add(bring_back(code, 3).state.sheets)
    assert len(states) == 2
    assert coins(code) == (1, 0)


def test_nothing_is_restored_once_another_move_came(code):
    count(code, ANN)
    take_back(code, 3)
    count(code, BOB)
    with pytest.raises(Stale, match="new move"):
        bring_back(code, 3)


def test_only_who_took_it_back_or_the_host_restores_it(code):
    count(code, ANN)
    take_back(code, 3, seat=ANN)
    with pytest.raises(NotYours):
        bring_back(code, 3, seat=BOB)
    assert bring_back(code, 3).entries[-1].restores == 3


def test_drawing_again_after_an_undo_gives_the_same_djinn(code):
    """A deck is shuffled once, its order in the log: an undo is no second chance."""
    drawn = play(code, "draw_extra", hunt.draw_extra, tapped_by=ANN, op="draw", seen=2, seat=ANN).state.caught
    take_back(code, 3)
    assert (
        play(code, "draw_extra", hunt.draw_extra, tapped_by=ANN, op="draw again", seen=4, seat=ANN).state.caught
        == drawn
    )
