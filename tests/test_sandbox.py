"""Files are read in a process of their own: the same comes of them, nothing stays, and none holds the server up."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import SystemRandom

import pytest

from companion import GAMES
from companion.files import sandbox
from companion.files.safe_readers import TABLE
from companion.refusal import Refusal
from companion.scores.exports import json_import
from companion.scores.stores import play_store as scores
from companion.table.import_export import export, import_table as found_module
from companion.table.import_export.serialize import to_json
from companion.table.play import find_table, games
from companion.table.seating import seats
from tests.apps import anew
from tests.table.test_import_pacing import session
from tests.test_upload_limits import play, read_here  # noqa: F401


@pytest.fixture(scope="module")
def own_app(new_app):
    return new_app()


@pytest.fixture
def app(own_app, monkeypatch):
    """Ask an app that has no worker yet."""
    monkeypatch.setattr(sandbox, "_idle", [])
    with anew(own_app).test_request_context():
        yield own_app
    sandbox.drop_idle()


@pytest.fixture
def started(monkeypatch):
    """Note each worker that is started, and its environment."""
    noted, start = [], subprocess.Popen

    def starting(*of, **how):
        noted.append((start(*of, **how), how["env"]))
        return noted[-1][0]

    monkeypatch.setattr(subprocess, "Popen", starting)
    return noted


@pytest.fixture
def said(monkeypatch):
    """Note what is said in the log."""
    noted = []
    monkeypatch.setattr(sandbox.log, "error", lambda *said: noted.append(said))
    return noted


def written(data):
    return json.dumps(data).encode()


def brought_in(data):
    """Import a table into an empty app; give what is then known of it, but for what chance draws anew."""
    code = export.load(data, phone="phone")
    table = find_table(code)
    log = [replace(one, events=tuple(map(type, one.events))) for one in table.entries]
    seated = [(seat.name, seat.colour) for seat in seats.find_seats(code)]
    return code, log, seated, table.game.pages.current(table.state), [to_json(one) for one in scores.plays()]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_comes_of_a_table_that_is_read_apart(app, new_app, started, monkeypatch, game):
    data = written(session(game))
    found = brought_in(data)
    assert len(started) == 1
    here = lambda data, scored: found_module.read(data, games().__getitem__, SystemRandom(), scored=scored)  # noqa: E731
    monkeypatch.setattr(export, "read_apart", here)
    with new_app().test_request_context():
        assert found == brought_in(data)
    assert len(started) == 1


def test_the_same_plays_are_found_apart(app, started, monkeypatch, play):  # noqa: F811
    """Who reads a file knows nothing of the database: neither its address nor a key."""
    monkeypatch.setenv("COMPANION_DATABASE", "postgresql://secret")
    data = b"\xef\xbb\xbf" + json.dumps([play, play | {"note": "Öl {", "played_at": 2.0}], ensure_ascii=False).encode()
    far = json_import.read(data)
    assert {*started[0][1]} <= {*sandbox.NEEDED, "PYTHONPATH"}
    assert [one.note for one in far] == ["", "Öl {"]
    assert [to_json(one) for one in far] == [to_json(one) for one in read_here(data)]


@pytest.mark.parametrize("public", [False, True])
def test_a_file_of_any_size_is_read_apart_at_home_too(new_app, started, public):
    """A box of 65 kB took 11 s at home, since only long files of strangers were read apart."""
    phone = new_app(PUBLIC=public).test_client()
    table = {"count": 2, "players-0-name": "A", "players-0-colour": "red", "players-1-name": "B", "op": "x"}
    assert phone.post("/djinn/new", data=table | {"players-1-colour": "blue"}).status_code == 303
    for path, data, status in (
        ("/djinn/box/import", b"companion_djinn_box = 1", 303),
        ("/tales/box/import", b"companion_tales_box = 1", 303),
        ("/scores/import", b"[]", 303),
        ("/import", b"{}", 422),
    ):
        sandbox.drop_idle()
        started.clear()
        assert phone.post(path, data={"file": (io.BytesIO(data), "x")}).status_code == status
        assert len(started) == 1, path


# What a worker keeps, and for how long


def remember(data):
    """Read a file as one would that wants to find what those before it left behind."""
    left.append(data.decode())
    Path("/proc/self/comm").write_text("left")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    yield [*left, os.getpid(), os.getppid()]


left = []


def test_a_worker_is_kept_and_carries_nothing_from_one_file_to_the_next(app, started):
    [(first, one, worker)] = sandbox.read(remember, b"Ann's")
    [(second, other, same)] = sandbox.read(remember, b"Bob's")
    assert (first, second) == ("Ann's", "Bob's")
    assert one != other
    assert worker == same == started[0][0].pid
    assert len(started) == 1
    assert left == []


def test_a_worker_begins_at_the_first_file_and_ends_when_idle(app, started, monkeypatch):
    assert started == []
    monkeypatch.setattr(sandbox, "IDLE", 0.0)  # of what this process expects; a worker has its own
    list(sandbox.read(remember, b"1"))
    list(sandbox.read(remember, b"2"))
    assert len(started) == 2
    assert started[0][0].returncode is not None


def test_a_worker_ends_by_itself_when_it_has_nothing_to_do_or_its_server_is_gone():
    work = "from companion.files import sandbox; sandbox.IDLE = 0.2; sandbox.work()"
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as idle:
        assert idle.wait(10) == 0
    work = "from companion.files import sandbox; sandbox.work()"
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as left:
        left.stdin.close()
        assert left.wait(10) == 0


def starve(data, how):
    """Read a file that takes all there is of something."""
    if how == "memory":
        yield len(bytearray(2 * sandbox.MEMORY))
    elif how == "time":
        time.sleep(60)
    elif how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    yield "read"


@pytest.mark.parametrize("how", ["memory", "time", "killed"])
def test_a_file_that_takes_too_much_is_refused_and_the_next_one_is_read(app, said, started, monkeypatch, how):
    list(sandbox.read(remember, b"", needs=()))
    monkeypatch.setattr(sandbox, "SECONDS", 0.5)
    with pytest.raises(Refusal, match="took too long"):
        list(sandbox.read(starve, b"x" * 2**20, how))
    monkeypatch.setattr(sandbox, "SECONDS", 15)
    assert len(said) == 1
    assert started[0][0].returncode is not None
    assert list(sandbox.read(starve, b"", "well")) == ["read"]
    assert len(started) == 2


def test_a_worker_that_dies_before_it_has_read_is_replaced(app, said, started):
    list(sandbox.read(remember, b""))
    started[0][0].kill()
    started[0][0].wait()
    assert list(sandbox.read(starve, b"", "well")) == ["read"]
    assert said == []


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"companion": 3}, 422, "comes from a newer Companion"),
        ({"game": "chess"}, 422, "a Companion table"),
        ({"log": [{}] * 20_001}, 413, "has too many entries: Companion takes at most 20000"),
    ],
)
def test_a_refusal_comes_back_in_its_words(app, change, status, words):
    with pytest.raises(Refusal, match=words) as refused:
        export.load(written(session("emperor") | change), phone="phone")
    assert refused.value.status == status


def test_a_worker_that_is_killed_as_it_gets_a_file_is_replaced(app, said, started, monkeypatch):
    take, killed = sandbox._take, []

    def taken():
        worker = take()
        if not killed:
            killed.append(worker.send_signal(signal.SIGKILL))
        return worker

    monkeypatch.setattr(sandbox, "_take", taken)
    assert list(sandbox.read(starve, b"", "well")) == ["read"]
    assert len(started) == 2
    assert said == []


def test_without_a_worker_a_file_is_refused_in_words(app, said, monkeypatch):
    """The log says why, and the next file has its turn."""
    monkeypatch.setattr(sys, "executable", "nowhere")
    monkeypatch.setattr(sandbox, "PATIENCE", 0.05)
    for _ in range(2):
        with pytest.raises(Refusal, match="took too long"):
            json_import.read(b"[]")
    assert len(said) == 2


@pytest.mark.parametrize(("public", "at_once"), [(False, 1), (True, 2)])
def test_so_many_files_are_in_memory_and_read_at_once(new_app, started, monkeypatch, public, at_once):
    """Whoever would have to wait too long for those before is told so before the file is read; nothing is started."""
    monkeypatch.setattr(sandbox, "PATIENCE", 0.05)
    app, held = new_app(PUBLIC=public), []
    for _ in range(at_once):
        assert app.extensions["turns"].acquire(blocking=False)
    monkeypatch.setattr(type(TABLE), "read", lambda *_: held.append(1))
    answer = app.test_client().post("/import", data={"file": (io.BytesIO(b"{}"), "x")})
    assert "Companion is reading other files" in answer.text
    assert answer.status_code == 429
    assert (held, started) == ([], [])
