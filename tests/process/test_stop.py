"""A server that is told to stop: nothing that was begun is lost, and nothing new is taken."""

import errno
import shutil
import signal
import socket
import sqlite3
from contextlib import closing
from urllib.parse import urlencode

import pytest

from tests.process.phones import dial, rest, soon

pytestmark = pytest.mark.thorough


@pytest.fixture
def own(start):
    """Start a server for this test alone."""
    return start(PATIENCE=20, BODY_SECONDS=60, HEADER_SECONDS=60, IDLE_SECONDS=60)


def reached(server):
    """Say whether the server takes connections."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", server.port)) != errno.ECONNREFUSED


def entries(server, code):
    with closing(sqlite3.connect(server.folder / "companion.db")) as db:
        return db.execute("SELECT count(*) FROM log WHERE code = ?", [code]).fetchone()[0]


def tap(phone, code):
    """Send a tap, and do not wait for what becomes of it."""
    form = {"csrf_token": phone.token, "op": "last", "seat": 0, "box": "corks", "by": 1}
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    headers["Cookie"] = "; ".join(f"{key}={value}" for key, value in phone.cookies.items())
    phone.connection.request("POST", f"/djinn/{code}/count", urlencode(form), headers)


def test_a_move_under_way_is_finished_while_nobody_new_is_taken(own, browser):
    ann, bob, cem = browser(own), browser(own), browser(own)
    code = ann.open_table()
    before = entries(own, code)
    first, stream = cem.listen(code)
    assert b"event: moved" in first
    with closing(sqlite3.connect(own.folder / "companion.db", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        tap(ann, code)
        assert bob.get("/")[0] == 200  # asked after the tap, which has begun by now
        own.process.send_signal(signal.SIGTERM)
        soon(lambda: reached(own), False)
        stream.read()  # ended as an answer ends, so that the phone asks again at once
        assert own.process.poll() is None
        holder.execute("ROLLBACK")
    answer = ann.connection.getresponse()
    assert (answer.status, answer.headers["Connection"]) == (303, "close")
    assert own.process.wait(10) == 0
    assert entries(own, code) == before + 1


def test_a_connection_that_has_said_nothing_yet_does_not_hold_it_up(own, browser):
    ann = browser(own)
    with dial(own), dial(own):
        assert own.stop()[0] == 0
    assert ann.connection.sock.recv(1) == b""


def test_what_never_ends_is_left_behind(own, browser):
    browser(own)
    connection = dial(own)
    connection.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\ncode=")
    status, took = own.stop()
    assert status == 0
    assert took <= 9
    rest(connection)


def test_asked_twice_it_stops_at_once(own, browser):
    browser(own)
    connection = dial(own)
    connection.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\ncode=")
    own.process.send_signal(signal.SIGTERM)
    soon(lambda: reached(own), False)
    assert own.stop()[0] == 0
    rest(connection)


def test_all_that_was_written_lies_in_one_file_after_it(own, browser, tmp_path):
    """Whoever takes that one along, as for a merge, has the last evening, too."""
    code = browser(own).open_table()
    own.stop()
    copy = shutil.copy(own.folder / "companion.db", tmp_path)
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT code FROM tables").fetchall() == [(code,)]
