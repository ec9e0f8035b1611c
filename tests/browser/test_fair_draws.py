"""Fair draws on two phones, with and without scripts: a word each, the secret told, and all that was drawn is right."""

from itertools import pairwise

import pytest

pytestmark = pytest.mark.browser

OUTCOME = "it => document.getElementById(it.dataset.outcome).getBoundingClientRect().bottom"


@pytest.mark.parametrize("js", [True, False])
def test_two_players_add_a_word_each_and_both_see_that_the_draws_follow(table, js):
    _, ann, bob = table(page="fair", phones=2, js=js)

    def look(phone):
        if not js:
            phone.page.reload()

    commitment = ann.find("#fair code").first.inner_text()
    bob.page.fill("#word [name=word]", "Karneol")
    bob.tap("#word button")
    bob.reads("#words", "Karneol")
    bob.misses("#word")
    look(ann)
    ann.reads("#words", "Bob")
    if not ann.find("#word button").is_visible():
        ann.tap("#saying summary")
    ann.page.fill("#word [name=word]", "Opal")
    ann.tap("#word button")
    ann.reads("#words", "Opal")
    assert ann.find("#fair code").first.inner_text() == commitment

    code = ann.code
    ann.go(f"djinn/{code}/score?all=1")
    ann.tap("#count-corks button[value='1']")
    ann.has("corks", 1)
    ann.end_game()
    ann.at("/result")
    ann.tap("text=Check the draws")
    if js:  # every phone is led to the result
        bob.at("/result")
        bob.tap("text=Check the draws")
        bob.reads("#fair", "The host can show the secret.")
    ann.tap("#tell button")
    ann.reads("#fair", "Everything that was drawn follows from the secret")
    look(bob)
    bob.reads("#fair", "Everything that was drawn follows from the secret")
    bob.tap("text=All draws, one by one")
    bob.reads("#fair", "Bob adds a word to the draws: “Karneol”.")
    bob.tap("#right summary")
    bob.reads("#right", "Djinn beside the Bosses")
    assert bob.find("#fair code").first.inner_text() == commitment


def unfold(phone, chip):
    """Open the step of the set-up that has something to tap, unless it is open."""
    if not phone.find(chip).is_visible():
        phone.tap(f".checklist details:has({chip}) > summary")
        phone.breathe()


def test_what_a_table_drew_is_set_where_it_stands_one_thing_after_the_other(table):
    """What was set is in view; what is to be set next lies there or below, never above the screen."""
    _, ann = table(phones=1, width=320, height=568)
    chips = [f"a[href*='drew={element}']" for element in ("passages", "start", "trophies", "cards", "tiles")]
    for chip, following in pairwise([*chips, None]):
        unfold(ann, chip)
        ann.tap(chip)
        ann.sees("#drew")
        ann.tap("#drew form button >> nth=-1")
        ann.misses("#drew")
        ann.quiet()
        above = ann.find("#top").bounding_box()["height"]
        assert 0 <= ann.find("[data-outcome]").evaluate(OUTCOME) - above < 568
        if following:
            folded = not ann.find(following).is_visible()
            there = f".checklist > li:has({following})" if folded else following
            assert ann.find(there).bounding_box()["y"] > above
        ann.breathe()


def test_the_list_stays_whole_on_a_phone_that_held_a_disc_of_the_bag(table):
    """Focus is in the form for the bag when another phone's tap takes that form away."""
    _, ann, bob = table(phones=2)
    unfold(ann, "a[href*='drew=djinn']")
    ann.tap("a[href*='drew=djinn']")
    ann.tap("#set-djinn button")
    ann.sees("#from-bag")
    bob.tap("#from-bag button >> nth=0")
    ann.reads("#bag", "2 to draw")
    ann.tap("#app-draws button")
    for each in (ann, bob):
        each.misses("#bag")
        each.sees(".checklist > li", count=11)
        each.reads("#step-trophies", "Trophies")
