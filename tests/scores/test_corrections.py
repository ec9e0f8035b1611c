from dataclasses import replace

import pytest

from companion.language.texts import Text, listed
from companion.scores.charts import SINCE, band, bars, curve, picture, seen, sources, wrapped
from companion.scores.model import Stretch, correct, streaks
from companion.table.finished import Line, Play, Player
from companion.table.log import Refusal
from tests.scores.entries import corrected

TROPHIES = Line("trophies", Text("Trophies"), 60, Text("%(count)s times 30.", count=2))
CORKED = Line("corked", Text("Djinn in corked Bottles"), 20, Text("10 points for each of %(count)s.", count=2))
ANN = Player("Ann", "red", 1, 80, 3, (TROPHIES, CORKED))
BOB = Player("Bob", "blue", 2, 60, 5, (TROPHIES,))
PLAY = Play(1, "djinn", "K7QFM", 1000.0, {"players": 2}, "", (ANN, BOB))


def test_a_correction_leaves_who_won():
    """Points decide few games; whoever ranks anew has to ask for it."""
    after = correct(PLAY, players=[("Ann", 80), ("Bob", 95)], note="")
    assert [player.place for player in after.players] == [1, 2]


def test_corrected_points_rank_anew_and_explain_themselves():
    after = corrected(PLAY, (80, 95), "counted again")
    ann, bob = after.players
    assert (ann.place, bob.place, after.note) == (2, 1, "counted again")
    assert [(line.id, line.points) for line in bob.lines] == [("trophies", 60), ("corrected", 35)]
    assert ann.lines == ANN.lines


def test_a_tie_is_decided_by_the_tie_break():
    assert [player.place for player in corrected(PLAY, (80, 80)).players] == [2, 1]


def test_a_tie_that_nothing_decides_is_shared():
    tied = replace(PLAY, players=(ANN, replace(BOB, tie_break=3)))
    assert [player.place for player in corrected(tied, (80, 80)).players] == [1, 1]


CEM = Player("Cem", "green", 3, None, None, ())
"""Whose sheet was empty when the others ended the game."""


@pytest.mark.parametrize(
    ("points", "places"), [((40, 60, None), [2, 1, 3]), ((80, 60, 95), [2, 3, 1]), ((80, 60, 0), [1, 2, 3])]
)
def test_where_one_has_no_score_the_others_are_ranked_anew_and_so_is_that_one_with_a_score(points, places):
    """Who went home early may send the sheet later."""
    play = replace(PLAY, players=(ANN, BOB, CEM))
    assert [player.place for player in corrected(play, points).players] == places


def test_a_second_correction_replaces_the_first():
    once = corrected(PLAY, (80, 95))
    twice = corrected(once, (80, 50))
    assert [line.points for line in twice.players[1].lines] == [60, -10]
    assert corrected(twice, (80, 60)) == PLAY


def test_a_lost_solo_game_stays_lost():
    """Places are recomputed only where points decided them."""
    lost = replace(PLAY, players=(replace(ANN, place=2),))
    assert corrected(lost, (99,)).players[0].place == 2


def test_a_game_without_points_can_be_renamed():
    won = replace(PLAY, players=(replace(ANN, points=None, lines=()),))
    assert correct(won, players=[("Dee", None)], note="").players == (replace(won.players[0], name="Dee"),)


def test_a_new_name_differs_from_the_others_by_more_than_capital_letters():
    with pytest.raises(Refusal, match="same name") as refused:
        correct(PLAY, players=[("Ann", 80), ("ANN", 60)], note="")
    assert [*refused.value.faults] == ["players-1-name"]
    assert correct(PLAY, players=[("ANN", 80), ("Bob", 60)], note="").players[0].name == "ANN"
    alike = replace(PLAY, players=(ANN, replace(BOB, name="ann")))  # from when that was not refused
    assert correct(alike, players=[("Ann", 80), ("ann", 60)], note="again").note == "again"


def test_points_typed_in_without_lines_need_none():
    won = replace(PLAY, players=(replace(ANN, points=None, lines=()),))
    assert correct(won, players=[("Ann", 40)], note="").players[0].lines == ()


def test_points_cannot_be_left_empty():
    with pytest.raises(Refusal, match="Bob's points"):
        correct(PLAY, players=[("Ann", 80), ("Bob", None)], note="")


def test_every_player_must_be_there():
    with pytest.raises(Refusal, match="2 players"):
        correct(PLAY, players=[("Ann", 80)], note="")


def test_who_began_is_renamed_with_the_player():
    began = replace(PLAY, options={"started": "Bob"})
    assert correct(began, players=[("Ann", 80), ("Dee", 60)], note="").options == {"started": "Dee"}


@pytest.mark.parametrize(
    ("won", "last", "longest"), [("", 0, 0), ("0", 0, 0), ("1", 1, 1), ("1101", 1, 2), ("0110", 0, 2), ("10111", 3, 3)]
)
def test_wins_in_a_row_are_those_at_the_end_and_the_most_anywhere(won, last, longest):
    assert streaks(won) == (last, longest)


