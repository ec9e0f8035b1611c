"""Turns of the hunt by the tap: those that lead and quick ones, with what is tapped in view and no scrolling."""

import pytest

from tests.browser.moves import ALONE, BEGIN, CATCH, FIRST, djinn, do, make, open_table

pytestmark = pytest.mark.browser

ROUND = [do("end-turn", seat=seat, anyway="y") for seat in "012"]
START = do("set-start", seat="0")
DISC = "#catching label:has([name={}]) >> nth={}"
END = "#end-turn button"
MIDDLE = """it => {
    const {left, top, width, height} = it.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
}"""


CATACOMBS = """() => {
    const square = [...document.querySelectorAll("#spaces .choices a")];
    return square.find((one) => one.textContent.includes("Catacombs")).id.slice(3);
}"""
"""The slot of the square Catacombs."""


class Thumb:
    """A thumb that never scrolls: it taps what is in view, and counts."""

    def __init__(self, phone):
        self.phone, self.taps = phone, 0

    def tap(self, *selectors):
        """Tap these one after the other, each where it lies once the page is still."""
        for selector in selectors:
            self.phone.breathe()
            self.phone.quiet()
            x, y = self.phone.find(selector).first.evaluate(MIDDLE)
            above, below = (self.phone.find(bar).bounding_box() for bar in ("#top", "#nav"))
            assert above["y"] + above["height"] <= y <= below["y"], f"{selector} is out of view"
            self.phone.page.mouse.click(x, y)
            self.taps += 1
        self.phone.quiet()

    def count(self):
        """Tell how many taps there were since last asked."""
        taps, self.taps = self.taps, 0
        return taps


@pytest.fixture
def thumb(phone):
    """Open a table for three, after so many moves, on one phone that serves all of them."""

    def thumb(*moves, width=390, height=844, quick=False, **options):
        ann = phone(width=width, height=height)
        start = () if "deck" in options else (START,)
        code = open_table(ann, *djinn(*start, BEGIN, *moves, **FIRST | options))
        ann.go(f"djinn/{code}/hunt")
        if quick:
            ann.tap("#speed button")
            ann.reads("#speed", "Guide me")
            ann.quiet()
            ann.page.evaluate("scrollTo(0, 0)")
        return Thumb(ann)

    return thumb


def test_a_first_turn_that_leads_takes_three_taps(thumb):
    """The space, the path beside it, and the end of the turn; the path may be left out."""
    ann = thumb()
    ann.phone.reads("h1", "Ann, tap the square space where your Mage begins.")
    ann.tap("#stand-b1")
    ann.phone.reads("#here", "Which path beside this space is your Mage on?")
    ann.tap("#way-in button", END)
    ann.phone.reads("h1", "Bob, tap the square space")
    assert ann.count() == 3
    ann.tap("#stand-b2", END)
    ann.phone.reads("#happened", "Bob has finished.")
    assert ann.count() == 2


@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568)])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_whole_map_is_in_view_below_the_sentence_that_leads(phone, width, height, locale):
    """When a turn begins: in the first round, once somebody has finished, and later."""
    ann = phone(width=width, height=height, locale=locale)
    placed = [do("stand", seat="0", slot="b1"), ROUND[0]]
    for moves in ([], placed, [*placed, *ROUND[1:]]):
        code = open_table(ann, *djinn(START, BEGIN, *moves, **FIRST))
        ann.go(f"djinn/{code}/hunt").quiet()
        ann.sees("#next-step")
        boxes = [one.bounding_box() for one in (*ann.find("#turn h1").all(), *ann.find("#at-taps > *").all())]
        above, below = (ann.find(bar).bounding_box() for bar in ("#top", "#nav"))
        assert min(one["y"] for one in boxes) >= above["y"] + above["height"]
        assert max(one["y"] + one["height"] for one in boxes) <= below["y"]
        ann.sees("#round p.dim")


def test_each_space_of_the_map_is_as_large_as_a_thumb(thumb):
    ann = thumb(width=320, height=568)
    for space in ann.phone.find("#at-taps > *").all():
        box = space.bounding_box()
        assert min(box["width"], box["height"]) >= 44, space.get_attribute("id")
        middle = space.evaluate(MIDDLE)
        for by in (-20, 20):
            found = "([x, y]) => document.elementFromPoint(x, y).closest('#at-taps > *')?.id"
            at = ann.phone.page.evaluate(found, [middle[0] + by, middle[1]])
            assert at == space.get_attribute("id")


