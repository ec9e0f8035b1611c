"""Many thumbs at once, the same thumb twice, thumbs that come too late, and what is taken back."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PLUS = "#count-{} button[value='1']"


@pytest.fixture
def hunt(table):
    """Give a table of three, without draft, whose hunt has begun, and its three phones on the hunt's page."""
    code, *phones = table(3, "first_game")
    for each in phones:
        each.go(f"djinn/{code}/hunt")
    phones[0].tap("#begin button")
    for each in phones:
        each.sees(".turn")
    return code, *phones


def test_two_thumbs_on_one_sheet_all_count(table):
    code, ann, bob, _ = table()
    ann.go(f"djinn/{code}/score?seat=1")
    bob.go(f"djinn/{code}/score")
    for each in (ann, bob):
        each.burst(PLUS.format("coins"), 20)
    for each in (ann, bob):
        each.quiet()
    for each in (ann, bob):
        expect(each.find("#box-coins")).to_have_value("40")
    ann.burst(PLUS.format("bottles"), 20)
    bob.burst(PLUS.format("corks"), 20)
    for each in (ann, bob):
        each.quiet()
    for each in (ann, bob):
        for box in ("bottles", "corks"):
            expect(each.find(f"#box-{box}")).to_have_value("20")


def test_two_thumbs_on_two_sheets_all_count(table):
    code, ann, bob, _ = table()
    for each in (ann, bob):
        each.go(f"djinn/{code}/score")
        each.burst(PLUS.format("scrolls"), 20)
    for each in (ann, bob):
        each.quiet()
        expect(each.find("#box-scrolls")).to_have_value("20")


def test_twenty_quick_taps_on_one_phone_all_count(table):
    code, ann, *_ = table()
    ann.go(f"djinn/{code}/score")
    ann.thumb(PLUS.format("coins"), times=20)
    ann.quiet()
    expect(ann.find("#box-coins")).to_have_value("20")


def test_a_number_typed_while_others_count_is_not_overwritten(table):
    code, ann, bob, _ = table()
    for each in (ann, bob):
        each.go(f"djinn/{code}/score")
    ann.find("#box-coins").select_text()
    ann.page.keyboard.type("1")
    bob.tap(PLUS.format("keys"))
    expect(ann.find(".tabs a:nth-child(2) strong")).to_have_text(bob.find(".tabs a:nth-child(2) strong").inner_text())
    bob.tap(PLUS.format("bottles"))
    ann.page.keyboard.type("7")
    ann.page.keyboard.press("Tab")
    ann.reads("#score", "Coins")
    ann.page.reload()
    expect(ann.find("#box-coins")).to_have_value("17")


@pytest.mark.parametrize("gap", [0, 120])
def test_done_tapped_twice_ends_one_turn(hunt, gap):
    _, ann, bob, _ = hunt
    ann.thumb("#end-turn button", times=2, gap=gap)
    bob.reads("#hunt [role=status]", "ends the turn")
    ann.quiet()
    assert ann.find("#refusal").inner_text() == ""
    assert sum("ends the turn" in line for line in ann.log()) == 1


@pytest.mark.parametrize("gap", [0, 120])
def test_take_tapped_twice_takes_one_tile(table, gap):
    code, ann, bob, _ = table()
    for each in (ann, bob):
        each.go(f"djinn/{code}/draft")
    ann.thumb(ann.find("[id^=pick-] button").first, times=2, gap=gap)
    ann.quiet()
    for each in (ann, bob):
        each.sees("#draft p .done", count=1)
    assert ann.find("#refusal").inner_text() == ""
    assert sum("takes the tile" in line for line in ann.log()) == 1


@pytest.mark.parametrize("gap", [0, 120])
def test_re_roll_tapped_twice_rolls_once(table, gap):
    _, ann, *_ = table()
    ann.thumb("#reroll-all button", times=2, gap=gap)
    ann.sees("#undo")
    ann.quiet()
    assert ann.find("#refusal").inner_text() == ""
    assert sum("Trophies are drawn" in line for line in ann.log()) == 2


def test_a_tick_tapped_twice_stays_ticked(table):
    _, ann, bob, _ = table()
    ann.thumb("#tick-board button", times=2)
    ann.quiet()
    bob.sees("#tick-board [aria-pressed=true]")
    assert ann.find("#refusal").inner_text() == ""
    assert [line for line in ann.log() if "step 1 " in line] == ["Setup: step 1 is done."]


