"""The set-up: goals, the first player, skills, heroes."""

import re
from random import Random

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.setup import setup
from companion.games.tales.state import State, seen_by
from companion.table.log import Refusal
from tests import scenes
from tests.tales.conftest import SKILLS, fold, hero


def test_a_table_is_opened_and_commits_to_its_draws(rng):
    opened, sealed, rolled = setup.open_game(State(), players=3, rng=rng, total=14, one_status=True)
    assert opened == ev.Opened(3, 14, one_status=True)
    assert len(sealed.commitment) == 64
    state = fold(State(), [opened, sealed, rolled])
    assert state.first == rolled.seat
    assert [(one.wealth, one.place.kind, one.destiny) for one in state.heroes] == [("poor", "baghdad", 0)] * 3
    assert (state.deck, state.total) == (55, 14)
    assert seen_by(state, {0, 1, 2}).secret == ""


@pytest.mark.parametrize(("players", "decks", "limit"), [(1, 2, 2), (1, 0, 0), (1, -1, 0), (1, 9, 3), (2, 2, 0)])
def test_only_who_plays_alone_has_a_limit_of_decks(rng, players, decks, limit):
    assert setup.open_game(State(), players=players, rng=rng, decks=decks)[0].decks == limit


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ({"players": 7}, "Tales is for 1 to 6 players."),
        ({"players": 0}, "Tales is for 1 to 6 players."),
        ({"players": 3, "total": 41}, "A goal must be 6 to 40 points."),
        ({"players": 3, "total": 5}, "A goal must be 6 to 40 points."),
    ],
)
def test_what_no_table_is(rng, choices, why):
    with pytest.raises(Refusal, match=why):
        setup.open_game(State(), rng=rng, **choices)


@pytest.mark.parametrize("total", [6, 40])
def test_a_goal_of_any_total_within_the_limits(rng, total):
    assert setup.open_game(State(), players=3, rng=rng, total=total)[0].total == total


def test_a_table_has_one_game(opened, rng):
    with pytest.raises(Refusal, match="already has a game"):
        setup.open_game(opened(), players=3, rng=rng)


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        (setup.say_word, {"seat": 0, "word": "Lamp"}),
        (setup.roll_first, {"rng": Random(7)}),
        (setup.choose_first, {"seat": 0}),
        (setup.draw_skills, {"rng": Random(7)}),
        (setup.begin, {}),
        (setup.join, {"right": 0, "total": 20}),
        (setup.pick_skill, {"seat": 0, "skill": "luck"}),
        (setup.choose_hero, {"seat": 0, "gender": "man"}),
    ],
)
def test_nothing_comes_before_a_table_is_opened(move, choices):
    with pytest.raises(Refusal, match="no game yet; open one first"):
        move(State(), **choices)


# Goals


def test_a_goal_adds_up_to_the_total(opened):
    """Rules, Setup; 13+7 is taken, 12+9 cannot be said: story is the rest."""
    assert setup.choose_goal(opened(), seat=1, destiny=13) == [ev.GoalChosen(1, 13, 7)]
    assert setup.choose_goal(opened(total=12), seat=1, destiny=0) == [ev.GoalChosen(1, 0, 12)]
    assert setup.choose_goal(opened(total=12), seat=1, destiny=12) == [ev.GoalChosen(1, 12, 0)]
    with pytest.raises(Refusal, match="have to add up to 20"):
        setup.choose_goal(opened(), seat=1, destiny=21)


def test_a_goal_is_seen_only_where_its_seat_is_served(opened):
    state = fold(opened(), [ev.GoalChosen(0, 12, 8), ev.GoalChosen(1, 3, 17)])
    assert seen_by(state, {1}).goals == {1: (3, 17)}
    assert seen_by(state, ()).goals == {}
    assert state.goals == {0: (12, 8), 1: (3, 17)}


