"""`companion merge`: all that another installation has, or a phone that ran Companion by itself, each thing once."""

import re
import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.kit.box import photo_store
from companion.kit.rules import own_store
from companion.scores.stores import play_store
from companion.storage.take_along import copied
from companion.table.finished import Player
from companion.table.play import find_table
from companion.table.seating.seats_store import ANYBODY
from tests.apps import close, make
from tests.command.installation import come_later, content, play, run

PICTURE = b"RIFF    WEBPVP8 "
"""How a picture in WebP begins."""


def rows(folder, sql):
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        return db.execute(sql).fetchall()


@pytest.fixture
def phone(new_folder, static_cache):
    """Make an installation with a table, a play, a box and a photo; give its app, folder, and the table's code."""
    folder = new_folder()
    code = play(make(folder, static_cache))
    app = make(folder, static_cache)
    client = app.test_client()
    client.post("/djinn/new", data={"count": 1, "players-0-name": "Ann", "players-0-colour": "red"})
    client.post("/djinn/box/numbers", data={"scrolls-5": 3})
    with app.test_request_context():
        play_store.save("tales", code=None, played_at=2e9, options={}, players=[Player("Bob", "blue", 1, 7, None, ())])
        photo_store.keep("djinn", [("start_gift", PICTURE, PICTURE)], group="green")
        own_store.keep("djinn", "en", "Who eats a gnorf?")
        own_store.answer("djinn", "en", "Can it swim?", "It can.")
    yield app, folder, code
    close(app)


def test_everything_comes_in_once(here, phone, capsys):
    _, folder, _ = phone
    file = folder / "companion.db"
    assert run("merge", file) == 0
    said = capsys.readouterr().out
    assert "New plays: 1, known already: 0." in said
    assert "New tables: 2, gone on: 0, known already: 0." in said
    assert "New versions of boxes: 2, photos: 1, readings in Tales: 0." in said
    assert "New questions and own answers: 2." in said
    before = content(here[0] / "companion.db")
    assert run("merge", file) == 0
    said = capsys.readouterr().out
    assert "New plays: 0, known already: 1." in said
    assert "New tables: 0, gone on: 0, known already: 2." in said
    assert "New versions of boxes: 0, photos: 0, readings in Tales: 0." in said
    assert "New questions and own answers: 0." in said
    assert content(here[0] / "companion.db") == before


def test_a_table_that_came_in_goes_on_with_whoever_sits_down_first(here, phone, static_cache):
    _, folder, code = phone
    assert run("merge", folder / "companion.db") == 0
    assert rows(here[0], f"SELECT count(*) FROM phones WHERE code = '{code}'") == [(0,)]
    keys = f"SELECT key FROM seats WHERE code = '{code}'"
    assert not {*rows(here[0], keys)} & {*rows(folder, keys)}  # a link that the phone may have shown opens nothing here
    there = make(here[0], static_cache)
    client = there.test_client()
    assert client.post(f"/t/{code}/sit", data={"seat": 0}).status_code == 303
    assert client.post(f"/djinn/{code}/count", data={"op": "b", "seat": 1, "box": "coins", "by": 1}).status_code == 303
    with there.app_context():
        assert find_table(code).seq == 3
    close(there)


def test_a_log_that_went_on_elsewhere_goes_on_here(here, new_folder, static_cache, capsys):
    other = new_folder() / "copy"
    shutil.copytree(here[0], other)
    with closing(sqlite3.connect(other / "companion.db")) as db:
        sql = "INSERT INTO log SELECT code, seq + 1, at, seat, move, events, NULL, NULL, once, 'c', arguments FROM log"
        columns = "code, seq, at, seat, move, events, strikes, restores, once, op, arguments"
        db.execute(sql.replace("INTO log", f"INTO log ({columns})") + " WHERE seq = (SELECT max(seq) FROM log)")
        db.execute("UPDATE tables SET over = 1")
        db.commit()
    assert run("merge", other / "companion.db") == 0
    assert "New tables: 0, gone on: 1, known already: 0." in capsys.readouterr().out
    assert rows(here[0], "SELECT over FROM tables") == [(1,)]
    assert rows(here[0], "SELECT count(*) FROM log") == rows(other, "SELECT count(*) FROM log")


def test_another_table_of_the_same_code_stays_and_is_told(here, new_folder, static_cache, capsys):
    other = new_folder() / "copy"
    shutil.copytree(here[0], other)
    with closing(sqlite3.connect(other / "companion.db")) as db:
        db.execute("UPDATE log SET op = 'of another' WHERE seq = 1")
        db.commit()
    before = rows(here[0], "SELECT * FROM log")
    assert run("merge", other / "companion.db") == 0
    assert f"Left out, as another table here has its code: {here[1]}." in capsys.readouterr().out
    assert rows(here[0], "SELECT * FROM log") == before


