import json
from dataclasses import replace

import pytest
from flask import Flask

from companion import db
from companion.scores import store
from companion.scores.record import Line, Player
from companion.table.log import Stale
from companion.text import Text, from_plain, to_plain

WHY = Text("%(rule)s %(count)s.", rule=Text("Keys:"), count=3)
ANN = Player("Ann", "red", 1, 80, 3, (Line("keys", Text("Keys"), 80, WHY),))
BOB = Player("Bob", "blue", 2, 60, 5, ())


@pytest.fixture
def app(tmp_path):
    app = Flask(__name__)
    app.config["DATABASE"] = tmp_path / "companion.db"
    db.init_app(app)
    yield app
    for connection in app.extensions["db_pool"]:
        connection.close()


@pytest.fixture(autouse=True)
def request_context(app):
    with app.app_context():
        yield


def save(code="K7QFM", game="djinn", at=1000.0, players=(ANN, BOB)):
    return store.save(game, code=code, played_at=at, options={"variant": Text("Longer game")}, players=players)


def test_a_play_comes_back_as_it_was_saved():
    play = store.find(save())
    assert play.players == (ANN, BOB)
    assert (play.game, play.code, play.played_at, play.note) == ("djinn", "K7QFM", 1000.0, "")


def test_sentences_stay_translatable():
    play = store.find(save())
    why = play.players[0].lines[0].why
    assert (why.message, why.values["rule"].message, why.values["count"]) == ("%(rule)s %(count)s.", "Keys:", 3)
    assert play.options["variant"].message == "Longer game"


def test_text_survives_json():
    assert from_plain(json.loads(json.dumps(to_plain(WHY)))) == WHY
    assert from_plain(to_plain("plain")) == "plain"


def test_the_play_of_a_table_stands_once():
    id = save()
    assert save(at=2000.0, players=(replace(ANN, points=90), BOB)) == id
    assert [(play.played_at, play.players[0].points) for play in store.plays()] == [(2000.0, 90)]
    (edit,) = store.edits(id)
    assert (edit.before.players[0].points, edit.after.players[0].points) == (80, 90)


def test_saving_the_same_again_changes_nothing():
    id = save()
    save(at=2000.0)
    assert store.find(id).played_at == 1000.0
    assert store.edits(id) == []


def test_saving_again_keeps_the_note():
    id = save()
    store.edit(id, players=[("Ann", 80), ("Bob", 60)], note="at the lake", seen=0)
    save(players=(ANN, replace(BOB, points=61)))
    assert store.find(id).note == "at the lake"


def test_plays_without_a_table_stand_each_for_itself():
    assert save(code=None) != save(code=None)


def test_a_play_is_found_by_its_table():
    assert store.find_code("K7QFM") is None
    assert save() == store.find_code("K7QFM")


def test_an_edit_leaves_a_trace():
    id = save()
    store.edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    assert [(player.name, player.place) for player in store.find(id).ranking] == [("Bob", 1), ("Ann", 2)]
    (edit,) = store.edits(id)
    assert (edit.before.players[1].points, edit.after.players[1].points) == (60, 95)


def test_an_edit_that_changes_nothing_leaves_none():
    id = save()
    store.edit(id, players=[("Ann", 80), ("Bob", 60)], note="", seen=0)
    assert store.edits(id) == []


def test_an_edit_typed_on_an_old_screen_is_refused():
    """Nothing is dropped silently: the later of two corrections must see the earlier one."""
    id = save()
    store.edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    with pytest.raises(Stale):
        store.edit(id, players=[("Ann", 70), ("Bob", 60)], note="", seen=0)


def test_the_same_edit_sent_twice_counts_once():
    id = save()
    for _ in range(2):
        store.edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    assert len(store.edits(id)) == 1


def test_an_unknown_play_cannot_be_edited():
    with pytest.raises(KeyError):
        store.edit(7, players=[], note="", seen=0)


def test_plays_come_latest_first_by_game_and_player():
    first, second = save("AAAAA", at=1.0), save("BBBBB", game="tales", at=2.0, players=(ANN,))
    assert [play.id for play in store.plays()] == [second, first]
    assert [play.id for play in store.plays(limit=1)] == [second]
    assert [play.id for play in store.plays(game="djinn")] == [first]
    assert [play.id for play in store.plays(player="Bob")] == [first]
    assert store.plays(game="tales", player="Bob") == []
    assert store.games_played() == {"djinn": 1, "tales": 1}


def test_summaries_are_of_one_game_or_of_all():
    save("AAAAA", at=1.0)
    save("BBBBB", game="tales", at=2.0, players=(replace(ANN, place=2, points=None),))
    ann, bob = store.players_summary()
    assert (ann.plays, ann.wins, ann.best, ann.streak, ann.longest) == (2, 1, 80, 0, 1)
    assert (bob.plays, bob.wins) == (1, 0)
    assert [(each.name, each.average) for each in store.players_summary("tales")] == [("Ann", None)]
    assert store.players_summary("unknown") == []


def test_any_name_is_kept():
    names = ("'; DROP TABLE plays --", "אבי", "👩‍👩‍👧")
    play = store.find(save(players=[replace(ANN, name=name) for name in names]))
    assert tuple(player.name for player in play.players) == names


def test_a_deleted_play_is_gone_from_lists_and_sums_and_comes_back():
    id = save()
    store.delete(id)
    assert (store.find(id), store.find_code("K7QFM"), store.plays(), store.games_played()) == (None, None, [], {})
    assert store.players_summary() == []
    assert store.find_deleted(id).players == (ANN, BOB)
    store.restore(id)
    assert [play.id for play in store.plays()] == [id]


def test_a_deleted_play_saved_again_from_its_table_is_back():
    id = save()
    store.delete(id)
    assert save() == id
    assert store.find(id) is not None


def test_merging_twice_adds_nothing():
    save()
    plays = store.plays()
    other = replace(plays[0], code=None, played_at=5000.0)
    assert store.merge([*plays, other, other]) == 1
    assert store.merge([*plays, other]) == 0
    assert len(store.plays()) == 2


def test_merging_does_not_bring_deleted_plays_back():
    id = save()
    plays = store.plays()
    store.delete(id)
    assert store.merge(plays) == 0
    assert store.plays() == []
