"""The papers: each command that they name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAPERS = ("README.md", "deploy/README.md", "tests/README.md", ".ci/run", "Makefile")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_make_command_has_a_recipe(paper):
    named = re.findall(r"(?:`make |^make |\$\(MAKE\) )([a-z][\w-]*)", (ROOT / paper).read_text(encoding="utf-8"), re.M)
    recipes = re.findall(r"^([\w-]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {*named} <= {*recipes}


def test_every_phony_target_has_a_recipe():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {*re.search(r"^\.PHONY: (.*)", makefile, re.M)[1].split()} <= {*re.findall(r"^([\w-]+):", makefile, re.M)}
