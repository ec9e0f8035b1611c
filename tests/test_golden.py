"""What is seen from outside stays as the golden files have it: `make golden` renews them, and says what changed.

At the recorded sessions every phone's pages are read in both languages, the log, the file, the state, the fair draws,
and what the scores keep; then the databases of earlier versions, and the pages that need no table.
"""

from dataclasses import dataclass

import pytest

from tests.golden import files, house, names, sessions
from tests.golden.words import lines

EVERY = 10
"""Of how many sessions the suite looks at one, and at a part of it; `make thorough` looks at all of each."""


@dataclass(frozen=True)
class Parent:
    keys: int = 0


@dataclass(frozen=True)
class Child(Parent):
    held: frozenset[str] = frozenset()
    added: int = 0


@pytest.fixture(scope="module")
def app(new_app):
    """Make an app of its own: its pages name no moment."""
    return sessions.still(new_app())


def compare(name, seen, *, whole=True):
    """Compare what is seen with what was, and show the sentences that differ."""
    changed = files.changes(name, seen, whole=whole)
    if changed:
        pytest.fail(f"If this is meant, `make golden` writes it down:\n{files.report(changed)}", pytrace=False)


@pytest.mark.parametrize("number", range(len(sessions.FILES))[EVERY // 2 :: EVERY])
def test_a_part_of_a_session_is_seen_as_before(app, number):
    name = [*sessions.FILES][number]
    compare(name, sessions.looks(app, name, files.steps_of(name), some=number // EVERY), whole=False)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sessions.FILES)
def test_a_session_is_seen_as_before(app, name):
    compare(name, sessions.looks(app, name, files.steps_of(name)))


def test_pages_without_a_table_are_seen_as_before(app, empty):
    compare(house.HOUSE, house.house_looks(app))


@pytest.mark.parametrize("name", house.OLD)
def test_an_old_database_is_seen_as_before(new_app, tmp_path, name):
    house.unpack(house.OLD[name], tmp_path)
    compare(name, house.old_looks(sessions.still(new_app(tmp_path)), house.OLD[name]))


def test_every_session_has_a_golden_file():
    golden = {
        name
        for group in ("house", "old", *{name.partition("-")[0] for name in sessions.FILES})
        for name in files.read(group)
    }
    assert golden == {*sessions.FILES, *house.OLD, house.HOUSE}


def test_a_page_is_read_line_by_line_with_what_its_fields_show():
    page = (
        '<h1>Two <b>Keys</b></h1><input type="hidden" value="7"><label>Name <input value="A &amp; B" disabled></label>'
    )
    page += '<button aria-label="More">…</button><input type="checkbox" checked> <span>1,000</span><script>no</script>'
    assert lines(page) == ["Two Keys", "Name [A & B] [off]", "(More) …", "[x] 1000"]


def test_a_renamed_field_keeps_its_golden_name(monkeypatch):
    monkeypatch.setitem(names.FIELDS, "Parent.keys", "coins")
    child = Child(keys=3, held=frozenset("ba"))
    assert names.state_lines(child) == ["coins = 3", 'held = ["a", "b"]']


def test_changes_are_told_by_sentence():
    changed = files.changed_lines(("# /hunt", "Ann's turn", "Done"), ("# /hunt", "Bob's turn", "Done", "Undo"))
    assert changed == [("# /hunt", ("Ann's turn",), ("Bob's turn",)), ("# /hunt", (), ("Undo",))]
    told = files.report([("djinn-1 5 all.en", *changed[0]), ("djinn-2 5 all.en", *changed[0])])
    assert told == "in 2 sessions, 2 looks: djinn-1 5 all.en # /hunt\n  - Ann's turn\n  + Bob's turn"