def test_a_tap_that_comes_too_late_is_refused_in_words_and_the_screen_refreshes(table):
    code, ann, bob, _ = table()
    ann.go(f"djinn/{code}/draft")
    names = ann.find("#draft h1").inner_text()
    late = bob if "Bob" in names else ann
    host = ann
    if late is ann:  # Ann or Cem begins: the host takes that tile, then it is Bob's turn, or will be.
        while "Bob" not in ann.find("#draft h1").inner_text():
            taken = ann.find("#draft p .done").count()
            ann.tap(ann.find("[id^=pick-] button").first)
            ann.sees("#draft p .done", count=taken + 1)
    taken = ann.find("#draft p .done").count()
    deaf = True

    def unless_deaf(route):
        route.abort() if deaf else route.continue_()

    def speak(route):
        nonlocal deaf
        deaf = False
        route.continue_()

    bob.forgive("ERR_FAILED", "status of 409", "htmx:sendError")
    bob.page.route("**/events", unless_deaf)
    bob.page.route("**/draft?since=*", unless_deaf)
    bob.page.route("**/pick", speak)
    bob.go(f"djinn/{code}/draft")
    tile = bob.find("[id^=pick-]:has(button)").last.get_attribute("id")
    host.tap(host.find("[id^=pick-] button").first)
    host.sees("#draft p .done", count=taken + 1)
    bob.tap(f"#{tile} button")
    bob.reads("#refusal", "Somebody was faster")
    bob.sees("#draft p .done", count=taken + 1)
    assert sum("takes the tile" in line for line in ann.log()) == taken + 1


def test_an_answer_that_comes_after_the_live_update_changes_nothing(table):
    """The stream is often faster than the answer to a tap, whose button is gone from the page by then."""
    code, ann, *_ = table()
    ann.go(f"djinn/{code}/draft")
    held = []
    ann.page.route("**/pick", lambda route: held.append((route, route.fetch())))
    ann.tap(ann.find("[id^=pick-] button").first)
    ann.sees("#draft p .done", count=1)
    route, answer = held[0]
    route.fulfill(response=answer)
    ann.page.unroute("**/pick")
    ann.tap(ann.find("[id^=pick-] button").first)
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
    bob.reads("#entries", "took back entry 2")
    bob.misses("#entries form")
    for each in (ann, cem):
        each.sees("#tick-board [aria-pressed=false]")
        each.sees("#tick-market [aria-pressed=true]")
    ann.go(f"t/{code}/log")
    ann.sees("#entries form", count=1)
    cem.go(f"t/{code}/log")
    cem.misses("#entries form")


def test_what_others_built_on_cannot_be_taken_back_alone(hunt):
    code, ann, bob, _ = hunt
    ann.tap("#end-turn button")
    ann.reads("#hunt [role=status]", "ends the turn")
    ann.go(f"t/{code}/log")
    ann.tap("#undo-2 button")
    ann.reads("#refusal", "entry 3 came after it")
    ann.forgive("status of 422")


def test_a_watcher_sees_no_buttons_and_is_refused(table, phone):
    code, ann, *_ = table()
    dee = phone()
    dee.go(f"t/{code}")
    dee.tap("text=Just watch")
    dee.at("/setup")
    found = []
    for page in ("setup", "draft", "hunt", "score"):
        dee.go(f"djinn/{code}/{page}")
        dee.misses("#undo, #redo")
        found += [form.get_attribute("id") for form in dee.find("#main form:has(button)").all()]
    token = dee.go(f"t/{code}?pick=1").find("[name=csrf_token]").first.get_attribute("value")
    for move, form in (("tick", {"step": "board"}), ("begin", {"seen": "1"}), ("finish", {"seen": "1"})):
        answer = dee.page.request.post(
            f"djinn/{code}/{move}", form={"csrf_token": token, "op": move, **form}, headers={"Referer": dee.server.url}
        )
        assert answer.status == 403
        assert "You are only watching" in answer.text()
    assert len(ann.log()) == 8
    assert not found, f"a watcher is shown {found}"


def test_a_guest_cannot_fill_in_the_sheet_of_another(table):
    code, _, bob, _ = table()
    bob.go(f"djinn/{code}/score?seat=0")
    bob.reads("#score", "another player's sheet")
    bob.misses("#score .stepper")
