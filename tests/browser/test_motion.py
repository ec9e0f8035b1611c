"""The light of the bar moves from page to page, no tap is lost meanwhile, and nothing moves for who wants it so."""

import pytest

from tests.browser.moves import BEGIN, FIRST, djinn, open_table

pytestmark = pytest.mark.browser

SLOW = """const slow = new CSSStyleSheet();
slow.replaceSync("::view-transition-group(*) { animation-duration: 60s !important; }");
document.adoptedStyleSheets = [slow];
addEventListener("pagereveal", (event) => { window.moved = Boolean(event.viewTransition); });"""
"""So that every tap of a test falls into a transition."""
MOVING = """() => document.getAnimations().map((one) => one.effect.pseudoElement ?? "")
    .filter((name) => name.startsWith("::view-transition-group"))"""


@pytest.fixture
def ann(phone):
    """Give a phone at a hunt, on which what moves from page to page does so for a minute."""
    ann = phone()
    ann.page.add_init_script(SLOW)
    code = open_table(ann, *djinn(BEGIN, **FIRST))
    ann.go(f"djinn/{code}/hunt").quiet()
    return ann


def test_a_tap_reaches_the_new_page_while_the_light_moves(ann):
    ann.tap("#nav a[href$='/score']")
    ann.at("/score")
    ann.until(lambda: ann.page.evaluate(MOVING), ["::view-transition-group(lit)"])
    ann.tap("#count-corked button[value='1']")
    ann.has("corked", 1)
    assert ann.page.evaluate(MOVING), "the transition was over before the tap"


def test_the_bar_can_be_tapped_on_while_its_light_moves(ann):
    for page in ("score", "setup", "hunt"):
        ann.tap(f"#nav a[href$='/{page}']")
        ann.at(f"/{page}")
        ann.until(lambda: ann.page.evaluate(MOVING), ["::view-transition-group(lit)"])


def test_nothing_moves_if_the_system_asks_for_less(ann):
    ann.page.emulate_media(reduced_motion="reduce")
    ann.tap("#nav a[href$='/score']")
    ann.at("/score")
    ann.until(lambda: ann.page.evaluate("window.moved"), False)
