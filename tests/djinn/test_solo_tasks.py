"""Tasks against Tom count only what somebody has counted."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts.events import SheetSet
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.scoring import scoring
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.model import State
from companion.games.djinn.text.result import options
from companion.table.log import Refusal
from tests.djinn.solo import WON, after

SOURCE = replace(WON, at_source=True, sheets=(Sheet(),), entered=(frozenset(),))
ROWS = dict.fromkeys(row for task in tom_game.TASKS for row in task.rows)


def entered(**rows):
    return after(SOURCE, [SheetSet(0, row, value) for row, value in rows.items()])


def test_an_untouched_sheet_meets_no_task():
    assert (tom_game.tasks(SOURCE), tom_game.counted(SOURCE)) == (frozenset(), frozenset())
    assert tom_game.met(SOURCE.sheets[0])


def test_a_task_counts_with_the_last_of_its_rows():
    """At most one type of Equipment is known when all three are."""
    two = entered(staves=1, hats=0)
    assert "one_equipment_type" not in tom_game.counted(two)
    three = after(two, [SheetSet(0, "cloaks", 0)])
    assert tom_game.tasks(three) == {"one_equipment_type"}
    assert tom_game.counted(three) == {"one_equipment_type", "two_sets"}


def test_the_rest_can_be_said_to_be_right_in_one_tap():
    some = entered(mages=3, coins=11)
    events = tom_game.stand(some, seat=0)
    assert [event.box for event in events] == [row for row in ROWS if row not in ("mages", "coins")]
    whole = after(some, events)
    assert (tom_game.counted(whole), tom_game.tasks(whole)) == (tom_game.TASK_IDS, tom_game.met(whole.sheets[0]))
    assert whole.sheets == some.sheets
    with pytest.raises(Refusal, match="counted already"):
        tom_game.stand(whole, seat=0)


def test_only_a_running_game_against_tom_has_a_rest():
    with pytest.raises(Refusal, match="no game yet"):
        tom_game.stand(State(), seat=0)
    with pytest.raises(Refusal, match="is over"):
        tom_game.stand(replace(SOURCE, finished=True), seat=0)
    with pytest.raises(Refusal, match="against Tom has tasks"):
        tom_game.stand(replace(SOURCE, players=2), seat=0)


def test_the_scores_keep_what_was_counted():
    state = replace(entered(coins=10, keys=1), finished=True, result="won")
    kept = options(state)
    assert (kept["tasks"], kept["counted"]) == (["ten_coins"], ["ten_coins", "three_keys"])


def test_every_row_that_a_task_asks_for_is_on_the_sheet_against_tom():
    assert ROWS.keys() <= tom_game.NEEDED
    assert {row.id for row in scoring.ROWS} >= ROWS.keys()


def test_the_sheet_says_what_is_not_counted_and_takes_the_rest(ann, state):
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
    table = ann.post("/djinn/new", **form).location.split("/")[2]
    page = ann.get(f"/djinn/{table}/score").text
    assert page.count("<small>not counted</small>") == len(tom_game.TASKS)
    assert ann.post(f"/djinn/{table}/as-it-stands", seat=0).status_code == 303
    assert "not counted" not in ann.get(f"/djinn/{table}/score").text
    assert ann.post(f"/djinn/{table}/as-it-stands", seat=0).status_code == 422
    assert tom_game.counted(state(table)) == tom_game.TASK_IDS
