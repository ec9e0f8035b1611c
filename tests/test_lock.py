"""The lock: exact versions of all that runs and tests the app, within the bounds of pyproject.toml."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
WANTED = sorted(
    {*PYPROJECT["project"]["dependencies"], *chain(*EXTRAS.values()), *PYPROJECT["dependency-groups"]["build"]}
)
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
LOCKED = [Requirement(line) for line in LOCK.splitlines() if line and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("wanted", WANTED)
def test_the_lock_has_what_pyproject_asks_for(wanted):
    asked = Requirement(wanted)
    versions = [str(one.specifier) for one in LOCKED if one.name == canonicalize_name(asked.name)]
    assert versions, f"{asked.name} is not locked: run `make upgrade`"
    assert all(version[2:] in asked.specifier for version in versions)


def test_the_lock_names_one_version_each_and_no_place_to_fetch_it_from():
    assert all(re.fullmatch(r"==[^=,*]+", str(one.specifier)) and one.url is None for one in LOCKED)
    assert "://" not in LOCK
    assert "--" not in LOCK
