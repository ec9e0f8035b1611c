"""Who may change a box, and the way back."""

import re
from contextlib import closing
from dataclasses import replace

import pytest

from companion.games.djinn.box import store
from companion.kit.box import store as kit_store
from companion.storage.connections import writing
from companion.storage.schema import migrations
from companion.storage.sqlite import connect
from tests.djinn.boxes import HEAD, enter_cards, load

pytestmark = pytest.mark.usefixtures("empty")


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "path",
    ["path", "move", "reset/tom", "tom/1", "colours", "tiles", "trophies", "numbers", "import", "history/1"],
)
def test_a_stranger_reads_the_box_but_changes_nothing(owner, phone, path):
    enter_cards(owner, 2)
    stranger, before = phone(), owner.get("/djinn/box.toml").text
    answer = stranger.post(f"/djinn/box/{path}", first="R1", second="a12", **{"scrolls-5": "2"})
    assert answer.status_code == 403
    assert "Open or join a table first" in answer.text
    assert stranger.get("/djinn/box.toml").text == before


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "path",
    ["", "?slot=R1", "/tom/1", "/colours", "/tiles", "/trophies", "/numbers", "/reset/tom", "/import", "/history"],
)
def test_a_stranger_is_offered_nothing_that_does_not_work(owner, phone, path):
    enter_cards(owner, 2)
    page, own = phone().get(f"/djinn/box{path}").text, owner.get(f"/djinn/box{path}").text
    assert "Open or join a table first" in page
    assert not re.findall(r'<button(?! class="chip")[^>]*>', page)
    assert "Open or join a table first" not in own


@pytest.mark.parametrize("path", ["new", "1"])
def test_a_stranger_enters_no_game_against_tom(owner, phone, path):
    form = {"name": "Ann", "day": "2026-01-02", "deck": "12", "won": "y", "points": "100"}
    assert owner.post("/djinn/solo/new", **form).status_code == 303
    stranger = phone()
    assert stranger.post(f"/djinn/solo/{path}", **form, seen=0).status_code == 403
    assert "Open or join a table first" in stranger.get(f"/djinn/solo/{path}").text


def test_going_back_to_what_we_know_asks_first(owner):
    enter_cards(owner, 2)
    page = owner.get("/djinn/box").text
    assert 'action="/djinn/box/reset' not in page
    assert 'href="/djinn/box/reset/tom"' in page
    assert 'action="/djinn/box/reset/tom"' in owner.get("/djinn/box/reset/tom").text
    assert owner.get("/djinn/box.toml").text.count("[tom.") == 2
    assert owner.get("/djinn/box/reset/everything").status_code == 422


def test_taking_over_a_box_says_what_it_takes_the_place_of(owner):
    enter_cards(owner, 12)
    assert "12 of Tom" in owner.get("/djinn/box/import").text


def history(phone):
    """List the ids of the versions that one can go back to, the latest first."""
    return re.findall(r'action="/djinn/box/history/(\d+)"', phone.get("/djinn/box/history").text)


def test_everything_done_to_the_box_can_be_taken_back(owner):
    enter_cards(owner)
    whole = owner.get("/djinn/box.toml").text
    owner.post("/djinn/box/reset/tom")
    load(owner, HEAD + "[scrolls]\n5 = 2\n")
    imported = owner.get("/djinn/box.toml").text
    assert len(history(owner)) == 12 - 1 + 1 + 1  # the first, eleven more with cards, the first again
    ids = history(owner)
    assert owner.post(f"/djinn/box/history/{ids[1]}").status_code == 303
    assert owner.get("/djinn/box.toml").text == whole
    assert owner.post(f"/djinn/box/history/{history(owner)[0]}").status_code == 303
    assert owner.get("/djinn/box.toml").text == imported
    assert owner.post("/djinn/box/history/999").status_code == 422


def test_the_history_says_what_each_version_changed(owner):
    enter_cards(owner, 1)
    load(owner, HEAD + "[scrolls]\n5 = 2\n")
    page = owner.get("/djinn/box/history").text
    changed = [" ".join(part.split()) for part in re.findall(r"Changed:(.*?)<br>", page, re.S)]
    assert changed == [
        "Tom&#39;s twelve cards, Price in Scrolls, and the Market&#39;s tents",
        "Tom&#39;s twelve cards",
    ]


def test_no_version_is_kept_twice(owner):
    for _ in range(3):
        owner.post("/djinn/box/path", first="R1", second="a12")
    owner.post("/djinn/box/numbers")
    assert len(history(owner)) == 1


def test_the_history_is_bounded_and_keeps_what_stood_longest(app, owner, monkeypatch):
    monkeypatch.setattr(kit_store, "KEPT", 5)
    enter_cards(owner, 3)
    with app.app_context(), writing() as db:
        db.execute("UPDATE box_versions SET at = at - 86400 WHERE corrections NOT LIKE '%tom.2%'")
    for price in range(9):
        owner.post("/djinn/box/numbers", **{"scrolls-5": str(price)})
    with app.app_context():
        kept = [version.box for version in store.versions(limit=99)]
    assert len(kept) == 5
    assert kept[0].scrolls == {"5": 8}
    assert {"1": kept[0].tom["1"]} in [known.tom for known in kept]


def test_two_processes_have_one_box(owner, app, new_app):
    """Two apps on one file stand for two processes: nothing in memory may outlive what the other one changed."""
    other = new_app(app.instance_path)
    enter_cards(owner, 1)
    assert other.test_client().get("/djinn/box.toml").text == owner.get("/djinn/box.toml").text
    with other.app_context():
        store.change(lambda known: replace(known, scrolls={"5": 2}))
    owner.post("/djinn/box/numbers", **{"scrolls-5": "2", "scrolls-6": "3"})
    with other.app_context():
        assert (store.find().scrolls, len(store.find().tom)) == ({"5": 2, "6": 3}, 1)


def test_a_box_of_an_earlier_companion_begins_its_history(tmp_path):
    with closing(connect(tmp_path / "old.db")) as db:
        migrations.apply(db, stop_before="versions_of_boxes")
        db.table("boxes").insert({"game": "djinn", "corrections": HEAD})
        migrations.apply(db)
        assert [row["corrections"] for row in db.table("box_versions").rows] == [HEAD]
