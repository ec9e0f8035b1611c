"""The War Game's map and its bar on phones."""

import pytest

from tests.browser.cases_war_game import (
    BIRD,
    DONE,
    ELF,
    FIGHT,
    GATE,
    MARCHING,
    SIDES,
    SUPPLY,
    TURNS,
    begun,
    correct,
    land,
)
from tests.browser.moves import BEGIN, do, open_table
from tests.browser.test_emperor_and_war import drag, middle

pytestmark = pytest.mark.browser

IN_VIEW = """(id) => {
    const [it, top, nav] = [id, "top", "nav"].map((id) => document.querySelector("#" + id).getBoundingClientRect());
    const bare = (y) => document.elementFromPoint(it.x + it.width / 2, y)?.closest("#" + id);
    const ends = [it.top + 4, it.y + it.height / 2, it.bottom - 4];
    return it.top >= top.bottom - 1 && it.bottom <= nav.top + 1 && ends.every(bare);
}"""
"""Whether something lies bare between the two bars."""


FOUR = [move for seat in "0123" for move in (SUPPLY, DONE, ELF, BIRD, ELF, do("end-turn", seat=seat))]
"""Four players with three creatures at home each: 1, 2 and 3 are Ann's."""


def in_view(phone, id):
    return phone.page.evaluate(IN_VIEW, id)


def to_the_end(phone):
    """Scroll as a thumb does; wait until the page is there."""
    phone.page.mouse.move(160, 300)
    phone.page.mouse.wheel(0, 5000)
    phone.until(lambda: phone.page.evaluate("scrollY > 0"), True)
    phone.quiet()


@pytest.fixture
def before_the_gate(phone):
    """Give Ann's phone, her two creatures in 25 before Bob's stronghold, about to march."""
    ann = phone()
    game, *table = begun(*MARCHING)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").quiet()
    return ann


@pytest.mark.parametrize("finger", [True, False])
def test_creatures_are_dragged_over_the_map(before_the_gate, finger):
    ann = before_the_gate
    ann.find("#at-25").scroll_into_view_if_needed()
    drag(ann, middle(ann, "#at-25 .piece >> nth=0"), middle(ann, "#at-C"), finger=finger)
    ann.misses("#at-25 .piece")


def test_one_that_is_to_march_alone_is_dragged_alone(before_the_gate):
    ann = before_the_gate
    ann.tap("#one-2")
    ann.sees("#one-2[aria-pressed]")
    ann.misses("#one-1[aria-pressed]")
    ann.quiet()
    ann.find("#at-25").scroll_into_view_if_needed()
    drag(ann, middle(ann, "#at-25 .piece >> nth=0"), middle(ann, "#at-C"), finger=True)
    ann.sees("#at-25 .piece", 1)


def test_by_keyboard_a_creature_is_found_and_a_new_one_named_at_once(phone):
    """The form lies below the map; once all its squares came before it."""
    ann = phone(width=320, height=568)
    game, *table = begun(*GATE, SUPPLY, DONE)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").quiet()
    ann.page.focus("#to-cast")
    ann.page.keyboard.press("Enter")
    ann.sees("#cast")
    ann.quiet()
    ann.page.keyboard.type("spid")
    ann.sees("#cast-found [value='Giant Spider']")
    ann.page.keyboard.press("Control+a")
    ann.page.keyboard.type("Zogre")
    ann.tap("#found a")
    ann.holds("#cast [name=name]", "Zogre")


def test_a_tap_on_a_creature_of_the_map_is_no_drag_and_moves_nothing(before_the_gate):
    """Once the hint above the map went, and what then lay below the thumb was marched to."""
    ann = before_the_gate
    ann.find("#at-25").scroll_into_view_if_needed()
    spot = middle(ann, "#at-25 .piece >> nth=0")
    ann.page.mouse.click(**spot)
    ann.sees("#at-25.chosen")
    ann.quiet()
    ann.sees("#at-25 .piece >> nth=1")
    assert middle(ann, "#at-25 .piece >> nth=0") == spot


