"""A guided turn of Tales: how many taps it takes, how tall its steps are; on one phone, on three, without scripts."""

import pytest

from tests.browser.cases_tales import NEXT, READY, award
from tests.browser.moves import BEGIN, do, open_table

pytestmark = pytest.mark.browser

HEIGHT = 844
TALL = 1.5
"""How many screens a step may be tall."""
TALL_WHERE_SMALL = {"light": 2.2, "laden": 2.4}
"""How many of a phone of 320 by 568, where the hero owns nothing, and where much has to be said."""
WITH, WITHOUT = 10, 5
"""How many taps the reference turn may take with the look-up, digits besides, and without."""
CITY, TERRAIN = "#move-hero button[value=city]", "#draw button[value=terrain]"
ROW, REACTION, DIE = "#roll .all", "#give-number .row > button", "#destiny .all"
USUAL, DONE = "#usual-award [value=d1s1]", "#end-turn button"
LOOKED_UP = (CITY, TERRAIN, ROW, REACTION, DIE, USUAL, DONE)
BY_HAND = (CITY, TERRAIN, "#by-hand", USUAL, DONE)
"""The reference turn: a move, a card, the row, the reaction, the paragraph, an award of D+1 S+1, the next one."""
STEPS = ("move", "card", "row", "number", "destiny", "award", "later", "move")
# Somebody who owns and suffers some, so that steps have more to say.
LADEN = [
    award(treasure="Ebony Horse", statuses="imprisoned"),
    do("keep-card", seat="0", card="Baghdad"),
    *NEXT,
]


@pytest.fixture
def tales(phone):
    """Open a table that has begun on one phone; give its code."""

    def tales(*moves, players=3, **where):
        host = phone(height=HEIGHT, **where)
        ready = READY if players == 3 else [do("goal", seat="0", destiny="3"), do("first", seat="0"), do("draw-skills")]
        return host, open_table(host, "tales", players, {"total": "20"}, [*ready, BEGIN, *moves])

    return tales


def screens(phone):
    """Say how many screens tall a page is."""
    return phone.page.evaluate("document.documentElement.scrollHeight") / HEIGHT


def step(phone, name):
    """Wait until a step is due on a phone, with what it takes to do it."""
    phone.sees(f"#doing-{name}")
    phone.misses("#waiting")
    phone.breathe()


def play(phone, taps, steps=()):
    """Make the taps of a turn, and say how tall each page before was; digits come with the reaction."""
    tall = []
    for n, tap in enumerate(taps):
        if steps:
            step(phone, steps[n])
        phone.quiet()
        tall.append(screens(phone))
        if tap == REACTION:
            phone.write("#given", "842")
        phone.tap(tap)
    return tall


@pytest.mark.parametrize("moves", [[], LADEN], ids=["light", "laden"])
def test_a_turn_with_the_look_up_is_ten_taps_at_most_and_no_step_is_tall(tales, moves):
    ann, code = tales(*moves)
    ann.go(f"tales/{code}/turn")
    taps = LOOKED_UP if not moves else ("#stay button", *LOOKED_UP[1:])
    tall = play(ann, taps, STEPS)
    ann.reads("#whose", "Bob's turn")
    step(ann, "move")
    assert len(LOOKED_UP) <= WITH
    assert max(tall) <= TALL, tall


def test_a_turn_without_the_look_up_is_five_taps_at_most(tales):
    ann, code = tales()
    ann.go(f"tales/{code}/turn")
    tall = play(ann, BY_HAND, ("move", "card", "row", "award", "later"))
    ann.reads("#whose", "Bob's turn")
    assert len(BY_HAND) <= WITHOUT
    assert max(tall) <= TALL, tall


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("opened", ["selling", "cards", "questing", "lining", "carried"])
def test_what_comes_after_the_encounter_is_no_taller_when_it_is_opened(tales, locale, opened):
    given = award(treasure="Lamp", statuses="lost")
    ann, code = tales(do("card", seat="0", card="city"), given, locale=locale)
    ann.go(f"tales/{code}/turn").tap(f"#{opened} > summary")
    ann.sees(f"#{opened} form >> nth=0")
    assert screens(ann) <= TALL


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("moves", [[], LADEN], ids=["light", "laden"])
def test_an_award_is_no_taller_with_what_is_rare(tales, locale, moves):
    """Of its parts each closes the others, and what was chosen there counts."""
    ann, code = tales(*moves, do("card", seat="0", card="terrain"), locale=locale)
    ann.go(f"tales/{code}/turn?doing=more")
    ann.tap("#often label:has([name=story][value='2'])")
    for opened in ("rarer", "many"):
        ann.tap(f"#{opened} summary")
        ann.sees(f"#{opened}[open]")
        ann.sees("#all-of-it > [open]", count=1)
        assert screens(ann) <= TALL, opened
    ann.tap("#many label:has([name=destiny][value='4'])")
    ann.tap("#award button.go")
    destiny, story = ("Schicksal", "Geschichte") if locale == "de-DE" else ("Destiny", "Story")
    ann.reads("#now", f"{destiny} 4")
    ann.reads("#now", f"{story} 2")


