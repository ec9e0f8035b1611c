"""People come to the table, see each other and what each does, and change their names."""

from collections import Counter
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from companion import GAMES
from tests.browser.phones import tapped_to_seen
from tests.scenes import NAMES as EVERYBODY

pytestmark = pytest.mark.browser

ROWS = "all => all.map((it) => it.getBoundingClientRect().y)"


def test_a_table_is_opened_by_hand_and_a_guest_comes_from_the_qr_code_to_a_seat_in_one_tap(phone):
    ann, bob = phone(), phone()
    ann.go("")
    ann.tap("a:has-text('New table') >> nth=0")
    ann.tap("label:has(.count-3)")
    for n, name in enumerate(("Ann", "Bob", "Cem")):
        ann.page.fill(f"input[name=players-{n}-name]", name)
    expect(ann.find("input[name=players-3-name]")).to_be_hidden()
    ann.tap("button.go")
    ann.at("/setup")
    ann.tap("#top .code")
    ann.reads("h1", "Share this table")
    bob.go(ann.find("a[href*='/t/']:has-text('http')").get_attribute("href").split("/", 3)[3])
    bob.reads("h1", "Who are you?")
    bob.tap("#sit-1 button")
    bob.at(f"/djinn/{ann.code}/setup")
    bob.page.reload()
    bob.tap("#tick-board button")
    bob.reads("#step-board small", "Bob")
    bob.go(f"t/{ann.code}")
    bob.at("/setup")
    ann.go("djinn/new")
    for n in range(3):
        ann.tap(f".names button >> nth={n}")
        expect(ann.find(f"input[name=players-{n}-name]")).to_have_value(("Ann", "Bob", "Cem")[n])


def test_by_typing_the_code_in_small_letters(phone):
    ann, bob = phone(), phone()
    code = ann.open_table()
    bob.go("")
    bob.page.fill("#code", f" {code[:2].lower()} {code[2:].lower()}")
    bob.page.keyboard.press("Enter")
    bob.at(f"/t/{code}")
    bob.tap("#sit-2 button")
    bob.at("/setup")


def test_a_taken_seat_cannot_be_taken(phone):
    ann, bob, cem = phone(), phone(), phone()
    code = ann.open_table()
    cem.go(f"t/{code}")
    button = cem.find("#sit-1 button")
    form = button.element_handle()
    bob.sit(code, 1)
    expect(button).to_be_disabled()
    cem.reads("#sit-1", "taken")
    cem.forgive("status of 422")
    form.evaluate("it => { it.disabled = false; it.form.submit(); }")
    cem.reads("[role=alert].card", "Another phone holds this seat")
    cem.sees("#sit-2 button")


def test_a_personal_link_moves_the_seat_to_another_phone(phone):
    ann, bob, new = phone(), phone(), phone()
    code = ann.open_table()
    bob.sit(code, 1).go(f"t/{code}/share")
    link = bob.find("a[href*='/s/']")
    expect(link).to_have_count(1)
    new.go(link.get_attribute("href").split("/", 3)[3])
    new.tap("button.go")
    new.at("/setup")
    new.tap("#tick-board button")
    new.reads("#step-board small", "Bob")
    bob.go(f"t/{code}?pick=1")
    bob.reads("#sit-1", "taken")


@pytest.mark.parametrize("page", ["new", "just-score"])
def test_a_war_of_three_begins_by_its_number_and_one_tap(phone, page):
    """Six would sit as in Emperor; three cannot, and play for themselves."""
    ann = phone().go(f"efreet_war/{page}")
    ann.tap("label:has(.count-6)")  # the house may have played with another number last
    ann.tap("label:has([value=emperor])")
    shown = "it => getComputedStyle(it).backgroundColor"
    off, on = (ann.find(f"[name=mode][value={mode}]").evaluate(shown) for mode in ("free", "emperor"))
    ann.tap("label:has(.count-3)")
    assert ann.find("[name=mode][value=free]").evaluate(shown) == on != off
    ann.tap("label:has([name=mode][value=teams])")
    assert ann.find("[name=mode][value=free]").evaluate(shown) == off
    ann.go(f"efreet_war/{page}").tap("label:has(.count-3)")
    ann.tap("button.go")
    ann.sees("#nav")


def test_what_one_does_all_see_within_a_blink(table, record_property):
    _, ann, bob, cem = table()
    for each in (ann, bob, cem):
        each.sees(".who .disc:not(.away)", count=3)
    times = []
    for step, by, watcher in (("board", ann, bob), ("players", bob, cem), ("market", cem, ann), ("mages", ann, cem)):
        times.append(tapped_to_seen(by, f"#tick-{step} button", watcher, f"#tick-{step} [aria-pressed=true]"))
        for each in (ann, bob, cem):
            each.sees(f"#tick-{step} [aria-pressed=true]")
    record_property("milliseconds from the tap to the other phone", times)
    print(f"\nFrom the tap to the other phone: {times} ms")
    assert max(times) < 1000


def test_what_others_do_further_up_does_not_move_the_page_under_the_thumb(table):
    _, ann, bob = table(phones=2)
    bob.tap("#tick-cards button")
    ann.sees("#tick-cards [aria-pressed=true]")
    bob.quiet()
    bob.aim(bob.find("#tick-tiles button"))
    place = "it => it.getBoundingClientRect().y"
    before = bob.find("#tick-tiles").evaluate(place)
    ann.tap("#tick-board button")
    bob.sees("#tick-board [aria-pressed=true]")
    bob.quiet()
    assert bob.find("#tick-tiles").evaluate(place) == pytest.approx(before, abs=4)


