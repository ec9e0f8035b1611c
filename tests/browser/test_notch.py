"""Phones with a notch and a home bar, upright and on their side, with ordinary and with very large type."""

import pytest

from tests.browser.moves import BEGIN, FIRST, djinn, open_table
from tests.browser.phones import Phone

pytestmark = pytest.mark.browser

UPRIGHT = {"top": 47, "right": 0, "bottom": 34, "left": 0}
ON_ITS_SIDE = {"top": 0, "right": 47, "bottom": 21, "left": 47}
"""Pixels that a phone keeps for itself, as an iPhone does."""
PAGES = {
    "score": "score?all=1",
    "hunt": "hunt?space=R3",
    "can I": "can?space=R3&boss=y&magic=9&circles=2&coins=4",
}
HIDDEN = """(insets) => {
    const told = (it) => `${it.localName} ${it.id || it.textContent.trim().slice(0, 20)}`;
    const place = (it) => it.getBoundingClientRect();
    const shown = (it) => it.checkVisibility() && place(it).width > 1;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const found = [];
    for (const it of all("#top > *, #nav a, main a[href], main button, main input, #refusal:not(:empty), #answer")) {
        const {left, right, top, bottom} = place(it);
        if (left < insets.left - 1 || right > innerWidth - insets.right + 1)
            found.push(`beside the notch: ${told(it)}`);
        if (!it.closest("#top, #nav, #refusal")) continue;
        if (top < insets.top - 1 || bottom > innerHeight - insets.bottom + 1) found.push(`under it: ${told(it)}`);
    }
    const above = place(document.querySelector("#top")).bottom, below = place(document.querySelector("#nav")).top;
    for (const it of all(".tabs, #answer, #refusal:not(:empty)")) { // what sticks between the bars
        const {top, bottom} = place(it);
        const stuck = top < innerHeight && bottom > 0;
        if (stuck && it.matches(".tabs") && top < above - 1) found.push(`under the bar above: ${told(it)}`);
        if (stuck && !it.matches(".tabs") && bottom > below + 1) found.push(`under the bar below: ${told(it)}`);
    }
    return found;
}"""

END = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const all = [...document.querySelectorAll("main :is(a[href], button)")].filter((it) => it.checkVisibility());
    return Math.max(...all.map((it) => it.getBoundingClientRect().bottom))
        - document.querySelector("#nav").getBoundingClientRect().top;
}"""


@pytest.fixture(scope="module")
def phone(browser, server):
    """Give a phone at a hunt that has begun."""
    phone = Phone(browser, server)
    phone.forgive("status of 422")
    phone.code_of_hunt = open_table(phone, *djinn(BEGIN, **FIRST))
    yield phone
    phone.context.close()
    assert not phone.unforgiven


@pytest.mark.parametrize("type_size", ["100%", "200%"])
@pytest.mark.parametrize("insets", [UPRIGHT, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_nothing_to_tap_or_read_lies_under_the_notch(phone, insets, type_size):
    on_its_side = insets is ON_ITS_SIDE
    phone.page.set_viewport_size({"width": 844, "height": 390} if on_its_side else {"width": 390, "height": 844})
    screen = phone.context.new_cdp_session(phone.page)
    screen.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    for path in PAGES.values():
        phone.go(f"djinn/{phone.code_of_hunt}/{path}").quiet()
        padded = phone.page.evaluate("getComputedStyle(document.querySelector('#nav')).paddingBottom")
        assert padded == f"{insets['bottom']}px", "the browser takes the notch into account"
        phone.page.evaluate("size => { document.documentElement.style.fontSize = size; }", type_size)
        phone.page.evaluate("scrollTo(0, 600)")
        assert not phone.page.evaluate(HIDDEN, insets), path
        assert phone.page.evaluate(END) <= 0, f"the end of {path} can be scrolled up to the bar"


def test_a_refusal_stands_above_the_bar_and_the_home_bar(phone):
    phone.page.set_viewport_size({"width": 390, "height": 844})
    screen = phone.context.new_cdp_session(phone.page)
    screen.send("Emulation.setSafeAreaInsetsOverride", {"insets": UPRIGHT})
    phone.go(f"djinn/{phone.code_of_hunt}/score?all=1").quiet()
    phone.fill("#box-keys", "13")
    phone.reads("#refusal", "Keys: must be 0 to 12")
    assert not phone.page.evaluate(HIDDEN, UPRIGHT)
