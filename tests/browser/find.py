"""Find a Chromium for the browser tests, or get one: the system's, Playwright's own, or Debian's package."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed() -> str | None:
    """Find the path of a browser that is here already."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
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
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=True)


@cache
def browser() -> str:
    """Find the path of a browser; exit with the way out if none can be had."""
    if installed() is None:
        fetch()
    found = installed()
    if found is None:
        raise SystemExit(
            "The browser tests need Chromium, and none could be had. Install it (on Debian: apt install chromium), "
            "then run the tests again."
        )
    return found


if __name__ == "__main__":
    print(f"Browser tests run in {browser()}")
