"""Photos of a box: taken with a phone's camera, cropped and shrunk by its browser, and seen where the things lie."""

import pytest
from PIL import Image

from companion.games.djinn.facts import TILES
from tests.browser.moves import BEGIN, FIRST, djinn, do, open_table
from tests.photos import drawn, written

pytestmark = pytest.mark.browser

MOST_TAPS = 24
"""How many taps photograph all Character Tiles, beside the shots."""
MOST_SENT = 400_000
"""How many bytes of a camera's photo a phone sends at most."""


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """Make a photo for each Character Tile, as large as a camera's."""
    folder = tmp_path_factory.mktemp("shots")
    for number, tile in enumerate(TILES):
        drawn(number, (4032, 3024)).save(folder / f"{tile}.jpg", quality=95)
    return folder


@pytest.fixture
def owner(phone, own_server):
    """Give a phone at a box of its own."""
    owner = phone(own_server)
    owner.open_table()
    return owner.go("djinn/box")


def shoot(owner, tile, file):
    """Tap a thing, and let the camera take its picture."""
    with owner.page.expect_file_chooser() as chosen:
        owner.tap(f"#photo-{tile} label")
    with owner.page.expect_navigation():
        chosen.value.set_files(file)
    owner.shows(f"#photo-{tile} img")


def test_all_tiles_are_photographed_in_few_taps(owner, shots):
    sent = []
    owner.page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    taps = 0
    for side, way in (("green", "#albums a:has-text('Green')"), ("red", "a:has-text('Next: Red')")):
        owner.tap(way)
        taps += 1
        for tile in [tile.id for tile in TILES.values() if tile.side == side]:
            shoot(owner, tile, shots / f"{tile}.jpg")
            taps += 1
    assert taps <= MOST_TAPS
    assert max(sent) <= MOST_SENT
    owner.go(f"djinn/{owner.open_table()}/draft")
    owner.sees("#draft .photo img", 8)
    owner.misses("#draft :text('A tile that you turned up')")


def test_a_tap_shows_a_photo_large_and_another_puts_it_away(owner, shots):
    """Before that only the small one is fetched."""
    asked = []
    owner.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    owner.tap("#albums a:has-text('Green')")
    shoot(owner, "start_gift", shots / "start_gift.jpg")
    owner.until(lambda: "small.webp" in asked, True)
    assert "large.webp" not in asked
    owner.tap("#photo-start_gift button.photo")
    owner.shows(".large img")
    owner.page.mouse.click(5, 5)
    owner.page.locator(".large img").wait_for(state="hidden")


def test_a_photo_is_cropped_to_its_middle(owner, tmp_path):
    """What is kept is as wide and high as a tile, also of a wide photo; a closer look keeps less."""
    photo = Image.new("RGB", (4000, 2000), "red")
    photo.paste("lime", (1500, 500, 2500, 1500))
    photo.save(tmp_path / "wide.png")
    owner.tap("#albums a:has-text('Green')")
    owner.tap("#crop label:has-text('only the centre')")
    owner.page.evaluate("sessionStorage.clear()")  # as if that tap had come before the script
    shoot(owner, "start_gift", tmp_path / "wide.png")
    owner.until(lambda: owner.page.evaluate("document.querySelector('#photo-start_gift img').complete"), True)
    seen = owner.page.evaluate(
        """() => {
          const img = document.querySelector("#photo-start_gift img");
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
          const to = canvas.getContext("2d");
          to.drawImage(img, 0, 0);
          return [canvas.width, canvas.height, ...to.getImageData(8, 8, 1, 1).data];
        }"""
    )
    assert seen[:2] == [192, 192]
    assert seen[3] > 200 > seen[2]  # green: the red beside it is gone
    owner.sees("#crop input[value='0.5']:checked", 1)


def test_several_photos_are_told_with_one_tap_each(owner, shots):
    owner.tap("#albums a:has-text('Red')")
    owner.tap("summary")
    with owner.page.expect_navigation():
        owner.page.set_input_files("details [type=file]", [shots / "start_poor.jpg", shots / "red_10.jpg"])
    owner.sees("#photos button img", 2)  # each file has the name of its thing


def test_a_plain_upload_works_without_scripts(phone, own_server, shots):
    owner = phone(own_server, js=False)
    owner.open_table()
    owner.go("djinn/box/photos/green")
    owner.page.set_input_files("#photo-green_10 [type=file]", shots / "green_10.jpg")
    owner.tap("#photo-green_10 button")
    owner.shows("#photo-green_10 img")


