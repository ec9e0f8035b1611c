"""What happens to a run of browser tests in which a process ends in the middle."""

import subprocess
import sys
from pathlib import Path

CONFTEST = """
import pytest

from tests.browser.scheduling import Scheduling


@pytest.hookimpl
def pytest_xdist_make_scheduler(config, log):
    return Scheduling(config, log)
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


def test_a_run_goes_on_when_a_process_ends_in_its_first_or_last_test(tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for at in (0, 2):
        (tmp_path / "test_some.py").write_text(TESTS.replace("{at}", str(at)))
        run = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "2", "-p", "no:cacheprovider", "."]
        known = {"cwd": tmp_path, "env": {"PYTHONPATH": str(Path(__file__).parents[1])}, "timeout": 50}
        done = subprocess.run(run, capture_output=True, encoding="utf-8", check=False, **known)
        assert "1 failed, 14 passed" in done.stdout, done.stdout
        assert f"FAILED test_some.py::test_ends_its_process[{at}]" in done.stdout
