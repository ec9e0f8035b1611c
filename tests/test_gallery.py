"""The gallery of what pages are made of: for who builds Companion, and nowhere else."""

from pathlib import Path

import pytest

from companion.command_line import parse

SHOWN = Path(__file__).parent.parent / "templates" / "gallery" / "components"
COMPONENTS = sorted(path.stem for path in SHOWN.glob("*.html"))
VOCABULARY = ["card", "chip", "disc", "go", "map", "refusal", "ring", "row", "stepper"]


@pytest.fixture(scope="module")
def gallery(new_app):
    """Read the gallery of an app that has one."""
    http = new_app(GALLERY=True).test_client()
    return {path: http.get(path) for path in ("/gallery", "/static/gallery.css")}


@pytest.mark.parametrize("path", ["/gallery", "/static/gallery.css"])
def test_without_debug_there_is_none(phone, path):
    assert phone().get(path).status_code == 404


def test_it_is_asked_for_by_debug():
    assert (parse([]).debug, parse(["--debug"]).debug) == (False, True)


def test_it_shows_every_component_in_both_schemes(gallery):
    page = gallery["/gallery"]
    assert (page.status_code, COMPONENTS) == (200, VOCABULARY)
    for name in COMPONENTS:
        _, _, part = page.text.partition(f'<section id="of-{name}"')
        shown, _, _ = part.partition("</section>\n<section id=")
        sentence = shown.partition("<p>")[2].partition("</p>")[0]
        assert f"<h2>{name}</h2>" in shown
        assert sentence.endswith(".")
        assert [scheme for scheme in ("light", "dark") if f'data-scheme="{scheme}"' in shown] == ["light", "dark"]


def test_its_style_sheet_holds_dark_colours_for_a_part_of_the_page(gallery):
    """Whatever a browser prefers, the light part is light and the dark part dark: nothing asks for its scheme."""
    style = gallery["/static/gallery.css"]
    assert (style.status_code, style.mimetype) == (200, "text/css")
    assert "prefers-color-scheme" not in style.text
    assert style.text.replace(" ", "").replace("\n", "").count("[data-scheme=dark]{&{--ground:#151229") == 1
