"""Pages that only one tab has: they fit small phones and are for everybody; what they hand out is a file or a sentence."""

import pytest

from tests.browser.test_page_layout import LAYOUT, for_everybody

PAGES = {"home": "", "on this phone": "alone/", "box": "djinn/box", "shared": "t/{code}/share", "menu": "t/{code}/menu"}
NOTICES = "() => { for (const id of ['forgets', 'renew']) document.getElementById(id).hidden = false; }"
FILES = {
    "scores/": ("plays.csv", b"id,"),
    "djinn/box": ("djinn-box.toml", b""),
    "t/{code}/menu": ("json", b'{"'),
    "alone/": ("companion.db", b"SQLite format 3"),
}
"""Pages with a file to save, the end of its name, and how it begins."""


@pytest.fixture(scope="module")
def code(other_phone):
    """Open a table; give its code."""
    other_phone.go("djinn/new")
    for seat, name in enumerate(("Wolfeschlegelsteinhausen", "Bob")):
        other_phone.page.fill(f"[name=players-{seat}-name]", name)
    other_phone.page.locator("main form button.go").last.click()
    other_phone.sees("#tick-board")
    return other_phone.page.url.removeprefix(other_phone.url).split("/")[1]


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "light", 390), ("de", "dark", 320)])
def test_pages_fit_every_phone_and_are_for_everybody(other_phone, code, language, scheme, width):
    other_phone.go()
    other_phone.tap(f"footer button[value={language}]")
    other_phone.sees(f"html[lang={language}]")
    other_phone.page.set_viewport_size({"width": width, "height": 568})
    other_phone.page.emulate_media(color_scheme=scheme)
    for name, path in PAGES.items():
        other_phone.go(path.format(code=code))
        if name == "home":
            other_phone.page.evaluate(NOTICES)
        assert other_phone.page.evaluate(LAYOUT, [44, 48])["found"] == [], name
        assert for_everybody(other_phone, scheme) == set(), name
    other_phone.go()
    other_phone.tap("footer button[value=en]")
    other_phone.sees("html[lang=en]")


def test_once_a_week_the_page_says_that_the_browser_may_forget(other_phone):
    """This browser refuses to keep anything, as one without windows does."""
    assert other_phone.page.evaluate("navigator.storage.persisted()") is False
    other_phone.page.evaluate("delete localStorage.refused")
    other_phone.go()
    assert other_phone.page.is_hidden("#forgets")
    other_phone.tap("h1")
    other_phone.sees("#forgets")
    other_phone.go()
    other_phone.page.wait_for_timeout(500)
    assert other_phone.page.is_hidden("#forgets")
    other_phone.page.evaluate("localStorage.refused = Date.now() - 8 * 86400000")
    other_phone.go()
    other_phone.sees("#forgets")


@pytest.mark.parametrize("path", FILES)
def test_files_are_saved(other_phone, code, path):
    name, start = FILES[path]
    other_phone.go(path.format(code=code))
    links = other_phone.page.locator("a[download]")
    for details in other_phone.page.locator("main details").all():
        details.evaluate("it => { it.open = true; }")
    with other_phone.page.expect_download() as saved:
        links.first.click()
    assert saved.value.suggested_filename.endswith(name)
    content = saved.value.path().read_bytes()
    assert content.lstrip(b"\xef\xbb\xbf").startswith(start)
    assert b"<!doctype" not in content[:100].lower()


def test_a_file_that_cannot_be_had_leads_to_a_page_that_says_why(other_phone):
    other_phone.go("alone/")
    other_phone.page.evaluate("document.querySelector('a[download]').href += '-not-there'")
    other_phone.tap("a[download]")
    other_phone.sees("h1:has-text('Page not found')")


@pytest.mark.parametrize("size", [200_000, 300_000_000], ids=["no table", "larger than memory may hold"])
def test_a_file_that_is_none_of_ours_is_refused_in_words(other_phone, tmp_path, size):
    file = tmp_path / "table.json"
    with file.open("wb") as written:
        written.truncate(size)
    other_phone.go()
    where = other_phone.page.evaluate(
        "document.querySelector('a[href*=import]')?.href ?? document.querySelector('form[action*=import]')?.action"
    )
    assert where, "home leads to no import"
    other_phone.page.goto(where)
    other_phone.sees("#main")
    form = other_phone.page.locator("form:has([type=file])").first
    form.locator("[type=file]").set_input_files(file)
    form.locator("button").last.click()
    other_phone.sees("[role=alert]:not(:empty), h1:has-text('Too much')")
    other_phone.go("alone/")
