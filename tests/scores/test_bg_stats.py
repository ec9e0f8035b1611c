import json
from dataclasses import replace
from urllib.parse import unquote

import pytest

from companion.scores.exports.bg_stats import link
from companion.table.finished import SIDES, Play, Player, Won
from tests.scores.entries import BY_POINTS

ANN = Player("Ann & Ümit", "red", 1, 80, 3, ())
BOB = Player("Bob", "blue", 2, 60, 5, ())
PLAY = Play(3, "djinn", "K7QFM", 1_700_000_000.0, {}, "a long one", (ANN, BOB))


def handed(play, won=BY_POINTS, **more):
    address, data = link(play, "Djinn", won, **more).split("?data=")
    assert address == "bgstats://app.bgstatsapp.com/createPlay.html"
    assert "&" not in data
    return json.loads(unquote(data))


def test_a_play_is_handed_over_with_names_points_and_winner():
    told = handed(PLAY)
    assert (told["game"]["name"], told["game"]["noPoints"], told["comments"]) == ("Djinn", False, "a long one")
    assert [(one["name"], one["score"], one["winner"], one["rank"]) for one in told["players"]] == [
        ("Ann & Ümit", 80, True, 1),
        ("Bob", 60, False, 2),
    ]
    assert all(one["startPlayer"] is False for one in told["players"])


def test_a_game_without_points_hands_over_none():
    players = tuple(Player(each.name, each.colour, each.place, None, None, ()) for each in PLAY.players)
    told = handed(Play(3, "emperor", None, 0.0, {}, "", players), Won(SIDES))
    assert told["game"]["noPoints"] is True
    assert all("score" not in one and "rank" not in one for one in told["players"])


@pytest.mark.parametrize(("place", "won"), [(1, True), (2, False), (0, False)])
def test_who_played_alone_or_drew_has_no_rank(place, won):
    """A lost solo play was handed over as rank 2 of 1, and a draw as rank 0."""
    told = handed(replace(PLAY, players=(replace(ANN, place=place),)))
    assert [(one["winner"], "rank" in one) for one in told["players"]] == [(won, False)]


def test_two_plays_of_a_table_are_two_and_a_play_handed_over_twice_is_one():
    again = Play(4, "djinn", "K7QFM", 1_700_009_000.0, {}, "", (ANN, BOB))
    assert handed(PLAY)["sourcePlayId"] == handed(PLAY)["sourcePlayId"] != handed(again)["sourcePlayId"]
