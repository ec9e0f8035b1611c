"""Bad days: many fingers at once, a killed server, full and read-only disks, strange logs, garbage in every field."""

import http.client
import io
import json
import os
import re
import shutil
import signal
import sqlite3
import tempfile
import time
from contextlib import closing, contextmanager
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask_wtf import FlaskForm
from wtforms import FieldList

from companion.db import PATIENCE, get_db
from companion.games.djinn import hunt, scoring
from companion.games.djinn.events import CardsDrawn, TilePicked, TilesDrawn
from companion.games.djinn.fair import new_seed
from companion.games.efreet_war import rules
from companion.games.emperor import duel
from companion.table.play import find_table, play
from tests.server import Browser, Server, at_once

HOME = Path(__file__).parent.parent
NAMES = ("Ann", "Bob", "Cem")


def quiet(app):
    """Let no expected mistake fill the terminal."""
    app.logger.disabled = True
    return app


def close(app):
    for database in app.extensions["db_pool"]:
        database.close()


@pytest.fixture(scope="module")
def app(new_app):
    return quiet(new_app())


# A server of its own, and browsers


@pytest.fixture(scope="module")
def running(tmp_path_factory, static_cache):
    server = Server(tmp_path_factory.mktemp("server"), STATIC_CACHE=static_cache)
    yield server
    server.kill()


@pytest.fixture
def server(running):
    return running.start()


@pytest.fixture
def browser(server):
    browsers = []

    def browser():
        browsers.append(Browser(server))
        return browsers[-1]

    yield browser
    for one in browsers:
        one.connection.close()


def rows(server, code, what="op, move, events"):
    with closing(sqlite3.connect(server.folder / "companion.db")) as db:
        return db.execute(f"SELECT {what} FROM log WHERE code = ? ORDER BY seq", [code]).fetchall()


def coins(page, box="coins"):
    """Read the Coins, or another box, on a score page."""
    return int(re.search(rf'id="box-{box}"[^>]*value="(\d+)"|id="box-{box}">(\d+)<', page)[1])


def test_a_thousand_taps_from_two_phones_at_once_all_count_once(browser, server):
    ann, bob = browser(), browser()
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303

    def tap(phone, name):
        form = {"seat": 1, "box": "other", "by": 1}  # of nothing else there are so many
        return {phone.post(f"/djinn/{code}/count", op=f"{name}-{number}", **form)[0] for number in range(499)}

    assert at_once(lambda: tap(ann, "ann"), lambda: tap(bob, "bob")) == [{303}, {303}]
    for phone, name in ((ann, "ann"), (bob, "bob")):
        assert phone.post(f"/djinn/{code}/count", op=f"{name}-last", seat=1, box="corks", by=1)[0] == 303
    assert len(rows(server, code)) == 1 + 1000
    assert coins(ann.get(f"/djinn/{code}/score?seat=1&all=1")[1], "other") == 998


def test_the_same_tap_sent_five_times_at_once_counts_once(browser):
    phones = [browser() for _ in range(5)]
    code = phones[0].open_table()
    for phone in phones[1:]:
        phone.cookies, phone.token = dict(phones[0].cookies), phones[0].token
    form = {"op": "the same", "seat": 0, "box": "coins", "by": 1}
    answers = at_once(*(lambda phone=phone: phone.post(f"/djinn/{code}/count", **form)[0] for phone in phones))
    assert answers == [303] * 5
    assert coins(phones[0].get(f"/djinn/{code}/score?seat=0")[1]) == 1


def test_only_one_of_five_fingers_ends_the_turn(browser, server):
    phones = [browser() for _ in range(5)]
    code = phones[0].open_table()
    for phone in phones[1:]:
        phone.cookies, phone.token = dict(phones[0].cookies), phones[0].token
    assert phones[0].post(f"/djinn/{code}/begin", op="begin", seen=1)[0] == 303
    answers = at_once(
        *(
            lambda phone=phone, n=n: phone.post(f"/djinn/{code}/end-turn", op=f"end-{n}", seen=2, seat=0)[0]
            for n, phone in enumerate(phones)
        )
    )
    assert sorted(answers) == [303, 409, 409, 409, 409]


