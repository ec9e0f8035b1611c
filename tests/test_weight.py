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
    ("efreet_war", "a march", "war", "end-turn", lambda state: {"seat": state.turn}),
    ("tales", "set up", "setup", "roll-first", {}),
    ("war_game", "laid", "land", "roll-first", {}),
    ("war_game", "new", "land", "house-rule", {"rule": "strongholds_which", "on": "y"}),
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


WAITING = (("emperor", "ring", 1_800), ("efreet_war", "war", 1_900))
"""Pages that wait for the game to begin, and what they may be sent when it does."""


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "block", "most"), WAITING)
def test_a_page_that_waits_for_the_game_shows_before_what_will_stand_there(app, game, block, most, language):
    evening = scenes.stage(app, game, "set up")
    headers = {"Accept-Language": language, "HX-Request": "true", "HX-Target": block}
    page = evening.host.get(f"/{game}/{evening.code}/{block}", headers={"Accept-Language": language}).text
    again = html.unescape(re.search(rf'<section id="{block}"[^>]* hx-get="([^"]+)', page)[1])
    token = re.search(r'"X-CSRFToken": "([^"]+)', page)[1]
    assert 'id="sitters"' in page
    assert evening.tap("begin", {"seen": "9999"}) == 303
    update = evening.host.get(again, headers=headers | {"X-CSRFToken": token})
    assert update.status_code == 200
    assert len(gzip.compress(update.data, 6)) <= most


HEAVY_MOVES = {
    "/djinn/setup reroll": ("set up", 1_850),
}
"""The page and the move whose updates are heavier yet: a scene where they are, and what each may weigh."""
CHANCE = 30
"""Bytes that an update may weigh more by what was drawn at random, and by the names of its taps."""


@pytest.mark.thorough(one_in=30)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_every_live_update_is_light(app, game, scene):
    most = {f"{one.kind} {one.move}": one.weight for one in sorted(weigh.updates(app, game, scene), key=weight)}
    assert {
        move: size for move, size in most.items() if size > HEAVY_MOVES.get(move, ("", weigh.LIGHT + CHANCE))[1]
    } == {}


@pytest.mark.thorough
@pytest.mark.parametrize("move", HEAVY_MOVES)
def test_a_move_that_is_said_to_be_heavy_is(app, move):
    scene, most = HEAVY_MOVES[move]
    found = [one for one in weigh.updates(app, move.split("/")[1], scene) if f"{one.kind} {one.move}" == move]
    assert weigh.LIGHT < max(found, key=weight).weight > most - 110


def weight(update):
    """Say how heavy a live update is."""
    return update.weight


@pytest.mark.thorough(one_in=20)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_no_page_shows_the_marks_of_its_parts(app, game, scene):
    evening = scenes.stage(app, game, scene)
    with app.test_request_context():
        pages = [app.url_for(endpoint, code=evening.code) for endpoint, *_ in evening.table.game.pages(evening.state)]
    for page in pages:
        text = evening.host.get(page, follow_redirects=True).text
        assert not re.search("<have>|</?part>", text), page


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
