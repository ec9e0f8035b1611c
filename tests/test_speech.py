"""How wide names are, so that a picture sets only those closer that need it."""

import pytest

from companion.web.speech import breadth


@pytest.mark.parametrize(
    ("narrow", "wide"), [("Illi", "Anna"), ("Anna", "Mmmm"), ("Anna", "雪雪雪雪"), ("A", "👨‍👩‍👧‍👦"), ("", "i")]
)
def test_a_name_of_wide_letters_is_wider(narrow, wide):
    assert breadth(narrow) < breadth(wide)


def test_marks_and_joined_signs_take_no_room_of_their_own():
    assert breadth("e\u0301") == breadth("é") == breadth("e")
    assert breadth("👨‍👩‍👧‍👦") == breadth("雪")
