"""The pages that lead other phones here: a picture that each camera reads, whole on the smallest phone."""

import re
from pathlib import Path

import pytest

from tests.browser.phones import Server
from tests.browser.test_page_layout import fits
from tests.engines import evening

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 568}
CUT = """it => {
    const {top, bottom} = it.getBoundingClientRect();
    return top < 0 || bottom > document.querySelector("nav").getBoundingClientRect().top;
}"""
COLOURS = """it => {
    const {backgroundColor, colorScheme} = getComputedStyle(it);
    const line = getComputedStyle(it.querySelector(".qrline"));
    return [backgroundColor, line.stroke, colorScheme];
}"""


@pytest.fixture
def everywhere(tmp_path):
    """Start a server that other phones would reach, by the name 127.0.0.1."""
    server = Server(tmp_path, "--host", "", "--name", "127.0.0.1")
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.errors


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_picture_is_whole_beside_the_warning_on_the_smallest_phone(phone, scheme, locale):
    ann = phone(scheme=scheme, locale=locale, **SMALL)
    ann.go(f"t/{ann.open_table()}/share")
    assert ann.page.locator("main .bad").count() == 1
    assert not ann.page.locator(".qr").evaluate(CUT)


@pytest.mark.parametrize("how", [{"scheme": "dark"}, {"scheme": "light"}, {"forced_colors": "active"}])
def test_a_picture_stays_dark_on_white(phone, how):
    ann = phone(**how)
    ann.go(f"t/{ann.open_table()}/share")
    ground, line, scheme = ann.page.locator(".qr").evaluate(COLOURS)
    assert (ground, line) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    assert set(scheme.split()) == {"light", "only"}  # no browser darkens it by itself


def test_where_a_phone_inverts_all_colours_the_picture_is_inverted_once_more():
    """Chromium cannot be told to do that."""
    built = (Path(__file__).parents[2] / "static" / "built" / "style.css").read_text()
    assert re.search(r"@media ?\(inverted-colors: ?inverted\) ?\{ ?\.qr ?\{ ?filter: ?invert\(1\)", built)


def test_each_other_address_has_its_text_and_one_tap_away_its_picture(phone, everywhere):
    ann = phone(everywhere, **SMALL)
    code = ann.open_table()
    ann.go(f"t/{code}/share")
    others = ann.page.locator("main details")
    if not others.count():
        pytest.skip("no network here")
    for number in range(others.count()):
        other = others.nth(number)
        assert re.fullmatch(rf"http://\S+:{everywhere.port}/t/{code}", other.locator("summary").inner_text().strip())
        assert not other.locator(".qr").is_visible()
        other.locator("summary").click()
        assert other.locator(".qr").is_visible()
    assert not fits(ann, "en")


def test_a_play_is_handed_to_an_app_that_is_missing_and_the_page_stays(table):
    _, ann = table(page="score", phones=1)
    ann.forgive("registered handler", "request out of the house: bgstats:")
    ann.tap("#count-corked button[value='1']")
    ann.has("corked", 1)
    ann.end_game()
    ann.at("/result")
    evening.hand_over(ann)
