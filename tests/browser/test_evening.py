"""A whole evening of Djinn on some phones, and its shorter ways."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import NAMES

pytestmark = pytest.mark.browser

PAIR = ({"name": "Ann", "colour": "red"}, {"name": "Bob", "colour": "blue"})
PLUS = "#count-{} button[value='1']"


def named(watcher, heading):
    """Find the seat that a heading names."""
    said = watcher.find(heading).inner_text()
    return next(seat for seat, name in enumerate(NAMES) if name in said)


def passed_on(phones, seat):
    """Wait until it is somebody else's turn on every phone."""
    for each in phones:
        each.sees(f".turn h1:has-text('{NAMES[seat]}')", count=0)


def set_up(phones):
    """Tick all steps, each phone some."""
    steps = [each.get_attribute("id") for each in phones[0].find("[id^=tick-]").all()]
    assert len(steps) == 11
    for n, step in enumerate(steps):
        phones[n % len(phones)].sees(".tick[aria-pressed=true]", count=n)
        phones[n % len(phones)].tap(f"#{step} button")
    for each in phones:
        each.at("/draft")


def draft(phones):
    """Take all tiles, each on the phone whose turn it is; the other guest sees nothing to take."""
    for picks in range(2 * len(phones)):
        for each in phones:
            each.sees("#draft p .done", count=picks)
        seat = named(phones[0], "#draft h1")
        for guest in range(1, len(phones)):
            assert (phones[guest].find("#pick [name=tile]").count() > 0) is (guest == seat)
        phones[seat].breathe()
        phones[seat].tap("#pick [name=tile] >> nth=0")
    for each in phones:
        each.reads("h1", "The draft is done")


def hunt(phones):
    """Get rid of all Bosses in the ways there are, a turn each."""
    spaces = phones[0].find(".spaces a.wide").all()
    slots = [re.search(r"space=(\w+)", space.get_attribute("href"))[1] for space in spaces]
    assert len(slots) == 6
    for n, slot in enumerate(slots):
        seat = named(phones[0], ".turn h1")
        phones[1 + seat % (len(phones) - 1)].misses("#end-turn")
        told = (driven_off, caught, left_alone)[n % 3](phones[seat], slot)
        for each in phones:
            each.reads("#happened", told)
            each.reads("#happened", "From the bag")
            each.reads("#hunt", f"{5 - n} Boss" if n < 5 else "The last Boss is gone")
        phones[seat].misses("#none-caught")
        if n < 5:
            phones[seat].breathe()
            phones[seat].end_turn()
            passed_on(phones, seat)


def open_space(phone, slot):
    phone.tap(f".spaces a[href*='space={slot}#']")
    phone.until(lambda: phone.find("#catching [name=slot]").input_value(), slot)


def go_to(phone, slot):
    open_space(phone, slot)
    phone.tap("#stand button")
    phone.sees("#none-caught")
    phone.breathe()  # two taps at one place in a moment are one


def driven_off(phone, slot):
    open_space(phone, slot)
    phone.tap("#catching summary")
    phone.tap("button:has-text('The Boss flees')")
    return "flees to the supply"


def caught(phone, slot):
    go_to(phone, slot)
    phone.tap("#catching label:has([name=boss])")
    phone.tap("#catching label:has([name=djinn]) >> nth=0")
    phone.tap("#catching button.go")
    return "Boss"


def left_alone(phone, slot):
    go_to(phone, slot)
    for label in phone.find("#catching label:has([name=djinn])").all():
        phone.tap(label)
    phone.tap("#catching button.go")
    return "flees to the supply"


def last_rounds(phones):
    """End this round and one more; give the number of turns ended."""
    turns = 0
    while phones[0].find("#end-turn").count():
        seat = named(phones[0], ".turn h1")
        phones[seat].breathe()
        phones[seat].end_turn()
        passed_on(phones, seat)
        turns += 1
        assert turns < 3 * len(phones), "the hunt does not end"
    for each in phones:
        each.reads("#hunt", "Everyone gathers at the Magic Source")
        each.misses("#hunt .spaces")
    return turns


def fill_in(phone, corked, bottles):
    """Fill in a sheet by + and by typing."""
    phone.page.fill("#box-corked", str(corked - 1))  # what the app saw stands there
    phone.page.keyboard.press("Tab")
    phone.reads("#score", f"{corked - 1} × 10 points")
    phone.tap(PLUS.format("corked"))
    phone.has("corked", corked)
    phone.page.fill("#box-bottles", str(bottles))
    phone.page.keyboard.press("Enter")
    phone.page.fill("#box-corks", "12")
    phone.page.keyboard.press("Tab")
    phone.reads("#score", f"{corked} × 10 points")
    phone.reads("#score", f"Bottles {bottles}, Corks 12.")


