"""Plays entered by hand on a phone: few taps, with and without scripts."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

MOST = 8
"""How many taps a past play of Tales may take, besides the names."""


class Counted:
    """A phone whose taps are counted: one on whatever is no name, and three for a day in its calendar."""

    def __init__(self, phone):
        self.phone, self.taps = phone, 0

    def tap(self, selector):
        self.phone.tap(selector)
        self.taps += 1

    def choose_day(self, selector, day):
        self.phone.page.fill(selector, day)
        self.taps += 3


@pytest.mark.parametrize("js", [True, False])
def test_a_past_play_of_tales_takes_at_most_eight_taps_and_the_names(phone, js):
    ann = phone(js=js)
    ann.open_table()
    ann.go("")
    counted = Counted(ann)
    counted.tap("#top a:has-text('Scores')")
    counted.tap("main a:has-text('Enter a play') >> nth=0")
    counted.tap("main a:has-text('Tales')")
    counted.choose_day("input[name=day]", "2024-05-06")
    for number, name in enumerate(("Dora", "Ümit")):
        ann.page.fill(f"input[name=players-{number}-name]", name)
    counted.tap("label:has(input[name=winners][value='0'])")
    counted.tap("button:has-text('Save')")
    ann.at(r"/scores/\d+")
    expect(ann.page.locator("main ol").first).to_contain_text(re.compile(r"D\s+Dora\s+won"))
    assert counted.taps <= MOST


def test_a_phone_is_let_in_by_another(phone):
    ann, bob = phone(), phone()
    ann.open_table()
    ann.go("scores/let-in")
    ann.tap("button:has-text('Show the link')")
    link = ann.page.locator("main section a").first.get_attribute("href")
    bob.go("scores/new?game=tales")
    bob.reads("main", "Let a phone in")
    bob.go(re.sub(r"^.*/scores/", "scores/", link))
    bob.tap("button:has-text('Join')")
    bob.misses("button:has-text('Join')")
    bob.go("scores/new?game=tales")
    bob.reads("button.go", "Save")