def test_what_was_fought_is_in_view_of_who_has_scrolled_away_and_pulls_nobody(phone):
    """The fight is the outcome, on all phones; whoever reads the map stays where they are."""
    ann, bob = phone(), phone(width=320, height=568)
    game, *table = begun(*FIGHT)
    code = open_table(ann, game, *table)
    bob.post(f"t/{code}/sit", seat="1")
    bob.go(f"war_game/{code}/war")
    bob.sees("#fight-C")
    to_the_end(bob)
    ann.go(f"war_game/{code}/war").tap("#settle-C > button")
    bob.reads("#settled", "Fight in C. Dead:")
    bob.quiet()
    assert in_view(bob, "settled")
    assert bob.page.evaluate("scrollY") > 0
    assert bob.page.evaluate("document.activeElement === document.body")


def test_the_button_that_goes_on_stays_in_view(phone):
    """After a march low on the map it once lay above the screen."""
    ann = phone(width=320, height=568)
    game, *table = begun(*MARCHING)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").quiet()
    to_the_end(ann)
    assert in_view(ann, "end-movement")
    assert ann.page.evaluate("document.getElementById('at-A').getBoundingClientRect().bottom") < 568 - 60


def three_attack(*more):
    """Begin a war in which three of Ann's fall upon Bob's two in C."""
    again = [SUPPLY, DONE, do("cast", like="Elf"), do("end-turn", seat="0"), SUPPLY, DONE, *more]
    three = [do("march", creatures=one, to="C") for one in "125"]
    return begun(*GATE, *again, do("end-turn", seat="1"), correct("5", "25"), SUPPLY, *three, DONE)


def test_all_that_is_split_in_a_fight_of_three_is_in_view_on_the_smallest_phone(phone):
    ann, bob = phone(width=320, height=568), phone(width=320, height=568)
    game, count, options, moves = three_attack(correct("4", "C", "1", power="1", toughness="4"))
    code = open_table(ann, game, count, options, moves[:-1])
    bob.post(f"t/{code}/sit", seat="1")
    bob.go(f"war_game/{code}/war").quiet()
    ann.go(f"war_game/{code}/war").tap("#end-movement button")
    bob.sees(".stepper", count=3)
    bob.quiet()
    assert [in_view(bob, f"hit-{one}") for one in "125"] == [True] * 3
    assert in_view(bob, "fights form[action$=tap-attacker]")
    ann.quiet()
    assert [in_view(ann, f"hit-{one}") for one in "125"] == [True] * 3
    assert not ann.page.query_selector("#settle-C")
    bob.tap("button[form=spare-C]")
    ann.sees("#settle-C")
    ann.quiet()
    assert in_view(ann, "settle-C")


def test_the_end_of_a_fight_with_three_attackers_is_in_view_on_the_smallest_phone(phone):
    ann = phone(width=320, height=568)
    code = open_table(ann, *three_attack())
    ann.go(f"war_game/{code}/war").quiet()
    ann.sees("#hit-5")
    button, none = middle(ann, "form[action$=tap-attacker] button >> nth=0"), middle(ann, "button[form=spare-C]")
    assert middle(ann, "#steps")["y"] < button["y"] <= none["y"] < middle(ann, "#side-C-0")["y"]
    ann.tap("button[form=spare-C]")
    ann.sees("#settle-C")
    ann.quiet()
    assert in_view(ann, "settle-C")


def test_whom_one_can_fight_stand_beside_each_other_below_the_question(phone):
    ann = phone(width=320, height=568, locale="de-DE")
    ann.go(f"war_game/{open_table(ann, *begun(*SIDES, count=3))}/war").quiet()
    form = "form[action$=name-fight]"
    question, *who = [middle(ann, f"{form} {one}")["y"] for one in ("p", "button >> nth=0", "button >> nth=1")]
    assert who[0] == who[1] > question + 20


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
@pytest.mark.parametrize("js", [True, False])
def test_one_of_several_marches_by_two_taps_and_all_of_a_place_do(phone, width, height, js):
    """With four strongholds, those at the sides of 13."""
    ann = phone(width=width, height=height, js=js)
    game, *table = begun(*FOUR, *(correct(one, "13") for one in "123"), SUPPLY, count=4)
    code = open_table(ann, game, *table)
    for who, left in (("#one-2", 2), ("#at-13", 0)):
        ann.go(f"war_game/{code}/war").quiet()
        ann.tap(who)
        ann.tap("#at-B.go" if js else "#march button[value=B]")
        ann.sees("#at-13 .piece", count=left)
        ann.sees("#at-B")  # no page that is just being left
        ann.quiet()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_who_may_march_and_the_whole_map_are_in_view_at_once(phone, count):
    """On a phone of common size; with two creatures at each home."""
    ann = phone()
    turns = [move for seat in "0123"[:count] for move in (SUPPLY, DONE, ELF, BIRD, do("end-turn", seat=seat))]
    game, *table = begun(*turns, SUPPLY, count=count)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").sees("#alone a", count=2)
    ann.quiet()
    assert ann.page.evaluate("scrollY") == 0
    assert [in_view(ann, id) for id in ("one-1", "one-2", "at-A", "at-C")] == [True] * 4


