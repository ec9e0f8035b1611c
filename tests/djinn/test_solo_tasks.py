"""Tasks against Tom count only what somebody has counted."""

import re
from dataclasses import replace

import pytest

from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import SheetSet
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.scoring import scoring
from companion.games.djinn.solo import tasks, tom_game
from companion.games.djinn.state.model import State
from companion.games.djinn.text.result import options
from companion.table.log import Refusal
from tests.djinn.solo import HUNT, WON, after

SOURCE = replace(WON, at_source=True, sheets=(Sheet(),), entered=(frozenset(),))
ROWS = dict.fromkeys(row for task in tasks.TASKS for row in task.rows)


def entered(**rows):
    return after(SOURCE, [SheetSet(0, row, value) for row, value in rows.items()])


def test_an_untouched_sheet_meets_no_task():
    assert (tasks.reached(SOURCE), tasks.counted(SOURCE)) == (frozenset(), frozenset())
    assert tasks.met(SOURCE.sheets[0])


def test_a_task_counts_with_the_last_of_its_rows():
    """At most one type of Equipment is known when all three are."""
    two = entered(staves=1, hats=0)
    assert "one_equipment_type" not in tasks.counted(two)
    three = after(two, [SheetSet(0, "cloaks", 0)])
    assert tasks.reached(three) == {"one_equipment_type"}
    assert tasks.counted(three) == {"one_equipment_type", "two_sets"}


def test_the_rest_can_be_said_to_be_right_in_one_tap():
    some = entered(mages=3, coins=11)
    events = tom_game.stand(some, seat=0)
    assert [event.box for event in events] == [row for row in ROWS if row not in ("mages", "coins")]
    whole = after(some, events)
    assert (tasks.counted(whole), tasks.reached(whole)) == (tasks.TASK_IDS, tasks.met(whole.sheets[0]))
    assert whole.sheets == some.sheets
    with pytest.raises(Refusal, match="already counted"):
        tom_game.stand(whole, seat=0)


def test_only_a_running_game_against_tom_has_a_rest():
    with pytest.raises(Refusal, match="no game yet"):
        tom_game.stand(State(), seat=0)
    with pytest.raises(Refusal, match="is over"):
        tom_game.stand(replace(SOURCE, finished=True), seat=0)
    with pytest.raises(Refusal, match="against Tom have tasks"):
        tom_game.stand(replace(SOURCE, players=2), seat=0)


def test_the_scores_keep_what_was_counted():
    state = replace(entered(coins=10, keys=1), finished=True, result="won")
    kept = options(state)
    assert (kept["tasks"], kept["counted"]) == (["ten_coins"], ["ten_coins", "three_keys"])


def test_every_row_that_a_task_asks_for_is_on_the_sheet_against_tom():
    assert ROWS.keys() <= tom_game.NEEDED
    assert {row.id for row in scoring.ROWS} >= ROWS.keys()


def test_amid_the_hunt_nobody_says_that_the_rest_is_right():
    """Trophies, Passages and Capacity that came later would not have counted; older logs did not ask."""
    hunting = replace(SOURCE, at_source=False)
    with pytest.raises(Refusal, match="isn't over yet; play on"):
        tom_game.stand(hunting, seat=0, asks=True)
    assert tom_game.stand(hunting, seat=0)
    assert tom_game.stand(SOURCE, seat=0, asks=True)


@pytest.fixture
def won(ann, alone, tap, state):
    """Give the table of a game against Tom that is won by driving all Bosses off."""
    code = alone()
    tap(ann, code, "begin")
    assert 'id="stand"' not in ann.get(f"/djinn/{code}/score").text
    for slot in state(code).spaces:
        tap(ann, code, "flee", seat=0, slot=slot)
    tap(ann, code, "flip")
    return code


def test_the_sheet_says_what_is_not_counted_and_takes_the_rest(ann, won, state):
    table = won
    page = ann.get(f"/djinn/{table}/score").text
    assert page.count("<small>not counted</small>") == len(tasks.TASKS)
    assert 'id="stand"' in page
    assert ann.post(f"/djinn/{table}/as-it-stands", seat=0).status_code == 303
    assert "not counted" not in ann.get(f"/djinn/{table}/score").text
    assert ann.post(f"/djinn/{table}/as-it-stands", seat=0).status_code == 422
    assert tasks.counted(state(table)) == tasks.TASK_IDS


def test_the_rest_takes_what_the_player_noted(ann, won, seq, state):
    mages = {f"mages-{number}-power": 2 for number in range(9)}
    ann.post(f"/djinn/{won}/hold", seat=0, space="R1", magic=4, coins=12, at=seq(won), **mages)
    page = ann.get(f"/djinn/{won}/score").text
    form = re.search(r'<form id="stand".*?</form>', page, re.DOTALL)[0]
    held = dict(re.findall(r'name="(\w+)" value="(\d+)"', form))
    assert (held["mages"], held["coins"]) == ("9", "12")
    assert ann.post(f"/djinn/{won}/as-it-stands", **held).status_code == 303
    assert (state(won).sheets[0].mages, state(won).sheets[0].coins) == (9, 12)
    assert {"eight_mages", "ten_coins"} <= tasks.reached(state(won))


