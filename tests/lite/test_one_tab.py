"""An evening of one phone without a server: each test goes on with what those before it have kept."""

import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from tests.lite.conftest import PATH

HOME = Path(__file__).parents[2]
CARDS = 15
"""How many Tom has, if nobody chooses fewer: each that is revealed ends a turn, and the last the game."""

START = "import sys, pathlib, companion; companion.create_app(pathlib.Path(sys.argv[1]))"


def cards_left(phone):
    return phone.page.locator(".deck i.left").count()


def test_the_first_visit_sets_companion_up(phone):
    phone.page.goto(phone.url)
    phone.sees("footer")
    assert "Companion runs on this phone" in phone.page.inner_text("main")
    assert "Join" not in phone.page.inner_text("main")


def test_a_game_is_lost_to_tom_though_the_worker_is_killed_again_and_again(phone):
    """No tap is lost and none counts twice: killed between taps, at once after one, and while it starts."""
    phone.go("djinn/new?alone")
    phone.tap("label:has(.count-1)")
    phone.page.fill("[name=players-0-name]", "Ann")
    phone.page.locator("main form button.go").last.click()
    phone.sees("#who")
    phone.tap("#nav a[href$='/hunt']")
    phone.tap("#begin button")
    phone.sees("#end-turn button, #reveal")
    if phone.page.locator("#end-turn button").count():
        phone.settle()
        phone.tap("#end-turn button")
    phone.sees("#reveal")
    for turn in range(CARDS):
        phone.settle()
        assert cards_left(phone) == CARDS - turn
        if turn == 3:
            phone.kill()
        phone.tap("#reveal button")
        if turn == 7:
            phone.kill()
            phone.page.wait_for_timeout(1000)
            phone.kill()
    phone.sees("h1:has-text('Tom wins')")
    phone.go("scores/")
    assert phone.page.locator("main .lines > li:has(a)").count() == 1


def test_the_next_tap_after_a_kill_is_answered_within_two_seconds(phone, tmp_path):
    """The best of a few counts; where the app's start without a browser is slow, too, it may take as much longer."""
    started, took = [], []
    for turn in range(3):
        phone.go("djinn/rules")
        phone.kill()
        phone.page.wait_for_timeout(500)
        began = time.monotonic()
        phone.page.fill("#q", f"boss {turn}")
        phone.sees(f"#found:has(mark), #found:has-text('{turn}')")
        phone.sees("body:not(:has(.htmx-request))")
        took.append(time.monotonic() - began)
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", START, tmp_path], cwd=HOME, check=True)
        started.append(time.monotonic() - began)
    assert min(took) <= max(2, 3 * min(started)), (took, started)


def test_no_banner_is_shown_while_a_killed_worker_starts_within_six_seconds(phone):
    """Browsers kill a worker that nobody has wanted for a while; the line would come and go."""
    assert phone.page.evaluate("getComputedStyle(document.querySelector('#offline')).animationDelay") == "6s"


def open_war(phone):
    phone.go("efreet_war/new")
    phone.page.locator("[name=players-0-name]").fill("Ann")
    phone.page.locator("[name=players-1-name]").fill("Bob")
    phone.page.locator("main form button.go").last.click()
    phone.sees("#who, #sit")


def test_two_pages_of_one_phone_see_the_same(phone):
    open_war(phone)
    code = re.search(r"/([A-Z2-9]{5})(/|$)", phone.page.url)[1]
    other = phone.context.new_page()
    other.goto(f"{phone.url}t/{code}/menu")
    other.wait_for_selector(f"h1:has-text('{code}')")
    other.close()


def test_everything_works_without_the_host(phone, host):
    host.stop()
    try:
        phone.kill()
        phone.go("djinn/rules")
        phone.sees("h1")
        phone.go("scores/")
        assert phone.page.locator("main .lines > li:has(a)").count() == 1
    finally:
        host.start()


