"""The numbers of the rulebook that the rules pages and the pages of a game say."""

from companion.games.djinn.facts import CONTENTS, DECK_SIZES, PLAYER_COUNTS, START, WORKED_OUT
from companion.games.djinn.facts.sheet import ROWS
from companion.games.djinn.scoring.scoring import Score
from companion.games.djinn.text.result import sources
from companion.language.texts import Text
from companion.table.finished import Line

ROWS_OF_THE_SHEET = {row.id: (row.least, row.most, row.in_all) for row in ROWS}


def test_what_follows_from_the_printed_numbers():
    """Game Components, Setup, Character Tiles and Solo Play Setup of the rulebook, added up."""
    assert WORKED_OUT == {
        "djinn": 36,
        "mages": 32,
        "equipment": 27,
        "green": 10,
        "red": 10,
        "passages_left": 4,
        "fewer_coins": 3,
        "less_magic": 3,
        "least_deck": 12,
        "most_deck": 15,
    }
    assert [*DECK_SIZES] == [12, 13, 14, 15]
    assert [*PLAYER_COUNTS] == [1, 2, 3, 4]


def test_a_sheet_holds_what_the_box_holds():
    """Game Components: least and most of one player, and of all together where that is less than each could hold."""
    assert ROWS_OF_THE_SHEET == {
        "trophies_30": (0, 21, None),
        "trophies_36": (0, 21, None),
        "corked": (0, 48, None),
        "circled": (0, 4, None),
        "bottles": (0, 999, None),
        "corks": (0, 999, None),
        "coins": (0, 999, None),
        "scrolls": (0, 999, None),
        "keys": (0, 12, 12),
        "staves": (0, 9, 9),
        "hats": (0, 9, 9),
        "cloaks": (0, 9, 9),
        "passages": (0, 4, None),
        "mages": (0, 32, 32),
        "mages_active": (0, 32, None),
        "mages_with_key": (0, 16, 16),
        "inactive_circles": (0, 2, None),
        "capacity": (5, 8, None),
        "base": (0, 2, None),
        "other": (-999, 999, None),
    }
    assert (START.capacity, START.base) == (CONTENTS.least_capacity, 0)


def test_only_what_gave_anybody_points_is_a_source_and_other_points_come_last():
    def line(id, points):
        return Line(id, Text(id), points, Text("why"))

    scores = [Score((line("other", 2), line("keys", 0), line("corks", 0)), 2), Score((line("keys", 3),), 3)]
    assert [*sources(scores)] == ["keys", "other"]
