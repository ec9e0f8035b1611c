"""What shows before Companion does, and where it does not start: never a blank page, and no tap is lost meanwhile."""

import re
import sqlite3
from contextlib import closing

import pytest

from tests.browser.test_page_layout import LAYOUT, for_everybody
from tests.lite.conftest import PATH, new_phone
from tests.lite.slow import slowed

SCHEMES = {"en-GB": ("light", 390), "de-DE": ("dark", 320)}
"""What each language is looked at in, and how wide."""
WORDS = {
    "blocked": ("may not save anything", "darf hier nichts speichern"),
    "comes": ("Setting up Companion", "Companion wird eingerichtet"),
    "failed": ("Are you online", "Bist du online"),
    "insecure": ("only runs over https", "nur über https"),
    "missing": ("Use a newer one", "Nimm einen neueren"),
    "starts": ("Companion is starting", "Companion startet"),
}
CHANGES = {
    "blocked": "navigator.serviceWorker.register = async () => { throw new DOMException('', 'SecurityError'); };",
    "comes": "navigator.serviceWorker.register = () => new Promise(() => {});",
    "failed": "navigator.serviceWorker.register = async () => { throw new TypeError('offline'); };",
    "insecure": "Object.defineProperty(window, 'isSecureContext', {value: false});",
    "missing": "Object.defineProperty(navigator, 'serviceWorker', {value: undefined});",
    "starts": "Object.defineProperty(navigator.serviceWorker, 'controller', {value: {}});"
    "window.fetch = () => new Promise(() => {});",
}
"""What a browser is like that shows each of these."""


@pytest.fixture(scope="module", params=SCHEMES)
def small(request, chromium):
    """Give a browser without Companion, of each language."""
    scheme, width = SCHEMES[request.param]
    size = {"width": width, "height": 568}
    context = chromium.new_context(locale=request.param, color_scheme=scheme, viewport=size, service_workers="block")
    yield context, [*SCHEMES].index(request.param)
    context.close()


CAME = """async () => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith("companion-"));
    const asked = await (await caches.open(name)).keys();
    return asked.map(({url}) => new URL(url).pathname).filter((path) => path.includes("/python/"));
}"""
"""Lists which parts of Python a browser has."""


def is_fine(page, scheme):
    """See that the page fits the phone, and breaks no rule of axe."""
    assert page.evaluate(LAYOUT, [44, 48])["found"] == []

    class Shown:
        """What looks at pages asks a phone for its page."""

    Shown.page = page
    assert for_everybody(Shown, scheme) == set()


@pytest.mark.parametrize("state", WORDS)
def test_the_first_page_says_what_happens(small, host, state):
    context, language = small
    page = context.new_page()
    page.add_init_script(CHANGES[state])
    page.goto(f"http://localhost:{host.port}/{PATH}/")
    page.wait_for_selector(f"#state:has-text('{WORDS[state][language]}')")
    assert page.is_visible("#loaded") is (state in ("comes", "starts"))
    is_fine(page, state)
    page.close()


def test_an_address_that_the_host_lacks_sets_companion_up(small, host):
    """As after a browser has forgotten everything, on the page that was open; many hosts show 404.html there."""
    context, language = small
    page = context.new_page()
    page.add_init_script(CHANGES["comes"])
    shown = (host.folder / PATH / "404.html").read_text(encoding="utf-8")
    where = f"http://localhost:{host.port}/{PATH}/djinn/ABCDE/hunt"
    page.route(where, lambda route: route.fulfill(status=404, body=shown, content_type="text/html"))
    page.goto(where)
    page.wait_for_selector(f"#state:has-text('{WORDS['comes'][language]}')")
    page.close()


@pytest.fixture(scope="module")
def visitor(chromium, host):
    """Give a phone whose first visit this is, and how much it was told to have loaded."""
    with new_phone(chromium, host) as phone:
        phone.page.add_init_script("""
            const loaded = JSON.parse(sessionStorage.getItem("loaded") ?? "[]");
            navigator.serviceWorker.addEventListener("message", ({data}) => {
                loaded.push(data.loaded);
                sessionStorage.setItem("loaded", JSON.stringify(loaded));
            });
        """)
        phone.page.goto(phone.url)
        phone.sees("#main")
        yield phone


