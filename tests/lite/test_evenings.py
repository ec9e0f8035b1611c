"""Whole games without a server, each to its saved score; what the browser keeps is read after each move."""

import re
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from urllib.parse import urlencode, urlsplit

import pytest

from companion.storage.connections import writing
from tests import scenes
from tests.copies import ROWS
from tests.lite.conftest import PATH

GAMES = {"efreet_war": "over", "emperor": "over", "tales": "over", "war_game": "over"}
"""The scenes whose last move ends a game; the one that lacks here is played by taps in test_one_tab.py."""
SEND = """async ([url, body, more]) => {
    const token = /"X-CSRFToken": "([^"]+)/.exec(document.body.outerHTML.replaceAll("&quot;", '"'))?.[1]
        ?? document.querySelector("[name=csrf_token]").value;
    const answer = await fetch(url, {method: "POST", body, headers: {
        "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token, ...more,
    }});
    return {status: answer.redirected ? 303 : answer.status, url: answer.url, text: await answer.text()};
}"""


class Client:
    """What the scenes of all games make their moves by: forms that a page sends to its worker."""

    def __init__(self, phone):
        self.phone = phone

    def post(self, path, data, headers=None):
        given = self.phone.page.evaluate(SEND, [f"/{PATH}{path}", urlencode(data, doseq=True), headers or {}])
        where = urlsplit(given["url"]).path.removeprefix(f"/{PATH}")
        return SimpleNamespace(status_code=given["status"], location=where, text=given["text"])


class Evening(scenes.Evening):
    """A table that is kept in a browser; between two moves its page is opened."""

    known = None

    def must(self, tap):
        super().must(tap)
        self.known = None
        self.host.phone.go(f"t/{self.code}")

    @property
    def table(self):
        """Read what the browser keeps, as it is on its disk."""
        self.known = self.known or self.read()
        return self.known

    def read(self):
        file = self.app.instance_path + "/kept.db"
        with open(file, "wb") as copy:
            copy.write(self.host.phone.kept()["files"]["companion.db"])
        with closing(sqlite3.connect(file)) as kept, self.app.app_context(), writing() as db:
            for name in ROWS:
                rows = kept.execute(f"SELECT * FROM {name} WHERE code = ?", [self.code])
                names = [column[0] for column in rows.description]
                sql = f"INSERT OR REPLACE INTO {name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
                db.executemany(sql, rows.fetchall())
        return super().table


@pytest.fixture(scope="module")
def aside(new_app, tmp_path_factory):
    """Give an app that knows the games, to say what moves a table may make next."""
    return new_app(tmp_path_factory.mktemp("aside"))


@pytest.mark.parametrize(("game", "scene"), GAMES.items())
def test_a_game_is_played_to_its_saved_score(other_phone, aside, game, scene):
    plays = "main .lines > li:has(a)"
    other_phone.go("scores/")
    before = other_phone.page.locator(plays).count()
    planned = scenes.of(game).SCENES[scene]
    evening = Evening(aside, game, planned.opening, planned.taps, phone=Client(other_phone), copied=False)
    assert evening.table.game.result(evening.state)
    other_phone.go("scores/")
    assert other_phone.page.locator(plays).count() == before + 1
    other_phone.go(f"t/{evening.code}")
    assert re.search(rf"/{game}/{evening.code}/", other_phone.page.url)
    assert other_phone.page.inner_text("h1")
