"""Two processes on one file."""

import re
import sqlite3
import time
from contextlib import closing

import pytest

from companion.__main__ import main
from tests.process.phones import count, soon


@pytest.fixture(scope="module")
def two(start):
    """Start two servers on one file."""
    first = start()
    return first, start(first.folder)


def heard(stream, words):
    """Read a phone's stream up to a line, for at most 10 s."""
    end = time.monotonic() + 10
    while stream.readline().decode().strip() != words:
        assert time.monotonic() < end, words


def discs(page):
    """Read from a page who is here."""
    return dict(re.findall(r'aria-label="(Ann|Bob|Cem): (here|away)"', page))


@pytest.mark.thorough
def test_a_tap_at_one_process_moves_a_phone_at_the_other(two, browser):
    ann, bob = browser(two[0]), browser(two[1])
    code = ann.open_table()
    _, stream = bob.listen(code)
    for number in range(5):
        assert count(ann, code)[0] == 303
        heard(stream, f"data: {number + 2}")
    assert "corks" in browser(two[1]).get(f"/t/{code}/log")[1].lower()


@pytest.mark.thorough
def test_a_seat_taken_at_one_process_shows_at_the_other(two, browser):
    ann, bob, cem = browser(two[0]), browser(two[0]), browser(two[1])
    code = ann.open_table()
    _, stream = browser(two[1]).listen(code)
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    heard(stream, "data: 1")
    assert cem.post(f"/t/{code}/sit", seat=1)[0] == 422
    assert cem.post(f"/t/{code}/sit", seat=2)[0] == 303


@pytest.mark.thorough
def test_who_is_connected_to_one_process_is_here_at_the_other(two, browser):
    ann, bob, looker = browser(two[0]), browser(two[1]), browser(two[0])
    code = ann.open_table()
    for phone, seat in ((ann, 0), (bob, 1)):
        assert phone.post(f"/t/{code}/sit", seat=seat)[0] == 303
    _, stream = ann.listen(code)
    wanted = {"Ann": "here", "Bob": "away", "Cem": "away"}
    for server in two:
        soon(lambda server=server: discs(browser(server).get(f"/t/{code}/menu")[1]), wanted)
    _, waiting = bob.listen(code)
    soon(lambda: discs(looker.get(f"/t/{code}/menu")[1]), {**wanted, "Bob": "here"})
    heard(stream, "data: 1")
    waiting.close()
    bob.connection.close()
    soon(lambda: discs(looker.get(f"/t/{code}/menu")[1]), wanted)


@pytest.mark.thorough
def test_both_processes_call_the_same_page_by_the_same_name(two, browser):
    """What one of them has sent is unchanged for the other, too, and stays so."""
    ann, bob = browser(two[0]), browser(two[1])
    code = ann.open_table()
    bob.listen(code)
    since = lambda: re.search(r"since=([\d.]+)", ann.get(f"/djinn/{code}/score")[1])[1]  # noqa: E731
    there = browser(two[1])
    soon(lambda: there.get(f"/djinn/{code}/score?since={since()}")[0], 204)
    for _ in range(3):
        assert [phone.get(f"/djinn/{code}/score?since={since()}")[0] for phone in (ann, there)] == [204, 204]
    count(ann, code)
    assert there.get(f"/djinn/{code}/score?since={since()}")[0] == 204


@pytest.mark.thorough
def test_who_was_here_by_a_process_that_was_killed_is_forgotten(start, browser):
    first = start()
    second = start(first.folder)
    ann, bob = browser(first), browser(second)
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    bob.listen(code)
    here = lambda: discs(browser(first).get(f"/t/{code}/menu")[1])["Bob"]  # noqa: E731
    soon(here, "here")
    second.kill()
    with closing(sqlite3.connect(first.folder / "companion.db")) as db:
        db.execute("UPDATE presence SET heard = heard - 31")
        db.commit()
    assert here() == "away"


@pytest.mark.thorough
def test_a_process_that_stops_says_that_its_phones_are_gone(start, browser):
    first = start()
    second = start(first.folder)
    ann, bob = browser(first), browser(second)
    code = ann.open_table()
    bob.listen(code)
    with closing(sqlite3.connect(first.folder / "companion.db")) as db:
        rows = lambda: db.execute("SELECT count(*) FROM presence").fetchone()[0]  # noqa: E731
        soon(rows, 1)
        second.stop()
        assert rows() == 0


@pytest.mark.thorough
def test_a_restore_is_refused_while_servers_run_and_works_when_none_does(start, browser, tmp_path, capsys, monkeypatch):
    first = start()
    second = start(first.folder)
    monkeypatch.setenv("COMPANION_INSTANCE", str(first.folder))
    code = browser(first).open_table()
    assert main(["backup", str(tmp_path / "copy")]) == 0
    late = browser(first).open_table()
    restore = ["restore", "--force", str(tmp_path / "copy")]
    for server, ends in ((first, first.stop), (second, second.kill)):
        assert main(restore) == 1
        said = capsys.readouterr().err
        assert f"port {server.port}" in said or f"port {second.port}" in said
        assert "kill" in said
        ends()
    assert main(restore) == 0
    phone = browser(first.start())
    assert phone.get(f"/t/{code}/log")[0] == 200
    assert phone.get(f"/t/{late}/log")[0] == 404


@pytest.mark.thorough
def test_a_host_who_is_gone_from_one_process_is_missed_at_both(two, browser):
    ann, bob, elsewhere = browser(two[0]), browser(two[1]), browser(two[0])
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303
    elsewhere.cookies, elsewhere.token = bob.cookies, bob.token
    _, waiting = ann.listen(code)
    offered = lambda phone: "The host is away." in phone.get(f"/t/{code}/menu")[1]  # noqa: E731
    with closing(sqlite3.connect(two[0].folder / "companion.db")) as db:
        away = lambda: db.execute("SELECT away IS NOT NULL FROM tables WHERE code = ?", [code]).fetchone()[0]  # noqa: E731
        soon(lambda: db.execute("SELECT count(*) FROM presence WHERE code = ?", [code]).fetchone()[0], 1)
        assert not any(map(offered, (bob, elsewhere)))
        assert not away()
        waiting.close()
        ann.connection.close()
        soon(lambda: (offered(bob), away()), (False, 1))
        db.execute("UPDATE tables SET away = away - 600 WHERE code = ?", [code])
        db.commit()
    assert all(map(offered, (bob, elsewhere)))
    assert bob.post(f"/t/{code}/take-over")[0] == 303
    assert not any(map(offered, (bob, elsewhere)))
    assert elsewhere.post(f"/t/{code}/lock", locked="y")[0] == 303
    assert ann.post(f"/t/{code}/lock", locked="y")[0] == 303  # it is back, at the other process
    assert bob.post(f"/t/{code}/lock", locked="y")[0] == 403


@pytest.mark.thorough
def test_wrong_codes_at_one_process_count_at_the_other(two, browser):
    """Twenty are allowed in a minute; asked there ten times, the other has seen less than half of that itself."""
    there, here = browser(two[0]), browser(two[1])
    for number in range(20):
        assert there.get(f"/t/ZZZ{number // 10 + 2}{number % 8 + 2}")[0] in (404, 429)
    answers = []
    for _ in range(10):
        answers.append(here.get("/t/ZZZZZ")[0])
        time.sleep(0 if answers[-1] == 429 else 0.5)
    assert answers[-1] == 429
