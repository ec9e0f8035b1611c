"""Whole games as earlier versions exported them, each a file in logs/: a table, and under "expect" what it came to.

Events stand in logs for ever, so a file must fold to the same result with every later version, and none is changed or
removed. What is recorded now stands in lines (tests/test_recorded_sessions.py).
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.djinn import game
from companion.games.djinn.scoring.scoring import standings
from companion.games.djinn.text.result import sheet_scores
from companion.language.i18n import translate
from companion.table.import_export import export
from companion.table.log import Table, append, effective, fold, fold_log
from companion.table.play import find_table
from tests.record import read_entry

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


@pytest.fixture(scope="module", params=LOGS, ids=lambda path: path.stem)
def file(request):
    """Read a recorded file."""
    return json.loads(request.param.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def played(file):
    """Read a recorded table, and what it is expected to come to."""
    entries = [read_entry(game, row) for row in file["log"]]
    return fold_log(game, file["code"], entries), file["expect"]


@pytest.fixture(scope="module")
def imported(app, file):
    """Give it imported like any file: a copy of a game that is not told draws its bag and its deck anew."""
    with app.app_context():
        return find_table(export.load(json.dumps(file), phone="phone")), file["expect"]


def test_there_are_logs():
    assert len(LOGS) >= 6


def test_a_log_folds_to_what_it_came_to(played):
    comes_to(*played)


@pytest.mark.thorough(one_in=3)
def test_an_imported_log_folds_to_what_it_came_to(imported):
    comes_to(*imported)


def comes_to(table, expect):
    state = table.state
    scores = sheet_scores(state)
    places = standings({str(seat): (sheet, scores[seat]) for seat, sheet in enumerate(state.sheets)})
    assert state.finished
    assert [one.total for one in scores] == expect["totals"]
    assert [{line.id: line.points for line in one.lines if line.points} for one in scores] == expect["lines"]
    assert {int(one.name): one.place for one in places} == dict(enumerate(expect["places"]))
    assert [sorted(caught) for caught in state.caught] == expect["caught"]
    assert (sorted(state.aside), sorted(state.bag)) == (expect["aside"], expect["bag"])
    assert (state.supply_bosses, state.last_round) == (expect["supply_bosses"], expect["last_round"])
    assert [state.result, state.cards_left, [card.id for card in state.revealed]] == expect.get("tom", ["", 0, []])
    assert [round(seconds, 3) for seconds in state.clock.seconds] == expect["seconds"]


@pytest.mark.thorough(one_in=3)
def test_any_prefix_of_a_log_folds(played):
    """A table is as good after any entry as at its end, folded entry by entry or, tried at every tenth, at once."""
    whole, _ = played
    table = Table(whole.code, game, game.start())
    for entry in whole.entries:
        table = append(table, entry)
        assert table.seq % 10 or table.state == fold(game, effective(table.entries))
    assert table.state == whole.state


def test_a_log_tells_itself(played):
    table, _ = played
    names = ["Ann", "Bob", "Cem", "Dee"][: table.state.players]
    assert all(game.describe(event, names) for entry in table.entries for event in entry.events)


def test_a_log_puts_no_name_into_quotation_marks_twice(app, played):
    table, _ = played
    names = ["Ann", "Bob", "Cem", "Dee"][: table.state.players]
    with app.test_request_context(headers={"Accept-Language": "de"}):
        told = [translate(game.describe(event, names)) for entry in table.entries for event in entry.events]
    assert [sentence for sentence in told if "„„" in sentence] == []


def test_a_log_leaves_as_it_came(app, file, played):
    """What is exported again of a game that is told is the recorded file, entry for entry."""
    table, _ = played
    told = replace(table, state=replace(table.state, told=True))
    with app.app_context():
        assert json.loads(json.dumps(export.dump(told, [])["log"])) == file["log"]


def test_an_end_alone_tells_nothing_of_what_lay_hidden(app, file, played):
    """It once did, but an end can be taken back: its secret leaves the house only when the host has shown it."""
    table, _ = played
    assert table.game.secrets.is_revealed(table.state) == ('"SecretTold"' in json.dumps(file))
    table = replace(table, state=replace(table.state, told=False))
    with app.app_context():
        text = json.dumps(export.dump(table, []))
    assert not [secret for secret in re.findall(r'"secret": "([^"]+)"', json.dumps(file)) if secret in text]
    assert '"bag": []' in text
    assert '"bag": ["' not in text
