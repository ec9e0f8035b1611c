"""For how long a phone vibrates, and that it can be told not to."""

import pytest

from tests.table.pages import count
from tests.table.test_screen_reader import hunt, watched

__all__ = ("hunt",)


@pytest.fixture
def felt(app, state, hunt):
    """Say how long phones vibrate as a turn ends: the one that tapped, and the one whose turn begins."""

    def felt(tapper, other, seat):
        update = watched(other, hunt)
        answer = tapper.post(f"/djinn/{hunt}/end-turn", htmx=True, seat=seat, seen=99)
        headers = {"HX-Request": "true", "HX-Target": "hunt", "HX-Trigger": "end-turn"}
        told = tapper.get(answer.location, headers=headers)
        return told.headers.get("Felt"), update().headers.get("Felt")

    return felt


@pytest.fixture
def sides(ann, bob, hunt, state):
    """Say whose turn it is: the phone, that of the other, and the seat."""
    seat = state(hunt).turn.seat
    return (ann, bob, seat) if seat == 0 else (bob, ann, seat)


def test_a_taken_tap_is_felt_a_moment_and_a_turn_longer(sides, felt):
    assert felt(*sides) == ("15", "200")


def test_nothing_else_is_felt(sides, hunt, phone):
    tapper, other, seat = sides
    updates = [watched(each, hunt) for each in (other, phone())]
    count(tapper, hunt, seat)
    for update in updates:
        assert "Felt" not in update().headers
    assert "Felt" not in tapper.get(f"/djinn/{hunt}/hunt").headers
    refused = tapper.post(f"/djinn/{hunt}/end-turn", htmx=True, seat=seat, seen=0)
    assert refused.status_code >= 400
    assert "Felt" not in refused.headers


def test_a_phone_that_is_still_feels_nothing_until_it_is_told_to(sides, felt, hunt):
    tapper, other, seat = sides
    assert "Vibrate again" not in other.get(f"/t/{hunt}/menu").text
    for each in (tapper, other):
        assert "still=1" in each.post("/still", still="y").headers["Set-Cookie"]
    assert "Vibrate again" in other.get(f"/t/{hunt}/menu").text
    assert felt(tapper, other, seat) == (None, None)
    for each in (tapper, other):
        assert "Max-Age=0" in each.post("/still").headers["Set-Cookie"]
    assert felt(other, tapper, 1 - seat) == ("15", "200")
