"""What becomes of a house is written down, without its name, its people and its links."""

import re

from tests.conftest import said
from tests.test_journal import LINES


def test_what_becomes_of_a_house_is_written_down(ann, bob, cem, phone, opened, members, lines):
    opened(ann, ("Zaph", "Bob"))
    secrets = []
    for guest in (bob, cem):
        link = re.search(r"/house/join/[\w-]+", ann.post("/house/invite").text)[0]
        assert guest.post(link, name="Zaph Beeblebrox").status_code == 303
        guest.get("/")
        secrets.append(link.rpartition("/")[2])
    assert ann.post("/house/revoke").status_code == 303
    assert ann.get("/house/export.zip", buffered=True).status_code == 200
    assert cem.post("/house/leave", sure="yes").status_code == 303
    [guest] = [number for name, number in members(ann).items() if name == "Zaph Beeblebrox"]
    assert ann.post("/house/hand-on", member=guest).status_code == 303
    [former] = [number for name, number in members(bob).items() if name == "Zaph"]
    assert bob.post("/house/remove", member=former).status_code == 303
    recovery = re.search(r"/house/recover/([\w-]+)", bob.post("/house/recovery").text)[1]
    dee = phone()
    assert dee.post(f"/house/recover/{recovery}", name="Dee").status_code == 303
    dee.get("/")
    assert dee.post("/house/delete", sure="yes").status_code == 303
    endpoints = [
        "invite",
        "join",
        "invite",
        "join",
        "revoke",
        "saved",
        "leave",
        "hand_on",
        "remove",
        "recovery",
        "recover",
        "delete",
    ]
    own = LINES | {"houses.saved": "house saved as a file"}
    assert said(lines) == ["house opened", *(own[f"houses.{one}"] for one in endpoints)]
    assert not re.search("|".join(["Zaph", "Beeblebrox", recovery, *secrets]), str(lines()))


def test_what_is_refused_is_not_written_down(ann, bob, opened, joined, lines):
    opened(ann, ("Ann", "Bob"))
    joined(bob, ann)
    before = lines()
    for path in ("invite", "revoke", "recovery", "delete"):
        assert bob.post(f"/house/{path}", sure="yes").status_code == 403
    assert bob.get("/house/export.zip").status_code == 403
    assert bob.post("/house/hand-on", member=1).status_code == 403
    assert lines() == before