def test_by_keyboard_one_of_several_marches(before_the_gate):
    ann = before_the_gate
    for it in ("#one-2", "#at-C"):
        ann.page.focus(it)
        ann.page.keyboard.press("Enter")
        ann.sees("#at-C.go" if it == "#one-2" else "#alone a", count=1)
        ann.quiet()
    ann.sees("#at-25 .piece", count=1)


@pytest.mark.parametrize(("place", "ways"), [("A", ["11", "21", "31"]), ("25", ["C", "24"]), ("13", ["B", "24"])])
def test_on_the_smallest_phone_who_marches_alone_is_in_view_and_then_where_to(phone, place, ways):
    """The Bird flies; the place where it stands comes into view with those round it."""
    ann = phone(width=320, height=568)
    game, *table = begun(*FOUR, correct("2", place, power="1", toughness="1"), SUPPLY, count=4)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").sees("#alone a", count=3)
    ann.quiet()
    assert in_view(ann, "one-2")
    assert in_view(ann, "at-C")
    ann.page.locator("#one-2").click()
    ann.sees("#one-2[aria-pressed]")
    ann.quiet()
    assert all(in_view(ann, f"at-{one}") for one in (place, *ways))
    ann.sees(", ".join(f"#at-{one}.go" for one in ways), count=len(ways))


def test_of_many_who_may_march_each_is_large_enough_for_a_thumb_and_they_leave_the_map_its_place(phone):
    """In one line, which scrolls."""
    ann = phone(width=320, height=568)
    named = do("cast", name="x" * 40, power="12", toughness="12", cost="0")
    three = [named] * 3
    away = [correct(one, "25", power="12", toughness="12") for one in "123"]
    ends = do("end-turn", seat="0"), SUPPLY, DONE, do("end-turn", seat="1")
    code = open_table(ann, *begun(SUPPLY, DONE, *three, *away, *three, *ends, SUPPLY))
    ann.go(f"war_game/{code}/war").sees("#alone a", count=6)
    ann.quiet()
    sizes = ann.find("#alone a").evaluate_all("all => all.map((it) => it.getBoundingClientRect().toJSON())")
    assert all(size["width"] >= 48 and size["height"] >= 48 for size in sizes)
    assert ann.find("#alone").bounding_box()["height"] < 60
    assert in_view(ann, "at-C")
    ann.tap("#one-6")
    ann.sees("#one-6[aria-pressed]")


def test_three_of_one_name_are_told_apart_where_one_of_them_marches_alone(phone):
    """By their strength, at home, where no land gives any."""
    ann = phone(width=320, height=568)
    again = [SUPPLY, DONE, do("cast", like="Elf"), do("end-turn", seat="0"), SUPPLY, DONE, do("end-turn", seat="1")]
    home = correct("1", "A"), correct("2", "A"), correct("5", "A", damage="1")
    game, *table = begun(*GATE, *again, *home, SUPPLY)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").quiet()
    if ann.find("#go-on").count():
        ann.tap("#go-on button")
        ann.breathe()
    ann.sees("#alone a", count=3)
    ann.quiet()
    assert [one.split() for one in ann.find("#alone a").all_inner_texts()] == [
        ["Elf", "2/2", "A"],
        ["Bird", "2/2", "A"],
        ["Elf", "2/1", "A"],
    ]


def test_beside_what_is_tapped_on_a_wide_screen_the_whole_map_stays_in_view(phone):
    ann = phone(width=1024, height=768)
    game, *table = begun(*MARCHING)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war?at=25").quiet()
    to_the_end(ann)
    assert [in_view(ann, f"at-{place}") for place in "AC"] == [True, True]


def test_the_button_that_goes_on_stays_in_view_on_a_wide_screen(phone):
    ann = phone(width=1024, height=768)
    game, *table = begun(*MARCHING)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war?at=25").quiet()
    to_the_end(ann)
    assert in_view(ann, "end-movement")


