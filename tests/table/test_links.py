"""Personal links."""

import pytest

from tests.table.seating import count, link_of, links, sit

ANN, BOB, CEM = 0, 1, 2


def test_opening_a_personal_link_asks_first(bob, phone, table, me):
    """Links are opened by previews too, which must not move a seat."""
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    page = phone().get(link)
    assert "Move a seat to this phone?" in page.text
    assert me(bob, table) == (BOB, False)


def test_a_personal_link_moves_the_seat(bob, phone, table, me):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    new = phone()
    answer = new.post(link)
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")
    assert (me(new, table), me(bob, table)) == ((BOB, False), (None, False))
    assert count(new, table, BOB).status_code == 303
    assert count(bob, table, BOB).status_code == 403


def test_a_personal_link_takes_hosting_along(ann, phone, table, me):
    sit(ann, table, ANN)
    new = phone()
    new.post(links(ann, table)[ANN])
    assert (me(new, table), me(ann, table)) == ((ANN, True), (None, False))


def test_a_personal_link_opened_where_one_sits_changes_nothing(bob, table, me):
    sit(bob, table, BOB)
    bob.post(links(bob, table)[0])
    assert me(bob, table) == (BOB, False)


def test_a_personal_link_works_at_a_locked_table(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/lock", locked="y")
    new = phone()
    new.post(links(bob, table)[0])
    assert me(new, table) == (BOB, False)


def test_a_freed_seat_has_a_new_link(ann, bob, table):
    sit(bob, table, BOB)
    (old,) = links(bob, table)
    ann.post(f"/t/{table}/free", seat=BOB)
    answer = bob.post(old)
    assert answer.status_code == 422
    assert "no longer valid" in answer.text
    assert old not in links(ann, table)


def test_personal_links_are_shown_to_who_may_tap_for_the_seat(ann, bob, phone, table):
    sit(bob, table, BOB)
    assert len(links(ann, table)) == 3
    assert links(bob, table) == links(ann, table)[BOB : BOB + 1]
    assert links(phone(), table) == []


def test_an_old_host_has_no_link_that_makes_it_host_again(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    known = links(ann, table)
    ann.post(f"/t/{table}/hand-over", seat=BOB)
    for link in known:
        assert ann.post(link).status_code == 422
    assert (me(ann, table), me(bob, table)) == ((None, False), (BOB, True))


def test_a_personal_link_works_once(bob, phone, table, me):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    new, thief = phone(), phone()
    new.post(link)
    answer = thief.post(link)
    assert (answer.status_code, "no longer valid" in answer.text) == (422, True)
    assert me(new, table) == (BOB, False)
    assert link not in links(new, table)


@pytest.mark.parametrize("leave", ["watch", "sit", "free"])
def test_the_link_of_a_seat_that_was_left_is_not_valid_any_more(bob, phone, table, me, leave):
    sit(bob, table, BOB)
    (link,) = links(bob, table)
    (sat_down := phone()).get("/")
    bob.post(f"/t/{table}/{leave}", seat=CEM if leave == "sit" else BOB)
    assert sat_down.post(link).status_code == 422
    assert me(sat_down, table) == (None, False)


def test_who_was_given_a_link_does_not_host_when_the_host_sits_down_there(ann, phone, table, me):
    dee, link = phone(), link_of(ann, table, CEM)
    sit(ann, table, CEM)
    assert dee.post(link).status_code == 422
    assert me(ann, table) == (CEM, True)
