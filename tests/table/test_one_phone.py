"""A table that one phone serves is served by another one, or by the same without its cookie, once that is gone."""

import re

import pytest

from companion.table.seating.presence import GONE, VISIT
from tests.table.seating import sit
from tests.table.test_host_handover import Clock

BUTTON, WAIT = "One shared phone", "has been gone for ten minutes"


@pytest.fixture
def clock(app, monkeypatch):
    clock = Clock()
    for name in ("clock", "now"):
        monkeypatch.setattr(app.extensions["push"], name, clock)
    return clock


@pytest.fixture
def left(ann, app, bob, table, clock):
    """Give a table whose one phone is gone for ten minutes."""
    ann.get(f"/t/{table}/menu")
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    bob.get(f"/t/{table}")
    clock.pass_by(GONE)
    return table


def serve_all(phone, table):
    return phone.post(f"/t/{table}/one-phone")


def offered(phone, table):
    """Say whether the page of the seats offers it, and whether it can be tapped."""
    form = re.search(r'<form id="one-phone".*?</form>', phone.get(f"/t/{table}?pick=1").text, re.DOTALL)
    return (form is not None, form is not None and "disabled" not in form[0])


def test_a_phone_without_its_cookie_serves_everybody_again(ann, bob, left, me):
    assert offered(bob, left) == (True, True)
    answer = serve_all(bob, left)
    assert (answer.status_code, answer.location) == (303, f"/t/{left}")
    assert (me(bob, left), me(ann, left)) == ((None, True), (None, False))
    assert bob.get(f"/t/{left}").status_code == 302
    assert "You host this table now." in bob.get(f"/djinn/{left}/setup").text
    assert serve_all(bob, left).status_code == 303  # the same tap, twice
    assert me(bob, left) == (None, True)


def test_the_log_says_that_another_phone_serves_everybody(bob, left):
    serve_all(bob, left)
    log = bob.get(f"/t/{left}/log").text
    assert "Another phone now runs this table for everybody" in log
    assert "hosts this table" not in log


def test_nobody_takes_the_table_from_a_phone_that_is_there(ann, bob, table, me, clock):
    ann.get(f"/t/{table}/menu")
    assert offered(bob, table) == (True, False)
    assert WAIT in bob.get(f"/t/{table}").text
    assert serve_all(bob, table).status_code == 422
    clock.pass_by(GONE / 2)
    assert serve_all(bob, table).status_code == 422
    assert (me(bob, table), me(ann, table)) == ((None, False), (None, True))


def test_nobody_takes_the_table_from_others_who_sit(bob, phone, left, me):
    """They agree on who hosts, as at any table."""
    sit(bob, left, 1)
    stranger = phone()
    assert offered(stranger, left) == (False, False)
    assert serve_all(stranger, left).status_code == 422
    assert serve_all(bob, left).status_code == 422
    assert (me(stranger, left), me(bob, left)) == ((None, False), (1, False))


def test_a_lock_keeps_strangers_out(ann, bob, app, table, me, clock):
    ann.post(f"/t/{table}/lock", locked="y")
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    bob.get(f"/t/{table}")
    clock.pass_by(GONE)
    assert offered(bob, table) == (False, False)
    answer = serve_all(bob, table)
    assert answer.status_code == 403
    assert "locked" in answer.text
    assert me(bob, table) == (None, False)


def test_the_phone_that_was_away_has_the_table_back(ann, bob, left, me):
    serve_all(bob, left)
    ann.get(f"/djinn/{left}/setup")
    assert (me(ann, left), me(bob, left)) == ((None, True), (None, False))


def test_a_refusal_leaves_every_seat_free(bob, table, seq):
    before = seq(table)
    serve_all(bob, table)
    assert seq(table) == before
    assert "taken" not in bob.get(f"/t/{table}?pick=1").text