def test_a_catch_that_leads_says_what_it_takes_and_what_comes(thumb):
    ann = thumb(*ROUND)
    ann.tap("#stand-R1")
    ann.phone.reads("h1", "Ann: catch first or act first?")
    ann.tap(DISC.format("boss", 0))
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    ann.phone.reads("#priced", "1 more Djinn comes free")
    ann.tap(DISC.format("djinn", 0))
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    ann.tap(CATCH)
    ann.phone.reads("#happened", "catches 1 Boss")
    ann.tap(END)
    ann.phone.reads("h1", "Bob, tap where your Mage goes.")
    assert ann.count() == 5


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_quick_turns_take_two_taps_and_a_catch_of_three_six_or_five(thumb, width, height):
    ann = thumb(*ROUND, width=width, height=height, quick=True)
    ann.tap("#stand-b1", END)
    assert ann.count() == 2
    three = [DISC.format("boss", 0), DISC.format("djinn", 0), DISC.format("djinn", 1)]
    ann.tap("#stand-R1", *three, CATCH, END)
    ann.phone.reads("#happened", "Bob has finished.")
    assert ann.count() == 6
    ann.tap("#stand-R2", *three, "#catching [name=ends]")
    ann.phone.reads("#happened", "catches 1 Boss")
    ann.phone.reads("h1", "Ann")
    assert ann.count() == 5


def test_a_space_where_no_mage_may_go_says_why_and_lets_it(thumb):
    ann = thumb()
    ann.tap("#stand-R1")
    ann.phone.reads("#here .bad", "The first turn is at a square space.")
    ann.tap("#stand button")
    ann.phone.sees("#none-caught")
    ann.tap("#none-caught", END)
    ann.phone.reads("#happened", "Ann has finished.")


def test_the_answer_stays_while_others_tap(thumb):
    ann = thumb(*ROUND)
    ann.tap("#stand-R1", DISC.format("boss", 0))
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    asked = ann.phone.find("#hunt").get_attribute("hx-get")
    code = ann.phone.page.url.split("/")[4]
    ann.phone.post(f"djinn/{code}/count", seat="1", box="coins", by="1")
    ann.phone.until(lambda: ann.phone.find("#hunt").get_attribute("hx-get") != asked, True)
    ann.phone.reads("#priced", "You need 10 Magic Power.")


def test_once_the_paths_are_confirmed_they_show_where_one_may_go(thumb):
    thumb().phone.post("djinn/box/reset/city")  # whatever an earlier table has told
    ann = thumb(do("stand", seat="0", slot="b1"), do("stand", seat="0", slot="b1", came_from="R1"), *ROUND)
    assert ann.phone.find("#at-taps .go").count() == 0
    ann.phone.tap("#paths button")
    ann.phone.sees("#stand-O12 .go")
    assert ann.phone.find("#at-taps .go").count() == 2
    ann.phone.misses("#paths")
    ann.phone.post("djinn/box/reset/city")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_a_quick_square_turn_against_tom_takes_two_taps(thumb, width, height):
    """The tap on the map, and the end of the turn in the panel that it opens."""
    ann = thumb(width=width, height=height, quick=True, **ALONE)
    ann.tap("#stand-b1", END)
    ann.phone.reads("#turn", "Round 2")
    assert ann.count() == 2
    ann.tap("#stand-b2", END)
    ann.phone.reads("#turn", "Round 3")
    assert ann.count() == 2


