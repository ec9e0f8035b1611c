"""A server as people start it, and phones to hold: what the browser tests and the README's pictures share."""

import math
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Error, TimeoutError, expect, sync_playwright

from tests.browser import shown
from tests.browser.find import browser as find_browser
from tests.forkserver import Forked

ROOT = Path(__file__).parents[2]
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NAMES = ("Ann", "Bob", "Cem", "Dee")
COLOURS = ("red", "blue", "green", "yellow")
AIM = """it => {
    const before = scrollY;
    it.scrollIntoView({block: "center"});
    if (scrollY !== before) dispatchEvent(new WheelEvent("wheel")); // its owner did it
    const {x, y, width, height} = it.getBoundingClientRect();
    const spot = {x: x + width / 2, y: y + height / 2};
    const bare = document.elementFromPoint(spot.x, spot.y);
    return {...spot, hit: !it.disabled && bare !== null && (it.contains(bare) || bare.contains(it))};
}"""
OUTCOME = """addEventListener("htmx:beforeSend", ({detail: {xhr}}) => {
    const from = location.pathname;
    xhr.addEventListener("load", () => { // the page's own listener has been called by then
        const id = xhr.getResponseHeader("Outcome");
        const there = from === location.pathname && document.getElementById(id);
        if (id !== null) document.documentElement.dataset.outcome = there ? id : "h1";
    });
});"""
"""Notes what a tap's answer says shows its outcome; "h1" where that is not on the page, or another page has come."""
UNDER_WAY = """window.sent = window.answered = 0;
addEventListener("htmx:beforeSend", ({detail: {xhr}}) => {
    sent += 1;
    xhr.addEventListener("loadend", () => { answered += 1; });
});
window.EventSource = class extends EventSource {
    constructor(...where) {
        super(...where);
        window.told = -1;
        this.addEventListener("moved", ({data}) => { told = Number(data); });
    }
};"""
"""Counts what htmx asks and is answered, and notes which entry of the log the page's stream has told of."""
WAITING = """() => [
    document.readyState !== "complete" && "the page",
    window.sent > window.answered && "an answer",
    document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling") && "what htmx shows",
    window.told < Number(document.querySelector("[data-seq]")?.dataset.seq ?? 0) && "the stream",
].filter(Boolean)"""
"""Says what a page is waiting for."""
SETTLED = f"""() => new Promise((done) => {{
    const waiting = {WAITING}, latest = performance.now() + 1000;
    let still = 0;
    const look = () => {{
        still = waiting().length ? 0 : still + 1;
        const late = setTimeout(() => frame(), 100), asked = requestAnimationFrame(() => frame());
        const frame = () => {{
            clearTimeout(late), cancelAnimationFrame(asked); // a page that nobody sees has no frames
            still < 4 && performance.now() < latest ? look() : done(still >= 4);
        }};
    }};
    look();
}})"""
"""Waits until a page waits for nothing, four frames long."""
WHAT = "it => [it.id, it.form?.getAttribute('id'), it.name, it.value, it.getAttribute('href')].join()"
"""Says which control it is."""
REACH = 24
"""Pixels round the last tap within which nothing that has just slid there takes the next one."""
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 20_000}
"""A link as in a cellar, as Chromium is told: milliseconds until an answer begins, and bytes a second."""
LINK = SLOW if os.environ.get("LINK") == "slow" else None
"""How slow the phones' link is; with none it is as fast as this machine."""
PATIENCE = 20000 if LINK else 6000
"""Milliseconds that anything on a page may take before a test gives up."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium():
    """Run the one browser that all phones are windows of."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGS)
        yield browser
        browser.close()


