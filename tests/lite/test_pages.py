"""Pages that only one tab has: for every phone and for everybody; what they hand out is a file."""

import pytest

from tests.browser.test_page_layout import LAYOUT, for_everybody

PAGES = {"home": "", "on this phone": "alone/", "box": "djinn/box", "shared": "t/{code}/share", "menu": "t/{code}/menu"}
NOTICES = "() => { for (const id of ['forgets', 'renew']) document.getElementById(id).hidden = false; }"
SEND_LARGE = """async (url) => {
    const form = new FormData();
    form.append("csrf_token", document.querySelector("[name=csrf_token]").value);
    form.append("file", new Blob(Array(300).fill(new Uint8Array(1e6))), "table.json");
    return (await fetch(url, {method: "POST", body: form})).status;
}"""
FILES = {
    "djinn/box": (".toml", b"#"),
    "t/{code}/menu": (".json", b"{"),
    "alone/": ("companion.db", b"SQLite format 3"),
}
"""Pages with a file to save, the end of its name, and how it begins."""


FORGETFUL = "navigator.storage.persist = navigator.storage.persisted = async () => false"
REFUSED_LONG_AGO = "localStorage.refused = Date.now() - 8 * 86400000"
"""A browser that promises to keep nothing; and that said so more than a week ago."""


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


@pytest.mark.parametrize("path", FILES)
def test_files_are_saved(other_phone, code, path):
    name, start = FILES[path]
    other_phone.go(path.format(code=code))
    with other_phone.page.expect_download() as saved:
        other_phone.page.evaluate("document.querySelector('a[download]:not([href^=data])').click()")
    assert saved.value.suggested_filename.endswith(name)
    content = saved.value.path().read_bytes()
    assert content.startswith(start), content[:100]


def test_a_file_that_cannot_be_had_leads_to_a_page_that_says_why(other_phone):
    other_phone.go("alone/")
    other_phone.page.evaluate("document.querySelector('a[download]').href += '-not-there'")
    other_phone.tap("a[download]")
    other_phone.page.wait_for_url("**/companion.db-not-there")


def test_a_file_larger_than_memory_may_hold_is_refused(other_phone):
    """The worker would be killed, and the page hear nothing."""
    other_phone.go("djinn/new")
    assert other_phone.page.evaluate(SEND_LARGE, f"{other_phone.url}import") == 413
    other_phone.go("alone/")


def test_where_the_browser_may_forget_home_says_so_once_a_week_and_leads_to_a_file(other_phone):
    page = other_phone.context.new_page()
    page.add_init_script(FORGETFUL)
    page.goto(other_phone.url)
    page.evaluate("delete localStorage.refused")
    page.reload()
    assert page.is_hidden("#forgets")  # nobody has done anything here yet
    page.evaluate("document.getElementById('main').click()")
    page.wait_for_selector("#forgets")
    page.reload()  # at once: perhaps nobody has read it
    page.wait_for_selector("#forgets")
    page.wait_for_timeout(3500)  # now somebody has
    page.reload()
    page.evaluate("document.getElementById('main').click()")
    page.wait_for_timeout(500)
    assert page.is_hidden("#forgets")
    page.evaluate(REFUSED_LONG_AGO)
    page.reload()
    page.wait_for_selector("#forgets")
    page.click("section:has(#forgets) a")
    page.wait_for_selector("a[download][href$='companion.db']")
    page.close()


def test_a_browser_that_keeps_everything_says_nothing(other_phone):
    page = other_phone.context.new_page()
    page.add_init_script(FORGETFUL.replace("false", "true"))
    page.goto(other_phone.url)
    page.evaluate("delete localStorage.refused")
    page.reload()
    page.evaluate("document.getElementById('main').click()")
    page.wait_for_timeout(500)
    assert page.is_hidden("#forgets")
    page.close()
