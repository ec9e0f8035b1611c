"""The encounter: rows, paragraphs, and the sections one may choose."""

import pytest
from hypothesis import given, strategies as st

from companion.games.tales.facts.encounter import Choice, Section, chart_row, open_sections, paragraphs


@pytest.mark.parametrize(
    ("die", "space", "destiny", "row"),
    [
        (4, 2, 3, 7),
        (5, 5, 6, 12),
        (6, 5, 5, 12),  # 13 is resolved as 12
        *((3, 0, destiny, row) for destiny, row in [(0, 3), (2, 3), (3, 4), (4, 4), (5, 5), (9, 5)]),
    ],
)
def test_die_space_and_destiny_make_the_row(die, space, destiny, row):
    """Rules, Encounters 1."""
    assert chart_row(die, space, destiny) == row


@pytest.mark.parametrize("roll", [(0, 0, 0), (7, 0, 0), (1, -1, 0), (1, 0, -1)])
def test_an_impossible_roll_is_a_value_error(roll):
    with pytest.raises(ValueError, match="no roll"):
        chart_row(*roll)


@given(st.integers(1, 6), st.integers(0, 9), st.integers(0, 30))
def test_more_destiny_never_lowers_a_row(die, space, destiny):
    assert 1 <= chart_row(die, space, destiny) <= chart_row(die, space, destiny + 1) <= 12


def test_the_destiny_die_leads_one_down_or_up():
    """Rules, Encounters 3."""
    assert paragraphs(842) == (841, 842, 843)
    assert paragraphs(2) == (1, 2, 3)
    with pytest.raises(ValueError, match="no number of a matrix"):
        paragraphs(1)


LUCK, WISDOM = Section(frozenset({"luck"})), Section(frozenset({"wisdom", "lost"}), mandatory=True)
MAGIC = Section(frozenset({"magic"}), True)


@pytest.mark.parametrize(
    ("own", "choice"),
    [
        ({"luck"}, Choice((0,), none=True)),
        ({"luck", "wisdom"}, Choice((1,), none=False)),  # a mandatory one goes before
        ({"lost"}, Choice((1,), none=False)),  # a status opens it as well
        ({"magic", "lost", "luck"}, Choice((1, 2), none=False)),  # of several one is chosen: our reading
        ({"piety"}, Choice((), none=True)),
        (set(), Choice((), none=True)),
    ],
)
def test_own_headings_open_sections(own, choice):
    """Rules, Skills."""
    sections = [LUCK, WISDOM, MAGIC]
    assert open_sections(sections, own) == choice
    assert sections == [LUCK, WISDOM, MAGIC]


def test_a_paragraph_without_sections_has_none():
    assert open_sections([], ["luck"]) == Choice((), none=True)
    assert open_sections([LUCK, LUCK], ["luck"]) == Choice((0, 1), none=True)
