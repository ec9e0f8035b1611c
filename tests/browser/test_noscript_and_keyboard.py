"""Without JavaScript, with the back button, by keyboard only: pages work as pages do."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones import NAMES, NOT_STARTED, SCRIPT, Server, another_version
from tests.engines import evening

pytestmark = pytest.mark.browser

NO_APP = ("registered handler", "request out of the house: bgstats:")
"""What the browser says where an app is called that is not there."""


def test_an_evening_without_javascript(phone):
    ann, bob = phone(js=False), phone(js=False)
    code = ann.new_table(names=NAMES[:2])
    bob.go(f"t/{code}")
    bob.tap("#sit-1 button")
    bob.at("/setup")
    bob.tap("#tick-board button")
    bob.reads("#step-board", "Bob")
    ann.tap("#tick-players button")
    ann.sees(".tick[aria-pressed=true]", count=2)
    ann.tap("#undo button")
    ann.sees(".tick[aria-pressed=true]", count=1)
    ann.tap("#redo button")
    ann.sees(".tick[aria-pressed=true]", count=2)
    ann.tap("a.go")
    ann.at("/draft")
    for picks in range(4):
        ann.sees("#draft p .done", count=picks)
        ann.tap(ann.find("#pick [name=tile]").first)
    ann.reads("h1", "The draft is done")
    ann.tap("#begin button")
    ann.at("/hunt")
    ann.tap(ann.find(".spaces a").first)
    ann.tap("#stand button")
    ann.tap("#catching label:has([name=boss])")
    ann.tap("#catching button.go")
    ann.reads("#happened", "catches 1 Boss")
    ann.reads(".turn", "5 Bosses left")
    ann.end_turn()
    ann.reads("#happened", "has finished")
    ann.tap("#nav a:has-text('Score')")
    corked = ann.number("corked") + 1  # a Djinn of her own stands there already, if Ann began
    ann.tap("#count-corked button[value='1']")
    ann.has("corked", corked)
    ann.page.fill("#box-bottles", "12")
    with ann.page.expect_navigation():  # what was typed looks the same as the answer
        ann.page.keyboard.press("Enter")
    expect(ann.find("#box-bottles")).to_have_value("12")
    ann.page.reload()
    expect(ann.find("#box-bottles")).to_have_value("12")
    ann.has("corked", corked)
    ann.page.fill("#box-trophies_30", "22")
    ann.page.keyboard.press("Enter")
    ann.forgive("status of 422")
    ann.reads("[role=alert]", "Trophies with 30 points: must be 0 to 21")
    expect(ann.find("#box-trophies_30")).to_have_attribute("aria-invalid", "true")
    ann.end_game()
    ann.at("/result")
    ann.reads("h1", "Ann wins")


def test_an_evening_without_javascript_where_each_looks_at_what_the_other_did(phone):
    ann, bob = phone(js=False), phone(js=False)
    ann.forgive("status of 422", *NO_APP)
    evening.play_without_scripts(ann, bob)


@pytest.fixture(params=NOT_STARTED)
def stuck(request, tmp_path, phone):
    """Give a maker of phones whose browser loads the script, but does not start it."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "home").mkdir()
    tree = another_version(tmp_path / "tree", SCRIPT, NOT_STARTED[request.param])
    server = Server(tmp_path / "home", root=tree)

    def stuck(**options):
        made = phone(at=server, **options)
        made.js = False  # as far as others' moves go
        made.forgive("SyntaxError", "TypeError", "status of 422", *NO_APP)
        return made

    yield stuck
    server.stop()


def test_a_phone_that_does_not_start_the_script_says_how_to_see_what_others_do(stuck):
    ann = stuck()
    ann.new_table()
    ann.sees("#stale a")


def test_an_evening_on_phones_that_do_not_start_the_script(stuck):
    evening.play_without_scripts(stuck(), stuck())


def test_the_way_to_see_others_moves_goes_once_the_script_has_started(phone):
    ann = phone()
    ann.new_table()
    ann.quiet()
    ann.misses("#stale")


def test_the_calculator_without_javascript(phone):
    ann = phone(js=False)
    code = ann.new_table("first_game")
    ann.tap("a.go")
    ann.tap("#begin button")
    ann.tap(ann.find(".spaces a").first)
    ann.tap("a:has-text('Check a catch')")
    ann.reads("#answer", "Choose a Djinn above")
    ann.tap("label:has([name=boss])")
    ann.page.fill("[name=magic]", "10")
    ann.tap("button.wide:has-text('Check')")
    ann.reads("#answer", "You need 10 Magic Power")
    ann.tap("a:has-text('Back to the hunt')")
    ann.at(f"/djinn/{code}/hunt.space=\\w+.*#space")


