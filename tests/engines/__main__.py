"""Play a short evening on two phones in Firefox and in WebKit, and in Firefox without scripts."""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium.webdriver import Remote, WebKitGTK
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.phones import Server
from tests.engines import evening
from tests.engines.marionette import Marionette
from tests.engines.phones import Phone

PACKAGES = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
"""The commands that are needed, and Debian's packages that bring them."""
WIDTH, HEIGHT = 390, 844


@contextmanager
def firefox(url, scripts=True):
    """Start a phone whose browser is a Firefox of its own, without a window."""
    with TemporaryDirectory() as profile:
        size = {"MOZ_HEADLESS_WIDTH": f"{WIDTH}", "MOZ_HEADLESS_HEIGHT": f"{HEIGHT}"}
        browser = Marionette(shutil.which("firefox-esr"), Path(profile), size, {"javascript.enabled": scripts})
        try:
            yield Phone(Remote(browser, options=ArgOptions()), url, scripts)
        finally:
            browser.end()


@contextmanager
def webkit(url, screen):
    """Start a phone whose browser is a WebKitGTK of its own, on a screen that nobody sees."""
    with TemporaryDirectory() as folder:
        style = Path(folder) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text("* { min-width: 0; margin: 0; padding: 0; }")  # a window as narrow as a phone
        surroundings = {"DISPLAY": screen, "XDG_CONFIG_HOME": folder}
        service = Service(shutil.which("WebKitWebDriver"), env=os.environ | surroundings)
        with WebKitGTK(service=service) as driver:
            driver.set_window_rect(0, 0, WIDTH, HEIGHT)
            yield Phone(driver, url)


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


def play(server, display):
    """Play the evenings one after the other; say how long each took."""
    for engine, start, script in (
        ("Firefox", firefox, partial(evening.play, server=server)),
        ("WebKit", partial(webkit, screen=display), partial(evening.play, server=server)),
        ("Firefox without scripts", partial(firefox, scripts=False), evening.play_without_scripts),
    ):
        began = time.monotonic()
        with start(server.url) as ann, start(server.url) as bob:
            script(ann, bob)
        print(f"{engine}: an evening in {time.monotonic() - began:.0f} s", flush=True)


def main():
    missing = [package for command, package in PACKAGES.items() if not shutil.which(command)]
    if missing:
        raise SystemExit(f"Not all browsers are here. On Debian, this brings them: apt install {' '.join(missing)}")
    with TemporaryDirectory() as folder, screen() as display:
        server = Server(Path(folder))
        try:
            play(server, display)
        finally:
            status = server.stop()
        assert status == 0
        assert "Traceback" not in server.errors


if __name__ == "__main__":
    main()
