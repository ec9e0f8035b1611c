"""What logs and box files keep by name is only ever added to; a Python function may be called anything."""

from collections import defaultdict
from dataclasses import replace
from functools import wraps
from importlib import import_module

import pytest

from companion import GAMES
from tests import data_in_logs, log_tampering
from tests.data_in_logs import faults, in_code, listed, read, rows
from tests.test_recorded_sessions import FILES, ODD, read as read_session

OLD = {"djinn": {"enter", "finish"}}
"""Moves of the time before the lock file, which the check of a log no longer knows."""
LOCKED = {("toy", "events", "Won"), ("toy", "fields", "Won.seat"), ("toy", "moves", "win")}


@pytest.fixture(scope="module")
def code():
    return listed(in_code())


def test_nothing_is_gone_that_logs_keep(code):
    found = faults(read(), code)
    assert not found, "\n".join(found)


def test_what_is_new_is_in_the_lock_file(code):
    new = [f"{game}: {item} ({kind})" for game, kind, item in sorted(code - read())]
    assert not new, "`make lock-data` adds these to the lock file:\n" + "\n".join(new)


def test_the_lock_file_is_as_the_command_writes_it(tmp_path, monkeypatch):
    text, items = data_in_logs.LOCK.read_text(encoding="utf-8"), read()
    monkeypatch.setattr(data_in_logs, "LOCK", tmp_path / "lock.toml")
    data_in_logs.write(items)
    assert data_in_logs.LOCK.read_text(encoding="utf-8") == text


def test_the_command_adds_and_removes_nothing(tmp_path, monkeypatch, code, capsys):
    monkeypatch.setattr(data_in_logs, "LOCK", tmp_path / "lock.toml")
    data_in_logs.write(code - {("djinn", "moves", "catch")})
    data_in_logs.main()
    assert (read(), capsys.readouterr().out) == (code, "1 items added to lock.toml\n")
    data_in_logs.write(code | LOCKED)
    with pytest.raises(SystemExit, match="toy: win \\(moves\\) is gone"):
        data_in_logs.main()
    assert read() == code | LOCKED


def test_a_new_field_needs_a_default():
    new = ("toy", "fields", "Won.by")
    assert len(faults(LOCKED, LOCKED | {new})) == 1
    assert faults(LOCKED, LOCKED | {new, ("toy", "defaults", "Won.by = None")}) == []
    assert faults(LOCKED, LOCKED | {("toy", "events", "Lost"), ("toy", "fields", "Lost.seat")}) == []


def test_a_default_stays():
    """A log leaves out what has its default, so another default would change what happened."""
    before, after = (LOCKED | {("toy", "defaults", f"Won.by = {value}")} for value in (0, 1))
    assert faults(before, after) == ["toy: Won.by = 0 (defaults) is gone, but logs keep it"]


@pytest.mark.parametrize("game", GAMES)
def test_a_name_means_one_move(game):
    found = defaultdict(set)
    for name, move, *_ in rows(game):
        found[name].add(move)
    assert [name for name, moves in found.items() if len(moves) > 1] == []


def test_recorded_sessions_hold_only_what_is_locked():
    locked = read()
    tables = [read_session(path)[1] for path in FILES]
    moves = {(table.game.slug, entry.move) for table in tables for entry in table.entries}
    moves -= {(game, name) for game in OLD for name in OLD[game]}
    assert [
        (game, name)
        for game, name in moves
        if not {(game, "moves", name), ("shared", "moves", name), ("shared", "notes", name)} & locked
    ] == []
    assert {(table.game.slug, "elements", one) for table in tables for one in table.state.drawn} <= locked


def renamed(move):
    """Call a function by another name."""

    @wraps(move)
    def called(*state, **choices):
        return move(*state, **choices)

    called.__name__ = called.__qualname__ = "renamed"
    return called


@pytest.mark.parametrize("game", GAMES)
def test_honest_entries_stay_honest_when_a_function_is_renamed(game, monkeypatch):
    module = import_module(f"companion.games.{game}")
    fairness = module.fairness
    taps = [replace(tap, move=renamed(tap.move)) for tap in fairness.taken]
    said, told = renamed(fairness.say_word), renamed(fairness.tell_secret)
    monkeypatch.setattr(module, "fairness", replace(fairness, taken=taps, say_word=said, tell_secret=told))
    path = min((path for path in FILES if path.parts[-3] == game), key=lambda path: path.stat().st_size)
    head, table = read_session(path)
    assert {entry.move for entry in table.entries} & fairness.moves.keys()
    assert [one.seq for one in log_tampering.odd(game, list(table.entries))] == ODD.get(head["code"], [])
