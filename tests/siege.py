"""Attack a real server from outside, longer than a test may: `make siege`, or one part: `make siege WHAT=kills`.

Each time otherwise, from a seed that it says: `SEED=7 make siege` does the same again.
"""

import http.client
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from itertools import count
from pathlib import Path
from urllib.parse import quote, urlencode

from companion import create_app
from tests.server import Browser, Server

GARBAGE, KILLS, HELD = 106_500, 200, 20
"""How many garbage requests, how many kills, and how many seconds another program holds the database."""
SEED = int(os.environ.get("SEED") or random.randrange(10**6))
STRANGE = (
    "",
    "0",
    "-1",
    "1e9",
    "9" * 309,
    "9" * 5000,
    "NaN",
    "\x00",
    "\n",
    "\r\nX: y",
    "💥",
    "\udcff",
    "%ff",
    "%",
    "' OR 1=1",
    "../../etc",
    "{{7*7}}",
    "%(a)s",
    '"><i hx-get=/ hx-trigger=load>',
    "x" * 3000,
    "²",
    "½",
    "٣",
    "true",
    "R1",
    "blue",
    "coins",
)
FIELDS = """
    op seen seat box by value entry back name colour locked code language slot djinn boss tile element step first
    second nothing card count players-0-name players-0-colour players-99-name deck challenge printed mode team
    team_count guardians traps resource guardian survived answer artifact by_0 creature owner to source seats life
    range order note points players-0-points tasks day won swatch-blue name-blue points-A scrolls-5 tent-1 q since have
    space magic mages-0-power mages-0-blue deleted added player game all before version part file
""".split()  # noqa: SIM905
METHODS = ("PUT", "DELETE", "PATCH", "HEAD", "GET", "POST")
HEADERS = (
    {},
    {"HX-Request": "true"},
    {"HX-Request": "true", "HX-Target": "main"},
    {"HX-Request": "true", "HX-Target": "x" * 500},
    {"HX-Request": "true", "HX-History-Restore-Request": "true"},
    {"HX-Request": "true", "HX-Current-URL": "http://["},
    {"Accept-Language": "de;q=x, *"},
    {"Cookie": "companion=x; language=xx; hand=%00&magic=9"},
    {"Range": "bytes=9-1", "If-None-Match": "*"},
    {"Content-Type": "application/json"},
    {"Content-Type": "multipart/form-data"},
)


def strange(rng):
    """Make a value that is none."""
    value = rng.choice(STRANGE)
    return value if rng.random() < 0.8 else value + rng.choice(STRANGE)


def raw(text, rng):
    """Write a value into an address: quoted, or as raw bytes that HTTP lets through."""
    if rng.random() < 0.9:
        return quote(text.encode("utf-8", "surrogateescape"), safe="")
    return (
        "".join(letter for letter in text if letter not in " \r\n\0")
        .encode("utf-8", "surrogateescape")
        .decode("latin-1")
    )


def rules(folder):
    """List the routes of the app: methods and the parts of the address."""
    app = create_app(folder)
    return [(sorted(rule.methods - {"OPTIONS", "HEAD"}), rule.rule) for rule in app.url_map.iter_rules()]


def request_of(rng, routes, known):
    """Make a request of garbage: method, address, body, headers."""
    methods, rule = rng.choice(routes)
    method = (
        rng.choice(methods) if rng.random() < 0.9 else rng.choice(["PUT", "DELETE", "PATCH", "HEAD", "GET", "POST"])
    )

    def part(_):
        return rng.choice(known) if rng.random() < 0.6 else raw(strange(rng), rng) or "x"

    path = re.sub(r"<[^>]*>", part, rule)
    if rng.random() < 0.5:
        query = [f"{raw(rng.choice(FIELDS), rng)}={raw(strange(rng), rng)}" for _ in range(rng.randint(1, 4))]
        path += "?" + "&".join(query)
    body = None
    if method in ("POST", "PUT", "PATCH"):
        body = urlencode(
            [(rng.choice(FIELDS), strange(rng)) for _ in range(rng.randint(0, 6))], errors="surrogateescape"
        )
    headers = dict(rng.choice(HEADERS))
    if body is not None:
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    return method, path, body, headers


