"""A phone in several houses: what a page asks is done in the house that it showed, and in no other."""

import re

import pytest

from companion.houses import circle, store
from companion.storage.connections import get_db, writing
from tests.conftest import seated
from tests.houses.test_permissions import plays


@pytest.fixture
def two(app, ann, bob, opened, joined, members):
    """Let Ann host two houses, of which she has chosen the first; give their numbers."""
    opened(ann)
    opened(bob, ("Bob", "Dee"))
    joined(ann, bob, "Ann")
    assert bob.post("/house/hand-on", member=members(bob)["Ann"]).status_code == 303
    first = int(re.search(r'name="house" value="(\d+)"', ann.get("/").text)[1])
    assert ann.post("/house/choose", house=first).status_code == 303
    second = int(re.search(r'name="house" value="(\d+)"', ann.get("/").text)[1])
    return first, second


def hosted(app):
    """List the houses that are there by their host's name."""
    with app.app_context():
        return get_db().execute("SELECT house, name FROM members WHERE host = 1 ORDER BY house").fetchall()


def sent(page, path):
    """Fill in the form of a page that is sent to a path, as it stands."""
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'action="{path}"' in one)
    tags = re.findall(r"<(?:input|button)[^>]*>", form)
    named = [(re.search(r' name="([^"]*)"', tag), re.search(r' value="([^"]*)"', tag)) for tag in tags]
    return {name[1]: value[1] for name, value in named if name and value and name[1] != "csrf_token"}


@pytest.mark.parametrize("way", ["delete", "leave"])
def test_a_house_is_given_up_once_however_often_it_is_tapped(app, ann, two, way):
    """The second tap fell on the other house: it was deleted with all that was in it."""
    _, second = two
    form = sent(ann.get(f"/house/{way}").text, f"/house/{way}")
    for _ in range(2):
        answer = ann.post(f"/house/{way}", **form)
        assert (answer.status_code, answer.location) == (303, "/")
    assert [tuple(row) for row in hosted(app)] == [(second, "Ann")]


def test_a_page_that_was_left_open_is_about_the_house_that_it_shows(app, ann, two):
    first, second = two
    page = ann.get("/house/").text
    ann.post("/house/choose", house=second)
    assert ann.post("/house/name", **sent(page, "/house/name") | {"name": "Cellar"}).status_code == 303
    ann.post("/house/me", **sent(page, "/house/me") | {"name": "Anna"})
    ann.post("/house/invite", **sent(page, "/house/invite"))
    with app.app_context():
        names = dict(get_db().execute("SELECT id, name FROM houses").fetchall())
        called = dict(get_db().execute("SELECT house, name FROM members WHERE host = 1").fetchall())
        invited = [house for (house,) in get_db().execute("SELECT house FROM invitations").fetchall()]
    assert (names, called) == ({first: "Cellar", second: ""}, {first: "Anna", second: "Ann"})
    assert first in invited
    assert "<h1><bdi>Cellar</bdi></h1>" in ann.get("/house/").text


def test_no_page_of_a_house_that_the_phone_is_not_in_any_more_is_about_another(app, ann, two):
    """Whoever was removed gives up nothing in the house that is left."""
    first, second = two
    page = ann.get("/house/").text
    with app.app_context():
        get_db().execute("DELETE FROM members WHERE house = ?", [first])
    for path in ("/house/name", "/house/me"):
        assert ann.post(path, **sent(page, path) | {"name": "Cellar"}).status_code == 403
    assert ann.post("/house/invite", **sent(page, "/house/invite")).status_code == 403
    assert [tuple(row) for row in hosted(app)] == [(second, "Ann")]


def test_what_was_entered_for_a_house_is_not_saved_in_another(app, ann, two):
    """A page of scores was open while the phone was removed: its plays came into the house that was left."""
    first, second = two
    ann.get("/")
    with app.app_context():
        get_db().execute("DELETE FROM members WHERE house = ?", [first])
    answer = ann.http.post("/scores/import", data=plays("Zoe"))
    assert (answer.status_code, "or was removed" in answer.text) == (403, True)
    with app.app_context():
        assert get_db().execute("SELECT house FROM plays").fetchall() == []
    assert "Bob" in ann.get("/").text
    assert ann.http.post("/scores/import", data=plays("Zoe")).status_code == 303
    with app.app_context():
        assert [house for (house,) in get_db().execute("SELECT house FROM plays").fetchall()] == [second]


def test_no_table_is_opened_in_a_house_that_is_being_deleted(app, ann, two, monkeypatch):
    """Its deletion has come past the tables when a tap that began before it opens one more: that belonged to nobody."""
    first, _ = two
    begun = circle.hold_open

    def meanwhile(house):
        with writing() as db:
            store.close(db, first)
        begun(house)

    monkeypatch.setattr(circle, "hold_open", meanwhile)
    assert ann.post("/djinn/new", **seated(2)).status_code == 403
    with app.app_context():
        assert len(store.find_tables(get_db(), first, limit=9)) == 1


@pytest.mark.parametrize("path", ["leave", "delete", "recovery"])
@pytest.mark.usefixtures("two")
def test_what_is_asked_of_a_house_names_it(ann, path):
    ann.post("/house/name", name="Cellar")
    assert "<bdi>Cellar</bdi>" in ann.get(f"/house/{path}").text
