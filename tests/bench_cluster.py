"""Measure PostgreSQL beside SQLite, and two processes on one database: `make bench-cluster`.

Rates are compared within one run, in short turns, so that the machine's noise hits both alike; PostgreSQL is as safe
against a power cut as SQLite is. Beside other work the processor time of the app says more than what a clock does.
"""

import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from statistics import median, quantiles

import psycopg

from companion.serving.server import descriptors
from tests.bench import CROWD, Client, always, crowd, find, memory, push, rate, row, running
from tests.cluster import LIMITS, lacks
from tests.postgres import cluster

SAFE = ("-c listen_addresses=",)
TURNS, SECONDS = 15, 0.4
KINDS = {"unchanged poll (204)": 0.7, "hunt page": 0.8, "move (write, redirect)": 1.0}
"""What is asked, and the least that its rate on PostgreSQL is of that on SQLite."""
POLLS = 2_000
"""How many polls are counted: what processes ask beside them, each second, weighs little then."""
TABLES = 8
"""At how many tables moves are made at once."""


class Measured:
    """A server to be measured, with a table whose page is asked for, and others at which moves are made."""

    def __init__(self, port, process):
        self.port, self.process, self.host = port, process, Client(port)
        self.code, self.token = self.host.open_table()
        seen = find(r'name="seen" value="(\d+)"', self.host.page(f"/djinn/{self.code}/setup"))
        begin = {"csrf_token": self.token, "op": "begin", "seen": seen}
        self.host.ask("POST", f"/djinn/{self.code}/begin", begin)
        self.since = find(r"since=([\d.]+)", self.host.page(f"/djinn/{self.code}/hunt"))
        self.others = [self.host.open_table()[0] for _ in range(TABLES)]
        self.numbers = count()

    def requests(self, kind, client, other):
        """Give what makes the requests of a kind for a client, whose moves are those at one of the others."""
        client.cookies = self.host.cookies
        if kind == "hunt page":
            return always(client, "GET", f"/djinn/{self.code}/hunt")
        if kind == "unchanged poll (204)":
            return always(client, "GET", f"/djinn/{self.code}/hunt?since={self.since}")

        def move():
            number = next(self.numbers)
            form = {"csrf_token": self.token, "seat": 0, "box": "corks", "op": f"bench-{number}", "value": number % 90}
            return client.request("POST", f"/djinn/{other}/count", form)

        return move

    def turn(self, kind):
        """Measure the answers a second, and the microseconds of processor time that the app took for each."""
        self.host.page(f"/djinn/{self.code}/hunt")  # whose host is here
        others = iter(self.others)
        before, numbers = used(self.process), []

        def counted(client):
            make = self.requests(kind, client, next(others))

            def request():
                numbers.append(0)
                return make()

            return request

        answers = rate(self.port, counted, SECONDS)
        return answers, 1e6 * (used(self.process) - before) / len(numbers)


def used(process):
    """Measure the seconds of processor time that a process has used."""
    spent = Path(f"/proc/{process.pid}/schedstat").read_text().split()
    return int(spent[0]) / 1e9


def compare(sqlite, postgres):
    """Show each kind's median rates, and the median of the ratios of the turns."""
    for kind, least in KINDS.items():
        turns = [(sqlite.turn(kind), postgres.turn(kind)) for _ in range(TURNS)]
        here, there = (median(turn[side][0] for turn in turns) for side in (0, 1))
        mine, other = (median(turn[side][1] for turn in turns) for side in (0, 1))
        ratios = sorted(there[0] / here[0] for here, there in turns)
        low, ratio, high = quantiles(ratios, n=4)
        row(f"{kind}, PostgreSQL / SQLite", f"{ratio:.2f}", f">= {least}", good=ratio >= least)
        row("  half of the turns", f"{low:.2f} to {high:.2f}", "shown")
        row("  a second", f"{there:.0f} / {here:.0f}", "shown")
        row("  the app's processor time", f"{other:.0f} / {mine:.0f} µs", "shown")


def asked(url, measured, port):
    """Count how often an unchanged poll asks the database, at a process that did not open its table."""
    client = Client(port)
    client.cookies = measured.host.cookies
    path = f"/djinn/{measured.code}/hunt"
    since = find(r"since=([\d.]+)", client.page(path))
    before = transactions(url)
    statuses = {client.ask("GET", f"{path}?since={since}")[0] for _ in range(POLLS)}
    assert statuses == {204}, statuses
    return (transactions(url) - before) / POLLS


def transactions(url):
    """Count what the database was asked for; a connection that idles says within ten seconds what it did."""
    time.sleep(11)
    with psycopg.connect(url, autocommit=True) as connection:
        [(number,)] = connection.execute("SELECT sum(xact_commit) FROM pg_stat_database").fetchall()
        return int(number)


def told(what, times, promised):
    p99 = 1000 * quantiles(times, n=100)[98]
    row(f"{what}, p50", f"{1000 * median(times):.1f} ms", "shown")
    row(f"{what}, p99", f"{p99:.1f} ms", f"<= {promised} ms", good=p99 <= promised)


def main():
    """Measure everything; print it as a table."""
    if missing := lacks():
        print(f"There is no {missing} here: on Debian, 'apt install {missing}' adds it.", file=sys.stderr)
        return 1
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        url = stack.enter_context(cluster(*SAFE))
        (folder / "config.py").write_text("\n".join(f"{key} = {value!r}" for key, value in LIMITS.items()))
        command = ("-m", "companion", "--host", "127.0.0.1")
        here, sqlite, _ = stack.enter_context(running(*command, "--port", folder=folder))
        one, first, _ = stack.enter_context(running(*command, "--database", url, "--port", folder=folder))
        two, second, _ = stack.enter_context(running(*command, "--database", url, "--port", folder=folder))
        row("what", "measured", "promised")
        opened = Measured(one, first)
        compare(Measured(here, sqlite), opened)
        often = asked(url, opened, two)
        row("an unchanged poll at the other process asks", f"{often:.2f} times", "<= 1", good=often <= 1.1)
        times, phones = push(one, two)
        told(f"push to the other process, {len(phones)} phones", times, 30)
        if descriptors() > 2 * CROWD:
            times, phones = crowd(one, two)
            told(f"push to {len(phones)} more, 50 taps/s", times, 100)
            row("memory of the two with all of them", f"{memory(first):.0f}, {memory(second):.0f} MB", "shown")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
