"""An owner's photos: read with care, written small, told what they show, and seen in the own house alone."""

import base64
import io
import json
import os
import zipfile

import pytest
from PIL import Image

from companion.files import photographs
from companion.files.photographs import LARGE, SMALL, shrunk
from companion.games.djinn.box import album, store as box_store
from companion.games.djinn.box.corrections import SWATCHES, Box, ColourNote
from companion.games.djinn.box.table_notes import TO_NAME
from companion.games.djinn.facts import CARDS, TILES
from companion.kit.box import photo_store
from companion.refusal import Refusal
from companion.storage.connections import get_db
from tests.apps import anew
from tests.conftest import seated
from tests.photos import drawn, photo, written

pytestmark = pytest.mark.usefixtures("empty")
GREEN = "/djinn/box/photos/green"


def read(data):
    """Read the two sizes that a photo is written in."""
    *sizes, _ = shrunk(data)
    return [base64.b64decode(one) for one in sizes]


def opened(data):
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("group", ["colours", "green", "red", "trophies", "cards", "tom", "mages", "equipment"])
def test_nothing_is_shown_as_photographed_before_it_is(ann, group):
    """Also what is called as a method of a dictionary is: one Scoring Card is called "keys"."""
    ann.post("/djinn/new", **seated(3))
    page = ann.get(f"/djinn/box/photos/{group}")
    assert page.status_code == 200
    assert "Take its picture" in page.text
    assert "Remove the photo" not in page.text


# How a photo is read


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("size", [(3, 2), (90, 120), (2000, 1500), (5000, 11)])
def test_a_photo_comes_in_two_sizes(kind, size):
    for data, most in zip(read(written(drawn(size=size), kind)), (SMALL, LARGE), strict=True):
        found = opened(data)
        assert found.format == "WEBP"
        assert max(found.size) == min(max(size), most.side)
        assert len(data) <= most.most


@pytest.mark.parametrize("side", [192, 1024, 2000])
def test_even_what_cannot_be_compressed_becomes_short(side):
    noise = Image.frombytes("RGB", (side, side), os.urandom(3 * side * side))
    for data, most in zip(read(written(noise, "PNG")), (SMALL, LARGE), strict=True):
        assert len(data) <= most.most
        assert max(opened(data).size) > most.side / 8