def test_who_looks_something_up_comes_back_to_the_same_panel(thumb):
    """By the browser's way back, by the bar, and by the calculator's own; in the next turn a catch begins anew."""
    ann = thumb(*ROUND)
    ann.tap("#stand-R1", DISC.format("boss", 0))
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    ann.phone.tap("text=Rules for catching")
    ann.phone.at("/rules.*")
    ann.phone.page.go_back()
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    ann.phone.sees("#catching [name=boss]:checked")
    chosen = ann.phone.page.url.split("/", 3)[3]
    ann.phone.tap("text=Rules for catching")
    ann.phone.at("/rules.*")
    ann.phone.page.fill("main [name=q]", "boss")
    ann.phone.page.keyboard.press("Enter")
    ann.phone.sees("#nav .now:has-text('Hunt')")
    ann.phone.breathe()
    ann.phone.tap("#nav .now")
    ann.phone.at("/hunt.*")
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    ann.phone.sees("#catching [name=boss]:checked")
    ann.phone.tap("#catching a:has-text('Check a catch')")
    ann.phone.at("/can.*")
    ann.phone.tap("text=Back to the hunt")
    ann.phone.reads("#priced", "You need 10 Magic Power.")
    ann.phone.tap(CATCH)
    ann.phone.reads("#happened", "catches 1 Boss")
    ann.phone.at("/hunt")
    ann.phone.go(chosen).quiet()
    ann.tap(END)
    ann.phone.reads("h1", "Bob, tap where your Mage goes.")
    ann.phone.go(chosen)
    ann.phone.reads("h1", "Bob, tap where your Mage goes.")


def test_what_is_taken_is_said_and_counted(thumb):
    ann = thumb()
    ann.tap("#stand-b1")
    ann.phone.tap("#forfeits [value=forfeit_coins]")
    ann.phone.reads("#happened", "Ann notes: Coins +2.")
    ann.phone.misses("#forfeits")
    code = ann.phone.page.url.split("/")[4]
    ann.phone.go(f"djinn/{code}/can")
    assert ann.phone.find("[name=coins]").input_value() == "6"


def test_a_chest_that_was_told_of_once_is_offered_to_the_next_who_comes(thumb):
    """Told in words and numbers on the panel; the next table takes it with one tap."""
    for tap in ("#telling [value=chest]", "#takes + form button >> nth=-1"):
        ann = thumb()
        slot = ann.phone.page.evaluate(CATACOMBS)
        ann.tap(f"#stand-{slot}")
        if tap.startswith("#telling"):
            ann.phone.tap("#tell-more > summary")
            ann.phone.write("#telling [name=text]", "A purse of coins")
            ann.phone.write("#telling [name=coins]", "2")
        ann.phone.tap(tap)
        ann.phone.reads("#happened", "Ann notes: Coins +2. “A purse of coins”")


def test_what_the_noted_hand_cannot_pay_is_not_the_thing_to_do_next(thumb):
    ann = thumb(*ROUND, do("stand", seat="0", slot="R1"), do("take", seat="0", action="forfeit_coins"))
    filled = "it => getComputedStyle(it).backgroundImage !== 'none'"
    assert ann.phone.find(CATCH).evaluate(filled)
    ann.tap(DISC.format("boss", 0))
    ann.phone.reads("#priced", "Not enough yet. You need 10 Magic Power.")
    ann.phone.until(lambda: ann.phone.find(CATCH).evaluate(filled), False)
    ann.phone.forgive("status of 422")
    ann.phone.tap(CATCH)
    ann.phone.reads("#offer", "You need 10 Magic Power")
    ann.phone.breathe()
    ann.phone.tap("#offer button")
    ann.phone.reads("#happened", "catches 1 Boss")


def test_a_catch_that_a_key_makes_possible_says_so_and_takes_it(thumb):
    """Refused with its button; the calculator has the same one."""
    for by_calculator in (False, True):
        ann = thumb()
        slot, code = ann.phone.page.evaluate(CATACOMBS), ann.phone.page.url.split("/")[4]
        chest = [do("stand", seat="0", slot=slot), do("take", seat="0", action="chest", keys="1")]
        for move, choices in (*chest, *ROUND, do("stand", seat="0", slot="R1", anyway="y")):
            make(ann.phone, "djinn", code, move, choices)
        ann.phone.go(f"djinn/{code}/hunt")
        ann.tap(DISC.format("djinn", 0))
        ann.phone.reads("#priced", "Your Keys make it possible: Magic Power +1 and Keys −1.")
        if by_calculator:
            ann.phone.tap("#catching a:has-text('Check a catch')")
            ann.phone.tap("#answer button:has-text('Use Keys and catch')")
        else:
            ann.phone.forgive("status of 422")
            ann.phone.tap(CATCH)
            ann.phone.reads("#offer", "Your Keys make it possible")
            ann.phone.breathe()
            ann.phone.tap("#offer button")
        ann.phone.reads("#happened", "Ann catches 1")
        ann.phone.reads("#happened", "Keys −1")


