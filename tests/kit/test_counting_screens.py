"""A screen in the middle that counts life: it asks, shows two letters, and the host lets that one; nobody else does."""

import re

import pytest

from companion.table.seating.boards import MOST_SCREENS
from tests.colours import colour
from tests.scenes import NAMES


def opened(phone, game, count=6, **options):
    """Open a table of a game, and begin it."""
    form = {f"players-{n}-name": name for n, name in enumerate(NAMES[:count])}
    form |= {f"players-{n}-colour": colour(n) for n in range(count)}
    code = phone.post(f"/{game}/new", count=count, **form, **options).location.split("/")[2]
    path, choice = ("first", {"team": 0}) if game == "emperor" else ("deal", {})
    phone.post(f"/{game}/{code}/{path}", seen=999, **choice)
    assert phone.post(f"/{game}/{code}/begin", seen=999).status_code == 303
    return code


@pytest.fixture(params=["emperor", "efreet_war"])
def table(request, ann):
    """Give the path of a table that Ann hosts, and its code."""
    return request.param, opened(ann, request.param)


@pytest.fixture
def duel(ann):
    return opened(ann, "emperor")


def ask(screen, code):
    """Ask to count; give the letters that the board shows then, none if it does not."""
    screen.post(f"/t/{code}/ask-to-count")
    return shown(screen, code)


def shown(screen, code):
    found = re.search(r'id="letters">\s*<strong>(..)<', screen.http.get(f"/t/{code}/board", follow_redirects=True).text)
    return found and found[1]


def asking(phone, code):
    """List the letters that a phone's menu shows of the screens that ask."""
    return re.findall(r'name="letters" value="(..)"', phone.get(f"/t/{code}/menu").text)


def let(phone, code, letters, counts="y"):
    return phone.post(f"/t/{code}/let-count", letters=letters, counts=counts).status_code


def count(screen, table, by=-1):
    game, code = table
    return screen.post(f"/{game}/{code}/count-on-board", seat=3, by=by).status_code


def has_buttons(screen, table):
    game, code = table
    return "count-3" in screen.get(f"/{game}/{code}/board").text


def test_a_screen_counts_once_the_host_lets_the_one_with_its_letters(ann, bob, table, state):
    _, code = table
    letters = ask(bob, code)
    assert asking(ann, code) == [letters]
    assert asking(bob, code) == []
    assert (count(bob, table), has_buttons(bob, table)) == (403, False)
    assert let(ann, code, letters) == 303
    assert has_buttons(bob, table)
    assert [count(bob, table), count(bob, table), count(bob, table, 1)] == [303] * 3
    assert state(code).lives[3] == state(code).lives[2] - 1
    assert "Big screen" in ann.get(f"/t/{code}/log").text


def test_the_host_reads_above_the_game_that_a_screen_asks(ann, bob, phone, table):
    """Only the menu said so; nobody else is told, nor the host once it is answered."""
    game, code = table
    page = f"/{game}/{code}/{'ring' if game == 'emperor' else 'war'}"
    letters = ask(bob, code)
    said = f"Big screen {letters} wants to count life."
    assert said in ann.get(page).text
    assert said not in ann.get(f"/t/{code}/menu").text
    assert said not in phone().get(page).text
    let(ann, code, letters)
    assert said not in ann.get(page).text


def test_it_gives_nothing_else(ann, bob, table, state):
    """It has no seat and no host right; it counts one at a time, and takes nothing back."""
    game, code = table
    let(ann, code, ask(bob, code))
    count(bob, table)
    before = state(code)
    for path, choices in (
        ("life", {"seat": 3, "by": -1}),
        ("life", {"seat": 3, "value": 1}),
        ("life", {"seat": 3, "by": 1, "counter": "poison"}),
        ("end-turn", {"seat": before.turn}),
        ("out", {"seats": 3}),
        ("time", {"on": "y"}),
    ):
        assert bob.post(f"/{game}/{code}/{path}", seen=999, **choices).status_code == 403, path
    for by in (-2, 0, 5, ""):
        assert count(bob, table, by) in (403, 422), by
    for path in ("undo", "redo"):
        assert bob.post(f"/t/{code}/{path}", entry=4).status_code == 403
    for path, choices in (("lock", {"locked": "y"}), ("let-count", {"letters": "AA"}), ("hand-over", {"seat": 1})):
        assert bob.post(f"/t/{code}/{path}", **choices).status_code == 403, path
    assert bob.post(f"/t/{code}/rename", seat=1, name="Zoe", colour="teal").status_code == 403
    assert state(code) == before


