"""Somebody joins later: between two turns, anywhere at the table, with a new hero and a goal of its own."""

import re
from functools import partial

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.play.end_of_turn import correct
from companion.games.tales.play.ending import declare, end_turn, why_not
from companion.games.tales.play.turn import move_hero
from companion.games.tales.setup.setup import choose_goal, choose_hero, join, pick_skill
from companion.games.tales.state import Encounter, check, left_of, order, right_of
from companion.table.log import Refusal, changed
from tests import scenes
from tests.tales.conftest import SKILLS, hero
from tests.tales.scenes import JOINED, THREE, award, begun

MET = {"destiny": 12, "story": 8}
CEM_LEFT_OF_ANN = {"right": 0, "total": 15}


@pytest.fixture
def joined(game, after):
    """Play a game of Ann and Bob, between whom Cem sits down."""
    return after(game(2, **MET), join, **CEM_LEFT_OF_ANN)


def test_whoever_joins_sits_where_they_sit(joined):
    """Our reading: the rules say nothing of joining."""
    assert order(joined) == (0, 2, 1)
    assert [left_of(joined, seat) for seat in range(3)] == [2, 0, 1]
    assert [right_of(joined, seat) for seat in range(3)] == [1, 2, 0]
    assert (hero(joined, 2).wealth, hero(joined, 2).place.kind, hero(joined, 2).skills) == ("poor", "baghdad", {})
    check(joined, 3)


def test_turns_and_last_turns_come_round_by_it(joined, after):
    assert after(joined, end_turn, seat=0).turn == 2
    declared = after(joined, declare, seat=0)
    assert (declared.last, declared.turn) == ((2, 1), 2)


def test_another_one_joins(joined, after):
    assert after(joined, join, right=1, total=2).later[3] == 2
    state = after(joined, join, right=1, total=20)
    assert order(state) == (0, 2, 1, 3)
    assert state.later == {2: 15, 3: 20}


def test_it_gets_goal_skills_and_hero_until_its_first_turn_has_ended(joined, after):
    ready = after(joined, choose_goal, seat=2, destiny=9)
    assert ready.goals[2] == (9, 6)
    for skill in SKILLS:
        ready = after(ready, pick_skill, seat=2, skill=skill)
    ready = after(ready, choose_hero, seat=2, gender="man", name="Sindbad")
    assert (*hero(ready, 2).skills, hero(ready, 2).name) == (*SKILLS, "Sindbad")
    with pytest.raises(Refusal, match="already have three skills"):
        pick_skill(ready, seat=2, skill="beguiling")
    played = after(after(ready, end_turn, seat=0), end_turn, seat=2)
    with pytest.raises(Refusal, match="goals can"):
        choose_goal(played, seat=2, destiny=3)
    with pytest.raises(Refusal, match="first turn is over"):
        choose_hero(played, seat=2, gender="woman")


def test_others_do_not_get_anything_anew(joined):
    with pytest.raises(Refusal, match="goals can"):
        choose_goal(joined, seat=0, destiny=3)
    with pytest.raises(Refusal, match=r"The game has (already )?begun"):
        pick_skill(joined, seat=1, skill="beguiling")


def test_nobody_wins_without_a_goal(joined, after):
    state = after(after(joined, end_turn, seat=0), correct, seat=2, destiny=20, story=20)
    assert "no goal yet" in why_not(state, 2)
    with pytest.raises(Refusal, match="no goal yet"):
        declare(state, seat=2)
    assert declare(after(state, choose_goal, seat=2, destiny=9), seat=2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"moved": True}, "in the middle of a turn"),
        ({"encounter": Encounter()}, "in the middle of a turn"),
        ({"declared": (1,)}, "Somebody has declared"),
        ({"winners": (0,), "turn": None}, "This game is over"),
    ],
)
def test_when_nobody_joins(game, change, why):
    with pytest.raises(Refusal, match=why):
        join(changed(game(2), **change), **CEM_LEFT_OF_ANN)


def test_who_cannot_join(game, opened):
    with pytest.raises(Refusal, match="1 to 6 players"):
        join(game(6), **CEM_LEFT_OF_ANN)
    with pytest.raises(Refusal, match="Nobody can join a solo game"):
        join(game(1), **CEM_LEFT_OF_ANN)
    with pytest.raises(Refusal, match="one of the players"):
        join(game(2), right=2, total=15)
    with pytest.raises(Refusal, match="2 to 14 points"):
        join(game(2, options={"total": 14}), right=0, total=15)
    assert join(opened(2), **CEM_LEFT_OF_ANN) == [ev.PlayerJoined(2, 0, 15)]


