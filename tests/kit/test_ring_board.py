"""A ring on a screen in the middle of the table, and what such a screen tells and follows."""

import re

import pytest

from companion.kit.ring.circle import Spot
from companion.kit.ring.ring_board import round_board
from tests.colours import colour
from tests.scenes import NAMES

SIX = [Spot(seat, 0, 0, "20", "", 2 * (seat % 3 == 0), seat // 3, "") for seat in range(6)]
"""Two teams of three, the first player of each followed by two mates."""


def test_players_stand_clockwise_from_the_bottom_and_face_the_nearest_edge():
    drawn = round_board(SIX, {}, turn=None, attacked=())
    assert [one.faces for one in drawn.sitters] == ["below", "left", "left", "above", "right", "right"]
    assert drawn.size == "few"
    assert round_board([*SIX, *SIX], {}, turn=None, attacked=()).size == "many"


def test_lines_join_teammates_and_the_player_on_the_move_with_whom_it_can_attack():
    drawn = round_board(SIX, {}, turn=0, attacked={5})
    assert [kind for kind, _ in drawn.lines] == ["team-0", "team-0", "team-1", "team-1", "attacks"]
    assert drawn.lines[-1][1] == (50, 100, 93.3, 75)


def test_counters_that_are_0_and_life_are_not_shown_beside_it():
    drawn = round_board(SIX, {2: {"poison": 3, "energy": 0}}, turn=None, attacked=())
    assert [one.counts for one in drawn.sitters] == [[], [], [("poison", 3)], [], [], []]


@pytest.fixture
def duel(ann):
    """Give a duel of six that has begun."""
    players = {f"players-{n}-name": name for n, name in enumerate(NAMES[:6])}
    players |= {f"players-{n}-colour": colour(n) for n in range(6)}
    code = ann.post("/emperor/new", count="6", **players).location.split("/")[2]
    ann.post(f"/emperor/{code}/first", team="0")
    ann.post(f"/emperor/{code}/begin", seen=999)
    return code


def test_a_board_tells_what_happened_last_and_quick_taps_as_one(ann, duel):
    for _ in range(3):
        ann.post(f"/emperor/{duel}/life", seat=3, by=-1)
    page = ann.get(f"/emperor/{duel}/board").text
    news = re.findall(r'<p class="news[^"]*">(.*?)</p>', page)
    assert news == ["Dee, life: −3.", "The duel begins."]  # of the opening nothing


def test_whoever_only_watches_counts_nothing_on_a_board(ann, bob, duel):
    """Buttons are there for who plays, on a screen that lies."""
    assert "count-3" in ann.get(f"/emperor/{duel}/board?lying=1").text
    assert "count-3" not in ann.get(f"/emperor/{duel}/board").text
    assert "count-3" not in bob.get(f"/emperor/{duel}/board?lying=1").text
    answer = ann.post(f"/emperor/{duel}/count-on-board?lying=1", seat=3, by=-1)
    assert answer.location.split("#")[0] == f"/emperor/{duel}/board?lying=1"


def test_a_live_update_of_a_board_is_its_block_alone(ann, duel):
    """The block is that of the template that all boards extend: it was taken for another page's."""
    answer = ann.get(f"/emperor/{duel}/board", headers={"HX-Request": "true", "HX-Target": "board"})
    assert answer.text.startswith('<section id="board"')
    assert "HX-Reswap" not in answer.headers


def test_a_board_follows_rematches_and_no_duels_end_leads_it_away(ann, bob, duel):
    ann.post(f"/emperor/{duel}/out", seats=4)
    since = {"HX-Request": "true", "HX-Target": "board"}
    assert bob.get(f"/emperor/{duel}/board?since=3.0.0.0", headers=since).status_code == 200
