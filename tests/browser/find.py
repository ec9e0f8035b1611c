"""Find a Chromium for the browser tests, or get one: the system's, Playwright's own, or Debian's package."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

SHELL = ("chromium-headless-shell",)
"""Chromium without windows: a phone takes it a quarter of the processor's time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed(names: tuple[str, ...]) -> str | None:
    """Find the path of a browser that is here already."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found:
        return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def fetch() -> None:
    """Download Playwright's browser, else install Debian's."""
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], timeout=900).returncode == 0:
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium", "chromium-headless-shell"], check=True)


@cache
def browser(names: tuple[str, ...] = (*SHELL, *WHOLE)) -> str:
    """Find the path of a browser; exit with the way out if none can be had."""
    if installed(names) is None:
        fetch()
    found = installed(names)
    if found is None:
        raise SystemExit(
            "The browser tests need Chromium, and none could be had. Install it (on Debian: apt install chromium "
            "chromium-headless-shell), then run the tests again."
        )
    return found


def whole_browser() -> str:
    """Find the path of a browser that can install apps, which one without windows cannot."""
    return browser(WHOLE)


if __name__ == "__main__":
    print(f"Browser tests run in {browser()}, some in {whole_browser()}")