def test_on_the_big_screen_of_two_the_supply_of_both_is_in_view_a_line_each(phone):
    """Beside the map, which lies; once each name stood below its disc and the second number out of view."""
    ann = phone(width=1024, height=768)
    code = open_table(ann, *begun(*MARCHING))
    ann.go(f"war_game/{code}/board").quiet()
    assert ann.find("#supplies strong").all_inner_texts() == ["10", "4"]
    place = ann.page.evaluate("document.getElementById('supplies').getBoundingClientRect().toJSON()")
    assert 0 < place["left"] < place["right"] <= 1024
    assert 0 < place["top"] < place["bottom"] < place["top"] + 130


def test_creatures_with_mana_leave_the_dice_in_view(phone):
    """Once a line each, all named alike, filled the smallest phone."""
    ann = phone(width=320, height=568)
    elf = do("cast", name="Elf", power="1", toughness="1", cost="0", abilities="mana")
    game, *table = begun(SUPPLY, DONE, elf, elf, elf, do("end-turn", seat="0"), SUPPLY, DONE, do("end-turn", seat="1"))
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").sees("#roll-supply [name=creatures]", count=3)
    ann.quiet()
    assert in_view(ann, "roll-supply > .go")
    ann.tap("#roll-supply label >> nth=1")
    ann.sees("#roll-supply label:has(:checked)", count=1)
    assert in_view(ann, "roll-supply > .go")


def test_who_stands_at_home_is_in_view_after_a_new_creature_on_the_smallest_phone(phone):
    """Once it lay behind the phases, which stay in view."""
    ann = phone(width=320, height=568)
    game, *table = begun(*TURNS, SUPPLY, DONE)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war?new").quiet()
    ann.write("#cast [name=name]", "Ogre")
    ann.tap("#cast > button")
    ann.reads("#home", "Ogre")
    ann.quiet()
    assert in_view(ann, "home")


@pytest.mark.parametrize("js", [True, False])
def test_the_thirteenth_known_creature_is_summoned_by_two_taps(phone, js):
    ann = phone(width=320, height=568, js=js)
    cast = [do("cast", name=f"Ogre {n}", power="1", toughness="1", cost="0") for n in range(13)]
    away = [correct(str(n), "25") for n in range(1, 14)]
    game, *table = begun(SUPPLY, DONE, *(move for both in zip(cast, away, strict=True) for move in both))
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").quiet()
    ann.misses("[value='Ogre 0']")
    ann.tap("#to-rarer")
    ann.sees("#cast-rarer [value='Ogre 0']")
    ann.quiet()
    assert in_view(ann, "rarer")
    ann.tap("[value='Ogre 0']")
    ann.reads("#home", "Ogre 0")
    ann.quiet()


def test_what_lies_at_a_tapped_land_is_asked_in_view(phone):
    ann = phone(width=320, height=568)
    game, *table = land()
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/land").quiet()
    ann.tap("#at-15")
    ann.sees("#setting")
    ann.quiet()
    assert in_view(ann, "setting")


def test_a_host_casts_for_another_after_a_live_update(phone):
    """The form stands outside of what such an update brings; once the link to it led nowhere."""
    ann, bob = phone(), phone()
    game, *table = land(do("roll-first", seat="1"), BEGIN, SUPPLY)
    code = open_table(ann, game, *table)
    bob.post(f"t/{code}/sit", seat="1")
    ann.go(f"war_game/{code}/war").sees("#end-movement")
    bob.go(f"war_game/{code}/war").tap("#end-movement button")
    ann.tap("#to-cast")
    ann.sees("#cast [name=name]")
    ann.quiet()
    search, name = (ann.page.locator(f"main [name={field}]").bounding_box()["y"] for field in ("find", "name"))
    assert 64 < search < name < 400  # where one types is in view, and what one fills in without it


def test_a_double_tap_opens_nothing_that_has_come_below_the_thumb(phone):
    """Once it opened the place of the map that lay there by then, and scrolled to it."""
    ann = phone()
    game, *table = begun(*TURNS)
    code = open_table(ann, game, *table)
    ann.go(f"war_game/{code}/war").quiet()
    ann.thumb("#roll-supply .choices button >> nth=2", times=2, gap=200, until="#end-movement")
    ann.quiet()
    assert ann.find("#place").count() == 0
    assert in_view(ann, "supply")
