"""A game that is nothing but a race to ten: the kit gives it all that the others have."""

import io

import pytest

from companion.table.log import fold
from companion.table.play import find_table
from tests.scenes import Evening


@pytest.fixture(scope="module")
def app(new_app):
    return new_app(GAMES=("tests.toy",))


def test_a_race_is_opened_run_taken_back_and_kept(app):
    race = Evening(app, "race", {"count": 2})
    path = f"/race/{race.code}/race"
    for turn in range(8):
        assert ("Ann", "Bob")[turn % 2] + "&#39;s turn" in race.host.get(path).text
        assert race.tap("advance", {}) == 303
    undo = {"op": "undo", "entry": race.table.seq}
    assert race.host.post(f"/t/{race.code}/undo", data=undo).status_code == 303
    assert race.state.steps == (8, 6)
    assert race.host.post(f"/t/{race.code}/redo", data=undo | {"op": "redo"}).status_code == 303
    assert race.tap("advance", {}) == 303
    assert race.tap("advance", {}) == 422  # it is over
    assert [one.place for one in race.table.game.result(race.state)] == [1, 2]
    assert "Ann" in race.host.get("/scores/").text
    assert fold(race.table.game, race.table.moves) == race.state


def test_it_is_offered_and_its_rules_are_told(app):
    phone = app.test_client()
    assert 'href="/race/rules"' in phone.get("/").text
    assert "first to go 10 steps wins. In your turn you go 2." in phone.get("/race/rules").text
    german = phone.get("/race/rules?q=zuerst gewonnen", headers={"Accept-Language": "de"}).text
    assert '<small class="certainty">wie es alle spielen</small>' in german


def test_a_phone_is_sent_what_has_moved_and_no_more(app):
    race = Evening(app, "race", {"count": 3})
    path, headers = f"/race/{race.code}/race", {"HX-Request": "true", "HX-Target": "race"}
    assert "<html" not in race.host.get(path, headers=headers).text
    since = race.host.get(path).text.split("since=")[1].split('"')[0]
    assert race.host.get(f"{path}?since={since}", headers=headers).status_code == 204
    race.tap("advance", {})
    assert "2 : 0 : 0" in race.host.get(f"{path}?since={since}", headers=headers).text


def test_a_guest_moves_only_in_the_own_turn(app):
    race, bob = Evening(app, "race", {"count": 2}), app.test_client()
    bob.post(f"/t/{race.code}/sit", data={"seat": 1})
    assert bob.post(f"/race/{race.code}/advance", data={"op": "bob", "seen": 1}).status_code == 403
    race.tap("advance", {})
    assert race.state.steps == (2, 0)
    assert bob.post(f"/race/{race.code}/advance", data={"op": "bob", "seen": 2}).status_code == 303
    assert race.state.steps == (2, 2)


def test_a_copy_of_a_race_is_a_race(app):
    race = Evening(app, "race", {"count": 2})
    race.tap("advance", {})
    file = io.BytesIO(race.host.get(f"/t/{race.code}/export.json").data)
    answer = race.host.post("/import", data={"file": (file, "race.json"), "copied": "yes"})
    with app.app_context():
        copy = find_table(answer.location.split("/")[2])
    assert (copy.state, copy.entries) == (race.state, race.table.entries)
