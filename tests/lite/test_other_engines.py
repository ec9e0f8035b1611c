"""Evenings without a server, in Firefox and in WebKit; what is saved, how heavy pages are, what is kept."""

import shutil
from contextlib import contextmanager

import pytest

from tests.engines import phones
from tests.engines.__main__ import PACKAGES, firefox, screen, webkit
from tests.lite.conftest import PATH, PATIENCE
from tests.lite.test_pages import REFUSED_LONG_AGO

pytestmark = [
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # Selenium warns of itself
    pytest.mark.skipif(not all(map(shutil.which, PACKAGES)), reason=f"apt install {' '.join(PACKAGES.values())}"),
]
CARDS = 12
"""The smallest of Tom's decks."""
FILES = {
    "a[href*='plays.csv']": ("*plays-*[0-9].csv", b"\xef\xbb\xbfplay,game,"),
    "a[href*='excel.csv']": ("*.excel.csv", b"\xef\xbb\xbf"),
    "a[href*='plays.json']": ("*.json", b"[\n{"),
}
"""What the list of scores hands out: the end of each file's name, and how it begins."""
HEAVIEST = 60_000
"""How many bytes a first page may load, by gzip."""
WEIGH = """const [done] = arguments, own = performance.getEntriesByType("resource").map((one) => one.name);
const size = async (url) => {
    const packed = (await fetch(url)).body.pipeThrough(new CompressionStream("gzip"));
    return (await new Response(packed).arrayBuffer()).byteLength;
};
Promise.all([location.href, ...own].map(size)).then((sizes) => done(sizes.reduce((all, one) => all + one)), done);"""
AS_PRINTED = """for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
    if (rule.media?.mediaText == "print") rule.media.mediaText = "screen";"""
"""Shows a page as it is printed: no driver of these browsers can."""
PLUS = "#count-{} button[value='1']"
CLICK = "document.querySelector(arguments[0]).click()"


@contextmanager
def in_webkit(url, downloads):
    with screen() as display, webkit(url, display, downloads=downloads) as phone:
        yield phone


@pytest.fixture(scope="module", params=[firefox, in_webkit])
def phone(request, host, tmp_path_factory):
    """Give a phone on which Companion is set up, and whose `downloads` come into a folder."""
    downloads = tmp_path_factory.mktemp("downloads")
    with (
        pytest.MonkeyPatch.context() as patch,
        request.param(f"http://localhost:{host.port}/{PATH}/", downloads=downloads) as phone,
    ):
        patch.setattr(phones, "PATIENCE", PATIENCE / 1000)
        phone.downloads = downloads
        phone.go("")
        phone.sees("footer")
        yield phone


def saved(phone, selector, pattern):
    """Save the file that a link names; give its bytes.

    WebKit's driver goes on before the scripts of a page have run; the host has no such file.
    """
    phone.until(lambda: phone.driver.execute_script("return document.readyState"), "complete")
    phone.driver.execute_script(CLICK, selector)
    phone.until(lambda: any(one.stat().st_size for one in phone.downloads.glob(pattern)), True)
    return next(phone.downloads.glob(pattern)).read_bytes()


def test_a_game_is_lost_to_tom_and_kept(phone):
    phone.go("djinn/new?alone")
    phone.tap("label:has(.count-1)")
    phone.write("[name=players-0-name]", "Ann")
    phone.driver.execute_script("document.querySelector(arguments[0]).checked = true", f"[name=deck][value='{CARDS}']")
    phone.tap("main form button.go")
    phone.sees("#who")
    phone.tap("#nav a[href$='/hunt']")
    phone.tap("#begin button")
    phone.sees("#end-turn button, #reveal")
    if phone.shows("#end-turn button"):
        phone.wait(0.5)
        phone.tap("#end-turn button")
    for left in range(CARDS, 0, -1):
        phone.until(lambda: len(phone.driver.find_elements("css selector", ".deck i.left")), left)
        phone.sees("body:not(.keeping):not(:has(.htmx-request))")
        phone.wait(0.5)  # what has slid under a thumb takes no tap at first
        phone.tap("#reveal button")
    phone.reads("h1", "Tom wins")
    phone.go("scores/")
    phone.sees("main .lines > li a")


def sit_down(phone, game, names, *options):
    """Open a table on one phone for all."""
    phone.go(f"{game}/new")
    for option in (f".count-{len(names)}", *options):
        phone.tap(f"label:has({option})")
    for seat, name in enumerate(names):
        phone.write(f"[name=players-{seat}-name]", name)
    phone.tap("form.new-table button.go")


def settled(phone, selector):
    """Wait until what was tapped last is answered; what has slid under a thumb takes no tap for 0.7 s."""
    phone.sees(f"body:not(.keeping):not(:has(.htmx-request)) {selector}")
    phone.wait(0.8)


