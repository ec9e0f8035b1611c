"""Many thumbs at once, the same thumb twice, thumbs that come too late, and what is taken back."""

import pytest
from playwright.sync_api import expect

from tests.browser.moves import do, open_table
from tests.colours import colour

pytestmark = pytest.mark.browser

PLUS = "#count-{} button[value='1']"
SHORT, LONG = 0, 150
"""Milliseconds between the two taps of a double tap."""


def said(phone, words):
    """Count the sentences of the log that hold the words."""
    return sum(words in line for line in phone.log())


AT_ONCE = """selector => document.body.addEventListener("htmx:afterSwap", function there() {
    const it = document.querySelector(selector);
    if (!it) return;
    document.body.removeEventListener("htmx:afterSwap", there);
    setTimeout(() => it.click());
})"""


def quiet(*phones):
    for each in phones:
        each.quiet()
        assert each.find("#refusal").inner_text() == ""


def test_two_thumbs_on_one_sheet_all_count(table):
    _, ann, bob = table(page="score?seat=1&all=1", phones=2)
    for box, other in (("coins", "coins"), ("bottles", "corks")):
        ann.burst(PLUS.format(box), 20)
        bob.burst(PLUS.format(other), 20)
    quiet(ann, bob, ann)
    for each in (ann, bob):
        assert [each.number(box) for box in ("coins", "bottles", "corks")] == [40, 20, 20]


def test_two_thumbs_on_two_sheets_all_count(table):
    _, ann, bob = table(page="score", phones=2)
    for each in (ann, bob):
        each.burst(PLUS.format("corked"), 20)
    quiet(ann, bob, ann)
    assert [each.number("corked") for each in (ann, bob)] == [20, 20]
    assert ann.find(".tabs strong").inner_text() == bob.find(".tabs strong").inner_text()


LESS = "#life-3 > button:nth-of-type(3)"


@pytest.fixture
def duel(phone):
    """Give a phone that shows the life of seat 3 in a duel of Emperor."""
    ann = phone(has_touch=True)
    form = {"count": "6"} | {f"players-{n}-colour": colour(n) for n in range(6)}
    form |= {f"players-{n}-name": f"Player {n}" for n in range(6)}
    code = ann.post("emperor/new", **form).headers["location"].split("/")[2]
    ann.post(f"emperor/{code}/begin", seen="1")
    ann.go(f"emperor/{code}/ring?seat=3").quiet()
    return ann


def life(phone):
    return int(phone.find("#life").input_value())