def test_a_photo_is_told_removed_and_all_go_at_once(owner, shots, tmp_path):
    for number in range(3):
        drawn(number, (400, 400)).save(tmp_path / f"{number}.png")
    owner.tap("#albums a:has-text('Green')")
    owner.tap("summary")
    with owner.page.expect_navigation():
        owner.page.set_input_files("details [type=file]", [tmp_path / f"{number}.png" for number in range(3)])
    owner.reads("#which", "Which is it?")
    owner.tap("#which button[value=market_free]")
    owner.sees("#photo-market_free button.photo")
    owner.breathe()
    owner.tap("#which button:has-text('Remove this photo')")
    owner.sees("#which")
    owner.breathe()
    owner.tap("#photo-market_free button[aria-label^='Remove']")
    owner.misses("#photo-market_free button.photo")
    owner.go("djinn/box")
    owner.tap("text=Remove all photos")
    owner.tap("main form button")
    owner.misses("text=Remove all photos")


def test_an_owner_says_that_the_paths_are_those_of_the_board(owner):
    owner.tap("#know-paths button")
    owner.misses("#know-paths button:has-text('They match')")


def with_a_typed_mage(phone):
    """Catch a Boss with a Mage that is typed, which the box keeps; give the phone and the code of its table."""
    ann = phone()
    code = open_table(ann, *djinn(do("set-start", seat="0"), BEGIN, **FIRST))
    hand = {"mages-0-power": "3", "mages-0-price": "2", "magic": "9"}
    ann.post(f"djinn/{code}/stand", op="s", seat="0", slot="R1", anyway="y", seen="9999")
    ann.post(f"djinn/{code}/pay", op="p", seat="0", space="R1", boss="y", way="0-9-0", seen="9999", **hand)
    return ann, code


def test_a_mage_that_was_typed_is_taken_up_by_a_tap(phone):
    ann, code = with_a_typed_mage(phone)
    ann.go(f"djinn/{code}/can?space=R1&seat=0")
    ann.tap("#known-mages summary")
    ann.tap("#known-mages button >> nth=0")
    ann.until(lambda: ann.find("[name$=-power]").first.input_value(), "3")


def test_a_photographed_trophy_is_one_tap_and_its_bonus_is_told_once(phone, own_server):
    """Its picture with the points on its back; what one gave is a tap for the next one."""
    ann = phone(own_server)
    ann.open_table()
    picture = {"name": "trophy.jpg", "mimeType": "image/jpeg", "buffer": written(drawn(size=(200, 200)))}
    for number in range(1, 8):
        data = {"csrf_token": ann.token, "thing": f"I-{number}", "photo": picture}
        assert ann.context.request.post("djinn/box/photos/trophies", multipart=data).ok
    opening = djinn(do("set-start", seat="0"), BEGIN, do("stand", seat="0", slot="b1"), **FIRST)
    code = open_table(ann, *opening)
    ann.go(f"djinn/{code}/hunt?gain=1")
    ann.tap("#trophy-0 [value$=' 36'] >> nth=0")
    ann.tap("#offer button")  # of a catch the app saw nothing
    ann.tap("#bonus summary")
    ann.write("#telling-bonus [name=keys]", "2")
    ann.tap("#telling-bonus [value=trophy]")
    ann.reads("#happened", "Ann notes: Keys +2.")
    ann.misses("#bonus")
    ann.go(f"djinn/{open_table(ann, *opening)}/hunt?gain=1")
    ann.tap("#trophy-0 [value$=' 30'] >> nth=0")
    ann.tap("#offer button")
    ann.tap("#bonus summary")
    ann.tap("#bonus button:has-text('Keys +2')")
    ann.reads("#happened", "Ann notes: Keys +2.")


def test_a_mage_that_joins_at_the_tavern_is_two_taps_away(phone):
    """From the Tavern the list is open, and a tap there leads back to the turn, not to some round space."""
    ann, code = with_a_typed_mage(phone)
    ann.go(f"djinn/{code}/can?seat=0&more=1#mages")
    ann.tap("#known-mages[open] button >> nth=0")
    ann.until(lambda: ann.find("[name$=-power]").first.input_value(), "3")
    assert "space=" not in ann.find("a:has-text('Back to the hunt')").get_attribute("href")
