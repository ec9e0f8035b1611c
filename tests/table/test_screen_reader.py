"""What a screen reader is told of a table, on every phone and once: the hidden status line of its pages."""

import re
from html import unescape

import pytest

from tests.table.pages import count


@pytest.fixture
def hunt(ann, bob, open_djinn):
    """Give the code of a hunt of Ann, who hosts, and Bob; both sit there."""
    code = open_djinn(ann, players=2, first_game="y")
    for seat, each in enumerate((ann, bob)):
        each.post(f"/t/{code}/sit", seat=seat)
    assert ann.post(f"/djinn/{code}/begin", seen=1).status_code == 303
    return code


def watch(phone, code, page="hunt", language="en"):
    """Open a page; give what asks, after others have moved, for its live update and reads what that says."""
    update = watched(phone, code, page, language)
    return lambda: said(update().text)


def watched(phone, code, page="hunt", language="en"):
    """Open a page; give what asks for its live update."""
    text = phone.get(f"/djinn/{code}/{page}", headers={"Accept-Language": language}).text
    address = unescape(re.search(rf'id="{page}"[^>]*hx-get="([^"]+)', text)[1])
    headers = {"HX-Request": "true", "HX-Target": page, "HX-Trigger": page, "Accept-Language": language}
    return lambda: phone.get(address, headers=headers, follow_redirects=True)


def said(text):
    """Read the status line that an answer brings; None if it brings none."""
    found = re.search(r'<p id="did" role="status"[^>]*>(.*?)</p>', text, re.S)
    return found and " ".join(unescape(found[1]).split())


def test_what_one_does_the_others_are_told_in_their_own_language(ann, bob, phone, hunt):
    english, german, stranger = watch(bob, hunt), watch(bob, hunt, language="de"), watch(phone(), hunt)
    count(ann, hunt)
    assert english() == stranger() == "Ann, Coins: +1."
    assert german() == "Ann, Münzen: +1."


def test_whose_turn_has_begun_is_told_once(ann, bob, hunt, state):
    names, first = ("Ann", "Bob"), state(hunt).turn.seat
    tapper, other = (ann, bob) if first == 0 else (bob, ann)
    update = watch(other, hunt)
    assert tapper.post(f"/djinn/{hunt}/end-turn", seat=first, seen=99).status_code == 303
    assert update() == f"{names[first]} has finished. Your turn, {names[1 - first]}"
    update = watch(other, hunt)
    count(tapper, hunt, first)
    assert update() == f"{names[first]}, Coins: +1."
    update = watch(tapper, hunt)
    assert other.post(f"/djinn/{hunt}/end-turn", seat=1 - first, seen=99).status_code == 303
    assert update() == f"{names[1 - first]} has finished. Your turn, {names[first]}"


def test_what_is_taken_back_is_told(ann, bob, hunt):
    count(bob, hunt, 1)
    update = watch(bob, hunt)
    assert ann.post(f"/t/{hunt}/undo", entry=3).status_code == 303
    assert update().startswith("Ann took back: Bob, Coins: +1.")


def test_who_loses_a_move_by_another_phone_sees_it_too(ann, bob, phone, hunt):
    """What nobody sees go looks like a tap that was lost; others hear of it, and see what it changed."""
    count(bob, hunt, 1)
    updates = [watched(one, hunt) for one in (bob, phone())]
    assert ann.post(f"/t/{hunt}/undo", entry=3).status_code == 303
    assert ['id="did" role="status" class="shown"' in update().text for update in updates] == [True, False]


def test_a_phone_is_told_of_its_own_move_by_the_answer_alone(ann, bob, hunt):
    own = watch(ann, hunt)
    answer = ann.post(f"/djinn/{hunt}/count", htmx=True, seat=0, box="coins", by=1)
    told = ann.get(answer.location, headers={"HX-Request": "true", "HX-Target": "main", "HX-Trigger": "count-coins"})
    assert said(told.text) == "Ann, Coins: +1."
    assert own() is None


def test_what_others_did_before_ones_own_move_is_told(ann, bob, hunt):
    update = watch(ann, hunt)
    count(bob, hunt, 1)
    count(ann, hunt)
    assert update() == "Bob, Coins: +1."


def test_nothing_is_told_when_somebody_only_comes(ann, bob, hunt):
    count(ann, hunt)
    update = watch(bob, hunt)
    assert ann.post(f"/t/{hunt}/rename", seat=0, name="Anna", colour="teal").status_code == 303
    assert update() is None


def test_who_is_led_on_is_told_by_what(ann, bob, open_djinn):
    code = open_djinn(ann, players=2, first_game="y")
    update = watch(bob, code, "setup")
    assert ann.post(f"/djinn/{code}/begin", seen=1).status_code == 303
    told = update()
    assert told.startswith("The hunt begins")
    assert told.endswith("'s turn")
