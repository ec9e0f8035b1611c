from dataclasses import replace

import pytest

from companion.scores.charts import bars, curve, sources
from companion.scores.record import Line, Play, Player, Result, changes, correct, summarize
from companion.table.log import Refusal
from companion.text import Text

TROPHIES = Line("trophies", Text("Trophies"), 60, Text("%(count)s times 30.", count=2))
CORKED = Line("corked", Text("Djinn in corked Bottles"), 20, Text("10 points for each of %(count)s.", count=2))
ANN = Player("Ann", "red", 1, 80, 3, (TROPHIES, CORKED))
BOB = Player("Bob", "blue", 2, 60, 5, (TROPHIES,))
PLAY = Play(1, "djinn", "K7QFM", 1000.0, {"players": 2}, "", (ANN, BOB))


def test_corrected_points_rank_anew_and_explain_themselves():
    after = correct(PLAY, players=[("Ann", 80), ("Bob", 95)], note="counted again")
    ann, bob = after.players
    assert (ann.place, bob.place, after.note) == (2, 1, "counted again")
    assert [(line.id, line.points) for line in bob.lines] == [("trophies", 60), ("corrected", 35)]
    assert ann.lines == ANN.lines


def test_a_tie_is_decided_by_the_tie_break():
    after = correct(PLAY, players=[("Ann", 80), ("Bob", 80)], note="")
    assert [player.place for player in after.players] == [2, 1]


def test_a_tie_that_nothing_decides_is_shared():
    tied = replace(PLAY, players=(ANN, replace(BOB, tie_break=3)))
    after = correct(tied, players=[("Ann", 80), ("Bob", 80)], note="")
    assert [player.place for player in after.players] == [1, 1]


def test_a_second_correction_replaces_the_first():
    once = correct(PLAY, players=[("Ann", 80), ("Bob", 95)], note="")
    twice = correct(once, players=[("Ann", 80), ("Bob", 50)], note="")
    assert [line.points for line in twice.players[1].lines] == [60, -10]
    assert correct(twice, players=[("Ann", 80), ("Bob", 60)], note="") == PLAY


def test_a_lost_solo_game_stays_lost():
    """Places are recomputed only where points decided them."""
    lost = replace(PLAY, players=(replace(ANN, place=2),))
    assert correct(lost, players=[("Ann", 99)], note="").players[0].place == 2


def test_a_game_without_points_can_be_renamed():
    won = replace(PLAY, players=(replace(ANN, points=None, lines=()),))
    assert correct(won, players=[("Dee", None)], note="").players == (replace(won.players[0], name="Dee"),)


def test_points_typed_in_without_lines_need_none():
    won = replace(PLAY, players=(replace(ANN, points=None, lines=()),))
    assert correct(won, players=[("Ann", 40)], note="").players[0].lines == ()


def test_points_cannot_be_left_empty():
    with pytest.raises(Refusal, match="points of Bob"):
        correct(PLAY, players=[("Ann", 80), ("Bob", None)], note="")


def test_every_player_must_be_there():
    with pytest.raises(Refusal, match="2 players"):
        correct(PLAY, players=[("Ann", 80)], note="")


def test_changes_name_what_differs_and_nothing_else():
    after = correct(PLAY, players=[("Ann", 80), ("Dee", 95)], note="oops")
    assert [tuple(change) for change in changes(PLAY, after)] == [
        ("Ann", "Place", 1, 2),
        ("Dee", "Name", "Bob", "Dee"),
        ("Dee", "Place", 2, 1),
        ("Dee", "Points", 60, 95),
        ("Dee", "Corrected", None, 35),
        ("", "Note", "", "oops"),
    ]


def test_changes_follow_players_whose_order_differs():
    """A table saved again lists its players by their new places."""
    assert changes(PLAY, replace(PLAY, players=(BOB, ANN))) == []


def test_summaries_count_wins_and_streaks():
    results = [
        Result("Ann", 1, 80),
        Result("Bob", 2, 60),
        Result("Ann", 1, 90),
        Result("Ann", 2, 41),
        Result("Ann", 1, None),
    ]
    ann, bob = summarize(results)
    assert (ann.plays, ann.wins, ann.best, ann.streak, ann.longest) == (4, 3, 90, 1, 2)
    assert ann.average == pytest.approx(211 / 3)
    assert (bob.name, bob.wins, bob.streak, bob.longest) == ("Bob", 0, 0, 0)


def test_bars_share_one_scale_and_are_as_long_as_the_points():
    minus = Line("other", Text("Other points"), -20, Text("As agreed at the table."))
    (_, ann), (_, bob) = bars((ANN, replace(BOB, lines=(TROPHIES, minus))))
    assert [(part.source.number, part.start, part.width) for part in ann] == [(1, 0, 75), (2, 75, 25)]
    assert [(part.source.number, part.start, part.width) for part in bob] == [(1, 0, 50)]


def test_bars_of_nothing_are_empty():
    assert bars((replace(ANN, lines=()),)) == [(replace(ANN, lines=()), [])]
    assert sources(()) == {}


def test_a_curve_spans_its_box():
    assert curve([10, 30, 20], width=300, height=80) == [(0, 80), (150, 0), (300, 40)]
    assert curve([7], width=300, height=80) == [(0, 0)]


def test_a_draw_is_no_win_and_ends_a_streak():
    (summary,) = summarize([Result("Ann", 1, None), Result("Ann", 0, None), Result("Ann", 1, None)])
    assert (summary.plays, summary.wins, summary.draws) == (3, 2, 1)
    assert (summary.streak, summary.longest) == (1, 1)
