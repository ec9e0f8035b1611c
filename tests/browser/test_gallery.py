"""The gallery of what pages are made of, as `companion --debug` shows it."""

import pytest

from tests.browser.phones import Server

pytestmark = pytest.mark.browser

GROUND = {"light": "rgb(250, 245, 233)", "dark": "rgb(21, 18, 41)"}
INK = {"light": "rgb(42, 35, 71)", "dark": "rgb(243, 239, 255)"}
LOOKS = """all => all.map((it) => {
    const {backgroundColor, color} = getComputedStyle(it);
    return [it.dataset.scheme, backgroundColor, color];
})"""
BEYOND = """all => all.filter((it) => {
    const {left, right, width} = it.getBoundingClientRect();
    return width && (left < 0 || right > innerWidth);
}).map((it) => it.outerHTML.slice(0, 200))"""
"""Lists what is cut off at the sides of the screen."""
EMPTY = "all => all.filter((it) => !it.getBoundingClientRect().height).map((it) => it.parentElement.id)"


@pytest.fixture
def debugged(tmp_path):
    """Start a server for who builds Companion."""
    own = Server(tmp_path, "--debug")
    yield own
    assert own.stop() == 0
    assert "Traceback" not in own.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_component_fits_a_small_phone_in_both_schemes(phone, debugged, scheme):
    """Whatever scheme the browser prefers, each is shown in both."""
    ann = phone(at=debugged, width=320, height=568, scheme=scheme).go("gallery")
    ann.sees("[data-scheme]", 18)
    looks = ann.find("[data-scheme]").evaluate_all(LOOKS)
    assert [*map(tuple, looks)] == [(one, GROUND[one], INK[one]) for one in ("light", "dark")] * 9
    assert ann.find("[data-scheme] > :first-child").evaluate_all(EMPTY) == []
    assert ann.find("#main *").evaluate_all(BEYOND) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 320
