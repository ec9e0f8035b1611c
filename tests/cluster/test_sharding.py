"""Tables divided among two databases by their codes: each phone comes to each table, and one half stands alone."""

import re
import signal

import pytest

from tests.cluster import HALVES, lacks, running
from tests.cluster.phones import Watcher
from tests.cluster.test_failover import right, soon
from tests.server import at_once

pytestmark = pytest.mark.skipif(bool(lacks()), reason=f"needs {lacks()}: make test-cluster")


@pytest.fixture(scope="module")
def cluster():
    with running("divided") as cluster:
        yield cluster


@pytest.fixture
def tables(phone):
    """Open a table in each half, by phones that stay there; give each half's host and code."""
    found = {}
    while len(found) < 2:
        host = phone()
        code = host.open_table()
        half = next(name for name, half in HALVES.items() if code[0] in half)
        assert host.cookies["kept_at"] == half
        found.setdefault(half, (host, code))
    return found


def test_every_phone_taps_at_tables_of_both_databases(cluster, phone, tables):
    logs = {code: len(cluster.log(code)) for _, code in tables.values()}
    for half, (host, code) in tables.items():
        phones = [phone(like=host) for _ in range(4)]
        for one in phones:
            one.cookies["kept_at"] = next(other for other in HALVES if other != half)  # whoever it met first
        at_once(*(lambda one=one, code=code: [one.tap(code) for _ in range(25)] for one in phones))
        right(cluster, code, phones, logs[code])
        assert not any(one.broken for one in phones)
        other = next(other for other in HALVES if other != half)
        assert cluster.ask("SELECT count(*) FROM log WHERE code = %s", code, of=other) == [(0,)]


def test_a_code_is_typed_and_a_link_opened_at_the_other_half(phone, tables):
    for half, (host, code) in tables.items():
        guest = phone()
        guest.cookies["kept_at"] = next(other for other in HALVES if other != half)
        status, location = guest.post("/join", code=code.lower())
        assert (status, location) == (303, f"/t/{code}")
        assert guest.get(location)[0] == 200
        link = re.findall(rf"/s/{code[0]}[\w-]+", host.get(f"/t/{code}/share")[1])[-1]
        status, location = guest.post(link)
        assert (status, location) == (303, f"/t/{code}")
        assert guest.post(f"/djinn/{code}/count", op=f"guest-{code}", seat=2, box="corks", by=1)[0] == 303


def test_without_one_half_the_other_plays_on(cluster, tables):
    (host, code), (other, lost) = tables["one"], tables["two"]
    watcher = Watcher(cluster.front, code, host)
    assert watcher.wait(lambda one: one.at == "one", 5)
    cluster.two.stop(signal.SIGKILL)
    try:
        assert host.tap(code) < 400
        last = cluster.log(code)[-1][0]
        assert watcher.wait(lambda one: one.seq == last, 3)
        assert other.look(f"/t/{lost}")[0] == 503
    finally:
        cluster.two.start()
    soon(lambda: other.look(f"/djinn/{lost}/score")[0] == 200, 5)
    watcher.over = True
    host.tap(code)
    watcher.join(10)
