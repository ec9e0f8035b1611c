"""A catch that Keys make possible: said where it is refused, with the button that spends them and catches."""

import re

import pytest

from companion.games.djinn.play import gains

KEYS = 2


def holds(page, field):
    return int(re.search(rf'name="{field}"[^>]* value="(\d+)"', page)[1])


@pytest.fixture
def with_keys(ann, hunt, tap, state):
    """Give a table, the seat at R1 that has two Keys and holds so much, and one of the Djinn there."""

    def with_keys(**held):
        code = hunt()
        seat = state(code).turn.seat
        slot = next(one for one in state(code).city.square if state(code).layout[one] == "catacombs")
        tap(ann, code, "stand", seat=seat, slot=slot)
        tap(ann, code, "take", seat=seat, action="chest", keys=KEYS, text="Two Keys")
        for _ in range(3):
            tap(ann, code, "end-turn", seat=state(code).turn.seat, anyway="y")
        tap(ann, code, "stand", seat=seat, slot="R1", anyway="y")
        ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", at=state.seq(code), circles=2, **held)
        return code, seat, state(code).spaces["R1"].djinn[0]

    return with_keys


@pytest.fixture
def state(state, seq):
    state.seq = seq
    return state


@pytest.mark.usefixtures("empty")
def test_a_refused_catch_names_the_keys_that_make_it_possible(ann, with_keys, tap, state):
    code, seat, one = with_keys(magic=3)
    answer = tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, page=f"/djinn/{code}/hunt")
    assert answer.status_code == 422
    page = " ".join(answer.text.split())
    assert "You need 4 Magic Power. Your Keys make it possible: Magic Power +1 and Keys −1." in page
    assert re.search(r'name="keys" value="1-0" ?> ?Use Keys and catch', page)
    assert tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, keys="1-0").status_code == 303
    assert (state(code).caught[seat], gains.total(state(code), seat, "keys")) == ((one,), KEYS - 1)
    assert holds(ann.get(f"/djinn/{code}/can?seat={seat}").text, "magic") == 0
    assert "Keys −1" in ann.get(f"/djinn/{code}/hunt").text
    ann.post(f"/t/{code}/undo", entry=state.seq(code))
    assert holds(ann.get(f"/djinn/{code}/can?seat={seat}").text, "magic") == 3


@pytest.mark.usefixtures("empty")
def test_where_keys_are_not_enough_it_is_allowed_anyway_as_before(ann, with_keys, tap):
    code, seat, one = with_keys(magic=1)
    page = tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, page=f"/djinn/{code}/hunt").text
    assert ("Use Keys" in page, 'name="anyway"' in page) == (False, True)
    refused = tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, keys="3-0")
    assert (refused.status_code, "Keys by the app&#39;s count: 2" in refused.text) == (422, True)


@pytest.mark.usefixtures("empty")
def test_the_calculator_catches_with_keys_too(ann, with_keys, tap, state):
    code, seat, one = with_keys(magic=3, coins=0)
    page = ann.get(f"/djinn/{code}/can?seat={seat}&space=R1&djinn={one}").text
    way = re.search(r'<button name="way" value="([^"]+)"(?:(?!</button>).)*Use Keys and catch', page, re.DOTALL)
    assert 'name="keys" value="1-0"' in page
    hand = {"magic": 3, "coins": 0, "circles": 2, "space": "R1", "djinn": one, "at": state.seq(code)}
    assert tap(ann, code, "pay", seat=seat, way=way[1], keys="1-0", **hand).status_code == 303
    assert holds(ann.get(f"/djinn/{code}/can?seat={seat}").text, "magic") == 0
    assert gains.total(state(code), seat, "keys") == KEYS - 1
