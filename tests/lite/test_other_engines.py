"""A game against Tom without a server, in Firefox and in WebKit."""

import shutil
from contextlib import contextmanager

import pytest

from tests.engines import phones
from tests.engines.__main__ import PACKAGES, firefox, screen, webkit
from tests.lite.conftest import PATH, PATIENCE

CARDS = 15


@contextmanager
def in_webkit(url):
    with screen() as display, webkit(url, display) as phone:
        yield phone


@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")  # Selenium warns of itself
@pytest.mark.skipif(not all(map(shutil.which, PACKAGES)), reason=f"apt install {' '.join(PACKAGES.values())}")
@pytest.mark.parametrize("engine", [firefox, in_webkit])
def test_a_game_is_lost_to_tom_and_kept(engine, host, monkeypatch):
    monkeypatch.setattr(phones, "PATIENCE", PATIENCE / 1000)
    with engine(f"http://localhost:{host.port}/{PATH}/") as phone:
        phone.go("")
        phone.sees("footer")
        phone.go("djinn/new?alone")
        phone.tap("label:has(.count-1)")
        phone.write("[name=players-0-name]", "Ann")
        phone.tap("main form button.go")
        phone.sees("#who")
        phone.tap("#nav a[href$='/hunt']")
        phone.tap("#begin button")
        phone.sees("#end-turn button, #reveal")
        if phone.shows("#end-turn button"):
            phone.wait(1)
            phone.tap("#end-turn button")
        for left in range(CARDS, 0, -1):
            phone.until(lambda: len(phone.driver.find_elements("css selector", ".deck i.left")), left)
            phone.sees("body:not(.keeping):not(:has(.htmx-request))")
            phone.wait(1)  # what has slid under a thumb takes no tap at first
            phone.tap("#reveal button")
        phone.reads("h1", "Tom wins")
        phone.go("scores/")
        phone.sees("main .lines > li a")