def test_a_newer_box_here_stays(here, phone, static_cache):
    at_home = make(here[0], static_cache)
    at_home.test_client().post("/djinn/new", data={"count": 1, "players-0-name": "Ann", "players-0-colour": "red"})
    close(at_home)
    with closing(sqlite3.connect(here[0] / "companion.db")) as db:
        db.execute("INSERT INTO box_versions (game, at, corrections, house) VALUES ('djinn', 9e9, 'ours', 0)")
        db.commit()
    assert run("merge", phone[1] / "companion.db") == 0
    latest = "SELECT corrections FROM box_versions WHERE game = 'djinn' ORDER BY id DESC LIMIT 1"
    assert rows(here[0], latest) == [("ours",)]


def test_a_photo_of_the_same_thing_stays(here, phone, static_cache):
    at_home = make(here[0], static_cache)
    with at_home.test_request_context():
        photo_store.keep("djinn", [("start_gift", b"ours", b"large")], group="green")
    close(at_home)
    assert run("merge", phone[1] / "companion.db") == 0
    assert rows(here[0], "SELECT small FROM box_photos") == [(b"ours",)]


def test_an_own_answer_here_stays_and_one_from_there_takes_the_place_of_a_question(here, phone, static_cache):
    at_home = make(here[0], static_cache)
    with at_home.test_request_context():
        own_store.keep("djinn", "en", "can it swim")
        own_store.answer("djinn", "en", "Who eats a gnorf?", "We do.")
    close(at_home)
    assert run("merge", phone[1] / "companion.db") == 0
    kept = rows(here[0], "SELECT question, answer FROM asked ORDER BY question")
    assert kept == [("Can it swim?", "It can."), ("Who eats a gnorf?", "We do.")]


def test_of_questions_by_hand_come_as_many_and_as_long_as_a_house_may_keep(here, phone, capsys):
    columns = "house, game, language, times, at, question, folded, answer"
    line = f"INSERT INTO asked ({columns}) VALUES (0, 'djinn', 'en', 1, ?, ?, ?, ?)"
    made = [
        (1, f"What is {n}?", f"what is {n}", answer) for answer in ("", "It is.") for n in range(bool(answer), 990, 2)
    ]
    with closing(sqlite3.connect(phone[1] / "companion.db")) as db:
        db.execute("DELETE FROM asked")
        db.executemany(line, [(2, name, name, "") for name in ("w" * 400, "x" * 401)])
        db.executemany(line, [(2, "long", "long", "y" * 401), *made])
        db.commit()
    assert run("merge", phone[1] / "companion.db") == 0
    assert "New questions and own answers: 300." in capsys.readouterr().out
    kept = dict(rows(here[0], "SELECT answer, count(*) FROM asked GROUP BY answer"))
    assert kept == {"": 200, "It is.": 100}
    assert rows(here[0], "SELECT max(length(question)), max(length(answer)) FROM asked") == [(400, 6)]


BY_HAND = {
    "no JSON": "UPDATE log SET events = 'nonsense' WHERE seq = 2",
    "very deep": f"UPDATE log SET events = '{'[' * 9_000}' WHERE seq = 2",
    "an event that nobody knows": """UPDATE log SET events = '[{"event": "Nope"}]' WHERE seq = 2""",
    "a number without end": "UPDATE log SET events = replace(events, '1', '99999999999999999999') WHERE seq = 2",
    "a moment without end": "UPDATE log SET at = 9e999",
    "before all time": "UPDATE log SET at = -9e300",
    "opened in no year": "UPDATE tables SET opened_at = 1e20",
    "nobody's move": "UPDATE log SET seat = 99",
    "a gap": "DELETE FROM log WHERE seq = 1",
    "an empty log": "DELETE FROM log",
    "a move taken back that never was": "UPDATE log SET strikes = -5 WHERE seq = 2",
    "arguments that are a list": "UPDATE log SET arguments = '[1]' WHERE seq = 2",
    "a move's name as long as a book": "UPDATE log SET move = printf('%.*c', 300000, 'x') WHERE seq = 2",
    "nobody sits": "DELETE FROM seats",
    "somebody is missing": "UPDATE seats SET seat = 5 WHERE seat = 0",
    "a name as long as a book": "UPDATE seats SET name = printf('%.*c', 300000, 'x') WHERE seat = 0",
    "a game that nobody knows": "UPDATE tables SET game = 'chess'",
    "another game": "UPDATE tables SET game = 'tales'",
}
"""How a table comes to be none, by who writes into the database of another installation."""


