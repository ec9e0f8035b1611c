"""The clock of a turn, on a phone that only watches it."""

import pytest

from tests.browser.moves import BEGIN, do, emperor, make, open_table

pytestmark = pytest.mark.browser

JUST_BEGUN = ("0:00", "0:01", "0:02")


def test_the_next_player_begins_at_nothing_on_a_phone_that_saw_the_last_turn_begin(phone):
    """The page says "0 seconds so far" of both turns, so that nothing but when they began tells them apart."""
    ann, bob = phone(), phone()
    code = ann.open_table("first_game", names=("Ann", "Bob"))
    for seat, each in enumerate((ann, bob)):
        each.sit(code, seat, "hunt")
    ann.tap("#begin button")
    bob.reads("#used", "0:03")
    ann.end_turn()
    bob.reads("#happened", "has finished")
    shows_a_new_turn(bob, "#used")


def test_the_next_turn_of_a_duel_begins_at_nothing_on_a_phone_that_watches(phone):
    ann, bob = phone(), phone()
    code = open_table(ann, *emperor(BEGIN, do("time", on="y")))
    bob.go(f"emperor/{code}/ring")
    make(ann, "emperor", code, "end-turn", {"seat": "2"})
    bob.reads("#runs", "0:03")
    make(ann, "emperor", code, "end-turn", {"seat": "3"})
    shows_a_new_turn(bob, "#runs")


def test_a_clock_of_a_phone_that_was_set_is_right_with_the_next_news(phone):
    ann, bob = phone(), phone()
    code = open_table(ann, *emperor(BEGIN, do("time", on="y")))
    bob.go(f"emperor/{code}/ring").reads("#runs", "0:01")
    bob.page.evaluate("(now => { Date.now = () => now() + 300_000; })(Date.now)")
    bob.reads("#runs", "5:0")
    make(ann, "emperor", code, "life", {"seat": "2", "by": "-1"})
    bob.reads(".ring", "19")
    bob.page.wait_for_timeout(1100)  # by then the phone counts on by itself
    bob.reads("#runs", "0:0")


def shows_a_new_turn(watcher, clock):
    """See that the clock of a turn that has just begun counts from nothing, and goes on."""
    watcher.quiet()
    watcher.page.wait_for_timeout(1100)  # by then the seconds of the last turn would show again
    assert watcher.find(clock).inner_text() in JUST_BEGUN
    watcher.reads(clock, "0:03")
