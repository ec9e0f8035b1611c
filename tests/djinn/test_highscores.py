"""The log of games against Tom."""

import random
import re

import pytest

from companion.games.djinn.solo import store as solo_store
from companion.games.djinn.solo.high_scores import Played
from companion.games.djinn.solo.tasks import TASK_IDS
from companion.scores.stores import list_store, play_store
from companion.table.finished import Player

pytestmark = pytest.mark.usefixtures("empty")

WON = {"players": 1, "deck": 12, "tom": "house", "result": "won", "tasks": []}


@pytest.fixture
def in_app(app):
    with app.app_context():
        yield


@pytest.fixture
def keep(in_app):
    """Keep a play against Tom; give its id."""

    def keep(at, *, name="Ann", points=150, **options):
        options = WON | options
        place = 1 if options["result"] == "won" else 2
        players = [Player(name, "red", place, points if place == 1 else None, None, ())]
        return play_store.save("djinn", code=None, played_at=at, options=options, players=players)

    return keep


def column(deck=12):
    return next(column for column in solo_store.columns("Ann", "house") if column.deck == deck)


@pytest.mark.usefixtures("in_app")
def test_a_column_for_each_deck_the_easiest_first():
    assert [column.deck for column in solo_store.columns("Ann", "house")] == [15, 14, 13, 12]


def test_a_column_sums_its_own_games_up(keep):
    better = keep(200.0, points=180, tasks=["ten_coins", "two_mages"])
    win = keep(100.0, tasks=["ten_coins"])
    keep(300.0, result="lost")
    keep(400.0, points=240, deck=15)
    keep(50.0, points=300, name="Bob", tasks=["three_keys"])
    keep(500.0, points=300, tom="printed")
    keep(600.0, points=310, tom="odd")
    assert (column().played, column().won, column().lost, column().best, column().average) == (3, 2, 1, 180, 165)
    assert (column().streak, column().longest, column().seconds) == (0, 2, None)
    assert column().first == {"ten_coins": (100.0, win), "two_mages": (200.0, better)}
    assert set(column().missing) == TASK_IDS - {"ten_coins", "two_mages"}
    assert (column(13).played, column(13).won, column(13).best, column(13).average) == (0, 0, None, None)
    assert (column(13).first, len(column(13).missing)) == ({}, 11)


def test_a_new_high_score_is_one_at_its_time(keep):
    """Whatever came in first: a score is a high score if it beat those before it."""
    better = keep(200.0, points=180)
    win = keep(100.0)
    loss, equal, easy = keep(300.0, result="lost"), keep(500.0, points=180), keep(400.0, deck=15)
    assert [solo_store.beaten(id) for id in (win, better, loss, equal, easy)] == [0, 150, None, None, 0]
    assert solo_store.beaten(999) is None


def test_only_a_game_won_against_tom_is_a_high_score(keep):
    """Not a lost one, though nobody has won with that deck; nor one of two players, or with no deck of his."""
    lost, other = keep(100.0, result="lost"), keep(200.0, deck=99)
    players = [Player(name, "red", 1, 500, None, ()) for name in ("Ann", "Bob")]
    options = {"deck": 12, "result": "won"}
    together = play_store.save("djinn", code=None, played_at=300.0, options=options, players=players)
    assert [solo_store.beaten(id) for id in (lost, other, together)] == [None, None, None]
    assert solo_store.played(play_store.find(lost)) == Played(12, won=False, points=0, tom="house")
    won = keep(400.0, points=170, tasks=["ten_coins", "camel"])
    assert solo_store.played(play_store.find(won)) == Played(
        12, won=True, points=170, tasks=frozenset({"ten_coins"}), tom="house"
    )


@pytest.mark.parametrize(
    ("result", "points", "won"), [("won", 0, True), ("won", None, False), ("lost", 150, False), ("lost", None, False)]
)
def test_who_wins_has_points(in_app, result, points, won):
    """What people enter or import may say otherwise."""
    players = [Player("Ann", "red", 1, points, None, ())]
    id = play_store.save("djinn", code=None, played_at=100.0, options=WON | {"result": result}, players=players)
    assert solo_store.won(play_store.find(id)) is won


def test_who_is_asked_for_is_listed_once(keep):
    for at, name in enumerate(("Ann", "Bob", "Cem", "Ann")):
        keep(float(at), name=name)
    assert solo_store.players(None, limit=2) == ["Ann", "Cem"]
    assert solo_store.players("Ann", limit=2) == ["Ann", "Cem"]
    assert solo_store.players("Bob", limit=2) == ["Bob", "Ann", "Cem"]
    assert solo_store.players("Dee", limit=2) == ["Ann", "Cem"]


def test_the_log_shows_so_many_games_and_leads_to_those_before(keep):
    first, second, third = (keep(at) for at in (100.0, 200.0, 300.0))
    for before, ids in ((None, [third, second]), (second, [first])):
        log = solo_store.log("Ann", "house", before=before, tabs=1, limit=2)
        assert [play.id for play in log.plays] == ids
        assert log.last == (second if before is None else None)
    assert solo_store.log("Ann", "house", before=None, tabs=1, limit=3).last is None


