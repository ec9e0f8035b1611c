"""The papers: each command, place and version that they name is there."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "tests/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")),
)
PAPERS = (*PAGES, ".ci/run", "Makefile")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_make_command_has_a_recipe(paper):
    named = re.findall(r"(?:`make |^make |\$\(MAKE\) )([a-z][\w-]*)", (ROOT / paper).read_text(encoding="utf-8"), re.M)
    recipes = re.findall(r"^([\w-]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {*named} <= {*recipes}


def test_every_phony_target_has_a_recipe():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {*re.search(r"^\.PHONY: (.*)", makefile, re.M)[1].split()} <= {*re.findall(r"^([\w-]+):", makefile, re.M)}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_something(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [link for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("https:")]
    assert [link for link in found if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_the_readme_is_read_in_three_minutes():
    assert len((ROOT / "README.md").read_bytes()) <= 6000


def test_the_newest_version_is_the_one_that_there_is():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert named.startswith(re.search(r"^## ([\d.]+)", changes, re.MULTILINE)[1])
