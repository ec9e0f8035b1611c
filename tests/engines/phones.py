"""Phones in Firefox and in WebKit: the verbs of `tests/browser/phones.py` that the evening uses, through Selenium."""

import re
import time
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SEEN = "return [...document.querySelectorAll(arguments[0])].filter((it) => it.checkVisibility())"
DRAWN = "return [...document.querySelectorAll(arguments[0])].every((it) => it.getBBox().width)"
WIDTH, HEIGHT = 390, 844
MIDDLE = """const [it] = arguments;
const before = scrollY;
it.scrollIntoView({block: "center"});
if (scrollY !== before) dispatchEvent(new WheelEvent("wheel")); // its owner did it
const {x, y, width, height} = it.getBoundingClientRect();
return [Math.round(x + width / 2), Math.round(y + height / 2)];"""
PATIENCE = 10
"""Seconds that anything on a page may take."""


class Phone:
    """One phone: a browser of its own."""

    def __init__(self, driver, url, live=True):
        self.driver, self.url, self.live = driver, url, live

    def find(self, selector):
        """List what can be seen of it."""
        return self.driver.execute_script(SEEN, selector)

    def one(self, selector):
        """Find the first that can be seen of it."""
        for one in self.find(selector):
            return one
        raise LookupError(f"nothing is seen of {selector}")

    def until(self, ask, wanted):
        """Ask again and again until the answer is the one wanted; what goes away meanwhile is asked for anew."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = ask()
            except (LookupError, WebDriverException) as error:
                answer = str(error)
            if answer == wanted:
                return
            assert time.monotonic() < end, f"still {answer!r}, not {wanted!r}, at {self.driver.current_url}"
            time.sleep(0.05)

    def go(self, path):
        self.driver.get(self.url + path)

    def at(self, end):
        self.until(lambda: urlsplit(self.driver.current_url).path.endswith(end), True)

    @property
    def code(self):
        """Read the code of the table whose page this is."""
        return re.search(r"/([2-9A-Z]{5})/", self.driver.current_url)[1]

    def tap(self, selector):
        """Bring something to the middle of the screen, as a thumb does, and tap it."""
        self.until(lambda: self._touch(self.one(selector)), None)

    def _touch(self, one):
        self.spot = self.driver.execute_script(MIDDLE, one)
        one.click()

    def tap_again(self):
        """Tap where it was tapped last, whatever lies there by now."""
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(*self.spot)
        actions.pointer_action.click()
        actions.perform()

    def write(self, selector, text):
        """Type into a box in place of what it holds, and stay there."""
        self.sees(selector)
        for keys in (Keys.CONTROL + "a", text):
            self.one(selector).send_keys(keys)

    def fill(self, selector, text):
        """Type into a box in place of what it holds, and send it."""
        self.write(selector, text + Keys.ENTER)

    def wait(self, seconds):
        """Let so much time pass."""
        time.sleep(seconds)

    def shows(self, selector):
        """Say whether anything of it can be seen now."""
        return bool(self.find(selector))

    def sees(self, selector):
        self.until(lambda: bool(self.find(selector)), True)

    def draws(self, selector):
        """Wait until nothing of a picture is empty."""
        self.until(lambda: self.driver.execute_script(DRAWN, selector), True)

    def misses(self, selector):
        self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), [])

    def text(self, selector):
        return " ".join(one.text for one in self.find(selector))

    def reads(self, selector, text):
        self.until(lambda: text in self.text(selector) or self.text(selector), True)

    def holds(self, selector, text):
        """Wait until a box of a form holds the text."""
        self.until(lambda: self.one(selector).get_property("value"), text)

    def catch_up(self):
        """See what others did: by itself where the page is alive, else by the line that says how."""
        if not self.live:
            self.tap("#stale a")
