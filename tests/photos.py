"""Photos as phones send them."""

import io
import random

from PIL import Image


def written(picture, kind="JPEG", **how):
    file = io.BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()


def drawn(number=0, size=(90, 120)):
    """Draw a picture that differs from others."""
    return Image.new("RGB", size, tuple(random.Random(number).randrange(256) for _ in range(3)))


def photo(*data, thing="", name="photo.jpg", **more):
    """Fill in the form of a photo, by default a drawn one."""
    files = [(io.BytesIO(one), name) for one in data or [written(drawn())]]
    return {"photo": files, "thing": thing, **more}