def test_a_screen_that_may_count_is_not_told_that_it_only_watches(ann, bob, table):
    """What is wrong is its form, such as one of an older page; who only watches is told that first."""
    _, code = table
    letters = ask(bob, code)
    assert count(bob, table, "x") == 403
    let(ann, code, letters)
    assert count(bob, table, "x") == 422


def test_nobody_lets_a_screen_count_but_the_host(ann, bob, phone, duel):
    letters, cem = ask(bob, duel), phone()
    cem.post(f"/t/{duel}/sit", seat=1)
    assert [let(one, duel, letters) for one in (bob, cem, phone())] == [403] * 3
    assert count(bob, ("emperor", duel)) == 403


def test_the_hosts_tap_is_for_one_screen_alone(ann, bob, phone, duel):
    stranger = phone()
    letters, others = ask(bob, duel), ask(stranger, duel)
    assert letters != others
    let(ann, duel, letters)
    assert (count(bob, ("emperor", duel)), count(stranger, ("emperor", duel))) == (303, 403)
    assert ask(stranger, duel) == others  # asking again changes nothing
    assert count(stranger, ("emperor", duel)) == 403
    free = next(two for two in ("AA", "AB", "AC") if two not in (letters, others))
    assert let(ann, duel, free) == 422


def test_it_ends_when_the_host_takes_it_back(ann, bob, duel):
    letters = ask(bob, duel)
    let(ann, duel, letters)
    assert let(ann, duel, letters, counts="") == 303
    assert count(bob, ("emperor", duel)) == 403
    assert shown(bob, duel) is None
    assert let(ann, duel, letters) == 422  # whoever has the page open still
    assert asking(ann, duel) == []


def test_it_ends_with_a_seat(ann, bob, duel):
    let(ann, duel, ask(bob, duel))
    bob.post(f"/t/{duel}/sit", seat=1)
    bob.post(f"/t/{duel}/watch")
    assert count(bob, ("emperor", duel)) == 403


def test_it_holds_at_one_table_and_at_its_rematch(ann, bob):
    code, elsewhere = opened(ann, "efreet_war"), opened(ann, "efreet_war")
    let(ann, code, ask(bob, code))
    ann.post(f"/efreet_war/{code}/break-off", seen=999)
    following = ann.post(f"/efreet_war/{code}/rematch").location.split("/")[-1]
    assert ann.post(f"/efreet_war/{following}/begin", seen=999).status_code == 303
    assert count(bob, ("efreet_war", following)) == 303
    assert count(bob, ("efreet_war", elsewhere)) == 403


def test_who_planted_a_cookie_in_the_screen_does_not_count_with_it(ann, bob, phone, duel):
    bob.post(f"/t/{duel}/watch")
    planted = phone()
    planted.http.set_cookie("companion", bob.http.get_cookie("companion").value)
    let(ann, duel, ask(bob, duel))
    assert count(bob, ("emperor", duel)) == 303
    assert count(planted, ("emperor", duel)) == 403


def test_who_plays_need_not_ask(ann, bob, duel):
    bob.post(f"/t/{duel}/sit", seat=1)
    assert [one.post(f"/t/{duel}/ask-to-count").status_code for one in (ann, bob)] == [403, 403]
    assert "ask-to-count" not in ann.get(f"/emperor/{duel}/board").text


def test_a_locked_table_is_not_asked_by_strangers(ann, bob, phone, duel):
    bob.post(f"/t/{duel}/watch")
    ann.post(f"/t/{duel}/lock", locked="y")
    assert phone().post(f"/t/{duel}/ask-to-count").status_code == 403
    assert ask(bob, duel)


def test_so_many_screens_ask_at_a_table(ann, phone, duel):
    screens = [phone() for _ in range(MOST_SCREENS + 1)]
    assert [bool(ask(screen, duel)) for screen in screens] == [*[True] * MOST_SCREENS, False]
    assert screens[-1].post(f"/t/{duel}/ask-to-count").status_code == 429
    let(ann, duel, shown(screens[0], duel), counts="")
    assert ask(screens[-1], duel)


def test_a_game_that_counts_no_life_on_its_board_is_not_asked(ann, bob, open_djinn):
    code = open_djinn(ann)
    assert bob.post(f"/t/{code}/ask-to-count").status_code == 404
    assert "ask-to-count" not in bob.get(f"/djinn/{code}/board").text
