"""Players in a circle: how far they sit from each other, and where a picture puts them."""

from itertools import permutations
from math import dist

import pytest
from hypothesis import given, strategies as st

from companion.kit.ring.circle import CORNER, HEIGHT, WIDTH, Ring, along, spots, swapped

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
def test_a_picture_is_a_table_with_the_own_seat_at_the_bottom(players, data):
    """Everybody sits at its edge, clockwise as one looks at it, left and right mirrored."""
    ring = Ring(tuple(range(players)), {})
    own = data.draw(st.sampled_from([None, *ring.seats]))
    places = {seat: (x, y) for seat, x, y, _ in spots(ring, own)}
    assert [*places] == [*range(own or 0, players), *range(own or 0)]
    assert places[own or 0] == (0, HEIGHT / 2)
    assert all(abs(x) == WIDTH / 2 or abs(y) == HEIGHT / 2 or is_at_corner(x, y) for x, y in places.values())
    clockwise = [*places.values()]
    assert [(-x, y) for x, y in clockwise] == [clockwise[0], *reversed(clockwise[1:])]
    if players > 2:
        assert places[ring.left_of(own or 0)][0] < 0  # to the left of who sits at the bottom and looks up


def test_a_quarter_of_the_way_is_the_middle_of_an_edge():
    right, down = WIDTH // 2, HEIGHT // 2
    assert [along(share) for share in (0, 0.25, 0.5, 0.75)] == [(0, down), (-right, 0), (0, -down), (right, 0)]
    assert [along(share) for share in (0.125, 0.375, 0.625, 0.875)] == [
        (-122, 129),
        (-122, -129),
        (122, -129),
        (122, 129),
    ]


def is_at_corner(x, y):
    centre = WIDTH / 2 - CORNER, HEIGHT / 2 - CORNER
    return dist((abs(x), abs(y)), centre) == pytest.approx(CORNER, abs=0.8)


@pytest.mark.parametrize("players", range(2, 15))
def test_no_disc_or_badge_covers_a_neighbour_or_its_name(players):
    """Discs and badges are boxes of the sizes that the picture gives them; a name stands below its disc."""
    r = 26 if players < 8 else 22 if players < 12 else 18
    places = [(x, y) for _, x, y, _ in spots(Ring(tuple(range(players)), {}), None)]
    for one, other in permutations(places, 2):
        (x, y), (x2, y2) = one, other
        edge, side, half = (7, 14, 26) if r < 20 else (9, 22, 32)
        name = (x - half, y + r + 3, x + half, y + r + 15)
        disc = (x2 - r, y2 - r, x2 + r, y2 + r)
        badges = [(x2 + at - edge, y2 + 5 - r - edge, x2 + at + edge, y2 + 5 - r + edge) for at in (-side, side)]
        assert not any(overlap(name, box) for box in (disc, *badges)), (one, other)


def overlap(one, other):
    left, top, right, bottom = one
    return left < other[2] and other[0] < right and top < other[3] and other[1] < bottom


@pytest.mark.parametrize(
    ("teams", "mates"),
    [("AAABBB", {0: 2, 3: 2}), ("BAAABB", {1: 2, 4: 2}), ("ABC", {}), ("AB", {}), ("AABBCC", {0: 1, 2: 1, 4: 1})],
)
def test_the_first_of_a_team_leads_its_mates(teams, mates):
    ring = Ring(tuple(range(len(teams))), dict(enumerate(teams)))
    assert {seat: more for seat, _, _, more in spots(ring, 2) if more} == mates


def test_a_stranger_exchanges_seats_with_nobody():
    assert swapped("ABC", "A", "C") == ("C", "B", "A")
    assert swapped("ABC", "X", "Y") == ("A", "B", "C")