def test_a_sheet_that_is_done_takes_what_the_tasks_ask_of_the_hand():
    hand = {"seat": 0, "override": True, "held": {"mages": 9, "coins": 12}, "at": 5.0}
    state = after(SOURCE, [SheetSet(0, "corked", 2)])
    taken = [SheetSet(0, "mages", 9), SheetSet(0, "coins", 12)]
    assert tom_game.done(state, **hand, asks=True)[:2] == taken
    assert taken[0] not in tom_game.done(state, **hand)  # as older logs have it


def test_during_the_hunt_it_is_said_what_is_met_for_good_and_what_is_out_of_reach():
    start = replace(HUNT, sheets=(Sheet(),), entered=(frozenset(),))
    assert set(tasks.prospects(start, {}).values()) == {None}
    some = after(start, [SheetSet(0, "mages_with_key", 0), SheetSet(0, "coins", 12), SheetSet(0, "trophies_30", 3)])
    known = tasks.prospects(replace(some, placed=(0,)), {"mages": 3})
    assert {task: said for task, said in known.items() if said is not None} == {
        "three_trophies": True,
        "two_mages": False,
        "no_passages": False,
    }
    assert tasks.prospects(start, {"mages": 8})["eight_mages"] is True


def test_the_tasks_are_read_before_a_game_during_it_and_in_rules_and_ask(ann):
    labels = [task.label.message for task in tasks.TASKS]
    for page in ("solo", "new?alone=1"):
        text = ann.get(f"/djinn/{page}").text
        assert [label for label in labels if label not in text] == []
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
    table = ann.post("/djinn/new", **form).location.split("/")[2]
    ann.post(f"/djinn/{table}/begin", seen=9999)
    hunt = ann.get(f"/djinn/{table}/hunt").text
    assert [label for label in labels if label not in hunt] == []
    assert "8 Mages; 2 full Equipment sets" in ann.get("/djinn/ask?q=which+solo+tasks+are+there").text
    rules = ann.get("/djinn/rules?section=solo").text
    assert [label for label in labels if label.lower() not in rules.lower()] == []


def test_a_new_table_tells_which_tasks_somebody_has_met(ann):
    form = {"name": "Ann", "day": "2026-01-02", "deck": "12", "won": "y", "points": "100", "tasks": ["ten_coins"]}
    ann.post("/djinn/new", **{"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12})
    assert ann.post("/djinn/solo/new", **form, tom="house").status_code == 303
    page = ann.get("/djinn/new?alone=1").text
    assert ("the decks Ann used to complete it" in page, page.count("completed (12 cards)")) == (True, 1)


TRIES = ["three_trophies", "ten_coins", "no_passages", "two_mages"]


def trying(ann, **form):
    alone = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12, "tries": TRIES}
    return ann.post("/djinn/new", **alone | form)


def tried(page):
    section = re.search(r'id="tried".*?</section>', page, re.S)[0]
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in re.findall("<li.*?</li>", section, re.S)]


def test_what_one_tries_for_is_shown_with_its_progress_during_the_hunt(ann, seq):
    code = trying(ann).location.split("/")[2]
    ann.post(f"/djinn/{code}/begin", seen=seq(code))
    page = f"/djinn/{code}/hunt"
    assert tried(ann.get(page).text) == [
        "At least 3 Trophies 0 of 3",
        "At least 10 Coins 0 of 10",
        "At most 2 Mages open",
        "No Secret Passage placed open",
    ]
    ann.post(f"/djinn/{code}/trophy", seen=seq(code), seat=0, trophy="I/30", anyway="y")
    ann.post(f"/djinn/{code}/passage", seen=seq(code), seat=0)
    hand = {"coins": 7, "mages-0-power": 1}
    ann.post(f"/djinn/{code}/hold", seat=0, space="R1", **hand)
    assert tried(ann.get(page).text) == [
        "At least 3 Trophies 1 of 3",
        "At least 10 Coins 7 of 10",
        "At most 2 Mages now 1",
        "No Secret Passage placed out of reach",
    ]


def test_the_result_says_whether_what_one_tried_for_was_met(ann, seq):
    code = trying(ann).location.split("/")[2]
    ann.post(f"/djinn/{code}/begin", seen=seq(code))
    for slot in CITY.round:
        ann.post(f"/djinn/{code}/flee", seen=seq(code), seat=0, slot=slot)
    ann.post(f"/djinn/{code}/flip", seen=seq(code))
    for row, value in (("coins", 12), ("passages", 1), ("trophies_30", 0), ("trophies_36", 0)):
        ann.post(f"/djinn/{code}/count", seat=0, box=row, value=value)
    ann.post(f"/djinn/{code}/done", seat=0, stands="y", seen=seq(code))
    assert tried(ann.get(f"/djinn/{code}/result").text) == [
        "At least 3 Trophies not completed",
        "At least 10 Coins completed",
        "At most 2 Mages not counted",
        "No Secret Passage placed not completed",
    ]
    again = ann.post(f"/djinn/{code}/rematch", way="deck-12").location.split("/")[2]
    ann.post(f"/djinn/{again}/begin", seen=seq(again))
    assert len(tried(ann.get(f"/djinn/{again}/hunt").text)) == 4


def test_a_lost_game_met_nothing():
    lost = replace(entered(coins=12), finished=True, result="lost", tries=("ten_coins", "two_mages"))
    assert [one.met for one in tasks.tried_for(lost)] == [False, False]


def test_nobody_tries_for_what_one_game_cannot_meet(ann):
    answer = trying(ann, tries=["eight_mages", "two_mages"])
    assert answer.status_code == 422
    assert "You can&#39;t complete both" in answer.text
    assert trying(ann, tries=["flying"]).status_code == 422
