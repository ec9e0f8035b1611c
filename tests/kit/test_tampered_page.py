"""The page on fair draws of a table with whose log somebody has tampered: what was changed is named."""

import html
import json
import re
from dataclasses import replace

import pytest

from companion.storage.connections import writing
from companion.table import store
from companion.table.play import find_table
from tests import scenes
from tests.kit.finished_games import FAIR, OPENING, end, fair

CHANGES = {
    "djinn": ("TrophiesDrawn", lambda event: replace(event, rows=event.rows | {"I": event.rows["I"][::-1]})),
    "emperor": (
        "AnteDivided",
        lambda event: replace(event, shares=tuple(((to + 1) % 6, of) for to, of in event.shares)),
    ),
    "efreet_war": (
        "Dealt",
        lambda event: replace(event, sealed=dict(zip(event.sealed, reversed(event.sealed.values()), strict=True))),
    ),
    "tales": ("RowRolled", lambda event: replace(event, die=event.die % 6 + 1)),
    "war_game": ("TerrainsDealt", lambda event: replace(event, lands=event.lands[::-1])),
    "bazaar": ("OrdersDrawn", lambda event: replace(event, goods=event.goods[::-1])),
}


def change(evening, kind, changed):
    """Change the last event of a kind in the database, behind everybody's back; give the number of its entry."""
    with evening.app.app_context():
        entry = next(
            one for one in reversed(find_table(evening.code).entries) if kind in [type(e).__name__ for e in one.events]
        )
        events = [changed(event) if type(event).__name__ == kind else event for event in entry.events]
        with writing() as db:
            rows = json.dumps(store.to_json(events))
            db.execute("UPDATE log SET events = ? WHERE code = ? AND seq = ?", [rows, evening.code, entry.seq])
    evening.app.extensions["tables"].clear()
    return entry.seq


@pytest.mark.thorough(one_in=3)
def test_what_was_changed_is_named_with_its_number_and_what_should_stand_there(ended):
    ended.tap("tell-secret", {})
    seq = change(ended, *CHANGES[ended.game])
    page = fair(ended)
    assert FAIR not in page
    assert "1 draw doesn't match the secret:" in page
    wrong = page[page.index("1 draw doesn't match") :]
    assert re.search(r'<small class="number">(\d+)</small>', wrong)[1] == str(seq)
    assert "The secret gives:" in wrong


def test_a_seating_passed_off_as_chosen_is_listed_as_the_tables_own(app):
    evening = scenes.Evening(app, "emperor", OPENING["emperor"])
    evening.tap("mix", {})
    end(evening)
    evening.tap("tell-secret", {})
    before = fair(evening)
    assert 'id="by-table"' not in before
    change(evening, "Seated", lambda event: replace(event, by_chance=False))
    page = fair(evening)
    assert "The table chose or entered 1 thing itself" in page
    own = page[page.index('id="by-table"') :]
    assert "By the table itself: 1" in own
    assert "Seats, clockwise" in own
    assert "The secret gives the same result: perhaps it was drawn." in own


def add(evening, tap):
    """Make a move at the table, and write it over the one before, behind everybody's back."""
    seq = evening.table.seq
    assert evening.tap(*tap) == 303
    with evening.app.app_context(), writing() as db:
        db.execute("UPDATE log SET seq = 0 WHERE code = ? AND seq = ?", [evening.code, seq])
        db.execute("UPDATE log SET seq = ? WHERE code = ? AND seq = ?", [seq, evening.code, seq + 1])
        db.execute("DELETE FROM log WHERE code = ? AND seq = 0", [evening.code])
    evening.app.extensions["tables"].clear()


def test_a_draw_left_out_is_named_by_the_number_of_the_next(app):
    evening = scenes.Evening(app, "djinn", {"count": 2})
    evening.tap("reroll", {"element": "layout"})
    add(evening, ("reroll", {"element": "layout"}))
    end(evening)
    evening.tap("tell-secret", {})
    page = fair(evening)
    assert "1 draw doesn't match the secret:" in page
    assert "This should be draw 3 of this kind but counts as draw 2, so one was left out." in page


