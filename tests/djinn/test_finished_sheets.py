"""A sheet is done when its player says so, with the last one the game ends; an untouched sheet is never a score."""

from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts.events import GameFinished, SheetCounted, SheetDone, SheetSet, TieFound
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.scoring.scoring import count, done, end, needed, set_box
from companion.games.djinn.scoring.sheet_defaults import doubt, is_untouched, outdated, sheet_of, unplaced
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State, Turn
from companion.games.djinn.text.result import result
from companion.table.log import Refusal

ANN, BOB, CEM = 0, 1, 2
STATE = State(players=3, cards=("keys",), sheets=(Sheet(),) * 3, entered=(frozenset(),) * 3, caught=((),) * 3)
SEEN = replace(STATE, caught=(("blue",) * 11, ("brown", "boss"), ()))


def fold(state, *events):
    return reduce(evolve, events, state)


def filled(state=STATE, **corked):
    seats = {"ann": ANN, "bob": BOB, "cem": CEM}
    return fold(state, *(SheetSet(seats[name], "corked", number) for name, number in corked.items()))


def all_done(state, *seats):
    return reduce(lambda state, seat: fold(state, *done(state, seat=seat, at=5.0)), seats, state)


# Done


def test_the_last_sheet_that_is_done_ends_the_game():
    state = all_done(filled(ann=1, bob=2, cem=3), ANN, CEM)
    assert not state.finished
    assert done(state, seat=BOB, at=5.0) == [SheetDone(BOB), GameFinished(5.0)]


def test_the_last_sheet_amid_the_hunt_ends_the_game_only_if_its_player_says_so():
    state = replace(filled(ann=1, bob=2, cem=3), turn=Turn(ANN, 3))
    asked = {"seat": CEM, "at": 5.0}
    assert done(state, **asked, asks=True) == [SheetDone(CEM)]
    others = all_done(state, ANN, BOB)
    with pytest.raises(Refusal, match="The hunt isn't over yet"):
        done(others, **asked, asks=True)
    for choices in ({"asks": True, "override": True}, {}):  # without it as older logs have it
        assert isinstance(done(others, **asked, **choices)[-1], GameFinished)
    for over in (replace(others, at_source=True), replace(others, turn=None)):
        assert isinstance(done(over, **asked, asks=True)[-1], GameFinished)


def test_catches_after_a_sheet_is_done_are_asked_about_before_the_game_ends():
    begun = fold(replace(SEEN, at_source=True), SheetSet(ANN, "corks", 1))
    state = all_done(filled(begun, bob=2, cem=0), ANN)
    more = replace(state, caught=(("blue",) * 14, *state.caught[1:]))
    assert done(more, seat=BOB, asks=True, at=5.0) == [SheetDone(BOB)]  # not the last one yet
    last = all_done(more, BOB)
    assert outdated(last, CEM)
    assert not outdated(all_done(state, BOB), CEM)
    with pytest.raises(Refusal, match="A sheet that is done doesn't fit what its player caught"):
        done(last, seat=CEM, asks=True, at=5.0)
    for choices in ({"asks": True, "override": True}, {}):  # without it as older logs have it
        assert isinstance(done(last, seat=CEM, at=5.0, **choices)[-1], GameFinished)


def test_a_sheet_done_twice_is_done_once():
    assert done(all_done(filled(ann=1), ANN), seat=ANN, at=5.0) == []


def test_any_change_opens_a_sheet_again():
    state = all_done(filled(ann=1, bob=1), ANN, BOB)
    assert fold(state, SheetCounted(ANN, "corks", 1)).done == {BOB}


def test_an_untouched_sheet_is_not_done_by_one_tap():
    with pytest.raises(Refusal, match="Nothing is entered"):
        done(STATE, seat=ANN, at=5.0)
    assert done(STATE, seat=ANN, override=True, at=5.0) == [SheetDone(ANN)]