@pytest.mark.parametrize("js", [True, False])
def test_the_back_button_repeats_no_move(phone, js):
    ann = phone(js=js)
    ann.go("djinn/new").tap("label:has(.count-2)")
    ann.tap("label:has([name=first_game])")
    ann.tap("button.go")
    ann.tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    ann.tap("a.go")
    ann.tap("#begin button")
    ann.sees("#ending")
    ann.end_turn()
    ann.reads("#happened", "has finished")
    ann.tap("#nav a:has-text('Score')")
    ann.tap("#count-corks button[value='1']")
    ann.has("corks", 1)
    said = ann.log()
    assert sum(f" {word}" in line for line in said for word in ("finished", "hunt", "step")) == 3
    steps = 0
    while not ann.page.url.endswith("/djinn/new"):
        assert ann.page.go_back(), "the way back ends too early"
        ann.reads("body", "Djinn")
        steps += 1
    assert 3 <= steps <= 8
    for _ in range(steps):
        ann.page.go_forward()
        ann.reads("body", "Djinn")
    ann.page.reload()
    ann.has("corks", 1)
    assert ann.log() == said


def test_going_back_shows_the_table_as_it_is_now(phone):
    ann = phone()
    code = ann.new_table()
    ann.go(f"djinn/{code}/score?all=1")
    ann.tap("#count-corks button[value='1']")
    ann.has("corks", 1)
    ann.tap("#nav a:has-text('Setup')")
    ann.tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    ann.page.go_back()
    ann.has("corks", 1)
    ann.page.go_forward()
    ann.sees("#tick-board [aria-pressed=true]")


def test_every_page_can_be_reloaded(phone):
    ann = phone()
    code = ann.new_table("first_game")
    ann.go(f"djinn/{code}/hunt")
    ann.tap("#begin button")
    ann.sees(".turn")
    log = ann.log()
    table = [f"t/{code}?pick=1", *(f"t/{code}/{page}" for page in ("menu", "share", "log"))]
    game = [f"djinn/{code}/{page}" for page in ("setup", "draft", "hunt", "hunt?space=R1", "can", "score", "result")]
    for path in ["", "djinn/new", "djinn/rules", "scores/", *table, *game]:
        ann.go(path)
        before = ann.find("#main").inner_text()
        assert ann.page.reload().status == 200
        if "hunt" not in path:
            assert ann.find("#main").inner_text() == before
    assert ann.log() == log


def test_by_keyboard_only_a_step_is_ticked_and_the_focus_stays(phone):
    ann = phone()
    ann.new_table()
    for _ in range(40):
        ann.page.keyboard.press("Tab")
        if ann.page.evaluate("document.activeElement.closest('#tick-players') !== null"):
            break
    outline = ann.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "nobody sees where the focus is"
    ann.page.keyboard.press("Enter")
    ann.sees("#tick-players [aria-pressed=true]")
    ann.quiet()
    expect(ann.find("#tick-players button")).to_be_focused()
    ann.breathe()
    ann.page.keyboard.press("Space")
    ann.sees("#tick-players [aria-pressed=false]")
    ann.quiet()
    expect(ann.find("#tick-players button")).to_be_focused()


def test_by_keyboard_only_past_the_bars_to_the_page(phone):
    ann = phone()
    ann.new_table()
    ann.page.reload()
    ann.page.keyboard.press("Tab")
    expect(ann.find(".skip")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.closest('#main') !== null")


def test_by_keyboard_only_a_space_is_opened_and_its_djinn_caught(phone):
    ann = phone()
    code = ann.new_table("first_game")
    ann.go(f"djinn/{code}/hunt")
    ann.find("#begin button").press("Enter")
    ann.misses("#begin")
    ann.quiet()
    ann.find(".spaces a").first.press("Enter")
    ann.sees("#catching")
    ann.find("#stand button").press("Enter")
    ann.sees("#none-caught")
    ann.quiet()
    ann.find("#catching [name=boss]").press("Space")
    ann.find("#catching button.go").press("Enter")
    ann.reads("#happened", "catches 1 Boss")


def test_by_keyboard_only_a_sheet_is_filled_in_and_the_focus_stays(phone):
    ann = phone()
    code = ann.new_table()
    ann.go(f"djinn/{code}/score?all=1")
    ann.find("#box-bottles").focus()
    ann.page.keyboard.press("ControlOrMeta+a")
    ann.page.keyboard.type("12")
    ann.page.keyboard.press("Enter")
    ann.quiet()
    expect(ann.find("#box-bottles")).to_be_focused()
    expect(ann.find("#box-bottles")).to_have_value("12")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    expect(ann.find("#box-bottles")).to_have_value("13")
    ann.quiet()
    expect(ann.find("#count-bottles button[value='1']")).to_be_focused()
    assert [line for line in ann.log() if ", Unused Bottles" in line] == [
        "Ann, Unused Bottles: +1.",
        "Ann, Unused Bottles: 12.",
    ]
