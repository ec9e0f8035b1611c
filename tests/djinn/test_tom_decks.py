"""Games against Tom, told apart by his deck, and the challenge of the day."""

import re
from dataclasses import replace
from datetime import date

import pytest

from companion.games.djinn.box import store as box_store
from companion.games.djinn.box.corrections import toggle_path
from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.setup import challenges
from companion.games.djinn.solo import store as solo_store
from companion.games.djinn.solo.tasks import TASK_IDS
from companion.scores.stores import play_store
from companion.table.finished import Player
from tests.djinn.boxes import TWELVE

pytestmark = pytest.mark.usefixtures("empty")

DAY = date(2026, 11, 20)
CODE = challenges.of_day(DAY.toordinal())


@pytest.fixture
def keep(app):
    """Keep a game against Tom; give its id."""
    with app.app_context():
        yield lambda at, points=150, name="Ann", **options: play_store.save(
            "djinn",
            code=None,
            played_at=at,
            options={"players": 1, "deck": 13, "result": "lost" if points is None else "won", "tasks": []} | options,
            players=[Player(name, "red", 2 if points is None else 1, points, None, ())],
        )


@pytest.fixture
def read(app):
    client = app.test_client()
    return lambda path, **headers: client.get(path, headers={"Accept-Language": "en-GB"} | headers).text


def test_each_deck_of_toms_has_high_scores_and_tasks_of_its_own(keep, read):
    keep(1.0, 180, tom="printed", tasks=["ten_coins"])
    keep(2.0, 140, tom="house")
    keep(3.0, 160)
    keep(4.0, None, tom="own", seconds=3000)
    assert solo_store.toms("Ann") == {"own": 1, "printed": 1, "house": 1, "unknown": 1}
    keep(0.5, 170, name="Bob", tom="house")
    assert solo_store.toms("Bob") == {"house": 1}
    best = {tom: [each.best for each in solo_store.columns("Ann", tom)] for tom in solo_store.TOMS}
    assert best == {
        "printed": [None, None, 180, None],
        "house": [None, None, 140, None],
        "own": [None] * 4,
        "unknown": [None, None, 160, None],
    }
    assert [list(each.first) for each in solo_store.columns("Ann", "house")] == [[], [], [], []]
    page, printed = read("/djinn/solo"), read("/djinn/solo?tom=printed")
    assert "<strong>1</strong>" in page
    assert (">180<" in page, ">180<" in printed, ">50<" in re.sub(r"\s", "", page)) == (False, True, True)


def test_a_high_score_is_one_of_its_own_deck(keep):
    keep(1.0, 180, tom="printed")
    assert solo_store.beaten(keep(2.0, 140, tom="house")) == 0
    assert solo_store.beaten(keep(3.0, 190, tom="printed")) == 180


def test_the_log_has_a_curve_for_each_size_of_the_deck(keep, read):
    for at in range(3):
        keep(float(at), 100 + at, deck=12)
        keep(10.0 + at, 120 + at, deck=14)
    page = read("/djinn/solo")
    assert re.findall(r'aria-label="Points, first play to latest: ([\d, ]+)"', page) == [
        "120, 121, 122",
        "100, 101, 102",
    ]


def test_the_log_is_one_tap_from_home_and_from_the_scores(keep, read):
    keep(1.0)
    for path in ("/", "/scores/"):
        assert 'href="/djinn/solo"' in read(path)
        assert 'href="/djinn/today"' in read(path)


# The challenge of the day


def test_days_have_games_of_their_own_and_the_decks_take_turns():
    days = range(DAY.toordinal(), DAY.toordinal() + 8)
    known = [challenges.read_challenge(challenges.of_day(day)) for day in days]
    assert len({one.code for one in known}) == 8
    assert sorted(one.deck for one in known) == sorted([*DECK_SIZES] * 2)
    assert not any(one.first_game for one in known)
    assert CODE == "FF7SKK6MB"  # the same in every house, for ever


def test_the_first_try_at_a_days_challenge_counts(keep, read):
    keep(1.0, 120, challenge=CODE)
    keep(2.0, 250, challenge=CODE)
    keep(3.0, 150, name="Bob", challenge=CODE)
    keep(4.0, None, name="Cem", challenge=CODE)
    keep(5.0, 300, name="Cem", challenge=CODE)
    keep(6.0, 300, name="Dee", challenge=challenges.of_day(DAY.toordinal() + 1))
    assert [(play.players[0].name, play.players[0].points) for play in solo_store.first_tries(CODE, limit=9)] == [
        ("Bob", 150),
        ("Ann", 120),
        ("Cem", None),
    ]
    page = read(f"/djinn/today?day={DAY}")
    assert "20 November 2026" in page
    assert challenges.spoken(CODE) in page
    assert f'name="challenge" value="{CODE}"' in page
    assert re.findall(r"<bdi>(\w+)</bdi>", page) == ["Bob", "Ann", "Cem"]


