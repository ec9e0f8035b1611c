"""What stays where it is and says what is so: after a refusal, an undo, without a connection, in large type."""

import re

import pytest

from tests.browser.moves import djinn, open_table, war

pytestmark = pytest.mark.browser

PLACE = "it => it.getBoundingClientRect().y"
PLACES = "all => all.map((it) => { const {x, y} = it.getBoundingClientRect(); return [x, y + scrollY]; })"


def test_a_refused_number_stands_beside_why_and_then_gives_way_to_what_the_sheet_holds(table):
    _, ann = table(page="score?all=1", phones=1)
    ann.forgive("status of 422")
    for number in ("4", "13"):
        ann.page.fill("#box-keys", number)
        ann.page.keyboard.press("Tab")
        ann.quiet()
        ann.breathe()
    ann.has("keys", 13)
    ann.reads("#fault", "Keys: must be 0 to 12")
    ann.tap("#count-coins button[value='1']")
    ann.has("keys", 4)
    ann.misses("#fault")


@pytest.mark.parametrize("page", ["hunt", "can"])
def test_what_one_chooses_moves_nothing_under_the_thumb(hunt, page):
    code, ann, _ = hunt
    choices = ann.go(f"djinn/{code}/{page}?space=R1").find(".choices label >> visible=true")
    before = choices.evaluate_all(PLACES)
    ann.tap(choices.first)
    ann.sees(".choices :checked + span")
    assert choices.evaluate_all(PLACES) == before


def test_what_one_has_opened_stays_open_while_others_come(hunt):
    _, ann, bob = hunt
    ann.tap(".spaces a >> nth=0")
    ann.tap("#catching summary")
    ann.sees("#catching [formaction$='/remove']")
    asked = ann.find("#hunt").get_attribute("hx-get")
    bob.tap("#pause button")
    ann.until(lambda: ann.find("#hunt").get_attribute("hx-get") != asked, True)
    ann.sees("#catching [formaction$='/remove']")


def test_the_title_follows_an_undo_that_leads_back(table):
    _, ann = table(page="score?all=1", phones=1)
    ann.tap("#count-corks button[value='1']")
    ann.has("corks", 1)
    ann.end_game()
    ann.at("/result")
    assert ann.page.title().startswith("Result")
    ann.breathe()
    ann.tap("#undo button")
    ann.at("/score")
    ann.until(lambda: ann.page.title().split()[0], "Score")


def test_no_connection_is_said_without_a_move_of_the_page(table):
    _, ann = table(phones=1)
    ann.forgive("net::ERR_", "htmx:(sendError|afterRequest)")
    before = ann.find("main h1").evaluate(PLACE)
    ann.context.set_offline(True)
    ann.sees("#offline")
    assert ann.find("main h1").evaluate(PLACE) == before
    ann.context.set_offline(False)


LONGEST = (
    "Diese Partie wurde mit einer anderen Schachtel gespielt: Die Wege oder Toms zwölf Karten sind dort anders "
    "eingetragen als hier. Vergleicht die beiden Schachteln. Ihr könnt sie exportieren und importieren."
)
NOTICE = """(it, text) => {
    document.documentElement.style.fontSize = "200%";
    it.textContent = text;
    it.classList.add("shown");
    const {top, left, right, bottom} = it.getBoundingClientRect();
    const bar = document.querySelector("#nav").getBoundingClientRect().top;
    return top >= 0 && left >= 0 && right <= innerWidth && bottom <= bar;
}"""


@pytest.mark.parametrize("notice", ["#did", "#refusal"])
def test_the_longest_notice_is_there_whole_in_large_type_on_the_smallest_phone(table, notice):
    _, ann = table(phones=1, width=320, height=568)
    assert ann.find(notice).evaluate(NOTICE, LONGEST)


@pytest.mark.parametrize("width", [390, 320])
def test_whose_sheet_it_is_sticks_below_the_bar_in_large_type(table, width):
    _, ann = table(page="score?all=1", phones=1, width=width)
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'; scrollTo(0, 900)")
    bar = ann.find("#top").evaluate("it => it.getBoundingClientRect().bottom")
    assert ann.find("#whose").evaluate(PLACE) == pytest.approx(bar, abs=1)


