"""Two houses in one database: each has its own plays, lists, sums, files of plays and boxes."""

from dataclasses import replace

import pytest
from flask import request

from companion import membership
from companion.games.djinn import game
from companion.games.djinn.box import store as box_store
from companion.games.djinn.box.store import boxes
from companion.scores.model import Choice
from companion.scores.stores import batch_store, list_store, play_store, search_store
from companion.scores.stores.play_store import EVERY
from companion.storage.connections import get_db
from companion.table.finished import Play, Player
from companion.table.seating import lifecycle
from tests.apps import anew
from tests.scores.entries import edit
from tests.thorough import share

OURS, THEIRS = 1, 2
SECRET = "Zaphod"


def players(name):
    return (Player(name, "red", 1, 80, 3, ()), Player("Bob", "blue", 2, 60, 5, ()))


def save(name, code=None):
    return play_store.save("djinn", code=code, played_at=1e9, options={}, players=players(name))


@pytest.fixture(scope="module")
def asked_app(new_app):
    """Make an app where a header of each request says which house it is about."""
    app = new_app()

    @app.before_request
    def choose():
        membership.enter(int(request.headers.get("House", 0)))

    return app


@pytest.fixture
def app(asked_app):
    return anew(asked_app)


@pytest.fixture
def within(app):
    """Give the function that goes to a house, within one context."""
    with app.app_context():
        yield membership.enter


def seen():
    """Collect all that the stores say of a house."""
    return [
        *play_store.plays(),
        *(play for play in play_store.plays(Choice(player="Bob"))),
        *(play for play in play_store.plays(Choice(text=SECRET))),
        *(play for _, play in play_store.trash(limit=9)),
        *play_store.games_played(),
        *batch_store.batches(),
        *list_store.summaries(list_store.list_of(None, "common"), limit=9),
        *list_store.names("djinn", limit=9),
        *list_store.games_of("Bob", limit=9),
        *list_store.ranked("djinn", limit=9),
        *list_store.first_tries("djinn", limit=9),
    ]


@pytest.mark.parametrize("own", [0, OURS])
def test_a_house_sees_nothing_of_another(within, own):
    """The one at home does not, either."""
    within(THEIRS)
    kept, gone = save(SECRET), save("Trillian")
    play_store.delete(gone)
    batch_store.bring_in([Play(0, "djinn", "K7QFM", 2e9, {}, "", players("Ford"))])
    assert len(seen()) > 9
    within(own)
    assert seen() == []
    assert not any(
        [play_store.find(kept), play_store.find_deleted(gone), list_store.cursor(kept), play_store.find_all([kept])]
    )
    assert not batch_store.find_batch(1)
    assert not any(search_store.count(EVERY).values())
    assert not search_store.latest(EVERY, limit=9)
    assert (list_store.count_names("/common"), list_store.tally("djinn", "Bob").plays) == (0, 0)
    assert not list_store.is_listed("djinn", SECRET)


def test_a_house_changes_nothing_of_another(within):
    within(THEIRS)
    kept, gone = save(SECRET), save("Trillian")
    play_store.delete(gone)
    added, batch = batch_store.bring_in([Play(0, "djinn", None, 2e9, {}, "", players("Ford"))])
    before = seen()
    within(OURS)
    play_store.delete(kept)
    play_store.restore(gone)
    batch_store.take_back_batch(batch)
    with pytest.raises(KeyError):
        edit(kept, players=[("Ann", 1), ("Bob", 2)], note="", seen=0)
    within(THEIRS)
    assert (seen(), added) == (before, 1)


def test_sums_are_of_one_house(within):
    """Numbers that begin alike are two houses, and sums that are counted anew are of one, too."""
    for house, times in ((0, 1), (OURS, 2), (11, 3)):
        within(house)
        ids = [save("Ann", code=f"K7QFM/{number}") for number in range(times)]
        play_store.delete(ids[0])
        play_store.restore(ids[0])
    for house, times in ((0, 1), (OURS, 2), (11, 3)):
        within(house)
        assert [one.plays for one in list_store.games_of("Ann", limit=9).values()] == [times]
        assert [(one.plays, one.longest) for one in list_store.summaries("/common", limit=1)] == [(times, times)]
        assert list_store.runs("/common", "Ann") == (times, times)
        assert [*list_store.games_of("Ann", limit=9)] == [("djinn", "common")]


