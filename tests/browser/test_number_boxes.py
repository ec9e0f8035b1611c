"""Number boxes, the calculator's verdict, and a refusal beside its field."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

BETWEEN = """it => {
    const {top, bottom} = it.getBoundingClientRect(), bar = (id) => document.getElementById(id).getBoundingClientRect();
    return top >= bar("top").bottom - 1 && bottom <= bar("nav").top + 1;
}"""

LATE = "const soon = setTimeout; window.setTimeout = (then, wait = 0, ...more) => soon(then, wait + 300, ...more);"

ABOVE = "it => it.getBoundingClientRect().bottom <= document.getElementById('refusal').getBoundingClientRect().top"


@pytest.mark.parametrize("touch", [True, False])
def test_a_number_typed_takes_the_place_of_the_one_that_stood_there(table, touch):
    """A tapped 4 became 40: the 0 stayed."""
    _, ann = table(page="score?all=1", phones=1, has_touch=touch)
    ann.page.add_init_script(LATE)  # a phone with much to do
    ann.page.reload()
    box = ann.find("#box-coins")
    box.scroll_into_view_if_needed()
    box.tap() if touch else box.click()
    ann.page.keyboard.type("4")
    ann.page.keyboard.press("Tab")
    ann.quiet()
    assert ann.number("coins") == 4
    ann.page.reload()
    ann.has("coins", 4)


NEGATIVE = ("box-other", "points")
"""The boxes whose number may be negative: digits alone have no minus to type."""


def test_every_number_box_asks_for_digits(hunt):
    code, ann, _ = hunt
    pages = [f"djinn/{code}/score?all=1", f"djinn/{code}/can", "djinn/box/numbers", "djinn/solo/new"]
    for path in pages:
        ann.go(path)
        boxes = ann.find("[type=number]")
        assert boxes.count() > 0, path
        modes = boxes.evaluate_all("boxes => boxes.map((box) => [box.inputMode, box.id || box.name])")
        assert {tuple(one) for one in modes if one[0] != "numeric"} <= {("text", id) for id in NEGATIVE}


def test_the_wheel_over_a_number_box_changes_nothing(table):
    _, ann = table(page="score?all=1", phones=1)
    box = ann.find("#box-coins")
    box.click()
    box.hover()
    ann.page.mouse.wheel(0, -300)
    ann.quiet()
    assert ann.number("coins") == 0


def test_too_many_coins_are_refused_beside_their_box_and_stay_typed(table):
    _, ann = table(page="score?all=1", phones=1)
    ann.forgive("status of 422")
    ann.page.fill("#box-coins", "1720")
    ann.page.keyboard.press("Tab")
    ann.reads("#refusal", "Coins: must be 0 to 999")
    ann.reads("#row-coins #fault", "Coins: must be 0 to 999")
    assert ann.find("#fault").evaluate(ABOVE), "the line at the bottom hides what is wrong"
    box = ann.find("#box-coins")
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(box).to_have_attribute("aria-describedby", "fault")
    assert box.input_value() == "1720"
    ann.breathe()
    ann.page.fill("#box-coins", "17")
    ann.page.keyboard.press("Tab")
    ann.misses("#fault")
    ann.quiet()
    assert box.get_attribute("aria-invalid") is None


def test_a_number_that_enter_sends_is_refused_once_beside_its_box(table):
    """It is sent as a change and by Enter, and once each refusal left its sentence there."""
    _, ann = table(page="score?all=1", phones=1)
    ann.forgive("status of 422")
    ann.fill("#box-coins", "1720")
    ann.reads("#row-coins #fault", "Coins: must be 0 to 999")
    ann.quiet()
    assert ann.find(".fault").count() == 1


def test_a_number_that_enter_has_sent_goes_with_its_undo_and_its_sheet(table):
    """Its box stays focused, and once kept it: after an undo, and on the sheet of the next player."""
    _, ann = table(page="score", phones=1)
    for leave in ("#undo button", "#of-1"):
        ann.fill("#box-bottles", "5")
        ann.quiet()
        ann.tap(leave)
        ann.has("bottles", 0)


def test_a_number_that_enter_has_sent_is_written_over_by_the_table(table):
    code, ann, bob = table(page="score", phones=2)
    bob.fill("#box-bottles", "5")
    bob.quiet()
    ann.post(f"djinn/{code}/count", seat="1", box="bottles", value="3")
    bob.has("bottles", 3)


def test_a_number_that_somebody_types_stays_though_the_table_says_another(table):
    code, ann, bob = table("first_game", page="score", phones=2)
    bob.find("#box-bottles").click()
    bob.page.keyboard.type("5")
    ann.post(f"djinn/{code}/count", seat="1", box="bottles", value="3")
    bob.reads("#whose", "3")
    assert bob.number("bottles") == 5


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_the_verdict_stays_in_view_while_one_fills_in_what_one_has(phone, width, height):
    ann = phone(width=width, height=height)
    code = ann.open_table("first_game")
    ann.post(f"djinn/{code}/begin", seen="1")
    ann.go(f"djinn/{code}/can?space=R1")
    ann.tap("label:has([name=boss])")
    ann.reads("#answer", "Not enough yet")
    assert ann.find("#answer").evaluate(BETWEEN)
    for name, value in (("magic", "12"), ("coins", "30"), ("mages-1-price", "3")):
        ann.find(f"[name={name}]").scroll_into_view_if_needed()
        before = ann.find(f"[name={name}]").bounding_box()["y"]
        ann.find(f"[name={name}]").click()
        ann.page.keyboard.type(value)
        ann.page.keyboard.press("Enter")
        ann.quiet()
        assert ann.find(f"[name={name}]").input_value() == value
        assert ann.find("#answer").evaluate(BETWEEN), name
        assert before is not None
    ann.reads("#answer", "Yes, you can")
    ann.tap("button.wide:has-text('Check')")
    ann.quiet()
    assert ann.find("#answer").evaluate(BETWEEN)
    expect(ann.find("#answer")).to_be_focused()


@pytest.mark.parametrize("js", [True, False])
def test_a_new_table_that_is_refused_is_there_again(phone, js):
    ann = phone(js=js)
    ann.forgive("status of 422")
    ann.go("djinn/new")
    ann.tap("label:has(.count-3)")
    for n, name in enumerate(("Ann", "Bob", "Ann")):
        ann.page.fill(f"[name=players-{n}-name]", name)
    ann.page.select_option("[name=players-1-colour]", "grey")
    ann.tap("label:has([name=first_game])")
    ann.tap("button.go")
    ann.reads("[role=alert].card", "Two players have the same name")
    third = ann.find("[name=players-2-name]")
    expect(third).to_have_attribute("aria-invalid", "true")
    expect(third).to_be_focused()
    expect(ann.find(".count-3")).to_be_checked()
    expect(ann.find("[name=first_game]")).to_be_checked()
    expect(ann.find("[name=players-1-colour]")).to_have_value("grey")
    ann.page.fill("[name=players-2-name]", "Cem")
    ann.tap("button.go")
    ann.at("/setup")


def test_an_answer_that_says_nothing_is_told_all_the_same(table):
    """A proxy says nothing that anybody understands."""
    _, ann = table(page="score?all=1", phones=1)
    ann.forgive("status of 4")
    ann.page.route("**/count*", lambda route: route.fulfill(status=414, body="<h1>URI too long</h1>"))
    ann.tap("#count-coins button[value='1']")
    ann.reads("#refusal", "Please try again")
