"""An owner at the box, on a phone; and what a full box says, on phones of every size."""

from dataclasses import replace

import pytest

from companion.games.djinn.box.corrections import Box, to_toml
from companion.games.djinn.box.mages import MageNote
from tests.browser.phones import Phone
from tests.browser.test_page_layout import alone, fits, hunted, new
from tests.djinn.boxes import FULL

pytestmark = pytest.mark.browser

CARDS, MOST_TAPS = 12, 40
FULL_BOX = (
    *("djinn/box", "djinn/box/colours", "djinn/box/tiles", "djinn/box/trophies", "djinn/box/numbers"),
    *("djinn/{drafted}/setup", "djinn/{drafted}/setup?drew=trophies", "djinn/{drafted}/draft", "djinn/{full}/rarer"),
    *("djinn/{full}/hunt?gain=1", "djinn/{full}/can?space=R3", "djinn/{own}/hunt", "djinn/{own}/rarer", "djinn/today"),
)


@pytest.fixture
def owner(phone, own_server):
    """Give a phone at a box of its own, where nothing is entered yet."""
    owner = phone(own_server)
    owner.open_table()  # only who has sat at a table here changes the box
    return owner.go("djinn/box")


def test_toms_twelve_cards_take_forty_taps_at_most(owner):
    """Tap as an owner does, from the box to the box again."""
    taps = 1
    owner.tap("text=Enter next card")
    for number in range(1, CARDS + 1):
        owner.reads("h1", f"Tom's card {number}")
        choices = f".pairs label >> nth={number}", "label:has([name=payment]) >> nth=1", "button[name=bottom] >> nth=2"
        for choice in choices:
            owner.tap(choice)
            taps += 1
    owner.reads("#tom", "All twelve are entered")
    assert taps <= MOST_TAPS


@pytest.mark.parametrize("js", [True, False])
def test_two_taps_on_the_picture_add_or_remove_a_path(phone, own_server, js):
    owner = phone(own_server, js=js)
    owner.open_table()
    owner.go("djinn/box")
    for doubts in ("Outer ring, top: needs 3 or 4 paths, not 2", "Fits every known rule"):
        owner.tap(".slot[aria-label='Inner ring, top']")
        owner.reads("#city [role=status]", "Chosen: Inner ring, top.")
        owner.breathe()
        owner.tap(".slot[aria-label$='Outer ring, top']")
        owner.reads("#city", doubts)
        owner.reads("#city [role=status]", "Tap two spaces")
    owner.reads("#city", "14,400")


@pytest.mark.parametrize("js", [True, False])
def test_what_was_wiped_comes_back_from_the_history(phone, own_server, js):
    owner = phone(own_server, js=js)
    owner.open_table()
    owner.post("djinn/box/numbers", **{"scrolls-5": "2"})
    owner.go("djinn/box")
    owner.tap("#numbers a:text('Reset to our values')")
    owner.reads("h1", "Reset to our values?")
    owner.breathe()
    owner.tap("main button:text('Reset to our values')")
    owner.reads("#numbers", "No entries yet")
    owner.breathe()
    owner.tap("text=History of the box")
    owner.reads("main li >> nth=1", "1 number or tent")
    owner.tap("main button:text('Back to this one') >> nth=0")
    owner.reads("main li >> nth=0", "1 number or tent")


def test_who_never_sat_at_a_table_is_told_how_to(phone, own_server):
    stranger = phone(own_server).go("djinn/box")
    stranger.reads("main", "Open or join a table first")
    stranger.tap("main a:text('Home')")
    stranger.sees("text=Join a table")


# A full box


def test_what_was_told_in_two_ways_is_settled_with_one_tap(owner):
    note = MageNote(3, 2, {"brown": 1})
    enter(owner, Box(mages={"1": note, "2": replace(note, price=3)}))
    owner.go("djinn/box")
    owner.reads("#disputes", "Which is right?")
    owner.tap("#disputes [value=second]")
    owner.misses("#disputes")
    owner.reads("#mages", "Coins: 3")
    assert "Coins: 2" not in owner.find("#mages").inner_text()


@pytest.fixture(scope="module")
def full(browser, server):
    """Give tables that were opened with a full box, which is the owner's until all its pages were looked at."""
    phone = Phone(browser, server, bypass_csp=True)
    new(phone)
    enter(phone, FULL)
    yield phone, {"full": hunted(phone, 1), "drafted": new(phone), "own": alone(phone, cards=1)}
    enter(phone, Box())
    phone.context.close()


def enter(phone, box):
    file = {"name": "box.toml", "mimeType": "text/plain", "buffer": to_toml(box).encode()}
    form = {"csrf_token": phone.token, "op": "x", "file": file}
    assert phone.context.request.post("djinn/box/import", multipart=form, max_redirects=0).status == 303


@pytest.mark.parametrize("path", FULL_BOX)
def test_what_a_full_box_says_fits_every_phone(full, path):
    phone, places = full
    phone.go(path.format(**places))
    assert fits(phone, "en") == set()


def test_all_mages_of_a_box_lie_within_a_screen_and_a_half(phone, own_server):
    """Sorted by their crystals, three abreast on the smallest phone, each large enough for a thumb."""
    ann = phone(own_server, width=320, height=568)
    ann.open_table()
    bonuses = [{}, {"brown": 2}, {"blue": 1, "third": 2}, {"brown": 1, "blue": 1, "fourth": 2}]
    notes = [MageNote(3 - n % 3, n // 4, bonuses[n % 4], n % 2 > 0) for n in range(32)]
    enter(ann, Box(mages={f"{n}": note for n, note in enumerate(notes, start=1)}))
    ann.go(f"djinn/{ann.new_table('first_game')}/can?seat=0&more=1")
    buttons = ann.find("#known-mages button")
    assert buttons.count() == 32
    crystals = [int(one[:1]) for one in buttons.locator("> span:first-of-type > span:first-of-type").all_inner_texts()]
    assert crystals == sorted(crystals)
    boxes = [one.bounding_box() for one in buttons.all()]
    assert all(min(one["width"], one["height"]) >= 44 for one in boxes)
    assert boxes[-1]["y"] + boxes[-1]["height"] - boxes[0]["y"] <= 1.5 * 568