@pytest.mark.parametrize("odd", BY_HAND.values(), ids=[*BY_HAND])
def test_a_table_made_by_hand_is_left_out_and_told(here, phone, capsys, odd):
    _, folder, code = phone
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        for (other,) in db.execute("SELECT code FROM tables WHERE code <> ?", [code]).fetchall():
            for table in ("tables", "seats", "log"):
                db.execute(f"DELETE FROM {table} WHERE code = ?", [other])
        db.execute(odd)
        db.commit()
    assert run("merge", folder / "companion.db") == 0
    said = capsys.readouterr().out
    assert "New tables: 0, gone on: 0, known already: 0." in said
    assert f"Left out, as it is damaged or not of our games: '{code}'." in said
    assert rows(here[0], f"SELECT count(*) FROM log WHERE code = '{code}'") == [(0,)]


def test_an_address_that_leads_elsewhere_is_left_out(here, phone, capsys):
    _, folder, code = phone
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        for table in ("tables", "seats", "log"):
            db.execute(f"UPDATE {table} SET code = '../..' WHERE code = ?", [code])
        db.commit()
    assert run("merge", folder / "companion.db") == 0
    assert "Left out, as it is damaged or not of our games: '../..'." in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", "creatures = [7]", "creatures = 7\ncompanion_djinn_box = 1\nnames = 7", "a = {" * 9_000]
)
@pytest.mark.parametrize("game", ["djinn", "tales", "war_game", "chess"])
def test_a_box_that_nobody_can_read_is_left_out(here, phone, static_cache, game, text):
    """One that came in kept every table of Djinn closed."""
    with closing(sqlite3.connect(phone[1] / "companion.db")) as db:
        into = "INSERT INTO box_versions (game, at, corrections, house) VALUES (?, 4e9, ?, 0)"
        db.execute(into, [game, text])
        db.commit()
    assert run("merge", phone[1] / "companion.db") == 0
    assert rows(here[0], "SELECT count(*) FROM box_versions WHERE at = 4e9") == [(0,)]
    there = make(here[0], static_cache)
    assert there.test_client().get(f"/{'djinn' if game == 'chess' else game}/new").status_code == 200
    close(there)


BOXES = {
    "djinn": "companion_djinn_box = 1\n\n[scrolls]\n5 = 4\n",
    "tales": 'companion_tales_box = 1\ntreasures = [\n    "Lamp",\n]\n',
    "war_game": "[[creatures]]\nname = 'Bear'\npower = 2\ntoughness = 2\ncost = 1\n"
    "colours = []\nabilities = []\nwall = false\n",
}


@pytest.mark.parametrize("game", BOXES)
def test_each_games_box_comes_in(here, phone, game):
    with closing(sqlite3.connect(phone[1] / "companion.db")) as db:
        into = "INSERT INTO box_versions (game, at, corrections, house) VALUES (?, 4e9, ?, 0)"
        db.execute(into, [game, BOXES[game]])
        db.commit()
    assert run("merge", phone[1] / "companion.db") == 0
    assert rows(here[0], "SELECT game FROM box_versions WHERE at = 4e9") == [(game,)]


TELLINGS = {
    "matrix": ["A", "A\nWicked", "Z\nWicked\nCourt", "\n\n", f"A\n{'x' * 1_000}\nCourt"],
    "card": ["", "-", "-\nBeggar\nmore"],
    "headings": ["", "x", "77\n8"],
    "nothing": ["77"],
}
"""Keys of what nobody can have told."""


