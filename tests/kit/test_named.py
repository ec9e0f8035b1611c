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
        ("wen kann Bobs Kreatur angreifen", 1, "wen kann Kreatur angreifen"),
        ("who can Bob’s creature attack", 1, "who can creature attack"),
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


@pytest.mark.parametrize(
    ("query", "seat"),
    [("can I attack Bob", 3), ("darf ich Bob angreifen", 3), ("can Bob attack me", 1), ("is my Bob next", 3)],
)
def test_who_says_i_first_asks_for_the_own_seat(query, seat):
    assert asked_about(query, NAMES, 3) == seat


def test_who_says_i_on_a_phone_without_a_seat_asks_for_nobody_named():
    assert asked_about("can I attack Bob", NAMES, None) is None


@pytest.mark.parametrize("names", [("Ann", "Ann B", "B"), ("Ann B", "B", "Ann")])
def test_of_names_that_begin_alike_the_longer_one_is_meant(names):
    """Ann B was asked about, and Ann was answered for."""
    assert names[asked_about("whom can Ann B attack", names, None)] == "Ann B"
    assert names[asked_about("whom can Ann attack", names, None)] == "Ann"
    assert without("whom can Ann B attack", names) == "whom can attack"


@pytest.mark.parametrize("names", [("Han", "Hans"), ("Hans", "Han")])
def test_a_name_is_rather_itself_than_somebody_elses_genitive(names):
    assert names[asked_about("wen kann Hans angreifen", names, None)] == "Hans"


def test_a_name_of_two_letters_has_no_genitive():
    """Else a player called A would be asked about by each "as"."""
    assert asked_about("can it attack as that", ("A", "Bob"), None) is None
