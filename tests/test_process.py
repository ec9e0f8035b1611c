"""The process and its files: locks, connections, two processes on one file, what a start finds and a stop leaves."""

import re
import socket
import sqlite3
import threading
import time
from contextlib import ExitStack, closing, suppress

import pytest

from companion import server as limits
from companion.__main__ import main
from companion.db import connect
from companion.storage import Busy, Trouble
from companion.web import HEADERS
from tests.server import Browser, Server

PATIENCE = 1.5
QUICK = {"PATIENCE": PATIENCE, "HEADER_SECONDS": 1, "IDLE_SECONDS": 2, "BODY_SECONDS": 1}


@pytest.fixture(scope="module")
def start(tmp_path_factory, static_cache):
    """Start a server, in a folder of its own unless one is given."""
    servers = []

    def start(folder=None, *arguments, limit=None, **config):
        folder = folder or tmp_path_factory.mktemp("server")
        servers.append(Server(folder, *arguments, limit=limit, **{"STATIC_CACHE": static_cache, **QUICK} | config))
        return servers[-1].start()

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def server(start):
    """Share one server between tests that leave it running."""
    return start()


@pytest.fixture
def browser(server):
    """Give phones at the shared server."""
    browsers = []

    def browser(at=None):
        browsers.append(Browser(at or server))
        return browsers[-1]

    yield browser
    for one in browsers:
        one.connection.close()


def locked(folder, how="IMMEDIATE"):
    """Hold the lock of a database as another program does; give its connection."""
    other = sqlite3.connect(folder / "companion.db", check_same_thread=False)
    other.execute(f"BEGIN {how}")
    return closing(other)


def count(phone, code, **form):
    return phone.post(f"/djinn/{code}/count", op=str(time.monotonic_ns()), seat=0, box="corks", by=1, **form)


# Another program holds the database


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_lock_holds_up_nobody_but_who_writes(server, browser, how):
    """Under gevent SQLite's own waiting would stop every phone: so a tap waits by itself, and pages come meanwhile."""
    ann, bob = browser(), browser()
    code = ann.open_table()
    answers = []
    with locked(server.folder, how):
        tap = threading.Thread(target=lambda: answers.append((count(ann, code), time.monotonic())))
        tap.start()
        time.sleep(0.2)
        for page in ("/", f"/djinn/{code}/score", f"/t/{code}/log", "/scores/"):
            assert bob.get(page)[0] == 200
        pages = time.monotonic()
        tap.join()
    (((status, _), told),) = answers
    assert status == 503
    assert told > pages
    assert count(ann, code)[0] == 303


def test_a_phone_that_has_just_sat_down_reads_under_a_lock(server, browser):
    """At its first look it would be written down that it has come with its new id."""
    ann, bob = browser(), browser()
    code = ann.open_table()
    with locked(server.folder):
        began = time.monotonic()
        assert ann.get(f"/djinn/{code}/score")[0] == 200
        assert time.monotonic() - began < PATIENCE
    bob.cookies = dict(ann.cookies)
    assert ann.get(f"/djinn/{code}/score")[0] == 200
    assert count(ann, code)[0] == 303


def test_a_tap_under_a_lock_is_answered_in_words_within_its_limit(server, browser):
    ann = browser()
    code = ann.open_table()
    with locked(server.folder):
        began = time.monotonic()
        form = f"csrf_token={ann.token}&op=locked&seat=0&box=corks&by=1"
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = ann.request("POST", f"/djinn/{code}/count", form, kind)
        took = time.monotonic() - began
    assert answer.status == 503
    assert "Another program holds the database just now. Please try again in a moment." in answer.read().decode()
    assert PATIENCE <= took < 3 * PATIENCE


def test_a_tap_gets_in_when_the_lock_ends_in_time(server, browser):
    ann = browser()
    code = ann.open_table()
    with locked(server.folder) as other:
        threading.Timer(0.3, other.rollback).start()
        assert count(ann, code)[0] == 303
    with closing(sqlite3.connect(server.folder / "companion.db")) as db:
        assert db.execute("SELECT count(*) FROM log WHERE code = ?", [code]).fetchone() == (2,)


