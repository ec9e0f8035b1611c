"""A new version over what an older one has kept: nothing is lost, and a tap that waits meanwhile counts once."""

import json
import re
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.lite.conftest import PATH, new_phone
from tests.test_old_databases import DUMPS

OLDER = 'VERSION = "older"'
WAITS = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"
SABOTAGE = "() => { answer = async () => { throw new Error('no answer'); }; }"
"""What makes a worker answer nothing any more."""
FULL = """
const {put} = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (value, key) {
    if (value.saves > 100) throw new DOMException("full", "QuotaExceededError");
    return put.call(this, value, key);
};"""
"""What makes a browser full once it has kept so many saves."""
TICKS = "SELECT count(*) FROM log WHERE code = ? AND move = 'pause'"


def put_version(host, change):
    """Let the host serve a worker in which something is changed."""
    worker = host.folder / PATH / "worker.js"
    worker.write_text(change(worker.read_text(encoding="utf-8")), encoding="utf-8")


def older(text):
    return re.sub(r'VERSION = "\w+"', OLDER, text)


def dumped(dump, tmp_path, phone_id):
    """Make the database that an earlier version wrote, all tables of which this phone hosts."""
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
        db.execute("UPDATE phones SET phone = ? WHERE host = 1", [phone_id])
        db.commit()
    return file.read_bytes()


def until(phone, *, waits):
    """Wait until a newer worker waits, or none does."""
    for _ in range(300):
        if phone.page.evaluate(WAITS) is waits:
            return
        phone.page.wait_for_timeout(100)
    raise AssertionError(waits)


def asked(content, tmp_path, sql, *values):
    """Ask a database that is given as a file's content."""
    (tmp_path / "asked.db").write_bytes(content)
    with closing(sqlite3.connect(tmp_path / "asked.db")) as db:
        return db.execute(sql, values).fetchone()[0]


@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.stem)
def test_an_old_database_is_brought_up_to_date_while_a_tap_waits(chromium, new_host, dump, tmp_path):
    expect = json.loads(dump.with_suffix(".json").read_text(encoding="utf-8"))
    code, told = next((code, one) for code, one in expect["tables"].items() if one["what"] == "djinn running")
    current = (new_host.folder / PATH / "worker.js").read_text(encoding="utf-8")
    put_version(new_host, older)
    with new_phone(chromium, new_host) as phone:
        phone.page.goto(phone.url)
        phone.sees("#main")
        phone.go("efreet_war/new")
        for seat, name in enumerate(("Ann", "Bob")):
            phone.page.fill(f"[name=players-{seat}-name]", name)
        phone.page.locator("main form button.go").last.click()
        phone.sees("#who, #sit")

        # The old database, as the old version would have left it
        kept = phone.kept()
        phone_id = asked(kept["files"]["companion.db"], tmp_path, "SELECT phone FROM phones")
        old = dumped(dump, tmp_path, phone_id)
        phone.lay(kept | {"files": kept["files"] | {"companion.db": old}, "saves": 100})
        phone.kill()
        phone.page.goto(phone.url + told["page"][1:])
        phone.sees("#pause button")
        home = phone.context.new_page()
        home.goto(phone.url)
        home.wait_for_selector("#main")
        laid = phone.kept() | {"files": phone.kept()["files"] | {"companion.db": old}, "saves": 1000}
        phone.lay(laid)

        # A tap that gets no answer, and a new version that is offered and taken
        phone.worker.evaluate(SABOTAGE)
        phone.tap("#pause button")
        phone.sees("body.keeping")
        put_version(new_host, lambda _: current)
        home.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        home.wait_for_selector("#renew")
        with home.expect_navigation():
            home.click("#renew")
        phone.sees("#pause[action$='/resume']")
        phone.sees("body:not(.keeping)")

        now, before = phone.kept(), phone.kept("before")
        assert before == laid | {"version": "older"}
        assert now["version"] != "older"
        assert asked(now["files"]["companion.db"], tmp_path, TICKS, code) == 1 + asked(old, tmp_path, TICKS, code)
        phone.go("scores/")
        assert phone.page.locator("main .lines > li:has(a)").count() == len(expect["plays"])
        for each in expect["tables"].values():
            phone.go(each["page"][1:])
            assert phone.page.inner_text("h1")


def test_where_no_room_is_left_for_an_update_all_can_be_read_and_taken(chromium, new_host, tmp_path):
    put_version(new_host, lambda text: older(text) + FULL)
    with new_phone(chromium, new_host) as phone:
        phone.page.goto(phone.url)
        phone.sees("#main")
        files = phone.kept()["files"] | {"companion.db": dumped(DUMPS[0], tmp_path, "nobody")}
        phone.lay({"files": files, "version": "oldest", "saves": 200})
        phone.kill()
        phone.go("scores/")
        assert phone.page.locator("main .lines > li:has(a)").count() == 5
        phone.go("efreet_war/new")
        for seat, name in enumerate(("Ann", "Bob")):
            phone.page.fill(f"[name=players-{seat}-name]", name)
        phone.page.locator("main form button.go").last.click()
        phone.sees("text=disk is full")
        phone.go("alone/")
        with phone.page.expect_download() as saved:
            phone.tap("a[download]")
        count = "SELECT count(*) FROM plays"
        there = saved.value.path().read_bytes()
        assert asked(there, tmp_path, count) == asked(files["companion.db"], tmp_path, count)
        kept = phone.kept()
        assert (kept["version"], kept["saves"], kept["files"]) == ("oldest", 200, files)


def test_a_version_that_does_not_start_gives_way_to_one_that_does(chromium, new_host):
    current = (new_host.folder / PATH / "worker.js").read_text(encoding="utf-8")
    put_version(new_host, lambda text: older(text) + "\nloadPyodide = async () => { throw new Error('no'); };")
    with new_phone(chromium, new_host) as phone:
        phone.page.goto(phone.url)
        phone.sees('h1:has-text("Companion doesn\'t start")')
        put_version(new_host, lambda _: current)
        phone.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        until(phone, waits=True)
        phone.tap("a:text-is('Reload')")  # which the old version answers once more, and gives way
        until(phone, waits=False)
        phone.settle()
        phone.tap("a:text-is('Reload')")
        phone.sees("#main")


def test_an_update_leaves_what_another_copy_on_the_same_host_has_kept(chromium, new_host):
    """A page of projects has one host for all: the other copy did not open without network any more."""
    shutil.copytree(new_host.folder / PATH, new_host.folder / "other")
    put_version(new_host, older)
    with new_phone(chromium, new_host) as phone:
        for path in (PATH, "other"):
            phone.page.goto(phone.url.replace(PATH, path))
            phone.sees("footer")
        names = phone.page.evaluate("caches.keys()")
        assert sorted(name.split()[-1] for name in names) == [phone.url, phone.url.replace(PATH, "other")]
        new_host.stop()
        phone.kill()
        phone.go("scores/")
        new_host.start()
