"""How many statements pages and moves need: on a server each is a way to the database and back."""

import html
import re

import pytest

from companion.db import get_db
from companion.db.sqlite import Connection
from companion.table import store
from tests import scenes
from tests.apps import embedded
from tests.thorough import tries

BESIDES = re.compile(r"SELECT (text FROM notes|id FROM plays|next, led_at FROM tables|corrections FROM box_versions)")
"""What some pages show besides the table: own notes, what follows a game that is over, the owner's box."""
MOVE = ["SELECT", "BEGIN", "SELECT", "INSERT", "COMMIT"]
TRIED = tries(10, 60)


@pytest.fixture
def asked(monkeypatch):
    """Note the statements."""
    asked = []
    execute = Connection.execute

    def noted(self, sql, parameters=(), /):
        asked.append(sql)
        return execute(self, sql, parameters)

    monkeypatch.setattr(Connection, "execute", noted)
    return asked


@embedded
@pytest.mark.thorough(one_in=40)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_a_page_and_a_poll_ask_once(app, asked, game, scene):
    evening = scenes.stage(app, game, scene)
    with app.test_request_context():
        pages = [app.url_for(endpoint, code=evening.code) for endpoint, *_ in evening.table.game.pages(evening.state)]
    for page in pages:
        evening.host.get(page)
        asked.clear()
        text = evening.host.get(page).text
        assert len([sql for sql in asked if not BESIDES.match(sql)]) == 1, asked
        if again := re.search(r'<section id="\w+"[^>]* hx-get="([^"]+)', text):
            asked.clear()
            assert evening.host.get(html.unescape(again[1])).status_code == 204
            assert len(asked) == 1


@embedded
def test_an_update_after_a_move_asks_once(app, asked):
    """What the page had is known to be old, so that nobody need look whether it still holds."""
    evening = scenes.stage(app, "djinn", "in play")
    text = evening.host.get(f"/djinn/{evening.code}/hunt").text
    again = html.unescape(re.search(r'<section id="hunt"[^>]* hx-get="([^"]+)', text)[1])
    evening.must(("pause" if evening.state.clock.running_since else "resume", {}))
    asked.clear()
    assert evening.host.get(again, headers=scenes.HTMX | {"HX-Target": "hunt"}).status_code == 200
    assert len(asked) == 1, asked


@pytest.mark.thorough(one_in=2)
@embedded
@pytest.mark.parametrize("game", scenes.GAMES)
def test_a_move_asks_thrice(app, asked, game):
    evening, made = scenes.stage(app, game, "in play"), 0
    for _ in range(TRIED):
        path, form = scenes.of(game).random_move(evening.state, evening.rng)
        sent = evening.op() | {"seen": evening.table.seq} | form
        asked.clear()
        status = evening.host.post(f"/{game}/{evening.code}/{path}", data=sent).status_code
        words = [sql.split()[0] for sql in asked if not BESIDES.match(sql)]
        if status == 303 and "INSERT" in words and not evening.table.game.over(evening.state):
            assert words[: len(MOVE)] == MOVE, asked  # what a box keeps of it is written after that
            made += 1
    assert made


def test_versions_of_many_tables_are_found_at_once(app, ann, open_djinn):
    codes = [open_djinn(ann) for _ in range(12)]
    with app.test_request_context():
        db = get_db()
        store.save_here(db, "another", {codes[3]: 3}, at=5.0)
        store.save_here(db, "a third", {codes[3]: 8}, at=5.0)
        each = {code: store.find_version(db, code, "this", at=5.0)[2] for code in codes}
        assert (each[codes[0]].here, each[codes[3]].here, each[codes[0]].seq > 0) == (0, 11, True)
        for some in (codes[3:4], codes[:4], codes):
            found = store.find_versions(db, [*some, "ZZZZZ"], "this", at=5.0)
            assert found == {code: each[code] for code in some}
        assert store.find_versions(db, ["ZZZZZ"], "this", at=5.0) == {}
