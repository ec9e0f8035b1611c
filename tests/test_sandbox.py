"""Long files of strangers are read in a process of their own: the same comes of them, and none holds the server up."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from companion import GAMES, apart
from companion.refusal import Refusal, TooOften
from companion.scores import exchange
from companion.scores import store as scores
from companion.scores.plain import to_json
from companion.table import export, seats
from companion.table.play import find_table
from tests.apps import anew
from tests.table.test_import_pacing import session
from tests.test_upload_limits import play  # noqa: F401


@pytest.fixture(scope="module")
def public_app(new_app):
    return new_app(PUBLIC=True)


@pytest.fixture
def app(public_app, monkeypatch):
    """Let every file be long."""
    monkeypatch.setattr(apart, "LONG", 0)
    with anew(public_app).test_request_context():
        yield public_app


@pytest.fixture
def started(monkeypatch):
    """Note the environment of each process that is started."""
    noted, run = [], subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *of, **how: noted.append(how["env"]) or run(*of, **how))
    return noted


@pytest.fixture
def said(monkeypatch):
    """Note what is said in the log."""
    noted = []
    monkeypatch.setattr(apart.log, "error", lambda *said: noted.append(said))
    return noted


def written(data):
    return json.dumps(data).encode()


def brought_in(data):
    """Import a table into an empty app; give what is then known of it, but for what chance draws anew."""
    code = export.load(data, phone="phone")
    table = find_table(code)
    log = [replace(one, events=tuple(map(type, one.events))) for one in table.entries]
    seated = [(seat.name, seat.colour) for seat in seats.find_seats(code)]
    return code, log, seated, table.game.page(table.state), [to_json(one) for one in scores.plays()]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_comes_of_a_table_that_is_read_apart(app, new_app, started, monkeypatch, game):
    data = written(session(game))
    found = brought_in(data)
    assert len(started) == 1
    monkeypatch.setattr(apart, "LONG", len(data))
    with new_app(PUBLIC=True).test_request_context():
        assert found == brought_in(data)
    assert len(started) == 1


def test_the_same_plays_are_found_apart(app, started, monkeypatch, play):  # noqa: F811
    """Who reads a file knows nothing of the database: neither its address nor a key."""
    monkeypatch.setenv("COMPANION_DATABASE", "postgresql://secret")
    data = b"\xef\xbb\xbf" + json.dumps([play, play | {"note": "Öl {", "played_at": 2.0}], ensure_ascii=False).encode()
    far = exchange.read_apart(data)
    assert {*started[0]} <= {*apart.NEEDED, "PYTHONPATH"}
    assert [one.note for one in far] == ["", "Öl {"]
    assert [to_json(one) for one in far] == [to_json(one) for one in exchange.Plays(data, [*exchange.find(data)])]


def test_short_files_and_those_at_home_are_read_at_once(app, monkeypatch):
    monkeypatch.setattr(apart, "LONG", 10)
    assert [apart.wanted(b"x" * length) for length in (10, 11)] == [False, True]
    monkeypatch.setitem(app.config, "PUBLIC", False)
    assert not apart.wanted(b"x" * 11)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"companion": 2}, 422, "comes from a newer Companion"),
        ({"game": "chess"}, 422, "no table of Companion"),
        ({"log": [{}] * 20_001}, 413, "lists too much: Companion takes 20000"),
    ],
)
def test_a_refusal_comes_back_in_its_words(app, change, status, words):
    with pytest.raises(Refusal, match=words) as refused:
        export.load(written(session("emperor") | change), phone="phone")
    assert refused.value.status == status


@pytest.mark.parametrize(
    ("of", "bound", "value"), [(apart, "SECONDS", 0.1), (apart, "MEMORY", 2**20), (sys, "executable", "nowhere")]
)
def test_a_process_that_does_not_end_well_is_a_refusal(app, said, monkeypatch, of, bound, value):
    """Too long, too much memory, or none: the phone is told in words, the log says why, the next file has its turn."""
    monkeypatch.setattr(of, bound, value)
    monkeypatch.setattr(apart, "PATIENCE", 0.05)
    for _ in range(2):
        with pytest.raises(Refusal, match="could not be read in time"):
            exchange.read_apart(b"[]")
    assert len(said) == 2


def test_one_file_is_read_apart_at_a_time(app, monkeypatch):
    """Whoever would have to wait too long for those before is told so; nothing is started."""
    monkeypatch.setattr(apart, "PATIENCE", 0.05)
    started = []

    def run(*_, **__):
        started.append(1)
        with pytest.raises(TooOften, match="Other long files"):
            exchange.read_apart(b"[]")
        raise OSError

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(Refusal, match="could not be read in time"):
        exchange.read_apart(b"[]")
    assert len(started) == 1