def test_an_odd_log_seats_nobody_twice(joined, after):
    again = after(joined, lambda _: [ev.PlayerJoined(1, 0, 20), ev.PlayerJoined(9, 0, 20)])
    assert again == joined


def test_no_log_seats_a_seventh(game, after):
    full = game(6)
    assert after(full, lambda _: [ev.PlayerJoined(6, 0, 20)]) == full
    assert after(game(5), lambda _: [ev.PlayerJoined(5, 0, 20)]).players == 6


def test_after_a_move_the_next_turn_comes_first(game, after):
    state = after(game(2), move_hero, kind="city")
    assert order(after(after(state, end_turn, seat=0), join, **CEM_LEFT_OF_ANN)) == (0, 2, 1)


# The pages


@pytest.fixture
def evening(app):
    """Seat three people in the first turn."""
    return scenes.Evening(app, "tales", THREE, begun())


def test_the_host_adds_a_seat_with_the_player(evening):
    pages = partial(map, lambda page: evening.host.get(f"/tales/{evening.code}/{page}").text)
    assert evening.tap(*JOINED) == 303
    assert all("Dee" in page for page in pages(["setup", "turn", "heroes", "tale"]))
    setup_page, turn = pages(["setup", "turn"])
    shown = ("15+0", 'id="pick"', 'id="draw-skills"', 'id="first"')
    assert [part in setup_page for part in shown] == [True, True, False, False]
    assert "Goal and skills" in turn
    taps = [("goal", {"seat": 3, "destiny": 9}), *(("skill", {"seat": 3, "skill": skill}) for skill in SKILLS)]
    assert [evening.tap(*tap) for tap in taps] == [303] * 4
    assert "Goal and skills" not in next(pages(["turn"]))


def test_the_same_name_or_colour_twice_adds_nothing(evening):
    for twice in ({"name": "Bob"}, {"colour": "red"}):
        assert evening.tap("join", JOINED[1] | twice) == 422
    assert (evening.state.players, "Dee" in evening.host.get(f"/tales/{evening.code}/setup").text) == (3, False)


def test_a_tap_that_comes_twice_adds_one_seat(evening):
    sent = evening.op() | JOINED[1]
    for _ in range(2):
        assert evening.host.post(f"/tales/{evening.code}/join", data=sent).status_code == 303
    assert (evening.state.players, evening.host.get(f"/t/{evening.code}/menu").text.count('value="Dee"')) == (4, 1)


def test_joining_is_taken_back_and_done_again_under_another_name(evening):
    """The seat stays, nobody plays from it, and the game ends as it would without it."""
    assert evening.tap(*JOINED) == 303
    assert evening.undo(evening.table.seq) == 303
    for page in ("setup", "turn", "turn?doing=later", "heroes", "heroes?doing=putting-3", "tale", "fair"):
        answer = evening.host.get(f"/tales/{evening.code}/{page}")
        assert (answer.status_code, page, "hero-3" in answer.text) == (200, page, False)
    assert evening.tap("join", JOINED[1] | {"name": "Eve"}) == 303
    assert evening.host.get(f"/t/{evening.code}/menu").text.count('value="Eve"') == 1
    assert evening.undo(evening.table.seq) == 303
    ending = [
        award(destiny=3, story=17),
        ("declare", {"seat": 0, "early": "y"}),
        ("end-turn", {"seat": 1}),
        ("end-turn", {"seat": 2}),
    ]
    assert [evening.tap(*tap) for tap in ending] == [303] * 4
    tale = evening.host.get(f"/tales/{evening.code}/tale").text
    assert "Ann wins" in tale
    assert not re.search(r"\bEve\b", tale[tale.index('id="tale"') :])
    assert evening.host.get(f"/tales/tale/{evening.code}.svg").status_code == 200


def test_nobody_else_adds_anybody(evening, app):
    other = app.test_client()
    assert other.post(f"/t/{evening.code}/sit", data={"seat": 1}).status_code == 303
    assert "joining" not in other.get(f"/tales/{evening.code}/setup").text
    before = evening.table.seq
    assert other.post(f"/tales/{evening.code}/join", data=evening.op() | JOINED[1]).status_code == 403
    assert evening.table.seq == before
