"""A tale as a book: from the page where it is told to the one that is read, printed and saved."""

import re

import pytest

from tests.browser.cases_tales import OVER, READY
from tests.browser.moves import BEGIN, do, open_table

pytestmark = pytest.mark.browser

A5 = (420, 595)
"""How wide and high a page of A5 is in points."""
BARS = "#top, #nav, #book [role=button]"


@pytest.fixture
def reader(phone):
    """Play a short evening to its end on one phone; open its book from the page of the tale."""
    ann = phone(height=844)
    line = do("line", seat="0", line="It rained roses.")
    read = do("number", number="77", straight="y")
    code = open_table(ann, "tales", 3, {"total": "20"}, [*READY, BEGIN, line, *OVER[:1], read, *OVER[1:]])
    ann.go(f"tales/{code}/tale")
    ann.tap("a:has-text('Read the whole tale')")
    ann.sees("#book .cover h1:has-text('The tale of Ann, Bob and Cem')")
    return ann


def test_a_tale_is_read_as_a_book_and_saved_as_text(reader):
    reader.sees("#book article:has-text('“It rained roses.”')")
    reader.sees("#book img")
    with reader.page.expect_download() as saved:
        reader.page.click("text=Save as text")
    text = saved.value.path().read_text(encoding="utf-8")
    for paragraph in reader.page.locator("#book article p").all_inner_texts():
        assert re.sub(r"\s*Book [\d, ]+$", "", paragraph) in text


def test_a_line_is_told_of_the_turn_that_ended_the_game(reader):
    reader.page.go_back()
    reader.tap("#lining summary")
    reader.fill("#tell [name=line]", "And Cem had slept all day.")
    reader.reads("#did", "And Cem had slept all day.")
    reader.reads("#chapters", "“And Cem had slept all day.”")
    assert reader.find("#line").input_value() == "And Cem had slept all day."


def test_a_tale_is_printed_on_small_pages_in_black_without_bars(reader):
    reader.page.emulate_media(media="print", color_scheme="dark")
    assert not any(bar.is_visible() for bar in reader.page.locator(BARS).all())
    ink = "getComputedStyle(document.querySelector('#book article p')).color"
    assert reader.page.evaluate(ink) == "rgb(0, 0, 0)"
    for part in ("html", "body"):
        ground = f"getComputedStyle(document.querySelector('{part}')).backgroundColor"
        assert reader.page.evaluate(ground) in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"), part
    painted = "getComputedStyle(document.querySelector('#book figure img')).filter"
    assert "invert(1)" in reader.page.evaluate(painted)  # the picture of the night would be a page full of ink
    numbers = reader.page.locator("#book article small:has-text('77')")
    assert numbers.count()
    assert not any(one.is_visible() for one in numbers.all())
    printed = reader.page.pdf(prefer_css_page_size=True)
    sizes = [tuple(map(float, box)) for box in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)]
    assert {(round(wide), round(high)) for wide, high in sizes} == {A5}
    assert len(sizes) >= 3  # the cover, what is told, the ways
