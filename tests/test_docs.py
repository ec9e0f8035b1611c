"""What the papers in docs/ name is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CRUXES = re.findall(r"^- `([^`]+)`", ARCHITECTURE, re.MULTILINE)
FILES = sorted(set(re.findall(r"`([a-z_]+(?:/[\w.]+)+\.\w+)`", ARCHITECTURE)))


def reason(crux):
    """Find what a crux says of itself: the docstring of a function or class, the first comment of a script."""
    path, _, name = crux.partition(":")
    text = (ROOT / path).read_text(encoding="utf-8")
    if not name:
        return "\n".join(re.findall(r"^// .*", text, re.MULTILINE))
    node = next(node for node in ast.walk(ast.parse(text)) if getattr(node, "name", "") == name)
    return ast.get_docstring(node) or ""


def test_there_are_forty_cruxes():
    assert len(set(CRUXES)) == len(CRUXES) == 40


@pytest.mark.parametrize("crux", CRUXES)
def test_a_crux_says_why_it_is_so(crux):
    """Its reason stands where it is read: more than one line that says what it does."""
    assert len(reason(crux)) > 80, reason(crux)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_named_is_there(name):
    assert any((ROOT / top / name).exists() for top in ("", "companion", "instance", "companion/games/djinn"))
