"""Marks of a log, as people note and compare them."""

import html
import re
from dataclasses import replace

import pytest

from companion.kit.fairness.log_checkpoint import compare, marks
from companion.storage.connections import writing
from companion.table.import_export import export
from companion.table.play import find_table
from tests import scenes

OPENING = {"count": 2, "first_game": "y"}


@pytest.fixture
def evening(app):
    evening = scenes.Evening(app, "djinn", OPENING)
    for element in ("layout", "start", "djinn"):
        evening.tap("reroll", {"element": element})
    return evening


def fair(evening, mark=None):
    query = {} if mark is None else {"mark": mark}
    return html.unescape(evening.host.get(f"/djinn/{evening.code}/fair", query_string=query).text)


def noted(evening):
    return re.search(r'id="mark".*?<code[^>]*>([^<]+)</code>', fair(evening), re.DOTALL)[1]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("write", [str, str.upper, lambda mark: f"  {mark.replace('-', ' ')} ", str.title])
def test_a_mark_is_known_again_however_it_is_written(evening, write):
    mark = noted(evening)
    assert re.fullmatch("4(-[0-9a-f]{4}){4}", mark)
    evening.tap("begin", {})
    assert noted(evening) != mark
    assert "Up to entry 4 this is the log that the mark came from." in fair(evening, write(mark))


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(
    "mark", ["x", "-", "4", "4-abcd", "0-0000-0000-0000-0000", "4-g000-0000-0000-0000", "½-½", "9" * 60]
)
def test_anything_else_is_no_mark(evening, mark):
    assert "This isn't a mark" in fair(evening, mark)
    assert "This isn't a mark" not in fair(evening, "")


@pytest.mark.thorough(one_in=3)
def test_what_was_changed_behind_everybodys_back_shows(evening):
    table = evening.table
    mark = list(marks(table.game, table.entries))[2]
    for change in ("at = at + 1", "seat = 1", "move = 'begin'", "events = '[]'"):
        with evening.app.app_context(), writing() as db:
            db.execute("SAVEPOINT before")
            db.execute(f"UPDATE log SET {change} WHERE code = ? AND seq = 2", [evening.code])
            evening.app.extensions["tables"].clear()
            changed = find_table(evening.code)
            assert not compare(mark, list(marks(changed.game, changed.entries))).same, change
            db.execute("ROLLBACK TO before")
        evening.app.extensions["tables"].clear()
    assert compare(mark, list(marks(table.game, evening.table.entries))).same


@pytest.mark.thorough(one_in=3)
def test_a_shorter_log_is_named(evening):
    of_log = list(marks(evening.table.game, evening.table.entries))
    same, said = compare(of_log[-1], of_log[:-1])
    assert (same, said) == (False, "This log has only 3 entries, so some were left out.")


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("game", ["djinn", "efreet_war"])
def test_a_mark_gives_nothing_away_and_stays_when_all_is_told(app, game):
    """What is hidden is not in it, so it is the same before and after the end, and at a table opened from a file."""
    evening = scenes.Evening(app, game, {"djinn": OPENING, "efreet_war": {"count": 3, "mode": "free"}}[game])
    table = evening.table
    hidden = [
        replace(one, events=tuple(table.game.secrets.redact(table.state, e) for e in one.events))
        for one in table.entries
    ]
    (mark,) = marks(table.game, table.entries)
    assert [mark] == list(marks(table.game, hidden))
    ends = {
        "djinn": [("count", {"seat": 0, "box": "corks", "value": 1}), ("finish", {})],
        "efreet_war": [("begin", {}), ("out", {"by_1": 0, "by_2": 0})],
    }
    assert [evening.tap(*tap) for tap in [*ends[game], ("tell-secret", {})]] == [303] * 3
    assert compare(mark, list(marks(table.game, evening.table.entries))).same
    with app.app_context():
        copy = find_table(export.load(evening.host.get(f"/t/{evening.code}/export.json").text, phone="other"))
    assert list(marks(table.game, copy.entries)) == list(marks(table.game, evening.table.entries))


def test_a_mark_is_the_entry_and_groups_of_four_digits(evening):
    with evening.app.app_context():
        table = find_table(evening.code)
    assert all(
        re.fullmatch(rf"{seq}(-[0-9a-f]{{4}}){{4}}", mark)
        for seq, mark in enumerate(marks(table.game, table.entries), 1)
    )
