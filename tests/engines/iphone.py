"""What the page promises an iPhone, asked of its engine itself: a screen that stays on, many pages, hidden pages."""

import time

from selenium.webdriver.common.by import By

from tests.engines.evening import sit_down
from tests.engines.phones import HEIGHT, WIDTH

GRANTED = """const {request} = WakeLock.prototype;
window.granted = 0;
WakeLock.prototype.request = async function (...what) {
    const lock = await request.apply(this, what);
    granted++;
    return lock;
};"""
"""Counts what is granted from now on, and changes nothing."""
TAPPED = "addEventListener('click', () => { window.tapped = Date.now(); }, {capture: true, once: true})"
SEEN = """window.seen = 0;
new MutationObserver(() => { if (!seen && document.querySelector(arguments[0])) seen = Date.now(); })
    .observe(document, {subtree: true, childList: true, attributes: true});"""
MANY = 7
"""One page more than a browser has connections to a host."""


def stay_awake(phone, other):
    """See that the page says "It works" only after a tap, and that the first tap of each page of a table is enough."""
    sit_down(other, phone, "djinn", "[name=first_game]")
    phone.at("/setup")
    code = phone.code
    phone.go("awake")
    secure = phone.find("main a[href^=https]")[0].get_property("href")
    phone.driver.get(secure)
    phone.sees("#untried button")
    assert "It works" not in phone.text("main")
    phone.tap("#untried button")
    phone.reads("#answers", "It works")
    for page, button in (("setup", "#tick-board button"), ("score?all=1", "#count-coins button[value='1']")):
        phone.driver.get(secure.replace("/awake", f"/djinn/{code}/{page}"))
        phone.driver.execute_script(GRANTED)
        time.sleep(0.3)
        assert phone.driver.execute_script("return granted") == 0
        phone.tap(button)
        phone.until(lambda: phone.driver.execute_script("return granted"), 1)
        phone.tap(button)
        time.sleep(0.3)
        assert phone.driver.execute_script("return granted") == 1  # the screen stays on already


def share_one_stream(phone, other, streams):
    """Open more windows at one table than a browser has connections; they share a stream, and all see a move at once.

    `streams` counts those at the server.
    """
    sit_down(other, phone, "djinn", "[name=first_game]")
    phone.at("/setup")
    address, driver = phone.driver.current_url, phone.driver
    first = driver.current_window_handle
    for _ in range(MANY - 1):
        driver.switch_to.new_window("window")
        driver.get(address)
    phone.until(streams, 2)  # the other's, and one
    _see_a_move(phone, other, "board")
    driver.switch_to.window(first)  # it leads
    driver.close()
    phone.until(streams, 2)
    _see_a_move(phone, other, "players")


def _see_a_move(phone, other, step):
    windows, ticked = phone.driver.window_handles, f"#tick-{step} [aria-pressed=true]"
    for each in windows:
        phone.driver.switch_to.window(each)
        phone.driver.execute_script(SEEN, ticked)
    other.driver.execute_script(TAPPED)
    other.tap(f"#tick-{step} button")
    for each in windows:
        phone.driver.switch_to.window(each)
        phone.sees(ticked)
        took = phone.driver.execute_script("return seen") - other.driver.execute_script("return tapped")
        assert took < 2000, f"{took} ms"  # nine browser processes share the machine
        assert not phone.find("#offline")


def hide_pages(phone, other, streams):
    """Hide a page, and open one behind another: they have no stream, and once seen they show what they missed."""
    sit_down(other, phone, "djinn", "[name=first_game]")
    phone.at("/setup")
    driver = phone.driver
    phone.until(streams, 2)
    driver.minimize_window()
    _misses_a_move(phone, other, "board", streams, 1)
    driver.set_window_rect(0, 0, WIDTH, HEIGHT)
    _shows_it(phone, "board")
    phone.until(streams, 2)

    address, page = driver.current_url, driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(address)
    tab = driver.current_window_handle
    _misses_a_move(phone, other, "players", streams, 2)
    driver.switch_to.window(page)
    driver.close()
    driver.switch_to.window(tab)
    _shows_it(phone, "players")
    phone.until(streams, 2)


def _misses_a_move(phone, other, step, streams, many):
    phone.until(lambda: phone.driver.execute_script("return document.hidden"), True)
    phone.until(streams, many)
    other.tap(f"#tick-{step} button")
    other.sees(f"#tick-{step} [aria-pressed=true]")
    time.sleep(1)
    assert not phone.driver.find_elements(By.CSS_SELECTOR, f"#tick-{step} [aria-pressed=true]")


def _shows_it(phone, step):
    phone.until(lambda: phone.driver.execute_script("return document.hidden"), False)
    began = time.monotonic()
    phone.sees(f"#tick-{step} [aria-pressed=true]")
    assert time.monotonic() - began < 2