def test_two_processes_share_a_file(browser, server, new_app):
    """Taps of both count, and phones of the one hear of moves in the other."""
    phone, listener = browser(), browser()
    code = phone.open_table()
    first, stream = listener.listen(code)
    assert first == b"event: moved\ndata: 1\n\n"
    other = new_app(server.folder)

    def here():
        for number in range(50):
            phone.post(f"/djinn/{code}/count", op=f"here-{number}", seat=0, box="coins", by=1)

    def there():
        for number in range(50):
            with other.app_context():
                play(code, scoring.count, tapped_by=1, op=f"there-{number}", seat=1, box="coins", by=1)

    at_once(here, there)
    with other.app_context():
        play(code, scoring.count, tapped_by=1, op="there alone", seat=1, box="coins", by=1)
    close(other)
    assert len(rows(server, code)) == 102
    while stream.readline() != b"data: 102\n":
        pass
    assert coins(phone.get(f"/djinn/{code}/score?seat=1")[1]) == 51


def test_a_killed_server_loses_no_answered_move(browser, server):
    """SIGKILL in the midst of a storm of moves, and up again: every answered move is there, and the file is sound."""
    phones = [browser() for _ in range(4)]
    code = phones[0].open_table()
    for phone in phones[1:]:
        phone.cookies, phone.token = dict(phones[0].cookies), phones[0].token
    answered = []

    def storm(phone, name):
        for number in count():
            try:
                form = {"op": f"{name}-{number}", "seat": number % 3, "box": "other", "by": 1}
                if phone.post(f"/djinn/{code}/count", **form)[0] == 303:
                    answered.append(form["op"])
            except (OSError, http.client.HTTPException):
                return

    def kill():
        while len(answered) < 60:
            time.sleep(0.001)
        server.stop(signal.SIGKILL)

    at_once(kill, *(lambda phone=phone, n=n: storm(phone, n) for n, phone in enumerate(phones)))
    with closing(sqlite3.connect(server.folder / "companion.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    ops = [op for op, _, _ in rows(server, code)]
    assert set(answered) <= set(ops)
    assert len(ops) == len(set(ops)) <= 1 + len(answered) + len(phones)

    server.start()
    again = browser()
    again.cookies = dict(phones[0].cookies)
    status, page = again.get(f"/djinn/{code}/score?seat=0&all=1")
    assert status == 200
    mine = [op for op in ops if op != "open" and int(op.split("-")[1]) % 3 == 0]
    assert re.search(r'id="box-other"[^>]* value="(\d+)"', page)[1] == str(len(mine))
    again.token = phones[0].token
    lost = next(op for op in reversed(ops) if op != "open")
    for op in (lost, "fresh"):
        assert again.post(f"/djinn/{code}/count", op=op, seat=0, box="other", by=1)[0] == 303
    assert len(rows(server, code)) == len(ops) + 1


def test_the_server_says_where_it_is_and_keeps_things(server):
    assert f"Companion keeps its tables and scores in {server.folder}" in server.said
    assert f"Open http://127.0.0.1:{server.port}/ on the phones" in server.said


def test_it_stops_within_a_second_with_phones_connected(browser, server):
    phones = [browser() for _ in range(3)]
    code = phones[0].open_table()
    streams = [phone.listen(code)[1] for phone in phones]
    assert browser().get("/")[0] == 200
    status, took = server.stop(signal.SIGINT)
    assert status == 0
    assert took < 1
    assert "Companion has stopped" in server.said
    for stream in streams:
        stream.read()


def test_it_can_be_stopped_as_soon_as_it_says_where_it_is(server):
    server.stop(signal.SIGTERM)
    server.start()
    status, _ = server.stop(signal.SIGTERM)
    assert status == 0
    assert "Companion has stopped" in server.said


# A phone that slept


def test_a_phone_that_slept_past_its_streams_end_catches_up(app, ann, open_djinn):
    """The stream is gone, moves came and went: the first look and the first message tell where the table is."""
    code = open_djinn(ann)
    stream = ann.http.get(f"/t/{code}/events", buffered=False)
    next(iter(stream.response))
    asleep = re.search(r"since=([\d.]+)", ann.get(f"/djinn/{code}/score").text)[1]
    app.extensions["push"].close()
    assert list(stream.response) == []
    stream.close()
    for _ in range(3):
        ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1)
    block = ann.live(f"/djinn/{code}/score?seat=0&since={asleep}", "score")
    assert block.status_code == 200
    assert coins(block.text) == 3
    stream = ann.http.get(f"/t/{code}/events", buffered=False)
    first = next(iter(stream.response))
    assert (first if isinstance(first, str) else first.decode()) == "event: moved\ndata: 4\n\n"
    stream.close()


def test_a_clock_set_back_by_an_hour_shows_no_time_below_nothing(app, ann, open_djinn):
    code = open_djinn(ann, first_game="y")
    with app.app_context():
        play(code, hunt.begin, tapped_by=None, op="begin", at=time.time() + 3602)
    for path in ("hunt", "rarer"):
        page = ann.get(f"/djinn/{code}/{path}").text
        assert "0:00" in page
        assert not re.search(r"-\d+:\d\d", page)
    assert 'data-running="0"' in ann.get(f"/djinn/{code}/hunt").text


# Disks


@contextmanager
def pragma(app, name, value, usual):
    """Set something on the connection that all requests of a test use."""
    with app.app_context():
        get_db()
    (database,) = app.extensions["db_pool"]
    database.execute(f"PRAGMA {name} = {value}")
    try:
        yield
    finally:
        database.execute(f"PRAGMA {name} = {usual}")


@contextmanager
def impatient(app):
    """Let no statement wait for a lock."""
    with app.app_context():
        get_db()
    (database,) = app.extensions["db_pool"]
    database.conn.patience = 0
    yield
    database.conn.patience = PATIENCE


def page_count(app):
    with app.app_context():
        return get_db().execute("PRAGMA page_count").fetchone()[0]


def writes(phone, code):
    """Give the answers to writes of every kind: moves, an undo, seats, a table, an import, a result."""
    recorded = HOME / "tests" / "djinn" / "logs" / "two_first_game.json"
    file = {"file": (io.BytesIO(recorded.read_bytes()), "table.json")}
    new = {"count": 2, "players-0-name": "A", "players-1-name": "B"}
    new |= {"players-0-colour": "red", "players-1-colour": "blue"}
    return [
        phone.post(f"/djinn/{code}/count", seat=0, box="corks", value=3),
        phone.post(f"/djinn/{code}/reroll", element="all", seen=10_000),
        phone.post(f"/t/{code}/undo", entry=3),
        phone.post(f"/t/{code}/sit", seat=0),
        phone.post(f"/t/{code}/rename", seat=0, name="Anna", colour="red"),
        phone.post("/djinn/new", **new),
        phone.http.post("/import", data=file),
        phone.post(f"/djinn/{code}/finish", seen=10_000),
    ]


def readable(phone, code):
    paths = ("/", "/scores/", "/djinn/rules", f"/djinn/{code}/setup", f"/djinn/{code}/score", f"/t/{code}/log")
    return {phone.get(path).status_code for path in (*paths, f"/t/{code}/export.json")} == {200}


def test_a_full_disk_is_told_and_what_is_there_stays_readable(app, ann, open_djinn, state):
    code = open_djinn(ann)
    ann.post(f"/djinn/{code}/count", seat=1, box="coins", value=7)
    ann.post(f"/djinn/{code}/count", seat=1, box="coins", value=8)
    with pragma(app, "max_page_count", page_count(app), 10**6):
        fill = (ann.post(f"/djinn/{code}/count", seat=2, box="coins", value=number) for number in range(200))
        full = next(answer for answer in fill if answer.status_code != 303)
        for answer in (full, *writes(ann, code)):
            assert answer.status_code in (303, 422, 503)
            assert answer.status_code != 503 or "the disk is full" in answer.text
        assert full.status_code == 503
        assert readable(ann, code)
        before = state(code)
        app.extensions["tables"].clear()
        assert state(code) == before
    code = open_djinn(ann)
    assert ann.post(f"/djinn/{code}/count", seat=2, box="coins", value=9).status_code == 303


def test_a_disk_that_turned_read_only_is_told(app, ann, bob, open_djinn):
    code = open_djinn(ann)
    with pragma(app, "query_only", 1, 0):
        for phone in (ann, bob):
            answers = [answer for answer in writes(phone, code) if answer.status_code not in (403, 409)]
            assert {answer.status_code for answer in answers} == {503}
            assert all("the disk allows reading only" in answer.text for answer in answers)
        assert readable(ann, code)


def test_a_locked_file_is_told(app, ann, open_djinn):
    code = open_djinn(ann)
    with impatient(app), closing(sqlite3.connect(app.config["DATABASE"])) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1)
        assert answer.status_code == 503
        assert "try again in a moment" in answer.text
        assert readable(ann, code)
        other.rollback()
    assert ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1).status_code == 303


