"""A ring on a phone: the pad of larger numbers, poison, the own seat, whose turn it is, hollow discs, the ante."""

import re

import pytest

from tests.browser.moves import make, open_table
from tests.browser.rings import CROWDED
from tests.browser.test_emperor_and_war import COLOURS, NAMES, PAD, number, ring
from tests.browser.test_war_game import in_view

pytestmark = pytest.mark.browser
__all__ = ["ring"]


def close_by_pick(ann):
    ann.tap("#pad [value='-3']")
    number(ann, "Dee", 17)


CLOSES = {
    "a pick": close_by_pick,
    "its button": lambda ann: ann.tap("#more-3 summary"),
    "a tap beside it": lambda ann: ann.tap("#then"),
    "Escape": lambda ann: ann.page.keyboard.press("Escape"),
}


@pytest.mark.parametrize("way", CLOSES)
def test_the_larger_numbers_close(ring, way):
    ann = ring(390, 844)
    ann.tap("#more-3 summary")
    ann.sees("#pad")
    CLOSES[way](ann)
    ann.until(ann.find("#pad").is_visible, False)
    assert ann.find("#more-3 summary").inner_text() == "±"


def test_one_poison_more_is_one_tap_and_shows_on_the_ring(ring):
    ann = ring(390, 844)
    ann.misses("#poison-3")
    ann.tap("#poisons button")
    ann.reads("#poison-3", "1")
    assert "Poison: 1" in ann.find("#at-3").get_attribute("aria-label")


def test_a_phone_that_lies_shows_the_own_seat_and_the_turn(ring):
    ann = ring(844, 390)
    assert all(in_view(ann, id) for id in ("at-0", "life-3", "end-turn"))
    ann.tap("#more-3 summary")
    ann.sees("#pad")
    assert ann.page.evaluate(PAD) == []


WIDER = """() => [...document.querySelectorAll(".ring [id^=has-]")].filter((life) => {
    const wide = (it) => it.getBoundingClientRect().width;
    return wide(life) > Math.max(...[...life.parentNode.querySelectorAll("circle:not(.reachable)")].map(wide));
}).map(({id}) => id)"""
"""Lists the life totals that are wider than their discs."""


def test_in_a_ring_of_many_each_life_fits_its_disc_on_a_phone_that_lies(phone):
    ann = phone(width=844, height=390)
    code = open_table(ann, "emperor", 14, {}, (("begin", {}),))
    ann.go(f"emperor/{code}/ring")
    assert ann.find(".ring.many [id^=has-]").count() == 14
    assert ann.page.evaluate(WIDER) == []


CUT = "it => it.scrollHeight - it.clientHeight > 2 || it.scrollWidth > it.clientWidth"


@pytest.mark.parametrize("name", ["Christopher", "Maximilian"])
def test_whose_turn_it_is_is_read_whole_on_every_phone(phone, name):
    """At 320 px the name stood above the buttons; at 390 it was cut off, however short."""
    ann = phone(width=320, height=568, locale="de-DE")
    form = {f"players-{n}-name": name if n == 0 else one for n, one in enumerate(NAMES)}
    form |= {f"players-{n}-colour": one for n, one in enumerate(COLOURS)}
    code = ann.post("emperor/new", count="6", **form).headers["location"].split("/")[2]
    for move, choices in (("first", {"team": "0"}), ("begin", {}), *(("end-turn", {"seat": one}) for one in "2345")):
        make(ann, "emperor", code, move, choices)
    ann.post(f"t/{code}/sit", seat="0")
    ann.go(f"emperor/{code}/ring").quiet()
    ann.reads("#turn h1", f"Du bist dran, {name}")
    for width in (320, 375, 390, 412, 480):
        ann.page.set_viewport_size({"width": width, "height": 844})
        assert not ann.find("#turn h1").evaluate(CUT), width
        assert ann.page.evaluate(CROWDED, 0) == [], width


HOLLOW = """() => [...document.querySelectorAll(".ring .far")].map((spot) => [
    getComputedStyle(spot.querySelector("a > use")).color, getComputedStyle(spot.querySelector(".disc")).fill,
])"""


def contrast(*colours):
    """Reckon the contrast of two colours, as WCAG does."""

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted(light(one) for one in colours)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hollow_discs_keep_their_signs(phone, scheme):
    ann = phone(scheme=scheme)
    ann.go(f"emperor/{open_table(ann, 'emperor', 14, {}, (('begin', {}),))}/ring?seat=3").quiet()
    hollow = ann.page.evaluate(HOLLOW)
    assert len(hollow) > 5
    assert min(contrast(*both) for both in hollow) >= 3


def test_a_duel_for_ante_asks_before_it_begins_without_cards(phone):
    ann = phone()
    code = open_table(ann, "emperor", 6, {"ante": "y"}, [("ante", {"seat": "0", "card": "Ornithopter"})])
    ann.go(f"emperor/{code}/seats").tap("#ask-ante")
    ann.reads("#no-ante", "still missing from: Bob, Cem, Dee, Eve, Fay")
    ann.tap("#begin button")
    ann.at("/ring")
