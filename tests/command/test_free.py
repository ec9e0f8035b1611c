"""`companion free CODE`: a table whose phones nobody has any more gets new ones."""

import time

import pytest

from companion.storage.connections import get_db
from companion.table.seating import seats
from tests.apps import close, make
from tests.command.installation import run
from tests.table.seating import sit


class Phone:
    """A phone at an app."""

    def __init__(self, app):
        self.http, self.app = app.test_client(), app

    def post(self, path, **form):
        return self.http.post(path, data=form)

    def me(self, code):
        with self.http.session_transaction() as session:
            phone = session.get("phone")
        with self.app.app_context():
            me = seats.find_me(code, phone)
        return me.seat, me.host


@pytest.fixture
def served(here, static_cache):
    """Serve the installation, as another process does while the command runs."""
    app = make(here[0], static_cache)
    yield app
    close(app)


def test_the_first_who_sits_down_hosts_a_table_that_was_freed(here, served, capsys):
    _, code = here
    lost, new, next_one = Phone(served), Phone(served), Phone(served)
    assert sit(lost, code, 0).status_code == 303
    assert sit(new, code, 0).status_code == 422
    with served.app_context():
        seats.lock(code, locked=True)
    assert run("free", code.lower()) == 0
    said = capsys.readouterr().out
    assert "P0" in said
    assert "Whoever sits down first" in said
    assert lost.me(code) == (None, False)
    assert sit(new, code, 0).status_code == 303
    assert sit(next_one, code, 1).status_code == 303
    assert (new.me(code), next_one.me(code)) == ((0, True), (1, False))
    assert new.post(f"/t/{code}/lock", locked="y").status_code == 303
    assert "All seats were freed on the computer." in new.http.get(f"/t/{code}/log").text


def test_whoever_only_watches_hosts_no_freed_table(here, served):
    _, code = here
    assert run("free", code) == 0
    watcher, new = Phone(served), Phone(served)
    watcher.post(f"/t/{code}/watch")
    assert watcher.me(code) == (None, False)
    sit(new, code, 1)
    assert new.me(code) == (1, True)


def test_a_host_who_was_away_gets_no_rights_back_at_a_freed_table(here, served):
    """Whoever frees it says that nobody has that phone any more."""
    _, code = here
    with served.app_context():
        db = get_db()
        [(host,)] = db.execute("SELECT phone FROM phones WHERE host = 1").fetchall()
        db.execute("UPDATE phones SET hosted = 1")
    assert run("free", code) == 0
    with served.app_context():
        me = seats.find_me(code, host)
    assert (me.host, me.stood_down) == (False, False)


def test_what_was_played_stays_and_the_journal_tells_it(here):
    folder, code = here
    assert run("free", code) == 0
    assert f"seats freed at {code[:2]}…" in (folder / "companion.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(("code", "why"), [("ZZZZZ", "No table here has the code ZZZZZ"), ("../x", "No table here")])
def test_a_code_that_no_table_has_is_told(here, code, why, capsys):
    assert run("free", code) == 1
    assert why in capsys.readouterr().err


def test_without_tables_nothing_is_made(instance, capsys):
    assert run("free", "ABCDE") == 1
    assert "No table here" in capsys.readouterr().err
    assert not instance.exists()


def test_it_answers_within_seconds(here):
    began = time.monotonic()
    assert run("free", here[1]) == 0
    assert time.monotonic() - began < 5