def test_a_new_name_and_colour_appear_on_the_other_phones(table):
    code, ann, bob, cem = table()
    bob.go(f"t/{code}/menu")
    bob.tap("summary:has-text('Bob')")
    bob.page.fill("details[open] input[name=name]", "Robert")
    bob.tap("details[open] label:has(input[value=pink])")
    bob.tap("details[open] button:has-text('Save')")
    for each in (ann, cem):
        each.until(lambda each=each: "Robert" in each.find(".who").inner_html(), True)
        each.sees(".who .seat-pink")
        each.misses(".who .seat-blue")
    bob.tap("summary:has-text('Robert')")
    bob.page.fill("details[open] input[name=name]", "Ann")
    bob.forgive("status of 422")
    bob.tap("details[open] button:has-text('Save')")
    bob.reads("#main", "Somebody at this table has that name already")


def test_the_host_frees_a_seat_hands_over_and_locks(table, phone):
    code, ann, bob, cem = table()
    ann.go(f"t/{code}/menu")
    ann.tap("summary:has-text('Cem')")
    ann.tap("details[open] a:has-text('Free this seat')")
    ann.tap("main button:has-text('Free this seat')")
    ann.reads("details:has-text('Cem')", "free")
    cem.go(f"t/{code}?pick=1").tap("#sit-2 button")
    cem.at("/setup")
    ann.tap("button:has-text('Lock new phones out')")
    ann.sees("button:has-text('Let new phones in')")
    dee = phone()
    dee.forgive("status of 403")
    dee.go(f"t/{code}")
    dee.reads("#main", "The host has locked this table")
    ann.tap("summary:has-text('Bob')")
    ann.tap("details[open] a:has-text('Make this seat the host')")
    ann.reads("#main", "Bob becomes the host of this table")
    ann.tap("main button:has-text('Make this seat the host')")
    ann.misses("button:has-text('Let new phones in')")
    bob.go(f"t/{code}/menu")
    bob.tap("button:has-text('Let new phones in')")
    bob.sees("button:has-text('Lock new phones out')")


def test_html_in_a_name_stays_text(phone):
    ann = phone()
    names = ("<b>A</b><script>", "\"'><img src=x>", "{{7*7}}&amp;")
    code = ann.open_table(names=names)
    ann.sit(code, 0)
    ann.tap("#tick-board button")
    ann.reads("#step-board", names[0])
    ann.post(f"djinn/{code}/begin", seen="2")
    pages = [f"t/{code}?pick=1", f"t/{code}/menu", f"t/{code}/log", f"t/{code}/share", "", "djinn/new"]
    pages += [f"djinn/{code}/{page}" for page in ("draft", "hunt", "rarer", "score")]
    for path in pages:
        ann.go(path)
        ann.misses("#main :is(b, script, img:not(#sharing img))")
        assert any(name in ann.find("#main").inner_text() for name in names)
    ann.tap("#count-corks button[value='1']")
    ann.has("corks", 1)
    ann.end_game()
    ann.at("/result")
    for name in names:
        expect(ann.find("#result bdi").get_by_text(name, exact=True)).to_be_visible()
    ann.tap("a.go")
    ann.reads("ol", names[1])
    ann.misses("#main :is(b, script, img:not(#sharing img))")


def test_the_language_switches_to_german_and_back(phone):
    ann = phone()
    ann.go("")
    expect(ann.find("html")).to_have_attribute("lang", "en")
    ann.tap("button[value=de]")
    expect(ann.find("html")).to_have_attribute("lang", "de")
    ann.tap("button[value=en]")
    expect(ann.find("html")).to_have_attribute("lang", "en")
    german = phone(locale="de-DE")
    german.go("")
    expect(german.find("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize(("game", "count"), [("djinn", 3), ("emperor", 9), ("efreet_war", 9)])
def test_a_table_is_open_the_others_invited_and_the_host_seated_in_four_taps(phone, game, count):
    taps = []
    ann = phone().go("")

    def tap(selector):
        taps.append(selector)
        ann.tap(selector)

    tap(f"a[href='/{game}/new']")
    ann.at(f"/{game}/new")
    if not ann.find(f".count-{count}").is_checked():
        tap(f"label:has(.count-{count})")
    for n, name in enumerate(EVERYBODY[:count]):
        ann.page.fill(f"[name=players-{n}-name]", name)
    ann.reads("button[name=me][value='1']", "Bob")  # as it was typed
    tap("button[name=me][value='1']")
    ann.sees("#nav")
    tap("#top .code")
    ann.reads("main .code", ann.code)
    assert len(taps) <= 4
    guest = phone().go(f"t/{ann.code}")
    guest.sees(".seat[disabled]:has-text('Bob')")
    guest.tap("button:has-text('I am Cem')")
    guest.sees("#nav")


@pytest.mark.parametrize("width", [320, 360, 390, 412, 1024])
def test_no_number_of_players_stands_alone_in_a_row(phone, width):
    ann = phone(width=width)
    for game in GAMES:
        rows = Counter(ann.go(f"{game}/new").find(".counts label").evaluate_all(ROWS))
        assert min(rows.values()) > 1, (game, rows)


def test_what_a_host_can_do_with_a_seat_stands_apart(table):
    code, ann, _ = table(phones=2)
    ann.go(f"t/{code}/menu").tap("#seat-1 summary")
    boxes = ann.find("#seat-1 > :not(summary) :is(button, a[role])").evaluate_all(
        "all => all.map((it) => { const {top, bottom} = it.getBoundingClientRect(); return [top, bottom]; })"
    )
    assert len(boxes) == 3
    assert min(lower - upper for (_, upper), (lower, _) in pairwise(boxes)) >= 8