def garbage(folder, number=GARBAGE):
    """Send garbage over real connections; count the answers by status."""
    routes = [rule for rule in rules(folder) if "events" not in rule[1]]
    server = Server(folder).start()
    host = Browser(server)
    codes = [host.open_table() for _ in range(3)]
    known = [*codes, "1", "colours", "tom", "A"]
    statuses, failures = Counter(), []

    def send(seed, share):
        rng, me = random.Random(f"{SEED}-{seed}"), Browser(server)
        if seed % 2:
            me.cookies = dict(host.cookies)
        for _ in range(share):
            method, path, body, headers = request_of(rng, routes, known)
            if body is not None:
                body += f"&csrf_token={host.token if seed % 2 else me.token}"
            cookie = "; ".join(f"{key}={value}" for key, value in me.cookies.items())
            try:
                me.connection.request(method, path, body, {"Cookie": cookie} | headers)
                answer = me.connection.getresponse()
                answer.read()
            except (http.client.HTTPException, OSError, ValueError, UnicodeError) as error:
                statuses[type(error).__name__] += 1
                me.connection.close()
                continue
            statuses[answer.status] += 1
            if answer.status >= 500:
                failures.append((answer.status, method, path[:200], (body or "")[:300], headers))

    threads = [threading.Thread(target=send, args=(seed, number // 4)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"garbage: {sum(statuses.values())} requests, {dict(sorted(statuses.items(), key=str))}")
    for failure in failures[:20]:
        print("  ", *failure)
    server.stop(signal.SIGTERM)
    return not failures


def kills(folder, number=KILLS):
    """Kill the server again and again amid taps: every answered move must be there, once."""
    server = Server(folder).start()
    host = Browser(server)
    code = host.open_table()
    cookies, token, answered, rng = dict(host.cookies), host.token, [], random.Random(SEED)
    taps = count()
    for _ in range(number):
        server.start()
        halt = threading.Event()

        def storm():
            try:
                phone = Browser(server)
                phone.cookies, phone.token = dict(cookies), token
                while not halt.is_set():  # noqa: B023
                    op = f"tap-{next(taps)}"
                    if phone.post(f"/djinn/{code}/count", op=op, seat=next(taps) % 3, box="other", by=1)[0] == 303:
                        answered.append(op)
            except (OSError, http.client.HTTPException):
                return

        threads = [threading.Thread(target=storm) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(rng.uniform(0.1, 0.4))
        server.stop(signal.SIGKILL)
        halt.set()
        for thread in threads:
            thread.join()
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        ops = [op for (op,) in db.execute("SELECT op FROM log WHERE code = ?", [code])]
        sound = db.execute("PRAGMA integrity_check").fetchone()[0]
    missing = set(answered) - set(ops)
    print(f"kills: {number}, {len(answered)} answered moves, {len(missing)} missing, {len(ops)} rows, file {sound}")
    return not missing and len(ops) == len(set(ops)) and sound == "ok"


def timed(reader, paths, going):
    """Get pages one after the other while it goes on; give how long each took."""
    took = []
    while going():
        for path in paths:
            began = time.perf_counter()
            status, _ = reader.get(path)
            took.append(time.perf_counter() - began)
            assert status == 200, status
        time.sleep(0.05)
    return took


def free(reader, paths, seconds):
    """Get pages for so long while nobody holds the database."""
    end = time.monotonic() + seconds
    return timed(reader, paths, lambda: time.monotonic() < end)


def late(took):
    """Find the time that one page of a hundred takes longer than, and the slowest."""
    return sorted(took)[len(took) * 99 // 100], max(took)


def held(folder, seconds=HELD):
    """Let another program hold the database; time pages meanwhile, and see what a tap is told.

    Pages are under 0.1 s, or as slow as they are before and after: then somebody else keeps this machine busy.
    """
    server = Server(folder).start()
    host, reader = Browser(server), Browser(server)
    code = host.open_table()
    paths = (f"/djinn/{code}/score", f"/djinn/{code}/hunt", "/", "/scores/")
    for path in paths:
        reader.get(path)  # the first of its kind takes 0.1 s, lock or none
    without = free(reader, paths, seconds / 2)
    hold = (
        "import sqlite3, sys, time; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        f"db.execute('BEGIN EXCLUSIVE'); print('held', flush=True); time.sleep({seconds}); db.rollback()"
    )
    other = subprocess.Popen([sys.executable, "-c", hold, str(folder / "companion.db")], stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"held\n"
    told = []

    def tap():
        began = time.perf_counter()
        status, _ = host.post(f"/djinn/{code}/count", op="held", seat=0, box="coins", by=1)
        told.append((status, time.perf_counter() - began))

    thread = threading.Thread(target=tap)
    thread.start()
    during = timed(reader, paths, lambda: other.poll() is None)
    thread.join()
    status, after = told[0]
    again, _ = host.post(f"/djinn/{code}/count", op="held", seat=0, box="coins", by=1)
    without += free(reader, paths, seconds / 2)
    print(f"lock of {seconds} s: a tap got {status} after {after:.1f} s, sent again {again}")
    for name, took in (("held", during), ("free", without)):
        many, slowest = (1000 * value for value in late(took))
        print(f"  {name}: {len(took)} pages, 99 % within {many:.0f} ms, the slowest {slowest:.0f} ms")
    server.stop(signal.SIGTERM)
    as_free = all(one < 2 * other for one, other in zip(late(during), late(without), strict=True))
    return (max(during) < 0.1 or as_free) and again == 303


def half_sent(folder, number=3000):
    """Leave thousands of requests half sent: they are closed in time, and pages answer meanwhile."""
    server = Server(folder).start()
    sockets, refused = [], 0
    for _ in range(number):
        try:
            one = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
            sockets.append(one)
        except OSError:
            refused += 1
    began = time.perf_counter()
    answered = Browser(server).get("/")[0]
    took = time.perf_counter() - began
    time.sleep(15)
    still = 0
    for one in sockets:
        one.setblocking(False)
        try:
            while one.recv(4096):
                pass
        except BlockingIOError:
            still += 1
        except OSError:
            pass
        one.close()
    print(
        f"half-sent headers: {len(sockets)} open, {refused} refused; a page then {answered} in {1000 * took:.0f} ms;"
        f" after 15 s {still} are still open"
    )
    server.stop(signal.SIGTERM)
    return answered == 200 and not still


PARTS = {"garbage": garbage, "kills": kills, "held": held, "half_sent": half_sent}


def main(names):
    """Run the parts named, or all; give an exit status."""
    failed = []
    print(f"siege from seed {SEED}", flush=True)
    for name in names or PARTS:
        folder = Path(tempfile.mkdtemp(prefix="companion-siege-"))
        try:
            if not PARTS[name](folder):
                failed.append(name)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("held" if not failed else f"broken: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