def test_pages_are_german_where_the_phone_is(phone):
    phone.go()
    phone.tap("footer button[value=de]")
    phone.sees("html[lang=de]")
    assert "Companion läuft auf diesem Handy" in phone.page.inner_text("main")
    phone.tap("footer button[value=en]")
    phone.sees("html[lang=en]")


FULL = """() => {
    const { put } = IDBObjectStore.prototype;
    self.makeRoom = () => { IDBObjectStore.prototype.put = put; };
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
"""What a full browser does; Chromium's own limit holds for no window of a test."""


def test_where_the_browser_is_full_a_tap_is_refused_in_words_and_counts_later(phone):
    count_tables = "main a[href*='/t/']"
    phone.go()
    before = phone.page.locator(count_tables).count()
    phone.go("efreet_war/new")
    phone.page.locator("[name=players-0-name]").fill("Ann")
    phone.page.locator("[name=players-1-name]").fill("Bob")
    worker = phone.context.service_workers[-1]
    worker.evaluate(FULL)
    phone.page.locator("main form button.go").last.click()
    phone.sees("text=disk is full")
    worker.evaluate("self.makeRoom()")
    phone.go()
    assert phone.page.locator(count_tables).count() == before
    open_war(phone)
    phone.go()
    assert phone.page.locator(count_tables).count() == before + 1


def test_a_tap_is_kept_though_the_browser_has_closed_the_database(phone):
    """WebKit does so where its own process for databases has ended; a worker that lives on opens it again."""
    phone.go()
    before = phone.kept()["saves"]
    phone.worker.evaluate("store.close()")
    open_war(phone)
    assert phone.kept()["saves"] > before


def test_everything_is_taken_to_a_server(phone, tmp_path):
    phone.go("alone/")
    with phone.page.expect_download() as saved:
        phone.tap("a[download]")
    file = tmp_path / "companion.db"
    saved.value.save_as(file)
    assert saved.value.suggested_filename == "companion.db"
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM plays").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM log WHERE move = 'reveal'").fetchone() == (CARDS,)
        assert db.execute("SELECT count(*) FROM phones").fetchone() == (0,)
    for first in ("restore", "merge"):
        run(first, file, tmp_path / first)
        kept = everything(tmp_path / first)
        assert len(kept["tables"]) > 1
        said = run("merge", file, tmp_path / first)
        assert "New plays: 0, known already: 1." in said
        assert f"New tables: 0, gone on: 0, known already: {len(kept['tables'])}." in said
        assert everything(tmp_path / first) == kept


def run(command, file, instance):
    """Run a command of an installation; give what it says."""
    there = {"COMPANION_INSTANCE": str(instance), "PATH": ""}
    given = [sys.executable, "-m", "companion", command, str(file)]
    done = subprocess.run(given, env=there, cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def everything(instance):
    """Read all rows of an installation."""
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}


MANY_BEATS = "const set = setInterval; window.setInterval = (work, time) => set(work, time === 15000 ? 20 : time);"
"""A page that says all the time what it says every 15 s; then it does so while a worker gives way to another, too."""


def test_a_new_version_is_offered_and_keeps_everything(phone, host):
    """It comes in only when somebody wants it; what the old one has written is kept beside what it makes of it.

    Chromium keeps an old worker for up to five minutes that hears something while it ends.
    """
    phone.page.add_init_script(MANY_BEATS)
    worker = host.folder / PATH / "worker.js"
    before = worker.read_text(encoding="utf-8")
    worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "another"', before), encoding="utf-8")
    phone.go()
    assert phone.page.is_hidden("#renew")
    phone.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    phone.sees("#renew")
    with phone.page.expect_navigation(timeout=20_000):
        phone.tap("#renew")
    phone.sees("footer")
    assert phone.page.evaluate("caches.keys()") == [f"companion-another {phone.url}"]
    phone.go("scores/")
    assert phone.page.locator("main .lines > li:has(a)").count() == 1
