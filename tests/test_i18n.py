"""How wide names are, so that a picture sets only those closer that need it, and how numbers are written."""

import pytest
import regex

from companion.language.i18n import MARKS, breadth, characters, initial, say_number, short, translate
from companion.language.texts import Text, with_sign


@pytest.mark.parametrize(
    ("narrow", "wide"), [("Illi", "Anna"), ("Anna", "Mmmm"), ("Anna", "雪雪雪雪"), ("A", "👨‍👩‍👧‍👦"), ("", "i")]
)
def test_a_name_of_wide_letters_is_wider(narrow, wide):
    assert breadth(narrow) < breadth(wide)


def test_marks_and_joined_signs_take_no_room_of_their_own():
    assert breadth("e\u0301") == breadth("é") == breadth("e")
    assert breadth("👨‍👩‍👧‍👦") == breadth("雪")


def test_letters_before_the_first_mark_stand_alone():
    """So that a name of them needs nothing that knows how others are joined."""
    alone = "".join(map(chr, range(32, ord(MARKS))))
    assert characters(alone) == regex.findall(r"\X", alone) == list(alone)
    assert characters(alone + MARKS)[-1] == alone[-1] + MARKS


def test_a_name_is_cut_between_what_a_reader_sees():
    assert [initial(name) for name in ("", "dörte", "e\u0301va", "👨‍👩‍👧‍👦")] == ["?", "D", "E\u0301", "👨‍👩‍👧‍👦"]
    assert [short(name, 2) for name in ("Ann", "Al", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦")] == ["A…", "Al", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ann", "Bob"], ["A", "B"]),
        (["Anna", "Alex", "Bob"], ["An", "Al", "B"]),
        (["anna", "Alex"], ["An", "Al"]),
        (["Anna", "Ann"], ["Aa", "A"]),
        (["Anna", "Andi", "Anke"], ["An", "Ad", "Ak"]),
        (["Player 1", "Player 2"], ["P1", "P2"]),
        (["Player 1", "Player 2", "Player 10", "Player"], ["1", "2", "10", "P"]),
        (["Anna 10", "Al 7"], ["An", "Al"]),
        (["R2D10", "R2D2", "Room 101"], ["R1", "R2", "Rm"]),
        (["Anna B", "Anna C"], ["AB", "AC"]),
        (["Al B", "Al"], ["AB", "A"]),
        (["Eva", "E\u0301va"], ["E", "E\u0301"]),
        (["W", "Wu"], ["W", "Wu"]),
    ],
)
def test_names_that_begin_alike_are_told_apart_by_a_second_letter(names, letters):
    assert [initial(name, names) for name in names] == letters


def test_a_number_below_zero_has_a_true_minus_on_a_page_and_none_in_a_list_for_a_sheet():
    told = Text("%(name)s: %(life)s", name="Ann", life=-3)
    assert (translate(-3), with_sign(-3), with_sign(3)) == ("−3", "−3", "+3")
    assert str(told) == "Ann: -3"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["1 play", "999 plays", "1,000 plays"]), ("de", ["1 Partie", "999 Partien", "1.000 Partien"])],
)
def test_a_large_count_is_written_as_the_language_does(app, language, said):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert [say_number("%(num)s play", "%(num)s plays", num) for num in (1, 999, 1000)] == said
