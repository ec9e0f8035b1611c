"""Several starts, files that go away, and what is written down."""

import json
import os
import re
import sqlite3
from contextlib import closing

import pytest

from companion.storage.sqlite import connect
from tests.process.phones import QUICK, count, say, soon
from tests.server import Browser, Server

pytestmark = pytest.mark.thorough


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
    assert "deleted or replaced while Companion was running" in answer.read().decode()
    assert browser(server).get("/")[0] == 200
    away.replace(file)
    assert count(ann, code)[0] == 303


def test_a_database_that_was_emptied_takes_no_more_taps(start, browser):
    """Whoever writes something into it by mistake empties it first; a tap after that was said to be saved."""
    server = start()
    ann = browser(server)
    code = ann.open_table()
    assert count(ann, code)[0] == 303
    os.truncate(server.folder / "companion.db", 0)
    assert count(ann, code)[0] == 503


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
    answer = ann.request("GET", "/scores/", headers={"X-Request-ID": "of-my-own"})
    answer.read()
    say(server, b"GET /\xff\x1b%0d%0aFoul nonsense\r\n\r\n")
    written = (server.folder / "access.log").read_text(encoding="utf-8")
    assert not re.search(rf"{code}|{code[:2]}…|Ann|[?=\x1b%]", written)
    lines = [json.loads(line) for line in written.splitlines()]
    (tap, again), (page,) = (
        [line for line in lines if line["path"] == f"/djinn/…/{one}"] for one in ("count", "score")
    )
    assert (tap["from"], tap["method"], tap["status"]) == ("127.0.0.1", "POST", "303")
    assert (page["method"], page["status"], page["bytes"] > 0) == ("GET", "200", True)
    assert tap["table"] == again["table"] == page["table"]
    assert len({line["id"] for line in lines}) == len(lines)
    assert answer.headers["X-Request-ID"] in [line["id"] for line in lines if line["path"] == "/scores/"]
    assert "of-my-own" not in written
    server.stop()
    journal = (server.folder / "companion.log").read_text(encoding="utf-8")
    assert f"started on port {server.port}" in journal
    assert journal.endswith("stopped\n")


def test_requests_are_not_written_down_unless_wished(server, browser):
    browser().get("/")
    assert not (server.folder / "access.log").exists()
