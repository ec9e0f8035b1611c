"""A host that serves only files, and one phone that runs Companion from there: `make test-lite`."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.find import browser
from tests.browser.phones import ARGS

SITE = Path(__file__).parents[2] / "dist" / "lite"
PATH = "games/lite"
"""Where on the host the site lies: not at the top, as on a host that serves many."""
PATIENCE = 120_000
"""Milliseconds that a start may take on a machine that does other things."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Write nothing."""


class Host:
    """A web server of static files, as anybody has one; it can be away for a while."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.start()

    def start(self):
        serve = partial(Quiet, directory=self.folder)
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), serve)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """Serve what was built, from a copy that a test may change."""
    import shutil

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
        self.sees("main")

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


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browsers = playwright.chromium.launch(executable_path=browser(), args=ARGS)
        yield browsers
        browsers.close()


@pytest.fixture(scope="session")
def phone(chromium, host):
    """Give the one phone, on which all tests go on with what is kept."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    it = Phone(context, host)
    yield it
    assert [error for error in it.errors if not error.startswith("Transition was")] == []
    context.close()