def hold(phone, selector, least, *, touch):
    """Hold a button until so little life is in view; give what is in view when it is let go."""
    phone.aim(phone.find(selector))
    screen, (x, y) = phone.context.new_cdp_session(phone.page), phone.spot
    kinds = ("touchStart", "touchEnd") if touch else ("mousePressed", "mouseReleased")
    for kind in kinds:
        if touch:
            points = [{"x": x, "y": y}] if kind == "touchStart" else []
            screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        else:
            button = {"x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            screen.send("Input.dispatchMouseEvent", {"type": kind, **button})
        phone.until(lambda: life(phone) <= least, True)
    return life(phone)


def test_quick_taps_on_a_life_all_count(duel):
    """Taps that wait for their turn wait at the form: nothing may make htmx begin anew there."""
    duel.burst(LESS, 12)
    quiet(duel)
    assert life(duel) == 8


def test_a_thumb_that_is_there_before_the_form_counts(table):
    """What has just come is ready at once: a browser that sent it by itself would be refused, without its token."""
    _, ann = table(phones=1)
    ann.tap("#step-players-later summary")
    ann.page.evaluate(AT_ONCE, "#drew form button:last-of-type")
    ann.tap("a[href*='drew=passages']")
    ann.misses("#drew")
    quiet(ann)


@pytest.mark.parametrize("touch", [True, False])
def test_a_held_button_counts_in_view_and_is_one_tap(duel, touch):
    """Seven life lost in one hold; what comes of letting go, or of the click after it, is not one more."""
    sent = []
    duel.page.on("request", lambda request: request.method == "POST" and sent.append(request))
    shown = hold(duel, LESS, 13, touch=touch)
    quiet(duel)
    assert (life(duel), len(sent)) == (shown, 1)
    assert duel.log()[0] == f"Player 3, life: −{20 - shown}."
    duel.thumb(LESS)
    quiet(duel)
    assert life(duel) == shown - 1


def test_what_was_held_without_a_connection_is_sent_once_it_is_back(duel):
    duel.forgive("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
    duel.context.set_offline(True)
    shown = hold(duel, LESS, 17, touch=True)
    duel.sees("body.keeping")
    assert life(duel) == shown
    duel.breathe()
    shown = hold(duel, LESS, shown - 3, touch=True)  # what waits behind another tap stays in view, too
    assert life(duel) == shown
    duel.context.set_offline(False)
    duel.misses("body.keeping")
    quiet(duel)
    duel.page.reload()
    assert life(duel) == shown


def test_a_key_that_is_held_is_one_tap(duel):
    duel.page.focus(LESS)
    for _ in range(5):
        duel.page.keyboard.down("Enter")
    duel.page.keyboard.up("Enter")
    quiet(duel)
    assert life(duel) == 19


def test_twenty_quick_taps_on_one_phone_all_count(table):
    _, ann = table(page="score?all=1", phones=1)
    ann.thumb(PLUS.format("coins"), times=20)
    quiet(ann)
    assert ann.number("coins") == 20


def test_quick_taps_on_the_three_parts_of_a_box_all_count(table):
    _, ann = table(page="score?all=1", phones=1)
    ann.page.fill("#box-coins", "50")
    for _ in range(3):
        ann.thumb(PLUS.format("coins"), times=2)
        ann.thumb("#count-coins button[value='-1']")
    quiet(ann)
    assert ann.number("coins") == 53


def test_a_number_typed_while_others_count_is_not_overwritten(table):
    _, ann, bob = table(page="score?all=1", phones=2)
    bob.tap(PLUS.format("corked"))
    bob.has("corked", 1)
    ann.find("#box-coins").select_text()
    ann.page.keyboard.type("1")
    bob.tap("#done button")
    expect(ann.find(".tabs a:nth-child(2) .good")).to_be_visible()
    ann.page.keyboard.type("7")
    ann.page.keyboard.press("Tab")
    quiet(ann)
    ann.page.reload()
    ann.has("coins", 17)


@pytest.mark.parametrize("gap", [SHORT, LONG])
def test_done_tapped_twice_ends_one_turn(hunt, gap):
    _, ann, bob = hunt
    ann.open_end().thumb("#end-turn button", times=2, gap=gap)
    bob.reads("#happened", "has finished")
    quiet(ann)
    assert said(ann, "has finished") == 1


def tile_to_take(phone):
    """Find the button that takes the first tile; one that takes it for another is unfolded first, and asks for whom."""
    if phone.find("#pick summary").count():
        phone.tap("#pick summary >> nth=0")
        phone.breathe()
    return "#pick [name=tile] >> visible=true >> nth=0"


def test_a_host_with_a_seat_is_asked_for_whom_a_tile_is(phone):
    """The second tap lies where the first one lay, and says for whom it is."""
    ann = phone()
    code = open_table(ann, "djinn", 3, {"me": "0"}, [do("set-start", seat="1")])
    ann.go(f"djinn/{code}/draft")
    ann.tap("#pick summary >> nth=0")
    ann.breathe()
    ann.reads(".taking[open]", "For Bob?")
    ann.tap("#pick [name=tile] >> visible=true >> nth=0")
    ann.sees("#draft p .done", count=1)


@pytest.mark.parametrize("gap", [SHORT, LONG])
def test_take_tapped_twice_takes_one_tile(table, gap):
    _, ann = table(page="draft", phones=1)
    ann.thumb(tile_to_take(ann), times=2, gap=gap)
    ann.sees("#draft p .done >> nth=0")
    quiet(ann)
    assert said(ann, "takes ") == 1


@pytest.mark.parametrize("gap", [SHORT, LONG])
def test_re_roll_tapped_twice_rolls_once(table, gap):
    _, ann = table(phones=1)
    ann.tap("#reroll-one summary")
    ann.thumb("#reroll-one [value=all]", times=2, gap=gap)
    ann.sees("#undo")
    quiet(ann)
    assert said(ann, "Trophies have been drawn") == 2


def test_caught_tapped_twice_catches_once(hunt):
    _, ann, _ = hunt
    ann.tap(".spaces a >> nth=0")
    ann.tap("#stand button")
    ann.misses("#stand")  # what is chosen before the answer comes is gone with it
    ann.breathe()
    ann.tap("#catching label:has([name=djinn]) >> nth=0")
    ann.thumb("#catching button.go", times=2)
    ann.reads("#happened", "catches")
    quiet(ann)
    assert said(ann, "catches") == 1


@pytest.mark.parametrize("gap", [SHORT, LONG])
def test_a_tick_tapped_twice_stays_ticked(table, gap):
    _, ann = table(phones=1)
    ann.thumb("#tick-board button", times=2, gap=gap)
    ann.sees("#undo")
    quiet(ann)
    ann.sees("#tick-board [aria-pressed=true]")
    assert said(ann, "step 1 ") == 1


def test_a_tap_that_comes_too_late_is_refused_in_words_and_the_screen_refreshes(table):
    code, ann, bob = table(page="draft", phones=2)
    taken = 0
    while "Bob" not in ann.find("#draft h1").inner_text():
        ann.breathe()
        ann.tap(tile_to_take(ann))
        taken += 1
        ann.sees("#draft p .done", count=taken)
        ann.page.wait_for_timeout(400)  # so that the next tap is no double tap
    deaf = True

    def unless_deaf(route):
        route.abort() if deaf else route.continue_()

    def hear_again(route):
        nonlocal deaf
        deaf = False
        route.continue_()

    bob.forgive("ERR_FAILED", "status of 409", "htmx:sendError", "htmx:afterRequest")
    bob.page.route("**/events", unless_deaf)
    bob.page.route("**/draft?since=*", unless_deaf)
    bob.page.route("**/pick", hear_again)
    bob.go(f"djinn/{code}/draft")
    ann.breathe()
    tile = bob.find("#pick [name=tile]").last.get_attribute("value")
    ann.tap(tile_to_take(ann))  # the host takes one for Bob
    ann.sees("#draft p .done", count=taken + 1)
    bob.tap(f"#tile-{tile} button")
    bob.reads("#refusal", "Somebody was faster")
    bob.sees("#draft p .done", count=taken + 1)
    assert said(ann, "takes ") == taken + 1


def test_an_answer_that_comes_after_the_live_update_changes_nothing(table):
    """The stream is often faster than the answer to a tap, whose button is gone from the page by then."""
    _, ann = table(page="draft", phones=1)
    held = []
    ann.page.route("**/pick", lambda route: held.append((route, route.fetch())))
    ann.tap(tile_to_take(ann))
    ann.sees("#draft p .done", count=1)
    ann.until(lambda: len(held), 1)
    route, answer = held[0]
    route.fulfill(response=answer)
    ann.page.unroute("**/pick")
    ann.quiet()
    ann.breathe()
    ann.tap(tile_to_take(ann))
    ann.sees("#draft p .done", count=2)
    for block in ("#main", "#draft", "#top", "#nav", "#undo"):
        ann.sees(block, count=1)


def test_undo_and_redo_from_the_bar(table):
    _, ann, bob, cem = table()
    bob.misses("#undo")
    bob.tap("#tick-board button")
    bob.tap("#undo button")
    for each in (ann, bob, cem):
        each.misses(".tick[aria-pressed=true]")
    cem.misses("#redo")
    bob.breathe()  # redo lies where undo lay
    bob.tap("#redo button")
    for each in (ann, bob, cem):
        each.sees("#tick-board [aria-pressed=true]")
    bob.misses("#redo")
    cem.misses("#undo")
    ann.tap("#undo button")
    bob.misses(".tick[aria-pressed=true]")


def test_an_earlier_move_of_ones_own_is_taken_back_in_the_log(table):
    code, ann, bob, cem = table()
    bob.tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    ann.tap("#tick-market button")
    bob.sees("#tick-market [aria-pressed=true]")
    bob.go(f"t/{code}/log")
    bob.sees("#entries form", count=1)
    bob.tap("#entries form button")
    bob.reads("#entries", "Taken back: Setup: step")
    bob.misses("#entries form")
    for each in (ann, cem):
        each.sees("#tick-board [aria-pressed=false]")
        each.sees("#tick-market [aria-pressed=true]")
    cem.go(f"t/{code}/log").misses("#entries form")
    ann.go(f"t/{code}/log").sees("#entries form", count=1)


def test_what_others_built_on_cannot_be_taken_back_alone(hunt):
    code, ann, _ = hunt
    ann.end_turn()
    ann.reads("#happened", "has finished")
    ann.forgive("status of 422")
    ann.go(f"t/{code}/log").tap("#undo-2 button")
    ann.reads("#refusal", "has finished.")


def test_a_watcher_sees_no_buttons_and_is_refused(table, phone):
    code, ann = table(phones=1)
    log = ann.log()
    dee = phone()
    dee.go(f"t/{code}")
    dee.tap("text=Watch only")
    dee.at("/setup")
    shown = []
    for page in ("setup", "draft", "hunt", "score"):
        dee.go(f"djinn/{code}/{page}").misses("#undo, #redo")
        shown += dee.find("#main form:has(button)").evaluate_all("forms => forms.map((form) => form.id)")
    cork = {"seat": "0", "box": "corks", "by": "1"}
    for move, form in (
        ("tick", {"step": "board"}),
        ("begin", {"seen": "1"}),
        ("count", cork),
        ("finish", {"seen": "1"}),
    ):
        answer = dee.post(f"djinn/{code}/{move}", **form)
        assert answer.status == 403
        assert "only watching. Take a seat" in answer.text()
    assert ann.log() == log
    assert not shown, f"a watcher is shown {shown}"


def test_a_guest_cannot_fill_in_the_sheet_of_another(table):
    _, _, bob = table(page="score?seat=0", phones=2)
    bob.reads("#score", "another player's sheet")
    bob.misses("#score .stepper")