@pytest.mark.parametrize(("size", "height"), [(16, 844), (24, 844), (32, 844), (16, 420)])
def test_whose_sheet_it_is_stays_in_view_in_any_type_and_beside_a_keyboard(table, size, height):
    """Tabs left the screen in large type and over an open keyboard: nobody saw into whose sheet they typed."""
    _, ann = table(page="score?all=1", phones=1, height=height)
    ann.context.new_cdp_session(ann.page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    ann.page.evaluate("scrollTo(0, 900)")
    top, bottom = ann.find("#whose").evaluate(
        "it => [it.getBoundingClientRect().top, it.getBoundingClientRect().bottom]"
    )
    assert top >= 0
    assert bottom < height / 2


def test_a_page_that_lost_a_part_gets_it_back(table):
    """Nothing takes a part away, but for what a browser's add-on does."""
    _, ann, bob = table(phones=2)
    ann.tap("#tick-market button")
    bob.sees("#tick-market [aria-pressed=true]")
    bob.page.evaluate("document.querySelector('#step-board').remove()")
    ann.tap("#tick-board button")
    bob.sees("#tick-board [aria-pressed=true]")


HELD = "form => [...form.elements].map(({value, checked}) => [value, checked])"
"""Reads what is typed and chosen in a form."""


def test_what_is_typed_and_chosen_stays_while_others_tap(phone):
    """Also where the finger is elsewhere by now."""
    ann, bob = phone(), phone()
    code = open_table(ann, "tales", 2, {"total": "20"}, ())
    ann.go(f"tales/{code}/setup").tap("#heroes summary")
    ann.write("#choose-0 [name=name]", "Sindbad")
    ann.tap("#choose-0 label:has([value=man])")
    held = ann.find("#choose-0").evaluate(HELD)
    bob.go(f"t/{code}")
    bob.post(f"t/{code}/sit", seat="1")
    bob.post(f"tales/{code}/hero", seat="1", gender="man", name="Omar", quest="")
    ann.until(lambda: ann.find("#choose-1 [name=name]").input_value(), "Omar")
    assert ["man", True] in held
    assert ann.find("#choose-0").evaluate(HELD) == held


def test_two_colours_typed_before_one_is_named_are_both_kept(phone):
    ann = phone()
    ann.go(f"djinn/{open_table(ann, *djinn())}/setup?name=1")
    ann.write("#name-third [name=name]", "Violet")
    ann.write("#name-fourth [name=name]", "Black")
    ann.tap("#name-fourth label:has([value=black])")
    ann.tap("#name-third button")
    ann.reads("#colours", "Violet")
    ann.holds("#name-fourth [name=name]", "Black")
    ann.tap("#name-fourth button")
    ann.reads("#colours", "Black")
    ann.misses("#named")


def test_what_is_picked_from_a_list_or_written_stays_while_others_tap(phone):
    ann, bob = phone(), phone()
    code = open_table(ann, *war()[:3], ())
    ann.go(f"efreet_war/{code}/deal").tap("#swapping summary")
    for field, picked in (("one", "2"), ("other", "0")):
        ann.find(f"#swap [name={field}]").select_option(picked)
    ann.tap("#lists summary")
    ann.write("#own [name=traps]", "Pit")
    ann.find("#own [name=traps]").blur()
    before = ann.find("#deal").get_attribute("data-seq")
    bob.go(f"t/{code}")
    bob.post(f"t/{code}/sit", seat="1")
    bob.post(f"efreet_war/{code}/roll", what="d6")
    ann.until(lambda: ann.find("#deal").get_attribute("data-seq") != before, True)
    assert [ann.find(f"#swap [name={field}]").input_value() for field in ("one", "other")] == ["2", "0"]
    assert ann.find("#own [name=traps]").input_value() == "Pit"


def test_forms_below_a_page_follow_others_and_keep_what_is_typed(phone):
    ann, bob = phone(), phone()
    code = open_table(ann, "tales", 2, {"total": "20"}, ())
    ann.go(f"tales/{code}/setup").tap("#heroes summary")
    ann.write("#choose-0 [name=name]", "Sindbad")
    ann.find("#choose-0 [name=quest]").focus()
    bob.go(f"t/{code}")
    bob.post(f"t/{code}/sit", seat="1")
    bob.post(f"tales/{code}/hero", seat="1", gender="woman", name="Morgiana", quest="")
    ann.until(lambda: ann.find("#choose-1 [name=name]").input_value(), "Morgiana")
    assert ann.find("#choose-0 [name=name]").input_value() == "Sindbad"
    assert ann.find("#heroes").get_attribute("open") is not None


WORDS = """all => all.flatMap((it) => {
    const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT), broken = [];
    while (texts.nextNode()) for (const {0: word, index} of texts.currentNode.data.matchAll(/[^\\s\\xad-]+/g)) {
        const letters = new Range();
        letters.setStart(texts.currentNode, index);
        letters.setEnd(texts.currentNode, index + word.length);
        if (new Set([...letters.getClientRects()].map(({top}) => top)).size > 1) broken.push(word);
    }
    return broken;
})"""
"""Finds the words that a line breaks where no hyphen stands."""


def turn(phone, code):
    """Find whose turn it is."""
    page = phone.context.request.get(f"djinn/{code}/hunt").text()
    return re.search(r'name="seat" value="(\d)"', page)[1]


@pytest.mark.parametrize("width", [320, 360])
def test_no_word_on_a_button_beside_a_space_is_broken_on_a_small_phone(table, width):
    code, ann = table("first_game", phones=1, width=width, locale="de-DE")
    ann.post(f"djinn/{code}/begin", seen="1")
    ann.post(f"djinn/{code}/stand", seat=turn(ann, code), slot="R1", anyway="y", seen="9999")
    ann.go(f"djinn/{code}/hunt").tap("#catching summary")
    buttons = ann.find("#here :is(button, [role=button])")
    assert buttons.count() >= 8  # a space may have more to take
    assert buttons.evaluate_all(WORDS) == []


def test_no_word_is_broken_where_it_says_what_lies_at_a_space(table):
    _, ann = table("first_game", phones=1, players=4, width=320)
    places = ann.find("#dealt li")
    assert places.count() == 6
    assert places.evaluate_all(WORDS) == []


def test_what_one_catches_together_stands_apart_from_the_tap_that_says_so(phone):
    ann = phone()
    code = ann.open_table(names=["Ann"])
    ann.post(f"djinn/{code}/begin", seen="1")
    ann.post(f"djinn/{code}/stand", seat="0", slot="R1", anyway="y", seen="9999")
    ann.go(f"djinn/{code}/hunt")
    choices, caught = (ann.find(f"#catching {one}").bounding_box() for one in ("#whom", "button.go"))
    assert caught["y"] - choices["y"] - choices["height"] >= 8


def test_a_screen_on_the_table_shows_the_whole_city_at_once(hunt, phone):
    screen = phone(width=1024, height=768).go(f"djinn/{hunt[0]}/hunt")
    bottom = screen.find(".city").evaluate("it => it.getBoundingClientRect().bottom")
    assert bottom <= screen.find("#nav").bounding_box()["y"]
