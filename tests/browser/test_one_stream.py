"""Many pages of one browser at a table: one of those that are seen has a stream, and passes on what it hears."""

import time
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from tests.browser.phones import PATIENCE
from tests.browser.test_lost_connections import BROKEN

pytestmark = pytest.mark.browser

COUNTED = """
const made = [];
window.EventSource = class extends EventSource {
    constructor(...where) {
        super(...where);
        made.push(this);
    }
};
window.streams = () => made.filter(({readyState}) => readyState < 2).length;
"""
"""Lets a page tell how many streams it has."""
HIDDEN = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
CHANGED = "document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));"
NOTED = """selector => { window.seen = new Promise((done) => {
    const look = () => document.querySelector(selector) && done(Date.now());
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
    look();
}); }"""
FROZEN = "long => setTimeout(() => { for (const end = performance.now() + long; performance.now() < end;); })"
"""Keeps a page from doing anything, as a frozen one."""


class Pages:
    """The pages of one browser, all at Ann's table."""

    def __init__(self, phone, code, many):
        self.phone, self.code = phone, code
        phone.context.add_init_script(COUNTED)
        phone.sit(code, 1)
        self.all = [phone.page]
        for _ in range(many - 1):
            self.open()

    def open(self, code=None, script=""):
        """Open one more, which runs a script of the test before its own."""
        one = self.phone.context.new_page()
        one.add_init_script(script)
        one.goto(f"djinn/{code or self.code}/setup")
        self.all.append(one)
        return one

    @property
    def streams(self):
        """Count the streams of each page."""
        return [one.evaluate("streams()") for one in self.all]

    def leader(self):
        """Wait until one page has a stream, and only one; give it."""
        end = time.monotonic() + PATIENCE / 1000
        while sorted(found := self.streams) != [0] * (len(found) - 1) + [1]:
            assert time.monotonic() < end, f"{found} streams"
            self.phone.page.wait_for_timeout(20)
        return self.all[found.index(1)]

    def see(self, step, within=PATIENCE):
        """Wait until all pages show that a step is ticked."""
        end = time.monotonic() + within / 1000
        for one in self.all:
            left = max(1, 1000 * (end - time.monotonic()))
            one.locator(f"#tick-{step} [aria-pressed=true]").wait_for(timeout=left)


def tick(phone, step):
    """Tick a step of the setup."""
    phone.tap(f"#tick-{step} button")
    phone.sees(f"#tick-{step} [aria-pressed=true]")


@pytest.fixture
def ann(phone):
    """Give the phone of the host, whose taps the others see."""
    ann = phone()
    ann.new_table("first_game")
    return ann


@pytest.fixture
def pages(phone, ann):
    """Give a maker of pages of one other browser."""

    def pages(many=1, script="", at=ann):
        bob = phone(at.server, cold=True)
        bob.context.add_init_script(script)
        return Pages(bob, at.code, many)

    return pages


def test_seven_pages_live_and_see_a_move_within_a_second(ann, pages):
    """A browser has six connections to a host by http: with a stream each, the seventh page did not even load."""
    bob = pages(7)
    bob.leader()
    took = [slowest(ann, bob, step) for step in ("board", "players")]
    assert min(took) < 1000, took  # the better of two: others may use the machine, too
    bob.leader()
    bob.all[-1].locator("#tick-market button").click()
    ann.sees("#tick-market [aria-pressed=true]")
    bob.see("market")


def slowest(ann, pages, step):
    """Tick a step on Ann's phone; give the milliseconds until the last of the other pages shows it."""
    for one in pages.all:
        one.evaluate(NOTED, f"#tick-{step} [aria-pressed=true]")
    ann.page.evaluate("addEventListener('click', () => { window.tapped = Date.now(); }, {capture: true, once: true})")
    ann.tap(f"#tick-{step} button")
    return max(one.evaluate("window.seen") for one in pages.all) - ann.page.evaluate("window.tapped")


def close(pages, page):
    pages.all.remove(page)
    page.close()


def hide(pages, page):
    page.evaluate(HIDDEN + CHANGED)


def freeze(pages, page):
    page.evaluate(FROZEN, 8000)


def kill(pages, page):
    """End its process, as a phone does that is short of memory."""
    pages.all.remove(page)
    with suppress(Error):
        page.goto("chrome://crash")


@pytest.mark.parametrize("end", [close, hide, freeze, kill], ids=["closed", "hidden", "frozen", "killed"])
def test_another_page_takes_over_and_nothing_is_missed(ann, pages, end):
    bob = pages(4)
    leader = bob.leader()
    end(bob, leader)
    began = time.monotonic()
    others = [one for one in bob.all if one is not leader]
    tick(ann, "board")
    for one in others:
        one.locator("#tick-board [aria-pressed=true]").wait_for()
    assert time.monotonic() - began < 5
    for one in others:
        assert one.locator("#offline").is_hidden()
    if end is freeze:
        leader.wait_for_timeout(8000)  # until it can answer again
        bob.see("board")
    if end is hide:
        leader.evaluate("delete document.hidden;" + CHANGED)
        bob.see("board", 1000)
    bob.leader()
    tick(ann, "players")
    bob.see("players", 1500)


def test_a_page_that_reloads_leads_on_at_once(ann, pages):
    bob = pages()
    for step in ("board", "players", "market"):
        bob.all[0].reload()
        bob.leader()
        tick(ann, step)
        bob.see(step, 1500)


