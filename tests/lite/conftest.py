"""A host that serves only files, and one phone that runs Companion from there: `make test-lite`."""

import base64
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.find import browser
from tests.browser.phones import ARGS

HOME = Path(__file__).parents[2]
SITE = HOME / "dist" / "lite"
PATH = "games/lite"
"""Where on the host the site lies: not at the top, as on a host that serves many."""
PATIENCE = 60_000
"""Milliseconds that a start may take on a machine that does other things."""


KEPT = """async ([root, given]) => {
    const asked = (request) => new Promise((done, fail) => {
        request.onupgradeneeded = () => request.result.createObjectStore("kept");
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });
    const db = await asked(indexedDB.open(`companion ${root}`, 1));
    const kept = db.transaction("kept", "readwrite").objectStore("kept");
"""
"""Opens what the worker keeps."""
READ = """
    const found = await asked(kept.get(given));
    db.close();
    const text = (bytes) => new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(",")[1]);
        reader.readAsDataURL(new Blob([bytes]));
    });
    const texts = async ([name, bytes]) => [name, await text(bytes)];
    return found && {...found, files: await Promise.all(found.files.map(texts))};
}"""
WRITE = """
    const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt());
    await asked(kept.put({...given, files: given.files.map(([name, text]) => [name, bytes(text)])}, "all"));
    db.close();
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Write nothing."""

    def end_headers(self):
        """Send the strict headers, too, that hosts read from a file."""
        for name, value in self.server.headers:
            self.send_header(name, value)
        super().end_headers()

    def copyfile(self, source, outputfile):
        """Send a file; of the one that breaks off, a part."""
        breaks = self.server.breaks and self.path.endswith(self.server.breaks)
        outputfile.write(source.read(100_000 if breaks else -1))


class Host:
    """A web server of static files, as anybody has one; it can be away for a while."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.start()

    def start(self):
        serve = partial(Quiet, directory=self.folder)
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), serve)
        self.server.breaks = None
        written = (self.folder / PATH / "_headers").read_text(encoding="utf-8")
        everywhere = written.removeprefix("/*\n").partition("\n/")[0].splitlines()
        self.server.headers = [line.strip().split(": ", 1) for line in everywhere]
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """Serve what was built, from a copy that a test may change."""
    folder = tmp_path_factory.mktemp("host")
    shutil.copytree(SITE, folder / PATH)
    host = Host(folder)
    yield host
    host.stop()


class Phone:
    """A phone that keeps everything itself; its worker can be killed, as browsers do."""

    def __init__(self, context, host):
        self.context, self.url = context, f"http://localhost:{host.port}/{PATH}/"
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))  # but what a change of page cuts short
        self.devtools = context.new_cdp_session(self.page)
        self.devtools.send("ServiceWorker.enable")

    def go(self, path=""):
        self.page.goto(self.url + path)
        self.sees("#main")  # a page that only says that Companion starts has none

    def sees(self, selector):
        self.page.wait_for_selector(selector)

    def tap(self, selector):
        self.page.locator(selector).first.click()

    def settle(self):
        """Wait until what was tapped last is answered, and what the page has brought may be tapped."""
        self.sees("body:not(.keeping):not(:has(.htmx-request))")
        self.page.wait_for_timeout(500)

    def kill(self):
        """Kill the worker, whatever it does."""
        self.devtools.send("ServiceWorker.stopAllWorkers")

    @property
    def worker(self):
        """Find the worker that runs now."""
        return self.context.service_workers[-1]

    def kept(self, name="all"):
        """Read what the browser keeps: the number of the save, who wrote it, and the files."""
        found = self.page.evaluate(KEPT + READ, [self.url, name])
        return found and found | {"files": {key: base64.b64decode(file) for key, file in found["files"]}}

    def lay(self, found):
        """Put something in place of what the browser keeps."""
        files = [(key, base64.b64encode(file).decode()) for key, file in found["files"].items()]
        self.page.evaluate(KEPT + WRITE, [self.url, found | {"files": files}])


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browsers = playwright.chromium.launch(executable_path=browser(), args=ARGS)
        yield browsers
        browsers.close()


@contextmanager
def new_phone(chromium, host, **options):
    """Give a phone that has never been here; no script may have failed on it in the end."""
    size = {"width": 390, "height": 844}
    context = chromium.new_context(**{"viewport": size, "locale": "en-GB", "accept_downloads": True} | options)
    context.set_default_timeout(PATIENCE)
    it = Phone(context, host)
    yield it
    assert [error for error in it.errors if not error.startswith("Transition was")] == []
    context.close()


@pytest.fixture(scope="session")
def phone(chromium, host):
    """Give the one phone, on which all tests of one tab go on with what is kept."""
    with new_phone(chromium, host) as phone:
        yield phone


@pytest.fixture(scope="session")
def other_phone(chromium, host):
    """Give another phone, on which Companion is set up."""
    with new_phone(chromium, host) as phone:
        phone.page.goto(phone.url)
        phone.sees("footer")
        yield phone


@pytest.fixture
def new_host(tmp_path):
    """Serve what was built, for a test that changes it."""
    shutil.copytree(SITE, tmp_path / PATH)
    host = Host(tmp_path)
    yield host
    host.stop()
