"""A long name, as people have them, is whole where it tells people apart, and lies over nothing."""

import pytest

from tests.browser.cases_tales import BEGIN, OVER, READY
from tests.browser.moves import make
from tests.colours import colour

pytestmark = pytest.mark.browser

LONG = ("Scheherazade von Buchara", "Scheherazade von Basra", "W" * 24)
LOCALES = ("en-GB", "de-DE")
BROKEN = """it => {
    const walk = document.createTreeWalker(it, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
    for (let text; text = walk.nextNode();)
        for (const word of text.data.matchAll(/\\S+/g)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (range.getClientRects().length > 1) found.push(word[0]);
        }
    return found;
}"""
"""The words that go on in another line."""
OVERLAID = """() => [...document.querySelectorAll("svg > g")].map((row) => {
    const name = row.querySelector("[clip-path='url(#hero)']");
    const points = row.querySelector(":scope > [text-anchor=end]");
    const shown = Math.min(name.getBBox().width, document.querySelector("#hero rect").width.baseVal.value);
    return name.transform.baseVal[0].matrix.e + shown - points.getBBox().x;
}).filter((over) => over > 0)"""
"""By how much names lie over points in the picture of the ways."""


def tales(phone, *moves, names=LONG):
    """Open a table of Tales of people with long names; give its code."""
    form = {"count": str(len(names)), "total": "20"}
    for n, name in enumerate(names):
        form |= {f"players-{n}-name": name, f"players-{n}-colour": colour(n)}
    code = phone.post("tales/new", **form).headers["location"].split("/")[2]
    for move, choices in moves:
        make(phone, "tales", code, move, choices)
    return code


@pytest.mark.parametrize("locale", LOCALES)
def test_whose_turn_it_is_no_word_breaks_that_fits_a_line(phone, locale):
    hand = phone(width=320, height=568, locale=locale)
    code = tales(hand, *READY, BEGIN, names=(LONG[0], "Bob", "Cem"))
    hand.go(f"tales/{code}/turn").quiet()
    assert not hand.find("#whose h1").evaluate(BROKEN)
    assert hand.page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("locale", LOCALES)
def test_on_the_picture_of_the_ways_no_name_lies_over_points(phone, locale):
    hand = phone(locale=locale)
    hand.forgive("favicon.ico")
    code = tales(hand, *READY, BEGIN, *OVER)
    hand.go(f"tales/tale/{code}.svg")
    assert hand.page.evaluate(OVERLAID) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_who_takes_a_seat_reads_every_name_whole(phone, locale):
    """Names that begin alike are told apart by their ends."""
    code = tales(phone())
    hand = phone(width=320, height=568, locale=locale)
    hand.go(f"t/{code}").quiet()
    cut = "all => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent.trim())"
    assert hand.find("#sit button > .grow").evaluate_all(cut) == []
