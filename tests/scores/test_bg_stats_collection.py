import io
import json
import re
from dataclasses import replace

import pytest

from companion.scores.exports.bg_stats_import import apart, moment, places_of, points_of, won_by
from companion.scores.stores import edit_store, kept_store, play_store
from tests.scores.bg_stats_files import collection
from tests.scores.entries import corrected

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def bring(ann, table):
    """Send a file to be added, as a phone that has sat here; return how often plays were new, known and left out."""

    def bring(found):
        data = found if isinstance(found, bytes) else json.dumps(found).encode()
        answer = ann.http.post("/scores/import", data={"file": (io.BytesIO(data), "plays.json")})
        if answer.status_code != 303:
            return answer.text
        asked = dict(re.findall(r"(\w+)=(\d+)", answer.location))
        return [int(asked.get(name, 0)) for name in ("added", "known", "left")]

    return bring


@pytest.fixture
def take(ann):
    return lambda address="/scores/bg-stats/plays.json": json.loads(ann.http.get(address).text)


def told(found):
    """Write what a collection tells of each play, in names instead of numbers, without what our words stand for."""
    games, players, places = (
        {thing["id"]: {k: v for k, v in thing.items() if k != "id"} for thing in found[kind]}
        for kind in ("games", "players", "locations")
    )
    return {
        play["uuid"]: {k: v for k, v in play.items() if not k.endswith("RefId") and k != "playerScores"}
        | {"game": games[play["gameRefId"]], "place": places.get(play.get("locationRefId"))}
        | {
            "scores": [
                {k: v for k, v in one.items() if k != "playerRefId"} | {"who": players[one["playerRefId"]]}
                for one in play["playerScores"]
            ]
        }
        for play in found["plays"]
    }


def superset(more, less):
    """Say whether one value has all that another has; where both are objects, entry by entry."""
    if isinstance(less, dict):
        return isinstance(more, dict) and all(superset(more.get(key), value) for key, value in less.items())
    if isinstance(less, list):
        return isinstance(more, list) and len(more) == len(less) and all(map(superset, more, less))
    return more == less


def test_a_collection_comes_in_and_goes_out_with_all_that_it_held(bring, take):
    before = collection(300)
    assert bring(before) == [300, 0, 0]
    after = take()
    was, now = told(before), told(after)
    assert was.keys() == now.keys()
    lost = [uuid for uuid in was if not superset(now[uuid], was[uuid])]
    assert not lost, (was[lost[0]], now[lost[0]])
    assert bring(before) == [0, 300, 0]
    assert bring(after) == [0, 300, 0]
    assert told(take()) == now


def test_plays_of_our_own_go_out_and_come_in_once(bring, take, ann):
    bring(collection(60))
    ours = ann.http.get("/scores/plays.json").json
    assert bring(ann.http.get("/scores/plays.json").data) == [0, 60, 0]
    assert ann.http.get("/scores/plays.json").json == ours
    assert len({play["identity"] for play in ours}) == 60


def test_a_collection_says_games_players_days_places_and_winners(bring, ann):
    [play] = collection(1)["plays"]
    scores = [
        {"playerRefId": 1, "score": "12+30", "winner": True, "startPlayer": True},
        {"playerRefId": 2, "score": "50", "winner": False, "rank": 2},
    ]
    play |= {"gameRefId": 1, "playDate": "2024-05-03 20:15:00", "durationMin": 90, "locationRefId": 2}
    assert bring(collection(0) | {"plays": [play | {"comments": "close", "playerScores": scores}]}) == [1, 0, 0]
    [ours] = ann.http.get("/scores/plays.json").json
    assert (ours["game"], ours["note"]) == ("djinn", "close")
    assert ours["options"] | {"seconds": 5400, "location": "Club", "started": "Ann"} == ours["options"]
    assert [(one["name"], one["place"], one["points"]) for one in ours["players"]] == [("Ann", 1, 42), ("Bob", 2, 50)]
    assert ours["played_at"] == moment("2024-05-03 20:15:00", "")


