"""In the reader's own few colours what is spent, done, chosen or away still looks unlike what is not."""

import pytest

from tests.browser.cases_war_game import MARCHING, begun, correct
from tests.browser.moves import open_table
from tests.browser.test_page_layout import alone, hunted, new, play, war

pytestmark = pytest.mark.browser

LOOK = """(it) => {
    const {backgroundColor, boxShadow, fill, stroke} = getComputedStyle(it);
    const ground = getComputedStyle(document.body).backgroundColor;
    return [/, 0\\)$/.test(backgroundColor) ? ground : backgroundColor, boxShadow, fill, stroke].join();
}"""
"""What fills a thing: where nothing does, the page's ground is seen."""
FILL = "it => getComputedStyle(it).backgroundColor"


def looks(phone, selector):
    return phone.page.locator(selector).first.evaluate(LOOK)


def apart(phone, one, other):
    return looks(phone, one) != looks(phone, other)


@pytest.fixture
def forced(phone):
    return phone(forced_colors="active")


def test_a_card_of_toms_deck_that_is_spent_is_empty(forced):
    forced.go(f"djinn/{alone(forced, cards=3)}/hunt")
    assert apart(forced, ".deck .left", ".deck i:not(.left)")


def test_a_step_that_is_done_has_a_filled_tick(forced):
    code = new(forced, names=("Ann", "Bob"))
    play(forced, code, "tick", step="market")
    forced.go(f"djinn/{code}/setup")
    assert apart(forced, "#tick-market button", "#tick-mages button")


def test_who_is_away_is_a_ring(forced):
    code = new(forced, names=("Ann", "Bob"))
    forced.sit(code, 0)
    forced.go(f"djinn/{code}/setup")
    forced.page.locator(".who .disc:not(.away)").wait_for()
    assert apart(forced, ".who .disc:not(.away)", ".who .away")


def test_the_page_that_one_is_at_is_filled(forced):
    forced.go(f"djinn/{new(forced, names=('Ann', 'Bob'))}/setup")
    assert apart(forced, "#nav [aria-current]", "#nav a:not([aria-current])")


def test_a_point_that_is_won_is_filled(forced):
    forced.go(f"efreet_war/{war(forced, 'lamp')}/war")
    assert apart(forced, ".race .won", ".race .left")


ASKED = "space=R3&boss=y&magic=9&mages-0-power=3&mages-1-power=2&circles=2&coins=4"


@pytest.fixture
def verdict(forced):
    """Show a verdict of the calculator."""
    forced.go(f"djinn/{hunted(forced, 2)}/can?{ASKED}").sees("#answer h2")
    return forced


def test_what_is_chosen_is_filled_wherever_it_stands(verdict):
    chosen = verdict.page.locator(".choices :checked + span, .choices [aria-current], #nav [aria-current]").all()
    assert len(chosen) == 3
    assert len({one.evaluate(FILL) for one in chosen}) == 1
    assert apart(verdict, ".choices :checked + span", ".choices input:not(:checked) + span")


def test_the_verdict_that_stays_in_view_covers_what_it_lies_over(verdict):
    assert verdict.find("#answer").evaluate(FILL) == verdict.find("body").evaluate(FILL)


def test_a_verdict_says_by_its_edge_too_whether_a_catch_is_possible(phone):
    """In colours of our own, as most have them."""
    own, edge = phone(), "it => getComputedStyle(it).borderColor"
    place = f"djinn/{hunted(own, 2)}/can?space=R3&boss=y&circles=2&coins=4&magic="
    own.go(f"{place}0").sees("#answer h2.bad")
    bad = own.find("#answer").evaluate(edge)
    own.go(f"{place}99").sees("#answer h2.good")
    assert own.find("#answer").evaluate(edge) != bad


EDGES = "it => { const {outline, border} = getComputedStyle(it); return [outline, border].join(); }"


def test_on_the_map_of_the_war_game_what_is_tapped_chosen_or_a_fight_looks_unlike_the_rest(forced):
    tapped = ("correct", {**correct("2", "24", power="1", toughness="1")[1], "tapped": "y"})
    forced.go(f"war_game/{open_table(forced, *begun(*MARCHING, tapped))}/war?at=25").sees("#at-C.go")
    places = ("#at-25.chosen", "#at-C.fight", ".square:not(.go, .chosen, .home)")
    assert len({forced.find(place).first.evaluate(EDGES) for place in places}) == 3
    assert "dashed" in forced.find("#at-24 .piece.tapped").evaluate(EDGES)
    assert "dashed" not in forced.find("#at-25 .piece").evaluate(EDGES)
    assert apart(forced, ".phases [aria-current]", ".phases li:not([aria-current])")


def test_who_wants_more_contrast_gets_lines_and_small_print_in_the_colour_of_letters(phone):
    reader = phone(scheme="light")
    colours = [
        f"getComputedStyle(document.documentElement).getPropertyValue('--{one}')" for one in ("line", "dim", "ink")
    ]
    *before, ink = map(reader.go("djinn/new").page.evaluate, colours)
    assert ink not in before
    reader.page.emulate_media(contrast="more")
    reader.page.reload()
    assert {*map(reader.page.evaluate, colours)} == {ink}