def test_two_play_djinn_on_one_phone_to_a_result(phone):
    sit_down(phone, "djinn", ["Änn", "Bob"], "[name=first_game]")
    phone.tap("#tick-board button")
    phone.sees("#tick-board [aria-pressed=true]")
    phone.tap("#nav a[href$='/hunt']")
    phone.tap("#begin button")
    phone.sees(".turn")
    second = "Bob" if "Änn" in phone.text(".turn h1") else "Änn"
    settled(phone, "#in-b1")
    phone.tap("#in-b1")
    phone.tap("#stand button")
    settled(phone, "#end-turn")
    phone.tap("#end-turn button")
    phone.reads(".turn h1", second)
    phone.tap("#nav a[href$='/score']")
    for name, box in (("Änn", "bottles"), ("Bob", "trophies_36")):
        phone.reads(".tabs [aria-current]", name)
        phone.tap(PLUS.format(box))
        phone.holds(f"#box-{box}", "1")
        if name == "Bob":
            phone.tap("#stands summary")  # the hunt isn't over yet
        settled(phone, "#done-now")
        phone.tap("#done button")
    phone.at("/result")
    phone.reads("h1", "Bob wins")


def test_a_tale_is_told_alone_to_its_end_and_read_as_a_book(phone):
    sit_down(phone, "tales", ["Änn"], "[name=total][value='12']")
    phone.tap("#set-goal-0 button[value='6']")
    phone.misses("#goal-0")
    phone.tap("#draw-skills button")
    phone.misses("#pick")
    phone.tap("#begin button")
    turn(phone, "city")
    phone.tap("#to-more, #to-more a")
    phone.tap("#many summary")
    for points in ("destiny", "story"):
        phone.tap(f"#many label:has([name={points}][value='6'])")
    phone.tap("#award button.go")
    settled(phone, "#end-turn")
    phone.tap("#end-turn button")
    turn(phone, "baghdad")
    phone.tap("#usual-award [value=d1s1]")
    settled(phone, "#declare")
    phone.tap("#declare button")
    phone.at("/tale")
    phone.reads("h1", "Änn wins")
    phone.sees("main a[href*='/scores/']")
    phone.go(f"tales/{phone.code}/book")
    assert "Änn" in saved(phone, "#book a[href$='.txt']", "*tale-*.txt").decode()


def turn(phone, where):
    """Go somewhere, and draw a card that leads straight to an award."""
    for step, tap in {
        "move": f"#move-hero button[value={where}]",
        "card": "#draw button[value=terrain]",
        "row": "#by-hand",
    }.items():
        settled(phone, f"#doing-{step}")
        phone.tap(tap)
    settled(phone, "#doing-award")


def test_a_duel_of_emperor_is_won_in_german(phone):
    phone.go("")
    phone.tap("footer button[value=de]")
    phone.sees("html[lang=de]")
    sit_down(phone, "emperor", ["Änn", "Bob", "Cem", "Dee", "Eve", "Fay"])
    phone.tap("#begin button")
    phone.at("/ring")
    phone.reads("#then", "Danach")
    phone.tap("#by-1")
    phone.holds("#life", "19")
    phone.tap("#to-out")
    phone.tap("#out label:has([name=seats][value='1'])")
    phone.tap("#out button")
    phone.at("/result")
    phone.reads("h1", "Team Eve gewinnt")
    phone.go("scores/")
    phone.reads("main .lines > li", "Dee, Eve, Fay")
    phone.tap("footer button[value=en]")
    phone.sees("html[lang=en]")


def test_plays_and_pictures_are_saved_as_files(phone):
    phone.go("alone/")
    assert saved(phone, "a[download]", "companion.db").startswith(b"SQLite format 3")
    phone.go("scores/new?game=tales")
    phone.write("[name=players-0-name]", "Änn")
    phone.tap("main form button.go")
    phone.sees("#sharing")
    phone.driver.execute_script("document.getElementById('sharing').open = true")
    picture = "return document.querySelector('#sharing img').currentSrc.startsWith('data:image/png')"
    phone.until(lambda: phone.driver.execute_script(picture), True)
    assert saved(phone, "#sharing a[download]", "tales-*.png").startswith(b"\x89PNG")
    assert phone.shows("#top")
    phone.driver.execute_script(AS_PRINTED)
    assert not phone.shows("#top, main [role=button]")
    assert phone.shows("main h1")
    phone.go("scores/")
    for selector, (pattern, begin) in FILES.items():
        assert saved(phone, selector, pattern).startswith(begin), selector
    assert "Änn".encode() in next(phone.downloads.glob("*plays-*[0-9].csv")).read_bytes()


def test_a_tap_that_leads_on_while_a_file_comes_counts_too(phone):
    phone.go("alone/")
    for file in phone.downloads.glob("companion*.db"):
        file.unlink()
    phone.until(lambda: phone.driver.execute_script("return document.readyState"), "complete")
    phone.driver.execute_script(f"{CLICK}; document.querySelector('main > a.wide').click()", "a[download]")
    phone.at(f"/{PATH}/")
    phone.until(lambda: any(one.stat().st_size for one in phone.downloads.glob("companion*.db")), True)


def test_a_first_page_is_light(phone):
    for path in ("", "djinn/new", "scores/"):
        phone.go(path)
        phone.sees("#main")
        assert 10_000 < phone.driver.execute_async_script(WEIGH) <= HEAVIEST, path


def test_where_the_browser_may_forget_that_is_said_once_a_week(phone):
    if phone.driver.execute_script("return Boolean(navigator.storage?.persist)"):
        pytest.skip("this browser asks whoever sits there")
    phone.go("")
    phone.driver.execute_script(CLICK, "#main")
    phone.sees("#forgets")
    phone.driver.execute_script(REFUSED_LONG_AGO)
    phone.go("")
    phone.sees("#forgets")
