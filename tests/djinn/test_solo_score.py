"""The score against Tom, and the tasks."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.scoring import scoring
from companion.games.djinn.solo import tasks, tom_game


def test_each_card_left_scores_ten():
    """Add 10 points a card (rulebook, Solo Play End of the Game)."""
    sheet = Sheet(trophies_30=1, coins=5, other=-2)
    score = tom_game.score(sheet, cards_left=3)
    assert score.total == 30 - 2 + 30
    assert score.lines[:-1] == scoring.score(sheet).lines
    assert (score.lines[-1].id, score.lines[-1].points) == ("cards_left", 30)
    assert score.lines[-1].why == "3 × 10 points"


def test_scoring_cards_do_not_count_against_tom():
    """Play without them (rulebook, Solo Play Setup)."""
    assert tom_game.score(Sheet(private_card="low_capacity"), cards_left=0).total == 0


MODEST = {"two_active_circles", "low_capacity", "one_equipment_type", "two_mages", "no_key_mage", "no_passages"}
"""The tasks that a sheet meets before anything is entered."""


@pytest.mark.parametrize(
    ("sheet", "gained", "missed"),
    [
        (Sheet(), set(), set()),
        (Sheet(mages=2), set(), set()),
        (Sheet(mages=3), set(), {"two_mages"}),
        (Sheet(mages=7), set(), {"two_mages"}),
        (Sheet(mages=8), {"eight_mages"}, {"two_mages"}),
        (Sheet(mages=1, mages_with_key=1), set(), {"no_key_mage"}),
        (Sheet(staves=2, hats=2, cloaks=2), {"two_sets"}, {"one_equipment_type"}),
        (Sheet(staves=9, hats=2, cloaks=1), set(), {"one_equipment_type"}),
        (Sheet(hats=9), set(), set()),
        (Sheet(hats=1, cloaks=1), set(), {"one_equipment_type"}),
        (Sheet(trophies_30=2), set(), set()),
        (Sheet(trophies_30=2, trophies_36=1), {"three_trophies"}, set()),
        (Sheet(coins=9), set(), set()),
        (Sheet(coins=10), {"ten_coins"}, set()),
        (Sheet(keys=2), set(), set()),
        (Sheet(keys=3), {"three_keys"}, set()),
        (Sheet(inactive_circles=1), set(), {"two_active_circles"}),
        (Sheet(capacity=6), set(), set()),
        (Sheet(capacity=7), set(), {"low_capacity"}),
        (Sheet(passages=1), set(), {"no_passages"}),
    ],
)
def test_tasks_follow_the_sheet(sheet, gained, missed):
    """Meet what the table of the rulebook's Solo Play asks for; not beyond space 6 includes 6 (facts 7.5)."""
    assert tasks.met(sheet) == MODEST - missed | gained


def test_there_are_eleven_tasks():
    """Take them in the order of the rulebook's table (rulebook, Solo Play)."""
    assert [task.id for task in tasks.TASKS] == [
        *("eight_mages", "two_sets", "three_trophies", "ten_coins", "three_keys"),
        *("two_active_circles", "low_capacity", "one_equipment_type", "two_mages", "no_key_mage", "no_passages"),
    ]
    assert all(task.label for task in tasks.TASKS)


@pytest.mark.parametrize("box", scoring.ROWS, ids=lambda box: box.id)
def test_a_box_that_decides_anything_is_asked_for(box):
    sheets = [replace(Sheet(staves=1, hats=2, cloaks=2), **{box.id: count}) for count in (0, 2, 10)]
    if len({tasks.met(sheet) for sheet in sheets}) > 1 or len({scoring.score(sheet).total for sheet in sheets}) > 1:
        assert box.id in tom_game.NEEDED | {"other"}
