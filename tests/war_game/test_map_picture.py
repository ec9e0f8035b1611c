"""The map as it is seen: which way round, and what its squares show."""

import pytest

from companion.games.war_game.facts.board import LANDS_AT, Board, neighbours
from companion.games.war_game.pages.picture import picture, seen_at
from companion.games.war_game.state.model import Creature

LANDS = dict.fromkeys(LANDS_AT, "plains")
TWO, FOUR = Board(LANDS), Board(LANDS, ("A", "B", "C", "D"))


def rows(board, **how):
    """List the places of the picture row by row."""
    return [row.replace(".", " ").strip() for row in cells(board, **how)]


def cells(board, **how):
    """List the cells of the picture row by row, empty ones as a dot each."""
    shown = picture(board, (), {}, **how)
    places = [one.place if one else "." for one in shown.cells]
    return [" ".join(places[at : at + shown.columns]) for at in range(0, len(places), shown.columns)]


def test_on_a_phone_the_own_stronghold_lies_below_and_b_at_the_left():
    assert rows(TWO) == ["C", "15 25 35", "14 24 34", "13 23 33", "12 22 32", "11 21 31", "A"]
    assert rows(FOUR)[3] == "B 13 23 33 D"
    assert rows(TWO, below="C") == [" ".join(reversed(row.split())) for row in reversed(rows(TWO))]
    assert rows(FOUR, below="D")[3] == "D 33 23 13 B"


def test_cells_without_a_place_are_empty():
    assert cells(TWO) == [". C .", "15 25 35", "14 24 34", "13 23 33", "12 22 32", "11 21 31", ". A ."]
    assert cells(Board(LANDS, ("A", "B", "C"), 1), lying=True) == [
        ". B . . . . .",
        ". 11 12 13 14 15 .",
        "A 21 22 23 24 25 C",
        ". 31 32 33 34 35 .",
    ]


@pytest.mark.parametrize("how", [{"below": "A"}, {"below": "B"}, {"below": "C"}, {"below": "D"}, {"lying": True}])
def test_rows_and_columns_are_counted_from_the_top_left(how):
    squares = picture(FOUR, (), {}, **how).squares
    assert {min(one.row for one in squares), min(one.column for one in squares)} == {0}
    assert sorted([max(one.row for one in squares), max(one.column for one in squares)]) == [4, 6]


def test_a_screen_in_the_middle_shows_it_as_the_text_does():
    assert rows(FOUR, lying=True) == ["B", "11 12 13 14 15", "A 21 22 23 24 25 C", "31 32 33 34 35", "D"]
    assert rows(TWO, lying=True)[1] == "A 21 22 23 24 25 C"
    assert [one.column for one in picture(FOUR, (), {}, lying=True).squares if one.place in "BD"] == [3, 3]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("how", [{"below": "A"}, {"below": "B"}, {"below": "C"}, {"below": "D"}, {"lying": True}])
@pytest.mark.parametrize("column", [1, 3, 5])
def test_what_is_adjacent_is_seen_side_by_side(how, column):
    board = Board(LANDS, ("A", "B", "C", "D"), column)
    for place in board.places:
        row, across = seen_at(board, place, **how)
        beside = {other for other in board.places if other in neighbours(board, place)}
        seen = {
            other
            for other in board.places
            if abs(seen_at(board, other, **how)[0] - row) + abs(seen_at(board, other, **how)[1] - across) == 1
        }
        assert beside == seen, place


def at(*creatures):
    """Show what stands in 23: as many (seat, power, toughness, damage) as given."""
    ones = [
        Creature(id, seat, "23", power, toughness, damage=damage)
        for id, (seat, power, toughness, damage) in enumerate(creatures)
    ]
    [square] = [one for one in picture(TWO, ones, {"23": "go fight"}).squares if one.place == "23"]
    return square


def test_a_creature_is_shown_as_it_is_now():
    square = at((0, 2, 2, 1), (1, 1, 1, 0))
    assert [(one.seat, one.text, one.hurt) for one in square.tokens] == [(0, "2/1", True), (1, "1/1", False)]
    assert (dict(square.many), square.land, square.marks) == ({0: 1, 1: 1}, "plains", "go fight")


@pytest.mark.parametrize(
    ("strongholds", "standing", "lying"),
    [("AC", 3, 7), ("ABCD", 5, 7), ("ABC", 4, 7), ("ACD", 4, 7), ("AB", 4, 6), ("BD", 5, 5), ("BCD", 5, 6)],
)
def test_no_column_of_the_map_is_empty(strongholds, standing, lying):
    for below in strongholds:
        for lies, columns in ((False, standing), (True, lying)):
            shown = picture(Board(LANDS, tuple(strongholds)), [], {}, below=below, lying=lies)
            assert {one.column for one in shown.squares} == {*range(columns)}
            assert shown.columns == columns


def test_a_crowd_is_counted_by_player():
    assert [one.text for one in at(*[(0, 1, 1, 0)] * 4).tokens] == ["1/1"] * 4
    assert [one.text for one in at(*[(0, 1, 1, 0)] * 4, (1, 2, 2, 0)).tokens] == ["×4", "2/2"]
    assert [one.text for one in at((0, 12, 12, 0), (0, 1, 1, 0)).tokens] == ["12/12", "1/1"]
    assert [one.text for one in at((0, 12, 12, 0), (0, 1, 1, 0), (1, 1, 1, 0)).tokens] == ["×2", "1/1"]


@pytest.mark.parametrize(("strongholds", "wide"), [("AC", False), ("BD", True), ("ABD", True), ("ABCD", True)])
def test_where_b_or_d_is_in_play_the_map_is_wide(strongholds, wide):
    assert picture(Board(LANDS, tuple(strongholds)), (), {}).wide == wide