def test_a_game_that_nobody_scored_does_not_end():
    state = fold(STATE, SheetDone(ANN), SheetDone(BOB))
    with pytest.raises(Refusal, match="nothing to score"):
        done(state, seat=CEM, override=True, at=5.0)
    with pytest.raises(Refusal, match="nothing to score"):
        end(STATE, at=5.0)


def test_a_zero_that_was_counted_is_a_score():
    assert not is_untouched(fold(STATE, SheetSet(ANN, "corked", 0)), ANN)
    assert is_untouched(STATE, ANN)


# The host's end


def test_a_guest_does_not_end_the_game():
    with pytest.raises(Refusal, match="the host can end it"):
        end(filled(ann=1), by=BOB, at=5.0)


def test_the_host_ends_it_without_those_who_entered_nothing():
    events = end(filled(ann=1, bob=2), at=5.0)
    assert events == [GameFinished(5.0, (CEM,))]
    results = result(fold(filled(ann=1, bob=2), *events))
    assert [(one.place, one.points) for one in results] == [(2, 10), (1, 20), (3, None)]


def test_an_end_of_an_older_log_still_scores_every_sheet():
    results = result(fold(replace(SEEN, cards=()), GameFinished(5.0)))
    assert [(one.place, one.points) for one in results] == [(1, 0)] * 3


def test_a_game_ends_once():
    with pytest.raises(Refusal, match="undo the end first"):
        end(fold(filled(ann=1), GameFinished(5.0)), at=6.0)


# What the app saw


def test_what_was_caught_fills_in_the_corked_bottles():
    """Count what is neither in a circle nor went for a Trophy (rulebook, Receive a Trophy)."""
    assert sheet_of(SEEN, ANN).corked == 11
    state = fold(SEEN, SheetSet(ANN, "trophies_30", 1), SheetSet(ANN, "circled", 2))
    assert sheet_of(state, ANN).corked == 6
    assert doubt(state, ANN) is None


def test_a_filled_in_row_is_counted_from_there():
    assert count(SEEN, seat=ANN, box="corked", by=-1) == [SheetSet(ANN, "corked", 10)]


def test_what_was_filled_in_is_written_down_when_the_sheet_is_done():
    state = fold(SEEN, SheetSet(ANN, "circled", 2))
    assert done(state, seat=ANN, at=5.0) == [SheetSet(ANN, "corked", 9), SheetDone(ANN)]


def test_other_djinn_than_were_seen_stand_only_if_the_player_says_so():
    """Refuse 13 of 12 in one tap."""
    state = filled(SEEN, bob=3)
    with pytest.raises(Refusal, match="counted 2 Djinn caught, but this sheet has 3"):
        done(state, seat=BOB, at=5.0)
    assert done(state, seat=BOB, override=True, at=5.0) == [SheetDone(BOB)]


def test_a_table_that_taps_no_catches_is_not_asked_about_them():
    assert doubt(filled(ann=7), ANN) is None
    assert sheet_of(STATE, ANN).corked == 0


def test_a_circle_with_a_djinn_is_active():
    assert sheet_of(fold(STATE, SheetSet(ANN, "circled", 4)), ANN).inactive_circles == 0


def test_there_are_no_more_trophies_than_were_laid_out():
    """Hold the rulebook's Setup 8: at four players 15."""
    state = replace(STATE, trophies={"I": ("a",) * 5, "II": ("b",) * 5, "III": ("c",) * 5})
    state = fold(state, SheetSet(ANN, "trophies_30", 9), SheetSet(BOB, "trophies_36", 6))
    assert set_box(state, seat=CEM, box="corks", value=1) == [SheetSet(CEM, "corks", 1)]
    with pytest.raises(Refusal, match="Only 15 Trophies"):
        set_box(state, seat=CEM, box="trophies_30", value=1)


# Ties


def test_what_breaks_a_tie_is_asked_only_on_a_tie():
    assert not {"coins", "scrolls"} & needed(("keys", "few_passages"))
    state = all_done(filled(ann=2, bob=2, cem=1), ANN, BOB)
    assert done(state, seat=CEM, at=5.0) == [SheetDone(CEM), TieFound((ANN, BOB))]