def test_a_play_in_the_trash_is_asked_for(bring, ann):
    bring(collection(3))
    id = ann.http.get("/scores/plays.json").json[0]["id"]
    ann.http.post(f"/scores/{id}/delete")
    answer = ann.http.post(
        "/scores/import",
        data={"file": (io.BytesIO(json.dumps(collection(3)).encode()), "x.json")},
        follow_redirects=True,
    )
    assert "In the trash: 1. Restore?" in answer.text
    batch = re.search(r"/scores/import/(\d+)", answer.text)[1]
    assert len(ann.http.get("/scores/plays.json").json) == 2
    ann.http.post(f"/scores/import/{batch}/restore")
    assert len(ann.http.get("/scores/plays.json").json) == 3


def test_what_is_changed_here_goes_out_changed(bring, take, ann, app):
    bring(collection(5))
    with app.app_context():
        play = next(play for play in play_store.plays() if play.game == "djinn" or play)
        points = [7 + number for number, _ in enumerate(play.players)]
        edit_store.change(play.id, lambda old: corrected(old, points, "counted again", edit_store.won_of(old)), seen=0)
    identity = play.identity
    [out] = [one for one in take()["plays"] if one["uuid"].replace("-", "").lower() == identity]
    assert out["comments"] == "counted again"
    assert [one["score"] for one in out["playerScores"]] == [str(own) for own in points]


def test_teams_roles_seats_and_ranks_go_out_as_they_were_put_right(bring, take, app):
    """They went out as they had come in."""
    [play] = collection(1)["plays"]
    sides = (("East", "Medic", 1), ("West", "Pilot", 0), ("West", "", 0))
    scores = [
        {"playerRefId": 1 + at, "score": "", "winner": bool(won), "rank": 0, "team": team, "role": role, "seatOrder": 0}
        for at, (team, role, won) in enumerate(sides)
    ]
    assert bring(collection(0) | {"plays": [play | {"gameRefId": 5, "playerScores": scores}]}) == [1, 0, 0]
    with app.app_context():
        [ours] = play_store.plays()
        ann, bob, cem = ours.players
        right = (
            replace(ann, role=""),
            replace(bob, team=1, role="Chief", seat=3, place=1),
            replace(cem, team=3, place=3),
        )
        edit_store.change(ours.id, lambda old: replace(old, players=right), seen=0)
    [out] = take()["plays"]
    told = [[one[name] for name in ("team", "role", "seatOrder", "winner")] for one in out["playerScores"]]
    assert told == [["East", "", 0, True], ["East", "Chief", 3, True], ["Team 3", "", 0, False]]


def test_ranks_of_who_lost_go_out_as_they_were_put_right(bring, take, app):
    [play] = collection(1)["plays"]
    scores = [
        {"playerRefId": 1 + at, "score": score, "winner": at == 0, "rank": at + 1}
        for at, score in enumerate(("90", "80", "70"))
    ]
    assert bring(collection(0) | {"plays": [play | {"gameRefId": 3, "playerScores": scores}]}) == [1, 0, 0]
    with app.app_context():
        [ours] = play_store.plays()
        edit_store.change(ours.id, lambda old: corrected(old, [90, 60, 70], "", edit_store.won_of(old)), seen=0)
    [out] = take()["plays"]
    assert [(one["score"], one["rank"]) for one in out["playerScores"]] == [("90", 1), ("60", 3), ("70", 2)]


def test_the_number_of_a_game_at_boardgamegeek_is_told_and_found_by(bring, take, ann):
    bring(collection(40))
    ann.http.post("/scores/bg-stats/", data={"numbers-0-game": "djinn", "numbers-0-number": "123"})
    assert next(game for game in take()["games"] if game["name"] == "Djinn")["bggId"] == 123
    other = collection(40, seed=9)
    other["games"][0] |= {"name": "Djinn: Deutsche Ausgabe", "bggId": 123}
    assert bring(other)[0] == 40
    assert "djinn_deutsche_ausgabe" not in {play["game"] for play in ann.http.get("/scores/plays.json").json}


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b'{"plays": 3}',
        b'{"log": []}',
        b"{",
        b"null",
        b'{"games": [], "players": [], "locations": [1], "plays": []}',
    ],
)
def test_a_file_of_neither_kind_is_told_apart_in_words(bring, data):
    assert "neither a list of plays from Companion nor a collection from BG Stats" in bring(data)