@pytest.mark.parametrize(("load", "moves"), [("light", []), ("laden", LADEN)])
def test_no_step_is_tall_in_german_and_on_a_small_phone(tales, load, moves):
    small = 568
    ann, code = tales(*moves, locale="de-DE")
    ann.go(f"tales/{code}/turn")
    taps = LOOKED_UP if not moves else ("#stay button", *LOOKED_UP[1:])
    for tap, name in zip(taps, STEPS, strict=False):
        step(ann, name)
        ann.quiet()
        assert screens(ann) <= TALL, name
        ann.page.set_viewport_size({"width": 320, "height": small})
        assert screens(ann) * HEIGHT / small <= TALL_WHERE_SMALL[load], name
        ann.page.set_viewport_size({"width": 390, "height": HEIGHT})
        if tap == REACTION:
            ann.write("#given", "842")
        ann.tap(tap)


@pytest.mark.parametrize("doing", ["more", "number", "row"])
def test_a_step_out_of_its_order_is_no_taller(tales, doing):
    """What was opened for it is closed when another step comes."""
    ann, code = tales(do("card", seat="0", card="terrain"))
    ann.go(f"tales/{code}/turn?doing={doing}").quiet()
    assert screens(ann) <= TALL
    ann.tap("[id^=another-order] > summary")
    ann.tap("[id^=another-order] a[href$='/turn']")
    step(ann, "row")
    ann.misses("[id^=another-order][open]")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("moves", [[], LADEN], ids=["light", "laden"])
def test_what_a_paragraph_offers_is_told_on_a_page_that_is_no_taller(tales, locale, moves):
    ann, code = tales(*moves, do("card", seat="0", card="city"), do("number", number="77", straight="y"), locale=locale)
    ann.go(f"tales/{code}/turn").quiet()
    assert screens(ann) <= TALL
    ann.tap("#to-headings")
    ann.sees("#tell-headings")
    assert screens(ann) <= TALL
    ann.page.select_option("#tell-headings select >> nth=0", "luck")
    ann.breathe()
    ann.tap("#tell-headings button")
    ann.sees("#offers-1")
    step(ann, "award")


def test_each_step_opens_by_itself_on_the_phone_of_whoever_does_it(tales, phone):
    """Ann moves, Bob has the Book, Cem the matrix; each taps only what stands on the own phone."""
    host, code = tales()
    phones = {"ann": phone(), "bob": phone(), "cem": phone()}
    for seat, each in enumerate(phones.values()):
        each.post(f"t/{code}/sit", seat=str(seat))
        each.go(f"tales/{code}/turn")
    does = {
        "move": "ann",
        "card": "ann",
        "row": "ann",
        "number": "cem",
        "destiny": "ann",
        "award": "bob",
        "later": "ann",
    }
    for tap, name in zip(LOOKED_UP, STEPS, strict=False):
        for who, each in phones.items():
            each.sees(f"#doing-{name}")
            each.sees("#waiting", count=int(who != does[name]))
        phones[does[name]].breathe()
        if tap == REACTION:
            phones["cem"].write("#given", "842")
        if name == "award":
            phones["bob"].reads("#paragraph", "Read this paragraph")
            phones["ann"].reads("#waiting", "Bob enters the award")
        phones[does[name]].tap(tap)
    phones["bob"].reads("#whose", "Your turn, Bob")
    step(phones["bob"], "move")
    host.go(f"tales/{code}/turn").reads("#waiting", "Bob says where")


def test_what_was_done_folds_to_a_line_and_goes_back(tales):
    ann, code = tales(do("move", seat="0", kind="city", number="2", place="Basra"), do("card", seat="0", card="city"))
    ann.go(f"tales/{code}/turn").reads("#made-move summary", "Basra (2)")
    ann.tap("#made-card summary")
    ann.reads("#made-card", "Ann draws a card")
    ann.tap("#back-card button")
    ann.reads("#did", "Taken back")
    step(ann, "card")


