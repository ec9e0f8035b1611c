"""What a cluster lives through while phones tap: kills, restarts, cut connections, a roll-out, two versions at once.

`make test-cluster` tries each so often as `.ci/run` has time for, with `WHOLE=1` as often as anybody may wish.
"""

import os
import random
import signal
import threading
import time
from contextlib import contextmanager
from html import unescape

import pytest

from companion import GAMES
from tests.cluster import lacks, running
from tests.cluster.phones import Watcher
from tests.server import at_once

WHOLE = bool(os.environ.get("WHOLE"))
KILLS, RESTARTS, DOWN = (50, 10, 20) if WHOLE else (8, 3, 5)
PHONES = 200
PAUSE = 0.3 if WHOLE else 0.1
"""Seconds between two taps of a phone in a storm: a counter ends at 999."""

pytestmark = pytest.mark.skipif(bool(lacks()), reason=f"needs {lacks()}: make test-cluster")


@pytest.fixture(scope="module")
def cluster(request):
    with running(getattr(request, "param", "freely")) as cluster:
        yield cluster


both = pytest.mark.parametrize("cluster", ["freely", "routed"], indirect=True)
"""Of a front that sends phones anywhere, and of one that sends those of a table to one process."""


@pytest.fixture
def table(phone):
    """Open a table; give its host and its code."""
    host = phone()
    return host, host.open_table()


@pytest.fixture
def watch(cluster, table):
    """Give phones that wait at the table, by the front or at one process."""
    watchers = []

    def watch(at=None):
        watchers.append(Watcher(at or cluster.front, table[1], table[0]))
        return watchers[-1]

    yield watch
    for watcher in watchers:
        watcher.over = True
    table[0].tap(table[1])  # so that all hear something
    for watcher in watchers:
        watcher.join(30)


@pytest.fixture
def storm(cluster, table, phone):
    """Let phones tap without a pause; at the end wait until all their taps are answered, and look at the log."""

    @contextmanager
    def storm():
        host, code = table
        halt, tapping = threading.Event(), [phone(like=host) for _ in range(6)]
        before = len(cluster.log(code))

        def go_on(one):
            while not halt.is_set():
                one.tap(code)
                time.sleep(PAUSE)

        threads = [threading.Thread(target=go_on, args=[one]) for one in tapping]
        for thread in threads:
            thread.start()
        try:
            yield tapping
        finally:
            cluster.mend()
            halt.set()
            for thread in threads:
                thread.join(60)
        assert not any(thread.is_alive() for thread in threads)
        right(cluster, code, tapping, before)

    return storm


def right(cluster, code, phones, before):
    """Check that every tap stands in the log once, that all were taken, and that no number is missing."""
    sent = {op for phone in phones for op in phone.sent}
    log = cluster.log(code)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    ops = [op for _, op in log[before:]]
    assert sorted(ops) == sorted(sent)
    assert sorted(op for phone in phones for op in phone.answered) == sorted(sent)


def soon(holds, seconds):
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@both
def test_2000_taps_at_both_processes_are_each_counted_once(cluster, table, phone):
    host, code = table
    phones = [phone(server, host) for server in (cluster.one, cluster.two) * 4]
    before = len(cluster.log(code))
    at_once(*(lambda one=one: [one.tap(code) for _ in range(250)] for one in phones))
    right(cluster, code, phones, before)
    assert sum(len(phone.sent) for phone in phones) == 2000
    assert not any(phone.broken for phone in phones)


@both
def test_a_process_that_is_killed_in_a_storm_takes_nothing_along(cluster, table, watch, storm):
    rng = random.Random(7)
    watchers = [watch() for _ in range(6)]
    with storm():
        for number in range(KILLS):
            name, server = list(cluster.servers.items())[number % 2]
            assert all(one.wait(lambda one: one.at, 10) for one in watchers)
            time.sleep(rng.uniform(0.1, 0.4))
            server.stop(signal.SIGKILL)
            there = lambda one, name=name: one.at not in (None, name)  # noqa: E731
            began = time.monotonic()
            assert all(one.wait(there, began + 3 - time.monotonic()) for one in watchers), number
            server.start()
    last = cluster.log(table[1])[-1][0]
    assert all(one.wait(lambda one: one.seq == last, 3) for one in watchers)


def test_a_database_that_restarts_in_a_storm_loses_nothing(cluster, storm):
    with storm() as phones:
        for number in range(RESTARTS):
            time.sleep(0.3)
            cluster.postgres.stop("fast" if number % 2 else "immediate")
            cluster.postgres.start()
            soon(lambda: phones[0].answered[-1:] == phones[0].sent[-2:-1], 20)