def test_a_table_that_ends_is_played_in_its_house(within):
    """Whoever makes its last move; and a rematch is in that house, too."""
    within(THEIRS)
    code = lifecycle.open_table(game, [("Ann", "red"), ("Bob", "blue")], phone="ann")
    within(OURS)
    following = lifecycle.open_again(game, code)
    for table in (code, following):
        save(SECRET, code=table)
        assert play_store.find_code(table) is None
    within(THEIRS)
    assert len(play_store.plays()) == 2
    within(OURS)
    play_store.let_wait(code)
    waiting = [id for id in range(9) if play_store.find_waiting(id)]
    within(THEIRS)
    assert [play.code for play in play_store.plays()] == [following]
    assert (waiting, len([id for id in range(9) if play_store.find_waiting(id)])) == ([], 1)


def test_a_file_of_plays_touches_no_table_of_another_house(within):
    """A play that says it comes from another house's table neither hides that table's play nor takes its place."""
    within(THEIRS)
    code = lifecycle.open_table(game, [("Ann", "red"), ("Bob", "blue")], phone="ann")
    within(OURS)
    assert batch_store.bring_in([Play(0, "djinn", code, 1e9, {}, "", players("Eve"))])[0] == 1
    within(THEIRS)
    save(SECRET, code=code)
    assert [play.players[0].name for play in play_store.plays()] == [SECRET]
    within(OURS)
    assert [play.players[0].name for play in play_store.plays()] == ["Eve"]


def test_the_same_file_comes_into_two_houses(within):
    for house in (OURS, THEIRS):
        within(house)
        plays = [Play(0, "djinn", "K7QFM", 1e9, {}, "", players("Ann"))]
        assert [batch_store.bring_in(plays)[0] for _ in range(2)] == [1, 0]


def test_each_house_has_its_own_box(within):
    within(THEIRS)
    box_store.change(lambda known: replace(known, tents={"1": SECRET}))
    [version, *_] = boxes.versions(limit=9)
    within(OURS)
    assert boxes.find() == boxes.empty
    assert not boxes.versions(limit=9)
    assert SECRET not in repr([*boxes.ever()])
    with pytest.raises(Exception, match="This version is gone"):
        boxes.go_back(version.id)
    box_store.change(lambda known: replace(known, tents={"1": "ours"}))
    within(THEIRS)
    assert boxes.find().tents == {"1": SECRET}


def addresses(app, ids):
    """List the address of every page that is not about one table, with what it is asked for filled in."""
    values = {"name": "Bob", "game": "djinn", "seed": "7", "number": 1}
    to = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.arguments <= {*values, "id", "part"}:
            for part in sorted(getattr(rule._converters.get("part"), "items", ["tiles"])):
                for id in ids if "id" in rule.arguments else ids[:1]:
                    yield to.build(rule.endpoint, values | {"id": id, "part": part}, append_unknown=False)


def test_no_page_of_a_house_shows_another(app):
    """Each house's own pages show what is its own, so that the walk can fail."""
    with app.app_context():
        membership.enter(THEIRS)
        ids = [save(SECRET), save(SECRET, code="K7QFM")]
        play_store.delete(ids[1])
        edit(ids[0], players=[(f"{SECRET} II", 80), ("Bob", 60)], note=SECRET, seen=0)
        batch_store.bring_in([Play(0, "djinn", None, 2e9, {}, "", players(SECRET))])
        box_store.change(lambda known: replace(known, tents={"1": SECRET}))
        assert get_db().execute("SELECT count(*) FROM plays").fetchone()[0] == 3
    client = app.test_client()
    needed = {"/scores/", "/scores/trash", "/scores/plays.json", "/scores/plays.csv", f"/scores/{ids[0]}"}
    paths = sorted({*share(sorted({*addresses(app, ids)}), 0, of=3), *needed})
    shown = {house: {path for path in paths if says(client, path, house)} for house in (0, OURS, THEIRS)}
    assert (shown[0], shown[OURS]) == (set(), set())
    assert needed <= shown[THEIRS]


def says(client, path, house):
    """Say whether a page of a house has the other's secret, beyond the address that was asked for."""
    answer = client.get(path, headers={"House": str(house)})
    return answer.status_code == 200 and SECRET in answer.text