def test_trouble_with_the_disk_is_told_to_htmx_in_its_line(app, ann, open_djinn):
    code = open_djinn(ann)
    with pragma(app, "query_only", 1, 0):
        answer = ann.post(f"/djinn/{code}/count", htmx=True, seat=0, box="coins", by=1)
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (503, "#refusal")


@contextmanager
def nobody():
    """Be a user for whom file modes count; root writes where it likes."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def read_only(new_app):
    """Give a folder with a table of an earlier evening, on which nothing can be written any more, and its code."""
    folder = Path(tempfile.mkdtemp(prefix="companion-"))
    app = quiet(new_app(folder))
    phone = app.test_client()
    names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
    colours = {f"players-{n}-colour": "red" for n in range(3)}
    code = phone.post("/djinn/new", data={"count": 3, **names, **colours}).location.split("/")[2]
    phone.post(f"/djinn/{code}/count", data={"op": "a", "seat": 0, "box": "coins", "by": 5})
    yield folder, code, app
    close(app)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def forbid_writing(folder):
    for path in (*folder.iterdir(), folder):
        if not os.geteuid():
            os.chown(path, 65534, 65534)
        path.chmod(0o555 if path.is_dir() else 0o444)


@pytest.mark.skipif(os.name == "nt", reason="file modes")
@pytest.mark.parametrize("ended", ["stopped", "killed"])
def test_a_disk_that_only_reads_is_told_from_the_start(read_only, new_app, ended):
    """After a clean stop, and also when a killed server has left its last moves in the write-ahead log."""
    folder, code, before = read_only
    if ended == "stopped":
        close(before)
        assert not (folder / "companion.db-wal").exists()
    forbid_writing(folder)
    with nobody():
        app = quiet(new_app(folder))
        app.jinja_env.bytecode_cache = None  # it lies where others write
        phone = app.test_client()
        for path in ("/", "/scores/", "/djinn/rules", f"/djinn/{code}/setup", f"/t/{code}/menu"):
            assert phone.get(path).status_code == 200
        assert "Ann, Coins: +5." in phone.get(f"/t/{code}/log").text
        new = {"count": 2, "players-0-name": "A", "players-1-name": "B"}
        new |= {"players-0-colour": "red", "players-1-colour": "blue"}
        for path, form in ((f"/t/{code}/sit", {"seat": 0}), (f"/t/{code}/watch", {}), ("/djinn/new", new)):
            answer = phone.post(path, data=form)
            assert answer.status_code == 503
            assert "the disk allows reading only" in answer.text
        close(app)


# Logs that this version cannot read


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


@pytest.mark.parametrize("events", LATER.values(), ids=LATER)
def test_a_log_of_a_later_version_says_so_and_other_tables_work(app, ann, open_djinn, events):
    code, other = open_djinn(ann), open_djinn(ann)
    write_entry(app, code, events)
    for path in (f"/t/{code}", f"/djinn/{code}/setup", f"/t/{code}/log", f"/t/{code}/menu", f"/t/{code}/export.json"):
        answer = ann.get(path)
        assert answer.status_code == 409
        assert "another version of Companion" in answer.text
        assert 'href="/"' in answer.text
    assert ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1).status_code == 409
    assert readable(ann, other)
    assert ann.post(f"/djinn/{other}/count", seat=0, box="coins", by=1).status_code == 303
    assert code in ann.get("/").text


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
    assert "another version of Companion" in answer.text
    assert readable(ann, other)


# Garbage in every field


class Page(HTMLParser):
    """The elements, the text and the forms of a page: address, and the names and values of the fields."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text, self.forms, self.buttons = [], "", [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append((tag, attributes))
        if tag == "form":
            self.forms.append((attributes["action"], {}))
        elif attributes.get("formaction"):
            self.forms.append((attributes["formaction"], self.forms[-1][1]))
        elif tag == "select":
            self.forms[-1][1][attributes["name"]] = ""
        elif tag == "option" and not self.forms[-1][1][(name := list(self.forms[-1][1])[-1])]:
            self.forms[-1][1][name] = attributes["value"]
        elif tag in ("input", "button") and attributes.get("name"):
            self.forms[-1][1].setdefault(attributes["name"], attributes.get("value") or "")

    def handle_data(self, data):
        self.text += data


