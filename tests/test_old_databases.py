"""Databases of earlier versions: each opens, every table adds up to what it was, and no score is lost.

A file in old/ is what an earlier version wrote: the database as SQL, and what it came to as JSON. Files are only added.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import cattrs
import pytest

from companion.games.djinn.box import store as box_store
from companion.scores.model import Choice
from companion.scores.stores import play_store
from companion.storage.schema import migrations
from companion.storage.sqlite import connect
from companion.table.play import find_table

DUMPS = sorted((Path(__file__).parent / "old").glob("*.sql"))
CONVERTER = cattrs.Converter(omit_if_default=True)


@pytest.fixture(scope="module", params=DUMPS, ids=lambda path: path.stem)
def old(request, new_app, tmp_path_factory):
    """Open an app on a database that an earlier version wrote, and what it came to there."""
    folder = tmp_path_factory.mktemp("old")
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        db.executescript(request.param.read_text(encoding="utf-8"))
    return new_app(folder), json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))


def plain(state, names):
    """Write those fields of a state that there were already; what came since is at its default."""
    values = {field.name: CONVERTER.unstructure(getattr(state, field.name)) for field in fields(state)}
    return json.loads(json.dumps({name: values[name] for name in names}))


def test_every_table_adds_up_to_what_it_was(old):
    app, expect = old
    for code, told in expect["tables"].items():
        with app.app_context():
            table = find_table(code)
        assert table.seq == told["seq"]
        assert plain(table.state, told["state"]) == told["state"], told["what"]


@pytest.mark.thorough(one_in=2)
def test_every_page_of_every_table_opens(old):
    app, expect = old
    phone = app.test_client()
    for code, told in expect["tables"].items():
        phone.post(f"/t/{code}/watch")
        assert phone.get(f"/t/{code}").location == told["page"], told["what"]
        game = told["page"].split("/")[1]
        paths = [
            rule.rule
            for rule in app.url_map.iter_rules()
            if rule.endpoint.startswith(f"{game}.") and "GET" in rule.methods
        ]
        for path in [path for path in paths if "<code>/" in path and path.count("<") == 1]:
            answer = phone.get(path.replace("<code>", code))
            assert answer.status_code in (200, 303, 302), (told["what"], path)
        assert phone.get(f"/t/{code}/log").status_code == 200


def test_no_score_is_lost(old):
    app, expect = old
    now = {play["id"]: play for play in json.loads(app.test_client().get("/scores/plays.json").data)}
    known = {id: {key: value for key, value in play.items() if key != "identity"} for id, play in now.items()}
    assert known == {play["id"]: play for play in expect["plays"]}


def test_the_box_is_as_it_was(old):
    app, _ = old
    with app.app_context():
        box = box_store.find()
    assert box.scrolls == {"5": 3}
    assert box.tents == {"1": "2 Coins"}
    assert box.colours["third"].name == "violet"


def test_who_played_has_all_plays_still(old):
    app, _ = old
    with app.app_context():
        known = play_store.plays()
        for name in {player.name for play in known for player in play.players}:
            own = [play for play in known if name in {player.name for player in play.players}]
            assert play_store.plays(Choice(player=name)) == own
        assert known


def test_lists_of_plays_of_either_kind_are_forgotten(tmp_path):
    kept = ["/common", "7:/solo", "7:djinn/common", "djinn/alone Tom"]
    with closing(connect(tmp_path / "companion.db")) as db:
        migrations.apply(db, stop_before="fewer_lists")
        rows = [(name, "Ann", 1, 1, 0, 1) for name in [*kept, "", "djinn", "7:", "7:djinn"]]
        sql = "INSERT INTO listed (list, name, played_at, play, position, place) VALUES (?, ?, ?, ?, ?, ?)"
        db.executemany(sql, rows)
        migrations.apply(db)
        assert [name for (name,) in db.execute("SELECT list FROM listed ORDER BY list")] == kept


def test_who_played_is_found_by_name_still(old):
    app, _ = old
    with app.app_context():
        for play in play_store.plays():
            assert play in play_store.plays(Choice(text=" ".join(player.name for player in play.players[:2])))


def test_words_go_to_the_plays_that_said_them(tmp_path):
    with closing(connect(tmp_path / "companion.db")) as db:
        migrations.apply(db, stop_before="words_said")
        sql = "INSERT INTO plays (id, game, played_at, options, note) VALUES (?, 'djinn', 1, '{}', '')"
        db.executemany(sql, [(1,), (2,), (3,)])
        db.executemany("INSERT INTO words (word, play) VALUES (?, ?)", [("ann", 1), ("bob", 1), ("ann", 3)])
        migrations.apply(db)
        assert db.execute("SELECT said FROM plays ORDER BY id").fetchall() == [(" ann bob",), (None,), (" ann",)]


def test_no_screen_of_a_former_version_counts(tmp_path):
    with closing(connect(tmp_path / "companion.db")) as db:
        migrations.apply(db, stop_before="counting_screens")
        rows = [("AAAAA", "host", None, 1), ("AAAAA", "watcher", None, 0), ("AAAAA", "guest", 1, 0)]
        db.executemany("INSERT INTO phones (code, phone, seat, host) VALUES (?, ?, ?, ?)", rows)
        migrations.apply(db)
        kept = db.execute("SELECT code, phone, seat, host, letters, counts FROM phones ORDER BY rowid").fetchall()
        assert kept == [(*row, None, 0) for row in rows]


def test_sums_stay_as_they_were(tmp_path):
    with closing(connect(tmp_path / "companion.db")) as db:
        migrations.apply(db, stop_before="sums_by_name")
        rows = [("/common", "Ann", "ann", 3, 2, 0, None, 1, 5, 1, 2, 9.0, 0), ("/solo", "Ann", "ann", *range(10))]
        db.executemany(f"INSERT INTO summaries VALUES ({', '.join('?' * 13)})", rows)
        migrations.apply(db)
        counted = [(*row[:-1], 1) for row in rows]  # they are once more, for who is found without accents
        assert db.execute("SELECT * FROM summaries ORDER BY list").fetchall() == counted
