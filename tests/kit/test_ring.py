"""Players in a circle: how far they sit from each other, and where a picture puts them."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.ring import Ring, spots, swapped

FIVE = Ring(tuple("ABCDE"), dict.fromkeys("ABCDE", 0))


@pytest.mark.parametrize(
    ("other", "clockwise", "nearest"), [("A", 0, 0), ("B", 1, 1), ("C", 2, 2), ("D", 3, 2), ("E", 4, 1)]
)
def test_steps_go_clockwise_and_distance_the_shorter_way(other, clockwise, nearest):
    assert FIVE.steps("A", other) == clockwise
    assert FIVE.distance("A", other) == FIVE.distance(other, "A") == nearest


def test_two_sit_beside_each_other_and_one_beside_nobody():
    two = FIVE.without("A").without("B").without("C")
    assert two.neighbours("D") == {"E"}
    assert (two.left_of("D"), two.right_of("D")) == ("E", "E")
    assert two.without("E").neighbours("D") == frozenset()
    assert FIVE.neighbours("A") == {"B", "E"}


@given(st.integers(1, 14), st.data())
def test_a_picture_is_a_circle_with_the_own_seat_at_the_bottom(players, data):
    """Everybody is one radius away, each as far from the next, clockwise as one looks at the table."""
    ring = Ring(tuple(range(players)), {})
    own = data.draw(st.sampled_from([None, *ring.seats]))
    places = {seat: (x, y) for seat, x, y in spots(ring, own)}
    assert [*places] == [*ring.seats]
    assert places[own or 0] == (0.0, 1.0)
    assert all(abs(dist(place, (0, 0)) - 1) < 0.002 for place in places.values())
    gaps = [dist(places[one], places[ring.left_of(one)]) for one in ring.seats]
    assert max(gaps) - min(gaps) < 0.004
    if players > 2:
        assert places[ring.left_of(own or 0)][0] < 0  # to the left of who sits at the bottom and looks up


def test_a_stranger_exchanges_seats_with_nobody():
    assert swapped("ABC", "A", "C") == ("C", "B", "A")
    assert swapped("ABC", "X", "Y") == ("A", "B", "C")
