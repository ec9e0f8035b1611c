"""Whole games of Emperor and the war as earlier versions exported them: see tests/djinn/test_logs.py.

Events stand in logs for ever, so a file must fold to the same result with every later version, and none is changed or
removed. What is recorded now stands in lines (tests/test_recorded_sessions.py).
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import efreet_war, emperor
from companion.games.efreet_war.state.model import points
from companion.table.import_export import export
from companion.table.log import Table, append, effective, fold, fold_log
from companion.table.play import find_table
from tests.record import read_entry

GAMES = {"emperor": emperor.game, "efreet_war": efreet_war.game}
LOGS = sorted(path for name in GAMES for path in (Path(__file__).parent / name / "logs").glob("*.json"))


def expected(game, state):
    """Read what a finished game came to."""
    if game == "emperor":
        told = {"order": state.order, "lives": state.lives, "fallen": state.fallen, "range": state.range_id}
        told |= {"result": state.result, "results": state.results, "shares": state.shares}
        told["creatures"] = [[one.name, one.owner, one.controller, one.at] for one in state.creatures.values()]
    else:
        told = {"teams": state.teams, "points": list(points(state).values()), "result": state.result}
        told |= {"fallen": state.fallen, "resources": {id: one.status for id, one in state.resources.items()}}
        told["uncovered"] = {id: one.uncovered for id, one in state.resources.items()}
    return json.loads(json.dumps(told))


@pytest.fixture(scope="module", params=LOGS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def file(request):
    """Read a recorded file."""
    return json.loads(request.param.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def played(file):
    """Read the recorded file, and its table."""
    game = GAMES[file["game"]]
    entries = [read_entry(game, row) for row in file["log"]]
    return file, fold_log(game, file["code"], entries)


@pytest.fixture(scope="module")
def imported(app, file):
    """Read the recorded file, and its table imported: what lies face down is dealt anew."""
    with app.app_context():
        return file, find_table(export.load(json.dumps(file), phone="phone"))


def test_there_are_logs():
    assert {path.parts[-3] for path in LOGS} == GAMES.keys()
    assert len(LOGS) >= 5


def test_a_log_folds_to_what_it_came_to(played):
    comes_to(*played)


@pytest.mark.thorough(one_in=3)
def test_an_imported_log_folds_to_what_it_came_to(imported):
    comes_to(*imported)


def comes_to(file, table):
    assert table.state.result is not None
    assert expected(file["game"], table.state) == file["expect"]


def test_any_prefix_of_a_log_folds(played):
    file, whole = played
    game = GAMES[file["game"]]
    table = Table(whole.code, game, game.start())
    for entry in whole.entries:
        table = append(table, entry)
        game.check(table.state, len(file["seats"]))
        assert table.seq % 10 or table.state == fold(game, effective(table.entries))
    assert table.state == whole.state


def test_a_log_tells_itself_and_leaves_as_it_came(app, played):
    file, table = played
    names = [seat["name"] for seat in file["seats"]]
    assert all(GAMES[file["game"]].describe(event, names) for entry in table.entries for event in entry.events)
    told = replace(table, state=replace(table.state, told=True)) if hasattr(table.state, "told") else table
    with app.app_context():
        assert json.loads(json.dumps(export.dump(told, [])["log"])) == file["log"]
