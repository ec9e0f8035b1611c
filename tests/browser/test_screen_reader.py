"""What a screen reader hears, and where the keyboard stands, when a table moves: on the tapping phone and others."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.moves import BEGIN, FIRST, djinn, do, emperor, open_table
from tests.browser.phones import Phone

pytestmark = pytest.mark.browser

HEAR = """() => {
    window.heard = [];
    const line = document.querySelector("#did");
    const note = () => line.innerText.trim() && window.heard.push(line.innerText.trim());
    new MutationObserver(note).observe(line, {childList: true, characterData: true, subtree: true});
}"""
FOCUS = """() => {
    const it = document.activeElement;
    return it === document.body ? "body" : `${it.localName}#${it.id} ${it.innerText}`.slice(0, 60);
}"""


@pytest.fixture(scope="module")
def two(browser, server):
    """Give a phone that taps, and one that looks on and reads with the keyboard."""
    phones = [Phone(browser, server, width=390, height=600) for _ in range(2)]
    yield phones
    for each in phones:
        each.context.close()
        assert not each.unforgiven


@pytest.fixture
def hunt(two):
    """Give both phones at a hunt; Bob hears what his is told."""
    ann, bob = two
    code = open_table(ann, *djinn(BEGIN, **FIRST))
    bob.token = None
    bob.context.clear_cookies()
    bob.post(f"t/{code}/sit", seat="1")
    for each in two:
        each.go(f"djinn/{code}/hunt").quiet()
    bob.page.evaluate(HEAR)
    return code, ann, bob


def test_what_one_does_the_other_hears_once(hunt):
    code, ann, bob = hunt
    ann.post(f"djinn/{code}/flee", seat="0", slot="R1", seen="9999")
    bob.reads("#happened", "flees to the supply")
    bob.quiet()
    (heard,) = bob.page.evaluate("heard")
    assert "flees" in heard
    ann.post(f"djinn/{code}/count", seat="0", box="coins", by="1")
    bob.until(lambda: bob.page.evaluate("heard.at(-1)"), "Ann, Coins: +1.")
    bob.quiet()
    assert len(bob.page.evaluate("heard")) == 2
    bob.page.mouse.click(5, 300)
    bob.find(".spaces a").first.click()
    bob.sees("#catching")
    bob.quiet()
    assert len(bob.page.evaluate("heard")) == 2, "a link says nothing again"


@pytest.mark.parametrize("held", ["#pause button", ".spaces a", "#top [role=button]"])
def test_who_looks_on_keeps_a_place_when_another_moves(hunt, held):
    """What had focus may be gone, as a turn's last button is: then its part of the page has it, or the page."""
    code, ann, bob = hunt
    bob.find(held).first.focus()
    seat = ann.find("#end-turn [name=seat]").input_value()
    for move in ("flee", "end-turn", "finish"):
        ann.post(f"djinn/{code}/{move}", seat=seat, slot="R1", seen="9999")
        bob.quiet()
        assert bob.page.evaluate(FOCUS) != "body", move


def test_who_held_what_another_took_stands_at_the_head_of_that_part(two):
    ann, bob = two
    code = open_table(ann, *djinn())
    bob.token = None
    bob.context.clear_cookies()
    bob.post(f"t/{code}/sit", seat="1")
    for each in two:
        each.go(f"djinn/{code}/draft").quiet()
    while "Bob" not in bob.find("#draft h1").inner_text():
        ann.breathe()
        ann.tap("#pick [name=tile] >> nth=0")
        ann.quiet()
        bob.quiet()
    bob.find("#pick [name=tile] >> nth=-1").focus()
    ann.breathe()
    ann.tap("#pick [name=tile] >> nth=-1")  # the host takes that one for Bob
    ann.quiet()
    bob.quiet()
    bob.until(lambda: bob.page.evaluate(FOCUS)[0], "h")


def test_a_seat_of_the_ring_is_named_with_role_team_and_life(two):
    ann, bob = two
    code = open_table(ann, *emperor(do("begin")))
    bob.go(f"emperor/{code}/ring").quiet()
    bob.sees(bob.page.get_by_role("link", name="Bob, Emperor, Team 1, Life: 20", exact=True))
    ann.post(f"emperor/{code}/life", seat="1", by="-3")
    bob.sees(bob.page.get_by_role("link", name="Bob, Emperor, Team 1, Life: 17", exact=True))
    bob.go(f"emperor/{code}/board")
    bob.sees(bob.page.get_by_role("img", name="Bob, Emperor, Team 1, Life: 17", exact=True))


def test_the_clock_is_described_by_its_time_as_it_goes_on(hunt):
    """Also after a live update, which leaves it alone."""
    code, ann, bob = hunt
    button = bob.find("#pause button")
    expect(button).to_have_accessible_name("Pause the clock")
    expect(button).to_have_accessible_description(re.compile(r"^0:0\d$"))
    ann.post(f"djinn/{code}/flee", seat=ann.find("#end-turn [name=seat]").input_value(), slot="R1", seen="9999")
    bob.reads("#happened", "flees")
    button.evaluate("it => { it.before = document.getElementById('used').textContent; }")
    bob.until(lambda: button.evaluate("it => it.before !== document.getElementById('used').textContent"), True)
    expect(button).to_have_accessible_description(re.compile(r"^0:\d\d$"))
    time = bob.find("#used").bounding_box()
    bob.page.mouse.click(time["x"] + time["width"] / 2, time["y"] + time["height"] / 2)
    expect(bob.find("#pause button")).to_have_accessible_name("Resume the clock")


def test_the_whole_pause_lights_up_under_a_mouse(hunt):
    *_, bob = hunt
    paint = "it => getComputedStyle(it).backgroundColor"
    plain = bob.find("#pause").evaluate(paint)
    for part in ("#used", "#pause .icon"):
        bob.page.mouse.move(1, 1)
        assert bob.find("#pause").evaluate(paint) == plain
        bob.find(part).hover(force=True)
        assert bob.find("#pause").evaluate(paint) != plain
        assert bob.find("#pause button").evaluate(paint) == "rgba(0, 0, 0, 0)"


def test_a_search_says_how_much_it_finds_as_one_types(two):
    _, bob = two
    bob.go("djinn/rules").page.evaluate(HEAR)
    bob.page.keyboard.press("Tab")
    bob.find("#q").press_sequentially("Boss")
    bob.until(lambda: bob.page.evaluate("heard.length") > 0, True)
    bob.quiet()
    assert bob.page.evaluate("heard.at(-1)") == f"{bob.find('#found .rule').count()} passages found."
    bob.find("#q").fill("xyzzyx")
    bob.reads("#found", "Nothing found")
    bob.until(lambda: bob.page.evaluate("heard.at(-1)"), "Nothing found. Try another word.")