def test_goals_on_paper_are_not_told(opened):
    with pytest.raises(Refusal, match="kept on paper"):
        setup.choose_goal(opened(on_paper=True), seat=0, destiny=10)


def test_a_goal_stays_once_the_game_has_begun(game):
    with pytest.raises(Refusal, match="goals can"):
        setup.choose_goal(game(), seat=0, destiny=10)


# Who goes first


def test_the_table_may_say_who_goes_first(opened):
    assert setup.choose_first(opened(), seat=2) == [ev.FirstRolled(2, (), by_hand=True)]


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_whoever_ties_at_the_top_rolls_again_until_one_is_left(opened, players):
    """Rules, Setup."""
    for seed in range(40):
        (first,) = setup.roll_first(opened(players), rng=Random(seed))
        tied = [*range(players)]
        for number, dice in enumerate(first.rolls):
            assert len(tied) > 1 or number == 0
            assert [seat for seat, _ in dice] == tied
            assert all(2 <= rolled <= 12 for _, rolled in dice)
            tied = [seat for seat, rolled in dice if rolled == max(rolled for _, rolled in dice)]
        assert tied == [first.seat]
    with pytest.raises(Refusal, match="Choose one of the players"):
        setup.choose_first(opened(), seat=3)


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        (setup.say_word, {"seat": 0, "word": "Karneol"}),
        (setup.roll_first, {"rng": Random(7)}),
        (setup.choose_first, {"seat": 1}),
        (setup.draw_skills, {"rng": Random(7)}),
        (setup.begin, {}),
    ],
)
def test_nothing_is_set_up_once_the_game_has_begun(game, move, choices):
    with pytest.raises(Refusal, match=r"has (already )?begun"):
        move(game(), **choices)


# Skills and heroes


def test_three_different_skills_are_picked_or_drawn(opened, after, rng):
    """Rules, Setup."""
    state = opened()
    for skill in SKILLS:
        state = after(state, setup.pick_skill, seat=0, skill=skill)
    assert hero(state).skills == dict.fromkeys(SKILLS, "talent")
    assert after(state, setup.pick_skill, seat=1, skill="luck").heroes[1].skills == {"luck": "talent"}
    with pytest.raises(Refusal, match="already have three skills"):
        setup.pick_skill(state, seat=0, skill="piety")
    drawn = after(state, setup.draw_skills, rng=rng)
    assert [len(set(one.skills)) for one in drawn.heroes] == [3, 3, 3]


@pytest.mark.parametrize(
    ("skill", "why"), [("luck", "You have this skill already"), ("juggling", "Choose one of the skills")]
)
def test_a_skill_is_picked_once_and_exists(opened, after, skill, why):
    with pytest.raises(Refusal, match=why):
        setup.pick_skill(after(opened(), setup.pick_skill, seat=0, skill="luck"), seat=0, skill=skill)


def test_a_hero_has_a_gender_of_the_players_choice(opened, after):
    """FAQ, Starting gender."""
    state = after(opened(), setup.choose_hero, seat=0, gender="woman", name="Sindbad", quest="The Roc")
    assert (hero(state).gender, hero(state).name, hero(state).quest) == ("woman", "Sindbad", "The Roc")
    with pytest.raises(Refusal, match="Choose a gender"):
        setup.choose_hero(opened(), seat=0, gender="")
    with pytest.raises(Refusal, match="1 to 40 characters"):
        setup.choose_hero(opened(), seat=0, gender="man", quest="x" * 41)
    assert setup.choose_hero(opened(), seat=0, gender="man", quest="x" * 40)


