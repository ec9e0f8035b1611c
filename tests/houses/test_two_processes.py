"""A public host by two processes on one database: what one is told of a house holds at the other at once."""

import pytest

from companion.storage.connections import get_db
from companion.table.upkeep import rate_limits_store
from companion.web.rate_limits import Guard


@pytest.fixture(scope="module")
def apps(new_app, new_folder):
    """Make two processes' apps, which share the database and the key of the cookies."""
    folder = new_folder()
    return [new_app(folder, PUBLIC=True, SECRET_KEY="shared") for _ in range(2)]


@pytest.fixture
def ann(apps, phone):
    return phone(apps[0])


@pytest.fixture
def bob(apps, phone):
    return phone(apps[0])


@pytest.fixture
def there(apps):
    """Let a phone go on at the other process, and back again."""

    def there(phone):
        cookie = phone.http.get_cookie("companion").value
        phone.http = apps[phone.http.application is apps[0]].test_client()
        phone.http.set_cookie("companion", cookie)
        return phone

    return there


def test_a_phone_that_is_removed_is_out_at_the_other_process(ann, bob, there, opened, joined, members):
    code = opened(ann)
    joined(bob, ann)
    bob.post(f"/t/{code}/sit", seat=1)
    there(bob)
    assert code in bob.get("/").text
    assert bob.get(f"/djinn/{code}/setup").text.count('id="tick-') > 0
    ann.post("/house/remove", member=members(ann)["Bob"])
    assert code not in bob.get("/").text
    assert bob.get("/house/export.zip").status_code == 303
    assert bob.get(f"/djinn/{code}/setup").text.count('id="tick-') == 0
    assert bob.post(f"/djinn/{code}/tick", step="board", seen="1").status_code == 403


def test_who_is_invited_and_handed_on_at_one_process_is_so_at_the_other(ann, bob, there, opened, invited, members):
    opened(ann)
    link = invited(ann)
    there(ann)
    assert bob.post(link, name="Bob").status_code == 303
    bob.get("/")
    assert ann.post("/house/hand-on", member=members(ann)["Bob"]).status_code == 303
    assert bob.post("/house/name", name="Cellar").status_code == 303
    assert "Cellar" in ann.get("/").text
    assert ann.post("/house/name", name="Mine").status_code == 403


def test_who_signs_out_at_one_process_is_signed_out_at_the_other(ann, bob, there, opened, joined):
    """Also with the cookie from before, which somebody may have copied."""
    code = opened(ann)
    joined(bob, ann)
    bob.post(f"/t/{code}/sit", seat=1)
    bob.get("/")
    cookie = bob.http.get_cookie("companion").value
    assert bob.post("/sign-out", sure="yes").status_code == 303
    bob.http.set_cookie("companion", cookie)
    there(bob)
    assert code not in bob.get("/").text
    assert bob.get("/scores/plays.json").json == []
    assert bob.post(f"/djinn/{code}/tick", step="board", seen="1").status_code == 403


def test_what_a_house_may_do_is_counted_over_both(apps, ann, there, opened, monkeypatch):
    for app in apps:
        monkeypatch.setitem(app.config, "TABLES_PER_HOUSE", "2/day")
        app.extensions["guard"] = Guard(app.config)
    opened(ann)
    opened(there(ann))
    for app in (*apps, apps[0]):
        share(app)
    with pytest.raises(AssertionError, match="Too many new tables"):
        opened(there(ann))


def share(app):
    """Let a process write down what it has counted, and read what others have, as it does each second."""
    with app.app_context():
        rate_limits_store.share(get_db(), app.extensions["guard"], app.extensions["push"].process)
