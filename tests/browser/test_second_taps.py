"""A second tap soon after the first: what has slid under the thumb meanwhile takes none, and pulses instead."""

import pytest

pytestmark = pytest.mark.browser

SOON, LATER = 380, 750
"""Milliseconds after an update: a second tap that means what was there before, and one that means what is there."""
LATE = 690
NOTE = """addEventListener("htmx:afterSettle", () => { window.updatedAt = performance.now(); }, {once: true});
addEventListener("click", () => { window.tappedAt = performance.now(); }, true);"""
"""Notes when the next update comes, after which one from the stream may follow, and when taps come."""
WAIT = "ms => new Promise((done) => setTimeout(done, window.updatedAt + ms - performance.now()))"
UNDER = """([x, y]) => document.elementFromPoint(x, y).closest("a, button, label, summary")?.closest("[id]").id"""
BELOW = """([x, y]) => [...document.querySelectorAll(".city g[hx-get]:has(circle)")]
    .map((it) => it.getBoundingClientRect()).find(({left, right}) => left < x && x < right).bottom - 10 - y"""
"""Tells how far below a place a round space of the map is."""
BRING = """([selector, y]) => {
    for (let n = 0; n < 2; n += 1) {
        const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
        scrollBy(0, (top + bottom) / 2 - y);
    }
    dispatchEvent(new WheelEvent("wheel"));
}"""
"""Scrolls a control to a height, as its owner does: in two steps, for one may stick to the bottom at first."""
PULSES = """(selector) => [...document.querySelectorAll(selector)]
    .some((it) => it.getAnimations({subtree: true}).some((one) => one.playState === "running"))"""


def under(phone):
    """Name the control that lies where the phone was touched last."""
    return phone.page.evaluate(UNDER, list(phone.spot))


def note(phone):
    """Let a phone note its next update, once no other is on its way."""
    phone.quiet()
    phone.page.evaluate(NOTE)


def again(phone, after=0, by=(0, 0)):
    """Tap where the phone was touched last, or a little beside it, so many milliseconds after the update noted."""
    phone.page.evaluate(WAIT, after)
    phone.tap_again(by)
    if after == SOON:
        came_soon(phone)


def came_soon(phone):
    """Skip the test if the machine was too busy to bring the last tap soon after the update noted."""
    if phone.page.evaluate("window.tappedAt - window.updatedAt") > LATE:
        pytest.skip("this machine is too busy to bring a tap soon")


def seq(phone):
    """Tell up to which entry of the log a phone shows the table."""
    return int(phone.find("[data-seq]").first.get_attribute("data-seq"))


def moves(phone):
    """Count the moves that others made since Bob ended his turn, as a phone shows them."""
    return seq(phone) - phone.seq


def pulses(phone, selector):
    return phone.page.evaluate(PULSES, selector)


@pytest.fixture
def done(hunt):
    """Let Bob end his turn where the page is scrolled so that the clock's button slides under his thumb."""
    code, ann, bob = hunt
    if not bob.find("#end-turn").count():
        ann.end_turn()
        bob.sees("#ending")
    bob.post(f"djinn/{code}/stand", seat="1", slot="b1", anyway="y", seen="9999")
    bob.sees("#here #end-turn")
    bob.page.evaluate("document.querySelector('#taking')?.removeAttribute('open')")  # the clock comes near enough
    box = bob.find("#pause button").bounding_box()
    note(bob)
    bob.page.evaluate(BRING, ["#end-turn button", box["y"] + box["height"] / 2])
    end = bob.find("#end-turn button").bounding_box()
    bob.spot = box["x"] + 12, end["y"] + end["height"] / 2  # a round space of the map lies in this column, too
    bob.tap_again()
    bob.misses("#end-turn")
    bob.until(lambda: under(bob), "pause")
    bob.seq = seq(bob)
    return code, ann, bob


def has_paused(phone):
    """Wait until a phone shows the clock paused."""
    phone.sees("#pause[action$='/resume']")


@pytest.mark.parametrize("by", [(0, 0), (12, -8)])
def test_what_slid_under_the_thumb_takes_no_tap_and_pulses(done, by):
    _, _, bob = done
    before = bob.log()
    again(bob, SOON, by)
    assert pulses(bob, "#pause button")
    bob.quiet()
    assert bob.log() == before


def test_a_tap_that_follows_later_is_taken(done):
    _, _, bob = done
    again(bob, LATER)
    has_paused(bob)
    assert not pulses(bob, "#pause button")


def test_one_that_was_not_taken_does_not_put_off_the_next(done):
    _, _, bob = done
    again(bob, SOON)
    again(bob, LATER)
    has_paused(bob)


def test_updates_that_come_after_do_not_put_off_a_tap(done):
    """Others tap, too: each tap of theirs is an update."""
    _, ann, bob = done
    for tap in (1, 2):
        bob.page.wait_for_timeout(SOON)
        ann.post(f"djinn/{ann.code}/count", seat="0", box="corks", by="1")
        bob.until(lambda: moves(bob), tap)
    again(bob)
    has_paused(bob)


