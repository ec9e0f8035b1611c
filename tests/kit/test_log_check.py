"""What the check of a log finds, one entry at a time: what was drawn, what the table chose, and what makes no sense."""

from functools import reduce
from random import Random

import pytest

from companion.games.djinn import fairness, game
from companion.games.djinn.facts.events import LayoutDrawn, StartDrawn, StepTicked, StepUnticked, TilePicked
from companion.games.djinn.setup import deal
from companion.kit.fairness import log_check as check_module
from companion.kit.fairness.committed_random import WordSaid
from companion.kit.fairness.log_check import Draw
from companion.table.log import Entry, Refusal

OPENING = tuple(deal.open_game(game.start(), players=2, first_game=False, longer=False, rng=Random(7)))
STATE = reduce(game.evolve, OPENING, game.start())
DUE = deal.draw(STATE, "start")


def check(*entries, told=(STATE.commitment,)):
    """Check the opening of a table and more entries of one move each."""
    log = [Entry(1, 0.0, None, "open_game", OPENING)]
    log += [Entry(seq, 0.0, None, move, (event,)) for seq, (move, event) in enumerate(entries, 2)]
    return list(fairness.checker(game, 2, told).check(log))


def test_every_draw_of_an_opening_is_the_first_of_its_kind():
    found = {type(draw.event).__name__: draw for draw in check()}
    assert found.keys() >= {"LayoutDrawn", "PassagesRemoved", "StartDrawn", "DjinnDrawn", "TrophiesDrawn"}
    assert all(draw.fits and not (draw.by_table or draw.also) for draw in found.values())
    assert {draw.number for name, draw in found.items() if name != "SecretDrawn"} == {1}


def test_draws_are_counted_each_for_its_kind():
    """Who begins is drawn a second time here, after one draw of every other kind."""
    draw = check(("reroll", DUE))[-1]
    assert (draw.event, draw.number, draw.fits) == (DUE, 2, True)


def test_of_a_secret_that_is_not_told_nothing_is_known():
    assert check(told=()) == []


@pytest.mark.parametrize(("seat", "also"), [(DUE.seat, True), (1 - DUE.seat, False)])
def test_what_the_table_drew_is_marked_if_the_secret_gives_the_same(seat, also):
    draw = check(("set_start", StartDrawn(seat, by_hand=True)))[-1]
    assert (draw.seq, draw.by_table, draw.also, draw.fits) == (2, True, also, True)


def test_a_draw_that_does_not_follow_is_named_and_what_comes_then_need_not_be_a_game():
    found = check(("reroll", LayoutDrawn({})))
    (draw,) = [one for one in found if isinstance(one, Draw) and not one.fits]
    assert (draw.seq, draw.fitting) == (2, 0)


def test_a_state_that_is_no_game_makes_no_sense():
    with pytest.raises(Refusal, match="Entry 2 makes no sense"):
        check(("pick", TilePicked(0, "camel")))
    with pytest.raises(Refusal, match="Entry 3 makes no sense"):
        check(("tick", StepTicked("board", 0)), ("pick", TilePicked(0, "camel")))


def test_of_a_long_log_only_some_states_are_looked_at(monkeypatch):
    monkeypatch.setattr(check_module, "CHECKED", 1)
    assert check(("pick", TilePicked(0, "camel")))
    monkeypatch.setattr(check_module, "CHECKED", 2)
    with pytest.raises(Refusal, match="Entry 3 makes no sense"):
        check(("pick", TilePicked(0, "camel")), ("tick", StepTicked("board", 0)), ("untick", StepUnticked("board")))


def test_a_players_word_is_the_tables_own():
    (draw,) = [one for one in check(("say_word", WordSaid(0, "Opal"))) if isinstance(one, Draw) and one.seq == 2]
    assert (draw.by_table, draw.fits) == (True, True)


def test_a_move_of_an_older_version_draws_nothing():
    checker = fairness.checker(game, 2, ())
    assert checker.asked(STATE, Entry(2, 0.0, None, "ancient", ()), by_chance=True) == []
    assert checker.asked(STATE, Entry(2, 0.0, None, "ancient", ()), by_chance=False) is None