def test_an_evening_for_three_from_set_up_to_the_corrected_score(table):
    code, *phones = table()
    ann, bob, cem = phones
    set_up(phones)
    for each in phones:
        each.go(f"t/{code}")
        each.at("/draft")
    draft(phones)
    bob.tap("#begin button")
    bob.at("/hunt")
    for each in (ann, cem):
        each.tap("#nav a:has-text('Hunt')")
        each.sees(".turn")
    hunt(phones)
    assert 4 <= last_rounds(phones) <= 6

    for n, each in enumerate(phones):
        each.tap("a:has-text('On to the score')")
        each.reads(".tabs [aria-current]", NAMES[n])
        fill_in(each, corked=n + 1, bottles=7 + n)
    totals = [each.find("#total .number").inner_text() for each in phones]
    for each, total in zip(phones, totals, strict=True):
        expect(each.find(".tabs strong")).to_have_text(total)
        each.quiet()  # nothing moves under the finger
    for each in phones:
        each.tap("#stands summary")  # what they enter is not what was caught
        each.tap("#done button")
        each.breathe()
    for each in phones:
        each.at("/result")
        each.reads("h1", "Cem wins")

    ann.tap(".curtain")
    ann.tap("a.go")
    ann.at(r"/scores/\d+")
    ann.reads("ol", "Cem")
    ann.tap("a:has-text('Correct this play')")
    ann.page.fill("input[name=players-0-points]", "200")
    ann.page.fill("input[name=note]", "A Trophy was forgotten")
    ann.tap("button:has-text('Save')")
    ann.at(r"/scores/\d+")
    ann.reads("section:has-text('What was changed')", "200")
    ann.reads("p.card", "A Trophy was forgotten")
    bob.go("scores/")
    bob.reads(".lines", "200")


def test_straight_from_set_up_to_scoring(table):
    _, ann, bob = table(players=2, phones=2)
    for each in (ann, bob):
        each.tap("text=Straight to scoring")
        each.at("/score")
    bob.tap(PLUS.format("trophies_36"))
    bob.has("trophies_36", 1)
    bob.misses("#finish")  # a guest does not end a game alone
    bob.tap("#done button")
    bob.reads("#sheets", "Not done yet: Ann.")
    ann.tap(PLUS.format("corks"))
    ann.has("corks", 1)
    ann.tap("#done button")
    for each in (ann, bob):
        each.at("/result")
        each.reads("h1", "Bob wins")


def test_a_first_game_has_no_draft(phone):
    ann = phone()
    ann.new_table("first_game")
    ann.sees("[id^=tick-]", count=9)
    ann.tap("text=On to the hunt")
    ann.at("/hunt")
    ann.tap("#nav a:has-text('Draft')")
    ann.reads("h1", "No draft in a first game")
    ann.misses("#pick")
    ann.tap("#begin button")
    ann.at("/hunt")
    ann.sees(".turn")


def test_the_calculator_answers_while_one_fills_it_in(hunt):
    _, ann, _ = hunt
    ann.tap(".spaces a >> nth=0")
    ann.tap("a:has-text('Check a catch')")
    ann.reads("#answer", "Choose a Djinn above")
    ann.tap("label:has([name=boss])")
    ann.reads("#answer", "Not enough yet")
    ann.page.fill("[name=magic]", "10")
    ann.page.keyboard.press("Tab")
    ann.reads("#answer", "Yes, you can")
    ann.tap("a:has-text('Back to the hunt')")
    ann.sees("#catching")
    ann.tap("a:has-text('Check a catch')")
    expect(ann.find("[name=magic]")).to_have_value("10")


def test_a_wrong_result_is_taken_back_corrected_and_saved_once(table):
    code, ann = table(page="score?all=1", phones=1)
    ann.tap(PLUS.format("trophies_36"))
    ann.has("trophies_36", 1)
    ann.end_game()
    ann.reads("h1", "Ann wins")
    ann.tap("#undo button")
    ann.sees(PLUS.format("corks"))
    ann.tap(PLUS.format("trophies_30"))
    ann.has("trophies_30", 1)
    ann.end_game()
    ann.at("/result")
    ann.reads("#ranking li", "1 × 30 + 1 × 36")
    ann.tap("a.go")
    ann.tap("summary:has-text('Ann')")
    ann.reads("details[open]", "1 × 30 + 1 × 36")
    ann.tap(f"text=Go to table {code}")
    ann.at("/result")
    plays = ann.context.request.get("scores/plays.json").json()
    assert len([play for play in plays if play["code"] == code]) == 1


def test_a_play_becomes_a_picture_that_messengers_take(table, tmp_path):
    _, ann = table(page="score?all=1", phones=1)
    ann.find("#box-corks").fill("7")
    ann.page.keyboard.press("Tab")
    ann.quiet()
    ann.end_game()
    ann.at("/result")
    ann.tap("text=Saved: view it")
    ann.at(r"/scores/\d+")
    ann.tap("#sharing summary")
    ann.sees("#sharing img[src^='data:image/png']")
    with ann.page.expect_download() as download:
        ann.tap("#sharing a span")
    assert download.value.suggested_filename.endswith(".png")
    download.value.save_as(tmp_path / "play.png")
    assert (tmp_path / "play.png").read_bytes().startswith(b"\x89PNG")


