"""By https the screen stays on and static files are kept, nothing that could be old; and what a phone feels."""

import json
import re
from urllib.parse import urljoin

import pytest
from cryptography import x509
from playwright.sync_api import expect

from tests.browser.find import whole_browser
from tests.browser.phones import ARGS, Phone, Server
from tests.browser.test_lost_connections import BROKEN, hide
from tests.browser.test_page_layout import fits, for_everybody

pytestmark = pytest.mark.browser

NOTED = """
window.felt = [];
navigator.vibrate = (long) => long && felt.push(Number(long));
window.granted = 0;
if (window.WakeLock) {
    const {request} = WakeLock.prototype;
    WakeLock.prototype.request = async function (...what) {
        window.lock = await request.apply(this, what);
        granted++;
        return lock;
    };
}
"""
"""Notes what a phone feels, and how often its browser agreed to keep the screen on."""
AS_WEBKIT = """
if (window.WakeLock) {
    const {request} = WakeLock.prototype;
    let tapped = -Infinity, allowed = false;
    addEventListener("pointerup", ({isTrusted}) => { if (isTrusted) tapped = performance.now(); }, true);
    WakeLock.prototype.request = async function (...what) {
        allowed ||= performance.now() - tapped < 1000;
        if (!allowed) throw new DOMException("Permission was denied", "NotAllowedError");
        return request.apply(this, what);
    };
}
"""
"""Refuses in each document until a tap asks, as WebKit does; `tests/engines/awake.py` asks WebKit itself."""
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture
def house(tmp_path):
    """Start a server that speaks both."""
    server = Server(tmp_path, "--https")
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.errors


@pytest.fixture
def trusting(browser, house):
    """Give a phone that trusts the server's certificate, and notes what is felt."""
    own = browser.browser_type.launch(executable_path=whole_browser(), args=[*ARGS, "--ignore-certificate-errors"])
    phone = Phone(own, house)
    phone.context.add_init_script(NOTED)
    phone.forgive("request out of the house: https://127.0.0.1:")
    yield phone
    own.close()
    assert not phone.unforgiven


def move_over(phone):
    """Go from http to https as the menu's page says; give the table's code."""
    code = phone.new_table("first_game")
    phone.sit(code, 1).go(f"t/{code}/menu").tap("a[href='/awake']")
    phone.tap("a:has-text('Test it')")
    phone.reads("#awake h2", "It works")
    phone.tap("main a.go")
    phone.at(f"/djinn/{code}/setup")
    assert phone.page.url.startswith("https://")
    phone.sees(".who .disc:not(.away)", count=1)
    return code


def test_a_phone_keeps_its_seat_on_the_way_to_https_and_stays_awake_there(trusting):
    code = move_over(trusting)
    trusting.until(lambda: trusting.page.evaluate("granted"), 1)
    trusting.tap("#top .here")
    assert trusting.page.evaluate("granted") == 1  # it is kept
    hide(trusting)
    trusting.page.evaluate("lock.release()")  # as browsers do with a page that is hidden
    hide(trusting, False)
    trusting.until(lambda: trusting.page.evaluate("granted"), 2)
    trusting.tap("#tick-board button")
    trusting.sees("#tick-board [aria-pressed=true]")
    screen = trusting.context.new_cdp_session(trusting.page)
    hindered = screen.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in hindered} == {"in-incognito"}  # as every window of these tests
    trusting.page.goto(trusting.page.url.split("/t/")[0].split("/djinn/")[0] + "/scores")
    trusting.tap("h1")
    trusting.page.wait_for_timeout(300)
    assert trusting.page.evaluate("granted") == 0  # only at a table
    trusting.go(f"djinn/{code}/setup")  # by http, as before
    trusting.sees("#tick-board [aria-pressed=true]")


def test_a_browser_that_wants_a_tap_is_asked_in_the_first_one_of_each_page(trusting):
    trusting.context.add_init_script(AS_WEBKIT)
    code = trusting.new_table("first_game")
    trusting.sit(code, 1).go(f"t/{code}/menu").tap("a[href='/awake']")
    trusting.tap("a:has-text('Test it')")
    trusting.sees("#untried")
    assert trusting.find("#awake").is_hidden()
    trusting.tap("#untried button")
    trusting.sees("#awake h2:has-text('It works')")
    assert trusting.find("#untried").is_hidden()
    trusting.tap("main a.go")
    trusting.at(f"/djinn/{code}/setup")
    for button in ("#tick-board button", "#count-coins button[value='1']"):
        trusting.page.wait_for_timeout(300)
        assert trusting.page.evaluate("granted") == 0
        trusting.tap(button)
        trusting.until(lambda: trusting.page.evaluate("granted"), 1)
        trusting.page.goto(trusting.page.url.replace("/setup", "/score?all=1"))


def test_it_works_is_not_said_where_it_does_not(trusting):
    trusting.go("awake")
    trusting.page.goto(trusting.find("a:has-text('Test it')").get_attribute("href"))
    trusting.reads("#answers", "It works")
    for script, answer in (
        ("navigator.standalone = true; delete window.cookieStore;", "needs iOS 18.4 or later"),
        ("WakeLock.prototype.request = async () => { throw new DOMException('', 'NotAllowedError'); };", "after a tap"),
        ("delete Navigator.prototype.wakeLock;", "this browser can"),
    ):
        own = trusting.context.new_page()
        own.add_init_script(script)
        own.goto(trusting.page.url)
        said = own.locator("#answers > :visible")
        expect(said).to_contain_text(answer)
        if "tap" in answer:
            own.locator("#untried button").click()
            expect(said).to_contain_text("Low-power mode")
        assert said.count() == 1


