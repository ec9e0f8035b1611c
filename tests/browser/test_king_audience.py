"""An audience with King Suleiman: what lay under him, whom he joins for, and the yes to him stand between the bars."""

from itertools import product

import pytest

from tests.browser.moves import BEGIN, do, killed, open_table, war
from tests.browser.phones import Phone

pytestmark = pytest.mark.browser

SIZES = [(390, 844, "en-GB"), (360, 640, "en-GB"), (360, 640, "de-DE")]
SMALL = (320, 568, "de-DE")
SEEN = """(selectors) => selectors.filter((selector) => {
    const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
    const [above, below] = ["#top", "#nav"].map((bar) => document.querySelector(bar).getBoundingClientRect());
    return top < above.bottom - 1 || bottom > below.top + 1;
})"""
WON = [move for id in ("ring", "lamp", "valley") for move in (*killed(id), do("resolve", resource=id, survived="yes"))]
"""Gives at least two artifacts that he is offered."""
NOTHING = [do("house-rule", rule="king_under", on="y")]


@pytest.mark.parametrize(("won", "size"), [*product([WON], [*SIZES, SMALL]), *product([NOTHING], SIZES)])
def test_the_kings_yes_is_in_view_with_what_came_to_light(browser, server, won, size):
    width, height, locale = size
    phone = Phone(browser, server, width=width, height=height, locale=locale)
    code = open_table(phone, *war(BEGIN, *won, *killed("king")))
    phone.go(f"efreet_war/{code}/war?resource=king")
    phone.tap("#resolve button.go")
    phone.sees("#king")
    phone.quiet()
    asked = "#giving label" if won == WON else "#another select"
    assert phone.page.evaluate(SEEN, ["#uncovered-king", "#named", asked, "#king .go"]) == []
    if won != WON:
        phone.find(asked).select_option("Jeweled Bird")
    phone.breathe()
    phone.tap("#king .go")
    phone.sees("#tile-king .claimed")
    assert not phone.unforgiven
    phone.context.close()