def test_a_reader_waits_for_who_holds_the_whole_file(tmp_path):
    """A program that keeps even readers out gives way to them when it is done."""
    with closing(connect(tmp_path / "file")) as db:
        db.execute("CREATE TABLE one (n INT)")
    with (
        closing(connect(tmp_path / "file", patience=5)) as db,
        closing(sqlite3.connect(tmp_path / "file", check_same_thread=False)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        threading.Timer(0.1, other.rollback).start()
        assert db.execute("SELECT count(*) FROM one").fetchone() == (0,)


def test_what_waiting_cannot_mend_is_told_at_once(tmp_path):
    """A transaction that has read what is old by now would wait for ever."""
    with closing(connect(tmp_path / "file", patience=60)) as db, closing(connect(tmp_path / "file")) as other:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE one (n INT)")
        db.execute("BEGIN")
        db.execute("SELECT * FROM one").fetchall()
        other.execute("INSERT INTO one VALUES (1)")
        with pytest.raises(Trouble) as refused:
            db.execute("INSERT INTO one VALUES (2)")
        assert not isinstance(refused.value, Busy)
        with pytest.raises(Trouble, match="no such table"):
            db.execute("SELECT * FROM nowhere")


# Slow and many connections


def dial(server):
    """Open a bare connection."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


@pytest.fixture
def dialled():
    """Open many bare connections, and close them in the end."""
    with ExitStack() as stack:

        def dialled(server, many, request=b""):
            connections = []
            for _ in range(many):
                connections.append(stack.enter_context(dial(server)))
                connections[-1].sendall(request)
            return connections

        yield dialled


def rest(connection):
    """Read all that still comes on a connection until the server closes it."""
    said = b""
    with connection, suppress(ConnectionError):
        while more := connection.recv(65536):
            said += more
    return said.decode()


def hears(connection, words):
    """Read a stream until it says something."""
    said = ""
    while words not in said:
        more = connection.recv(65536).decode()
        assert more, said
        said += more


def say(server, *parts):
    """Send bytes on a connection of their own; give all that the server says before it closes it."""
    connection = dial(server)
    with suppress(ConnectionError):
        for part in parts:
            connection.sendall(part)
            time.sleep(0.2 if len(parts) > 1 else 0)
    return rest(connection)


def test_a_header_has_ten_seconds():
    assert limits.HEADER == 10


HALVES = {"nothing": b"", "a line": b"GET / HT", "headers": b"GET / HTTP/1.1\r\nHost: x\r\nCookie: a=b"}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_sent_headers_are_closed(server, browser, dialled, half):
    connections = dialled(server, 100, half)
    assert browser().get("/")[0] == 200
    answers = {rest(connection)[:12] for connection in connections}
    assert answers == {"HTTP/1.1 408" if "\r" in half.decode() else ""}


def test_headers_that_trickle_are_closed(server):
    assert say(server, b"GET / HTTP/1.1\r\n", *(b"A: b\r\n" for _ in range(12))).startswith("HTTP/1.1 408")


def test_a_connection_without_requests_is_closed(server):
    with dial(server) as connection:
        connection.sendall(b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = rest(connection)
    assert answer.startswith("HTTP/1.1 404")


def test_a_body_that_trickles_is_given_up_and_does_nothing(server, browser):
    ann = browser()
    code = ann.open_table()
    cookies = "; ".join(f"{key}={value}" for key, value in ann.cookies.items())
    body = f"csrf_token={ann.token}&op=slow&seat=0&box=corks&by=1".encode()
    head = (
        f"POST /djinn/{code}/count HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\nContent-Length: {len(body)}\r\n"
    )
    head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    answer = say(server, head.encode(), *(body[n : n + 1] for n in range(12)))
    assert answer.startswith("HTTP/1.1 400")
    assert "That could not be read" in answer
    assert "corks: +1" not in ann.get(f"/t/{code}/log")[1].lower()
    assert say(server, head.encode() + body + b"GET /nowhere HTTP/1.0\r\n\r\n").startswith("HTTP/1.1 303")


def test_a_body_that_nobody_reads_is_given_up(server):
    head = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
    began = time.monotonic()
    assert say(server, head).startswith("HTTP/1.1 404")
    assert time.monotonic() - began < 10


GARBAGE = {
    "400": b"\xff\xfe nonsense\r\n\r\n",
    "414": b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    "431": b"GET / HTTP/1.1\r\n" + b"".join(b"A%d: %s\r\n" % (n, b"x" * 8000) for n in range(9)) + b"\r\n",
}


@pytest.mark.parametrize(("status", "request_"), GARBAGE.items(), ids=GARBAGE)
def test_what_is_no_request_is_refused_in_words_with_all_headers(server, status, request_):
    head, _, body = say(server, request_).partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status}")
    assert set(HEADERS) <= {line.split(":")[0] for line in head.splitlines()}
    assert "Companion" in body or "could not be read" in body


def test_a_phone_that_leaves_is_gone_at_once(server, browser):
    """At the next beat only, somebody who turns pages quickly would have too many streams."""
    ann = browser()
    code = ann.open_table()
    for _ in range(20):
        phone = browser()
        phone.cookies = ann.cookies
        first, stream = phone.listen(code)
        assert first.startswith(b"event: moved")
        stream.close()
        phone.connection.close()
        ann.get(f"/t/{code}/menu")


# Few descriptors


@pytest.fixture(scope="module")
def small(start):
    """Give a server that may open 64 files."""
    return start(limit=64)


def test_with_few_descriptors_streams_end_before_the_pages_do(small, browser, dialled):
    ann = browser(small)
    code = ann.open_table()
    connections = dialled(small, 70, f"GET /t/{code}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    answers = [connection.recv(2000).decode() for connection in connections]
    streams = [answer for answer in answers if answer.startswith("HTTP/1.1 200")]
    crowded = [answer for answer in answers if answer.startswith("HTTP/1.1 503")]
    assert len(streams) >= 16
    assert len(streams) + len(crowded) == 70
    assert all("Retry-After" in answer for answer in crowded)
    for _ in range(5):
        new = browser(small)
        assert new.get(f"/djinn/{code}/score")[0] == 200
    ann.connection.close()  # it was closed to make room; http.client does not open another by itself
    assert count(ann, code)[0] == 303
    told = [c for c, answer in zip(connections, answers, strict=True) if answer in streams]
    for connection in told:
        hears(connection, "data: 2")


def test_with_few_descriptors_who_only_waits_makes_room(small, browser, dialled):
    dialled(small, 100)
    dialled(small, 100, b"GET / HTTP/1.1\r\nHost: half")
    for _ in range(20):
        assert browser(small).get("/scores/")[0] == 200


def test_streams_leave_room_for_pages_whatever_the_limit():
    for descriptors in (64, 256, 1024, 65_536):
        left = descriptors - limits.OWN - limits.streams(descriptors)
        assert limits.streams(descriptors) >= 16
        assert left >= 6 * limits.REQUEST


# Several starts, and files that go away


def test_four_first_starts_at_once_all_come_up_with_one_key(tmp_path, static_cache):
    """They race for the secret key, the migrations and the port."""
    servers = [Server(tmp_path / "instance", STATIC_CACHE=static_cache, **QUICK) for _ in range(4)]
    try:
        for server in servers:
            server.launch()
        for server in servers:
            server.wait()
        ann = Browser(servers[0])
        code = ann.open_table()
        ann.connection.close()
        for server in servers[1:]:
            there = Browser(server)
            there.cookies = ann.cookies
            assert there.get(f"/t/{code}")[0] == 302  # known as the host, by a cookie that all can read
            there.connection.close()
    finally:
        for server in servers:
            server.kill()


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_database_that_is_gone_takes_no_more_taps(start, browser, how):
    server = start()
    ann = browser(server)
    code = ann.open_table()
    file = server.folder / "companion.db"
    assert count(ann, code)[0] == 303
    away = file.rename(file.with_name("away"))
    if how == "replaced":
        with closing(connect(file)) as db:
            db.execute("CREATE TABLE one (n INT)")
    assert count(ann, code)[0] == 503
    form = f"csrf_token={ann.token}&op=gone&seat=0&box=corks&by=1"
    answer = ann.request("POST", f"/djinn/{code}/count", form, {"Content-Type": "application/x-www-form-urlencoded"})
    assert "deleted or replaced while Companion ran" in answer.read().decode()
    assert browser(server).get("/")[0] == 200
    away.replace(file)
    assert count(ann, code)[0] == 303


def test_a_database_whose_log_is_deleted_loses_no_tap(start, browser):
    """What was written last lies in the log beside the file, and would be lost with it when the server is killed."""
    server = start()
    ann = browser(server)
    code = ann.open_table()
    assert count(ann, code)[0] == 303
    (server.folder / "companion.db-wal").unlink()
    rows = lambda: entries(server.folder, code)  # noqa: E731
    soon(rows, 2)
    assert count(ann, code)[0] == 303
    server.kill()
    assert rows() == 3


def test_a_log_that_another_program_has_begun_takes_no_tap(start, browser):
    """Two logs beside one file would tear it."""
    server = start()
    ann = browser(server)
    code = ann.open_table()
    log = server.folder / "companion.db-wal"
    log.rename(server.folder / "away")
    log.touch()
    assert count(ann, code)[0] == 503
    (server.folder / "away").replace(log)
    assert count(ann, code)[0] == 303


def entries(folder, code):
    """Count a table's entries as they stand in the file alone, without the log beside it."""
    with closing(sqlite3.connect(f"file:{folder / 'companion.db'}?immutable=1", uri=True)) as db:
        return db.execute("SELECT count(*) FROM log WHERE code = ?", [code]).fetchone()[0]


# What is written down


def test_every_request_is_written_down_if_wished(start, browser):
    server = start(None, "--access-log")
    ann = browser(server)
    code = ann.open_table()
    for _ in range(2):
        assert count(ann, code)[0] == 303
    assert ann.get(f"/djinn/{code}/score?seat=0&name=Ann")[0] == 200
    say(server, b"GET /\xff\x1b%0d%0aFoul nonsense\r\n\r\n")
    written = (server.folder / "access.log").read_text(encoding="utf-8")
    assert f"127.0.0.1 POST /djinn/{code[:2]}…/count 303" in written
    assert f"GET /djinn/{code[:2]}…/score 200" in written
    assert not re.search(rf"{code}|Ann|[?=\x1b%]", written)
    server.stop()
    journal = (server.folder / "companion.log").read_text(encoding="utf-8")
    assert f"started on port {server.port}" in journal
    assert journal.endswith("stopped\n")


def test_requests_are_not_written_down_unless_wished(server, browser):
    browser().get("/")
    assert not (server.folder / "access.log").exists()


# Two processes on one file


@pytest.fixture(scope="module")
def two(start):
    """Give two servers on one file."""
    first = start()
    return first, start(first.folder)


def heard(stream, words):
    """Read a phone's stream up to a line, for at most 10 s."""
    end = time.monotonic() + 10
    while stream.readline().decode().strip() != words:
        assert time.monotonic() < end, words


def discs(page):
    """Read from a page who is here."""
    return dict(re.findall(r'aria-label="(Ann|Bob|Cem): (here|away)"', page))


def soon(look, wanted):
    """Look until it is as wanted, for at most 10 s."""
    end = time.monotonic() + 10
    while (found := look()) != wanted:
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_a_tap_at_one_process_moves_a_phone_at_the_other(two, browser):
    ann, bob = browser(two[0]), browser(two[1])
    code = ann.open_table()
    _, stream = bob.listen(code)
    for number in range(5):
        assert count(ann, code)[0] == 303
        heard(stream, f"data: {number + 2}")
    assert "corks" in browser(two[1]).get(f"/t/{code}/log")[1].lower()


def test_a_seat_taken_at_one_process_shows_at_the_other(two, browser):
    ann, bob, cem = browser(two[0]), browser(two[0]), browser(two[1])
    code = ann.open_table()
    _, stream = browser(two[1]).listen(code)
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    heard(stream, "data: 1")
    assert cem.post(f"/t/{code}/sit", seat=1)[0] == 422
    assert cem.post(f"/t/{code}/sit", seat=2)[0] == 303


def test_who_is_connected_to_one_process_is_here_at_the_other(two, browser):
    ann, bob, looker = browser(two[0]), browser(two[1]), browser(two[0])
    code = ann.open_table()
    for phone, seat in ((ann, 0), (bob, 1)):
        assert phone.post(f"/t/{code}/sit", seat=seat)[0] == 303
    _, stream = ann.listen(code)
    wanted = {"Ann": "here", "Bob": "away", "Cem": "away"}
    for server in two:
        soon(lambda server=server: discs(browser(server).get(f"/t/{code}/menu")[1]), wanted)
    _, waiting = bob.listen(code)
    soon(lambda: discs(looker.get(f"/t/{code}/menu")[1]), {**wanted, "Bob": "here"})
    heard(stream, "data: 1")
    waiting.close()
    bob.connection.close()
    soon(lambda: discs(looker.get(f"/t/{code}/menu")[1]), wanted)


def test_both_processes_call_the_same_page_by_the_same_name(two, browser):
    """What one of them has sent is unchanged for the other, too, and stays so."""
    ann, bob = browser(two[0]), browser(two[1])
    code = ann.open_table()
    bob.listen(code)
    since = lambda: re.search(r"since=([\d.]+)", ann.get(f"/djinn/{code}/score")[1])[1]  # noqa: E731
    there = browser(two[1])
    soon(lambda: there.get(f"/djinn/{code}/score?since={since()}")[0], 204)
    for _ in range(3):
        assert [phone.get(f"/djinn/{code}/score?since={since()}")[0] for phone in (ann, there)] == [204, 204]
    count(ann, code)
    assert there.get(f"/djinn/{code}/score?since={since()}")[0] == 204


def test_who_was_here_by_a_process_that_was_killed_is_forgotten(start, browser):
    first = start()
    second = start(first.folder)
    ann, bob = browser(first), browser(second)
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    bob.listen(code)
    here = lambda: discs(browser(first).get(f"/t/{code}/menu")[1])["Bob"]  # noqa: E731
    soon(here, "here")
    second.kill()
    with closing(sqlite3.connect(first.folder / "companion.db")) as db:
        db.execute("UPDATE presence SET heard = heard - 31")
        db.commit()
    assert here() == "away"


def test_a_process_that_stops_says_that_its_phones_are_gone(start, browser):
    first = start()
    second = start(first.folder)
    ann, bob = browser(first), browser(second)
    code = ann.open_table()
    bob.listen(code)
    with closing(sqlite3.connect(first.folder / "companion.db")) as db:
        rows = lambda: db.execute("SELECT count(*) FROM presence").fetchone()[0]  # noqa: E731
        soon(rows, 1)
        second.stop()
        assert rows() == 0


def test_a_restore_is_refused_while_servers_run_and_works_when_none_does(start, browser, tmp_path, capsys, monkeypatch):
    first = start()
    second = start(first.folder)
    monkeypatch.setenv("COMPANION_INSTANCE", str(first.folder))
    code = browser(first).open_table()
    assert main(["backup", str(tmp_path / "copy")]) == 0
    late = browser(first).open_table()
    restore = ["restore", "--force", str(tmp_path / "copy")]
    for server, ends in ((first, first.stop), (second, second.kill)):
        assert main(restore) == 1
        said = capsys.readouterr().err
        assert f"port {server.port}" in said or f"port {second.port}" in said
        assert "kill" in said
        ends()
    assert main(restore) == 0
    phone = browser(first.start())
    assert phone.get(f"/t/{code}/log")[0] == 200
    assert phone.get(f"/t/{late}/log")[0] == 404
