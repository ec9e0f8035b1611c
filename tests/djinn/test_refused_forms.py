"""A form of a table that was refused comes back on its page as it was sent; the other forms there stay as they were."""

import re

import pytest

from companion.games.djinn.box import table_notes
from tests import scenes
from tests.test_forms import comes_back, fault, field

HAND = {
    "magic": "200",
    "coins": "3",
    "circles": "",
    "mages-0-power": "2",
    "mages-0-used": "y",
    "crystal_only": "y",
}


@pytest.fixture
def refused(app):
    """Give what sends a form of a scene's page as a browser without scripts does, and reads the page that it gets."""

    def refused(name, page, move, form, status=422):
        evening = scenes.stage(app, "djinn", name)
        page, form = page(evening.state), form(evening.state) if callable(form) else form
        sent = evening.op() | {"seen": evening.table.seq} | form
        headers = {"Referer": f"http://localhost/djinn/{evening.code}/{page}"}
        answer = evening.host.post(f"/djinn/{evening.code}/{move}", data=sent, headers=headers)
        assert answer.status_code == status, answer.text
        assert 'role="alert">' in answer.text
        return answer.text

    return refused


def at(page):
    return lambda _: page


def turns(state):
    return {"seat": state.turn.seat}


def ticks(page, name):
    """List which boxes of a name are ticked, in the order of the page, by their values."""
    tags = re.findall(rf'<input[^>]* name="{name}"[^>]*>', page)
    return [(re.search(r' value="([^"]*)"', tag)[1], " checked" in tag) for tag in tags]


def test_what_somebody_holds(refused):
    page = refused("in play", at("can?seat=0&space=R1"), "hold", {"seat": "0", "space": "R1"} | HAND)
    comes_back(page, HAND)
    assert "between 0 and 99" in fault(page, "magic")
    assert page.count("aria-invalid") == 1
    assert 'max="99"' in field(page, "magic")


def test_what_another_seat_holds_stays(refused):
    page = refused("in play", at("can?seat=1&space=R1"), "hold", {"seat": "0", "space": "R1"} | HAND)
    assert ' value="200"' not in page
    assert "aria-invalid" not in page


def test_of_two_alike_at_a_space_the_one_that_was_chosen_is_ticked_once(refused):
    def space(state):
        return next(slot for slot, one in state.spaces.items() if len(set(one.djinn)) < len(one.djinn))

    def twice(state):
        djinn = state.spaces[space(state)].djinn
        one = next(one for one in djinn if djinn.count(one) > 1)
        return turns(state) | {"slot": space(state), "djinn": [one], "seen": ""}

    page = refused("in play", lambda state: f"hunt?space={space(state)}", "catch", twice)
    assert sum(ticked for _, ticked in ticks(page, "djinn")) == 1
    assert len(ticks(page, "djinn")) > 1


def test_the_first_line_of_a_card(refused):
    page = refused("printed cards", at("hunt"), "reveal-printed", {"first": "tavern", "second": "nowhere"})
    assert [one for one, ticked in ticks(page, "first") if ticked] == ["tavern"]
    assert '<details id="all-the-same" open>' in page


def test_a_name_of_a_colour(refused):
    form = {"colour": "third", "name": "x" * 25, "swatch": "teal"}
    page = refused("new", at("setup?name=1"), "name-colour", form)
    assert fault(page, "name") == "That name is too long: 24 characters at most."
    assert page.count(f'value="{"x" * 25}"') == 1
    assert [one for one, ticked in ticks(page, "swatch") if ticked] == ["teal", "fourth"]


def test_what_a_tile_does(refused):
    def tile(state):
        return next(one for one in state.named if one in table_notes.UNTOLD)

    text = "x" * 201
    page = refused(
        "turned up", lambda it: f"draft?tile={tile(it)}", "describe-tile", lambda it: {"tile": tile(it), "text": text}
    )
    comes_back(page, {"text": text})
    assert fault(page, "text") == "That is too long."


@pytest.mark.parametrize(
    ("element", "name", "chosen"),
    [
        ("cards", "cards", ["keys", "few_passages"]),
        ("passages", "locations", ["tavern", "market", "archives"]),
        ("tiles", "tiles", ["green_note_activate"]),
        ("cards", "cards", ["keys", "few_passages", "none such"]),
    ],
)
def test_what_lies_on_the_table(refused, element, name, chosen):
    page = refused("new", at(f"setup?drew={element}"), f"set-{element}", {name: chosen})
    assert {one for one, ticked in ticks(page, name) if ticked} == {*chosen} - {"none such"}


@pytest.mark.parametrize("whole", ["", "&all=1"])
def test_one_row_of_a_sheet(refused, whole):
    form = {"seat": "1", "box": "corks", "value": "99999"}
    page = refused("counting", at(f"score?seat=1{whole}"), f"count?{whole[1:]}", form)
    assert fault(page, "value") == "That number is too large for the sheet. Count again."
    assert 'id="box-corks"' in field(page, "value")
    assert page.count('value="99999"') == 1


def test_a_private_card(refused):
    page = refused("counting", at("score?seat=0"), "private", {"seat": "0", "card": "nothing such"})
    assert "aria-invalid" in field(page, "card")


@pytest.mark.parametrize("move", ["hold", "count", "catch", "set-cards", "reveal-printed", "private", "name-colour"])
def test_a_name_of_a_field_whose_number_is_none_is_refused_in_words(refused, move):
    form = {"mages-" + "9" * 5000 + "-power": "1", "mages-²-power": "1", "seat": "0", "space": "R1", "box": "x"}
    page = {"hold": "can?seat=0&space=R1", "count": "score?seat=0"}.get(move, "hunt")
    refused("in play", at(page), move, form)
