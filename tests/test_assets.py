"""What browsers are given of `static/`: made once by `make assets`, and never older than what it was made of."""

import gzip
import shutil

import pytest

from companion.web import static
from tests import assets


def test_what_make_assets_made_is_up_to_date():
    assert assets.wrong() == []


def test_a_start_with_unchanged_sources_makes_nothing(tmp_path):
    files = static.find(assets.STATIC, tmp_path / "cache")
    assert files.folder == assets.BUILT
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "served"), [("base.css", "style.css"), ("companion.js", "companion.js"), ("icons.svg", "icons.svg")]
)
def test_a_file_edited_by_hand_is_served_as_it_is_now(tmp_path, name, served):
    folder, cache = tmp_path / "static", tmp_path / "cache"
    shutil.copytree(assets.STATIC, folder)
    before = static.find(folder, cache)
    with (folder / name).open("a") as source:
        source.write("\n/* edited */\n" if not name.endswith("svg") else "\n<!-- edited -->\n")
    files = static.find(folder, cache)
    assert files.addresses[served] != before.addresses[served]
    assert "edited" in (files.folder / served).read_text(encoding="utf-8")
    assert "edited" in gzip.decompress((files.folder / f"{served}.gz").read_bytes()).decode()
    changed = (files.folder / served).stat().st_mtime_ns
    assert static.find(folder, cache) == files
    assert (files.folder / served).stat().st_mtime_ns == changed


def test_what_others_wrote_is_given_whole():
    script = (assets.BUILT / "companion.js").read_bytes()
    for name in ("htmx.min.js", "idiomorph-ext.min.js"):
        assert (assets.STATIC / "vendor" / name).read_bytes() in script


def test_the_first_page_with_a_city_is_light():
    """Phones in the house get gzip: all that the hunt page loads, but for the page itself."""
    needed = ("style.css", "companion.js", "icons.svg", "djinn.svg", "lamp.svg")
    assert sum((assets.BUILT / f"{name}.gz").stat().st_size for name in needed) <= 38_000