def test_a_game_begins_when_all_is_ready(opened, game):
    ready = [ev.GoalChosen(seat, 10, 10) for seat in range(3)]
    picked = [ev.SkillPicked(seat, skill) for seat in range(3) for skill in SKILLS]
    first = ev.FirstRolled(2, (), True)
    assert setup.begin(fold(opened(), [*ready, *picked, first])) == [ev.Begun(2)]
    for events, why in [
        ([*ready, *picked], "who goes first"),
        ([*ready[1:], *picked, first], "Somebody hasn't set a goal"),
        ([*ready, *picked[1:], first], "three skills"),
    ]:
        with pytest.raises(Refusal, match=why):
            setup.begin(fold(opened(), events))
    assert setup.begin(fold(opened(on_paper=True), [*picked, first])) == [ev.Begun(2)]
    with pytest.raises(Refusal, match=r"has (already )?begun"):
        setup.begin(game())
    with pytest.raises(Refusal, match="no game yet"):
        setup.begin(State())


def test_a_goal_of_a_joining_that_was_taken_back_is_nobody_elses(opened):
    """Ann has set hers, Bob has not; a third one who did has left again."""
    goals = [ev.GoalChosen(seat, 10, 10) for seat in (0, 2)]
    picked = [ev.SkillPicked(seat, skill) for seat in range(2) for skill in SKILLS]
    with pytest.raises(Refusal, match="Somebody hasn't set a goal"):
        setup.begin(fold(opened(2), [*goals, *picked, ev.FirstRolled(0, (), True)]))


def test_a_word_draws_anew_what_chance_has_decided(rng):
    state = fold(State(), setup.open_game(State(), players=2, rng=rng))
    chosen = fold(state, setup.choose_first(state, seat=1))
    assert len(setup.say_word(chosen, seat=0, word="Karneol")) == 1
    drawn = fold(state, setup.draw_skills(state, rng=rng))
    said, first, skills = setup.say_word(drawn, seat=1, word="Karneol")
    assert (type(said), type(first), type(skills)) == (ev.WordSaid, ev.FirstRolled, ev.SkillsDrawn)


@pytest.mark.parametrize(("count", "asks"), [(1, False), (2, True)])
def test_who_plays_alone_is_not_asked_who_goes_first(app, count, asks):
    evening = scenes.Evening(app, "tales", {"count": count, "total": 20})
    assert ("Who goes first?" in evening.host.get(f"/tales/{evening.code}/setup").text) == asks


def test_on_a_phone_for_all_each_picks_a_skill_in_turn_from_the_first_player_on(app):
    """Rules, Setup: everybody picks one, and that twice more."""
    evening = scenes.Evening(app, "tales", {"count": 3, "total": 20}, [("first", {"seat": 1})])
    asked = []
    for number in range(9):
        page = evening.host.get(f"/tales/{evening.code}/setup").text
        asked += re.findall(r"(\w+) picks skill (\d) of 3:", page)
        seat = scenes.NAMES.index(asked[-1][0])
        assert evening.tap("skill", {"seat": seat, "skill": SKILLS[number // 3]}) == 303
    assert asked == [(name, number) for number in "123" for name in ("Bob", "Cem", "Ann")]


def test_who_plays_alone_is_not_spoken_to_as_a_table(app):
    """Whoever plays alone was asked how many phones there are, and had to unfold their own goal."""
    evening = scenes.Evening(app, "tales", {"count": 1, "total": 20})
    new = evening.host.get("/tales/new").text
    assert '<legend class="each">How many phones?' in new, "static/css/new.css hides it"
    assert "Playing alone?" not in new
    page = evening.host.get(f"/tales/{evening.code}/setup").text
    assert re.search(r'<details id="goal-0" class="card"\s+open>', page)
    assert ("everybody" in page, "Three skills each" in page) == (False, False)
    for move in (("goal", {"seat": 0, "destiny": 3}), ("draw-skills", {}), ("begin", {})):
        evening.must(move)
    assert "Ann only" not in evening.host.get(f"/tales/{evening.code}/heroes").text
    assert evening.tap("stop", {}) == 303
    end = evening.host.get(f"/tales/{evening.code}/tale").text
    assert ("everybody" in end, "all goals" in end, "Rematch" in end) == (False, False, False)
    assert ("Show your goal" in end, "Play again" in end) == (True, True)
