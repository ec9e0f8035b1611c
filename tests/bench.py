"""Measure what the project promises: `make bench`. Ratios are within one run, so that the machine's noise cancels."""

import functools
import gc
import html
import http.client
import os
import random
import re
import selectors
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from companion import create_app
from companion.addresses import lan_address
from companion.games.djinn.play.calculator import Mage, payments
from companion.serving.server import descriptors
from companion.table.seating.seats import COLOURS
from companion.web import SESSIONS_KEPT
from tests import bulk_rows

lru = functools._lru_cache_wrapper

HELLO = """
from gevent import monkey
monkey.patch_all()
import sys
from flask import Flask
from gevent.pywsgi import WSGIServer
from companion.serving.listening import listen
app = Flask(__name__)
app.add_url_rule("/", view_func=lambda: "Hello, world")
WSGIServer(listen("127.0.0.1", int(sys.argv[1])), app, log=None).serve_forever()
"""
CONNECTIONS = 8
SIX = ("Ann", "Bob", "Cem", "Dörte", "Eve", "Fay")


class Client:
    """An HTTP client thin enough to leave the time to the server: one socket, kept open, with a phone's cookies."""

    def __init__(self, port, host="127.0.0.1"):
        self.port, self.cookies, self.buffer = port, {}, b""
        self.socket = socket.create_connection((host, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, method, path, form=None, **headers):
        """Put a request into bytes."""
        body = urlencode(form).encode() if form else b""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{key}={value}" for key, value in self.cookies.items()))
        if form:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        lines += [f"{key.replace('_', '-')}: {value}" for key, value in headers.items()]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    def answer(self):
        """Read one answer: its status, headers and body."""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.received()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = [line.split(": ", 1) for line in lines[1:]]
        for key, value in headers:
            if key.lower() == "set-cookie":
                name, _, rest = value.partition("=")
                self.cookies[name] = rest.split(";")[0]
        named = {key.lower(): value for key, value in headers}
        length = int(named.get("content-length", 0))
        while len(self.buffer) < length:
            self.buffer += self.received()
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return int(lines[0].split()[1]), named, body

    def received(self):
        """Wait for more of an answer."""
        received = self.socket.recv(65536)
        assert received, "the server has closed a connection"
        return received

    def ask(self, *request, **headers):
        """Send a request and read its answer."""
        self.socket.sendall(self.request(*request, **headers))
        return self.answer()

    def page(self, path):
        """Fetch a page as text."""
        return self.ask("GET", path)[2].decode()

    def open_table(self, game="djinn", names=("Ann", "Bob"), **more):
        """Open a table of a game; give its code and the token of its forms."""
        token = find(r'name="csrf_token" value="([^"]+)', self.page(f"/{game}/new"))
        form = {"csrf_token": token, "count": len(names), **more}
        for seat, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
            form |= {f"players-{seat}-name": name, f"players-{seat}-colour": colour}
        _, headers, _ = self.ask("POST", f"/{game}/new", form)
        return headers["location"].split("/")[2], token


def find(pattern, text):
    return re.search(pattern, text, re.DOTALL).group(1)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextmanager
def running(*command, folder):
    """Run a server on a free port; give the port, the process and the seconds until its first answer."""
    port = free_port()
    environment = os.environ | {"COMPANION_INSTANCE": str(folder)}
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command, str(port)], env=environment, stdout=subprocess.DEVNULL)
    try:
        while True:
            try:
                Client(port).ask("GET", "/")
                break
            except OSError:
                time.sleep(0.005)
        yield port, process, time.perf_counter() - started
    finally:
        process.terminate()
        process.wait(5)


def rate(port, requests, seconds=1.5):
    """Count answers a second over a few kept-open connections, each sending the requests `make(client)` gives."""
    clients = [Client(port) for _ in range(CONNECTIONS)]
    prepared = [requests(client) for client in clients]
    done, end = 0, time.perf_counter() + seconds
    started = time.perf_counter()
    while time.perf_counter() < end:
        for client, request in zip(clients, prepared, strict=True):
            client.socket.sendall(request())
        for client in clients:
            status, _, _ = client.answer()
            assert status < 400, status
            done += 1
    return done / (time.perf_counter() - started)


