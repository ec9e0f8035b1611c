"""What a seat holds: noted for itself alone, less what a catch takes, and back when the catch is taken back."""

import re

import pytest

from companion.games.djinn.catch import stored

NONE = {"brown": 0, "blue": 0}


def holds(page, field):
    """Read a number of the hand on the calculator's page."""
    return int(re.search(rf'name="{field}"\s+value="(\d+)"', page)[1])


def can(phone, code, **arguments):
    query = "&".join(f"{name}={value}" for name, value in arguments.items())
    return phone.get(f"/djinn/{code}/can?{query}", follow_redirects=True).text


@pytest.fixture
def hunted(ann, bob, open_djinn, seq, state):
    """Give a table in its hunt, at Ann's turn; Ann and Bob sit at it."""
    code = open_djinn(ann, players=2, first_game="y")
    for seat, phone in enumerate((ann, bob)):
        phone.post(f"/t/{code}/sit", seat=seat)
    ann.post(f"/djinn/{code}/begin", seen=seq(code))
    if state(code).turn.seat == 1:
        ann.post(f"/djinn/{code}/end-turn", seen=seq(code), seat=1)
    return code


def test_a_hand_is_noted_for_its_seat_alone(hunted, ann, bob):
    answer = ann.post(f"/djinn/{hunted}/hold", seat=0, space="R1", magic=4, coins=17, **{"mages-0-power": 3})
    assert answer.status_code == 303
    page = can(ann, hunted, space="R2")
    assert [holds(page, field) for field in ("magic", "coins", "mages-0-power")] == [4, 17, 3]
    assert holds(can(bob, hunted, seat=0), "coins") == 4
    assert bob.post(f"/djinn/{hunted}/hold", seat=0, space="R1", coins=1).status_code == 403
    assert holds(can(ann, hunted), "coins") == 17


def test_a_catch_is_paid_for_and_given_back_with_its_undo(hunted, ann, state, seq):
    one = state(hunted).spaces["R1"].djinn[0]
    hand = {"magic": 4, "coins": 9, "circles": 1, "corks": 1, f"bottle_{one}": 1}
    mages = {"mages-0-power": 1, "mages-1-power": 3, "mages-1-price": 2}
    catch = {"seat": 0, "space": "R1", "djinn": one} | hand | mages
    assert ann.post(f"/djinn/{hunted}/pay", way="2-1-1", seen=seq(hunted), **catch).status_code == 303
    assert state(hunted).caught[0] == (one,)
    page = can(ann, hunted)
    paid = [holds(page, field) for field in ("magic", "coins", "circles", "corks", f"bottle_{one}")]
    assert paid == [3, 7, 1, 0, 0]
    assert re.search(r'name="mages-1-used"\s+value="y"\s+checked', page)
    ann.post(f"/t/{hunted}/undo", entry=seq(hunted))
    page = can(ann, hunted)
    assert [holds(page, field) for field in ("magic", "coins", "corks")] == [4, 9, 1]


def test_nothing_is_paid_for_a_catch_that_is_refused(hunted, ann, bob, state, seq):
    one = state(hunted).spaces["R1"].djinn[0]
    hand = {"magic": 4, "seen": seq(hunted), "space": "R1", "djinn": one, "way": "0-4-"}
    assert bob.post(f"/djinn/{hunted}/pay", seat=1, **hand).status_code == 422
    assert holds(can(bob, hunted, seat=1), "magic") == 3
    assert ann.post(f"/djinn/{hunted}/pay", seat=0, **hand | {"seen": 1}).status_code == 409
    assert ann.post(f"/djinn/{hunted}/pay", seat=0, **hand | {"way": "9" * 50}).status_code == 422
    assert holds(can(ann, hunted), "magic") == 3


def test_who_only_watches_has_the_hand_in_the_address(hunted, phone, state):
    watcher = phone()
    one = state(hunted).spaces["R1"].djinn[0]
    page = can(watcher, hunted, space="R1", djinn=one, magic=4, circles=1)
    assert "Yes, you can." in page
    assert "/pay" not in page
    assert "/hold" not in page


@pytest.mark.parametrize(
    ("caught", "held", "rest"),
    [
        (["brown"], (2, {"brown": 1, "blue": 0}, 1), (2, NONE, 0)),
        (["brown"], (2, {"brown": 1, "blue": 0}, 0), (1, {"brown": 1, "blue": 0}, 0)),
        (["brown"], (2, {"brown": 0, "blue": 1}, 1), (1, {"brown": 0, "blue": 1}, 1)),
        (["boss"], (2, {"brown": 0, "blue": 1}, 1), (2, NONE, 0)),
        (["boss", "blue"], (1, {"brown": 0, "blue": 1}, 2), (0, NONE, 1)),
        (["brown"], (0, NONE, 0), (0, NONE, 0)),
    ],
)
def test_djinn_go_into_bottles_of_their_colour_first(caught, held, rest):
    """Rulebook, Catch Djinn: a Bottle of the same colour with a Cork, or a Spell Circle; a Boss fits every Bottle."""
    circles, bottles, corks = held
    assert stored(caught, circles=circles, bottles=bottles, corks=corks) == rest