def test_bars_share_one_scale_are_as_long_as_the_points_and_say_how_many_each_source_gave():
    minus = Line("other", Text("Other points"), -20, Text("As agreed at the table."))
    (_, ann), (_, bob) = bars((ANN, replace(BOB, lines=(TROPHIES, minus))))
    assert [(int(part.text), part.start, part.width) for part in ann] == [(60, 0, 75), (20, 75, 25)]
    assert [(int(part.text), part.start, part.width) for part in bob] == [(60, 0, 50)]


def test_a_source_that_gave_nobody_anything_is_not_explained():
    nothing = Line("coins", Text("Coins"), 0, Text("Only in a tie."))
    players = (replace(ANN, lines=(nothing, *ANN.lines)), replace(BOB, lines=(nothing, *BOB.lines)))
    assert [one.id for one in seen(players)] == [line.id for line in ANN.lines]
    assert [part.text for _, segments in bars(players) for part in segments if part.text == "0"] == []


def test_bars_of_nothing_are_empty():
    assert bars((replace(ANN, lines=()),)) == [(replace(ANN, lines=()), [])]
    assert sources(()) == {}


@pytest.mark.parametrize(
    ("steps", "turns", "drawn"),
    [
        ([("Ann", 1)], 4, [("red", "Ann", 0, 100)]),
        ([("Ann", 1), ("Bob", 4)], 4, [("red", "Ann", 0, 75), ("blue", "Bob", 75, 25)]),
        ([("Bob", 3), ("Zoe", 5)], 6, [("blue", "Bob", 0, 50), ("grey", "Zoe", 50, 50)]),
        ([("Ann", 1), ("Bob", 5)], 4, []),
        ([("Ann", 3), ("Bob", 3)], 4, []),
        ([("Ann", "x")], 4, []),
        ([("Ann", 1)], None, []),
        ([], 4, []),
    ],
)
def test_a_band_spans_the_turns_that_are_told(steps, turns, drawn):
    said = listed([Text(SINCE, name=name, turn=turn) for name, turn in steps] or [Text("-")])
    assert [tuple(part) for part in band(said, turns, {"Ann": "red", "Bob": "blue"})] == drawn


def stretches(*points):
    """Make a stretch of plays for each (least, most), the average in the middle."""
    return [Stretch(2, 0.0, least, most, (least + most) / 2) for least, most in points]


def test_a_curve_spans_its_box():
    drawn = curve(stretches((10, 20), (30, 50), (20, 20)), width=300, height=80)
    assert (drawn.least, drawn.most, drawn.single) == (10, 50, False)
    assert drawn.line == [(0, 70), (150, 20), (300, 60)]
    assert drawn.band == [(0, 60), (150, 0), (300, 60), (300, 60), (150, 40), (0, 80)]


def test_one_play_makes_no_curve():
    assert curve(stretches((7, 7)), width=300, height=80) is None
    assert curve([Stretch(1, 0.0, 7, 7, 7.0)] * 2, width=300, height=80).line == [(0, 0), (300, 0)]


def test_a_picture_lays_out_players_then_sources_in_two_columns_then_facts():
    lines = tuple(Line(id, Text(id), 10, Text(id)) for id in ("keys", "lamps", "rings"))
    drawn = picture(
        [Player("Ann", "red", 1, 30, None, lines), Player("Bob", "blue", 2, 0, None, ())], ["Turns: 9"], "Djinn"
    )
    assert [(y, player.name) for y, player, *_ in drawn.rows] == [(250, "Ann"), (400, "Bob")]
    assert [(one.start, one.width) for one in drawn.rows[0][2]] == [(0.0, 320.0), (320.0, 320.0), (640.0, 320.0)]
    assert [(x, y, source.id) for x, y, source, _ in drawn.sources] == [
        (60, 550, "keys"),
        (550, 550, "lamps"),
        (60, 602, "rings"),
    ]
    assert drawn.facts == [(674, "Turns: 9")]
    assert (drawn.height, drawn.inner) == (726, 686)


def test_a_picture_without_sources_and_facts_has_low_rows():
    drawn = picture([Player("Ann", "red", 1, None, None, ())], [], "Djinn")
    assert (drawn.height, drawn.sources, drawn.facts) == (350, [], [])


def test_a_picture_cuts_no_text_and_makes_room_for_all_of_it():
    long = " ".join(["Scheherazade"] * 12)
    players = [
        Player("W" * 24, "red", 1, 30, None, (Line("keys", long, 30, Text("why")),)),
        Player("Bob", "blue", 2, 0, None, ()),
    ]
    drawn = picture(players, [long], long)
    (top, _, _, name, _), (below, *_) = drawn.rows
    assert "".join(line for _, line in name) == "W" * 24
    assert below - top == 150 + 44 * (len(name) - 1)
    for lines in (drawn.title, drawn.sources[0][3], drawn.facts):
        assert " ".join(line for _, line in lines) == long
    assert [y for y, _ in drawn.facts] == sorted({y for y, _ in drawn.facts})
    assert drawn.height > max(y for y, _ in drawn.facts)


@pytest.mark.parametrize("text", ["", " ", "a", "x" * 99, "Ann  Bob", "日本語" * 9])
def test_lines_are_as_wide_as_they_may_be(text):
    lines = wrapped(text, width=100, size=10)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= 28 for line in lines)
