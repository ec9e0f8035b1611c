"""A page that live updates have kept up to date says what a page that is loaded anew says."""

import html
import random
import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests import scenes
from tests.thorough import tries

LIVE = re.compile(r'<(?:section|div) id="([\w-]+)"[^>]* hx-get="([^"]+)" (?:hx-trigger="moved|data-seq)')
PASSING = re.compile(
    r' hx-get="[^"]*since=[^"]*"| data-seq="\d+"|<input type="hidden" name="(?:op|seen|csrf_token)"[^>]*>'
    r'| data-running="\d+" data-since="[\d-]+"\s*>[\d:]+|\s+(?=[<>])|(?<=[<>])\s+'
)
"""What each page has of its own: where it asks for its next update, what its taps are called, the time; and blanks."""
MOVES, PAGES = tries(8, 12), tries(4, 8)
"""How many moves are made by chance, and how many pages of a scene are looked at after each."""


class Page:
    """A page as a phone shows it: its live block, which updates change."""

    def __init__(self, phone, address):
        self.phone, self.address = phone, address
        text = phone.get(address).text
        found = LIVE.search(text)
        self.id, self.asks = (found[1], html.unescape(found[2])) if found else (None, None)
        self.text = text
        self.beside = beside(text, self.id) if self.id else ""

    def update(self):
        """Ask for what is new; say whether the phone stays on this page."""
        answer = self.phone.get(self.asks, headers={"HX-Request": "true", "HX-Target": self.id})
        if answer.status_code == 204:
            return True
        if answer.status_code != 200 or not (found := LIVE.search(answer.text)) or found[1] != self.id:
            return False
        self.asks = html.unescape(found[2])
        self.text = answer.text
        return True

    @property
    def block(self):
        return self.id and PASSING.sub("", LexborHTMLParser(self.text).css_first(f"#{self.id}").html)


def beside(text, id):
    """Read what stands on a page beside its live block, which no update changes.

    Left out are forms that somebody opened, by a link in the block: what is chosen there already stays.
    """
    main = LexborHTMLParser(LexborHTMLParser(text).css_first("#main").html)
    for one in main.css(f"#{id}, [id^=doing-], [id^=casting-]"):
        one.decompose()
    return PASSING.sub("", main.body.html)


def pages_of(evening):
    """List the pages in the bar, and what these show of themselves when something on them is tapped."""
    with evening.app.test_request_context():
        bar = [
            evening.app.url_for(page, code=evening.code) for page, *_ in evening.table.game.pages.in_bar(evening.state)
        ]
    for page in bar:
        yield page
        links = re.findall(rf'hx-get="(?:{page})?(\?[^"#]+)"', evening.host.get(page).text)
        yield from (page + html.unescape(link) for link in links if "since=" not in link)


def played(app, game, scene):
    """Make moves by chance; after each give what pages show that were updated, and what they show loaded anew."""
    evening, rng = scenes.stage(app, game, scene), random.Random(f"{game} {scene}")
    pages = [*dict.fromkeys(pages_of(evening))]
    phones = [Page(evening.host, one) for one in rng.sample(pages, min(PAGES, len(pages)))]
    phones = [one for one in phones if one.id]
    for _ in range(MOVES):
        path, _ = evening.random_move()
        phones = [one for one in phones if one.update()]
        for phone in phones:
            yield path, phone, Page(evening.host, phone.address)


@pytest.mark.thorough(one_in=16)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_a_page_kept_up_to_date_is_the_page_loaded_anew(app, game, scene):
    compared = 0
    for path, phone, anew in played(app, game, scene):
        assert phone.block == anew.block, (path, phone.address)
        assert phone.beside == anew.beside, (path, phone.address)
        compared += 1
    assert compared