def free_port():
    """Find a free port below those that the system hands out, so that nobody takes it while the server is down."""
    while True:
        port = random.randrange(20000, 30000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


class Server:
    """The real command with data of its own; it can be killed and started again at the same address.

    Set `root` to start another tree's version next.
    """

    def __init__(self, folder, *arguments, root=ROOT):
        self.folder, self.arguments, self.root = folder, arguments, root
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        arguments = ["--host", "127.0.0.1", "--port", str(self.port), *self.arguments]
        environment, errors = os.environ | {"COMPANION_INSTANCE": str(self.folder)}, self.folder / "errors.txt"
        if self.root == ROOT:
            self.process = Forked(arguments, environment, errors=str(errors))
        else:
            command = [sys.executable, "-m", "companion", *arguments]
            with errors.open("ab") as file:
                out = {"stdout": subprocess.PIPE, "stderr": file, "encoding": "utf-8"}
                self.process = subprocess.Popen(command, cwd=self.root, env=environment, **out)
        said = iter(self.process.stdout.readline, "")
        address = next((found.group(1) for line in said if (found := re.match(r"Open (\S+) on ", line))), None)
        assert address == self.url, f"the server says it is at {address}: {self.errors}"

    @property
    def errors(self):
        return (self.folder / "errors.txt").read_text()

    def kill(self):
        """Kill it as a power cut would."""
        self.process.kill()
        self._gone()

    def stop(self):
        """End it as Ctrl-C would, unless it has ended already; give its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self._gone()

    def _gone(self):
        status = self.process.wait(10)
        self.process.stdout.close()
        return status


def another_version(folder, name, change):
    """Make in a folder another version of this tree, in which the text of one file is changed; give its place."""
    changed = Path(name).parts[0]
    for part in {"companion", "static", "templates"} - {changed}:
        (folder / part).symlink_to(ROOT / part)
    shutil.copytree(ROOT / changed, folder / changed)
    (folder / name).write_text(change((ROOT / name).read_text(encoding="utf-8")), encoding="utf-8")
    return folder


SCRIPT = "static/js/page.js"
NOT_STARTED = {
    "syntax": lambda script: f"{script}\nlet later = #new;",
    "start": lambda script: script.replace("\n", "\nnull.lacking();\n", 1),
}
"""What a browser may not get over, and what makes ours so: of an error of syntax it runs no word."""


# The browser's own words for a page that simply appears, since it or its sheet came too late to move there.
UNMOVED = ("ViewTransition opt-in disabled", "Transition was (aborted|skipped)")
# And htmx's for a question that is asked anew, since what is chosen has changed before its answer came.
ASKED_ANEW = ("htmx:sendAbort", "htmx:afterRequest")


class Phone:
    """One phone: a browser window with cookies of its own, that takes note of everything that goes wrong.

    A window that has been `wiped` may be another test's phone: one more costs a second of processor, wiping a tenth.
    """

    def __init__(self, browser, server, *, width=390, height=844, scheme="dark", locale="en-GB", js=True, **options):
        self.server, self.js = server, js
        self.context = browser.new_context(
            locale=locale, java_script_enabled=js, base_url=server.url, viewport=None, **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("console", self._said)
        self.context.on("weberror", self._failed)
        self.context.on("request", self._asked)
        for event in ("requestfinished", "requestfailed"):
            self.context.on(event, lambda request: self.waiting_for.discard(request))
        self.context.on("response", self._answered)
        self.context.add_init_script(OUTCOME)
        self.context.add_init_script(UNDER_WAY)
        if shown.NOTES in os.environ:
            shown.watch(self.context)
        self.take(width=width, height=height, scheme=scheme)

    def take(self, *, width=390, height=844, scheme="dark"):
        """Open the window's page; nothing has gone wrong yet."""
        self.forgiven = [*UNMOVED, *ASKED_ANEW]
        self.troubles = []
        self.waiting_for = set()
        self.token = None
        self.tapped = (-99, -99, 0), ""
        self.page = self.context.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme)
        if LINK:
            self.context.new_cdp_session(self.page).send("Network.emulateNetworkConditions", LINK)
        return self

    def wipe(self):
        """Close the pages and forget all that was kept, but for what the browser has fetched before."""
        shown.look()
        self.context.set_offline(False)
        screen = self.context.new_cdp_session(self.page)
        screen.send("Storage.clearDataForOrigin", {"origin": self.server.url, "storageTypes": "all"})
        for page in self.context.pages:
            with suppress(Error):  # a page just being left for another, as a board that loads anew, never closes
                if not self.js:  # nobody knows of it
                    page.wait_for_timeout(50)
                page.goto("about:blank")
            page.close()
        self.context.clear_cookies()
        self.context.clear_permissions()

    def _failed(self, error):
        what = error.error
        self.troubles.append(f"script at {error.page.url}: {what.stack[:300] or f'{what.name} {what.message}'}")

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text} ({message.location['url']})")

    def _asked(self, request):
        if request.resource_type != "eventsource":
            self.waiting_for.add(request)
        if not request.url.startswith((self.server.url, "data:", "blob:")):
            self.troubles.append(f"request out of the house: {request.url}")

    def _answered(self, response):
        if response.status >= 500:
            self.troubles.append(f"answer {response.status}: {response.request.method} {response.url}")

    def forgive(self, *patterns):
        """Expect troubles that match: refusals and broken connections show in the browser's console too."""
        self.forgiven += patterns

    @property
    def unforgiven(self):
        return [trouble for trouble in self.troubles if not any(re.search(one, trouble) for one in self.forgiven)]

    def find(self, selector):
        return self.page.locator(selector) if isinstance(selector, str) else selector

    def go(self, path):
        shown.look()
        self.page.goto(path)
        return self

    def tap(self, selector):
        """Bring something to the middle of the screen, as a thumb does, and tap it."""
        found = self.find(selector)
        self.until(found.count, 1)  # a page that is being left may have more of them
        found.wait_for()
        self.until(lambda: self.aim(found)["hit"], True)
        here, what = [*self.spot, self.page.evaluate("scrollY")], found.evaluate(WHAT)
        if what != self.tapped[1] and math.dist(here, self.tapped[0]) <= REACH:
            self.breathe()
            self.until(lambda: self.aim(found)["hit"], True)
        self.tapped = here, what
        shown.look()  # a tap may lead away
        self.page.mouse.click(*self.spot)

    def tap_again(self, by=(0, 0)):
        """Tap where it was tapped last, or a little beside it, whatever lies there by now."""
        self.page.mouse.click(*(at + more for at, more in zip(self.spot, by, strict=True)))

    def write(self, selector, text):
        """Type into a box in place of what it holds, and stay there."""
        self.find(selector).fill(text)

    def fill(self, selector, text):
        """Type into a box in place of what it holds, and send it."""
        self.write(selector, text)
        shown.look()
        self.find(selector).press("Enter")

    def download(self, selector):
        """Tap a link to a file; give its bytes."""
        with self.page.expect_download() as coming:
            self.tap(selector)
        return coming.value.path().read_bytes()

    def catch_up(self):
        """See what others did: by itself with scripts, else by the line that says how."""
        if not self.js:
            self.tap("#stale a")

    def aim(self, found):
        """Bring something to the middle of the screen; tell whether it lies bare there, ready for a tap."""
        told = found.evaluate(AIM)
        self.spot = told["x"], told["y"]
        return told

    def breathe(self):
        """Wait as long as a person does who has seen the update: what slid under the thumb takes no tap sooner."""
        self.page.wait_for_timeout(750)

    def thumb(self, selector, times=1, gap=0, until=None):
        """Tap a spot of the screen again and again, whatever may come to lie there meanwhile: `until`, if anything.

        The taps are `gap` milliseconds apart by the time they bear, however slow the machine is to bring them.
        """
        self.aim(self.find(selector))
        screen, first = self.context.new_cdp_session(self.page), time.time()
        x, y = self.spot
        for n in range(times):
            if n and gap:
                self.page.wait_for_timeout(gap)
            if n and until:
                self.sees(until)
            tap = {"x": x, "y": y, "button": "left", "clickCount": n + 1, "timestamp": first + n * max(gap, 10) / 1000}
            for kind in ("mousePressed", "mouseReleased"):
                screen.send("Input.dispatchMouseEvent", {"type": kind, **tap})

    def burst(self, selector, times, gap=30):
        """Begin to tap something fast, as a thumb does that waits for nothing."""
        self.page.evaluate(
            """([selector, times, gap]) => {
                const tap = () => { document.querySelector(selector).click(); if (--times) setTimeout(tap, gap); };
                setTimeout(tap, gap);
            }""",
            [selector, times, gap],
        )

    def wait(self, seconds):
        """Let so much time pass."""
        self.page.wait_for_timeout(1000 * seconds)

    def shows(self, selector):
        """Say whether it can be seen now."""
        return self.find(selector).first.is_visible()

    def until(self, ask, wanted):
        """Ask again and again until the answer is the one wanted."""
        end = time.monotonic() + PATIENCE / 1000
        while (answer := ask()) != wanted:
            assert time.monotonic() < end, f"still {answer!r}, not {wanted!r}"
            self.page.wait_for_timeout(20)

    def sees(self, selector, count=None):
        """Wait until it is there to be seen, or until so many of it are there."""
        if count is None:
            self.find(selector).wait_for()
        else:
            self.until(self.find(selector).count, count)

    def draws(self, selector):
        """Wait until nothing of a picture is empty."""
        self.until(lambda: self.find(selector).evaluate_all("all => all.every((it) => it.getBBox().width)"), True)

    def misses(self, selector):
        """Wait until it is not there."""
        self.find(selector).first.wait_for(state="detached")

    def reads(self, selector, text):
        """Wait until the text can be read there."""
        try:
            self.find(selector).filter(has_text=text).first.wait_for()
        except TimeoutError:
            expect(self.find(selector).first).to_contain_text(text, timeout=100)  # says what is there instead

    def number(self, box):
        """Read the number that a box of the score sheet shows."""
        return int(self.find(f"#box-{box}").input_value())

    def has(self, box, number):
        """Wait until a box of the score sheet shows the number."""
        self.until(lambda: self.number(box), number)

    def holds(self, selector, text):
        """Wait until a box of a form holds the text."""
        expect(self.find(selector)).to_have_value(text)

    def at(self, pattern):
        """Wait until the page is at an address that ends so."""
        expect(self.page).to_have_url(re.compile(f"{pattern}$"))

    @property
    def code(self):
        """Read the code of the table whose page this is."""
        return self.page.url.split("/")[4]

    def post(self, path, **form):
        """Send a form without a page, where the page is not the point."""
        asked = self.context.request
        if self.token is None:
            self.token = re.search(r'name="csrf_token" value="([^"]+)"', asked.get("djinn/new").text()).group(1)
        form = {"csrf_token": self.token, "op": f"{random.random()}", **form}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return asked.post(path, data=urlencode(form, doseq=True), headers=headers, max_redirects=0)

    def open_table(self, *options, names=NAMES[:3]):
        """Open a table, with options by the names of their boxes; give its code."""
        form = {"count": str(len(names)), **dict.fromkeys(options, "y")}
        for n, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": colour}
        return self.post("djinn/new", **form).headers["location"].split("/")[2]

    def new_table(self, *options, names=NAMES[:3], page="setup"):
        """Open a table and show a page of it; give its code."""
        code = self.open_table(*options, names=names)
        self.go(f"djinn/{code}/{page}")
        return code

    def sit(self, code, seat, page="setup"):
        """Take a seat at a table and show a page of it."""
        self.post(f"t/{code}/sit", seat=str(seat))
        return self.go(f"djinn/{code}/{page}")

    def open_end(self):
        """Open what asks where the Mage is before a turn ends, if nobody said; without it the button stands open."""
        if self.find("#ending:not([open])").count():
            self.tap("#ending > summary")
        return self

    def end_turn(self):
        """End the turn in a hunt."""
        return self.open_end().tap("#end-turn button")

    def end_game(self):
        """End the game as its host, without those whose sheets are not done."""
        self.tap("#end summary")
        self.tap("#finish button")

    def quiet(self):
        """Wait until nothing is under way: no page, no request, no update that the stream told of."""
        if not self.js:
            return self.page.wait_for_load_state()
        end = time.monotonic() + 5 * PATIENCE / 1000
        while True:
            assert time.monotonic() < end, f"still under way: {self.waiting_for or self.page.evaluate(WAITING)}"
            with suppress(Error):  # the page was left meanwhile
                if self.page.evaluate(SETTLED) and not self.waiting_for:
                    return None
            self.page.wait_for_timeout(10)

    def log(self):
        """Read the sentences of the log, the latest entry first."""
        text = self.context.request.get(f"t/{self.code}/log?all=1").text()
        return [
            unescape(line)
            for line in re.findall(r"<p(?: class=\"done\")?>(.*?)</p>", text[text.index('id="entries"') :])
        ]


def tapped_to_seen(tapper, selector, watcher, change):
    """Tap on one phone; give the milliseconds until `change`, a selector, holds on the other."""
    watcher.page.evaluate(
        """selector => { window.seen = new Promise((done) => {
            const look = () => document.querySelector(selector) && done(Date.now());
            new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
            look();
        }); }""",
        change,
    )
    tapper.page.evaluate(
        "addEventListener('click', () => { window.tapped = Date.now(); }, {capture: true, once: true})"
    )
    tapper.tap(selector)
    watcher.page.locator(change).wait_for(state="attached")
    return watcher.page.evaluate("window.seen") - tapper.page.evaluate("window.tapped")
