"""A play is known whatever is corrected in it: the same file brings nothing twice."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from companion.scores.stores import batch_store, edit_store, play_store
from companion.storage.connections import get_db
from companion.storage.schema import migrations
from companion.storage.sqlite import connect
from companion.table.finished import Player
from tests.apps import embedded
from tests.scores.entries import edit
from tests.scores.test_turned_round import TODAY
from tests.test_upload_limits import read_here

ANN = Player("Ann", "red", 1, None, None, ())
BOB = Player("Bob", "blue", 2, None, None, ())


@pytest.fixture
def context(app, empty):
    with app.app_context():
        yield


def save(at=1000.0, players=(ANN, BOB), game="emperor"):
    return play_store.save(game, code=None, played_at=at, options={}, players=players)


def exported():
    return [json.loads(text) for texts in play_store.exported() for text in texts]


def bring(rows):
    return batch_store.bring_in(read_here(json.dumps(rows).encode()))[0]


def without(rows):
    """Write plays as a file of an earlier version has them."""
    return [{key: value for key, value in row.items() if key != "identity"} for row in rows]


@pytest.mark.parametrize("old", [False, True])
def test_the_same_file_brings_nothing_after_edits_and_a_deletion(context, old):
    """It said that two plays were new."""
    ids = [save(at=float(at)) for at in range(4)]
    file = without(exported()) if old else exported()
    edit(ids[0], players=[("Zoe", None), ("Bob", None)], note="", seen=0)
    edit_store.change(ids[1], lambda play: replace(play, played_at=77.0), seen=0)
    play_store.delete(ids[2])
    assert bring(file) == 0
    assert bring(exported()) == 0


def test_a_file_from_between_two_edits_is_known_too(context):
    id, files = save(), []
    for seen, name in enumerate(("Zoe", "Yui", "Ann")):
        edit(id, players=[(name, None), ("Bob", None)], note="", seen=seen)
        files += [exported(), without(exported())]
    assert [bring(file) for file in files] == [0] * 6


def test_an_edited_play_comes_elsewhere_once(context):
    """There is no trail in a file; the other house knows the play by its identity."""
    id = save()
    first = exported()
    edit(id, players=[("Zoe", None), ("Bob", None)], note="", seen=0)
    second = exported()
    for table in ("plays", "players", "listed", "summaries", "identities", "edits"):
        get_db().execute(f"DELETE FROM {table}")
    assert (bring(first), bring(second)) == (1, 0)


def test_two_duels_of_one_moment_are_two_plays_there_and_back(context):
    one, two = save(), save(players=(ANN, BOB))
    file = exported()
    assert one != two
    assert len({row["identity"] for row in file}) == 2
    for table in ("plays", "players", "listed", "summaries", "identities"):
        get_db().execute(f"DELETE FROM {table}")
    assert (bring(file), bring(file)) == (2, 0)
    assert sorted(row["identity"] for row in exported()) == sorted(row["identity"] for row in file)


@pytest.mark.parametrize("identity", ["", "x" * 32, "A" * 32, 7, None, "0" * 33])
def test_an_identity_that_is_none_is_refused(context, identity):
    save()
    answer = exported()[0] | {"identity": identity}
    with pytest.raises(Exception, match="can't be read"):
        read_here(json.dumps([answer]).encode())


@embedded
def test_plays_that_an_earlier_version_edited_are_known_by_what_they_were(new_app, tmp_path):
    """Their trails say it: a file that was exported before an edit brings nothing after the update."""
    path = tmp_path / "companion.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(TODAY.read_text(encoding="utf-8"))
        trails = db.execute(
            "SELECT before FROM edits WHERE play IN (SELECT id FROM plays WHERE deleted = 0)"
        ).fetchall()
    app = new_app(tmp_path)
    with app.app_context():
        plays = exported()
        assert bring(without(plays)) == bring(plays) == 0
        before = [json.loads(text) for (text,) in trails]
        assert before
        assert [bring([row]) for row in without(before) if row["code"] is None] == [0] * sum(
            row["code"] is None for row in before
        )
        assert get_db().execute("SELECT count(*) FROM plays WHERE identity IS NULL").fetchone()[0] == 0


@embedded
def test_what_is_added_to_an_old_database_leaves_all_that_was(tmp_path):
    with closing(connect(tmp_path / "companion.db")) as db:
        migrations.apply(db, stop_before="plays_owned")
        db.execute(
            "INSERT INTO plays (id, game, played_at, options, note, identity) VALUES (1, 'djinn', 1, '{}', '', 'a')"
        )
        db.execute(
            "INSERT INTO plays (id, game, played_at, options, note, identity) VALUES (2, 'djinn', 1, '{}', '', 'b')"
        )
        db.execute("INSERT INTO edits (play, at, before, after) VALUES (2, 1, '{}', '{}')")
        db.execute("INSERT INTO players (play, position, name, place, lines) VALUES (1, 0, 'Ann', 1, '[]')")
        migrations.apply(db)
        assert db.execute("SELECT id, identity FROM plays ORDER BY id").fetchall() == [(1, "a"), (2, None)]
        assert db.execute("SELECT house, identity, play FROM identities").fetchall() == [(0, "a", 1), (0, "b", 2)]
        assert db.execute("SELECT name, seat, team, role, said FROM players").fetchall() == [("Ann", *[None] * 4)]
