"""What a process tells those who look after it, on a port of its own."""

import http.client
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.process.phones import count, dial, say, soon
from tests.server import Browser

pytestmark = pytest.mark.thorough

LINE = re.compile(
    r"# (HELP|TYPE) companion_\w+ .+|companion_\w+(\{\w+=\"[^\"\\\n]*\"(,\w+=\"[^\"\\\n]*\")*\})? \d+(\.\d+)?"
)


@pytest.fixture
def own(start):
    """Start a server that is looked after."""
    return start(None, "--metrics", "0", IDLE_SECONDS=60)


def port_of(server):
    """Read on which port a server tells what it counts."""
    return int(re.search(r"Metrics are at http://127.0.0.1:(\d+)/metrics", server.said)[1])


def ask(server, path):
    """Ask on the port of its own; give the status and the answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port_of(server), timeout=5)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def numbers(server):
    """Read what is counted by its name, with what it is told apart by."""
    status, text = ask(server, "/metrics")
    assert status == 200
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    named = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name.removeprefix("companion_"): float(value) for name, _, value in named}


def test_every_number_has_a_kind_and_says_what_it_is(own):
    text = ask(own, "/metrics")[1]
    described = {what: set(re.findall(rf"# {what} (\w+)", text)) for what in ("HELP", "TYPE")}
    assert described["HELP"] == described["TYPE"]
    names = {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"^(\w+)[ {]", text, re.MULTILINE)}
    assert names <= described["TYPE"]


def test_what_is_asked_tapped_and_refused_is_counted(own, browser):
    ann = browser(own)
    code = ann.open_table()
    before = numbers(own)
    count(ann, code)
    count(ann, code)
    assert ann.post(f"/djinn/{code}/count", op="nobody", seat=9, box="corks", by=1)[0] == 422
    assert ann.get("/nowhere")[0] == 404
    ann.request("GET", f"/djinn/{code}/score", headers={"HX-Request": "true", "HX-Target": "main"}).read()
    now = numbers(own)
    more = {name: value - before.get(name, 0) for name, value in now.items()}
    assert more["moves_total"] == 2
    assert more['requests_total{kind="tap",status="303"}'] == 2
    assert more['requests_total{kind="tap",status="422"}'] == 1
    assert more['requests_total{kind="page",status="404"}'] == 1
    assert more['requests_total{kind="update",status="200"}'] == 1
    assert sum(value for name, value in more.items() if name.startswith("refusals_total")) == 1
    assert more["request_seconds_count"] == more['request_seconds_bucket{le="+Inf"}'] == 5
    assert now["errors_total"] == 0
    assert now["up"] == 1
    assert code not in ask(own, "/metrics")[1]


def test_what_cannot_be_read_is_counted(own):
    say(own, b"nonsense\r\n\r\n")
    soon(lambda: numbers(own).get('requests_total{kind="unread",status="400"}'), 1)


def test_who_waits_and_for_how_long_is_counted(own, browser):
    ann, bob = browser(own), browser(own)
    code = ann.open_table()
    _, stream = bob.listen(code)
    assert numbers(own)["phones_waiting"] == 1
    told = numbers(own)["push_delay_seconds_count"]
    count(ann, code)
    stream.readline()
    soon(lambda: numbers(own)["push_delay_seconds_count"] > told, True)
    assert numbers(own)["push_delay_seconds_sum"] > 0
    bob.connection.close()
    stream.close()
    soon(lambda: numbers(own)["phones_waiting"], 0)


def test_it_is_well_while_its_database_is_there(own):
    assert ask(own, "/healthz") == (200, "ok\n")
    file = own.folder / "companion.db"
    file.rename(own.folder / "aside")
    assert ask(own, "/healthz")[0] == 503
    assert numbers(own)["up"] == 0
    (own.folder / "aside").rename(file)
    assert ask(own, "/healthz")[0] == 200


def test_it_is_not_well_while_it_stops(own, browser):
    ann, bob = Browser(own), browser(own)
    code = ann.open_table()
    with closing(sqlite3.connect(own.folder / "companion.db", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with dial(own) as slow:
            slow.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\ncode=")
            assert bob.get(f"/t/{code}")[0] in (200, 303)  # asked after that, which has begun by now
            own.process.send_signal(signal.SIGTERM)
            soon(lambda: ask(own, "/healthz")[0], 503)
        holder.execute("ROLLBACK")
    ann.connection.close()
    own.process.wait(10)


def test_there_is_nothing_else_and_nothing_on_the_port_of_the_phones(own, browser):
    assert ask(own, "/")[0] == 404
    assert browser(own).get("/metrics")[0] == 404
    assert browser(own).get("/healthz")[0] == 404


@pytest.mark.parametrize(
    "begun", [b"", b"GET /metrics HTTP/1.1\r\nHost: x\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_idle_connections_keep_nobody_from_asking(own, begun):
    """Eight of them left both addresses without an answer, for as long as they stayed."""
    with ExitStack() as idle:
        for _ in range(30):
            one = idle.enter_context(socket.create_connection(("127.0.0.1", port_of(own)), timeout=5))
            one.sendall(begun)
        assert ask(own, "/healthz") == (200, "ok\n")
        assert ask(own, "/metrics")[0] == 200


STALLED = """
from gevent import monkey; monkey.patch_all()
import logging, re, socket, sys, time
from pathlib import Path
import gevent
from companion import create_app
from companion.serving.metrics import Metrics
from companion.serving.server import Room, Server, descriptors