def test_the_way_is_paid_and_a_djinn_goes_into_a_bottle(phone):
    """Who comes the same way pays before the catch, in view; what costs too much is asked first."""
    ann, end = phone(), [do("end-turn", seat=seat, anyway="y") for seat in "012"]
    first = [do("stand", seat="0", slot="b1"), end[0], do("stand", seat="1", slot="b1"), *end[1:]]
    second = [do("stand", seat="0", slot="R1"), end[0]]
    code = open_table(ann, *djinn(START, BEGIN, *first, *second, **FIRST))
    ann.go(f"djinn/{code}/hunt")
    ann.page.mouse.click(*ann.find("#stand-R1").first.evaluate(MIDDLE))
    ann.tap("#pay-the-way button >> nth=0")
    ann.reads("#happened", "Bob pays for the path: Coins −1.")
    ann.reads("#happened", "Ann is paid for the path: Coins +1.")
    ann.tap(DISC.format("djinn", 0))
    ann.quiet()
    ann.tap(CATCH)
    ann.reads("#offer", "You need 4 Magic Power")
    ann.quiet()
    ann.tap("#offer button")
    ann.reads("#happened", "catches 1")
    ann.quiet()
    ann.tap("#besides summary")
    ann.tap("#at-any-time button")  # of the only colour caught
    ann.reads("#offer", "by the app's count: 0. This costs 1.")
    ann.quiet()
    ann.tap("#offer button")
    ann.reads("#happened", "Bob corks up a Djinn in a Bottle")


def test_beyond_capacity_8_one_draws_and_the_last_action_is_told_from_its_fold(thumb):
    """Rulebook, Player Board 1b and End of the Game: what comes of a gain is offered with it."""
    ann = thumb().phone
    code, market = ann.page.url.split("/")[4], ann.page.evaluate(CATACOMBS.replace("Catacombs", "Market"))

    def make(move, **form):
        assert ann.post(f"djinn/{code}/{move}", seen="999", **form).status == 303

    make("stand", seat="0", slot=market)
    make("take", seat="0", action="tent", capacity="4")
    ann.go(f"djinn/{code}/hunt").reads("#happened", "you may catch 1 Djinn from the bag")
    ann.tap("#happened button")
    ann.reads("#happened", "from the bag")
    for slot in ("R1", "R2", "R3", "O12", "O23", "O31"):
        make("flee", seat="0", slot=slot)
    for seat in "012012":
        make("end-turn", seat=seat, anyway="y")
    ann.go(f"djinn/{code}/hunt").tap("#last-0 summary")
    ann.tap("#last-acts-0 [value=source]")
    ann.reads("#happened", "Ann fills up their Magic Power")
    ann.misses("#last-acts-0 [value=source]")
    ann.sees("#last-acts-0 [value=source_cork]")  # it stays open
    ann.tap("#last-1 summary")
    ann.sees("#last-acts-1 [value=source]")


def test_whoever_is_in_the_same_tent_is_paid_with_one_tap(thumb):
    """Rulebook, Market: what is taken there comes first; the question goes once each is paid."""
    ann = thumb().phone
    ann.tap(f"#stand-{ann.page.evaluate(CATACOMBS.replace('Catacombs', 'Market'))}")
    ann.quiet()
    ann.tap("#takes [value=cork]")
    for name, button in (("Bob", "tent_coin_1"), ("Cem", "tent_scroll_2")):
        ann.reads("#pay-in-tent", name)
        ann.quiet()
        ann.tap(f"#pay-in-tent [value={button}]")
        ann.reads("#happened, #offer", f"{name} is paid in a Market Tent" if name == "Bob" else "This costs 1")
    ann.quiet()
    ann.tap("#offer button")
    ann.reads("#happened", "Cem is paid in a Market Tent: Scrolls +1.")
    ann.misses("#pay-in-tent")
