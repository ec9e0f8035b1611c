"""A whole evening of Djinn on three phones, and its shorter ways."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cem")


def whose_turn(watcher, heading):
    """Give the seat that a heading names, as a phone reads it that is not everybody's."""
    said = watcher.find(heading).inner_text()
    return next(seat for seat, name in enumerate(NAMES) if name in said)


def draft(phones):
    """Take all tiles, each from the phone whose turn it is; the other guest sees nothing to take."""
    ann, *_ = phones
    for picks in range(6):
        ann.sees("#draft p .done", count=picks)
        seat = whose_turn(ann, "#draft h1")
        for guest in (1, 2):
            phones[guest].sees("#draft p .done", count=picks)
            offered = phones[guest].find("[id^=pick-] button")
            if guest == seat:
                expect(offered).not_to_have_count(0)
            else:
                expect(offered).to_have_count(0)
        phones[seat].tap(phones[seat].find("[id^=pick-] button").first)
    for each in phones:
        each.reads("h1", "The draft is done")


def done(phones):
    """End the turn on the phone whose turn it is; give the seat."""
    seat = whose_turn(phones[0], ".turn h1")
    other = 2 if seat == 1 else 1
    phones[other].misses("#end-turn")
    phones[seat].tap("#end-turn button")
    for each in phones:
        expect(each.find(f".turn h1:has-text('{NAMES[seat]}')")).to_have_count(0)
    return seat


def open_space(phone, slot):
    phone.tap(f".spaces a[href*='space={slot}#']")
    phone.sees(f"#catching input[name=slot][value={slot}]" if False else "#catching")
    expect(phone.find("#catching input[name=slot]")).to_have_value(slot)


def bosses(phones, left):
    for each in phones:
        each.reads(".turn" if left else "#hunt", f"{left} Boss" if left else "The last Boss is gone")


def test_an_evening_for_three_from_set_up_to_the_corrected_score(table):
    code, *phones = table()
    ann, bob, cem = phones

    # Set-up: each ticks some steps, in any order.
    steps = [each.get_attribute("id") for each in ann.find("[id^=tick-]").all()]
    assert len(steps) == 11
    for n, step in enumerate(steps):
        phones[n % 3].sees(".tick[aria-pressed=true]", count=n)
        phones[n % 3].tap(f"#{step} button")
    for each in phones:
        each.sees(".tick[aria-pressed=true]", count=11)
        each.misses("[id^=reroll-]")

    # Draft
    for each in phones:
        each.go(f"t/{code}")
        each.at("/draft")
    draft(phones)
    bob.tap("#begin button")
    bob.at("/hunt")
    for each in (ann, cem):
        each.tap("#nav a:has-text('Hunt')")
        each.sees(".turn")

    # Hunt: one Boss is driven off, one caught with all its Djinn, one left alone flees, and so on.
    slots = [re.search(r"space=(\w+)", each.get_attribute("href"))[1] for each in ann.find(".spaces a").all()]
    assert len(slots) == 6
    for n, slot in enumerate(slots):
        at_turn = phones[whose_turn(ann, ".turn h1")]
        open_space(at_turn, slot)
        if n % 3 == 0:
            at_turn.tap("#catching summary")
            at_turn.tap("button:has-text('The Boss flees')")
            told = "flees to the supply"
        elif n % 3 == 1:
            at_turn.tap("#catching label:has([name=boss])")
            at_turn.tap(at_turn.find("#catching label:has([name=djinn])").first)
            at_turn.tap("#catching button.go")
            told = "catches 1 Boss"
        else:
            for label in at_turn.find("#catching label:has([name=djinn])").all():
                at_turn.tap(label)
            at_turn.tap("#catching button.go")
            told = "flees to the supply"
        for each in phones:
            each.reads("#hunt [role=status] >> nth=-1", told)
            each.reads("#hunt [role=status] >> nth=-1", "From the bag")
        at_turn.misses("#catching")
        bosses(phones, 5 - n)
        if n < 5:
            done(phones)
    rest = 0
    while ann.find("#end-turn").count():
        ann.sees(".turn") if rest < 9 else pytest.fail("the hunt does not end")
        seat = whose_turn(ann, ".turn h1")
        phones[seat].tap("#end-turn button")
        rest += 1
        for each in phones:
            expect(each.find(f".turn h1:has-text('{NAMES[seat]}')")).to_have_count(0)
    assert 4 <= rest <= 6
    for each in phones:
        each.reads("#hunt", "All gather at the Magic Source")
        each.misses("#hunt .spaces")
        each.tap("a:has-text('On to the score')")
        each.at("/score")

    # Score: by + and by typing, each on the own phone.
    for n, each in enumerate(phones):
        each.reads(".tabs [aria-current]", NAMES[n])
        for _ in range(n + 1):
            each.find("#count-corked button[value='1']").click()
        each.page.fill("#box-bottles", str(7 + n))
        each.page.keyboard.press("Enter")
        each.page.fill("#box-coins", "12")
        each.page.keyboard.press("Tab")
    for n, each in enumerate(phones):
        each.reads(".card:has(h2:has-text('Points of'))", f"10 points for each of {n + 1}.")
        each.reads(".card:has(h2:has-text('Points of'))", f"Bottles {7 + n}, Corks 0.")
        expect(each.find("#box-coins")).to_have_value("12")
    totals = [phones[n].find("li:has(strong:text-is('Total')) .number").inner_text() for n in range(3)]
    for each in phones:
        expect(each.find(".tabs strong")).to_have_text(totals)
    cem.tap("#finish button")
    cem.at("/result")
    for each in (ann, bob):
        each.tap("a:has-text('To the result')")
        each.at("/result")
    for each in phones:
        each.reads("h1", "Cem wins")

    # Saved, and corrected with a trace
    ann.tap("a.go")
    ann.at(r"/scores/\d+")
    ann.reads("ol", "Cem")
    ann.tap("a:has-text('Correct this play')")
    ann.page.fill("input[name=players-0-points]", "200")
    ann.page.fill("input[name=note]", "Bob forgot a Trophy")
    ann.tap("button:has-text('Save')")
    ann.at(r"/scores/\d+")
    ann.reads("section:has-text('What was changed')", "200")
    ann.reads("p.card", "Bob forgot a Trophy")
    bob.go("scores/")
    bob.reads(".lines", "200")


