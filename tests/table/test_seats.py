"""Who sits where, hosts and locks."""

import re

import pytest

from companion.table.seating import seats, seats_store
from tests.table.seating import count, sit

ANN, BOB, CEM = 0, 1, 2


def test_a_code_has_five_characters_that_look_like_nothing_else(table):
    assert re.fullmatch("[A-Z2-9]{5}", table)
    assert not set("01OIL") & set(seats.ALPHABET)
    assert len(seats.ALPHABET) == len(set(seats.ALPHABET)) == 31


def test_who_opens_a_table_is_its_host_and_sits_nowhere(ann, table, me):
    assert me(ann, table) == (None, True)


def test_a_phone_takes_a_seat(bob, table, me):
    answer = sit(bob, table, BOB)
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")
    assert me(bob, table) == (BOB, False)


def test_a_taken_seat_is_refused(bob, phone, table, me):
    sit(bob, table, BOB)
    cem = phone()
    answer = sit(cem, table, BOB)
    assert answer.status_code == 422
    assert "Another phone holds this seat" in answer.text
    assert me(cem, table) == (None, False)
    assert me(bob, table) == (BOB, False)


@pytest.mark.parametrize("seat", [3, 99])
def test_a_seat_that_is_not_there_is_refused(bob, table, seat):
    answer = sit(bob, table, seat)
    assert answer.status_code == 422
    assert "no such seat" in answer.text


def test_a_phone_changes_its_seat(bob, phone, table, me):
    sit(bob, table, BOB)
    sit(bob, table, CEM)
    assert me(bob, table) == (CEM, False)
    assert sit(phone(), table, BOB).status_code == 303


def test_the_host_keeps_hosting_from_a_seat(ann, table, me):
    sit(ann, table, ANN)
    assert me(ann, table) == (ANN, True)
    ann.post(f"/t/{table}/watch")
    assert me(ann, table) == (None, True)


def test_a_seat_taps_only_for_itself(bob, table, state):
    sit(bob, table, BOB)
    assert count(bob, table, BOB).status_code == 303
    answer = count(bob, table, ANN)
    assert answer.status_code == 403
    assert "belongs to another player" in answer.text
    assert [sheet.coins for sheet in state(table).sheets] == [0, 1, 0]


def test_who_watches_taps_for_nobody(bob, phone, table, seq):
    bob.post(f"/t/{table}/watch")
    for watcher in (bob, phone()):
        answer = count(watcher, table, BOB)
        assert answer.status_code == 403
        assert "only watching" in answer.text
    assert seq(table) == 1


def test_the_host_taps_for_everybody(ann, bob, table, state):
    sit(bob, table, BOB)
    for seat in (ANN, BOB, CEM):
        assert count(ann, table, seat).status_code == 303
    assert [sheet.coins for sheet in state(table).sheets] == [1, 1, 1]


def test_a_seat_that_is_not_there_has_no_sheet(ann, open_djinn, seq):
    """A host may tap for every seat, but a table of two has no third sheet, and its log must stay readable."""
    code = open_djinn(ann, players=2, first_game="y")
    assert count(ann, code, CEM).status_code == 422
    assert seq(code) == 1