OVER, ALONE, TO_DELETE, DELETED = 1, 2, 3, 4
"""The plays in the scores list, by what they are for."""


class Evening:
    """Tables of one host in every state of the game, and the forms that its pages hold."""

    def __init__(self, app):
        self.app, self.host, self.guest = app, app.test_client(), app.test_client()
        self.taps = count()
        self.tables = [self.open() for _ in range(6)]
        _, self.draft, self.hunt, self.pause, self.source, self.over = self.tables
        self.tap(self.draft, "tick", step="board")
        self.tap(self.draft, "count", seat=0, box="coins", by=1)
        self.host.post(f"/t/{self.draft}/undo", data={"op": "undo", "entry": 3})
        self.guest.post(f"/t/{self.hunt}/sit", data={"seat": 1})
        for code in (self.hunt, self.pause, self.source, self.over):
            self.deal(code)
            self.tap(code, "begin")
        self.tap(self.pause, "pause")
        for slot in ("R1", "R2", "R3", "R4", "R5", "R6"):
            self.tap(self.source, "flee", seat=0, slot=slot)
        for _ in range(6):
            self.tap(self.source, "end-turn", seat=0)
        self.tap(self.over, "finish")
        self.play_alone()
        self.enter_plays()
        self.rings = [self.open_ring(move) for move in ("seats", "steal", "tap", "deploy", "out", "life")]
        self.wars = [
            self.open_war(move) for move in ("deal", "end-turn", "attack", "kill", "resolve", "out", "end-turn")
        ]
        with self.app.app_context():  # two results that were not saved
            play(self.rings[-1], duel.fall, tapped_by=None, op="over", seats=[1])
            play(self.wars[-1], rules.eliminate, tapped_by=None, op="over", seats=[0, 1], by=[None, None])
        self.host.post("/djinn/box/numbers", data={"scrolls-5": 3})
        self.forms = self.find_forms()

    def play_alone(self):
        """Open games against Tom: to reveal his cards, to tap printed ones, to flip one; and one that was not saved."""
        *_, won, unsaved = alone = [self.open_alone(printed) for printed in ("", "y", "", "")]
        self.tables += alone
        for code in alone:
            self.tap(code, "begin")
        with self.app.app_context():
            for slot in find_table(won).state.spaces:
                play(won, hunt.flee, tapped_by=None, op=slot, slot=slot)
            play(unsaved, scoring.finish, tapped_by=None, op="finish", at=1.0)

    def open_ring(self, move):
        """Open a table of Emperor, and leave it where a move of its own has brought it."""
        form = {"count": 6, "ante": "y", "range": "official" if move == "deploy" else "text"}
        for n in range(6):
            form |= {f"players-{n}-name": f"{n}", f"players-{n}-colour": "red"}
        code = self.host.post("/emperor/new", data=form).location.split("/")[2]
        self.tap(code, "ante", game="emperor", seat=0, card="Mox")
        if move != "seats":
            self.tap(code, "first", game="emperor", team=0)
            self.tap(code, "begin", game="emperor")
        if move in ("steal", "tap"):
            self.tap(code, "steal", game="emperor", name="Ogre", owner=3, by=2)
        self.tap(code, move, game="emperor", creature=1, seats=1, owner=1, to=2, name="Ogre")
        return code

    def open_war(self, move):
        """Open a table of the war, and leave it where a move of its own has brought it."""
        form = {"count": 3, "mode": "free"}
        for n in range(3):
            form |= {f"players-{n}-name": f"{n}", f"players-{n}-colour": "red"}
        code = self.host.post("/efreet_war/new", data=form).location.split("/")[2]
        if move == "deal":
            return code
        self.tap(code, "begin", game="efreet_war")
        if move in ("attack", "kill", "resolve"):
            self.tap(code, "attack", game="efreet_war", resource="king")
        if move in ("kill", "resolve"):
            with self.app.app_context():
                guardians = find_table(code).state.resources["king"].guardians
            for guardian in guardians:
                self.tap(code, "kill", game="efreet_war", resource="king", guardian=guardian)
        self.tap(code, move, game="efreet_war", resource="king", survived="yes", seat=0, by_0=1, by_1=-1)
        return code

    def enter_plays(self):
        """Enter three more plays: to correct, to delete, and one that is deleted."""
        for day in ("2026-01-02", "2026-01-03", "2026-01-04"):
            form = {"name": "Ann", "day": day, "deck": 12, "won": "y", "points": 100}
            assert self.host.post("/djinn/solo/new", data=form).status_code == 303
        self.host.post(f"/scores/{DELETED}/delete")
        rows = [self.host.get("/scores/plays.json").json[0] | {"code": None, "played_at": float(at)} for at in range(2)]
        file = {"file": (io.BytesIO(json.dumps(rows).encode()), "plays.json")}
        self.host.post("/scores/import", data=file)
        oldest = self.host.get("/scores/plays.json").json[-1]["id"]
        self.host.post(f"/scores/{oldest}/delete")

    def open_alone(self, printed):
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
        form |= {"printed": "y"} if printed else {}
        return self.host.post("/djinn/new", data=form).location.split("/")[2]

    def open(self):
        names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
        colours = {f"players-{n}-colour": "red" for n in range(3)}
        return self.host.post("/djinn/new", data={"count": 3, **names, **colours}).location.split("/")[2]

    def deal(self, code):
        """Let Ann have the private Scoring Cards."""
        green, red = ("private_scoring", "market_free", "tavern_key"), ("start_poor", "start_weak", "red_10")
        picks = [TilePicked(seat, tile) for tiles in (green, red) for seat, tile in enumerate(tiles)]
        with self.app.app_context():
            events = [CardsDrawn(("keys", "spare_stock", "few_passages")), TilesDrawn(green, red), *picks]
            play(code, lambda state: events, tapped_by=None, op="deal")

    def tap(self, code, path, *, game="djinn", **form):
        with self.app.app_context():
            seen = (
                {}
                if path in ("count", "pause") or (game, path) == ("djinn", "tick")
                else {"seen": find_table(code).seq}
            )
        return self.host.post(f"/{game}/{code}/{path}", data={"op": f"tap-{next(self.taps)}", **seen, **form})

    def pages(self):
        """Give the addresses of all pages, those of a table for every table."""
        with self.app.test_request_context():
            for rule in self.app.url_map.iter_rules():
                id = {"djinn.edit_alone": ALONE, "scores.delete": TO_DELETE}.get(rule.endpoint, OVER)
                known = {"id": id, "key": "any", "name": "Ann", "seed": new_seed(7, deck=13, first_game=False)}
                known |= {"part": "trophies", "number": 1}
                if "GET" in rule.methods and rule.endpoint != "table.events":
                    tables = {"emperor": self.rings, "efreet_war": self.wars}.get(
                        rule.endpoint.split(".")[0], self.tables
                    )
                    for code in tables if "code" in rule.arguments else (None,):
                        values = {key: known.get(key, code) for key in rule.arguments}
                        yield self.app.url_for(rule.endpoint, **values)
        yield f"/scores/?deleted={DELETED}"
        yield "/djinn/box?slot=R1"
        for code in self.tables:
            yield from (f"/djinn/{code}/hunt?space=R1", f"/t/{code}?pick=1")
        for code in self.rings:
            yield from (f"/emperor/{code}/ring?{one}" for one in ("seat=1", "creature=1"))
        for code in self.wars:
            yield from (f"/efreet_war/{code}/war?resource={one}" for one in ("king", "valley"))

    def find_forms(self):
        """Give one form for each address that takes one: by endpoint, the address and its fields."""
        addresses, found = self.app.url_map.bind("localhost"), {}
        for path in list(self.pages()):
            for action, fields in Page(self.host.get(path, follow_redirects=True).text).forms:
                if addresses.test(action.split("?")[0], "POST"):
                    endpoint, _ = addresses.match(action.split("?")[0], "POST")
                    if endpoint not in found or len(fields) > len(found[endpoint][1]):
                        found[endpoint] = action, fields
        return found


