"""Photos from strangers: read by Pillow in the sandbox's process alone, and written anew in two sizes. Pure."""

from __future__ import annotations

import io
import warnings
from base64 import b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.files.safe_readers import KILOBYTE, Kind
from companion.refusal import Refusal

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

PHOTO = Kind(12 * 1024 * KILOBYTE, 40, 0, "PHOTOS")
"""How long a photo may be, or several that come at once, and how many may come."""
MOST_PIXELS = 40_000_000
FORMATS = "JPEG", "PNG", "WEBP"
"""What browsers make, and Pillow reads without other programs."""
APPLES = b"heic", b"heix", b"hevc", b"mif1", b"msf1"
"""How the brand of a HEIC file begins, which is what iPhones keep their photos as."""
QUALITIES = 80, 65, 50, 35
SHRINKS = 0.75
"""How much smaller a picture becomes that is too long even in the worst quality."""


class Size(NamedTuple):
    """The longer side of a picture in pixels, and its most bytes."""

    side: int
    most: int


SMALL, LARGE = Size(192, 5_000), Size(1024, 40_000)
"""What stands in a row, and what is shown at a tap."""


def shrunk(data: bytes) -> Iterator[str | list[int]]:
    """Read a photo, and write it anew as WebP, small and large, in base64: only what it shows is kept.

    At last give the colour of its middle: red, green, blue, from 0 to 255. Raise Refusal if it is no photo, or has too
    many pixels.
    """
    picture = _read(data)
    for size in (SMALL, LARGE):
        yield b64encode(_written(picture, size)).decode()
    yield _middle(picture)


def _read(data: bytes) -> Picture:
    from PIL import Image, ImageOps  # only here: no process but the worker needs it

    if data[4:8] == b"ftyp" and data[8:12] in APPLES:
        raise Refusal("This is a HEIC photo, which browsers can't show. Take it here, or save it as a JPEG first.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except Exception:  # whatever a broken file makes Pillow raise
        raise _no_photo() from None
    if picture.width * picture.height > MOST_PIXELS:
        raise _too_large()
    try:
        picture.draft("RGB", (2 * LARGE.side, 2 * LARGE.side))
        small = picture.convert("RGBA")
        small.thumbnail((LARGE.side, LARGE.side))
        upright = ImageOps.exif_transpose(small)
        ground = Image.new("RGBA", upright.size, "white")
        return Image.alpha_composite(ground, upright).convert("RGB")
    except Exception:
        raise _no_photo() from None


def _written(picture: Picture, size: Size) -> bytes:
    """Write a picture as long as it may be: first it loses quality, then size."""
    side: float = size.side
    while True:
        fitted = picture.copy()
        fitted.thumbnail((int(side), int(side)))
        for quality in QUALITIES:
            file = io.BytesIO()
            fitted.save(file, "WEBP", quality=quality, method=4)
            if file.tell() <= size.most:
                return file.getvalue()
        side *= SHRINKS


def _middle(picture: Picture) -> list[int]:
    """Average the middle third of a picture."""
    width, height = picture.size
    spot = picture.resize((1, 1), box=(width / 3, height / 3, 2 * width / 3, 2 * height / 3))
    return [int(one) for one in spot.tobytes()]


def _no_photo() -> Refusal:
    return Refusal("This photo can't be read. Take it again, or choose a JPEG, PNG or WebP.")


def _too_large() -> Refusal:
    return Refusal("This photo is too large: Companion takes at most %(most)s megapixels.", most=MOST_PIXELS // 10**6)
