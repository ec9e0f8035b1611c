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
    ("djinn", "at a round space", "hunt", "pause", {}),
    ("emperor", "set up", "seats", "draw-first", {}),
    ("emperor", "in play", "ring", "roll", {"what": "d6"}),
    ("efreet_war", "a march", "war", "roll", {"what": "d6"}),
    ("efreet_war", "a march", "war", "end-turn", lambda state: {"seat": state.turn}),
    ("tales", "set up", "setup", "roll-first", {}),
    ("war_game", "laid", "land", "roll-first", {}),
    ("war_game", "new", "land", "house-rule", {"rule": "strongholds_which", "on": "y"}),
)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "scene", "block", "path", "form"), MOVES)
def test_a_live_update_is_light(app, game, scene, block, path, form, language):
    assert weight_of_update(app, language, game, scene, block, path, form) <= weigh.LIGHT


def weight_of_update(app, language, game, scene, block, path, form):
    """Weigh what a page loads after a move."""
    evening = scenes.stage(app, game, scene)
    headers = {"Accept-Language": language}
    page = evening.host.get(f"/{game}/{evening.code}/{block}", headers=headers).text
    again = html.unescape(re.search(rf'<section id="{block}"[^>]* hx-get="([^"]+)', page)[1])
    token = re.search(r'"X-CSRFToken": "([^"]+)', page)[1]
    assert evening.tap(path, form(evening.state) if callable(form) else form) == 303
    update = evening.host.get(again, headers=headers | {"HX-Request": "true", "HX-Target": block, "X-CSRFToken": token})
    assert update.status_code == 200
    return len(gzip.compress(update.data, 6))


@pytest.mark.thorough(one_in=30)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_every_live_update_is_light(app, game, scene):
    assert [one for one in weigh.updates(app, game, scene) if one.weight > weigh.LIGHT] == []


@pytest.fixture(scope="module", params=LANGUAGES)
def first_loads(app, request):
    """Weigh the heaviest first load of each kind of page once for all tests: its address, and bytes by file."""
    most = {}
    for page, files in weigh.first_loads(app, at=tries([("djinn", "in play")], None), language=request.param):
        kind = page.partition(" ")[0].partition("?")[0]
        most[kind] = max(most.get(kind, ("", {})), (page, files), key=lambda one: sum(one[1].values()))
    return most


def test_a_first_load_is_light(first_loads):
    heavy = {kind: one for kind, one in first_loads.items() if sum(one[1].values()) > weigh.FIRST}
    assert heavy == {}


def test_a_first_load_takes_few_requests(first_loads):
    many = {kind: one for kind, one in first_loads.items() if len(one[1]) > weigh.REQUESTS}
    assert many == {}