def test_the_first_visit_shows_how_much_has_come(visitor):
    told = visitor.page.evaluate("JSON.parse(sessionStorage.getItem('loaded'))")
    assert len(told) > 20
    assert told == sorted(told)
    assert 0 < told[0] < 0.2
    assert 0.9 < told[-1] <= 1


def test_a_first_visit_that_breaks_off_says_so_and_goes_on_at_the_next(chromium, new_host):
    new_host.server.breaks = "image.pack"
    with new_phone(chromium, new_host) as phone:
        phone.page.goto(phone.url)
        phone.sees(f"#state:has-text('{WORDS['failed'][0]}')")
        assert phone.page.is_hidden("#loaded")
        came = phone.page.evaluate(CAME)
        assert came
        new_host.server.breaks = came[0]  # it is not asked for again
        phone.page.reload()
        phone.sees("#main")


def test_a_slow_phone_says_that_it_starts_and_loses_no_tap(visitor):
    visitor.go("djinn/new")
    visitor.page.fill("[name=players-0-name]", "Ann")
    visitor.page.fill("[name=players-1-name]", "Bob")
    visitor.tap("main form button.go >> nth=-1")
    visitor.sees("#tick-board")
    with slowed(4):
        visitor.kill()
        visitor.page.reload(wait_until="commit")
        visitor.sees("#state:has-text('Companion is starting')")
        visitor.sees("#tick-board")
        visitor.settle()
        visitor.kill()
        visitor.tap("#tick-board button")
        visitor.sees("#tick-board [aria-pressed=true]")
    code = re.search(r"/([A-Z2-9]{5})/", visitor.page.url)[1]
    visitor.go(f"t/{code}/log")
    assert visitor.page.inner_text("main").count("Setup: step 1 is done") == 1


UNOPENED = {
    "at once": "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "never": "indexedDB.open = () => ({});",
}
"""What a worker is like whose browser opens no database."""
NOT_KEPT = {"en-GB": "can't save anything here", "de-DE": "kann hier nichts speichern"}


@pytest.mark.parametrize(("how", "locale"), [("at once", "de-DE"), ("never", "en-GB")])
def test_where_nothing_can_be_kept_the_first_visit_says_so(chromium, new_host, how, locale):
    """Some browsers allow workers where they keep no data."""
    worker = new_host.folder / PATH / "worker.js"
    text = worker.read_text(encoding="utf-8")
    assert "OPENING = 10000" in text
    worker.write_text(UNOPENED[how] + text.replace("OPENING = 10000", "OPENING = 1500"), encoding="utf-8")
    with new_phone(chromium, new_host, locale=locale) as phone:
        phone.page.goto(phone.url)
        phone.sees(f"""main p:has-text("{NOT_KEPT[locale]}")""")
        is_fine(phone.page, SCHEMES[locale][0])
        assert not phone.page.locator("a[href$='kept.db']").count()
        phone.tap("a")  # asks again
        phone.sees(f"""main p:has-text("{NOT_KEPT[locale]}")""")


BROKEN = "isReady = false; began = undefined; loadPyodide = async () => { throw new Error('<b>no</b>'); };"
"""What a worker is like that cannot start any more."""


def test_where_it_cannot_start_a_page_says_so_and_saves_what_is_kept(visitor, tmp_path):
    visitor.go()
    visitor.worker.evaluate(f"() => {{ {BROKEN} }}")
    visitor.page.goto(visitor.url)
    visitor.sees('h1:has-text("Companion doesn\'t start")')
    assert "<b>no</b>" in visitor.page.inner_text("small")
    is_fine(visitor.page, "broken")
    with visitor.page.expect_download() as saved:
        visitor.tap("a[href$='kept.db']")
    saved.value.save_as(tmp_path / "companion.db")
    assert saved.value.suggested_filename == "companion.db"
    with closing(sqlite3.connect(tmp_path / "companion.db")) as db:
        assert db.execute("SELECT count(*) FROM _sqlite_migrations").fetchone() > (0,)
    visitor.kill()
    visitor.tap("a:text-is('Reload')")
    visitor.sees("#main")
