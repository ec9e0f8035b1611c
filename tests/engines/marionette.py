"""Drive Firefox by its own protocol, in place of geckodriver, which Debian does not have."""

import json
import os
import socket
import subprocess
import time

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.command import Command

NAMES = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.QUIT: "Marionette:Quit",
    Command.GET: "WebDriver:Navigate",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.FIND_ELEMENTS: "WebDriver:FindElements",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "WebDriver:GetElementText",
    Command.GET_ELEMENT_RECT: "WebDriver:GetElementRect",
    Command.GET_ELEMENT_PROPERTY: "WebDriver:GetElementProperty",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "WebDriver:ExecuteAsyncScript",
}
"""Selenium's commands, as Firefox calls them."""


SETTINGS = {
    "marionette.port": 0,
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "ui.useOverlayScrollbars": 1,
}
"""Any free port; a window that may be styled; scrollbars as phones have them."""
OUTSIDE = {"sandbox": "system"}
"""Where the test's own scripts run, so that they run though the page's may not."""
BARE = ":root { min-width: 0 !important; } #navigator-toolbox { position: fixed; top: -500px; }"
"""A window as narrow as a phone, all of it the page's: without its address bar Firefox 140 would never start."""


class Marionette:
    """A Firefox of its own, without a window; Selenium talks to it as to a server of WebDriver."""

    def __init__(self, binary, profile, surroundings, settings):
        lines = (f'user_pref("{name}", {json.dumps(value)});' for name, value in (SETTINGS | settings).items())
        (profile / "user.js").write_text("\n".join(lines))
        (profile / "chrome").mkdir()
        (profile / "chrome" / "userChrome.css").write_text(BARE)
        self.process = subprocess.Popen(
            [binary, "--marionette", "--headless", "--no-remote", "--profile", profile],
            env=os.environ | surroundings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.line = socket.create_connection(("127.0.0.1", port_of(profile)))
        self.heard = self.line.makefile("rb")
        self._hear()  # who it is

    def execute(self, command, choices):
        """Ask Firefox to do what Selenium names; give its answer as Selenium knows it."""
        asked = json.dumps([0, 1, NAMES[command], choices | OUTSIDE]).encode()
        self.line.sendall(b"%d:%b" % (len(asked), asked))
        _, _, error, value = self._hear()
        if error:
            raise WebDriverException(f"{error['error']}: {error['message']}")
        return value if "value" in value else {"value": value}

    def _hear(self):
        length = b""
        while (byte := self.heard.read(1)) != b":":
            length += byte
        return json.loads(self.heard.read(int(length)))

    def end(self):
        self.heard.close()
        self.line.close()
        self.process.terminate()
        self.process.wait(10)


def port_of(profile):
    """Wait until Firefox has written down where it listens."""
    note = profile / "MarionetteActivePort"
    for _ in range(600):
        if note.exists() and (said := note.read_text()):
            return int(said)
        time.sleep(0.05)
    raise TimeoutError("Firefox did not start")
