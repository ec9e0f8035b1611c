"""Whoever looks on keeps a place on the page, whatever another phone does: every game in every scene."""

import pytest

from tests import scenes
from tests.browser.phones import Phone
from tests.browser.test_games import page_at, seat

pytestmark = pytest.mark.browser

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
def onlooker(browser, server):
    """Give a phone that taps nothing: its host's moves come from elsewhere."""
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
    evening = scenes.stage(house, *scene)
    seat(onlooker, evening)
    onlooker.go(page_at(evening)).quiet()
    for n in range(MOVES):
        held = onlooker.page.evaluate(HOLD, 5 * n + len(scene[1]))
        made = move(evening)
        if made is None:
            break
        onlooker.until(lambda: onlooker.page.evaluate(SEQ) >= evening.table.seq, True)
        onlooker.quiet()
        assert onlooker.page.evaluate("document.activeElement !== document.body"), (held, made, onlooker.page.url)
