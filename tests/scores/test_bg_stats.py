import json
from urllib.parse import unquote

from companion.scores.exports.bg_stats import link
from companion.table.finished import Play, Player

ANN = Player("Ann & Ümit", "red", 1, 80, 3, ())
BOB = Player("Bob", "blue", 2, 60, 5, ())
PLAY = Play(3, "djinn", "K7QFM", 1_700_000_000.0, {}, "a long one", (ANN, BOB))


def handed(play, **more):
    address, data = link(play, "Djinn", **more).split("?data=")
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
    told = handed(Play(3, "emperor", None, 0.0, {}, "", players))
    assert told["game"]["noPoints"] is True
    assert all("score" not in one for one in told["players"])


def test_two_plays_of_a_table_are_two_and_a_play_handed_over_twice_is_one():
    again = Play(4, "djinn", "K7QFM", 1_700_009_000.0, {}, "", (ANN, BOB))
    assert handed(PLAY)["sourcePlayId"] == handed(PLAY)["sourcePlayId"] != handed(again)["sourcePlayId"]