def test_straight_from_set_up_to_scoring(table):
    code, ann, bob = table(2)
    bob.tap("text=Straight to scoring")
    bob.at("/score")
    bob.tap("#count-trophies_36 button[value='1']")
    expect(bob.find("#box-trophies_36")).to_have_value("1")
    bob.tap("#finish button")
    bob.reads("h1", "Bob wins")
    ann.tap("#nav a:has-text('Score')")
    ann.tap("text=To the result")
    ann.reads("h1", "Bob wins")


def test_a_first_game_has_no_draft(phone):
    ann = phone()
    ann.new_table(2, ("Ann", "Bob"), "first_game")
    ann.sees("[id^=tick-]", count=9)
    ann.tap("text=On to the hunt")
    ann.at("/hunt")
    ann.tap("#nav a:has-text('Draft')")
    ann.reads("h1", "No draft in a first game")
    ann.misses("[id^=pick-]")
    ann.tap("#begin button")
    ann.at("/hunt")
    ann.sees(".turn")


def test_a_wrong_result_is_taken_back_corrected_and_saved_once(table):
    code, ann, _ = table(2)
    ann.go(f"djinn/{code}/score")
    ann.tap("#count-trophies_36 button[value='1']")
    expect(ann.find("#box-trophies_36")).to_have_value("1")
    ann.tap("#finish button")
    ann.reads("h1", "Ann wins")
    ann.tap("#undo button")
    ann.sees("#count-coins")
    ann.tap("#count-trophies_30 button[value='1']")
    expect(ann.find("#box-trophies_30")).to_have_value("1")
    ann.tap("#finish button")
    ann.at("/result")
    ann.reads("#result article", "1 times 30 and 1 times 36")
    ann.go("scores/")
    ann.tap(".lines a:has-text('Ann'):has-text('Bob') >> nth=0")
    ann.tap("summary:has-text('Ann')")
    ann.reads("details[open]", "1 times 30 and 1 times 36")
    ann.reads("ol", "Ann")
    ann.tap(f"text=To its table {code}")
    ann.at("/score")


def test_an_exported_table_comes_back_with_its_log(table, own_server, phone, tmp_path):
    code, ann, bob = table(2)
    bob.tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    ann.go(f"djinn/{code}/draft")
    ann.tap(ann.find("[id^=pick-] button").first)
    ann.sees("#draft p .done", count=1)

    def save(name):
        ann.go(f"t/{code}/menu")
        with ann.page.expect_download() as download:
            ann.tap("a:has-text('Export this table')")
        download.value.save_as(tmp_path / name)
        assert download.value.suggested_filename.startswith(f"companion-{code}-")
        return tmp_path / name

    def load(who, file):
        who.go("")
        who.tap("summary:has-text('Open a table from a file')")
        who.page.set_input_files("input[type=file]", file)
        who.tap("button:has-text('Open it')")

    running = save("running.json")
    pages = {page: ann.go(f"djinn/{code}/{page}").find("#main").inner_text() for page in ("setup", "draft", "score")}
    said = ann.log()
    cem = phone()
    load(cem, running)
    cem.at("/draft")
    assert cem.code != code
    assert cem.log() == said
    for page, text in pages.items():
        assert cem.go(f"djinn/{cem.code}/{page}").find("#main").inner_text() == text

    # Elsewhere, a running game stays sealed; a finished one opens.
    elsewhere = phone(own_server)
    elsewhere.forgive("status of 422")
    load(elsewhere, running)
    elsewhere.reads("[role=alert]", "still running")
    ann.go(f"djinn/{code}/score")
    ann.tap("#finish button")
    ann.at("/result")
    load(elsewhere, save("finished.json"))
    elsewhere.at(f"/djinn/{code}/score")
    assert json.loads((tmp_path / "finished.json").read_text())["code"] == code
