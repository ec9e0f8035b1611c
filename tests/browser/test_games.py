"""What holds for the pages of every game in every scene, on a small phone: a sixth game is checked by existing."""

from collections import Counter
from urllib.parse import urlsplit

import pytest

from tests import scenes
from tests.browser.moves import TOP
from tests.browser.phones import Phone
from tests.browser.test_outcomes import PLACE
from tests.browser.test_page_layout import AIM, LAYOUT, LEAST, STILL, for_everybody

pytestmark = pytest.mark.browser

SCENES = scenes.every()
BUTTONS = "main form[method=post]:not(#rematch) button:not(.visually-hidden)"
MOST_TAPS = 4
"""How many buttons of a page are tapped."""


@pytest.fixture(scope="module")
def small(browser, server):
    """Give the smallest phone, in German."""
    phone = Phone(browser, server, width=320, height=568, scheme="dark", locale="de-DE")
    phone.forgive("status of 422")  # a button may be refused: then nothing was done
    yield phone
    phone.context.close()
    assert not phone.unforgiven


def seat(phone, evening):
    """Put the host's cookie of a staged table into a phone's browser."""
    cookie = evening.host.get_cookie("companion")
    phone.context.clear_cookies()
    phone.context.add_cookies([{"name": "companion", "value": cookie.value, "url": phone.server.url}])


def pages(evening):
    """List the pages of a table that the bottom bar leads to."""
    with evening.app.test_request_context():
        return [
            evening.app.url_for(page[0], code=evening.code) for page in evening.table.game.pages.in_bar(evening.state)
        ]


def page_at(evening):
    """Find the page that the game is at."""
    with evening.app.test_request_context():
        return evening.app.url_for(evening.table.game.pages.current(evening.state), code=evening.code)[1:]


@pytest.mark.parametrize("scene", SCENES, ids="-".join)
def test_every_page_fits_and_stays_still(small, house, scene):
    evening = scenes.stage(house, *scene)
    seat(small, evening)
    found = []
    for path in pages(evening):
        small.go(path[1:])
        found += [f"{path}: {one}" for one in small.page.evaluate(LAYOUT, [LEAST, AIM])["found"]]
        found += [f"{path}: {one}" for one in small.page.evaluate(STILL)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scene", SCENES, ids="-".join)
def test_what_a_tap_did_is_in_view(small, house, scene):
    """Tap some buttons of the page that the game is at: what each did lies between the bars."""
    tried = Counter()
    for number in range(MOST_TAPS):
        evening = scenes.stage(house, *scene)
        seat(small, evening)
        small.go(page_at(evening))
        button = untried(small, tried)
        if button is None:
            break
        before = evening.table.seq
        button.scroll_into_view_if_needed()
        button.click()
        small.quiet()
        if evening.table.seq == before:
            continue  # refused in words, which test_outcomes looks at
        place = small.page.evaluate(PLACE)
        assert place["under"] <= 1, (number, place)
        assert place["over"] <= 1 or place["id"] == TOP, (number, place)


@pytest.mark.parametrize("game", sorted({game for game, _ in SCENES}))
def test_without_scripts_a_tap_leads_to_what_it_did(browser, server, house, game):
    phone, tried = Phone(browser, server, width=320, height=568, js=False), Counter()
    for scene in [scene for scene in SCENES if scene[0] == game]:
        evening = scenes.stage(house, *scene)
        seat(phone, evening)
        phone.go(page_at(evening))
        button = untried(phone, tried)
        if button is not None:
            button.click()
            phone.page.wait_for_load_state()
            place = urlsplit(phone.page.url)
            assert place.path.startswith(f"/{game}/{evening.code}/"), place
            assert not place.fragment or phone.page.locator(f"#{place.fragment}").count() == 1, place
    phone.context.close()


def untried(phone, tried):
    """Find a button in view that sends a form whose like was not sent yet."""
    for button in phone.page.locator(BUTTONS).all():
        action = button.evaluate("it => it.getAttribute('formaction') ?? it.form.getAttribute('action')")
        kind = urlsplit(action).path.rpartition("/")[2]
        if not tried[kind] and button.is_visible() and button.is_enabled():
            tried[kind] += 1
            return button
    return None


@pytest.mark.parametrize("game", sorted({game for game, _ in SCENES}))
def test_every_page_is_for_everybody(browser, server, house, game):
    """No fault that axe finds, on any page of any scene."""
    phone = Phone(browser, server, width=320, height=568, scheme="light", locale="de-DE")
    found = set()
    for scene in [scene for scene in SCENES if scene[0] == game]:
        evening = scenes.stage(house, *scene)
        seat(phone, evening)
        for path in pages(evening):
            phone.go(path[1:])
            found |= {f"{scene} {path} {fault}" for fault in for_everybody(phone, "light")}
    phone.context.close()
    assert not found, "\n".join(sorted(found))