@pytest.fixture(scope="module")
def evening(app):
    return Evening(app)


def kinds(kind=FlaskForm):
    for sub in kind.__subclasses__():
        yield sub
        yield from kinds(sub)


def fields_of(rendered):
    """Give the names of a form's fields: those on the page, and those of the form class that has all of these."""
    names = {name.split("-")[0] for name in rendered} - {"csrf_token"}
    classes = [vars(form(meta={"csrf": False}))["_fields"] for form in kinds() if form.__module__[:9] == "companion"]
    fitting = [fields for fields in classes if names <= set(fields)]
    fields = min(fitting, key=len) if names and fitting else {}
    return set(rendered) - {"csrf_token"} | {name for name, field in fields.items() if not isinstance(field, FieldList)}


GARBAGE = (
    None,
    "",
    "💥" * 10,
    "-1",
    "3",
    "99",
    "1e9",
    "999999999999999999999999",
    "NaN",
    "\x00",
    "' OR 1=1",
    "x" * 10_000,
    '{"a": [1]}',
    ["1", "2"],
)
ANSWERS = {303, 400, 403, 404, 409, 413, 422}


def trouble(send):
    """Send a request; give what is wrong with the answer, if anything is."""
    try:
        answer = send()
    except Exception as error:
        return repr(error)
    if answer.status_code not in ANSWERS:
        return f"status {answer.status_code}"
    words = re.sub("<[^>]*>", " ", answer.text).split()
    return None if answer.status_code == 303 or len(words) > 2 else f"no sentence with {answer.status_code}"


