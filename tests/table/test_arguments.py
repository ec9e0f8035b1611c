"""What was chosen in a move stands in its entry: kept, sent on, left out where it would tell what is hidden."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn import fairness, game
from companion.games.djinn.scoring import scoring
from companion.kit.fairness.committed_random import SecretDrawn
from companion.kit.fairness.log_check import Odd
from companion.table.import_export import export
from companion.table.import_export.import_table import shown
from companion.table.log import Entry, rewritten
from companion.table.play import find_table, play

SET = {"seat": 0, "box": "coins", "by": None, "value": 7, "held": None}


@pytest.fixture
def told(code):
    """Let Ann's sheet have 7 coins, in a move that keeps what she chose; give its entry."""
    table = play(code, "write", scoring.write, tapped_by=0, op="tap", chosen=SET)
    return table.entries[-1]


def test_an_entry_keeps_what_was_chosen(code, told):
    assert told.arguments == SET
    assert find_table(code).entries[-1] == told
    assert find_table(code).entries[0].arguments is None


def test_a_phone_keeps_its_form_without_what_is_no_choice(app, table, ann):
    answer = ann.http.post(f"/djinn/{table}/count", data={"op": "tap", "seat": 0, "box": "coins", "value": 7})
    assert answer.status_code == 303
    with app.app_context():
        assert find_table(table).entries[-1].arguments == SET


def test_a_file_with_arguments_comes_in_as_it_was(code, told):
    data = export.dump(find_table(code), [])
    assert (data["companion"], data["log"][-1]["arguments"]) == (2, SET)
    assert "arguments" not in data["log"][0]


def test_a_file_without_arguments_can_be_read_by_older_versions(code):
    assert export.dump(find_table(code), [])["companion"] == 1


def test_what_is_hidden_takes_its_arguments_along():
    entry = Entry(2, 0.0, None, "drew", (SecretDrawn("c", "s"),), arguments={"secret": "s"})
    (bare,) = shown(game, game.start(), [entry])
    assert (bare.events[0].secret, bare.arguments) == ("", None)
    (copy,) = rewritten([entry], {(2, 0): SecretDrawn("c", "")}, note=entry.events[0])
    assert copy.arguments is None


def test_the_check_repeats_a_move_with_its_arguments(code, told):
    entries = find_table(code).entries
    checker = fairness.checker(game, 2, ())
    assert not [one for one in checker.check(entries) if isinstance(one, Odd)]
    other = replace(told, arguments=SET | {"value": 8})
    assert [one.seq for one in checker.check([*entries[:-1], other]) if isinstance(one, Odd)] == [told.seq]


def test_arguments_that_no_move_takes_are_odd(code, told):
    entries = find_table(code).entries
    other = replace(told, arguments={"more": Random})
    found = fairness.checker(game, 2, ()).check([*entries[:-1], other])
    assert [one.seq for one in found if isinstance(one, Odd)] == [told.seq]
