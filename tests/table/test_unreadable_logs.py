"""Logs that this version cannot read."""

import json

import pytest

from companion.storage.connections import get_db
from companion.table.play import find_table
from tests.phone_views import readable


def write_entry(app, code, events, move="flip"):
    with app.app_context():
        table = find_table(code)
        sql = "INSERT INTO log (code, seq, at, move, events, once, op) VALUES (?, ?, 0, ?, ?, 0, 'x')"
        get_db().execute(sql, [code, table.seq + 1, move, json.dumps(events)])


LATER = {
    "unknown event": [{"event": "TableFlipped", "by": 1}],
    "unknown field": [{"event": "HuntBegun", "at": 1.0, "loudly": True}],
    "missing field": [{"event": "HuntBegun"}],
    "another shape": [{"event": "LayoutDrawn", "layout": ["R1"]}],
}


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("events", LATER.values(), ids=LATER)
def test_a_log_of_a_later_version_says_so_and_other_tables_work(app, ann, open_djinn, events):
    code, other = open_djinn(ann), open_djinn(ann)
    write_entry(app, code, events)
    for path in (f"/t/{code}", f"/djinn/{code}/setup", f"/t/{code}/log", f"/t/{code}/menu", f"/t/{code}/export.json"):
        answer = ann.get(path)
        assert answer.status_code == 409
        assert "a newer Companion" in answer.text
        assert 'href="/"' in answer.text
    assert ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1).status_code == 409
    assert readable(ann, other)
    assert ann.post(f"/djinn/{other}/count", seat=0, box="coins", by=1).status_code == 303
    assert code in ann.get("/").text


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("gone", ["seq = 1", "seq = 2", "seq > 0"])
def test_a_log_with_a_gap_says_so_and_other_tables_work(app, ann, open_djinn, gone):
    code, other = open_djinn(ann), open_djinn(ann)
    for _ in range(2):
        ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1)
    with app.app_context():
        get_db().execute(f"DELETE FROM log WHERE code = ? AND {gone}", [code])
    app.extensions["tables"].clear()
    for path in (f"/t/{code}", f"/djinn/{code}/setup", f"/djinn/{code}/score", f"/t/{code}/log"):
        answer = ann.get(path)
        assert (answer.status_code, "is damaged" in answer.text) == (409, True)
    assert readable(ann, other)


def test_a_table_of_a_game_that_is_not_here_says_so(app, ann, open_djinn):
    code, other = open_djinn(ann), open_djinn(ann)
    with app.app_context():
        get_db().execute("UPDATE tables SET game = 'chess' WHERE code = ?", [code])
    app.extensions["tables"].clear()
    answer = ann.get(f"/t/{code}")
    assert answer.status_code == 409
    assert "a newer Companion" in answer.text
    assert readable(ann, other)