NOBODY = {"playerRefId": 99, "score": [1], "winner": "?"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"gameRefId": 77},
        {"gameRefId": {}},
        {"playDate": "yesterday"},
        {"playDate": "9999-12-31 23:59:59"},
        {"playerScores": []},
        {"playerScores": [NOBODY] * 21},
        {"playerScores": "Ann"},
        {"uuid": None},
    ],
)
def test_a_play_without_game_day_or_players_is_left_out_and_said_to_be(bring, wrong):
    found = collection(2)
    found["plays"][0] |= wrong
    assert bring(found) == [1, 0, 1]


@pytest.mark.parametrize(
    "odd",
    [
        {"playerScores": [NOBODY, NOBODY]},
        {"comments": "\ud83d half", "board": "\x00\u202e", "durationMin": 10**30},
        {"durationMin": -3, "comments": {"a": [1]}, "locationRefId": []},
        {
            "playerScores": [
                {"playerRefId": 1, "score": "9" * 4000, "rank": 10**9, "role": "x" * 9999, "team": "y" * 999}
            ]
        },
        {"expansionPlays": [[[[]]]], "x" * 5000: "y" * 5000},
    ],
)
def test_an_odd_play_comes_in_as_far_as_it_makes_sense(bring, take, odd):
    found = collection(2)
    found["plays"][0] |= odd
    assert bring(found) == [2, 0, 0]
    assert len(take()["plays"]) == 2


@pytest.mark.parametrize(
    ("said", "points"),
    [("12+30", 42), ("80", 80), (" 7 - 2 ", 5), ("", None), ("7.5", None), ("1" * 5, None), (True, None)],
)
def test_points_may_be_a_sum_as_it_was_typed(said, points):
    assert points_of(said) == points


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ({}, "points"),
        ({"noPoints": True}, "declared"),
        ({"highestWins": False}, "declared"),
        ({"cooperative": 1}, "sides"),
    ],
)
def test_a_game_says_how_it_is_won(game, way):
    assert won_by(game) == way


@pytest.mark.parametrize(
    ("winners", "ranks", "points", "game", "places"),
    [
        ([1, 0, 0], [0, 0, 0], [9, 3, 5], {}, [1, 3, 2]),
        ([1, 0, 0], [0, 0, 0], [None] * 3, {"noPoints": 1}, [1, 2, 2]),
        ([1, 0, 0], [1, 3, 2], [9, 3, 5], {}, [1, 3, 2]),
        ([1, 1], [1, 1], [9, 9], {}, [1, 1]),
        ([0, 0], [0, 0], [None, None], {"cooperative": 1}, [2, 2]),
        ([0, 0], [0, 0], [3, 3], {}, [0, 0]),
        ([0], [0], [50], {}, [2]),
    ],
)
def test_who_won_is_as_the_collection_says(winners, ranks, points, game, places):
    scores = [{"winner": bool(won), "rank": rank} for won, rank in zip(winners, ranks, strict=True)]
    assert places_of(scores, points, game) == places


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["A", "B", "A"], ["A", "B", "A 3"]),
        (["A 3", "A", "A"], ["A 3", "A", "A 4"]),
        (["A", "A 4", "A 3", "A"], ["A", "A 4", "A 3", "A 5"]),
        (["n" * 24, "n" * 24], ["n" * 24, "n" * 22 + " 2"]),
    ],
)
def test_players_of_one_name_are_told_apart(names, found):
    """One who was called "A 3" already made it go on for ever."""
    assert apart(names) == found


def test_what_is_kept_of_other_apps_can_be_told_anew_when_there_is_no_room(app, monkeypatch):
    """From then on the numbers of games were asked for, and forgotten."""
    monkeypatch.setattr(kept_store, "MOST", 2)
    with app.app_context():
        kept_store.tell("game", {"djinn": {"bggId": 1}, "tales": {"bggId": 2}, "chess": {"bggId": 3}})
        kept_store.tell("game", {"go": {"bggId": 4}, "tales": {"bggId": 5}})
        assert kept_store.find_all("game") == {"djinn": {"bggId": 1}, "tales": {"bggId": 5}}