def test_a_worker_keeps_static_files_and_no_page_that_could_be_old(trusting, house, browser):
    code = move_over(trusting)
    trusting.page.evaluate(KEPT)
    trusting.page.reload()
    kept = trusting.page.evaluate(KEPT)
    assert "/offline" in kept
    assert [path for path in kept if not re.fullmatch(r"/offline|/static/[\w.]+", path)] == []
    assert trusting.page.evaluate("navigator.serviceWorker.controller !== null")
    trusting.tap("#tick-board button")
    trusting.sees("#tick-board [aria-pressed=true]")
    trusting.page.reload()
    trusting.sees("#tick-board [aria-pressed=true]")  # as it is now
    assert trusting.page.evaluate(KEPT) == kept
    trusting.forgive(*BROKEN)
    house.kill()
    screen = trusting.context.new_cdp_session(trusting.page)
    screen.send("Network.enable")
    screen.send("Network.setCacheDisabled", {"cacheDisabled": True})  # what the browser itself kept may be gone
    trusting.page.reload()
    trusting.reads("h1", "Can't reach Companion")
    trusting.draws("#top use")
    trusting.at(f"/djinn/{code}/setup")
    house.start()
    trusting.page.locator("#tick-board [aria-pressed=true]").wait_for(timeout=20_000)  # by itself


def test_a_phone_gets_the_certificate_and_an_icon_that_leads_to_its_table(phone, house):
    ann = phone(house, ignore_https_errors=True)
    ann.forgive("request out of the house: https://127.0.0.1:")
    ann.forgive("SSL certificate error", "An unknown error occurred when fetching the script")  # none is installed here
    code = ann.open_table("first_game")
    ann.sit(code, 0).go(f"t/{code}/menu").tap("a[href='/awake']")
    certificate = x509.load_der_x509_certificate(ann.download("a:has-text('Download the certificate')"))
    assert "Companion" in certificate.subject.rfc4514_string()
    ann.tap("a:has-text('Test it')")
    ann.reads("#awake h2", "It works")
    app = ann.context.new_cdp_session(ann.page).send("Page.getAppManifest")
    assert app["errors"] == []
    described = json.loads(app["data"])
    assert described["display"] == "standalone"
    ann.page.goto(urljoin(app["url"], described["start_url"]))
    ann.at(f"/djinn/{code}/setup")
    ann.go("").tap(f"[aria-label='Forget table {code} on this phone']")
    ann.reads("main", f"no longer lists table {code}")
    ann.go(described["start_url"][1:]).sees("#code")  # at home


def test_a_tap_that_was_taken_is_felt_and_a_turn_that_begins(hunt):
    code, ann, bob = hunt
    for each in (ann, bob):
        each.context.add_init_script(NOTED)
        each.page.reload()
    names = {ann: "Ann", bob: "Bob"}
    first = next(each for each in (ann, bob) if names[each] in ann.find("h1").first.inner_text())
    other = bob if first is ann else ann
    other.page.mouse.click(5, 300)  # browsers let nobody vibrate before a first touch
    first.end_turn()
    other.reads("h1", names[other])
    assert other.page.evaluate("felt") == [200]
    first.until(lambda: first.page.evaluate("felt"), [15])  # the other phone may know sooner
    other.go(f"t/{code}/menu").tap("button:has-text('vibrate')")
    other.sees("button:has-text('Vibrate again')")
    other.go(f"djinn/{code}/hunt").end_turn()
    first.reads("h1", names[first])
    assert other.page.evaluate("felt") == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_pages_fit_every_phone_and_are_for_everybody(browser, house, language):
    own = browser.browser_type.launch(executable_path=whole_browser(), args=[*ARGS, "--ignore-certificate-errors"])
    phone = Phone(own, house, locale=language, bypass_csp=True)
    phone.forgive("request out of the house: https://127.0.0.1:")
    code = phone.new_table("first_game")
    found = set()
    for path in ("awake", "offline", f"t/{code}/menu"):
        phone.go(path)
        phone.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        found |= fits(phone, language) | for_everybody(phone, "dark")
    phone.go("awake").tap("a.go")
    phone.sees("#awake")
    found |= fits(phone, language) | for_everybody(phone, "dark")
    own.close()
    assert not found | set(phone.unforgiven)


def test_a_new_worker_leaves_what_is_not_its_own(trusting):
    """Companion without a server may lie below the same host: it did not open without network any more."""
    move_over(trusting)
    trusting.page.evaluate(KEPT)
    trusting.page.evaluate("""async () => {
        for (const name of ["companion-1 https://here/lite/", "0123456789"]) await caches.open(name);
        const worker = await navigator.serviceWorker.getRegistration();
        await worker.unregister();
        await navigator.serviceWorker.register("/worker.js?again");
    }""")
    trusting.until(lambda: "0123456789" in trusting.page.evaluate("caches.keys()"), False)
    assert "companion-1 https://here/lite/" in trusting.page.evaluate("caches.keys()")
