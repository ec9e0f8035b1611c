"""What is seen from outside stays as the golden files have it: `make golden` renews them, and says what changed.

At the recorded sessions every phone's pages are read in both languages, the log, the file, the state, the fair draws,
and what the scores keep; then the databases of earlier versions, and the pages that need no table.
"""

import pytest

from tests.golden import files, house, sessions

EVERY = 10
"""Of how many sessions the suite looks at one, and at a part of it; `make thorough` looks at all of each."""


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
