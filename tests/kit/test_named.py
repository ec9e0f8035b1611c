"""Players whom a question names."""

import pytest

from companion.kit.rules.named import asked_about, without

NAMES = ("Ann", "Bob", "", "J. (R.)")


@pytest.mark.parametrize(
    ("query", "seat", "rest"),
    [
        ("can Ann attack Bob", 0, "can attack"),
        ("kann bob ANN angreifen", 1, "kann angreifen"),
        ("whom may J. (R.) attack?", 3, "whom may attack?"),
        ("is an annoying Bobby banned", None, "is an annoying Bobby banned"),
        ("Ann", 0, "Ann"),
        ("", None, ""),
    ],
)
def test_the_first_player_named_is_asked_about_and_names_are_left_out(query, seat, rest):
    assert asked_about(query, NAMES, None) == seat
    assert without(query, NAMES) == rest


def test_who_names_nobody_asks_for_the_own_seat():
    assert asked_about("whom can I attack", NAMES, 2) == 2