def test_while_the_database_is_away_phones_are_told_and_keep_their_taps(cluster, table, watch, phone, storm):
    watcher = watch()
    reader = phone(like=table[0])
    with storm() as phones:
        time.sleep(0.5)
        cluster.postgres.stop()
        end = time.monotonic() + DOWN
        try:
            while time.monotonic() < end:
                status, text = reader.look(f"/djinn/{table[1]}/score")
                assert status == 503
                assert "Can't reach the database right now." in unescape(text)
                time.sleep(0.5)
        finally:
            cluster.postgres.start()
    assert any("Your tap isn't lost: it will be sent again." in unescape(text) for one in phones for text in one.told)
    last = cluster.log(table[1])[-1][0]
    assert watcher.wait(lambda one: one.seq == last, 5)
    assert reader.look(f"/djinn/{table[1]}/score")[0] == 200


def test_phones_are_right_soon_after_connections_were_cut(cluster, table, watch, phone):
    host, code = table
    watchers = {server: watch(server) for server in (cluster.one, cluster.two)}
    assert all(one.wait(lambda one: one.seq, 5) for one in watchers.values())
    for server, other in ((cluster.one, cluster.two), (cluster.two, cluster.one)):
        tapping = phone(server, host)
        for _ in range(3):
            cluster.cut()
            assert tapping.tap(code) < 400
            last = cluster.log(code)[-1][0]
            assert watchers[other].wait(lambda one, last=last: one.seq == last, 2)


@both
def test_a_roll_out_shows_no_phone_an_error(cluster, table, phone, watch):
    host, code = table
    halt, phones = threading.Event(), [phone(like=host) for _ in range(PHONES)]
    before = len(cluster.log(code))
    watchers = [watch() for _ in range(30)]

    def use(one):
        rng = random.Random(id(one))
        while not halt.wait(rng.uniform(1, 6)):
            if rng.random() < 0.2:
                one.tap(code)
            else:
                one.look(f"/djinn/{code}/score?since=0.0.0.0")

    threads = [threading.Thread(target=use, args=[one]) for one in phones]
    for thread in threads:
        thread.start()
    try:
        time.sleep(2)
        for server in cluster.servers.values():
            status, took = server.stop(signal.SIGTERM)
            assert (status, took < 5) == (0, True)
            server.start()
            time.sleep(2)
    finally:
        cluster.mend()
        halt.set()
        for thread in threads:
            thread.join(30)
    assert [broken for one in phones for broken in one.broken] == []
    right(cluster, code, phones, before)
    assert all(one.wait(lambda one: one.at, 5) for one in watchers)


def test_an_older_process_says_of_a_newer_table_that_it_must_be_updated(cluster, table, phone, watch):
    host, code = table
    older, words = cluster.two, "Update yours."
    older.stop()
    known = [f"companion.games.{game}" for game in GAMES if game != "djinn"]
    config = older.folder / "config.py"
    now = config.read_text()
    config.write_text(f"{now}\nGAMES = {known!r}\n")
    older.start()
    try:
        newer, elder = phone(cluster.one, host), phone(older, host)
        watch(older)
        for path in (f"/t/{code}", f"/t/{code}/log", f"/t/{code}/menu"):
            status, text = elder.look(path)
            assert (status, words in text) == (409, True), path
        assert elder.look("/")[0] == 200
        assert newer.tap(code) < 400
        assert newer.look(f"/djinn/{code}/score")[0] == 200
        assert not elder.broken
    finally:
        older.stop()
        config.write_text(now)
        older.start()


def test_an_event_of_a_later_version_is_left_to_it(cluster, table, phone):
    host, code = table
    seq = len(cluster.log(code)) + 1
    cluster.ask(
        "INSERT INTO log (code, seq, at, move, events, once, op) VALUES (%s, %s, 1, 'levitate', %s, 0, 'later')",
        *(code, seq, '[{"event": "CarpetRisen"}]'),
    )
    one = phone(cluster.one, host)
    for path in (f"/djinn/{code}/score", f"/djinn/{code}/hunt", f"/t/{code}/log"):
        status, text = one.look(path)
        assert (status, "Update yours." in text) == (409, True), path
    assert one.tap(code) == 409
    assert len(cluster.log(code)) == seq
    assert not one.broken


def test_wrong_codes_at_one_process_count_at_the_other(cluster, phone):
    """Twenty are allowed in a minute; asked ten times, the other process has seen less than half of that itself."""
    there, here = phone(cluster.one), phone(cluster.two)
    for _ in range(20):
        assert there.look("/t/ZZZZZ")[0] == 404
    answers = []
    while len(answers) < 10 and answers[-1:] != [429]:
        answers.append(here.look("/t/ZZZZZ")[0])
        time.sleep(0.5)
    assert answers[-1] == 429
