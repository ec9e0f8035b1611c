"""Boxes put right, for the tests of their pages."""

import io

from companion.games.djinn import box
from companion.games.djinn.box import tom_card

HEAD = "companion_djinn_box = 1\n"

TWELVE = {
    number: tom_card(number, "market", "tavern", "coin_1", "nothing" if number == "1" else "key_1")
    for number in box.CARD_NUMBERS
}


def enter_cards(phone, upto=12):
    for number in range(1, upto + 1):
        form = {"pair": "market tavern", "payment": "coin_1", "bottom": "key_1"}
        assert phone.post(f"/djinn/box/tom/{number}", **form).status_code == 303


def held(phone):
    """Read the box as it is exported."""
    return box.parse(phone.get("/djinn/box.toml").text)


def load(phone, text):
    data = text if isinstance(text, bytes) else text.encode()
    return phone.http.post("/djinn/box/import", data={"file": (io.BytesIO(data), "box.toml")})