def test_hidden_pages_have_no_stream_and_are_fresh_on_return(ann, pages):
    bob = pages(1, HIDDEN)
    for _ in range(3):
        bob.open()
    bob.phone.context.set_offline(True)  # a phone in a pocket loses its network, and finds it
    bob.phone.page.wait_for_timeout(1500)
    bob.phone.context.set_offline(False)
    bob.phone.page.wait_for_timeout(1500)
    assert bob.streams == [0, 0, 0, 0]
    tick(ann, "board")
    for one in bob.all:
        assert one.locator("#tick-board [aria-pressed=true]").count() == 0
        one.evaluate("delete document.hidden;" + CHANGED)
    bob.see("board", 1000)
    bob.leader()


BLOCKED = {
    "a blocked storage": "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }});",
    "no storage": "Object.defineProperty(window, 'localStorage', {value: null});",
    "a full storage": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };",
    "no channel": "delete window.BroadcastChannel;",
}


@pytest.mark.parametrize("script", BLOCKED.values(), ids=BLOCKED)
def test_with_it_a_page_has_no_stream_but_asks(ann, pages, script):
    bob = pages(7, script)
    assert sum(bob.streams) == 0
    tick(ann, "board")
    bob.see("board", 3500)
    assert sum(bob.streams) == 0
    assert bob.all[0].locator("#offline").is_hidden()


def test_a_page_that_asks_says_that_the_server_is_gone(own_server, phone, pages):
    ann = phone(own_server)
    ann.new_table("first_game")
    bob = pages(1, BLOCKED["no channel"], at=ann)
    for each in (ann, bob.phone):
        each.forgive(*BROKEN)
    bob.phone.page.wait_for_timeout(3000)
    own_server.kill()
    bob.phone.page.locator("#offline").wait_for(timeout=16000)
    own_server.start()
    bob.phone.page.locator("#offline").wait_for(state="hidden")
    tick(ann, "board")
    bob.see("board")


def test_all_pages_say_that_the_server_is_gone_and_catch_up(own_server, phone, pages):
    ann = phone(own_server)
    ann.new_table("first_game")
    bob = pages(3, at=ann)
    for each in (ann, bob.phone):
        each.forgive(*BROKEN)
    bob.leader()
    own_server.kill()
    for one in bob.all:
        one.locator("#offline").wait_for()
    own_server.start()
    for one in bob.all:
        one.locator("#offline").wait_for(state="hidden")
    bob.leader()
    tick(ann, "board")
    bob.see("board", 1500)


def test_pages_at_two_tables_have_a_stream_for_each(ann, phone, pages):
    cem = phone()
    other = cem.new_table("first_game")
    bob = pages(3)
    bob.phone.post(f"t/{other}/sit", seat="1")
    there = [bob.open(other), bob.open(other)]
    bob.phone.until(lambda: (sum(bob.streams[:3]), sum(bob.streams[3:])), (1, 1))
    tick(ann, "board")
    tick(cem, "players")
    for one in there:
        one.locator("#tick-players [aria-pressed=true]").wait_for(timeout=1500)
        assert one.locator("#tick-board [aria-pressed=true]").count() == 0
        bob.all.remove(one)
    bob.see("board", 1500)


def test_a_tab_that_was_duplicated_is_another_page(ann, pages):
    """It begins with a copy of all that the session has stored."""
    bob = pages()
    bob.leader()
    with bob.phone.context.expect_page() as coming:
        bob.all[0].evaluate("open(location.href)")
    bob.all.append(coming.value)
    coming.value.wait_for_load_state()
    bob.leader()
    tick(ann, "board")
    bob.see("board", 1500)


LEASE = "localStorage.setItem(`leads ${document.body.dataset.stream}`, %r);"
FOUND = "try { window.found = Object.values(localStorage); } catch {} // an empty page has none"
NONSENSE = ["null", "0.5", "x" * 9999, '{"until": 32503680000000}']


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_a_lease_of_nobody_keeps_nobody_waiting(ann, pages, nonsense):
    """One from a browser that was killed, or that another script wrote, is good for an unanswered question."""
    bob = pages(1, FOUND)
    bob.leader()
    bob.all[0].evaluate(LEASE % nonsense)
    bob.phone.page.wait_for_timeout(1800)  # it has noticed, asked, and leads again
    bob.leader()
    bob.all[0].evaluate(f"addEventListener('pagehide', () => {{ {LEASE % nonsense} }})")
    bob.all[0].reload()
    began = time.monotonic()
    assert nonsense in bob.all[0].evaluate("found")
    bob.leader()
    assert time.monotonic() - began < 2
    tick(ann, "board")
    bob.see("board", 1500)


def test_pages_whose_storage_is_emptied_under_them_go_on(ann, pages):
    bob = pages(3)
    bob.leader()
    bob.all[0].evaluate("localStorage.clear()")
    bob.phone.page.wait_for_timeout(1500)
    bob.leader()
    tick(ann, "board")
    bob.see("board", 1500)


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_jumps_changes_nothing(ann, pages, days):
    bob = pages(3)
    bob.leader()
    for one in bob.all:
        one.evaluate(f"const now = Date.now; Date.now = () => now() + {days} * 86400000")
    tick(ann, "board")
    bob.see("board", 1500)
    bob.phone.page.wait_for_timeout(3000)
    close(bob, bob.leader())
    tick(ann, "players")
    bob.see("players")
    bob.leader()
    expect(bob.all[0].locator("#offline")).to_be_hidden()
