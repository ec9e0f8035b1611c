"""Clocks that are wrong when a server starts, or jump while it runs: a small machine has no battery for them."""

import time

import pytest

from tests.process.phones import moved_to, plays, soon
from tests.server import without_faketime

pytestmark = [pytest.mark.thorough, without_faketime]
RIGHT = ""


@pytest.fixture
def again(start):
    """Start a server, and then again and again on its folder with another clock."""
    folder = None

    def again(clock, *arguments, **config):
        nonlocal folder
        server = start(folder, *arguments, clock=clock, **config)
        folder = server.folder
        return server

    return again


@pytest.mark.parametrize("clock", ["-10m", "-1h", "-60d", "+400d"])
def test_whoever_sits_there_still_does_after_a_restart_with_another_clock(again, browser, clock):
    """And so does whoever came while it was wrong, once it is right again."""
    server = again(RIGHT)
    ann, bob = browser(server), browser(server)
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    for phone in (ann, bob):
        phone.get(f"/djinn/{code}/setup")
    plays(ann, bob, code)
    server.stop()
    server = again(clock)
    moved_to(server, ann, bob)
    plays(ann, bob, code)
    dee, cem = browser(server), browser(server)
    other = dee.open_table()
    assert cem.post(f"/t/{other}/sit", seat=1)[0] == 303
    for phone in (cem, dee):
        phone.get(f"/djinn/{other}/setup")
    plays(dee, cem, other)
    server.stop()
    server = again(RIGHT)
    moved_to(server, ann, bob, cem, dee)
    plays(ann, bob, code)
    plays(dee, cem, other)


def test_a_public_host_that_wakes_400_days_ahead_deletes_nothing(again, browser):
    """It looks for what is old ten seconds after its start."""
    server = again(RIGHT, "--public")
    ann = browser(server)
    code = ann.open_table()
    assert ann.get("/house/")[0] == 200
    server.stop()
    server = again("+400d", "--public")
    moved_to(server, ann)
    time.sleep(12)
    moved_to(server, ann)
    assert ann.get(f"/t/{code}/log")[0] == 200
    assert ann.get("/house/")[0] == 200
    assert "deleted" not in (server.folder / "companion.log").read_text(encoding="utf-8")


def test_a_wrong_clock_locks_nobody_out(again, browser):
    """What an address may do is counted on after a restart, and is over after as many seconds."""
    server = again("+400d", WRONG_CODES="20 per 8 seconds")
    guesser = browser(server)
    for number in range(22):
        status, _ = guesser.get(f"/t/ZZZ{number // 10 + 2}{number % 8 + 2}")
    assert status == 429
    time.sleep(1.5)  # it is written down, and read
    server.stop()
    server = again(RIGHT, WRONG_CODES="20 per 8 seconds")
    time.sleep(1.5)
    for seconds, answer in ((0, 429), (8, 404)):
        time.sleep(seconds)
        moved_to(server, guesser)
        assert guesser.get("/t/ZZZZZ")[0] == answer


def test_a_clock_that_jumps_while_people_play_takes_nothing_away(again, browser, tmp_path):
    """Seats, the host's rights and streams stay; who may try no more codes may soon, whatever year it was."""
    clock = tmp_path / "clock"
    clock.write_text("+0d")
    server = again(clock, "--public", WRONG_CODES="20 per 8 seconds", IDLE_SECONDS=60)
    ann, bob, cem, guesser = (browser(server) for _ in range(4))
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    for phone in (ann, bob):
        phone.get(f"/djinn/{code}/setup")
    _, stream = cem.listen(code)
    for jump in ("-1h", "-60d", "-30y", "+400d", "+0d"):
        if jump == "+0d":
            answers = [guesser.get(f"/t/ZZZ{number // 10 + 2}{number % 8 + 2}")[0] for number in range(22)]
            assert answers[-1] == 429
        clock.write_text(jump)
        time.sleep(0.5)
        plays(ann, bob, code)
        assert ann.get(f"/t/{code}/log")[0] == 200
        assert b"event" in stream.readline()
        assert stream.readline()
        assert stream.readline()
    soon(lambda: guesser.get("/t/ZZZZZ")[0], 404)