def test_what_an_encounter_gave_is_asked_for_where_it_carries_on(tales):
    looked_up = [do("row", die="4"), do("number", number="842"), do("destiny", face="1")]
    given = [award(statuses="lost", destiny="1"), do("move", seat="0", kind="power", carried="y")]
    ann, code = tales(do("card", seat="0", card="city"), *looked_up, *given)
    ann.forgive("422")
    ann.go(f"tales/{code}/turn?doing=later").quiet()
    assert screens(ann) <= TALL
    ann.tap("#carry-hero button[value=city]")
    ann.reads("body", "Lost is new this turn")
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 390  # what is wrong takes several lines
    ann.tap("#carry-hero label:has([value=stay])")
    ann.breathe()
    ann.tap("#carry-hero button[value=city]")
    ann.reads("#where", "City")
    ann.tap("#look-0 summary")
    ann.reads("#look-0", "Lost: One path only")


def test_why_each_step_is_can_be_asked_for(tales):
    ann, code = tales()
    ann.go(f"tales/{code}/turn").tap("[id^=another-order] > summary")
    ann.tap("#explain button")
    ann.reads("#why", "how far you may go")
    ann.tap("[id^=another-order] > summary")
    ann.tap("#explain button")
    ann.misses("#why")


@pytest.mark.parametrize("moves", [[], LADEN], ids=["light", "laden"])
def test_a_turn_works_without_scripts(tales, moves):
    ann, code = tales(*moves, js=False)
    ann.go(f"tales/{code}/turn")
    for n, tap in enumerate(LOOKED_UP if not moves else ("#stay button", *LOOKED_UP[1:])):
        ann.sees(f"#doing-{STEPS[n]}")
        if tap == REACTION:
            ann.write("#given", "842")
        ann.tap(tap)
    ann.reads("#whose", "Bob's turn")


def test_on_a_phone_for_all_only_who_asks_sees_that_the_goal_is_met(tales):
    ann, code = tales(do("card", seat="0", card="city"), award(destiny="3", story="17"))
    ann.go(f"tales/{code}/turn")
    assert not ann.shows("#declare")
    ann.tap("#victory summary")
    ann.sees("#declare")
    alone, code = tales(do("card", seat="0", card="city"), award(destiny="3", story="17"), players=1)
    alone.go(f"tales/{code}/turn").sees("#declare")


PLAYED = [
    do("keep-card", seat="0", card="Baghdad"),
    *NEXT,
    do("card", seat="0", card="terrain"),
    do("number", number="402", straight="y"),
    award(destiny="1"),
]


@pytest.mark.parametrize("js", [True, False], ids=["scripts", "plain"])
def test_a_city_card_leads_to_its_award_and_the_address_stays_plain(tales, js):
    ann, code = tales(*PLAYED, js=js)
    turn = f"tales/{code}/turn"
    ann.go(turn).tap("#cards summary")
    ann.tap("#play-1 button >> nth=4")
    ann.reads("#city-line", "City card Baghdad: the die shows 4.")
    ann.misses("#paragraph")
    ann.tap("#by-hand")
    ann.sees("#doing-award")
    ann.tap("#to-more")
    ann.sees("#doing-more")
    ann.write("#usual [name=treasure]", "Lamp")
    ann.tap("#award button.go")
    ann.sees("#doing-later")
    ann.until(lambda: ann.page.url.partition("#")[0].endswith(turn), True)
    ann.breathe()  # the button has slid to where the thumb was
    ann.tap("#end-turn button")
    ann.reads("#whose", "Bob's turn")
    ann.page.reload()
    ann.sees("#doing-move")


def test_a_form_that_is_open_in_an_address_is_gone_in_the_next_turn(tales, phone):
    """The phone with the Book had opened the award in full; the mover went on without it."""
    ann, code = tales(*PLAYED[:1])
    bob = phone()
    bob.post(f"t/{code}/sit", seat="1")
    bob.go(f"tales/{code}/turn?doing=more&of=0-0&after=0").sees("#doing-more")
    ann.go(f"tales/{code}/turn?doing=later")
    ann.tap("#end-turn button")
    bob.page.reload()
    bob.sees("#doing-move")


def test_a_turn_that_begins_does_not_push_its_question_out_of_view(tales, phone):
    """The browser held the heroes' discs in place, which the new step pushed down by half a screen."""
    looked_up = [do("row", die="4"), do("number", number="842"), do("destiny", face="1")]
    there = do("move", seat="0", kind="city", number="3", place="The city on the far side of the sea")
    ann, code = tales(there, do("card", seat="0", card="city"), *looked_up)
    ann.post(f"tales/{code}/award", seat="0", story="1")
    bob = phone(width=320, height=568)
    bob.post(f"t/{code}/sit", seat="1")
    bob.go(f"tales/{code}/turn").sees("#doing-later")
    bob.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bob.quiet()
    before = bob.page.evaluate("scrollY")
    ann.go(f"tales/{code}/turn").tap("#end-turn button")
    bob.sees("#doing-move h2")
    bob.quiet()
    assert bob.page.evaluate("scrollY") == before
    assert bob.page.locator("#doing-move .choices >> nth=0").bounding_box()["y"] < 400
