"""Many fingers at once on the real server, and a server that is killed or stopped."""

import http.client
import re
import signal
import sqlite3
import time
from contextlib import closing
from itertools import count

import pytest

from companion.games.djinn.scoring import scoring
from companion.table.play import play
from tests.apps import close
from tests.phone_views import coins
from tests.server import Browser, Server, at_once
from tests.thorough import tries

pytestmark = pytest.mark.thorough


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


TAPS = tries(60, 499)


def test_hundreds_of_taps_from_two_phones_at_once_all_count_once(browser, server):
    ann, bob = browser(), browser()
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303

    def tap(phone, name):
        form = {"seat": 1, "box": "other", "by": 1}  # of nothing else there are so many
        return {phone.post(f"/djinn/{code}/count", op=f"{name}-{number}", **form)[0] for number in range(TAPS)}

    assert at_once(lambda: tap(ann, "ann"), lambda: tap(bob, "bob")) == [{303}, {303}]
    for phone, name in ((ann, "ann"), (bob, "bob")):
        assert phone.post(f"/djinn/{code}/count", op=f"{name}-last", seat=1, box="corks", by=1)[0] == 303
    assert len(rows(server, code)) == 1 + 2 * TAPS + 2
    assert coins(ann.get(f"/djinn/{code}/score?seat=1&all=1")[1], "other") == 2 * TAPS


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
    form = phones[0].get(f"/djinn/{code}/hunt")[1].split("end-turn", 1)[1]
    turn = {"seen": 2, "seat": re.search(r'name="seat"[^>]*value="(\d)"', form)[1]}
    answers = at_once(
        *(
            lambda phone=phone, n=n: phone.post(f"/djinn/{code}/end-turn", op=f"end-{n}", **turn)[0]
            for n, phone in enumerate(phones)
        )
    )
    assert sorted(answers) == [303, 409, 409, 409, 409]


OF_EACH = tries(20, 50)


def test_two_processes_share_a_file(browser, server, new_app):
    """Taps of both count, and phones of the one hear of moves in the other."""
    phone, listener = browser(), browser()
    code = phone.open_table()
    first, stream = listener.listen(code)
    assert first == b"event: moved\ndata: 1\n\n"
    other = new_app(server.folder)

    def here():
        for number in range(OF_EACH):
            phone.post(f"/djinn/{code}/count", op=f"here-{number}", seat=0, box="coins", by=1)

    def there():
        for number in range(OF_EACH):
            with other.app_context():
                play(code, "count", scoring.count, tapped_by=1, op=f"there-{number}", seat=1, box="coins", by=1)

    at_once(here, there)
    with other.app_context():
        play(code, "count", scoring.count, tapped_by=1, op="there alone", seat=1, box="coins", by=1)
    close(other)
    assert len(rows(server, code)) == 2 * OF_EACH + 2
    while stream.readline() != f"data: {2 * OF_EACH + 2}\n".encode():
        pass
    assert coins(phone.get(f"/djinn/{code}/score?seat=1")[1]) == OF_EACH + 1


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
    assert f"Open http://127.0.0.1:{server.port}/ on this computer." in server.said
    assert "phones" not in server.said
    assert "█" not in server.said  # a picture would lead each phone to itself


def test_it_stops_at_once_with_phones_connected(browser, server):
    """It ends their streams, instead of cutting them off when it has waited for them in vain."""
    phones = [browser() for _ in range(3)]
    code = phones[0].open_table()
    streams = [phone.listen(code)[1] for phone in phones]
    assert browser().get("/")[0] == 200
    status, took = server.stop(signal.SIGINT)
    assert status == 0
    assert took < 5  # a busy machine may take a second or two
    assert "Companion has stopped" in server.said
    for stream in streams:
        stream.read()


def test_it_can_be_stopped_as_soon_as_it_says_where_it_is(server):
    server.stop(signal.SIGTERM)
    server.start()
    status, _ = server.stop(signal.SIGTERM)
    assert status == 0
    assert "Companion has stopped" in server.said
