"""A rematch: the same people, phones and options at a new table, to which every phone is led."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from companion.table.seating import lifecycle

ANN, BOB = 0, 1


@pytest.fixture
def over(ann, bob, open_djinn):
    """Give a table of two whose game has ended: Ann hosts without a seat, Bob sits, Bob came last."""
    code = open_djinn(ann, players=2, first_game="y")
    bob.post(f"/t/{code}/sit", seat=BOB)
    ann.post(f"/djinn/{code}/house-rule", rule="boss_colour", on="y")
    for seat, corks in ((ANN, 3), (BOB, 1)):
        ann.post(f"/djinn/{code}/count", seat=seat, box="corks", value=corks)
    assert ann.post(f"/djinn/{code}/finish", seen=10_000).status_code == 303
    return code


def code_of(answer):
    assert answer.status_code == 303, answer.text
    return answer.location.rsplit("/", 1)[1]


def test_a_rematch_has_the_same_people_options_and_phones(ann, bob, over, state):
    code = code_of(bob.post(f"/djinn/{over}/rematch"))
    assert (state(code).players, state(code).first_game, state(code).turn) == (2, True, None)
    assert bob.get(f"/t/{code}").location == f"/djinn/{code}/setup"
    page = bob.get(f"/djinn/{code}/setup").text
    assert all(name in page for name in ("Ann", "Bob"))
    assert bob.post(f"/djinn/{code}/count", seat=BOB, box="corks", by=1).status_code == 303
    assert bob.post(f"/djinn/{code}/count", seat=ANN, box="corks", by=1).status_code == 403
    assert ann.post(f"/t/{code}/lock", locked="y").status_code == 303


def test_a_locked_table_s_rematch_is_locked(ann, phone, over):
    """Who looked on was led there, and took the seat of somebody whom the host's phone serves."""
    ann.post(f"/t/{over}/lock", locked="y")
    cem = phone()
    cem.post(f"/t/{over}/watch")
    code = code_of(ann.post(f"/djinn/{over}/rematch"))
    assert cem.post(f"/t/{code}/sit", seat=ANN).status_code == 403
    assert "The table is locked" in ann.get(f"/t/{code}/menu").text


def test_a_rematch_is_played_by_the_house_rules_that_were_switched(ann, over, state):
    code = code_of(ann.post(f"/djinn/{over}/rematch"))
    assert state(code).rules_on == {"boss_colour"}
    assert ann.post(f"/djinn/{code}/house-rule", rule="boss_colour").status_code == 303
    assert state(code).rules_on == set()


def test_every_phone_is_led_there_and_whoever_comes_back_stays(ann, bob, over):
    since = re.search(r"since=([\d.]+)", bob.get(f"/djinn/{over}/result").text)[1]
    code = code_of(ann.post(f"/djinn/{over}/rematch"))
    headers = {"HX-Request": "true", "HX-Target": "result"}
    answer = bob.get(f"/djinn/{over}/result?since={since}", headers=headers)
    assert answer.headers["HX-Redirect"] == f"/t/{code}"
    page = bob.get(f"/djinn/{over}/result").text
    assert f'href="/t/{code}"' in page
    ann.post(f"/t/{over}/lock", locked="y")
    later = re.search(r"since=([\d.]+)", page)[1]
    assert "HX-Redirect" not in bob.get(f"/djinn/{over}/result?since={later}", headers=headers).headers


def test_there_is_one_rematch(ann, bob, over):
    assert code_of(ann.post(f"/djinn/{over}/rematch")) == code_of(bob.post(f"/djinn/{over}/rematch"))


def test_who_came_last_starts_if_they_say_so(ann, over, state):
    assert state(code_of(ann.post(f"/djinn/{over}/rematch", way="last"))).start_seat == BOB


def test_a_game_that_goes_on_has_no_rematch(app, ann, open_djinn):
    code = open_djinn(ann)
    answer = ann.post(f"/djinn/{code}/rematch")
    assert (answer.status_code, "over yet" in answer.text) == (422, True)
    with app.app_context():
        assert lifecycle.find_next(code) is None


def test_who_looks_on_begins_no_rematch(app, phone, over):
    assert phone().post(f"/djinn/{over}/rematch").status_code == 403
    with app.app_context():
        assert lifecycle.find_next(over) is None


def test_two_who_ask_for_a_rematch_at_once_get_one_table(ann, bob, over, monkeypatch):
    """Both had seen that there was none yet, and opened two."""
    met, find_next = threading.Barrier(2), lifecycle.find_next

    def both_look(code):
        found = find_next(code)
        with suppress(threading.BrokenBarrierError):
            met.wait(0.5)
        return found

    monkeypatch.setattr(lifecycle, "find_next", both_look)
    with ThreadPoolExecutor() as pool:
        answers = [*pool.map(lambda phone: phone.post(f"/djinn/{over}/rematch"), (ann, bob))]
    assert code_of(answers[0]) == code_of(answers[1])