def test_an_update_soon_after_does_not_make_known_what_slid_there(done):
    _, ann, bob = done
    before = len(bob.log())
    bob.page.evaluate(WAIT, SOON)
    ann.post(f"djinn/{ann.code}/count", seat="0", box="corks", by="1")
    bob.until(lambda: moves(bob), 1)
    again(bob)
    came_soon(bob)
    assert pulses(bob, "#pause button")
    bob.quiet()
    assert len(bob.log()) == before + 1


def test_a_tap_elsewhere_is_taken_at_once(done):
    _, _, bob = done
    bob.tap("#nav a[href$='/score']")
    bob.at("/score")


def test_who_scrolls_means_what_is_there(done):
    """The thumb rests where it was, and other things come to lie under it as its owner wishes."""
    _, _, bob = done
    below = bob.page.evaluate(BELOW, list(bob.spot))
    bob.page.mouse.wheel(0, below)
    bob.until(lambda: round(bob.page.evaluate("scrollY")), round(below))
    again(bob)
    bob.sees("#catching")


def test_a_wide_button_is_taken_away_from_where_the_thumb_was(table):
    """It had come there by scrolling, an update seemed to bring it, and a tap at its other end did nothing."""
    _, ann, bob = table(page="score?all=1", phones=2)
    ann.tap("#count-coins button[value='1']")
    ann.has("coins", 1)
    ann.page.evaluate(BRING, ["#done-now", ann.spot[1]])
    note(ann)
    bob.tap("#count-coins button[value='1']")
    ann.until(lambda: ann.page.evaluate("Boolean(window.updatedAt)"), True)
    assert under(ann) == "done-now"
    again(ann, by=(-100, 0))
    ann.sees("#doubt, #is-done")


def test_who_scrolls_before_an_update_is_drawn_means_what_is_there(table):
    """A slow phone draws late; the owner's own scrolling was taken for that of the page, and the tap did nothing."""
    ann = table(page="score?all=1")[1]
    note(ann)
    ann.tap("#count-coins button[value='1']")
    ann.page.evaluate("() => { window.requestAnimationFrame = (draw) => setTimeout(draw, 100); }")
    ann.until(lambda: ann.page.evaluate("Boolean(window.updatedAt)"), True)
    ann.page.evaluate(BRING, ["#done-now", ann.spot[1]])
    assert under(ann) == "done-now"
    again(ann, SOON)
    ann.sees("#doubt, #is-done")


def test_who_scrolls_between_two_updates_means_what_is_there(table):
    """The second took what he had scrolled there for something that had slid there, and the tap did nothing."""
    _, ann, bob = table(page="score?all=1", phones=2)
    note(ann)
    ann.tap("#count-coins button[value='1']")
    ann.until(lambda: ann.page.evaluate("Boolean(window.updatedAt)"), True)
    ann.page.evaluate(BRING, ["#done-now", ann.spot[1]])
    before = seq(ann)
    bob.tap("#count-coins button[value='1']")
    ann.until(lambda: seq(ann) > before, True)
    assert under(ann) == "done-now"
    again(ann, SOON)
    ann.sees("#doubt, #is-done")


def test_the_keyboard_is_taken_at_once(done):
    _, _, bob = done
    bob.page.evaluate(WAIT, SOON)
    bob.find("#pause button").press("Enter")
    has_paused(bob)


def test_what_others_slid_there_takes_no_tap(done):
    """Long after his last tap Bob is about to pause the clock, when Ann's turn ends: his own must not."""
    _, ann, bob = done
    bob.page.evaluate(WAIT, LATER)
    ann.end_turn()
    bob.sees("#ending")
    ended = [line for line in bob.log() if "finished" in line]
    again(bob)
    bob.quiet()
    assert [line for line in bob.log() if "finished" in line] == ended


def test_another_button_in_the_same_place_takes_no_tap(done):
    """Its form is the same, but it says and does the opposite by now."""
    _, _, bob = done
    note(bob)
    again(bob, LATER)
    has_paused(bob)
    again(bob, SOON)
    assert pulses(bob, "#pause button")
    bob.quiet()
    has_paused(bob)


def test_an_undo_tapped_again_takes_back_one_more(table):
    _, ann = table(phones=1)
    for step in ("board", "players"):
        ann.tap(f"#tick-{step} button")
        ann.sees(f"#tick-{step} [aria-pressed=true]")
    note(ann)
    ann.tap("#undo button")
    ann.sees(".tick[aria-pressed=true]", count=1)
    again(ann, SOON)
    ann.sees(".tick[aria-pressed=true]", count=0)


@pytest.mark.parametrize("gap", [60, 400])
def test_a_counter_tapped_quickly_counts_each_tap(table, gap):
    """Answers and live updates come in between, and change what it shows."""
    _, ann, _ = table(page="score?all=1", phones=2)
    ann.thumb("#count-coins button[value='1']", times=10, gap=gap)
    ann.quiet()
    ann.has("coins", 10)


def test_a_box_that_stays_where_it_is_is_unticked_by_a_second_tap(table):
    """It does something else by then, but it is the same box."""
    _, ann = table(phones=1)
    note(ann)
    ann.tap("#tick-market button")
    ann.sees("#tick-market [aria-pressed=true]")
    again(ann, SOON)
    ann.sees("#tick-market [aria-pressed=false]")