def test_in_german_a_game_is_lost_otherwise_than_a_way(ann, enter):
    enter(won=None, points=None)
    page = ann.get("/djinn/solo", headers={"Accept-Language": "de"}).text
    assert ">Verloren</th>" in page
    assert "Verirrt" not in page


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "nonsense", [{"deck": "12"}, {"deck": [12]}, {"deck": 99}, {"tasks": [["ten_coins"], 7]}, {"tasks": 0}]
)
def test_options_of_any_kind_are_kept(keep, ann, nonsense):
    """A file may bring any options; what is none of ours is found by nothing."""
    keep(100.0, **nonsense)
    assert column().first == {}
    assert ann.get("/djinn/solo").status_code == 200


def random_game(rng, keep):
    won = rng.random() < 0.7
    return keep(
        float(rng.randrange(30)),
        points=rng.randrange(-50, 300),
        name=rng.choice(("Ann", "Bob")),
        deck=rng.randrange(12, 16),
        result="won" if won else "lost",
        tasks=sorted(rng.sample(sorted(TASK_IDS), rng.randrange(4))) if won else [],
    )


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("seed", range(3))
def test_the_log_says_what_going_through_all_games_gives(keep, seed):
    rng = random.Random(seed)
    ids = [random_game(rng, keep) for _ in range(60)]
    for id in rng.sample(ids, 10):
        play_store.delete(id)
    plays = sorted(
        (play for play in play_store.plays() if play.players[0].name == "Ann"), key=lambda p: (p.played_at, p.id)
    )
    for column in solo_store.columns("Ann", "house"):
        own = [play for play in plays if play.options["deck"] == column.deck]
        won = [play for play in own if play.options["result"] == "won"]
        points = [play.players[0].points for play in won]
        assert (column.played, column.won, column.best) == (len(own), len(won), max(points, default=None))
        for task in TASK_IDS:
            met = next((play for play in won if task in play.options["tasks"]), None)
            assert column.first.get(task) == (met and (met.played_at, met.id))
        for number, play in enumerate(won):
            before = max(points[:number], default=0 if number == 0 else None)
            beaten = before if number == 0 or points[number] > before else None
            assert solo_store.beaten(play.id) == beaten
    games = [play.id for play in solo_store.games("Ann", "house", before=None, limit=100)]
    assert games == [play.id for play in reversed(plays)]


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


def test_a_game_entered_by_hand_and_sent_again_counts_once(ann, enter):
    places = [enter(op=op).location for op in ("one", "one", "two")]
    assert places[0] == places[1] != places[2]


def test_a_game_entered_before_others_counts_in_their_streaks_at_once(ann, enter, app):
    for day, won in ((2, "y"), (4, "y"), (3, None)):
        enter(day=f"2026-01-0{day}", won=won, points=120 if won else None, op=f"day {day}")
    with app.app_context():
        [own] = list_store.summaries("djinn/solo", limit=2)
    assert (own.wins, own.streak, own.longest) == (2, 1, 1)


def test_an_empty_log_says_what_to_do(ann):
    assert "No games yet" in ann.get("/djinn/solo").text


def test_a_game_entered_by_hand_fills_the_table(ann, enter):
    assert enter(tasks=["ten_coins", "no_passages"]).status_code == 303
    enter(day="2026-01-03", points=150, minutes=45)
    enter(day="2026-01-04", won=None, points=None)
    page = ann.get("/djinn/solo").text
    assert ">150<" in page
    for label, value in {"Won": 2, "Lost to Tom": 1, "Current streak": 0, "Longest streak": 2, "Minutes": 45}.items():
        assert re.search(rf">{label}</th>(\s*<td[^>]*>[^<]+</td>){{2}}\s*<td[^>]*>\s*{value}\s*</td>", page), label
    assert "9 tasks to go" in page
    assert "Scores over time" in page
    assert "Ann" in ann.get("/scores/").text


def test_a_lost_game_enters_neither_points_nor_tasks(ann, enter):
    enter(won=None, points=999, tasks=["ten_coins"])
    (play,) = ann.get("/scores/plays.json").json
    assert (play["players"][0]["points"], play["options"]["tasks"], play["players"][0]["place"]) == (None, [], 2)


@pytest.mark.thorough(one_in=3)
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
        {"tom": "paper"},
        {"minutes": 0},
        {"minutes": 10**9},
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
        tap("catch", slot=slot, boss="y", anyway="y")
    tap("flip")
    for box, value in ({"corked": 0} | boxes).items():
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


def test_the_sums_follow_an_end_that_is_taken_back(ann, state, in_app):
    first, second = win(ann, state), win(ann, state, corked=3)
    sums = list_store.summaries("djinn/solo", limit=9)
    assert [(each.name, each.plays, each.best, each.streak) for each in sums] == [("Ann", 2, 150, 2)]
    entry = re.search(r'name="entry" value="(\d+)"', ann.get(f"/djinn/{second}/result").text)[1]
    assert ann.post(f"/t/{second}/undo", entry=entry).status_code == 303
    sums = list_store.summaries("djinn/solo", limit=9)
    assert [(each.name, each.plays, each.streak) for each in sums] == [("Ann", 1, 1)]
    assert play_store.find_code(first) is not None


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
    assert "No games yet" in ann.get("/djinn/solo").text
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
