"""A phone that has never sat at a table here changes scores once one that may has let it in."""

import io
import re

import pytest

from companion.storage.connections import get_db, writing

pytestmark = pytest.mark.usefixtures("empty")


def bring(phone):
    data = {"file": (io.BytesIO(b"[]"), "plays.json")}
    return phone.http.post("/scores/import", data=data).status_code


@pytest.fixture
def link(ann, table):
    """Make a link on a phone that has sat here."""
    page = ann.http.post("/scores/let-in").text
    return re.search(r'href="[^"]*(/scores/in/[\w-]+)"', page)[1]


def test_who_was_let_in_imports_without_opening_a_table(bob, link):
    assert bring(bob) == 403
    assert "Let a phone in" in bob.get("/scores/import").text
    assert "Join?" in bob.get(link).text
    assert bring(bob) == 403
    assert bob.post(link).location == "/scores/"
    assert bring(bob) == 303
    assert "Let a phone in" not in bob.get("/scores/import").text


def test_who_was_let_in_stays_so_at_tables(bob, link, table):
    bob.post(link)
    bob.post(f"/t/{table}/sit", seat=1)
    bob.post(f"/t/{table}/watch")
    assert bring(bob) == 303


def test_a_phone_that_signs_out_is_a_stranger_again(app, bob, link):
    bob.post(link)
    bob.post("/sign-out", sure="yes")
    assert bring(bob) == 403
    with app.app_context():
        assert get_db().execute("SELECT count(*) FROM members").fetchone()[0] == 0


def test_a_stranger_lets_nobody_in(bob):
    assert bob.post("/scores/let-in").status_code == 403
    assert "Open or join a table first" in bob.get("/scores/let-in").text


def test_a_wrong_or_old_link_lets_nobody_in(app, bob, link):
    assert bob.post("/scores/in/ABCDE").status_code == 404
    with app.app_context(), writing() as db:
        db.execute("UPDATE invitations SET until = 1")
    assert bob.post(link).status_code == 404
    assert bring(bob) == 403


def test_only_a_hash_of_a_link_is_kept(app, link):
    with app.app_context():
        [(hash,)] = get_db().execute("SELECT hash FROM invitations").fetchall()
    assert hash not in link
    assert link.rpartition("/")[2] not in hash
