"""The bar at the top of every page of a table."""

import pytest

from tests.browser.test_page_layout import AIM, LAYOUT, SIZES, alone, new, play, ring

pytestmark = pytest.mark.browser

BAR = """() => Object.fromEntries([...document.querySelectorAll("#top form, #top > .plain")].map((it) =>
    [it.id || it.getAttribute("href").split("/").at(-1), it.getBoundingClientRect().left]))"""
NARROWEST = """() => Math.min(...[...document.querySelectorAll("#top button, #top a")].map((it) => it.offsetWidth))"""


@pytest.mark.parametrize("count", [1, 4, 6, 14])
def test_the_bar_holds_still_when_something_can_be_restored(phone, count):
    """A second tap on "undo" meets nothing else, and on the narrowest phone nothing in the bar lies over anything."""
    phone = phone(locale="de-DE", width=320, height=568)
    if count > 4:
        code = ring(phone, count=count, moves=[("first", {"team": "0"})])
    else:
        code = alone(phone, cards=1) if count == 1 else new(phone, names=("Ann", "Bob", "Cem", "Dee"))
    if count == 4:
        play(phone, code, "begin")
    phone.go(f"t/{code}/log")
    before = phone.page.evaluate(BAR)
    entry = phone.page.locator("[name=entry][form=undo]").input_value()
    assert phone.post(f"t/{code}/undo", entry=entry).status == 303
    phone.go(f"t/{code}/log")
    after = phone.page.evaluate(BAR)
    assert after.pop("redo") < before["undo"]
    assert after.items() <= before.items()
    for width, _ in SIZES:
        phone.page.set_viewport_size({"width": width, "height": 568})
        layout = phone.page.evaluate(LAYOUT, [AIM, AIM])
        assert not [it for it in layout["found"] if "in the bar" in it]
        assert phone.page.evaluate(NARROWEST) >= AIM
