"""Players are people: renamed, merged and hidden, with a way back, and found however they are typed."""

import html
import json
from dataclasses import replace

import pytest

from companion.language.texts import Text
from companion.membership import current_house
from companion.refusal import Refusal
from companion.scores.model import COMMON, Choice
from companion.scores.stores import batch_store, edit_store, list_store, people_store, play_store, rename_store
from companion.storage.connections import get_db, writing
from companion.table.finished import Line, Play, Player
from tests.pages import post
from tests.scores.entries import edit
from tests.test_upload_limits import read_here

pytestmark = pytest.mark.usefixtures("empty")

ANN = Player("Ann", "red", 1, 80, 3, ())
BOB = Player("Bob", "blue", 2, 60, 5, ())


@pytest.fixture(autouse=True)
def context(app, empty):
    with app.app_context():
        yield


def save(*names, code=None, at=1000.0, game="djinn", options=()):
    players = [replace(ANN, name=name, place=1 + n, points=80 - n) for n, name in enumerate(names)]
    return play_store.save(game, code=code, played_at=at, options=dict(options), players=players)


def plays_of(name):
    return [play.id for play in play_store.plays(Choice(player=name))]


def summed():
    found = list_store.summaries(list_store.list_of(None, COMMON), limit=99)
    return {one.name: (one.plays, one.wins) for one in found}


def names(id):
    return [one.name for one in play_store.find(id).players]


def test_a_renamed_player_is_called_so_in_all_plays_and_sums():
    one, two = save("Ann", "Bob"), save("Cem", "Ann", at=2000.0)
    rename_store.rename("Ann", "Anna")
    assert (plays_of("Anna"), plays_of("Ann")) == ([two, one], [])
    assert summed() == {"Anna": (2, 1), "Cem": (1, 1), "Bob": (1, 0)}
    assert [play.id for play in play_store.plays(Choice(text="anna"))] == [two, one]


def test_whatever_names_the_player_follows():
    why = Text("Only %(name)s could win.", name="Ann")
    line = Line("player-1", Text("%(name)s eliminated", name="Ann"), 3, why)
    options = {"started": "Ann", "why": why}
    bob = replace(BOB, lines=(line,), points=3)
    id = play_store.save("tales", code=None, played_at=1.0, options=options, players=[ANN, bob])
    rename_store.rename("Ann", "Anna")
    play = play_store.find(id)
    assert (play.options["started"], str(play.options["why"])) == ("Anna", "Only Anna could win.")
    assert str(play.players[1].lines[0].label) == "Anna eliminated"
    assert "Ann could" not in "".join(text for texts in play_store.exported() for text in texts)


def test_two_names_of_one_person_are_merged_and_that_is_taken_back():
    one, two, three = save("Ann", "Bob"), save("ann", "Bob", at=2000.0), save("Bob", "ann", at=3000.0)
    before = summed()
    id = rename_store.rename("ann", "Ann")
    assert summed() == {"Ann": (3, 2), "Bob": (3, 1)}
    rename_store.take_back(id)
    assert summed() == before
    assert (plays_of("Ann"), plays_of("ann")) == ([one], [three, two])
    assert rename_store.renames(limit=9) == []


def test_a_change_that_was_overtaken_is_taken_back_after_the_later_one():
    save("Ann", "Bob")
    first = rename_store.rename("Ann", "Anna")
    second = rename_store.rename("Anna", "Annika")
    with pytest.raises(Refusal, match="again later"):
        rename_store.take_back(first)
    rename_store.take_back(second)
    assert summed().keys() == {"Anna", "Bob"}
    rename_store.take_back(first)
    assert summed().keys() == {"Ann", "Bob"}
    with pytest.raises(KeyError):
        rename_store.take_back(first)


def test_a_name_given_back_is_the_persons_again():
    id = save("Ann", "Bob")
    rename_store.rename("Ann", "Anna")
    back = rename_store.rename("Anna", "Ann")
    assert names(id) == ["Ann", "Bob"]
    assert names(save("Anna", "Bob", at=2000.0)) == ["Ann", "Bob"]
    rename_store.take_back(back)
    assert names(id) == ["Anna", "Bob"]


def test_who_played_together_is_two_people():
    save("Ann", "ann")
    with pytest.raises(Refusal, match="two people"):
        rename_store.rename("ann", "Ann")
    assert summed().keys() == {"Ann", "ann"}