def always(client, *request, **headers):
    made = client.request(*request, **headers)
    return lambda: made


def compare(hello, companion):
    """Compare pages and moves with a bare hello-world under the same server, in turns, so that noise hits all alike."""
    host = Client(companion)
    code, token = host.open_table()
    seen = find(r'name="seen" value="(\d+)"', host.page(f"/djinn/{code}/setup"))
    host.ask("POST", f"/djinn/{code}/begin", {"csrf_token": token, "op": "begin", "seen": seen})
    since = find(r"since=([\d.]+)", host.page(f"/djinn/{code}/hunt"))
    other, _ = host.open_table()  # the moves go to another table, so that the poll's page holds
    count = iter(range(10**9))

    def as_host(client):
        client.cookies = host.cookies
        return client

    def counting(client):
        as_host(client)
        form = {"csrf_token": token, "seat": 0, "box": "corks"}
        return lambda: client.request(
            "POST", f"/djinn/{other}/count", form | {"op": f"bench-{next(count)}", "value": random.randrange(90)}
        )

    kinds = {
        "hello": (hello, lambda client: always(client, "GET", "/")),
        "unchanged poll (204)": (
            companion,
            lambda client: always(as_host(client), "GET", f"/djinn/{code}/hunt?since={since}"),
        ),
        "hunt page": (companion, lambda client: always(as_host(client), "GET", f"/djinn/{code}/hunt")),
        "hunt page, compressed": (
            companion,
            lambda client: always(as_host(client), "GET", f"/djinn/{code}/hunt", Accept_Encoding=GZIP),
        ),
        "move (write, fsync, redirect)": (companion, counting),
    }
    rates = {name: [] for name in kinds}
    for _ in range(3):
        for name, (port, requests) in kinds.items():
            rates[name].append(rate(port, requests))
    return {name: median(values) for name, values in rates.items()}


def wait(ports, tables, phones):
    """Open tables at which so many phones wait each; give a selector of these, their hosts, and each phone's table.

    The phones of a table wait at another of several ports than the one at which its host taps.
    """
    selector, hosts, waiting = selectors.DefaultSelector(), [], {}
    for number in range(tables):
        port, other = (ports[at % len(ports)] for at in (number, number + 1))
        host = Client(port)
        code, token = host.open_table()
        hosts.append((host, code, token))
        for _ in range(phones):
            phone = Client(other)
            phone.cookies = host.cookies
            phone.socket.sendall(phone.request("GET", f"/t/{code}/events", Accept="text/event-stream"))
            phone.socket.setblocking(False)
            selector.register(phone.socket, selectors.EVENT_READ)
            waiting[phone.socket] = code
    return selector, hosts, waiting


def push(*ports, tables=100, phones=5, taps=300):
    """Time a tap until each phone of its table is told, while all phones of all tables wait."""
    selector, hosts, waiting = wait(ports, tables, phones)
    drain(selector, 1.5)
    times = []
    for tap in range(taps):
        host, code, token = hosts[tap % tables]
        form = {"csrf_token": token, "op": f"push-{tap}", "seat": 0, "box": "corks", "by": 1}
        left = {phone for phone, table in waiting.items() if table == code}
        started = time.perf_counter()
        host.socket.sendall(host.request("POST", f"/djinn/{code}/count", form))
        while left:
            assert time.perf_counter() - started < LONGEST, f"{len(left)} phones were told of no tap"
            for key, _ in selector.select(timeout=5):
                heard = key.fileobj.recv(65536)
                assert heard, "the server has closed a stream"
                if b"event: moved" in heard:
                    times += [time.perf_counter() - started] if key.fileobj in left else []
                    left.discard(key.fileobj)
        host.answer()
    return times, list(waiting)


LONGEST = 60
"""Seconds after which a phone that was not told is no longer waited for: its tap was refused, or got lost."""
CROWD = 5000
"""Phones of a crowd: bench and server need a descriptor each for every one."""


