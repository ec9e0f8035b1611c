"""Sessions as they were played (tests/record.py): each adds up to what it came to, with every later version.

Events stand in logs for ever, and so do these files: they are only ever added, never changed or removed.
"""

import json
from itertools import chain
from pathlib import Path

import pytest

from companion import GAMES
from companion.kit.fairness.committed_random import DrawnAnew, SecretDrawn, SecretTold, WordSaid
from companion.table.import_export import export
from companion.table.log import Table, append, effective, fold
from companion.table.play import find_table
from tests.log_tampering import KINDS, found, odd
from tests.record import came_to, compared, read

FILES = sorted(path for game in GAMES for path in (Path(__file__).parent / game / "logs").glob("*.jsonl"))
ODD = {
    "2A3CT": [201, 226, 659, 662, 784],
    "7BJQH": [13, 14],
    "9EQV8": [364, 367, 385],
    "W8PRQ": [383, 384, 391, 417, 418, 424],
    "2B56Q": [187],
    "NMA5A": [206, 207, 241, 371],
    "63SDP": [150, 231],
    "G8E3Y": [45, 158, 163, 411, 541],
    "65T82": [455],
    "UUWF7": [81],
    "KTQV9": [201],
}
"""Entries that came when the rules let more come: a war taken back could be dealt anew after an attack, a hero of Tales
kept a status that ends by itself or with its home, a stronghold's land stayed face down in its first fight, and nobody
died when the bonus of those lands was switched off."""
SHORT = 20_000
"""How many bytes a file has whose session takes no time to be checked."""
AT_ONCE = 25
"""After how many entries each a log is folded at once, to compare."""


def named(path):
    """Name a file and its game."""
    return f"{path.parts[-3]}-{path.stem}"


@pytest.fixture(params=FILES, ids=named)
def session(request):
    """Read a session: the first line of its file, and its table."""
    return read(request.param)


@pytest.mark.thorough
def test_there_are_sessions_of_every_kind():
    tables = [table for _, table in map(read, FILES)]
    entries = [list(table.entries) for table in tables]
    events = [{type(event) for entry in log for event in entry.events} for log in entries]
    assert all(sum(table.game.slug == game for table in tables) >= 15 for game in GAMES)
    assert sum(any(entry.strikes for entry in log) for log in entries) >= 30
    assert sum(any(entry.restores for entry in log) for log in entries) >= 30
    assert sum(DrawnAnew in kinds for kinds in events) >= 10
    assert sum(SecretTold in kinds for kinds in events) >= 12
    assert sum(WordSaid in kinds for kinds in events) >= 10
    assert sum(len(getattr(table.state, "results", ())) > 0 for table in tables) >= 3  # a second duel
    assert {kind for table in tables for kind in table.game.events} == {*chain(*events)}


@pytest.mark.thorough(one_in=5)
def test_a_session_adds_up_to_what_it_came_to(session):
    head, table = session
    assert compared(table, head["expect"]) == head["expect"]
    table.game.check(table.state, len(head["seats"]))


@pytest.mark.thorough(one_in=35)
def test_a_session_adds_up_the_same_entry_by_entry(session):
    """A table is as good after any entry as at its end, and every event has a sentence."""
    head, whole = session
    table, names = Table(whole.code, whole.game, whole.game.start()), [seat["name"] for seat in head["seats"]]
    for entry in whole.entries:
        table = append(table, entry)
        assert table.seq % AT_ONCE or table.state == fold(table.game, effective(table.entries))
        assert all(table.game.describe(event, names) for event in entry.events)
    assert table == whole


@pytest.mark.thorough(one_in=35)
def test_a_session_leaves_and_comes_back(app, session):
    """A file that tells everything brings the same game; one that does not brings a game with the same open things."""
    head, table = session
    with app.app_context():
        text = json.dumps(export.dump(table, []) | {"seats": head["seats"]})
        copy = find_table(export.load(text, phone="phone", keep_code=False))
    assert [entry.seq for entry in copy.entries] == [entry.seq for entry in table.entries]
    assert copy.game.pages.current(copy.state) == table.game.pages.current(table.state)
    if table.state.told:
        assert came_to(copy)["state"] == came_to(table)["state"]
    else:
        assert (table.state.secret not in text) or not table.state.secret


def of_the_table(event):
    """Say whether the table itself drew or chose what an event says."""
    by_hand = getattr(event, "by_hand", False) or not getattr(event, "by_chance", True)
    return by_hand or type(event).__name__ in {"CardsNamed", "GuardiansSet", "LaidFaceDown", "TerrainSet", "WordSaid"}


def short_and_some_long():
    """List the files of short sessions, and of long ones; of these all but one in 14 are left to `make thorough`."""
    long = pytest.mark.thorough(one_in=14)
    return [pytest.param(path, id=named(path), marks=[long] if path.stat().st_size > SHORT else []) for path in FILES]


@pytest.mark.parametrize("session", short_and_some_long(), indirect=True)
def test_what_a_session_drew_follows_from_its_secret(session):
    """A later version draws the same from the same secret, or it could not check the games of an earlier one.

    Every move made again brings what it brought.
    """
    head, table = session
    if any(event.secret == "" for one in table.entries for event in one.events if isinstance(event, SecretDrawn)):
        return  # as it left the house, its secret untold
    drawn = found(table.game.slug, table.entries)
    assert [draw for draw in drawn if not draw.fits] == []
    told = [event for one in table.entries for event in one.events if type(event).__name__ in KINDS[table.game.slug]]
    assert [draw.event for draw in drawn if not isinstance(draw.event, SecretDrawn | WordSaid)] == told
    assert all(draw.by_table for draw in drawn if of_the_table(draw.event))
    assert [one.seq for one in odd(table.game.slug, table.entries)] == ODD.get(head["code"], [])
    assert any(not draw.by_table for draw in drawn)
