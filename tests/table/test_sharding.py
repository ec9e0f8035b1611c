"""Tables divided among databases by the first character of their codes, each told a front by its address."""

import io

import pytest

from companion.table.play import find_table
from tests.table.files import played, saved
from tests.table.seating import links

HALF = "ABCDEFG"


@pytest.fixture(scope="module")
def app(new_app):
    return new_app(CODES_BEGIN=HALF)


def opened(phone, open_anew):
    return [open_anew(phone) for _ in range(12)]


def test_tables_that_are_opened_here_have_codes_of_here(ann, open_anew):
    codes = opened(ann, open_anew)
    assert {code[0] for code in codes} <= set(HALF)
    assert len({code[0] for code in codes}) > 1


def test_a_personal_link_begins_as_the_code_of_its_table(ann, open_anew):
    code = open_anew(ann)
    found = links(ann, code)
    assert len(found) == 3
    assert all(link.startswith(f"/s/{code[0]}") for link in found)


def test_a_code_of_elsewhere_is_led_on_without_a_look_here(ann):
    for _ in range(40):
        answer = ann.post("/join", code="ZZZZZ")
        assert (answer.status_code, answer.location) == (303, "/t/ZZZZZ")
    assert ann.post("/join", code="AAAAA").status_code == 404


def test_a_table_of_elsewhere_that_is_brought_in_gets_a_code_of_here(ann, app, shared_app):
    with shared_app.test_request_context():
        code = played(finished=True)
    file = saved(shared_app, code).replace(code, "ZZZZZ").encode()
    answer = ann.http.post("/import", data={"file": (io.BytesIO(file), "table.json"), "copied": "yes"})
    here = answer.location.split("/")[2]
    assert here[0] in HALF
    with shared_app.test_request_context():
        there = find_table(code)
    with app.test_request_context():
        assert (find_table(here).state, find_table(here).entries) == (there.state, there.entries)
