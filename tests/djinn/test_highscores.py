"""The log of games against Tom."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.djinn.highscores import Played, beaten, columns
from companion.games.djinn.solo import TASK_IDS

pytestmark = pytest.mark.usefixtures("empty")

WIN = Played(1, 100.0, 12, won=True, points=150, tasks=frozenset({"ten_coins"}))
BETTER = Played(2, 200.0, 12, won=True, points=180, tasks=frozenset({"ten_coins", "two_mages"}))
LOSS = Played(3, 300.0, 12, won=False)
EASY = Played(4, 400.0, 15, won=True, points=240)


def test_a_column_for_each_deck_the_easiest_first():
    assert [column.deck for column in columns([])] == [15, 14, 13, 12]


def test_a_column_sums_its_own_games_up():
    column = columns([BETTER, EASY, LOSS, WIN])[3]
    assert (column.played, column.won, column.best, column.average) == (3, 2, BETTER, 165)
    assert column.first == {"ten_coins": WIN, "two_mages": BETTER}
    assert set(column.missing) == TASK_IDS - {"ten_coins", "two_mages"}


def test_nothing_played_says_nothing():
    column = columns([EASY])[3]
    assert (column.played, column.won, column.best, column.average, column.first) == (0, 0, None, None, {})
    assert len(column.missing) == 11


def test_a_new_high_score_is_one_at_its_time():
    games = [WIN, BETTER, LOSS, EASY]
    assert [beaten(games, game) for game in games] == [0, 150, None, 0]
    assert beaten(games, Played(9, 500.0, 12, won=True, points=180)) is None


games = st.builds(
    Played,
    play=st.integers(1, 10**6),
    at=st.floats(0, 1e9),
    deck=st.integers(12, 15),
    won=st.just(True),
    points=st.integers(-50, 400),
    tasks=st.frozensets(st.sampled_from(sorted(TASK_IDS))),
)


@given(st.lists(games, unique_by=lambda game: game.play), st.randoms())
def test_the_order_in_which_games_are_given_does_not_matter(played, rng):
    assert columns(rng.sample(played, len(played))) == columns(played)


@given(st.lists(games, unique_by=lambda game: game.play))
def test_who_holds_the_high_score_has_beaten_all_before(played):
    for column in columns(played):
        if column.best:
            assert beaten(played, column.best) is not None


# Through the pages


@pytest.fixture
def ann(ann, open_djinn):
    """Let Ann have sat at a table: only such a phone enters games by hand."""
    open_djinn(ann)
    return ann


@pytest.fixture
def enter(ann):
    """Enter a game that was played without the app."""

    def enter(**options):
        form = {"name": "Ann", "day": "2026-01-02", "deck": 13, "won": "y", "points": 120} | options
        return ann.post("/djinn/solo/new", **{key: value for key, value in form.items() if value is not None})

    return enter


def test_an_empty_log_says_what_to_do(ann):
    assert "No game yet" in ann.get("/djinn/solo").text


def test_a_game_entered_by_hand_fills_the_table(ann, enter):
    assert enter(tasks=["ten_coins", "no_passages"]).status_code == 303
    enter(day="2026-01-03", points=150)
    enter(day="2026-01-04", won=None, points=None)
    page = ann.get("/djinn/solo").text
    assert ">150<" in page
    assert "2/3" in page
    assert "9 tasks are missing" in page
    assert "Scores over time" in page
    assert "Ann" in ann.get("/scores/").text


def test_a_lost_game_enters_neither_points_nor_tasks(ann, enter):
    enter(won=None, points=999, tasks=["ten_coins"])
    (play,) = ann.get("/scores/plays.json").json
    assert (play["players"][0]["points"], play["options"]["tasks"], play["players"][0]["place"]) == (None, [], 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 25},
        {"day": "yesterday"},
        {"day": "3026-01-01"},
        {"day": "0001-01-01"},
        {"deck": 11},
        {"deck": "many"},
        {"points": None},
        {"points": "many"},
        {"points": 10**9},
        {"tasks": ["fly"]},
    ],
)
def test_nonsense_is_refused_in_words(ann, enter, wrong):
    assert enter(**wrong).status_code == 422
    assert ann.get("/scores/plays.json").json == []


def test_a_correction_leaves_a_trace(ann, enter):
    enter(tasks=["ten_coins"])
    (play,) = ann.get("/scores/plays.json").json
    path = f"/djinn/solo/{play['id']}"
    assert 'value="120"' in ann.get(path).text
    form = {"name": "Anna", "day": "2026-01-02", "deck": 12, "won": "y", "points": 130, "tasks": ["two_mages"]}
    assert ann.post(path, **form, seen=0).status_code == 303
    (play,) = ann.get("/scores/plays.json").json
    assert (play["players"][0]["name"], play["players"][0]["points"]) == ("Anna", 130)
    assert (play["options"]["deck"], play["options"]["tasks"]) == (12, ["two_mages"])
    assert "What was changed" in ann.get(f"/scores/{play['id']}").text
    assert ann.post(path, **form | {"points": 99}, seen=0).status_code == 409


def test_a_win_becomes_a_loss_and_a_win_again(ann, enter):
    enter()
    form = {"name": "Ann", "day": "2026-01-02", "deck": 12, "points": 130}
    (play,) = ann.get("/scores/plays.json").json
    for seen, won, points, place in ((0, "", None, 2), (1, "y", 130, 1)):
        assert ann.post(f"/djinn/solo/{play['id']}", **form, won=won, seen=seen).status_code == 303
        (now,) = ann.get("/scores/plays.json").json
        assert (now["players"][0]["points"], now["players"][0]["place"]) == (points, place)
        assert now["options"]["result"] == ("won" if won else "lost")


def test_a_game_that_is_none_against_tom_is_not_found(ann):
    assert ann.get("/djinn/solo/1").status_code == 404
    assert ann.post("/djinn/solo/1", name="Ann").status_code == 404


def win(ann, state, deck=13, **boxes):
    """Win a game with these boxes on the sheet; give its code."""
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": deck}
    code = ann.post("/djinn/new", **form).location.split("/")[2]

    def tap(move, **values):
        form = {"seen": 10_000, "seat": 0} | values
        assert ann.post(f"/djinn/{code}/{move}", **form).status_code == 303

    tap("begin")
    for slot in state(code).spaces:
        tap("catch", slot=slot, boss="y")
    tap("flip")
    for box, value in boxes.items():
        tap("count", box=box, value=value)
    tap("finish")
    return code


def test_a_new_high_score_is_said_when_it_happens(ann, state):
    first = win(ann, state)
    assert "first win" in ann.get(f"/djinn/{first}/result").text
    second = win(ann, state, corked=3)
    page = ann.get(f"/djinn/{second}/result").text
    assert "New high score" in page
    assert "120" in page
    third = win(ann, state)
    assert "high score!" not in ann.get(f"/djinn/{third}/result").text


def test_a_won_table_enters_its_tasks_and_a_corrected_one_its_new_ones(ann, state):
    code = win(ann, state, coins=12, keys=3)
    (play,) = ann.get("/scores/plays.json").json
    assert {"ten_coins", "three_keys"} <= set(play["options"]["tasks"])
    entry = re.search(r'name="entry" value="(\d+)"', ann.get(f"/djinn/{code}/result").text)[1]
    ann.post(f"/t/{code}/undo", entry=entry)
    ann.post(f"/djinn/{code}/count", seat=0, box="coins", value=2)
    ann.post(f"/djinn/{code}/finish", seen=10_000)
    (play,) = ann.get("/scores/plays.json").json
    assert "three_keys" in play["options"]["tasks"]
    assert "ten_coins" not in play["options"]["tasks"]


def test_a_deleted_game_is_gone_from_the_log(ann, enter):
    enter()
    (play,) = ann.get("/scores/plays.json").json
    ann.post(f"/scores/{play['id']}/delete")
    assert "No game yet" in ann.get("/djinn/solo").text
    ann.post(f"/scores/{play['id']}/restore")
    assert ">120<" in ann.get("/djinn/solo").text


def test_the_log_is_the_same_after_a_restart(ann, enter, state, app, new_app):
    enter(tasks=["ten_coins"])
    win(ann, state)
    before = ann.get("/djinn/solo").text
    again = new_app(app.instance_path)
    after = again.test_client().get("/djinn/solo").text
    main = re.compile(r"<main.*?<footer", re.DOTALL)
    assert main.search(after)[0] == main.search(before)[0]