def test_what_no_page_could_say_is_left_out(here, phone, static_cache, capsys):
    with closing(sqlite3.connect(phone[1] / "companion.db")) as db:
        db.execute("DELETE FROM asked")
        db.execute("DELETE FROM box_photos")
        told = [
            (kind, key, told) for kind, keys in TELLINGS.items() for key in keys for told in ("1", "book 1", "luck")
        ]
        right = [("matrix", "A\nWicked\nCourt"), ("card", "-\nBeggar"), ("headings", "77")]
        told += [(*one, odd) for one in right for odd in ("", "no such words", "²")]
        told += [(*one, said) for one, said in zip(right, ("842", "book 842", "luck"), strict=True)]
        line = (
            "INSERT INTO learned (house, kind, key, told, code, seq, at, struck) VALUES (0, ?, ?, ?, 'AAAAA', 1, ?, 0)"
        )
        db.executemany(line, [(*one, 1.0) for one in told])
        db.execute(line, ("card", "-\nJinn", "book 842", 9e99))
        asked = "INSERT INTO asked (house, game, language, question, folded, answer, at, times) VALUES (0, 'djinn', ?, "
        for number, (language, at, times) in enumerate(
            (("en", 9e99, 1), ("en", 1.0, -1), ("xx", 1.0, 1), ("de", 1.0, 1))
        ):
            db.execute(f"{asked} ?, ?, '', ?, ?)", [language, f"q{number}", f"q{number}", at, times])
        photo = "INSERT INTO box_photos VALUES (0, 'djinn', ?, ?, ?, ?, ?)"
        hash = "0123456789abcdef0123456789abcde"
        kept = [("a", f"{hash}0", PICTURE, 1.0), ("b", "../../etc", PICTURE, 1.0), ("c", f"{hash}1", b"<script>", 1.0)]
        for thing, name, picture, at in [*kept, ("d", f"{hash}2", PICTURE, 9e99), ("", f"{hash}3", PICTURE, 1.0)]:
            db.execute(photo, [thing, name, picture, picture, at])
        db.commit()
    assert run("merge", phone[1] / "companion.db") == 0
    said = capsys.readouterr().out
    assert "photos: 1, readings in Tales: 3." in said
    assert "New questions and own answers: 1." in said
    there = make(here[0], static_cache)
    for page in ("/tales/box/learned?number=77", "/djinn/asked", "/djinn/box/photos/green"):
        assert there.test_client().get(page).status_code == 200, page
    close(there)


@pytest.mark.parametrize(
    "odd",
    [
        "plays SET options = 'nonsense'",
        "plays SET played_at = 9e999",
        "players SET place = -99",
        "players SET lines = '7'",
    ],
)
@pytest.mark.parametrize("command", [("merge",), ("scores", "merge")])
def test_a_play_made_by_hand_is_refused_in_words(here, phone, capsys, command, odd):
    with closing(sqlite3.connect(phone[1] / "companion.db")) as db:
        db.execute(f"UPDATE {odd}")
        db.commit()
    assert run(*command, phone[1] / "companion.db") == 1
    assert re.search("damaged|nothing was added", capsys.readouterr().err)
    assert rows(here[0], "SELECT count(*) FROM plays") == [(0,)]


@pytest.mark.parametrize("odd", [1, 2])
def test_of_many_plays_none_comes_in_before_all_are_read(here, phone, capsys, monkeypatch, odd):
    """What is refused says that nothing was added."""
    monkeypatch.setattr("companion.serving.score_commands.PORTION", 1)
    app, folder, _ = phone
    with app.test_request_context():
        play_store.save("tales", code=None, played_at=1e9, options={}, players=[Player("Cem", "red", 1, 7, None, ())])
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        db.execute("UPDATE players SET place = -99 WHERE play = ?", [odd])
        db.commit()
    assert run("merge", folder / "companion.db") == 1
    assert "nothing was added" in capsys.readouterr().err
    assert rows(here[0], "SELECT count(*) FROM plays") == [(0,)]


def test_what_a_phone_saves_is_taken(here, phone, tmp_path, capsys):
    """Its seats are free there: its own phone is another one for a server."""
    app, _, code = phone
    (tmp_path / "saved.db").write_bytes(copied(app.extensions["db"], heir=ANYBODY))
    with closing(sqlite3.connect(tmp_path / "saved.db")) as db:
        assert db.execute("SELECT count(*) FROM phones").fetchone() == (0,)
    assert run("restore", tmp_path / "saved.db") == 1
    assert run("restore", tmp_path / "saved.db", "--force") == 0
    assert run("merge", tmp_path / "saved.db") == 0
    assert "New tables: 0, gone on: 0, known already: 2." in capsys.readouterr().out
    assert rows(here[0], f"SELECT heir FROM tables WHERE code = '{code}'") == [(-1,)]


def test_a_file_of_another_kind_is_refused_in_words(here, tmp_path, capsys):
    (tmp_path / "other").write_text("{}")
    shutil.copy(here[0] / "companion.db", tmp_path / "later")
    come_later(tmp_path / "later")
    whys = {
        "other": "no database or backup of Companion",
        "nothing": "cannot be read: ",
        "later": f"{tmp_path / 'later'} was made by a later version",
    }
    for file, why in whys.items():
        assert run("merge", tmp_path / file) == 1
        assert why in capsys.readouterr().err
