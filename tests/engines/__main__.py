"""Play a short evening on two phones in Firefox and in WebKit, in Firefox without scripts, in WebKit without ours.

Then ask WebKit for what only its own engine can show: what the page promises an iPhone.
"""

import os
import re
import shutil
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from selenium.webdriver import Remote, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.phones import NOT_STARTED, ROOT, SCRIPT, Server, another_version, free_port
from tests.engines import evening, iphone
from tests.engines.marionette import Marionette
from tests.engines.phones import HEIGHT, PATIENCE, WIDTH, Phone

PACKAGES = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
"""The commands that are needed, and Debian's packages that bring them."""


SAVED = {"browser.download.folderList": 2, "browser.download.alwaysOpenPanel": False}
"""Firefox saves what comes into the folder that it was given, and shows no panel."""


@contextmanager
def firefox(url, scripts=True, live=True, downloads=""):
    """Start a phone whose browser is a Firefox of its own, without a window; its pages are `live` if ours starts.

    What it saves comes into the folder of `downloads`.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        size = {"MOZ_HEADLESS_WIDTH": f"{WIDTH}", "MOZ_HEADLESS_HEIGHT": f"{HEIGHT}"}
        browser = Marionette(
            shutil.which("firefox-esr"),
            Path(profile),
            size,
            SAVED | {"javascript.enabled": scripts, "browser.download.dir": f"{downloads}"},
        )
        try:
            yield Phone(Remote(browser, options=ArgOptions()), url, scripts and live)
        finally:
            browser.end()


@contextmanager
def webkit(url, screen, live=True, downloads=""):
    """Start a phone whose browser is a WebKitGTK of its own, on a screen that nobody sees; it saves to `downloads`."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        style = Path(folder) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text("* { min-width: 0; margin: 0; padding: 0; }")  # a window as narrow as a phone
        (Path(folder) / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{downloads or folder}"\n')
        surroundings = {"DISPLAY": screen, "XDG_CONFIG_HOME": folder}
        service = Service(shutil.which("WebKitWebDriver"), env=os.environ | surroundings)
        options = WebKitGTKOptions()
        options.set_capability("acceptInsecureCerts", True)  # no authority is installed here
        with WebKitGTK(options=options, service=service) as driver:
            driver.set_page_load_timeout(3 * PATIENCE)  # else a page that never comes is waited for for ever
            driver.set_window_rect(0, 0, WIDTH, HEIGHT)
            yield Phone(driver, url, live)


@contextmanager
def screen():
    """Run a screen that nobody sees; give its name."""
    told, tell = os.pipe()
    command = ["Xvfb", "-displayfd", f"{tell}", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL) as process, os.fdopen(told) as said:
        os.close(tell)
        try:
            yield f":{said.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def companion(*arguments, version=ROOT):
    """Run the real command of a version; see that it ends when asked to, and that nothing went wrong in it."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder), *arguments, root=version)
        try:
            yield server
        finally:
            status = server.stop()
        assert status == 0
        assert "Traceback" not in server.errors


def keep_promises(display):
    """Ask WebKit for what the page promises an iPhone, and say how long that took."""
    port = free_port()
    with companion("--https", "--metrics", f"{port}") as server:
        for promise, keep in {
            "a screen that stays on": iphone.stay_awake,
            "many pages": partial(iphone.share_one_stream, streams=partial(streams, port)),
            "hidden pages": partial(iphone.hide_pages, streams=partial(streams, port)),
        }.items():
            began = time.monotonic()
            with webkit(server.url, display) as ann, webkit(server.url, display) as bob:
                keep(bob, ann)
            print(f"WebKit: {promise} in {time.monotonic() - began:.0f} s", flush=True)


def streams(port):
    """Read from the server's metrics how many streams are open."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as told:
        return int(float(re.search(rb"^companion_phones_waiting (\S+)", told.read(), re.MULTILINE)[1]))


def play(script, engine, start, server):
    """Play an evening on two phones; say how long it took."""
    began = time.monotonic()
    with start(server.url) as ann, start(server.url) as bob:
        script(ann, bob)
    print(f"{engine}: an evening in {time.monotonic() - began:.0f} s", flush=True)


def main():
    missing = [package for command, package in PACKAGES.items() if not shutil.which(command)]
    if missing:
        raise SystemExit(f"Not all browsers are here. On Debian, this brings them: apt install {' '.join(missing)}")
    with screen() as display:
        with companion() as server:
            script = partial(evening.play, server=server)
            play(script, "Firefox", firefox, server)
            play(script, "WebKit", partial(webkit, screen=display), server)
            play(evening.play_without_scripts, "Firefox without scripts", partial(firefox, scripts=False), server)
        for why, change in NOT_STARTED.items():
            start = partial(webkit, screen=display, live=False)
            with (
                TemporaryDirectory(ignore_cleanup_errors=True) as tree,
                companion(version=another_version(Path(tree), SCRIPT, change)) as server,
            ):
                play(evening.play_without_scripts, f"WebKit with an error of {why} in our script", start, server)
        keep_promises(display)


if __name__ == "__main__":
    main()