@pytest.mark.parametrize("name", ["ann", "Αnn"])  # the second begins with a Greek letter
def test_nobody_gets_a_name_that_looks_like_a_fellow_players(name):
    """No form takes two such names for one play, as nobody can tell who is who."""
    id = save("Ann", "Bob")
    save("Cem", "Dee", at=2000.0)
    with pytest.raises(Refusal, match="Bob and Ann have played together"):
        rename_store.rename("Bob", name)
    assert names(id) == ["Ann", "Bob"]
    rename_store.rename("Ann", "ANN")
    rename_store.rename("Cem", name)
    assert summed().keys() == {"ANN", "Bob", name, "Dee"}


def test_a_former_name_of_somebody_else_is_not_free():
    save("Ann", "Bob")
    rename_store.rename("Ann", "Anna")
    with pytest.raises(Refusal, match="now called Anna"):
        rename_store.rename("Bob", "Ann")


def test_a_table_that_saves_its_result_again_keeps_the_renamed_player():
    id = save("Ann", "Bob", code="K7QFM")
    rename_store.rename("Ann", "Anna")
    assert save("Ann", "Bob", code="K7QFM") == id
    assert (names(id), edit_store.edits(id, limit=9)) == (["Anna", "Bob"], [])
    save("Bob", "Ann", code="K7QFM")
    assert names(id) == ["Bob", "Anna"]
    rename_store.take_back(rename_store.renames(limit=1)[0].id)
    assert names(id) == ["Bob", "Ann"]


def test_new_plays_know_the_person_and_a_corrected_one_remembers_the_name():
    old = save("Ann", "Bob")
    renamed = rename_store.rename("Ann", "Anna")
    new = save("Ann", "Cem", at=2000.0)
    edit(old, players=[("Anna", 81), ("Bob", 60)], note="", seen=0)
    assert names(new) == ["Anna", "Cem"]
    rename_store.take_back(renamed)
    assert (names(old), names(new)) == (["Ann", "Bob"], ["Ann", "Cem"])


def test_the_trail_calls_people_as_they_are_called_now():
    id = save("Ann", "Bob")
    edit(id, players=[("Ann", 70), ("Bob", 79)], note="", seen=0)
    rename_store.rename("Ann", "Anna")
    (kept,) = edit_store.edits(id, limit=9)
    assert {one.name for play in (kept.before, kept.after) for one in play.players} == {"Anna", "Bob"}
    edit_store.take_back(id, kept.id, seen=1)
    assert names(id) == ["Anna", "Bob"]


def test_a_deleted_play_comes_back_with_the_persons_name():
    id = save("Ann", "Bob")
    save("Ann", "Bob", at=2000.0)
    play_store.delete(id)
    rename_store.rename("Ann", "Anna")
    play_store.restore(id)
    assert (names(id), summed()["Anna"]) == (["Anna", "Bob"], (2, 2))


def test_a_file_that_was_exported_before_brings_nothing_twice():
    save("Ann", "Bob")
    before = [text for texts in play_store.exported() for text in texts]
    rename_store.rename("Ann", "Anna")
    after = [text for texts in play_store.exported() for text in texts]
    for file in (before, after):
        assert batch_store.bring_in(read_here(f"[{','.join(file)}]".encode())) == (0, None)
    plain = [{k: v for k, v in json.loads(text).items() if k != "identity"} for text in before]
    assert batch_store.bring_in(read_here(json.dumps(plain).encode())) == (0, None)


def test_what_an_interrupted_change_left_is_done_at_the_next_start(app):
    ids = [save("Ann", "Bob", at=float(at)) for at in range(3)]
    with writing("scores") as db:
        db.execute("INSERT INTO people (house, name, person) VALUES (?, 'Ann', 'Anna')", [current_house()])
    left = rename_store.left(get_db())
    assert [*left] == ids
    rename_store.write_anew(left)
    assert rename_store.left(get_db()) == []
    assert summed() == {"Anna": (3, 3), "Bob": (3, 0)}


def test_who_is_hidden_is_in_no_list_of_players_but_in_the_plays():
    id = save("Ann", "Bob")
    rename_store.hide("Bob", hidden=True)
    assert (summed().keys(), list_store.count_names("/common"), names(id)) == ({"Ann"}, 1, ["Ann", "Bob"])
    assert people_store.hidden(limit=9) == ["Bob"]
    rename_store.rename("Bob", "Bobby")
    assert people_store.hidden(limit=9) == ["Bobby"]
    rename_store.hide("Bobby", hidden=False)
    assert summed().keys() == {"Ann", "Bobby"}