@pytest.mark.parametrize("day", ["", "never", "2099-01-01", "0001-01-01", "2026-13-01", "9" * 500])
def test_a_day_that_is_none_or_still_to_come_is_today(read, day):
    assert challenges.spoken(challenges.of_day(date.today().toordinal())) in read(f"/djinn/today?day={day}")


def test_a_game_of_the_day_is_kept_as_one(ann, state, read):
    """Open it as the page says, and win: it stands in the list of the day."""
    code = challenges.of_day(date.today().toordinal())
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "challenge": code}
    table = ann.post("/djinn/new", **form).location.split("/")[2]
    taps = [("begin", {}), *(("catch", {"slot": slot, "boss": "y", "anyway": "y"}) for slot in state(table).spaces)]
    for move, values in (*taps, ("flip", {}), ("count", {"box": "corks", "value": 1}), ("finish", {})):
        assert ann.post(f"/djinn/{table}/{move}", **{"seen": 10_000, "seat": 0} | values).status_code == 303, move
    assert "<bdi>Ann</bdi>" in read("/djinn/today")
    (play,) = ann.get("/scores/plays.json").json
    assert (play["options"]["tom"], play["options"]["challenge"]) == ("house", code)
    assert 'href="/djinn/today"' in read(f"/djinn/challenge/{code}")
    assert 'href="/djinn/today"' not in read(f"/djinn/challenge/{CODE}")


@pytest.mark.parametrize("page", ["today", f"challenge/{CODE}"])
def test_a_challenge_asks_for_the_name_alone_and_deals_what_it_says(ann, state, read, page):
    """The one field that a person sees is the name; the deck is as large as the page says."""
    text = read(f"/djinn/{page}")
    form = re.search(r'<form id="play".*?</form>', text, re.DOTALL)[0]
    asked = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    assert re.findall(r'<input(?![^>]*type="hidden")[^>]*name="([^"]+)"', form) == ["players-0-name"]
    del asked["csrf_token"], asked["op"]
    table = state(ann.post("/djinn/new", **asked, **{"players-0-name": "Ann"}).location.split("/")[2])
    assert f"deck of {table.deck_size} cards" in text
    assert (table.players, table.first_game, table.house, len(table.passages_out)) == (1, False, True, 2)


def test_a_day_has_one_game_for_everybody_whatever_their_boxes_say(app, ann, state, read):
    """Own paths and cards decide the games that their owner makes, not the one of the day."""
    code = challenges.of_day(date.today().toordinal())

    def layout():
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "challenge": code}
        played = state(ann.post("/djinn/new", **form).location.split("/")[2])
        return played.layout, played.spaces, played.city.paths, played.deck, played.bag, played.passages_out

    before = layout()
    assert "not with your corrections" not in read("/djinn/today")
    with app.app_context():
        box_store.change(lambda box: replace(toggle_path(box, "S", "R1"), tom=TWELVE))
    assert layout() == before
    page = read("/djinn/today")
    assert f'name="challenge" value="{code}"' in page
    assert "not with your corrections" in page


# What a game brings


def told(id):
    news = solo_store.news(id)
    return list(news.new), news.met, news.of, news.next


def test_a_game_says_which_tasks_are_new_how_many_are_met_and_what_to_try_next(keep):
    first = keep(1.0, tom="house", deck=14, tasks=["eight_mages", "ten_coins"])
    again = keep(2.0, tom="house", deck=14, tasks=["ten_coins", "two_sets"])
    printed = keep(3.0, tom="printed", deck=14, tasks=["ten_coins"])
    assert told(again) == (["two_sets"], 3, 44, (14, "three_trophies"))
    assert told(first) == (["eight_mages", "ten_coins"], 3, 44, (14, "three_trophies"))
    assert told(printed) == (["ten_coins"], 1, 44, (14, "eight_mages"))
    assert solo_store.news(keep(4.0, None)) is None


def test_with_a_deck_whose_tasks_are_all_met_another_comes_next_and_at_last_none(keep):
    ids = {deck: keep(float(deck), tom="own", deck=deck, tasks=sorted(TASK_IDS)) for deck in (12, 13)}
    assert told(ids[12])[1:] == (22, 44, (15, "eight_mages"))
    last = [keep(20.0 + deck, tom="own", deck=deck, tasks=sorted(TASK_IDS)) for deck in (14, 15)]
    assert told(last[0])[1:] == (44, 44, None)


def test_the_result_says_it(ann, state, read):
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
    table = ann.post("/djinn/new", **form).location.split("/")[2]
    taps = [("begin", {}), *(("catch", {"slot": slot, "boss": "y", "anyway": "y"}) for slot in state(table).spaces)]
    for move, values in (*taps, ("flip", {}), ("count", {"box": "coins", "value": 11}), ("finish", {})):
        assert ann.post(f"/djinn/{table}/{move}", **{"seen": 10_000, "seat": 0} | values).status_code == 303, move
    page = re.sub(r"<[^>]+>|\s+", " ", ann.get(f"/djinn/{table}/result").text)
    assert re.search(r"\d new tasks?: .*At least 10 Coins.* of 44 completed. *Try next with 12 cards: ", page)