COPY = (
    "This is a copy: the rest of the bag and of Tom's deck has been reshuffled, "
    "and any private Scoring Cards nobody had seen must be chosen again."
)
COPIED = "This table is a copy: the rest of the bag and of Tom's deck was shuffled again."


def test_an_exported_table_comes_back_with_its_log(own_server, phone, tmp_path):
    ann, bob = phone(), phone()
    code = ann.new_table(names=NAMES[:2])
    bob.sit(code, 1).tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    ann.go(f"djinn/{code}/draft")
    ann.tap("#pick [name=tile] >> nth=0")
    ann.sees("#draft p .done", count=1)

    def save(name):
        ann.go(f"t/{code}/menu")
        with ann.page.expect_download() as download:
            ann.tap("a:has-text('Export this table')")
        assert download.value.suggested_filename.startswith(f"companion-{code}-")
        download.value.save_as(tmp_path / name)
        return tmp_path / name

    def load(who, file):
        who.go("")
        who.tap("summary:has-text('Import a table')")
        who.page.set_input_files("input[type=file]", file)
        who.tap("button:has-text('Open it')")

    def pages(who):
        paths = [f"djinn/{who.code}/{page}" for page in ("setup", "draft", "score")]
        return [re.sub(who.code, "", who.go(path).find("#main").inner_text()) for path in paths]

    running = save("running.json")
    cem = phone()
    load(cem, running)
    cem.forgive("409")
    cem.sees("h1:has-text('This table is already here')")
    cem.tap("summary:has-text('Open a copy too')")
    cem.page.set_input_files("input[type=file]", running)
    cem.tap("button:has-text('Open it')")
    cem.at("/draft")
    assert cem.code != code
    log, (setup, *others) = ann.log(), pages(ann)
    copied, *copies = pages(cem)
    assert [line for line in cem.log() if line not in log] == [COPY]
    assert [line for line in copied.splitlines() if line not in setup] == [COPIED]
    assert copies == others

    # Elsewhere, a running game opens as a copy too, and one that is told as it was.
    elsewhere = phone(own_server)
    load(elsewhere, running)
    elsewhere.at(f"/djinn/{code}/draft")
    ann.go(f"djinn/{code}/score?all=1")
    ann.tap(PLUS.format("corks"))
    ann.has("corks", 1)
    ann.end_game()
    ann.at("/result")
    ann.quiet()
    ann.tap("text=Check the draws")
    ann.tap("button:has-text('Show the secret')")
    ann.quiet()
    ann.tap("text=All draws, one by one")
    ann.sees("#fair pre")
    ann.misses("#undo")
    load(elsewhere, save("told.json"))
    elsewhere.at("/result")
    assert elsewhere.log() == ann.log()


@pytest.mark.parametrize("js", [True, False])
def test_a_tap_on_a_sheet_does_not_change_which_boxes_it_shows(table, js):
    _, ann = table(page="score?all=1", phones=1, js=js)
    boxes = ann.find(".sheet label").all_inner_texts()
    for n in range(3):
        ann.tap(PLUS.format("corks"))
        ann.has("corks", n + 1)
        ann.quiet()
        assert ann.find(".sheet label").all_inner_texts() == boxes


def test_a_game_that_was_only_scored_is_told_once_and_scored_again(phone):
    """Its sheet begins neutral; Back does not tell the result again; the rematch asks for its Scoring Cards."""
    ann = phone()
    ann.open_table()
    sheets = {f"players-{n}-{name}": one for n, both in enumerate(PAIR) for name, one in both.items()}
    answer = ann.post("djinn/just-score", count="2", cards=["keys", "few_passages", "high_base"], **sheets)
    ann.go(answer.headers["location"].lstrip("/"))
    ann.reads("#doubt.dim", "Nothing is entered on this sheet yet.")
    ann.misses("#points")
    for corks, following in (("2", "a[aria-current]:has-text('Bob')"), ("3", "#result")):
        ann.page.fill("#box-corks", corks)
        ann.page.keyboard.press("Tab")
        ann.sees("#points")
        ann.breathe()
        ann.tap("#done button")
        ann.sees(following)
    ann.sees(".curtain")
    ann.tap(".curtain")
    ann.tap("a:has-text('The sheets')")
    ann.at("/score.*")
    ann.page.go_back()
    ann.reads("h1", "Bob wins")
    assert not ann.shows(".curtain")
    ann.tap("#rematch button")
    ann.reads("#step-cards", "Which three Scoring Cards are on your table?")
    ann.misses("#nav a:has-text('Setup')")
