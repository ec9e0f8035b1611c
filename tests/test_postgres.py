"""PostgreSQL behind the seam: what it does as the embedded database does, and what follows a lost connection."""

import socket
import threading
import time
from contextlib import closing, suppress
from urllib.parse import quote

import pytest

from companion.storage.protocol import ConnectionLost, LockTimeout, StorageError, UniqueViolation
from tests.apps import ON, close, make, quiet
from tests.conftest import Phone

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not ON, reason="needs a PostgreSQL: make test-postgres")


@pytest.fixture
def server():
    """Give the place of a database with one table and one row, in a schema of its own."""
    from companion.storage.postgres import Server

    with psycopg.connect(ON, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS seam CASCADE")
        connection.execute("CREATE SCHEMA seam")
        connection.execute("CREATE TABLE seam.one (n int PRIMARY KEY)")
        connection.execute("INSERT INTO seam.one VALUES (1)")
    return Server(f"{ON}&options=-csearch_path%3Dseam", patience=0.2, most=2)


@pytest.fixture
def db(server):
    with closing(server.open()) as db:
        yield db


@pytest.fixture
def other(server):
    """Open a connection of another process."""
    from companion.storage.postgres import Server

    with closing(Server(server.url, patience=0.2).open()) as other:
        yield other


def numbers(db):
    return [n for (n,) in db.execute("SELECT n FROM one ORDER BY n")]


def add(db, number=2):
    db.execute("INSERT INTO one VALUES (?)", [number])


def cut(session):
    """Cut a connection from outside, as a restart of the server does."""
    with psycopg.connect(ON, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", [session.connection.info.backend_pid])


def test_a_block_is_written_whole_or_not_at_all(db):
    with suppress(ZeroDivisionError), db.writing("one"):
        with db.writing("another"):
            add(db, 2)
        add(db, 1 // 0)
    assert not db.is_writing
    with db.writing("one"):
        add(db, 3)
    assert numbers(db) == [1, 3]


def test_nobody_else_writes_under_the_same_key_from_the_first_read_on(db, other):
    with db.writing("ABCDE"):
        with pytest.raises(LockTimeout), other.writing("ABCDE"):
            pass
        with other.writing("FGHIJ"):
            add(other)
    with other.writing("ABCDE"):
        assert numbers(other) == [1, 2]


def test_two_blocks_that_want_the_same_keys_wait_in_one_order(server):
    errors, went = [], threading.Barrier(2)

    def write(keys):
        with closing(server.open()) as db:
            db.patience = 5
            went.wait()
            for _ in range(50):
                try:
                    with db.writing(*keys):
                        pass
                except StorageError as error:
                    errors.append(error)

    threads = [threading.Thread(target=write, args=[keys]) for keys in (("A", "B", "C"), ("C", "B", "A"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_what_must_stand_once_is_taken(db):
    with pytest.raises(UniqueViolation):
        add(db, 1)
    with pytest.raises(UniqueViolation):
        db.executemany("INSERT INTO one VALUES (?)", [(2,), (1,)])


def test_a_mistake_in_the_asking_is_no_trouble_with_the_server(db):
    with pytest.raises(StorageError) as mistake:
        db.execute("SELECT n FROM nowhere")
    assert type(mistake.value) is StorageError
    assert numbers(db) == [1]


def test_what_is_asked_on_a_lost_connection_is_asked_on_a_new_one(db):
    cut(db)
    assert numbers(db) == [1]
    cut(db)
    with db.writing("one"):
        add(db)
    assert numbers(db) == [1, 2]


def test_a_block_whose_connection_is_lost_is_not_written_in_part(db, other):
    def write():
        with db.writing("one"):
            add(db, 2)
            cut(db)
            add(db, 3)

    with pytest.raises(ConnectionLost):
        write()
    assert numbers(other) == [1]
    with db.writing("one"):
        add(db, 4)
    assert numbers(other) == [1, 4]


def test_what_is_asked_often_is_prepared_unless_a_pooler_stands_between(server):
    from companion.storage.postgres import Server

    direct = f"{server.url}&application_name=direct"
    for place, prepared, name in (
        (server, 1, "companion"),
        (Server(server.url, patience=1, direct=direct), 0, "direct"),
    ):
        with closing(place.open()) as db, closing(place.open(lasting=False)) as listener:
            for _ in range(5):
                assert db.execute("SELECT n FROM one WHERE n = ?", [1]).fetchall() == [(1,)]
            found = db.connection.execute("SELECT statement FROM pg_prepared_statements").fetchall()
            assert len([1 for (sql,) in found if "FROM one" in sql]) == prepared
            assert listener.connection.execute("SHOW application_name").fetchone() == (name,)
            assert db.connection.execute("SHOW application_name").fetchone() == ("companion",)


NUMBERS = (0, -1, 2**31 - 1, 2**31, -(2**31), 2**62, 0.1, -1e300)
TEXTS = ("", "Dörte", "it's 100 %", "a:b ? $1", "x" * 100_000)


@pytest.mark.parametrize("value", [*NUMBERS, *TEXTS, None], ids=lambda value: repr(value)[:20])
def test_what_is_asked_often_is_answered_as_before(db, value):
    kind = {int: "bigint", float: "double precision"}.get(type(value), "text")
    ask = {
        f"SELECT CAST(:value AS {kind}), n, '1'::text FROM one WHERE n = :n": {"value": value, "n": 1},
        f"SELECT CAST(? AS {kind}), n, '1'::text FROM one WHERE n = ?": [value, 1],
    }
    for sql, values in ask.items():
        assert [db.execute(sql, values).fetchall() for _ in range(6)] == [[(value, 1, "1")]] * 6


def test_a_long_answer_is_whole_while_others_are_asked(db):
    add_up = "SELECT i FROM generate_series(?, 2500) AS i"
    for _ in range(6):
        rows = iter(db.execute(add_up, [1]))
        for expected in range(1, 2501):
            if expected % 500 == 0:
                assert db.execute("SELECT n FROM one WHERE n = ?", [1]).fetchone() == (1,)
            assert next(rows) == (expected,)
        assert next(rows, None) is None


def test_what_fails_when_it_is_asked_often_fails_as_before(db):
    for _ in range(6):
        with pytest.raises(UniqueViolation):
            add(db, 1)
        with pytest.raises(StorageError):
            db.execute("SELECT ?::text", ["\0"])
    assert numbers(db) == [1]
    for _ in range(6):
        with suppress(StorageError), db.writing("K7QFM"):
            add(db, 3)
            add(db, 3)
    assert numbers(db) == [1]


def test_what_was_prepared_on_a_lost_connection_is_asked_on_a_new_one(db):
    ask = "SELECT n FROM one WHERE n = ?"
    for _ in range(6):
        for _ in range(6):
            assert db.execute(ask, [1]).fetchone() == (1,)
        cut(db)


@pytest.mark.parametrize(("said", "most"), [("", "10000"), ("&tcp_user_timeout=3000", "3000")])
def test_a_connection_that_falls_silent_is_lost_in_seconds(server, said, most):
    """Where a machine or a network fails nothing ends a connection: by itself a system waits for 15 minutes."""
    with closing(type(server)(server.url + said, patience=0.2).open()) as db:
        known = db.connection.info.get_parameters()
    assert known["tcp_user_timeout"] == most
    assert known["keepalives_idle"] == "10"


def test_a_server_that_cannot_be_reached_is_away():
    from companion.storage.postgres import Server

    with pytest.raises(ConnectionLost):
        Server("postgresql://nobody@/nowhere?host=/nowhere", patience=1).open()


def heard(listener, wanted, within=5):
    """Listen until a table is told of by name, or any may have changed; give what was heard."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        told = listener.poll()
        if told is None or wanted in told:
            return told
        time.sleep(0.01)
    raise AssertionError("nothing was heard")


def quietly(listener):
    """Let a listener's round be over, so that it hears only what is told."""
    while listener.poll() is not None:
        time.sleep(0.01)


def test_what_another_process_tells_is_heard_once_and_after_it_is_written(server, other):
    with closing(server.open(lasting=False)) as listener:
        quietly(listener)
        with other.writing("ABCDE"):
            other.notify("ABCDE")
            assert listener.poll() == set()
        assert heard(listener, "ABCDE", within=0.9) == {"ABCDE"}
        assert listener.poll() == set()


def waited(listener):
    """Wait for up to 10 s; give how long it was."""
    began = time.monotonic()
    listener.wait(10)
    return time.monotonic() - began


def test_who_waits_for_news_is_woken_by_them(server, other):
    with closing(server.open(lasting=False)) as listener:
        listener.poll()
        for number in range(6):
            timer = threading.Timer(0.1, other.notify, [f"ABCD{number}"])
            timer.start()
            assert waited(listener) < 5
            assert listener.poll() in (None, {f"ABCD{number}"})
            timer.join()


def test_news_that_come_while_something_is_asked_need_no_waiting(server, other):
    with closing(server.open(lasting=False)) as listener:
        listener.poll()
        for number in range(8):
            other.notify("ABCDE")
            listener.execute("SELECT n FROM one WHERE n = ?", [number])
            assert waited(listener) < 5
            assert listener.poll() in (None, {"ABCDE"})


@pytest.mark.parametrize("said", ["", "ABCDE", "a b c"])
def test_what_another_program_says_there_is_no_fault(server, other, said):
    with closing(server.open(lasting=False)) as listener:
        quietly(listener)
        other.execute("SELECT pg_notify('companion', ?)", [said])
        other.notify("ABCDE")
        assert "ABCDE" in (heard(listener, "ABCDE", within=5) or {"ABCDE"})


def test_what_this_process_tells_itself_is_no_news(server, db):
    with closing(server.open(lasting=False)) as listener:
        quietly(listener)
        db.notify("ABCDE")
        time.sleep(0.1)
        assert listener.poll() == set()


def test_what_nobody_told_is_looked_for_every_second(server):
    with closing(server.open(lasting=False)) as listener:
        quietly(listener)
        began = time.monotonic()
        quietly(listener)
        assert time.monotonic() - began <= 2


def test_who_listens_on_a_lost_connection_looks_at_all_tables_and_listens_anew(server, other):
    with closing(server.open(lasting=False)) as listener:
        quietly(listener)
        cut(listener)
        other.notify("ABCDE")
        assert heard(listener, "ABCDE", within=0.5) is None
        other.notify("FGHIJ")
        assert heard(listener, "FGHIJ", within=0.9) == {"FGHIJ"}


def test_there_are_never_more_connections_than_allowed(server):
    assert server.room.acquire(timeout=0)
    assert server.room.acquire(timeout=0)
    assert not server.room.acquire(timeout=0)


class Relay:
    """A way to the server that can be told to lose the answer to the next COMMIT, and the connection with it."""

    def __init__(self, folder):
        self.url, self.loses = ON.replace(quote(HOST), quote(str(folder))), False
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / ".s.PGSQL.5432"))
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with suppress(OSError):
            while True:
                threading.Thread(target=self.pass_on, args=[self.listener.accept()[0]], daemon=True).start()

    def pass_on(self, ours):
        with closing(ours), closing(socket.socket(socket.AF_UNIX)) as theirs, suppress(OSError):
            theirs.connect(f"{HOST}/.s.PGSQL.5432")
            threading.Thread(target=self.answer, args=[theirs, ours], daemon=True).start()
            while said := ours.recv(65536):
                lost = self.loses and b"COMMIT" in said
                if lost:
                    self.loses = "answer"
                theirs.sendall(said)

    def answer(self, theirs, ours):
        with suppress(OSError):
            while said := theirs.recv(65536):
                if self.loses == "answer":
                    self.loses = False
                    ours.shutdown(socket.SHUT_RDWR)
                    return
                ours.sendall(said)


HOST = psycopg.conninfo.conninfo_to_dict(ON).get("host", "") if ON else ""


def test_a_tap_whose_answer_is_lost_after_the_commit_is_asked_by_its_id_and_counts_once(tmp_path_factory, static_cache):
    folder = tmp_path_factory.mktemp("relay")
    relay = Relay(folder)
    app = quiet(make(folder / "app", static_cache))
    app.extensions["db"].url = app.extensions["db"].url.replace(quote(HOST), quote(str(folder)))
    close(app)  # what it opened at its start goes straight to the server
    app.extensions["db_pool"].clear()
    with closing(relay.listener):
        phone = Phone(app)
        names = {
            "players-0-name": "Ann",
            "players-0-colour": "red",
            "players-1-name": "Bob",
            "players-1-colour": "blue",
        }
        code = phone.post("/djinn/new", count=2, first_game="y", **names).location.split("/")[2]
        tap = {"op": "once", "seat": 0, "box": "coins", "by": 1}
        relay.loses = True
        assert phone.post(f"/djinn/{code}/count", htmx=True, **tap).status_code == 503
        assert relay.loses is False
        assert phone.post(f"/djinn/{code}/count", htmx=True, **tap).status_code < 400
        assert phone.post(f"/djinn/{code}/count", htmx=True, **tap).status_code < 400
        with app.app_context(), closing(app.extensions["db"].open()) as db:
            ops = [op for (op,) in db.execute("SELECT op FROM log WHERE code = ? ORDER BY seq", [code])]
        assert ops.count("once") == 1
        assert len(ops) == 2
    close(app)
