"""What browsers are given of `static/`: made once by `make assets`, and never older than what it was made of."""

import gzip
import re
import shutil

import pytest

from companion.web.assets import static_files
from tests import assets, scenes
from tests.scenes import GAMES


def test_what_make_assets_made_is_up_to_date():
    assert assets.wrong() == []


def test_a_start_with_unchanged_sources_makes_nothing(tmp_path):
    files = static_files.find(assets.STATIC, tmp_path / "cache")
    assert files.folder == assets.BUILT
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "served"), [("icons.svg", "icons.svg"), ("js/clocks.js", "companion.js"), ("css/base.css", "style.css")]
)
def test_a_file_edited_by_hand_is_served_as_it_is_now(tmp_path, name, served):
    folder, cache = tmp_path / "static", tmp_path / "cache"
    shutil.copytree(assets.STATIC, folder)
    before = static_files.find(folder, cache)
    with (folder / name).open("a") as source:
        source.write("\n/* edited */\n" if not name.endswith("svg") else "\n<!-- edited -->\n")
    files = static_files.find(folder, cache)
    assert files.addresses[served] != before.addresses[served]
    assert "edited" in (files.folder / served).read_text(encoding="utf-8")
    assert "edited" in gzip.decompress((files.folder / f"{served}.gz").read_bytes()).decode()
    changed = (files.folder / served).stat().st_mtime_ns
    assert static_files.find(folder, cache) == files
    assert (files.folder / served).stat().st_mtime_ns == changed


def test_what_others_wrote_is_given_whole():
    script = (assets.BUILT / "companion.js").read_bytes()
    for name in ("htmx.min.js", "idiomorph-ext.min.js"):
        assert (assets.STATIC / "vendor" / name).read_bytes() in script


@pytest.mark.parametrize("name", sorted(path.name for path in assets.BUILT.glob("*.css")))
def test_a_style_sheet_has_no_air(name):
    assert re.findall(r"\n\s+|{\n|[;{][a-z-]+: | {|;}", (assets.BUILT / name).read_text(encoding="utf-8")) == []


def test_the_first_page_with_a_city_is_light():
    """Phones in the house get gzip: all that the hunt page loads but for the page itself, which is 3.2 kB.

    It was 45 kB before pages had a voice.
    """
    needed = ("style.css.gz", "companion.js.gz", "icons.svg.gz", "djinn.svg.gz", "djinn.css.gz", "face.woff2")
    assert sum((assets.BUILT / name).stat().st_size for name in needed) <= 46_000


def test_a_page_fetches_the_face_of_headings_under_the_name_that_its_styles_know(app):
    """What they alone name comes after headings were drawn in another face, and moves all that is below."""
    page = app.test_client().get("/").text
    fetched = re.search(r'rel="preload" href="/static/([^"]+)" as="font" crossorigin', page)[1]
    assert f'url("{fetched}")' in (assets.BUILT / "style.css").read_text().replace("url(face", 'url("face')


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_game_loads_the_same_styles(app, game):
    evening = scenes.stage(app, game, next(iter(scenes.of(game).SCENES)))
    with app.test_request_context():
        pages = [app.url_for(page, code=evening.code) for page in (f"{game}.rules", "table.menu", f"{game}.ask")]
    sheets = {tuple(re.findall(r"/static/(\w+)\.css", evening.host.get(page).text)) for page in pages}
    assert sheets == {("style", game) if game in scenes.OURS else ("style",)}  # another package brings no sheet


def styles():
    """Read the text of each style sheet without its comments."""
    return {
        path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for path in (assets.STATIC / "css").rglob("*.css")
    }


def test_only_what_can_hover_looks_hovered():
    """On a phone the box just ticked would look so until the next tap."""
    for name, style in styles().items():
        alone = re.sub(r"@media \(hover: hover\) \{.*?\n\}", "", style, flags=re.S)
        assert ":hover" not in alone, name


def test_no_style_of_a_part_of_a_page_meets_a_picture():
    """Firefox gives what `use` shows the styles of the page, by its id in the sprite as well."""
    pictures = {id for path in assets.STATIC.glob("*.svg") for id in re.findall(r' id="([\w-]+)"', path.read_text())}
    for name, style in styles().items():
        parts = {one.strip() for rule in re.findall(r"[^{}]+(?=\{)", style) for one in rule.split(",")}
        assert {f"#{id}" for id in pictures} & parts == set(), name


def test_nothing_that_is_tapped_zooms():
    """What two taps meet is no text to be read larger; the page as a whole says so, as text in a line cannot."""
    html = re.search(r"(?:^|\})html\{[^}]*\}", (assets.BUILT / "style.css").read_text())[0]
    assert "touch-action:manipulation" in html


def test_no_picture_means_two_things_in_the_sprite_of_all():
    """The cup stood for a Trophy, for the scores and for who has won."""
    sprite = (assets.STATIC / "icons.svg").read_text(encoding="utf-8")
    drawn = re.findall(r'<symbol id="[\w-]+" (.*?)</symbol>', sprite, re.DOTALL)
    assert len(drawn) == len({*drawn})
