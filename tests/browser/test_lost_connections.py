"""Phones asleep, out of reach and hidden in pockets; a server that dies and comes back."""

import os
import re
import signal
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.test_page_layout import ring
from tests.browser.test_second_taps import pulses
from tests.colours import colour

pytestmark = pytest.mark.browser

BROKEN = ("net::ERR_", "htmx:(sendError|timeout|afterRequest)")


def hide(phone, hidden=True):
    """Put the page in the background, or bring it back, as its scripts see it."""
    phone.page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange", {bubbles: true}));
        }""",
        hidden,
    )


@pytest.fixture
def two(table):
    """Give a table of two, and phones for both that forgive broken connections."""
    code, ann, bob = table(phones=2)
    for each in (ann, bob):
        each.forgive(*BROKEN)
        each.sees(".who .disc:not(.away)", count=2)
    return code, ann, bob


def test_a_phone_that_slept_shows_the_right_state_within_two_seconds_of_waking(two):
    _, ann, bob = two
    hide(bob)
    bob.context.set_offline(True)
    expect(ann.find(".who .disc:not(.away)")).to_have_count(1, timeout=12000)
    for n, step in enumerate(("board", "players", "market")):
        ann.tap(f"#tick-{step} button")
        ann.sees(".tick[aria-pressed=true]", count=n + 1)
    expect(bob.find(".tick[aria-pressed=true]")).to_have_count(0)
    bob.context.set_offline(False)
    hide(bob, False)
    woken = time.monotonic()
    bob.sees("#tick-market [aria-pressed=true]")
    assert time.monotonic() - woken < 2
    bob.sees(".tick[aria-pressed=true]", count=3)
    ann.sees(".who .disc:not(.away)", count=2)


def test_a_phone_that_lost_the_network_says_so_and_catches_up_within_two_seconds(two):
    _, ann, bob = two
    bob.context.set_offline(True)
    ann.tap("#tick-board button")
    bob.sees("#offline")
    bob.context.set_offline(False)
    back = time.monotonic()
    bob.sees("#tick-board [aria-pressed=true]")
    assert time.monotonic() - back < 2
    expect(bob.find("#offline")).to_be_hidden()
    ann.tap("#tick-market button")
    bob.sees("#tick-market [aria-pressed=true]")


def test_who_looks_without_a_connection_is_told_so_and_only_moves_are_said_to_be_kept(hunt):
    _, ann, bob = hunt
    bob.forgive(*BROKEN)
    bob.context.set_offline(True)
    bob.tap(".spaces a >> nth=0")
    bob.reads("#offline", "No connection.")
    assert pulses(bob, ".spaces a")
    assert "kept" not in bob.find("#offline").inner_text()
    bob.breathe()
    bob.tap("#pause button")
    bob.reads("#offline", "No connection. Your moves will be sent again: keep this page open.")
    bob.context.set_offline(False)
    ann.sees("#pause[action$='/resume']")
    expect(bob.find("#offline")).to_be_hidden()


def test_a_look_that_failed_says_so_though_the_stream_goes_on(hunt):
    """And what is said goes away again by itself, without a reload."""
    _, _, bob = hunt
    bob.forgive(*BROKEN)
    bob.page.route("**/hunt?space=*", lambda route: route.abort("connectionreset"), times=1)
    bob.tap(".spaces a >> nth=0")
    bob.reads("#offline", "No connection.")
    expect(bob.find("#offline")).to_be_hidden()
    bob.tap(".spaces a >> nth=0")
    bob.sees("#catching")


def test_a_refresh_that_failed_is_tried_again(two):
    _, ann, bob = two
    failed = []

    def fail_once(route):
        route.continue_() if failed else route.abort("connectionreset")
        failed.append(route.request.url)

    bob.page.route("**/setup?since=*", fail_once)
    ann.tap("#tick-board button")
    bob.sees("#tick-board [aria-pressed=true]")
    assert len(failed) > 1


def test_on_a_slow_link_what_was_tapped_is_faint_until_the_answer_comes(two):
    _, ann, _ = two
    held = []
    ann.page.route("**/tick", lambda route: held.append(route))
    ann.find("#tick-board button").click()
    expect(ann.find("#tick-board")).to_have_css("opacity", "0.45")
    held[0].continue_()
    ann.sees("#tick-board [aria-pressed=true]")
    expect(ann.find("#tick-board")).to_have_css("opacity", "1")


def test_taps_made_out_of_reach_are_kept_and_arrive_once(two):
    code, ann, bob = two
    for each in (ann, bob):
        each.go(f"djinn/{code}/score?all=1")
    bob.sees(".who .disc:not(.away)", count=2)
    bob.context.set_offline(True)
    for _ in range(3):
        bob.tap("#count-coins button[value='1']")
    bob.tap("#count-scrolls button[value='1']")
    bob.page.fill("#box-corks", "5")
    bob.page.keyboard.press("Tab")
    bob.sees("#offline")
    ann.tap("#count-keys button[value='1']")
    ann.has("keys", 1)
    bob.page.wait_for_timeout(1200)  # long enough for some attempts in vain
    bob.context.set_offline(False)
    for box, value in (("coins", 3), ("scrolls", 1), ("corks", 5)):
        bob.has(box, value)
    bob.sees("body:not(.keeping)")
    bob.quiet()
    lines = ["Bob, Coins: +1."] * 3 + ["Bob, Scrolls: +1.", "Bob, Unused Corks: 5."]
    assert [line for line in bob.log() if line.startswith("Bob, ")] == lines[::-1]


def test_what_was_corrected_out_of_reach_stays_corrected(two):
    """The first is tried more and more seldom: its correction would overtake it."""
    code, _, bob = two
    bob.go(f"djinn/{code}/score?all=1")
    bob.context.set_offline(True)
    for number, seconds in ((12, 4), (10, 0)):
        bob.fill("#box-corks", str(number))
        bob.page.wait_for_timeout(1000 * seconds)
    bob.context.set_offline(False)
    bob.sees("body:not(.keeping)")
    bob.quiet()
    assert [line for line in bob.log() if "Corks" in line] == [f"Bob, Unused Corks: {n}." for n in (10, 12)]
    bob.has("corks", 10)


def test_a_tap_after_the_network_came_back_does_not_overtake_one_that_waits(two):
    """What was typed last went out at once, and then what was typed before it: the sheet kept the older number."""
    code, _, bob = two
    bob.go(f"djinn/{code}/score?all=1")
    bob.page.route("**/count*", lambda route: route.abort("connectionreset"))
    bob.fill("#box-corks", "12")
    bob.page.wait_for_timeout(4000)  # it is tried more and more seldom
    bob.page.unroute("**/count*")
    bob.fill("#box-corks", "10")
    expect(bob.find("body:not(.keeping)")).to_be_visible(timeout=2000)
    bob.quiet()
    assert [line for line in bob.log() if "Corks" in line] == [f"Bob, Unused Corks: {n}." for n in (10, 12)]
    bob.has("corks", 10)


@pytest.mark.parametrize("status", [None, 503])
def test_what_waits_behind_a_tap_does_not_overtake_it_when_that_is_lost(two, status):
    """The box sends its numbers one after the other: the second went out before the first was known to be lost."""
    code, _, bob = two
    bob.forgive(f"status of {status}", f"answer {status}")
    bob.go(f"djinn/{code}/score?all=1")
    held = []
    bob.page.route("**/count*", lambda route: held.append(route) if not held else route.continue_())
    for number in (12, 10):
        bob.fill("#box-corks", str(number))
    held[0].fulfill(status=status) if status else held[0].abort("connectionreset")
    bob.until(lambda: len([line for line in bob.log() if "Corks" in line]), 2)
    assert [line for line in bob.log() if "Corks" in line] == [f"Bob, Unused Corks: {n}." for n in (10, 12)]
    bob.quiet()
    bob.has("corks", 10)


def test_another_choice_in_a_form_that_waits_is_another_tap(phone):
    """Both were sent under one id, and the second was taken for the first sent again."""
    ann = phone()
    ann.forgive(*BROKEN)
    ann.go(f"emperor/{of_six(ann)}/ring").tap("#to-out")
    ann.context.set_offline(True)
    for name in ("Player 0", "Player 2"):
        ann.tap(f"#out .choices label:has-text('{name}')")
        ann.tap("#out button")
        ann.tap(f"#out .choices label:has-text('{name}')")
    ann.breathe()
    ann.tap("#out .choices label:has-text('Player 2')")
    ann.tap("#out button")  # the same again: an impatient finger
    ann.context.set_offline(False)
    ann.sees("body:not(.keeping)")
    ann.quiet()
    assert [line for line in ann.log() if line.startswith("Out:")] == [
        "Out: Player 2. The ring closes.",
        "Out: Player 0. The ring closes.",
    ]


def test_a_question_without_an_answer_does_not_hold_up_later_ones(two):
    """A line that drops all it is given breaks no connection: an update waited behind one that never came."""
    _, ann, bob = two
    held = []
    bob.page.route("**/setup?since=*", lambda route: held.append(route) if not held else route.continue_())
    ann.tap("#tick-board button")
    bob.until(lambda: len(held), 1)
    ann.tap("#tick-market button")
    expect(bob.find("#tick-market [aria-pressed=true]")).to_be_visible(timeout=30000)


def test_a_tap_without_an_answer_is_sent_again(two):
    _, _, bob = two
    held = []
    bob.page.route("**/tick", lambda route: held.append(route) if not held else route.continue_())
    bob.tap("#tick-board button")
    expect(bob.find("#tick-board [aria-pressed=true]")).to_be_visible(timeout=30000)


def test_who_leaves_a_page_whose_taps_wait_is_asked_first(two):
    """Another page forgets them, and nothing said so."""
    _, ann, bob = two
    asked = []
    bob.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    bob.context.set_offline(True)
    bob.tap("#tick-board button")
    bob.sees("body.keeping")
    bob.tap("#nav a[href$='/score']")
    bob.until(lambda: asked, ["beforeunload"])
    bob.context.set_offline(False)
    ann.sees("#tick-board [aria-pressed=true]")
    bob.misses("body.keeping")
    bob.breathe()
    bob.tap("#nav a[href$='/score']")
    bob.at("/score")
    assert asked == ["beforeunload"]


def test_a_tap_made_out_of_reach_on_what_has_changed_meanwhile_is_answered_in_words(two):
    _, ann, bob = two
    bob.forgive("status of 422")
    bob.context.set_offline(True)
    bob.tap("#tick-board button")
    bob.sees("#offline")
    ann.tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    bob.context.set_offline(False)
    bob.sees("#tick-board [aria-pressed=true]")
    bob.reads("#refusal", "This step is already ticked")
    assert ann.log().count("Setup: step 1 is done.") == 1


def test_after_a_restart_enter_counts_what_is_typed(two, server):
    """Once a button below it, of the same kind as another that was new, took over what that one did: one less."""
    code, _, bob = two
    bob.go(f"djinn/{code}/score?all=1")
    for value in (5, 7, 9):
        if value == 7:
            server.kill()
            server.start()
        bob.fill("#box-corks", str(value))
        bob.has("corks", value)
        bob.quiet()
    assert [line for line in bob.log() if "Corks" in line] == [f"Bob, Unused Corks: {value}." for value in (9, 7, 5)]


def test_a_tap_whose_answer_got_lost_counts_once(two):
    """The server has made the move, but the phone never hears of it and sends the same tap again."""
    code, _, bob = two
    bob.go(f"djinn/{code}/score?all=1")
    heard = []

    def lose(route):
        answer = route.fetch() if not heard else None
        heard.append(answer)
        route.abort("connectionreset") if answer else route.continue_()

    bob.page.route("**/count*", lose)
    bob.tap("#count-coins button[value='1']")
    bob.until(lambda: len(heard) >= 2, True)
    bob.quiet()
    bob.has("coins", 1)
    assert bob.log().count("Bob, Coins: +1.") == 1


def test_a_form_that_stays_takes_another_tap_though_an_answer_came_too_late(phone):
    """What a page shows is newer than the answer, so that no form comes with it; the next tap is another one."""
    ann, mixed = phone(), "() => +document.querySelector('#seats').dataset.seq"
    code = ring(ann)
    ann.go(f"emperor/{code}/seats")

    def mix():
        before = ann.page.evaluate(mixed)
        ann.tap("#mix button")
        ann.until(lambda: ann.page.evaluate(mixed) > before, True)
        ann.page.wait_for_timeout(500)  # a tap that follows sooner is the second one of a double tap

    def late(route):
        route.fulfill(response=(answer := route.fetch()), headers=answer.headers | {"seq": "1"})

    mix()
    ann.page.route("**/mix", late, times=1)
    mix()
    mix()


def of_six(phone):
    """Open a table of six Emperors, tell its code."""
    form = {"count": "6"} | {f"players-{n}-colour": colour(n) for n in range(6)}
    form |= {f"players-{n}-name": f"Player {n}" for n in range(6)}
    code = phone.post("emperor/new", **form).headers["location"].split("/")[2]
    phone.post(f"emperor/{code}/begin", seen="1")
    return code


def cut_once(phone, path, status=None):
    """Cut the first POST to a path, or let a proxy answer it with an error; tell what was sent each time."""
    sent = []

    def cut(route):
        sent.append(route.request.post_data)
        if len(sent) > 1:
            route.continue_()
        elif status:
            route.fulfill(status=status, body="<h1>A proxy's own words</h1>")
        else:
            route.abort("connectionreset")

    phone.page.route(path, cut)
    return sent


CUTS = pytest.mark.parametrize("status", [None, 502, 503, 504])


@CUTS
def test_a_tap_sent_again_carries_all_that_was_chosen(phone, status):
    """Three Djinn of one space: two of them, or all three, may be of one colour."""
    ann = phone()
    code = ann.open_table("first_game", "longer")
    ann.post(f"djinn/{code}/begin", seen="1")
    ann.forgive(*BROKEN, f"status of {status}", f"answer {status}")
    ann.sit(code, 0, "hunt").tap(".spaces a >> nth=0")
    ann.tap("#stand button")
    ann.sees("#none-caught")
    djinn = ann.find("#catching label:has([name=djinn])")
    for label in djinn.all():
        ann.tap(label)
    djinns = djinn.count()
    assert djinns >= 3
    sent = cut_once(ann, "**/catch", status)
    ann.tap("#catching button.go")
    ann.sees("body.keeping #offline")
    ann.reads("#happened", "catches")
    ann.misses("body.keeping")
    ann.quiet()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    (caught,) = (line for line in ann.log() if "catches" in line)
    assert sum(map(int, re.findall(r"(\d+) [A-Z]", caught))) == djinns


@CUTS
def test_all_who_are_out_at_once_are_out_though_the_connection_broke(phone, status):
    ann = phone()
    ann.forgive(*BROKEN, f"status of {status}", f"answer {status}")
    ann.go(f"emperor/{of_six(ann)}/ring").tap("#to-out")
    for name in ("Player 0", "Player 2"):
        ann.tap(f"#out .choices label:has-text('{name}')")
    sent = cut_once(ann, "**/out", status)
    ann.tap("#out button")
    ann.reads("#ring", "Out: Player 0 and Player 2.")
    assert sent[0] == sent[1]
    assert "seats=0&seats=2" in sent[0]


def test_our_own_sentence_stands_there_while_the_tap_waits(two):
    """The disk is full, then it is not: the person is told, and the tap counts once."""
    _, ann, _ = two
    ann.forgive("status of 503", "answer 503")
    full = "Nothing can be saved: the disk is full. Your tap is saved and will be sent again."
    tries = []

    def refuse_twice(route):
        tries.append(route.request.post_data)
        route.fulfill(status=503, headers={"Refused": "1"}, body=full) if len(tries) < 3 else route.continue_()

    ann.page.route("**/tick", refuse_twice)
    ann.tap("#tick-board button")
    ann.reads("#refusal", full)
    ann.sees("#tick-board [aria-pressed=true]")
    ann.until(ann.find("#refusal").inner_text, "")
    assert len(set(tries)) == 1
    assert ann.log().count("Setup: step 1 is done.") == 1


def test_who_waits_for_long_is_told_and_the_tap_still_arrives(table):
    _, ann = table(phones=1, cold=True)
    ann.forgive(*BROKEN)
    ann.page.clock.install()  # for all later pages of the window
    ann.go(f"djinn/{ann.code}/setup")
    broken = True
    ann.page.route("**/tick", lambda route: route.abort() if broken else route.continue_())
    ann.tap("#tick-board button")
    ann.sees("body.keeping")
    for _ in range(14):
        ann.page.clock.run_for(15000)
        ann.page.wait_for_timeout(20)
    ann.reads("#refusal", "waiting for two minutes")
    broken = False
    ann.page.clock.run_for(30000)
    ann.sees("#tick-board [aria-pressed=true]")
    ann.misses("body.keeping")


def test_the_server_is_killed_and_comes_back_and_the_page_catches_up_by_itself(own_server, table):
    _, ann, bob = table(phones=2, at=own_server)
    for each in (ann, bob):
        each.forgive(*BROKEN)
        each.sees(".who .disc:not(.away)", count=2)
    ann.tap("#tick-board button")
    bob.sees("#tick-board [aria-pressed=true]")
    own_server.kill()
    bob.sees("#offline")
    bob.tap("#tick-players button")  # a tap into the void: kept
    own_server.start()
    for each in (ann, bob):
        each.sees("#tick-players [aria-pressed=true]")
        expect(each.find("#offline")).to_be_hidden()
    for each in (ann, bob):
        each.sees(".who .disc:not(.away)", count=2)
    ann.tap("#tick-market button")
    bob.sees("#tick-market [aria-pressed=true]")
    assert [f"Setup: step {n} is done." for n in (3, 2, 1)] == ann.log()[:3]


def test_nothing_that_was_seen_is_lost_when_the_server_is_killed_amid_taps(own_server, table):
    _, ann, bob = table(page="score?all=1", phones=2, at=own_server)
    for each in (ann, bob):
        each.forgive(*BROKEN)
        each.burst("#count-coins button[value='1']", 20, gap=60)
    ann.page.wait_for_timeout(500)
    own_server.kill()
    own_server.start()
    for each in (ann, bob):
        expect(each.find("#box-coins")).to_have_value("20", timeout=12000)


def test_a_line_gone_silent_is_noticed_and_its_taps_arrive_later(own_server, table):
    """Nothing breaks and nothing comes: as far as a phone can tell, a frozen server is a dead link."""
    _, ann, bob = table(phones=2, at=own_server)
    for each in (ann, bob):
        each.forgive(*BROKEN)
        each.sees(".who .disc:not(.away)", count=2)
    os.kill(own_server.process.pid, signal.SIGSTOP)
    try:
        bob.tap("#tick-board button")
        ann.tap("#tick-market button")
        bob.find("#offline").wait_for(timeout=16000)
    finally:
        os.kill(own_server.process.pid, signal.SIGCONT)
    for each in (ann, bob):
        each.sees("#tick-board [aria-pressed=true]")
        each.sees("#tick-market [aria-pressed=true]")
        expect(each.find("#offline")).to_be_hidden()


def test_a_page_whose_table_is_gone_says_so(two, server):
    """It said that there was no connection, and asked every 2 s, which counts as guessing codes."""
    code, ann, bob = two
    for each in (ann, bob):
        each.forgive("status of 404", "answer 404", "EventSource")
    hide(bob)
    with closing(sqlite3.connect(server.folder / "companion.db", isolation_level=None)) as db:
        for kept in ("tables", "seats", "phones", "log"):
            db.execute(f"DELETE FROM {kept} WHERE code = ?", [code])
    hide(bob, False)
    bob.reads("h1", "No such table")


def test_a_server_that_stops_ends_at_once_though_phones_are_waiting(own_server, table):
    _, ann, bob = table(phones=2, at=own_server)
    for each in (ann, bob):
        each.forgive(*BROKEN)
        each.sees(".who .disc:not(.away)", count=2)
    began = time.monotonic()
    assert own_server.stop() == 0
    assert time.monotonic() - began < 2