def test_nothing_is_kept_of_where_and_how_a_photo_was_taken():
    """It is turned as the camera was held, and what else stands in the file goes."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x8825] = 6, "Zaphod's camera", {1: "N"}
    for kind in photographs.FORMATS:
        for data in read(written(drawn(size=(120, 60)), kind, exif=exif)):
            assert opened(data).size == (60, 120)
            assert not opened(data).getexif()
            assert b"Zaphod" not in data


def test_what_can_be_seen_through_is_white():
    data = written(Image.new("RGBA", (40, 40), (0, 0, 0, 0)), "PNG")
    assert opened(read(data)[0]).getpixel((20, 20)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: b"", "can't be read"),
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "can't be read"),
        (lambda: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(99), "HEIC"),
        (lambda: written(drawn(), "GIF"), "can't be read"),
        (lambda: written(drawn(), "TIFF"), "can't be read"),
        (lambda: written(drawn(size=(999, 999)))[:3000], "can't be read"),
        (lambda: written(drawn(size=(999, 999)), "PNG")[:2000], "can't be read"),
        (lambda: written(Image.new("1", (8000, 5001)), "PNG"), "megapixels"),
        (lambda: written(Image.new("1", (30_000, 30_000)), "PNG"), "megapixels"),
    ],
    ids=["nothing", "a drawing", "HEIC", "GIF", "TIFF", "half a JPEG", "half a PNG", "large", "a bomb"],
)
def test_what_is_no_photo_is_refused_in_words(made, why):
    with pytest.raises(Refusal, match=why):
        read(made())


def test_as_many_pixels_as_may_be_are_read_in_the_memory_of_a_worker(owner):
    """A process of its own reads it, with so much memory and no more."""
    data = written(Image.new("RGBA", (8000, 5000), "red"), "PNG")
    assert owner.http.post(GREEN, data=photo(data, thing="start_gift")).status_code == 303


def test_of_too_many_at_once_none_gets_lost_silently(owner, hashes):
    """Of 41 that were chosen the last one was missing, and nothing said so."""
    many = [(io.BytesIO(written(drawn(size=(3, 2)))), f"{number}.jpg") for number in range(41)]
    answer = owner.http.post(GREEN, data={"photo": many})
    assert answer.status_code == 422
    assert "At most 40 photos at once" in answer.text
    assert hashes() == {}


# What is done with it


@pytest.fixture
def hashes(app):
    """Give the function that finds the photos by what they show."""

    def hashes():
        with app.test_request_context():
            return dict(photo_store.find("djinn"))

    return hashes


@pytest.fixture
def taken(owner):
    """Give the function that takes photos; give the answer."""
    return lambda *data, group="green", **form: owner.http.post(
        f"/djinn/box/photos/{group}", data=photo(*data, **form), follow_redirects=True
    )


def test_a_photo_is_shown_where_its_thing_is(owner, taken, hashes):
    page = taken(thing="start_gift")
    hash = hashes()["start_gift"]
    assert f"/djinn/box/photo/{hash}/small.webp" in page.text
    for size, most in (("small", SMALL), ("large", LARGE)):
        answer = owner.get(f"/djinn/box/photo/{hash}/{size}.webp")
        assert (answer.mimetype, len(answer.data) <= most.most) == ("image/webp", True)
        assert answer.headers["Cache-Control"].startswith("private")
    assert "1 of 10" in owner.get("/djinn/box").text


def test_another_photo_of_a_thing_takes_the_place_of_the_first(taken, hashes):
    taken(written(drawn(1)), thing="start_gift")
    first = hashes()
    taken(written(drawn(2)), thing="start_gift")
    assert hashes().keys() == {"start_gift"}
    assert hashes() != first


def test_several_photos_are_told_one_after_the_other(owner, taken, hashes):
    page = taken(written(drawn(1)), written(drawn(2)))
    untold = list(hashes())
    assert len(untold) == 2
    assert "Which is it?" in page.text
    assert owner.post(f"{GREEN}/which", untold=untold[0], thing="green_10").status_code == 303
    assert owner.post(f"{GREEN}/remove", thing=untold[1]).status_code == 303
    assert hashes().keys() == {"green_10"}
    assert "Which is it?" not in owner.get(GREEN).text
    for gone in (untold[0], "green_10"):
        assert owner.post(f"{GREEN}/which", untold=gone, thing="green_10").status_code == 422
    assert hashes().keys() == {"green_10"}


def test_once_all_have_a_photo_each_can_have_another(owner, taken, hashes):
    """Nothing was left to say of one more but to remove it."""
    colours = [*TO_NAME]
    for number, thing in enumerate(colours):
        taken(written(drawn(number)), group="colours", thing=thing)
    before = hashes()
    page = taken(written(drawn(99)), group="colours")
    (untold,) = hashes().keys() - before.keys()
    which = page.text[page.text.index('id="which"') :]
    assert [f'name="thing" value="{one}"' in which.split("</form>")[0] for one in colours] == [True] * len(colours)
    owner.post("/djinn/box/photos/colours/which", untold=untold, thing=colours[0])
    assert hashes().keys() == before.keys()
    assert hashes()[colours[0]] != before[colours[0]]


def test_a_file_with_the_name_of_a_thing_tells_itself(taken, hashes):
    taken(name="market_free.webp")
    assert hashes().keys() == {"market_free"}


@pytest.mark.parametrize("thing", ["start_poor", "nothing", "?green/0", "../../etc/passwd", "x" * 101])
def test_no_photo_is_kept_of_what_is_not_in_the_group(owner, taken, hashes, thing):
    assert taken(thing=thing).status_code == 422
    assert owner.post(f"{GREEN}/which", untold="?", thing=thing).status_code == 422
    assert hashes() == {}


@pytest.mark.parametrize("path", ["/djinn/box/photos/none", "/djinn/box/photo/none/small.webp"])
def test_what_is_not_there_is_not_found(owner, path):
    assert owner.get(path).status_code == 404


def test_all_photos_can_be_removed_at_once(owner, taken, hashes):
    taken(thing="start_gift")
    taken(written(drawn(1)), written(drawn(2)))
    assert owner.get("/djinn/box/photos").status_code == 200
    assert owner.post("/djinn/box/photos").status_code == 303
    assert hashes() == {}


def test_a_refused_photo_is_said_on_its_page_and_nothing_is_kept(taken, hashes):
    answer = taken(written(drawn(1)), b"no photo")
    assert answer.status_code == 422
    assert "This photo can" in answer.text
    assert taken().status_code == 200
    assert len(hashes()) == 1


def test_a_phone_that_never_sat_here_takes_no_photo(ann, app, hashes):
    assert ann.http.post(GREEN, data=photo(thing="start_gift")).status_code == 403
    assert 'type="file"' not in ann.get(GREEN).text
    assert hashes() == {}


def test_a_house_has_only_so_many_bytes_of_photos(app, owner, taken, hashes, monkeypatch):
    taken(thing="start_gift")
    with app.app_context():
        [(size,)] = get_db().execute("SELECT sum(length(small) + length(large)) FROM box_photos").fetchall()
    monkeypatch.setattr(photo_store, "MOST", 2 * size + 5)
    assert taken(written(drawn(1)), thing="market_free").status_code == 200
    answer = taken(written(drawn(2)), thing="tavern_key")
    assert answer.status_code == 422
    assert "remove some first" in answer.text
    assert taken(written(drawn(3)), thing="market_free").status_code == 200
    assert hashes().keys() == {"start_gift", "market_free"}


def test_where_the_operator_wants_no_photos_there_are_none(new_app, open_djinn, ann):
    app = anew(new_app(NO_PHOTOS=True))
    phone = type(ann)(app)
    open_djinn(phone)
    assert "Photos" not in phone.get("/djinn/box").text
    assert phone.get(GREEN).status_code == 404
    assert phone.http.post(GREEN, data=photo(thing="start_gift")).status_code == 404


# What tables make of it


def test_a_table_knows_what_can_be_recognised_by_a_photo(app, owner, taken, open_anew, state):
    """Of the tile that no text tells the set-up no longer says that it is turned up by chance."""
    for tile in TILES.values():
        if tile.known != "whole":
            taken(thing=tile.id, group=tile.side)
    code = open_anew(owner)
    assert set(state(code).noted.pictured) == {tile.id for tile in TILES.values() if tile.known != "whole"}
    page = owner.get(f"/djinn/{code}/draft").text
    assert "A tile that you turned up" not in page
    assert "small.webp" in page
    assert "Shuffle the other" not in owner.get(f"/djinn/{code}/setup").text


def test_a_photo_is_in_no_file_for_other_owners(owner, taken, hashes, open_djinn):
    taken(thing="start_gift")
    code = open_djinn(owner)
    for path in ("/djinn/box.toml", f"/t/{code}/export.json"):
        assert hashes()["start_gift"] not in owner.get(path).text
    assert "pictured" not in owner.get("/djinn/box.toml").text
    assert json.loads(owner.get(f"/t/{code}/export.json").text)


def test_a_house_takes_its_photos_along(new_app, ann):
    app = anew(new_app(PUBLIC=True))
    phone = type(ann)(app)
    phone.post("/djinn/new", **seated(2, me=0))
    phone.get("/")
    assert phone.http.post(GREEN, data=photo(thing="start_gift")).status_code == 303
    with zipfile.ZipFile(io.BytesIO(phone.get("/house/export.zip").data)) as file:
        data = file.read("boxes/djinn/start_gift.webp")
    assert opened(data).format == "WEBP"
    phone.post("/house/delete", sure="yes")
    with app.app_context():
        assert get_db().execute("SELECT count(*) FROM box_photos").fetchone()[0] == 0


def test_every_thing_of_a_box_fits_into_its_house():
    """All photos in their worst case take less than a house has; each thing is in one group."""
    things = [thing.id for group in album.groups(Box()).values() for thing in group.things]
    assert len(things) == len(set(things)) == 2 + 20 + 21 + 10 + 12 + 32 + 27
    assert len(things) * (SMALL.most + LARGE.most) <= photo_store.MOST


# What photos tell of the colours of Djinn


@pytest.mark.parametrize(
    ("middle", "swatch"),
    [
        ((200, 30, 40), "third"),
        ((255, 0, 60), "third"),
        ((240, 140, 50), "orange"),
        ((120, 75, 40), "brown"),
        ((250, 215, 60), "yellow"),
        ((40, 150, 70), "fourth"),
        ((30, 170, 160), "teal"),
        ((40, 90, 200), "blue"),
        ((130, 60, 180), "purple"),
        ((200, 200, 205), "grey"),
        ((20, 20, 24), "black"),
        ((0, 0, 0), "black"),
    ],
)
def test_the_swatch_is_the_one_that_a_person_would_choose(middle, swatch):
    assert swatch in SWATCHES
    assert album.nearest(*middle) == swatch


def test_a_colour_that_was_photographed_is_shown_so_everywhere(app, owner, taken):
    """Its name stays; a photo of anything else changes no colour."""
    purple = written(Image.new("RGB", (90, 90), (130, 60, 180)))
    taken(purple, group="colours", thing="third")
    taken(purple, thing="start_gift")
    with app.test_request_context():
        assert box_store.find().colours == {"third": ColourNote("", "purple")}
    owner.post("/djinn/box/colours", **{"name-third": "Lilac", "swatch-third": "purple"})
    taken(written(Image.new("RGB", (90, 90), "yellow")), group="colours", thing="third")
    with app.test_request_context():
        assert box_store.find().colours == {"third": ColourNote("Lilac", "yellow")}


def test_a_colour_whose_photo_is_told_later_is_shown_so_too(app, owner, taken, hashes):
    """Of several photos taken at once it was not."""
    taken(written(Image.new("RGB", (90, 90), (130, 60, 180))), group="colours")
    (untold,) = hashes()
    assert owner.post("/djinn/box/photos/colours/which", untold=untold, thing="third").status_code == 303
    with app.test_request_context():
        assert box_store.find().colours == {"third": ColourNote("", "purple")}


def test_a_sheet_shows_a_scoring_card_as_it_is_and_a_result_does_not(owner, taken, hashes, open_anew, state, seq):
    for card in CARDS:
        taken(thing=card, group="cards")
    code = open_anew(owner)
    sheet = owner.get(f"/djinn/{code}/score").text
    assert all(hashes()[card] in sheet for card in state(code).cards)
    for seat in range(3):
        owner.post(f"/djinn/{code}/count", seat=seat, box="trophies_30", value=seat + 1)
    owner.post(f"/djinn/{code}/finish", seen=seq(code), anyway="y")
    result = owner.get(f"/djinn/{code}/result")
    assert result.status_code == 200
    assert "small.webp" not in result.text


def test_a_house_has_only_so_many_photos_however_short(taken, hashes, monkeypatch):
    monkeypatch.setattr(photo_store, "MOST_PHOTOS", 2)
    assert taken(*(written(drawn(number)) for number in range(3))).status_code == 422
    assert hashes() == {}
