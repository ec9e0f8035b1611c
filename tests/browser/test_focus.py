"""Whoever looks on keeps a place on the page, whatever another phone does: every game in every scene."""

import random

import pytest

from companion import create_app
from tests import scenes
from tests.browser.phones import Phone, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("focus")]  # its scenes are staged once

MOVES = 3
HOLD = """(nth) => {
    const controls = ":is(#top, main) :is(a[href], button:enabled, input:enabled, select, summary)";
    const takes = (it) => { it.focus(); return document.activeElement === it; };
    const all = [...document.querySelectorAll(controls)].filter(takes);
    const it = all[nth % all.length];
    it.focus();
    return `${it.localName}#${it.id} ${it.name ?? ""} ${it.innerText}`.slice(0, 60);
}"""
SEQ = "() => Number(document.querySelector('[data-seq]')?.dataset.seq)"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Bring a table to every scene; start a server that has them."""
    folder = tmp_path_factory.mktemp("staged")
    app = create_app(folder, TESTING=True, WTF_CSRF_ENABLED=False, RANDOM=random.Random(7))
    evenings = {scene: scenes.stage(app, *scene) for scene in scenes.every()}
    server = Server(folder)
    yield app, server, evenings
    assert server.stop() == 0
    for database in app.extensions["db_pool"]:
        database.close()


@pytest.fixture(scope="module")
def onlooker(browser, house):
    """Give a phone that taps nothing: its host's moves come from elsewhere."""
    _, server, _ = house
    phone = Phone(browser, server)
    yield phone
    phone.context.close()
    assert not phone.unforgiven


def move(evening):
    """Make a move by chance that the rules allow, if there is one; give its path."""
    before = evening.table.seq
    for _ in range(40):
        path, _ = evening.random_move()
        if evening.table.seq != before:
            return path
    return None


@pytest.mark.parametrize("scene", scenes.every(), ids="-".join)
def test_focus_never_falls_to_the_body(house, onlooker, scene):
    """What was held may be gone, or its whole page: then the head of its part has focus, or that of the page."""
    app, server, evenings = house
    evening = evenings[scene]
    with app.test_request_context():
        path = app.url_for(evening.table.game.page(evening.state), code=evening.code)
    cookie = evening.host.get_cookie("companion").value
    onlooker.context.clear_cookies()
    onlooker.context.add_cookies([{"name": "companion", "value": cookie, "url": server.url}])
    onlooker.go(path[1:]).quiet()
    for n in range(MOVES):
        held = onlooker.page.evaluate(HOLD, 5 * n + len(scene[1]))
        made = move(evening)
        if made is None:
            break
        onlooker.until(lambda: onlooker.page.evaluate(SEQ) >= evening.table.seq, True)
        onlooker.quiet()
        assert onlooker.page.evaluate("document.activeElement !== document.body"), (held, made, onlooker.page.url)