def test_the_tied_count_and_are_done_again():
    state = fold(all_done(filled(ann=2, bob=2, cem=1), ANN, BOB, CEM), SheetCounted(BOB, "coins", 1))
    assert (state.done, state.finished) == ({CEM}, False)
    state = all_done(state, ANN, BOB)
    assert [one.place for one in result(state)] == [2, 1, 3]


def test_who_is_equal_in_all_shares_the_victory():
    state = all_done(filled(ann=2, bob=2, cem=1), ANN, BOB, CEM, ANN, BOB)
    assert [one.place for one in result(state)] == [1, 1, 3]


def test_a_tie_that_the_sheets_break_already_is_not_asked_for():
    state = fold(filled(ann=2, bob=2, cem=1), SheetSet(ANN, "coins", 3), SheetSet(BOB, "scrolls", 1))
    assert all_done(state, ANN, BOB, CEM).finished


def test_a_tie_in_points_is_asked_for_although_a_row_that_breaks_it_was_entered_for_a_card():
    """Keys score by a card here, so they are no sign that anybody counted Coins; older logs took them for one."""
    tied = fold(
        replace(STATE, cards=("keys", "few_passages", "high_base")),
        *(SheetSet(ANN, row, number) for row, number in (("corked", 4), ("keys", 3), ("passages", 2))),
        *(SheetSet(BOB, row, number) for row, number in (("corked", 4), ("corks", 9), ("passages", 2))),
        SheetDone(ANN),
    )
    tied = replace(tied, done=tied.done | {CEM})
    assert done(tied, seat=BOB, by_points=True, at=5.0)[-1] == TieFound((ANN, BOB))
    assert end(tied, by_points=True, at=5.0)[-1] == TieFound((ANN, BOB))
    assert isinstance(done(tied, seat=BOB, at=5.0)[-1], GameFinished)
    counted = fold(tied, SheetSet(ANN, "coins", 1), SheetSet(BOB, "coins", 12))
    assert isinstance(end(counted, by_points=True, at=5.0)[-1], GameFinished)


def test_the_host_is_asked_for_a_tie_once():
    state = filled(ann=2, bob=2)
    assert end(state, at=5.0) == [TieFound((ANN, BOB))]
    assert end(fold(state, TieFound((ANN, BOB))), at=5.0) == [GameFinished(5.0, (CEM,))]


def test_those_who_say_that_nothing_stands_have_a_score_and_those_who_say_nothing_have_none():
    state = fold(filled(SEEN, bob=2), SheetDone(ANN))
    assert end(replace(state, caught=(*SEEN.caught[:2], ("blue",))), at=5.0) == [GameFinished(5.0, (CEM,))]


def test_those_without_a_score_tie_with_nobody():
    assert end(filled(ann=0), at=5.0) == [GameFinished(5.0, (BOB, CEM))]


def test_a_tie_is_not_asked_for_of_those_who_have_said_what_breaks_it():
    for row, said in (("coins", True), ("scrolls", True), ("keys", False)):
        state = fold(filled(ann=2, bob=2, cem=1), *(SheetSet(seat, row, 3) for seat in (ANN, BOB)))
        assert all_done(state, ANN, BOB, CEM).finished == said


def test_trophies_of_either_kind_cost_the_same_djinn():
    state = fold(SEEN, SheetSet(ANN, "trophies_30", 1), SheetSet(ANN, "trophies_36", 1))
    assert sheet_of(state, ANN).corked == 5


def test_who_entered_no_circle_is_asked_where_the_djinn_are():
    """They all count as corked until somebody says so; a sheet may be done all the same, as in older logs."""
    touched = fold(SEEN, SheetSet(ANN, "coins", 3))
    assert "in Spell Circles" in str(unplaced(touched, ANN))
    assert unplaced(fold(touched, SheetSet(ANN, "circled", 0)), ANN) is None
    assert unplaced(filled(ann=7), ANN) is None