def test_a_move_that_the_rules_refuse_there_is_named_with_their_reason(app):
    evening = scenes.Evening(app, "djinn", {"count": 2})
    evening.tap("begin", {})
    evening.tap("supply-boss", {"seat": 0, "anyway": "y"})
    evening.tap("count", {"seat": 0, "box": "corked", "value": 1})
    evening.tap("finish", {})
    evening.tap("tell-secret", {})
    assert FAIR in fair(evening)
    assert 'id="odd"' not in fair(evening)
    with evening.app.app_context(), writing() as db:
        db.execute("UPDATE log SET seq = 100 WHERE code = ? AND seq = 2", [evening.code])
        db.execute("UPDATE log SET seq = 2 WHERE code = ? AND seq = 3", [evening.code])
        db.execute("UPDATE log SET seq = 3 WHERE code = ? AND seq = 100", [evening.code])
    evening.app.extensions["tables"].clear()
    page = fair(evening)
    assert "Today's rules don't allow 1 entry where it is:" in page
    assert "The hunt hasn't begun. Begin it first." in page[page.index('id="odd"') :]


@pytest.mark.thorough(one_in=3)
def test_a_log_that_is_none_is_named_with_the_entry(ended):
    """It restores what nobody took back, so it was looked at no further."""
    ended.tap("tell-secret", {})
    with ended.app.app_context(), writing() as db:
        db.execute("UPDATE log SET restores = 2 WHERE code = ? AND seq = 3", [ended.code])
    ended.app.extensions["tables"].clear()
    page = fair(ended)
    assert "Entry 3 makes no sense where it is" in page
    assert "So the check couldn't be finished." in page
    assert FAIR not in page


@pytest.mark.thorough(one_in=3)
def test_another_secret_than_the_one_committed_to_is_named(ended):
    ended.tap("tell-secret", {})
    change(ended, "SecretDrawn", lambda event: replace(event, secret="0" * 32))
    assert re.search(r"\d+ draws don't match the secret:", fair(ended))


def test_a_file_cannot_slip_its_own_python_into_the_lines(app):
    """The secret of a file may be any text; what readers are told to run holds it as text."""
    from hashlib import sha256

    from companion.table.import_export import export

    evening = scenes.Evening(app, "djinn", {"count": 2})
    end(evening)
    evening.tap("tell-secret", {})
    file = json.loads(evening.host.get(f"/t/{evening.code}/export.json").text)
    evil = "'; print(1/0) #\"\n"
    for event in file["log"][0]["events"]:
        if event["event"] == "SecretDrawn":
            event |= {"secret": evil, "commitment": sha256(evil.encode()).hexdigest()}
    with app.app_context():
        code = export.load(json.dumps(file), phone="other")
    page = html.unescape(evening.host.get(f"/djinn/{code}/fair?all=1").text)
    printed = []
    exec(re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1], {"print": lambda *of: printed.append(of)})
    assert printed


def test_a_draw_that_makes_no_sense_is_named_as_the_log_says_it(app):
    """A file may bring any draw that a later one has replaced."""
    from companion.table.import_export import export

    evening = scenes.Evening(app, "djinn", {"count": 2})
    end(evening)
    evening.tap("tell-secret", {})
    file = json.loads(evening.host.get(f"/t/{evening.code}/export.json").text)
    file["log"][0]["events"].insert(2, {"event": "LayoutDrawn", "layout": {"R1": "nowhere"}})
    with app.app_context():
        code = export.load(json.dumps(file), phone="other")
    page = evening.host.get(f"/djinn/{code}/fair?all=1").text
    assert "2 draws don" in page  # nor does the next layout, which is not the second then
    assert "The Action Spaces have been drawn." in page
