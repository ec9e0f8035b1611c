"""An evening of Djinn on four phones through the front of the cluster, while its processes are killed in turn."""

import threading
from types import SimpleNamespace

import pytest

from tests.browser.phones import NAMES, Phone, chromium
from tests.browser.test_evening import PLUS, draft, hunt, last_rounds, set_up
from tests.browser.test_lost_connections import BROKEN
from tests.cluster import lacks, running

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(lacks()), reason=f"needs {lacks()}: make test-cluster")]

PAUSE = 3
"""Seconds between two kills: phones find the other process, and the one that was killed is back."""
OUTAGES = (*BROKEN, "status of 50[234]", "answer 50[234]")


class Patient(Phone):
    """A phone whose owner loads a page again that did not come."""

    def go(self, path):
        self.until(lambda: self.page.goto(path).status < 500, True)
        return self


@pytest.fixture
def cluster():
    with running() as cluster:
        yield cluster


@pytest.fixture
def phones(cluster):
    """Give four phones at the front."""
    front = SimpleNamespace(url=f"http://127.0.0.1:{cluster.front.port}/")
    with chromium() as browser:
        phones = [Patient(browser, front) for _ in NAMES]
        for each in phones:
            each.forgive(*OUTAGES)
        yield phones
        troubles = [trouble for each in phones for trouble in each.unforgiven]
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def kills(cluster):
    """Kill a process every few seconds, from the first call on; give the function, which says how many were killed."""
    over, killed = threading.Event(), []

    def kill():
        while not over.wait(PAUSE):
            for name, server in [*cluster.servers.items()][len(killed) % 2 :][:1]:
                server.kill()
                killed.append(name)
                server.start()

    killer = threading.Thread(target=kill)

    def kills():
        if not killer.ident:
            killer.start()
        return len(killed)

    yield kills
    over.set()
    killer.join(30)


def test_an_evening_while_processes_are_killed_loses_no_tap(cluster, phones, kills):
    ann = phones[0]
    code = ann.open_table(names=NAMES)
    for seat, each in enumerate(phones):
        each.sit(code, seat)
    kills()
    set_up(phones)
    draft(phones)
    ann.tap("#begin button")
    for each in phones[1:]:
        each.tap("#nav a:has-text('Hunt')")
        each.sees(".turn")
    hunt(phones)
    turns = last_rounds(phones)
    for number, each in enumerate(phones):
        each.tap("a:has-text('On to the score')")
        for corks in range(number + 1):
            each.tap(PLUS.format("trophies_36"))
            each.has("trophies_36", corks + 1)
        each.breathe()
        if each.find("#stands").count():  # what they enter is not what was caught
            each.tap("#stands summary")
        each.tap("#done button")
        each.breathe()
    for each in phones:
        each.at("/result")
        each.reads("h1", "Dee wins")
    assert kills() >= 5
    log = cluster.log(code)
    assert [seq for seq, _ in log] == [*range(1, len(log) + 1)]
    moves = [move for (move,) in cluster.ask("SELECT move FROM log WHERE code = %s", code)]
    assert {move: moves.count(move) for move in ("tick", "pick", "end_turn")} == {
        "tick": 11,
        "pick": 2 * len(phones),
        "end_turn": 5 + turns,
    }
