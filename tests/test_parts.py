"""What of a page a phone has already, and what a live update then leaves out."""

import html
import re

import pytest

from companion.web import pages
from tests import scenes


@pytest.fixture
def hunt(app):
    """Stage a hunt; give its table, and what asks for an update of its page."""
    evening = scenes.stage(app, "djinn", "in play")
    page = f"/djinn/{evening.code}/hunt"

    def update(address):
        return evening.host.get(address, headers={"HX-Request": "true", "HX-Target": "hunt"}).text

    return evening, evening.host.get(page).text, update


def again(page):
    """Give the address where the hunt asks for its live updates."""
    return html.unescape(re.search(r'<section id="hunt"[^>]* hx-get="([^"]+)', page)[1])


def parts(page):
    """Give the ids of the spaces on the map that come whole."""
    return set(re.findall(r'<g id="stand-(\w+)" (?!data-same)', page))


def catch(evening):
    """Catch a Djinn; give the space where it stood."""
    slot, space = next((slot, space) for slot, space in evening.state.spaces.items() if space.djinn)
    assert evening.tap("remove", {"seat": evening.state.turn.seat, "slot": slot, "djinn": [*space.djinn[:1]]}) == 303
    return slot


def test_an_update_brings_the_one_space_that_has_changed(hunt):
    evening, page, update = hunt
    assert len(parts(page)) == 13
    for _ in range(2):  # by what the page has, then by what the first update has left there
        slot = catch(evening)
        page = update(again(page))
        assert parts(page) == {slot}
        assert page.count('<g id="stand-') == 13


def test_an_update_that_leaves_out_the_map_goes_on_knowing_its_spaces(hunt):
    evening, page, update = hunt
    evening.tap("pause", {})
    page = update(again(page))
    assert '<div id="city" data-same="1">' in page
    slot = catch(evening)
    assert parts(update(again(page))) == {slot}


@pytest.mark.parametrize("name", ["", "AAAAAAAA", "x" * 2000, "<part>"])
def test_a_page_that_nobody_remembers_comes_whole(hunt, name):
    evening, page, update = hunt
    catch(evening)
    text = update(re.sub(r"have=[\w-]+", f"have={name}", again(page)))
    assert len(parts(text)) == 13
    assert "data-same" not in text


def test_no_more_pages_are_remembered_than_so_many(app, monkeypatch):
    monkeypatch.setattr(pages, "STAMPS_KEPT", 3)
    monkeypatch.setitem(app.extensions, "stamps", {})
    with app.test_request_context():
        names = [pages.remembered(f"page {number}") for number in range(4)]
        assert pages.remembered("page 1") == names[1]
        pages.remembered("page 5")
        assert set(app.extensions["stamps"]) >= {names[1], names[3]}
        assert len(app.extensions["stamps"]) == 3