def garbled(fields, name, value, tap):
    """Give a form with garbage in one field; its tap is a new one, on the latest screen."""
    form = dict(fields) | {"op": f"garbage-{tap}", "seen": 10_000}
    for suffix in ("", "[]") if isinstance(value, list) else ("",):
        form[name + suffix] = value
    if value is None:
        del form[name]
    return form


LAST = ("djinn.finish", "table.hand_over")
"""What would close the forms of the others."""
EVERY_MOVE = {"op", "seen"}
"""Fields that every move's form inherits; they are tried on one form of each kind."""
KINDS = {"djinn.tick", "djinn.begin", "table.take_back"}


def to_try(endpoint, names):
    """Give the fields to fill with garbage: of those that differ by a number only, the first."""
    own = sorted(names if endpoint in KINDS else names - EVERY_MOVE, reverse=True)
    return sorted({re.sub(r"\d+", "#", name): name for name in own}.values())


def test_no_form_takes_garbage_badly(evening):
    """Every field of every form: what cannot be is refused in words."""
    app, host = evening.app, evening.host
    assert set(evening.forms) == {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    with app.test_request_context():
        names = {endpoint: fields_of(fields) for endpoint, (_, fields) in evening.forms.items()}
    found = []
    for endpoint in sorted(evening.forms, key=lambda endpoint: (endpoint in LAST, endpoint)):
        action, fields = evening.forms[endpoint]
        phone = evening.guest if endpoint == "table.sign_out" else host  # the host is needed still
        for name in to_try(endpoint, names[endpoint]):
            for value in GARBAGE:
                form = garbled({name: "", **fields}, name, value, next(evening.taps))
                wrong = trouble(lambda: phone.post(action, data=form, headers={"HX-Request": "true"}))  # noqa: B023
                if wrong:
                    found.append((endpoint, name, str(value)[:30], wrong))
    assert not found, "\n".join(map(str, found))


def test_names_of_fields_may_be_garbage_too(evening):
    found = []
    for action in ("/djinn/new", "/scores/1/edit"):
        for name in ("players-²-name", "players--1-name", "players-99999999999-name", f"players-{'9' * 5000}-name"):
            for more in (name, name.replace("players-", "players-0-"), "players", "players-", "count[]", "\x00", "💥"):
                wrong = trouble(lambda: evening.host.post(action, data={"count": "2", more: "Ann"}))  # noqa: B023
                if wrong:
                    found.append((action, more[:30], wrong))
    assert not found, "\n".join(map(str, found))


def test_bodies_of_other_kinds_are_refused(evening):
    found = []
    for action, _ in evening.forms.values():
        for kind, body in (
            ("application/json", b'{"seat": 1}'),
            ("application/x-www-form-urlencoded", b"\xff\xfe=%zz&&=;=%00"),
            ("multipart/form-data", b"no boundary"),
            ("multipart/form-data; boundary=x", b"--x\r\nno end"),
            ("text/plain; charset=nonsense", b"hello"),
            ("\xe4", b""),
        ):
            wrong = trouble(lambda: evening.host.post(action, data=body, content_type=kind))  # noqa: B023
            if wrong:
                found.append((action, kind, wrong))
    assert not found, "\n".join(map(str, found))


ARGUMENTS = {
    "/djinn/{}/hunt": ["space", "since"],
    "/djinn/{}/score": ["seat"],
    "/djinn/{}/can": ["space", "djinn", "boss", "magic", "coins", "circles", "corks", "bottle_brown", "crystal_only"],
    "/djinn/{}/can?magic=1&x=": ["mages-0-power", "mages-0-price", "mages-0-brown", "more", "mages-²-power"],
    "/djinn/rules": ["q"],
    "/emperor/rules": ["q"],
    "/efreet_war/rules": ["q"],
    "/t/{}": ["pick"],
    "/t/{}/log": ["all"],
    "/scores/": ["game", "player", "all"],
    "/scores/plays.csv": ["game", "player"],
    "/scores/plays.json": ["game", "player"],
}


def test_no_address_takes_garbage_badly(evening):
    found, phone = [], evening.app.test_client(use_cookies=False)
    for path, names in ARGUMENTS.items():
        for name in names:
            for value in GARBAGE[1:]:
                address = f"{path}{'&' if '?' in path else '?'}{urlencode({name: value}, doseq=True)}"
                headers = {"HX-Request": "true", "HX-Target": "answer"}
                wrong = trouble(lambda: phone.get(address.format(evening.hunt), headers=headers))  # noqa: B023
                if wrong not in (None, "status 200", "status 302"):
                    found.append((path, name, str(value)[:30], wrong))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("part", ["💥", "%00", "..", "x" * 5000, "%ff", "' OR 1=1", "-1", "1e9", "9" * 40, "²"])
def test_no_part_of_an_address_is_garbage_that_harms(evening, part):
    evening.guest.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    paths = ("/t/{}", "/t/{}/log", "/djinn/{}/score", "/s/{}", "/scores/{}", "/scores/player/{}", "/static/{}", "/{}")
    found = [(path, trouble(lambda: evening.guest.get(path.format(part)))) for path in paths]  # noqa: B023
    assert {wrong for _, wrong in found} <= {None, "status 200", "status 429"}


HEADERS = [
    {"HX-Request": "true", "HX-Target": "💥".encode().decode("latin-1")},
    {"HX-Request": "true", "HX-Target": "x" * 5000},
    {"HX-Request": "true", "HX-Target": "self.title"},
    {"HX-Request": "true", "HX-Current-URL": "http://["},
    {"HX-Request": "maybe", "HX-History-Restore-Request": "maybe"},
    {"Accept-Language": "x-klingon;q=much, *;q=9, de_DE@euro"},
    {"Accept-Encoding": "br;q=1000, \xe4"},
    {"Cookie": "companion=garbage; language=xx; hand=%00"},
    {"Cookie": "companion=.eJwNx; hand=space=R1&magic"},
    {"Cookie": "hand=magic=much&coins=-1"},
    {"Cookie": "=;;;companion"},
    {"Referer": "http://["},
    {"If-None-Match": "W/garbage", "If-Modified-Since": "yesterday", "Range": "bytes=5-1"},
    {"Host": "evil.example"},
]


@pytest.mark.parametrize("headers", HEADERS, ids=range(len(HEADERS)))
def test_no_header_takes_garbage_badly(evening, headers):
    phone = evening.app.test_client(use_cookies=False)
    for path in (f"/djinn/{evening.hunt}/hunt", f"/djinn/{evening.hunt}/can", f"/t/{evening.hunt}/share", "/"):
        assert trouble(lambda: phone.get(path, headers=headers)) in (None, "status 200", "status 302")  # noqa: B023
    assert trouble(lambda: phone.post("/language", data={"language": "de"}, headers=headers)) is None


def test_tables_outlive_garbage(evening):
    """After all that, in whatever order, every page of every table can still be read."""
    evening.host.post(f"/scores/{TO_DELETE}/restore")
    assert [path for path in list(evening.pages()) if evening.host.get(path).status_code not in (200, 302, 303)] == []


# Names that look like HTML

NASTY = ("<b>x</b><!--", "\"><img src=x><i class='", "{{7*7}}%(name)s{% raw")


def test_html_in_a_name_stays_text(app, ann):
    names = {f"players-{n}-name": name for n, name in enumerate(NASTY)}
    colours = {f"players-{n}-colour": "red" for n in range(3)}
    code = ann.post("/djinn/new", count=3, first_game="y", **names, **colours).location.split("/")[2]
    for seat in range(3):
        ann.post(f"/djinn/{code}/count", seat=seat, box="coins", by=1)
    pages = [f"/t/{code}?pick=1", f"/t/{code}/log", f"/t/{code}/menu", f"/t/{code}/share", "/", "/djinn/new"]
    pages += [f"/djinn/{code}/{page}" for page in ("setup", "draft", "hunt", "score")]
    ann.post(f"/djinn/{code}/begin", seen=4)
    texts = {path: ann.get(path).text for path in pages}
    ann.post(f"/djinn/{code}/end-turn", seen=5, seat=0)
    ann.post(f"/djinn/{code}/finish", seen=6)
    play = next(play["id"] for play in ann.get("/scores/plays.json").json if play["code"] == code)
    pages = [f"/djinn/{code}/result", f"/djinn/{code}/hunt", "/scores/", f"/scores/{play}", f"/scores/{play}/edit"]
    with app.test_request_context():
        pages += [app.url_for("scores.player", name=name) for name in NASTY]
    texts |= {f"{path} at the end": ann.get(path).text for path in pages}
    for path, text in texts.items():
        page = Page(text)
        assert not [tag for tag, its in page.elements if tag in ("b", "i") or its.get("src") == "x"], path
        assert "49%" not in page.text, path
    assert all(name in Page(texts[f"/t/{code}/log"]).text for name in NASTY)


def test_html_in_a_search_stays_text(ann):
    page = Page(ann.get("/djinn/rules?q=<b>%22><img src=x>").text)
    assert not [tag for tag, _ in page.elements if tag in ("b", "img")]
