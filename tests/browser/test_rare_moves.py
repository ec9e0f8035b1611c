"""What people do seldom, by hand: rematches, a lost host, boxes, plays that go and come back, a phone that goes."""

import json
import time

import pytest
from playwright.sync_api import expect

from companion.storage.connections import writing
from companion.table.seating.presence import GONE
from tests import copies
from tests.browser.cases_tales import OVER, begun
from tests.browser.cases_war_game import OVER as CONQUERED, begun as besieged
from tests.browser.moves import BEGIN, djinn, do, killed, open_table, war
from tests.browser.test_page_layout import fits, play
from tests.colours import colour

pytestmark = pytest.mark.browser

LAMP = (*killed("lamp"), do("resolve", resource="lamp", survived="yes"))
ENDED = {
    "djinn": (djinn(do("count", seat="0", box="coins", value="3"), do("finish")), "result", "Set up for three"),
    "efreet_war": (war(BEGIN, *LAMP, do("out", by_0="1", by_2="1")), "points", "The deal"),
    "tales": (begun(*OVER), "tale", "Before the first tale"),
    "war_game": (besieged(*CONQUERED), "result", "The land"),
}


def upload(phone, name, text):
    """Choose a file in the form of a page, and send it."""
    phone.page.set_input_files("[name=file]", {"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    phone.tap("main form[enctype] button")


@pytest.mark.parametrize("game", ENDED)
def test_the_same_people_play_once_more_and_all_phones_go_along(phone, game):
    ann, bob = phone(), phone()
    ended, page, words = ENDED[game]
    code = open_table(ann, *ended)
    bob.post(f"t/{code}/sit", seat="1")
    bob.go(f"{game}/{code}/{page}")
    ann.go(f"{game}/{code}/{page}").tap("#rematch > button")
    ann.reads("main", words)
    assert ann.code != code
    bob.reads("main", words)
    assert bob.code == ann.code
    bob.go(f"t/{ann.code}/menu").tap("#seat-1 summary")
    bob.holds("#seat-1 [name=name]", "Bob")  # the seat is his there, too


def test_a_game_without_the_app_is_only_scored(phone):
    ann = phone()
    ann.go("djinn/just-score").tap("label:has(.count-2)")
    for n, name in enumerate(("Ann", "Bob")):
        ann.write(f"[name=players-{n}-name]", name)
    for card in ("keys", "high_base", "few_passages"):
        ann.tap(f"label:has([value={card}])")
    ann.tap("button.go")
    ann.sees("#sheet")
    ann.fill("#box-bottles", "4")
    ann.quiet()
    ann.end_game()
    ann.reads("#victory", "Ann wins")
    ann.reads("#result", "Few Secret Passages")
    ann.go("emperor/just-score").tap("label:has(.count-6)")
    for n, name in enumerate(("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")):
        ann.write(f"[name=players-{n}-name]", name)
    ann.tap("button.go")
    ann.tap("#score label:has([name=result]) >> nth=1")
    ann.tap("#score button.go")
    ann.reads("#victory", "'s team wins")
    ann.tap("a:has-text('Saved: view it')")
    ann.reads("h1", "Emperor")


@pytest.fixture
def host_gone(house):
    """Open a table for three, whose host was only ever at another process: it is gone, as was noticed long ago."""
    host = house.test_client()
    names = {
        f"players-{n}-{what}": one
        for n, name in enumerate(("Ann", "Bob", "Cem"))
        for what, one in (("name", name), ("colour", colour(n)))
    }
    code = copies.open_table(host, "djinn", {"count": 3, **names})
    with house.app_context(), writing(code) as db:
        db.execute("UPDATE tables SET away = ? WHERE code = ?", [time.time() - GONE - 1, code])
    return host, code


def test_one_phone_serves_all_in_place_of_the_one_that_did(phone, host_gone):
    ann, bob = phone(), phone()
    here = ann.open_table()
    bob.go(f"t/{here}").reads("#one-phone", "gone for ten minutes")
    assert bob.find("#one-phone button").is_disabled()
    _, code = host_gone
    bob.go(f"t/{code}").tap("#one-phone button")
    bob.at(f"/djinn/{code}/setup")
    bob.reads("#host", "You host this table now.")
    bob.go(f"t/{code}/menu").sees("#lock button")


def test_two_who_sit_there_find_another_host_until_theirs_is_back_and_all_are_told(phone, host_gone):
    ann, bob, cem = phone(), phone(), phone()
    host, code = host_gone
    bob.sit(code, 1)
    cem.sit(code, 2)
    bob.reads("#host", "The host is away.")
    bob.tap("#host button:has-text('Take over')")
    bob.reads("#host", "One more player has to agree.")
    cem.reads("#host", "Bob offers to host.")
    cem.tap("#host button:has-text('Agree')")
    bob.reads("#host", "You host this table now.")
    bob.tap("#host button:has-text('OK')")
    bob.misses("#host")
    cem.reads("#host", "Bob hosts until the host is back.")
    cem.tap("#host button")
    cem.misses("#host")
    bob.go(f"t/{code}/menu").tap("#lock button")
    bob.reads("#lock", "Let new phones in")
    ann.context.add_cookies([{"name": "companion", "value": host.get_cookie("companion").value, "url": ann.server.url}])
    ann.go(f"t/{code}/menu").reads("#lock", "Let new phones in")
    cem.reads("#did", "The host is back.")
    ann.go(f"t/{code}/log").reads("#entries", "Bob hosts this table until the host is back.")


LONGEST = "Wolfeschlegelsteinhausenbergerdorff"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_notice_that_the_host_is_away_takes_one_line_and_can_be_dismissed(phone, host_gone, house, locale):
    bob, cem = phone(width=320, height=568, locale=locale), phone(width=320, height=568, locale=locale)
    _, code = host_gone
    with house.app_context(), writing(code) as db:
        db.execute("UPDATE seats SET name = ? WHERE code = ? AND seat = 1", [LONGEST, code])
    bob.sit(code, 1)
    cem.sit(code, 2)
    is_one_line(bob, "weg." if "de" in locale else "away.")
    bob.tap("#host button:not(.plain)")
    is_one_line(bob, "zustimmen." if "de" in locale else "agree.")
    cem.reads("#host", "Wolfe")
    is_one_line(cem)
    cem.tap("#host button.plain")
    cem.misses("#host")
    cem.go(f"t/{code}/menu").sees("#host")
    is_one_line(cem)


def is_one_line(phone, whole=""):
    """See that the notice is as high as its button, no wider than the phone, and, where it ends so, not cut."""
    phone.reads("#host p", whole)
    height, button, cut, wide = phone.find("#host").evaluate(
        """it => {
            const p = it.querySelector("p"), button = it.querySelector("button");
            const high = (one) => one.getBoundingClientRect().height;
            return [high(it), high(button), p.scrollWidth > p.clientWidth, document.documentElement.scrollWidth];
        }"""
    )
    assert height <= button + 16
    assert wide <= 320
    assert not (whole and cut)


def test_a_table_is_forgotten_and_remembered_and_the_phone_signs_out(phone):
    ann = phone()
    code, other = ann.open_table(), ann.open_table()
    ann.go("").tap(f"[aria-label='Forget table {code} on this phone']")
    ann.reads("form [role=status]", f"no longer lists table {code}")
    ann.misses(f"main a[href='/t/{code}']")
    ann.tap("button:has-text('Bring it back')")
    ann.sees(f"main a[href='/t/{code}']")
    ann.go(f"t/{code}/menu").tap("a:has-text('Sign this phone out')")
    ann.reads("h1", "Sign this phone out?")
    ann.sees(f".choices a[href='/t/{other}/menu']")
    ann.tap("main form button")
    ann.sees("#code")
    ann.misses(f"main a[href='/t/{code}']")
    ann.go(f"djinn/{code}/setup").misses("#tick-board button")  # it only watches now


def test_a_play_is_corrected_deleted_restored_and_comes_again_in_a_file(phone):
    ann = phone()
    code = ann.open_table("first_game", names=("Zoe", "Bob"))
    play(ann, code, "count", seat="0", box="bottles", value="3")
    play(ann, code, "finish")
    ann.go(f"djinn/{code}/result").tap("a:has-text('Saved: view it')")
    ann.sees("#sharing")
    address = ann.page.url
    ann.tap("a:has-text('Correct this play')")
    ann.fill("[name=note]", "By candlelight")
    ann.reads("main", "By candlelight")
    ann.tap("button:has-text('Undo this change')")
    ann.sees("ol[reversed] > li >> nth=1")  # what was taken back stays readable
    ann.misses("main > p.card")
    ann.tap("a:has-text('Delete this play')")
    ann.tap("main form button")
    ann.at("/scores/.*")
    ann.go("scores/trash").reads("main", "Zoe")
    ann.tap("li:has-text('Zoe') button:has-text('Bring it back')")
    ann.sees("#sharing")
    assert ann.page.url == address
    ann.go("scores/?player=Zoe").tap("#along summary")
    for kind, begins in (("as a table", "play,game,played_at"), ("for Excel", "Play,Game,Date,Time,")):
        table = ann.download(f"#along a:has-text('Plays {kind} (CSV)')").decode("utf-8-sig").splitlines()
        assert table[0].startswith(begins)
        assert [("Zoe" in line, "Bob" in line) for line in table[1:]] == [(True, False), (False, True)]
    [row] = json.loads(ann.download("#along a:has-text('(JSON)')"))
    ann.tap("#along a:has-text('Import plays')")
    own = {name: value for name, value in row.items() if name != "identity"}
    upload(ann, "plays.json", json.dumps([row, own | {"code": None, "played_at": row["played_at"] - 86_400}]))
    ann.reads("main [role=status]", "New plays: 1. Already known: 1.")
    ann.tap("a:has-text('View or undo them')")
    ann.tap("button:has-text('Undo all')")
    ann.reads("main [role=status]", "1 deleted")
    ann.tap("button:has-text('Restore all')")
    ann.reads("main [role=status]", "1 play from this file is kept, 0 deleted")


def test_a_game_against_tom_that_was_entered_is_corrected(phone):
    ann = phone()
    ann.open_table("first_game", names=("Uma", "Bob"))
    ann.go("djinn/solo/new").write("[name=name]", "Uma")
    ann.write("[name=points]", "88")
    ann.tap("main form .go")
    ann.reads("main", "Uma's high scores and tasks")
    ann.tap("li:has-text('88') a:has-text('Correct')")
    ann.write("[name=points]", "98")
    ann.tap("main form .go")
    ann.reads("ol[reversed]", "98")


@pytest.fixture
def owner(phone, own_server):
    """Give a phone at a server of its own, whose boxes are empty."""
    owner = phone(own_server)
    owner.open_table()  # only who has sat at a table here changes a box
    return owner


def test_a_box_is_filled_kept_emptied_and_filled_again(owner):
    owner.go("tales/box").tap("#rates a:has-text('View and correct')")
    owner.fill("[name=land-rich]", "9")
    owner.reads("#rates", "9 by land")
    owner.tap("#rewards a:has-text('View and correct')")
    owner.write("[name=step-1]", "7")
    owner.tap("main form .go")
    owner.reads("#rewards", "At 7 story points: wealth +1")
    owner.tap("#names a:has-text('View and correct')")
    owner.write("[name=treasures]", "Ebony Horse")
    owner.tap("main form .go")
    owner.reads("#names", "Ebony Horse")
    owner.tap("#statuses a:has-text('Wounded')")
    owner.write("[name=slower]", "2")
    owner.tap("main form .go")
    owner.reads("#statuses", "paths: −2")
    file = owner.download("a:has-text('Export box')").decode()
    assert "Ebony Horse" in file
    owner.tap("#rates a:has-text('Reset to our values')")
    owner.reads("h1", "Reset to our values?")
    owner.tap("main form button")
    owner.reads("#rates", "reported")
    owner.tap("a:has-text('History of the box')")
    owner.reads("main li >> nth=0", "1 status")
    owner.tap("main li >> nth=1 >> button")
    owner.reads("main li >> nth=0", "1 rate, 1 status")
    owner.go("tales/box/import")
    upload(owner, "box.toml", file.replace("Ebony Horse", "Lamp"))
    owner.reads("main [role=status]", "The box now matches the file.")
    owner.reads("#names", "Lamp")


def test_a_space_of_the_city_is_moved_and_a_card_of_toms_stays_ticked(owner):
    owner.go("djinn/box").tap(".slot[aria-label='Inner ring, top']")
    before = owner.find(".slot[aria-current]").bounding_box()["x"]
    owner.tap("button[aria-label='Move Inner ring, top left']")
    owner.reads("#city [role=status]", "Chosen: Inner ring, top.")
    assert owner.find(".slot[aria-current]").bounding_box()["x"] < before
    owner.reads("#city .certainty", "yours")
    file = owner.download("a:has-text('Export box')").decode()
    assert "place" in file
    owner.go("djinn/box/tom/1").tap(".pairs label >> nth=1")
    owner.tap("button[name=bottom] >> nth=2")
    owner.reads("h1", "Tom's card 2")
    owner.go("djinn/box/tom/1").sees(".pairs :checked + span > .icon")


def test_a_new_table_shows_at_once_what_does_not_go_together(phone):
    ann = phone()
    ann.go("efreet_war/new").tap("label:has(.count-6)")
    ann.tap("label:has([value=emperor])")
    ann.tap("label:has(.count-5)")  # in Emperor seating five cannot sit
    assert ann.find("[value=free]").evaluate("it => getComputedStyle(it).borderTopWidth") != "1px"
    ann.tap("label:has([value=teams])")
    for count, most in ((2, 2), (4, 4), (6, 6), (9, 7)):  # no more teams than players
        ann.tap(f"label:has(.count-{count})")
        shown = ann.find(".teams label").evaluate_all("all => all.filter((it) => it.checkVisibility()).length")
        assert shown == most - 1, count
    expect(ann.find(".player-2 .twice")).to_be_hidden()
    ann.find("[name=players-1-colour]").select_option("red")
    ann.reads(".player-2 .twice", "Somebody above has this colour already.")
    ann.tap("#lists summary")
    ann.sees("[name=guardians]")
    assert not fits(ann, "en")