@pytest.mark.parametrize("typed", ["Ümit", "umit", "ÜMIT", "u\u0308mit"])
def test_a_player_is_found_without_accents_and_capitals(ann, typed):
    id = save("Ümit", "Bob")
    assert people_store.find(typed) == "Ümit"
    assert f'href="/scores/{id}"' in ann.get("/scores/", query_string={"player": typed, "game": "djinn"}).text
    assert "Ümit" in html.unescape(ann.http.get(f"/scores/player/{typed}", follow_redirects=True).text)
    assert people_store.find("Zoe") is None


def test_the_page_of_a_player_renames_merges_hides_and_takes_back(ann, table):
    save("Ann", "Bob")
    save("ann", "Cem", at=2000.0)
    page = ann.get("/scores/player/ann").text
    assert 'href="/scores/player/Ann"' in page
    refused = post(ann.http, "/scores/player/ann", "/scores/players/rename", name="Ann")
    assert refused.status_code == 422
    assert "already has plays" in refused.text
    post(ann.http, "/scores/player/ann", "/scores/players/rename", name="Ann", merge="y")
    assert summed().keys() == {"Ann", "Bob", "Cem"}
    assert ann.get("/scores/player/ann").location == "/scores/player/Ann"
    [one] = rename_store.renames(limit=9)
    path = f"/scores/players/renames/{one.id}"
    assert "ann is now called Ann" in ann.get("/scores/players").text
    post(ann.http, "/scores/players", path)
    assert summed().keys() == {"Ann", "ann", "Bob", "Cem"}
    post(ann.http, "/scores/player/Cem", "/scores/players/hide", hidden="y")
    assert 'href="/scores/player/Cem"' in ann.get("/scores/players").text.partition("Hidden players")[2]
    assert ann.http.post(path).status_code == 404


def test_a_page_of_a_former_name_says_so(ann, table):
    """It was renamed on another phone meanwhile, or has a play with the one it was merged with: no page was found."""
    for before, after, at in (("Ann", "Anna", 1000.0), ("Bob", "Cem", 3000.0)):
        save(before, "Dee", at=at)
        rename_store.rename(before, after)
    save("Bob", "Cem", at=2000.0)
    for before, after in (("Ann", "Anna"), ("Bob", "Cem")):
        refused = ann.http.post("/scores/players/rename", data={"before": before, "name": "Zoe"})
        assert (refused.status_code, f"{before} is now called {after}." in refused.text) == (422, True)
    refused = post(ann.http, "/scores/player/Bob", "/scores/players/hide", hidden="y")
    assert (refused.status_code, people_store.hidden(limit=9)) == (422, [])


def test_a_name_that_belongs_to_another_is_not_dropped_without_a_word(ann, table):
    """To correct one play of a merged player came to nothing, and the page said so nowhere."""
    id = save("Max", "Cem")
    rename_store.rename("Max", "Maxi")
    path = f"/scores/{id}/edit"
    refused = post(ann.http, path, path, **{"players-0-name": "Max"})
    assert (refused.status_code, "Max is now called Maxi." in refused.text) == (422, True)
    assert post(ann.http, path, path, **{"players-0-name": "Max", "note": "late"}).status_code == 303
    assert (names(id), play_store.find(id).note) == (["Maxi", "Cem"], "late")


def test_only_who_has_plays_is_hidden_and_only_so_many(ann, table, monkeypatch):
    """Names that nobody has filled the list, until no player could be renamed any more."""
    save("Ann", "Bob")

    def hide(name, **more):
        return ann.http.post("/scores/players/hide", data={"before": name, **more}).status_code

    assert [hide(name, hidden="y") for name in ("Nobody", "ann")] == [404, 303]
    assert people_store.hidden(limit=9) == ["Ann"]
    monkeypatch.setattr(rename_store, "MOST_NAMES", 1)
    assert (hide("Bob", hidden="y"), hide("Ann", hidden="y"), hide("Ann")) == (422, 303, 303)
    assert people_store.hidden(limit=9) == []


def test_a_change_of_many_plays_lets_others_have_their_turn(monkeypatch):
    plays = [Play(0, "djinn", None, float(at), {}, "", (ANN, BOB)) for at in range(60)]
    batch_store.bring_in(plays)
    turns = []
    monkeypatch.setattr(rename_store, "yield_to_hub", lambda: turns.append(1))
    rename_store.rename("Ann", "Anna")
    assert len(turns) == 60 / rename_store.AT_ONCE
    assert summed()["Anna"] == (60, 60)