def burn(milliseconds):
    end = time.perf_counter() + milliseconds / 1000
    while time.perf_counter() < end:
        pass
    return "burnt"

def wait():
    time.sleep(0.3)
    return "waited"

lines, handler = [], logging.Handler()
handler.emit = lambda record: lines.append(record.getMessage())
logging.getLogger().addHandler(handler)
app = create_app(Path(sys.argv[1]))
app.add_url_rule("/burn/<int:milliseconds>", "burn", burn)
app.add_url_rule("/wait", "wait", wait)
room = Room(app.extensions["push"], descriptors())
room.open()
metrics = Metrics(app, room)
app.extensions["saw"] = metrics.saw
server = Server(("127.0.0.1", 0), app, room=room, log=None)
server.start()

def get(path, times=1):
    ask = b"GET %b HTTP/1.1\\r\\nHost: localhost\\r\\n" % path.encode()
    with socket.create_connection(server.address) as phone:
        phone.sendall((ask + b"\\r\\n") * (times - 1) + ask + b"Connection: close\\r\\n\\r\\n")
        answer = phone.makefile("rb").read()
    assert answer.count(b" 200 OK") == times, answer

for path in ("/burn/120", "/burn/60", "/wait", "/burn/0"):
    get(path)
get("/burn/20", times=10)
gevent.sleep(0.6)
text = metrics.text()
found = dict(line.rsplit(" ", 1) for line in text.splitlines() if 'stall_seconds' in line and 'endpoint="burn"' in line)
print(found['companion_stall_seconds_count{endpoint="burn"}'], 'endpoint="wait"' in text)
print(0.38 <= float(found['companion_stall_seconds_sum{endpoint="burn"}']) < 2)
print(len([line for line in lines if re.fullmatch(r"Nobody was answered for 1\\d\\d ms: burn", line)]))
"""
"""A page that takes the processor for itself, once also ten times at once on one connection, and one that waits."""


def test_each_gap_in_which_nobody_is_answered_is_measured_and_has_a_name(tmp_path):
    given = [sys.executable, "-c", STALLED, str(tmp_path)]
    told = subprocess.run(given, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines() == ["12 False", "True", "1"]


def test_without_being_asked_nothing_is_counted(server):
    assert "Metrics" not in server.said
