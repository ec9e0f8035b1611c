"""Mages that were typed once: kept in the box, offered to every hand after that."""

import pytest

from companion.games.djinn.box import mages, store as box_store
from companion.games.djinn.box.corrections import Box, from_toml, to_toml
from companion.games.djinn.box.mages import NUMBERS, MageNote, learn
from companion.refusal import Refusal
from tests.evening import Page

pytestmark = pytest.mark.usefixtures("empty")
STRONG, KEYED = MageNote(3, 2, {"brown": 1}), MageNote(2, 4, {}, key=True)


def test_a_mage_is_kept_once():
    known = learn({}, [STRONG, STRONG, KEYED])
    assert known == {"1": STRONG, "2": KEYED}
    assert learn(known, [KEYED, MageNote(3, 3, {"brown": 1})]) == known | {"3": MageNote(3, 3, {"brown": 1})}


def test_an_empty_row_is_no_mage():
    assert learn({}, [MageNote(0, 0), MageNote(0, 3)]) == {}


def test_no_more_mages_are_kept_than_the_box_holds():
    many = [MageNote(1 + n % 9, n // 9) for n in range(99)]
    assert len(learn({}, many)) == len(NUMBERS) == 32


def test_a_file_brings_mages_and_refuses_what_is_none():
    box = Box(mages={"1": STRONG, "32": KEYED})
    assert from_toml(to_toml(box)) == box
    for wrong in ("{power = 10, price = 1, key = 0}", "{power = 1, price = 1}", "{power = 1, price = 1, key = true}"):
        with pytest.raises(Refusal, match=r"mages\.1"):
            from_toml(f"companion_djinn_box = 1\n[mages]\n1 = {wrong}\n")
    with pytest.raises(Refusal, match="the known ones are"):
        from_toml("companion_djinn_box = 1\n[mages.33]\npower = 1\n")


def test_what_a_catch_was_paid_with_is_offered_at_the_next_table(app, ann, open_djinn, tap):
    code = open_djinn(ann, first_game="y")
    tap(ann, code, "begin")
    page = f"/djinn/{code}/can?space=R1"
    hand = {"seat": 0, "space": "R1", "magic": 9, "mages-0-power": 3, "mages-0-price": 2, "mages-0-brown": 1}
    assert "Known Mages" not in ann.get(page).text
    tap(ann, code, "pay", boss="y", way="0-9-0", anyway="y", **hand)
    assert box_of(app).mages == {"1": STRONG}
    assert "Crystal 3" in ann.get(page).text


def test_a_known_mage_is_taken_up_with_one_tap(app, ann, open_djinn):
    code = open_djinn(ann)
    with app.test_request_context():
        box_store.learn_mages([STRONG, KEYED])
    for number in ("1", "2", "99"):
        ann.post(f"/djinn/{code}/hold", seat=0, space="R1", mage=number, **shown(ann, code))
    held = shown(ann, code)
    assert [held[f"mages-0-{name}"] for name in ("power", "price", "brown")] == ["3", "2", "1"]
    assert [held[f"mages-1-{name}"] for name in ("power", "price", "key")] == ["2", "4", "y"]


def shown(phone, code):
    """Read what the calculator's form holds of Mages."""
    page = Page(phone.get(f"/djinn/{code}/can?space=R1&seat=0").text)
    inputs = [one for tag, one in page.elements if tag == "input" and one.get("name", "").startswith("mages-")]
    return {one["name"]: one["value"] for one in inputs if one["type"] != "checkbox" or "checked" in one}


def box_of(app):
    with app.test_request_context():
        return box_store.find()


def test_a_mage_is_said_in_one_line():
    assert str(mages.MageNote(1, 2).words)
