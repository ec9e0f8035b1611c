"""Names and colours of seats."""

import pytest

from companion.storage.connections import writing
from companion.table.seating import seats, seats_store
from tests.table.seating import sit

ANN, BOB, CEM = 0, 1, 2


def test_a_new_name_and_colour_show(bob, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/rename", seat=BOB, name="Bo", colour="teal").status_code == 303
    page = bob.get(f"/djinn/{table}/score").text
    assert "<bdi>Bo</bdi>" in page
    assert "seat-teal" in page


def test_nobody_renames_another(bob, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/rename", seat=ANN, name="Bo", colour="teal").status_code == 403
    page = bob.get(f"/djinn/{table}/score").text
    assert "<bdi>Ann</bdi>" in page
    assert "<bdi>Bo</bdi>" not in page


@pytest.mark.parametrize("name", [" Ann ", "ANN", "ann"])
def test_two_at_a_table_have_two_names(ann, table, name):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal")
    assert answer.status_code == 422
    assert "that name already" in answer.text
    assert "<bdi>Bob</bdi>" in ann.get(f"/djinn/{table}/score").text
    assert ann.post(f"/t/{table}/rename", seat=BOB, name="BOB", colour="teal").status_code == 303
    assert "<bdi>BOB</bdi>" in ann.get(f"/djinn/{table}/score").text


def test_two_who_were_called_alike_before_that_was_refused_may_still_change_colours(ann, table, app):
    with app.app_context(), writing(table) as db:
        seats_store.rename(db, table, BOB, name="ann", colour="blue")
    assert ann.post(f"/t/{table}/rename", seat=BOB, name="ann", colour="teal").status_code == 303
    with app.app_context():
        assert [(one.name, one.colour) for one in seats.find_seats(table)][:2] == [("Ann", "red"), ("ann", "teal")]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "name",
    ["B", "Zoë", "李小龍", "אבי", "عائشة", "नीलम", "👩‍👩‍👧", "🏳️‍🌈 Bo", "x" * 24, "İ", "<b>&amp;</b>", "%(name)s"],
)
def test_a_name_of_any_script_stands(ann, table, name):
    assert ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal").status_code == 303
    page = ann.get(f"/t/{table}/menu")
    assert name in _text(page.text)


def _text(html):
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&#34;", '"'), ("&amp;", "&")):
        html = html.replace(entity, character)
    return html


@pytest.mark.parametrize("name", ["", " ", "\u200b\u200d", "\u202e", "\x00", "\n\t"])
def test_a_name_has_1_to_24_characters_that_show(ann, table, name):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal")
    assert answer.status_code == 422
    assert "1 to 24 characters" in answer.text


def test_a_name_that_is_too_long_says_so(ann, table):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name="x" * 25, colour="teal")
    assert answer.status_code == 422
    assert "24 characters at most" in answer.text


@pytest.mark.parametrize("name", ["👨‍👩‍👧‍👦" * 4, "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿"], ids=["families", "flags"])
def test_what_shows_as_one_character_is_one(ann, table, name):
    """The limit is 24 characters as one sees them, which may be many code points each."""
    assert ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal").status_code == 303
    assert f'value="{name}"' in ann.get(f"/t/{table}/menu").text


@pytest.mark.parametrize(("typed", "kept"), [("  Bo   B ", "Bo B"), ("B\u202eo", "Bo"), ("Zoe\u0308", "Zoë")])
def test_a_name_is_tidied(ann, table, typed, kept):
    ann.post(f"/t/{table}/rename", seat=BOB, name=typed, colour="teal")
    assert f'value="{kept}"' in ann.get(f"/t/{table}/menu").text
