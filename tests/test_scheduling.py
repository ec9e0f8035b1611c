"""What happens to a run of browser tests in which a process ends in the middle, or cannot say what failed."""

import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from tests.browser.conftest import pytest_runtest_makereport, pytest_xdist_make_scheduler
"""
TESTS = """
import os, time, pytest


@pytest.mark.parametrize("number", range(12))
def test_passes(number):
    time.sleep(0.02)


@pytest.mark.parametrize("number", range(3))
def test_ends_its_process(number):
    if number == {at}:
        os._exit(1)
"""


HALF = r"""
def test_says_half_an_emoji():
    assert "\ud83d" == ""


def test_passes():
    pass
"""


def run(folder, tests):
    """Run tests as `make test` runs those of browsers, and give what it said."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_some.py").write_text(tests)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "2", "-p", "no:cacheprovider", "."]
    known = {"cwd": folder, "env": {"PYTHONPATH": str(Path(__file__).parents[1])}, "timeout": 50}
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=False, **known).stdout


@pytest.mark.parametrize("at", [0, 2])
def test_a_run_goes_on_when_a_process_ends_in_the_middle(tmp_path, at):
    told = run(tmp_path, TESTS.replace("{at}", str(at)))
    assert "1 failed, 14 passed" in told, told
    assert f"FAILED test_some.py::test_ends_its_process[{at}]" in told


def test_a_run_goes_on_when_a_test_tells_of_half_an_emoji(tmp_path):
    told = run(tmp_path, HALF)
    assert "1 failed, 1 passed" in told, told
    assert r"\ud83d" in told
