"""What live updates weigh, as gzip, on the page where their move is made, in both languages."""

import gzip
import html
import re

import pytest

from companion.web import LANGUAGES
from tests import scenes, weigh
from tests.thorough import tries

MOVES = (
    ("djinn", "set up", "setup", "untick", {"step": "djinn"}),
    ("djinn", "in play", "hunt", "end-turn", lambda state: {"seat": state.turn.seat, "anyway": "y"}),
    ("djinn", "in play", "hunt", "pause", {}),
    ("emperor", "set up", "seats", "draw-first", {}),
    ("emperor", "in play", "ring", "roll", {"what": "d6"}),
    ("efreet_war", "a march", "war", "roll", {"what": "d6"}),
    ("tales", "set up", "setup", "roll-first", {}),
    ("war_game", "laid", "land", "roll-first", {}),
)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "scene", "block", "path", "form"), MOVES)
def test_a_live_update_is_light(app, game, scene, block, path, form, language):
    evening = scenes.stage(app, game, scene)
    headers = {"Accept-Language": language}
    page = evening.host.get(f"/{game}/{evening.code}/{block}", headers=headers).text
    again = html.unescape(re.search(rf'<section id="{block}"[^>]* hx-get="([^"]+)', page)[1])
    token = re.search(r'"X-CSRFToken": "([^"]+)', page)[1]
    assert evening.tap(path, form(evening.state) if callable(form) else form) == 303
    update = evening.host.get(again, headers=headers | {"HX-Request": "true", "HX-Target": block, "X-CSRFToken": token})
    assert update.status_code == 200
    assert len(gzip.compress(update.data, 6)) <= weigh.LIGHT


@pytest.mark.thorough(one_in=20)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_no_page_shows_the_marks_of_its_parts(app, game, scene):
    evening = scenes.stage(app, game, scene)
    with app.test_request_context():
        pages = [app.url_for(endpoint, code=evening.code) for endpoint, *_ in evening.table.game.pages(evening.state)]
    for page in pages:
        text = evening.host.get(page, follow_redirects=True).text
        assert not re.search("<have>|</?part>", text), page


PLAYED = [("djinn", "in play"), ("emperor", "in play"), ("efreet_war", "a march"), ("tales", "encounter")]
PLAYED += [("war_game", "splitting")]


@pytest.fixture(scope="module")
def first_loads(app):
    """Weigh first loads once for all tests."""
    return [*weigh.first_loads(app, at=tries(PLAYED[:1], PLAYED))]


def test_a_first_load_takes_few_requests(first_loads):
    for page, files in first_loads:
        rare = any(f"/{name}" in page for name in ("box", "rarer", "tale "))  # with a sheet of its own, or statuses
        assert len(files) <= weigh.REQUESTS + 2 * rare, (page, files)


@pytest.mark.parametrize("page", ["/", "/scores/", "hunt", "menu", "share", "ask"])
def test_a_first_load_is_light(first_loads, page):
    for address, files in first_loads:
        if address == page or address.partition(" ")[0].endswith(f"CODE/{page}"):
            assert sum(files.values()) <= weigh.FIRST, (address, files)
