"""The version that a page, its stream and each answer tell."""

import os
import re
import shutil

import pytest

from companion import PACKAGE
from companion.web.assets import version as versions
from tests.apps import STATIC
from tests.pages import open_table

SAID = re.compile(r'<body[^>]* data-version="([0-9a-f]{10})"')


@pytest.fixture
def tree(tmp_path):
    """Make a small package with templates, as a checkout has them."""
    files = {
        "companion/__init__.py": "1",
        "companion/games/rules.md": "2",
        "companion/translations/de.mo": "3",
        "companion/translations/de.po": "4",
        "companion/__pycache__/__init__.cpython.pyc": "5",
        "templates/base.html": "6",
        "templates/djinn/play/hunt.html": "7",
    }
    for name, content in files.items():
        path = tmp_path / "one" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return tmp_path / "one"


def version(tree, templates="templates", addresses=("/static/style.css?v=1",)):
    versions._hash.cache_clear()
    return versions.version(tree / "companion", tree / templates, dict(enumerate(addresses)))


def test_the_same_files_are_the_same_version_wherever_and_whenever_they_were_copied(tree, tmp_path):
    before = version(tree)
    other = tmp_path / "elsewhere"
    shutil.copytree(tree, other)
    for path in other.rglob("*"):
        os.utime(path, (1, 1))
    assert version(other) == before
    assert re.fullmatch("[0-9a-f]{10}", before)


@pytest.mark.parametrize(
    "name", ["companion/__init__.py", "companion/games/rules.md", "companion/translations/de.mo", "templates/base.html"]
)
def test_another_file_is_another_version(tree, name):
    before = version(tree)
    (tree / name).write_text("other")
    assert version(tree) != before


def test_a_file_moved_or_added_is_another_version(tree):
    before = version(tree)
    (tree / "templates/djinn/play/hunt.html").rename(tree / "templates/hunt.html")
    moved = version(tree)
    (tree / "templates/new.html").touch()
    assert len({before, moved, version(tree)}) == 3


def test_another_static_file_is_another_version(tree):
    assert version(tree) != version(tree, addresses=("/static/style.css?v=2",))


def test_what_makes_no_page_does_not_count(tree):
    before = version(tree)
    (tree / "companion/translations/de.po").write_text("other")
    (tree / "companion/__pycache__/__init__.cpython.pyc").write_text("other")
    assert version(tree) == before


def test_a_wheel_is_the_version_of_its_checkout(tree, tmp_path):
    """It has the templates and the static files inside the package."""
    wheel = tmp_path / "wheel"
    shutil.copytree(tree / "companion", wheel / "companion")
    shutil.copytree(tree / "templates", wheel / "companion/templates")
    (wheel / "companion/static").mkdir()
    (wheel / "companion/static/companion.js").touch()
    assert version(wheel, "companion/templates") == version(tree)


def test_all_kinds_of_files_in_the_package_are_known():
    """A new kind makes pages, or is named here."""
    folders = PACKAGE, STATIC.with_name("templates")
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    kinds = {path.suffix for path in paths if path.parent.name != "__pycache__"}
    assert kinds == {*versions.KINDS, ".po"}


def test_every_answer_tells_the_version(app, ann):
    ours = app.extensions["version"]
    code = open_table(ann.http)
    page = ann.get(f"/djinn/{code}/setup")
    since = re.search(r"since=([\d.]+)", page.text)[1]
    answers = {
        200: page,
        204: ann.live(f"/djinn/{code}/setup?since={since}", "setup"),
        303: ann.post(f"/djinn/{code}/tick", step="board"),
        404: ann.get("/nowhere"),
        422: ann.post(f"/djinn/{code}/tick", htmx=True, step="board"),
    }
    assert {status: (one.status_code, one.headers["Version"]) for status, one in answers.items()} == {
        status: (status, ours) for status in answers
    }


def test_each_page_tells_its_version(app, ann):
    code = open_table(ann.http, first_game="y")
    pages = [ann.get("/"), ann.get(f"/djinn/{code}/hunt")]
    assert {SAID.search(page.text)[1] for page in pages} == {app.extensions["version"]}


def test_a_page_that_answers_a_form_tells_none(ann):
    """It would send the form again, or lose what is typed."""
    unknown = ann.post("/join", code="ZZZZZ")
    refused = ann.post("/djinn/new", **{"count": 3, "players-0-name": "Ann"})
    assert (unknown.status_code, refused.status_code) == (404, 422)
    assert 'value="Ann"' in refused.text
    for answer in (unknown, refused):
        assert not SAID.search(answer.text)


def test_the_page_that_a_phone_keeps_tells_none(ann):
    """Else two versions at one address would have it fetch all static files again and again."""
    assert not SAID.search(ann.get("/offline").text)
