"""What is told in a turn of Tales is a button in a later one, in words that fit; and *not so* takes it away."""

import pytest

from tests.browser.cases_tales import NEXT, READY
from tests.browser.moves import BEGIN, do, make, open_table

pytestmark = pytest.mark.browser

ROW = [do("card", seat="0", card="terrain", name="Old Beggar"), do("row", die="4", chart="1204")]
TALL = 1.5 * 844
"""How tall a step may be."""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "noscript"])
def test_what_was_told_is_a_button_the_next_time(phone, scripts):
    ann = phone(js=scripts)
    code = open_table(ann, "tales", 3, {"total": "20"}, [*READY, BEGIN, *ROW])
    ann.go(f"tales/{code}/turn").tap("#letters a:has-text('D')")
    ann.sees("#letters a[aria-current]")
    ann.write("#give-number [name=adjective]", "Wicked")
    ann.write("#give-number [name=another]", "Court")
    ann.write("#given", "842")
    ann.tap("#give-number button:has-text('Go') >> nth=0")
    ann.reads("#made", "D: 842")
    for move in (*NEXT, *ROW):
        make(ann, "tales", code, *move)
    ann.go(f"tales/{code}/turn").tap("#letters a:has-text('D')")
    ann.tap("#adjectives a")
    ann.reads("#reactions", "as you entered it on")
    assert ann.page.evaluate("document.documentElement.scrollHeight") <= TALL
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.tap("#reactions button:has-text('Court')")
    ann.reads("#made", "D: 842")


def test_not_so_takes_a_telling_away(phone):
    ann = phone(width=320)
    told = do("number", number="842", matrix="E", adjective="Wicked", reaction="Court")
    again = do("number", number="850", matrix="E", adjective="Wicked", reaction="Court")
    code = open_table(ann, "tales", 3, {"total": "20"}, [*READY, BEGIN, *ROW, told, again, *NEXT, *ROW])
    ann.go(f"tales/{code}/turn").tap("#letters a:has-text('E')")
    ann.tap("#adjectives a")
    ann.reads("#reactions", "Two different numbers were entered")
    ann.tap("#not-so-1-1 button")
    ann.misses("#not-so-1-2")
    ann.reads("#reactions", "850")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_where_a_card_led_stands_there_and_its_name_is_offered(phone):
    ann = phone()
    begun = [*READY, BEGIN, *ROW, *NEXT]
    code = open_table(ann, "tales", 3, {"total": "20"}, begun)
    ann.go(f"tales/{code}/turn").tap("#stay button")
    ann.tap("#naming-card summary")
    ann.write("#draw [name=name]", "Old Beggar")
    ann.tap("#draw [value=terrain]")
    ann.reads("#leads-to", "the chart at 1204")


def test_a_page_says_how_much_is_known_and_who_met_a_number(phone):
    ann = phone()
    told = do("number", number="842", matrix="F", adjective="Wicked", reaction="Court")
    read = [do("destiny", face="0"), do("headings", seat="0", headings="luck"), do("award", seat="0", destiny="2")]
    open_table(ann, "tales", 3, {"total": "20"}, [*READY, BEGIN, *ROW, told, *read])
    ann.go("tales/box").tap("#learned a")
    ann.reads("#progress", "of 15 letters")
    ann.reads("#progress li", "1 adjective")
    ann.fill("#by-number [name=number]", "842")
    ann.tap("#by-number button")
    ann.reads("#met", "Ann")
    ann.reads("#look-up", "Luck")