def test_the_host_frees_a_seat(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    assert ann.post(f"/t/{table}/free", seat=BOB).status_code == 303
    assert me(bob, table) == (None, False)
    assert count(bob, table, BOB).status_code == 403
    assert sit(phone(), table, BOB).status_code == 303


def test_who_sits_there_gives_the_seat_back(bob, table, me):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/free", seat=BOB).status_code == 303
    assert me(bob, table) == (None, False)


def test_nobody_else_frees_a_seat(bob, phone, table, me):
    sit(bob, table, BOB)
    answer = phone().post(f"/t/{table}/free", seat=BOB)
    assert answer.status_code == 403
    assert "Only the host" in answer.text
    assert me(bob, table) == (BOB, False)


def test_the_host_hands_over(ann, bob, table, me):
    sit(bob, table, BOB)
    sit(ann, table, ANN)
    assert ann.post(f"/t/{table}/hand-over", seat=BOB).status_code == 303
    assert (me(ann, table), me(bob, table)) == ((ANN, False), (BOB, True))
    assert count(bob, table, CEM).status_code == 303
    assert ann.post(f"/t/{table}/lock", locked="y").status_code == 403


def test_nobody_hosts_from_an_empty_seat(ann, table, me):
    answer = ann.post(f"/t/{table}/hand-over", seat=BOB)
    assert answer.status_code == 422
    assert "has no phone yet" in answer.text
    assert me(ann, table) == (None, True)


def test_only_the_host_hands_over(ann, bob, table, me):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/hand-over", seat=BOB).status_code == 403
    assert (me(ann, table), me(bob, table)) == ((None, True), (BOB, False))


def test_a_locked_table_takes_no_new_phone(ann, bob, phone, table, me):
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/lock", locked="y")
    cem = phone()
    answer = sit(cem, table, CEM)
    assert answer.status_code == 403
    assert "locked" in answer.text
    assert "locked" in cem.get(f"/t/{table}").text
    assert sit(bob, table, CEM).status_code == 303
    assert (me(bob, table), me(cem, table)) == ((CEM, False), (None, False))
    ann.post(f"/t/{table}/lock")
    assert sit(cem, table, BOB).status_code == 303
    assert me(cem, table) == (BOB, False)


def test_who_looks_on_at_a_locked_table_stays_without_a_seat(ann, phone, table, me):
    """Looking on must not be the way around the lock."""
    ann.post(f"/t/{table}/lock", locked="y")
    cem = phone()
    assert cem.post(f"/t/{table}/watch").status_code == 303
    assert sit(cem, table, CEM).status_code == 403
    assert me(cem, table) == (None, False)


def test_only_the_host_locks(bob, phone, table):
    sit(bob, table, BOB)
    assert bob.post(f"/t/{table}/lock", locked="y").status_code == 403
    assert sit(phone(), table, CEM).status_code == 303


def test_a_phone_finds_its_tables_and_names_again(ann, bob, table):
    assert table in ann.get("/").text
    assert table not in bob.get("/").text
    sit(bob, table, BOB)
    assert table in bob.get("/").text
    assert 'data-fill="Cem" data-colour="green"' in ann.get("/djinn/new").text


def test_a_change_of_seats_reaches_the_other_phones(app, ann, bob, table):
    def version():
        with app.app_context():
            return seats.find_version(table)

    before = version()
    sit(bob, table, BOB)
    seated = version()
    ann.post(f"/t/{table}/free", seat=BOB)
    assert len({before, seated, version()}) == 3


def test_before_a_seat_is_freed_or_hosts_the_host_is_asked(ann, bob, table, me):
    sit(bob, table, BOB)
    for question, words in (("free", "can only watch"), ("hand-over", "Bob becomes the host")):
        assert f'href="/t/{table}/{question}/{BOB}"' in ann.get(f"/t/{table}/menu").text
        page = ann.get(f"/t/{table}/{question}/{BOB}").text
        assert words in page
        assert f'action="/t/{table}/{question}"' in page
        assert ann.get(f"/t/{table}/{question}/9").status_code == 422
    assert "After that, this phone can only watch" in bob.get(f"/t/{table}/free/{BOB}").text
    assert me(bob, table) == (BOB, False)
    sit(ann, table, ANN)
    assert "After that, this phone still hosts" in ann.get(f"/t/{table}/free/{ANN}").text


def test_a_changed_name_goes_back_by_one_tap(ann, table):
    def rename(name, colour):
        return ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour=colour)

    back = '<input type="hidden" name="name" value="Bob">'
    assert back not in ann.get(f"/t/{table}/menu").text
    assert rename("Bo", "teal").status_code == 303
    assert rename("Bo", "teal").status_code == 303  # nothing new, so nothing else to go back to
    page = ann.get(f"/t/{table}/menu").text
    assert back in page
    assert "Back to Bob" in page
    assert rename("Bob", "blue").status_code == 303
    assert "Back to Bo<" in ann.get(f"/t/{table}/menu").text


def test_who_begin_alike_show_a_second_letter_for_as_long_as_they_do(ann, open_djinn):
    table = open_djinn(ann, first_game="y")
    ann.post(f"/djinn/{table}/begin", seen="99")
    for name, shown in (("Bob", {"A", "B", "C"}), ("Alf", {"An", "Al", "C"}), ("Bo", {"A", "B", "C"})):
        ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="blue")
        page = ann.get(f"/djinn/{table}/hunt").text
        assert {*re.findall(r'class="disc [^>]+>([^<]+)</span>', page)} == shown


def test_what_is_tapped_twice_is_not_refused(ann, bob, phone, table, me):
    """A thumb that trembles, or a page that was slow: the second tap finds done what it asks for."""
    cem = phone()
    sit(bob, table, BOB), sit(cem, table, CEM)
    for _ in range(2):
        assert cem.post(f"/t/{table}/free", seat=CEM).status_code == 303
    for _ in range(2):
        assert ann.post(f"/t/{table}/hand-over", seat=BOB).status_code == 303
    assert me(bob, table) == (BOB, True)
    assert cem.post(f"/t/{table}/free", seat=BOB).status_code == 403
    assert ann.post(f"/t/{table}/hand-over", seat=CEM).status_code == 403


def test_no_two_seats_have_one_colour(ann, table):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name="Bob", colour="red")
    assert answer.status_code == 422
    assert "has that colour already" in answer.text


def test_two_who_take_one_name_at_once_do_so_one_after_the_other(ann, table, monkeypatch):
    """What the others are called is read in the block that writes, or both would get the name."""
    looked, find = [], seats_store.find_seats
    monkeypatch.setattr(seats_store, "find_seats", lambda db, code: looked.append(db.is_writing) or find(db, code))
    assert ann.post(f"/t/{table}/rename", seat=BOB, name="Bo", colour="teal").status_code == 303
    assert looked == [True]