def crowd(*ports, tables=CROWD // 5, phones=5, taps=500, pace=50):
    """Time the same with thousands of phones, while so many taps come a second, each at another table."""
    selector, hosts, waiting = wait(ports, tables, phones)
    drain(selector, 3)
    started, told, begin = {}, {}, time.perf_counter()
    while len(told) < taps * phones:
        missing = taps * phones - len(told)
        assert time.perf_counter() - begin < taps / pace + LONGEST, f"{missing} phones were told of no tap"
        due = begin + len(started) / pace - time.perf_counter()
        if len(started) < taps and due <= 0:
            host, code, token = hosts[len(started)]
            tapping = Client(host.port)  # that of its host may have been closed while the others came
            tapping.cookies = host.cookies
            form = {"csrf_token": token, "op": f"crowd-{code}", "seat": 0, "box": "corks", "by": 1}
            started[code] = time.perf_counter()
            tapping.socket.sendall(tapping.request("POST", f"/djinn/{code}/count", form))
            hosts[len(started) - 1] = tapping, code, token
        for key, _ in selector.select(timeout=max(0, due) if len(started) < taps else 5):
            heard = key.fileobj.recv(65536)
            assert heard, "the server has closed a stream"
            if b"event: moved" in heard and waiting[key.fileobj] in started:
                told.setdefault(key.fileobj, time.perf_counter() - started[waiting[key.fileobj]])
    return list(told.values()), list(waiting)


def drain(selector, seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for key, _ in selector.select(timeout=0.1):
            key.fileobj.recv(65536)


def memory(process):
    """Measure a process's resident memory in MB."""
    return int(find(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())) / 1024


def idle(process, seconds=10):
    """Measure the share of a core that a process takes while nobody taps."""
    before, started = cpu(process), time.perf_counter()
    time.sleep(seconds)
    return (cpu(process) - before) / (time.perf_counter() - started)


def cpu(process):
    """Measure the seconds of a core that a process has taken."""
    of = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(of[11]) + int(of[12])) / os.sysconf("SC_CLK_TCK")


def long_log(port):
    """Compare a move on a log of 1,000 entries with one on a log of 10, in turns; give both in milliseconds."""
    tables = {}
    for length in (10, 1000):
        host = Client(port)
        code, token = host.open_table()
        tables[length] = (host, code, token)
        for tap in range(length):
            tap_once(host, code, token, f"fill-{tap}", tap % 90)
    times = {10: [], 1000: []}
    for tap in range(100):
        for length, (host, code, token) in tables.items():
            started = time.perf_counter()
            tap_once(host, code, token, f"time-{tap}", tap)
            times[length].append(time.perf_counter() - started)
    return {length: 1000 * median(values) for length, values in times.items()}


def tap_once(host, code, token, op, value):
    form = {"csrf_token": token, "op": op, "seat": 0, "box": "corks", "value": value}
    status, _, _ = host.ask("POST", f"/djinn/{code}/count", form)
    assert status == 303, status


def first_load(port, packing):
    """Weigh the first load of the hunt page with all it needs, in bytes; count the requests that it takes."""
    host = Client(port, lan_address())
    code, token = host.open_table()
    seen = find(r'name="seen" value="(\d+)"', host.page(f"/djinn/{code}/setup"))
    host.ask("POST", f"/djinn/{code}/begin", {"csrf_token": token, "op": "begin", "seen": seen})
    text = host.page(f"/djinn/{code}/hunt")
    files = set(re.findall(r'"(/static/[^"#]+)', text))
    for style in [path for path in files if ".css?" in path]:
        files |= {f"/static/{name}" for name in re.findall(r'url\("?([^"):]+)"?\)', host.page(style))}
    paths = (f"/djinn/{code}/hunt", *files)
    answers = [host.ask("GET", path, Accept_Encoding=packing) for path in paths]
    assert {status for status, _, _ in answers} == {200}
    return sum(len(body) for _, _, body in answers), len(paths)


GZIP, BROTLI = "gzip, deflate", "gzip, deflate, br"
"""What a browser takes: over plain http no brotli."""
CAST = (
    ("war", "supply"),
    ("war", "end-movement"),
    ("war", "cast", {"wall": "", "abilities": "flying"}),
    ("war", "end-turn"),
)
MARCHING = (("land", "roll-first", {"seat": "0"}), ("land", "begin"), *CAST * 4, CAST[0])
MET = (("army?creature=2", "correct", {"at": "21", "owner": "1"}), ("war?at=A", "march", {"to": "21"}), CAST[1])
UPDATES = {
    "setup": ("djinn", "setup", "tick"),
    "draft": ("djinn", "draft", "pick"),
    "hunt": ("djinn", "hunt", "end-turn", ("hunt", "begin")),
    "score": ("djinn", "score", "count"),
    "the ring, a turn": ("emperor", "ring", "end-turn", ("seats", "draw-first"), ("seats", "begin")),
    "the ring, a life": ("emperor", "ring", "life", ("seats", "draw-first"), ("seats", "begin")),
    "the war, an attack": ("efreet_war", "war?resource=valley", "attack", ("deal", "begin")),
    "the War Game, a march": ("war_game", "war", ("war?at=A", "march"), *MARCHING),
    "the War Game, a fight": ("war_game", "war", "settle", *MARCHING, *MET),
    "the war, a turn": ("efreet_war", "war?resource=valley", "end-turn", ("deal", "begin")),
}
"""What a live update is weighed of: a game, its page, the move there or on another page, and what goes before, each on
its page and with what is chosen."""


def live_update(port, game, page, move, *before):
    """Weigh what a phone that waits at a page is sent after a move there, in bytes as gzip."""
    host = Client(port, lan_address())
    mode = {"mode": "emperor"} if game == "efreet_war" else {}
    code, _ = host.open_table(game, SIX[: {"djinn": 2, "war_game": 4}.get(game, 6)], **mode)
    for earlier, first, *more in before:
        tap_form(host, f"/{game}/{code}/{earlier}", first, *more)
    where, move = (page, move) if isinstance(move, str) else move
    block = page.partition("?")[0]
    shown = host.page(f"/{game}/{code}/{page}")
    again = html.unescape(find(rf'<section id="{block}"[^>]* hx-get="([^"]+)', shown))
    tap_form(host, f"/{game}/{code}/{where}", move)
    live = {"HX_Request": "true", "HX_Target": block, "X_CSRFToken": find(r'"X-CSRFToken": "([^"]+)', shown)}
    status, _, body = host.ask("GET", again, **live, Accept_Encoding=GZIP)
    assert status == 200, block
    return len(body)


def tap_form(host, page, move, more=None):
    """Make a move by the first form of a page that offers it, with `more` chosen in it."""
    form = find(rf'(<form[^>]* action="[^"]*/{move}["?].*?</form>)', host.page(page))
    tags = re.findall(r"<(?:input|button)[^>]*>", form)
    sent = [dict(re.findall(r' (name|value)="([^"]*)"', tag)) for tag in tags if is_sent(tag)]
    values = {one["name"]: one.get("value", "") for one in sent if "name" in one}
    status, _, _ = host.ask("POST", html.unescape(find('action="([^"]+)', form)), values | {"value": 3} | (more or {}))
    assert status == 303, (move, status)


def is_sent(tag):
    """Say whether a browser sends a control: of boxes to tick only those that are ticked."""
    return " checked" in tag or not re.search(r' type="(?:checkbox|radio)"', tag)


def calculator():
    """Time the catch calculator with 12 Mages and 6 Djinn, the slowest of 200 hands, in milliseconds."""
    rng = random.Random(7)
    colours = ("brown", "blue", "third", "fourth")
    slowest = 0.0
    for _ in range(200):
        mages = [
            Mage(rng.randint(1, 3), {rng.choice(colours): rng.randint(1, 2)}, rng.randint(0, 4)) for _ in range(12)
        ]
        caught = [rng.choice(colours) for _ in range(5)] + ["boss"]
        best = float("inf")
        for _ in range(3):
            started = time.perf_counter()
            payments(caught, others=5, mages=mages, magic=8, coins=30)
            best = min(best, time.perf_counter() - started)
        slowest = max(slowest, best)
    return 1000 * slowest


AT_SCALE = 20_000
PAGES = (
    "/",
    "/djinn/new",
    "/djinn/solo",
    f"/djinn/challenge/{bulk_rows.CHALLENGE}",
    "/scores/",
    "/scores/?all=1",
    "/scores/?game=djinn&player=Ann&before=10000",
    "/scores/players",
    "/scores/player/Ann",
    "/scores/10000",
    "/scores/trash",
    "/scores/import",
)


def at_scale(folder):
    """Ask for every page and export at 20,000 plays of four people and 20,000 tables of one phone.

    Give the slowest page and its milliseconds, those to the first piece of the slowest export, and by how many MB
    memory grew.
    """
    names = ("Ann", "Bob", "Cem", "Dee")
    with running("-m", "companion", "--host", "127.0.0.1", "--port", folder=folder) as (port, _, _):
        host = Client(port)
        code, _ = host.open_table()
        host.page(f"/djinn/{code}/setup")
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        [(phone,)] = db.execute("SELECT phone FROM phones WHERE code = ?", [code]).fetchall()
    bulk_rows.fill_plays(folder / "companion.db", AT_SCALE, names)
    bulk_rows.fill_tables(folder / "companion.db", AT_SCALE, phone, names)
    with closing(sqlite3.connect(folder / "companion.db")) as db, db:
        db.execute("UPDATE phones SET opened_at = (SELECT opened_at FROM tables WHERE tables.code = phones.code)")
    with running("-m", "companion", "--host", "127.0.0.1", "--port", folder=folder) as (port, process, _):
        here = Client(port)
        here.cookies = host.cookies
        slowest = max((took(lambda path=path: here.page(path)), path) for path in PAGES)
        before = memory(process)
        exported = [export(port, process, f"/scores/plays.{kind}") for kind in ("json", "csv")]
    return slowest, max(first for first, _ in exported), max(peak for _, peak in exported) - before


def took(job):
    """Measure the milliseconds that a job takes."""
    started = time.perf_counter()
    job()
    return 1000 * (time.perf_counter() - started)


def export(port, process, path):
    """Read an export; give the milliseconds to its first piece, and the most memory that the server had meanwhile."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    started = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.read(1)
    first, peak = 1000 * (time.perf_counter() - started), 0
    while answer.read(2**20):
        peak = max(peak, memory(process))
    connection.close()
    return first, peak


def caches(folder):
    """Weigh what is remembered after pages of 40 tables; give each cache's name, its bound, and MB when it is full."""
    app = create_app(folder, WTF_CSRF_ENABLED=False)
    phone = app.test_client()
    for number in range(40):
        form = {"count": 2, "players-0-name": f"Ann{number}", "players-1-name": "Bob"}
        form |= {"players-0-colour": "red", "players-1-colour": "blue"}
        code = phone.post("/djinn/new", data=form).location.split("/")[2]
        for page in ("setup", "hunt", "hunt?space=R1", "score"):
            phone.get(f"/djinn/{code}/{page}", headers={"Accept-Language": ("en", "de")[number % 2]})
    for one in [one for one in gc.get_objects() if type(one) is lru]:
        name = f"{getattr(one, '__module__', '')}.{getattr(one, '__qualname__', '')}"
        if name.startswith("companion.") and one.cache_info().currsize:
            held = [part for part in gc.get_referents(one) if not callable(part) and not isinstance(part, dict)]
            known = one.cache_info()
            yield name, known.maxsize, weigh(held, set()) / known.currsize * known.maxsize / 1e6
    sessions = [*app.extensions["sessions"].items()]
    yield "sessions", SESSIONS_KEPT, weigh(sessions, set()) / len(sessions) * SESSIONS_KEPT / 1e6


def weigh(parts, seen):
    """Count the bytes of values and of all that they consist of, each counted once."""
    total = 0
    for part in parts:
        if id(part) not in seen and not isinstance(part, type):
            seen.add(id(part))
            total += sys.getsizeof(part)
            ours = type(part).__module__.startswith("companion.")
            total += weigh(gc.get_referents(part), seen) if ours or isinstance(part, tuple | dict | frozenset) else 0
    return total


def row(what, measured, promised, *, good=True):
    print(f"{what:<46} {measured:>16} {promised:>14}  {'' if good else 'MISSED'}")


FREELY = "STREAMS_PER_ADDRESS = 10_000\nTABLES_PER_ADDRESS = '10000/hour'\n"
"""Settings for a place where all phones have one address."""


def main():
    """Measure everything; print it as a table."""
    with tempfile.TemporaryDirectory() as folder:
        with running("-m", "companion", "--host", "127.0.0.1", "--port", folder=folder):
            pass  # the first start compresses the static files
        (Path(folder) / "config.py").write_text(FREELY)
        with (
            running("-c", HELLO, folder=folder) as (hello, _, _),
            running("-m", "companion", "--host", "0.0.0.0", "--port", folder=folder) as (port, process, start),
        ):
            row("what", "measured", "promised")
            row("start to first answer", f"{start:.2f} s", "<= 1.5 s", good=start <= 1.5)
            rates = compare(hello, port)
            row("bare Flask hello-world", f"{rates['hello']:.0f}/s", "= 1")
            for name, least in (
                ("unchanged poll (204)", 0.8),
                ("hunt page", 0.25),
                ("hunt page, compressed", 0.2),
                ("move (write, fsync, redirect)", 0.12),
            ):
                ratio = rates[name] / rates["hello"]
                row(name, f"{rates[name]:.0f}/s = {ratio:.2f}", f">= {least}", good=ratio >= least)
            lengths = long_log(port)
            ratio = lengths[1000] / lengths[10]
            row("move at log length 1,000 / at 10", f"{ratio:.2f}", "<= 1.3", good=ratio <= 1.3)
            whole, asked = first_load(port, GZIP)
            row("first load of the hunt page, gzip", f"{whole / 1000:.1f} kB", "<= 60 kB", good=whole <= 60_000)
            row("first load of the hunt page, requests", str(asked), "<= 10", good=asked <= 10)
            row("first load of the hunt page, brotli", f"{first_load(port, BROTLI)[0] / 1000:.1f} kB", "shown")
            for what, how in UPDATES.items():
                weight = live_update(port, *how)
                row(f"live update of {what}, gzip", f"{weight / 1000:.2f} kB", "<= 6 kB", good=weight <= 6000)
            times, phones = push(port)
            p99 = 1000 * quantiles(times, n=100)[98]
            row(f"push, tap to {len(phones)} waiting phones, p50", f"{1000 * median(times):.1f} ms", "shown")
            row(f"push, tap to {len(phones)} waiting phones, p99", f"{p99:.1f} ms", "<= 10 ms", good=p99 <= 10)
            used, busy = memory(process), idle(process)
            row(f"memory with {len(phones)} phones", f"{used:.0f} MB", "<= 90 MB", good=used <= 90)
            row(f"of a core, idle with {len(phones)} phones", f"{busy:.1%}", "<= 2%", good=busy <= 0.02)
            if descriptors() > 2 * CROWD:
                times, crowded = crowd(port)
                p99 = 1000 * quantiles(times, n=100)[98]
                what = f"push to {len(crowded)} more, 50 taps/s, p99"
                row(what, f"{p99:.1f} ms", "<= 100 ms", good=p99 <= 100)
                row("memory with all of them", f"{memory(process):.0f} MB", "shown")
    with tempfile.TemporaryDirectory() as folder:
        (slow, path), first, grown = at_scale(Path(folder))
        row(f"20,000 plays and tables, slowest: {path}", f"{slow:.0f} ms", "<= 100 ms", good=slow <= 100)
        row("20,000 plays exported, first piece", f"{first:.0f} ms", "<= 100 ms", good=first <= 100)
        row("20,000 plays exported, memory growth", f"{grown:.1f} MB", "<= 5 MB", good=grown <= 5)
        full = sorted(caches(Path(folder)), key=lambda cache: -cache[2])
        for name, bound, weight in full[:8]:
            row(f"cache {name}, {bound} at most", f"{weight:.2f} MB", "shown")
        total = sum(weight for _, _, weight in full)
        row(f"all {len(full)} caches when full", f"{total:.1f} MB", "<= 40 MB", good=total <= 40)
    slowest = calculator()
    row("payments, 12 Mages and 6 Djinn, slowest of 200", f"{slowest:.1f} ms", "<= 1 ms", good=slowest <= 1)


if __name__ == "__main__":
    main()
