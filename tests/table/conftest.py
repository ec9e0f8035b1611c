"""A table in an app context, phones that know who they are, and games to save."""

import random

import pytest
from flask import current_app

from companion.games.djinn.play import hunt
from companion.games.djinn.setup import deal
from companion.table.import_export import export, import_table
from companion.table.play import games, play
from companion.table.seating import lifecycle, seats
from tests.table.files import played


@pytest.fixture
def me(app):
    """Say what a phone is at a table: its seat, and whether it is the host."""

    def me(phone, code):
        with phone.http.session_transaction() as session:
            id = session.get("phone")
        with app.app_context():
            found = seats.find_me(code, id)
        return found.seat, found.host

    return me


@pytest.fixture
def finished(app):
    with app.app_context():
        return played(finished=True)


@pytest.fixture
def code(app):
    """Open a first game of Ann and Bob, and its hunt, in an app context that lasts through the test."""
    with app.app_context():
        code = lifecycle.open_table(games()["djinn"], [("Ann", "red"), ("Bob", "blue")], phone="host")
        choices = {"players": 2, "first_game": True, "longer": False, "rng": random.Random(7)}
        play(code, "open_game", deal.open_game, tapped_by=None, op="open", **choices)
        play(code, "begin", hunt.begin, tapped_by=None, op="begin", seen=1, at=0.0)
        yield code


@pytest.fixture
def read_here(monkeypatch):
    """Read files in this process, so that a test can count what is done."""

    def read(data, *, scored):
        return import_table.read(data, export.games().__getitem__, current_app.config["RANDOM"], scored=scored)

    monkeypatch.setattr(export, "read_apart", read)
