"""A game against Tom without a server, in Firefox and in WebKit; what is saved, how heavy pages are, what is kept."""

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
PRINTED = """return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.media?.mediaText == "print").flatMap((rule) => [...rule.cssRules]).length"""
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
    """Save the file that a link names; give its bytes."""
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
    assert phone.driver.execute_script(PRINTED) >= 1
    phone.go("scores/")
    for selector, (pattern, begin) in FILES.items():
        assert saved(phone, selector, pattern).startswith(begin), selector
    assert "Änn".encode() in next(phone.downloads.glob("*plays-*[0-9].csv")).read_bytes()


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
