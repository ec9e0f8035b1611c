"""The panel of a space in the hunt: what a catch takes, who acts for whom, how fast it goes, and the board's paths."""

import re

import pytest

from companion.games.djinn.box import corrections, table_notes
from companion.games.djinn.box.corrections import Box
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import PathsConfirmed

GOLDEN = re.compile(r'<button class="[^"]*\bgo\b[^"]*">\s*(?:<svg.*?</svg>)?\s*([\w ]+?)\s*<', re.S)


def flat(page):
    return " ".join(re.sub("<[^>]*>", " ", page).split())


@pytest.fixture
def at_round(ann, hunt, tap, state):
    """Give a table whose second round begins at a round space, the seat, and one of the Djinn there."""

    def at_round(quick=False):
        code = hunt()
        for _ in range(3):
            tap(ann, code, "end-turn", seat=state(code).turn.seat, anyway="y")
        if quick:
            ann.post("/djinn/speed", quick="y")
        seat = state(code).turn.seat
        tap(ann, code, "stand", seat=seat, slot="R1")
        return code, seat, state(code).spaces["R1"].djinn[0]

    return at_round


def asked(ann, code, **chosen):
    query = "&".join(f"{name}={one}" for name, one in ({"space": "R1"} | chosen).items())
    return flat(ann.live(f"/djinn/{code}/hunt?{query}", "priced").text)


def test_while_one_taps_the_panel_says_what_is_needed(ann, at_round):
    code, _, one = at_round()
    assert "You need 4 Magic Power. Each needs a free circle" in asked(ann, code, djinn=one)
    assert "1 more Djinn comes free with the Boss" in asked(ann, code, boss="y")
    assert "comes free" not in asked(ann, code, boss="y", djinn=one)
    assert "You need" not in asked(ann, code)
    assert ann.get(f"/djinn/{code}/hunt?space=R1&djinn=purple").status_code == 422


def test_with_a_noted_hand_the_panel_says_whether_it_is_enough(ann, at_round):
    code, seat, one = at_round()
    hand = {"seat": seat, "space": "R1", "magic": 4, "circles": 1}
    ann.post(f"/djinn/{code}/hold", **hand)
    assert "Yes, you can. You need 4 Magic Power. Your own Magic Power: 4." in asked(ann, code, djinn=one)
    ann.post(f"/djinn/{code}/hold", **hand | {"magic": 3})
    assert "Not enough yet. You need 4 Magic Power. More Magic Power needed: 1." in asked(ann, code, djinn=one)


def test_a_hand_is_told_to_its_own_phone_only(ann, bob, at_round):
    code, seat, one = at_round()
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", magic=4, circles=1)
    assert "Yes, you can" not in asked(bob, code, djinn=one)


def test_the_panel_leads_or_is_quick(ann, at_round):
    code, *_ = at_round()
    page = flat(ann.get(f"/djinn/{code}/hunt").text)
    assert "catch first or act first?" in page
    assert "Or, instead of the space&#39;s actions (not the catch), take 2 Coins" in page
    assert ("Catch and end turn" in page, "Guide me" in page) == (False, False)
    assert ann.post("/djinn/speed", quick="y").status_code == 303
    page = flat(ann.get(f"/djinn/{code}/hunt").text)
    assert ("act first" in page, "(not the catch)" in page) == (False, False)
    assert ("Catch and end turn" in page, "Guide me" in page) == (True, True)
    ann.post("/djinn/speed")
    assert "act first" in ann.get(f"/djinn/{code}/hunt").text


def test_a_catch_ends_the_turn_if_asked(ann, at_round, tap, state):
    code, seat, one = at_round(quick=True)
    assert tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, ends="y").location == f"/djinn/{code}/hunt#happened"
    assert (state(code).caught[seat], state(code).turn.seat) == ((one,), (seat + 1) % 3)


def test_after_the_catch_the_end_of_the_turn_is_the_thing_to_do(ann, at_round, tap):
    code, seat, one = at_round()
    before = ann.get(f"/djinn/{code}/hunt").text
    assert GOLDEN.findall(before) == ["Catch these"]
    tap(ann, code, "catch", seat=seat, slot="R1", djinn=one)
    after = ann.get(f"/djinn/{code}/hunt").text
    assert GOLDEN.findall(after) == ["End turn"]
    assert "Another catch (effect)" in after


def test_a_host_with_a_seat_says_for_whom_it_taps(ann, bob, phone, hunt, tap, state):
    """The tap on the map moves nobody else's Mage: the button that does says whose."""
    code = hunt()
    seat = state(code).turn.seat
    other = (seat + 1) % 3
    ann.post(f"/t/{code}/sit", seat=other)
    bob.post(f"/t/{code}/sit", seat=seat)
    name = ("Ann", "Bob", "Cem")[seat]
    page = ann.get(f"/djinn/{code}/hunt").text
    assert 'hx-post="stand' not in page
    assert f"Move {name}'s Mage here" in flat(ann.get(f"/djinn/{code}/hunt?space=b1").text).replace("&#39;", "'")
    assert 'hx-post="stand' in bob.get(f"/djinn/{code}/hunt").text
    tap(bob, code, "stand", seat=seat, slot="b1")
    assert f"End {name}'s turn" in flat(ann.get(f"/djinn/{code}/hunt").text).replace("&#39;", "'")
    assert "End turn" in flat(bob.get(f"/djinn/{code}/hunt").text)


def test_who_came_the_same_way_is_paid_or_skipped(ann, hunt, tap, state):
    code = hunt()
    first = state(code).turn.seat
    for _ in range(2):
        seat = state(code).turn.seat
        tap(ann, code, "stand", seat=seat, slot="b1", came_from="R1")
        page = flat(ann.get(f"/djinn/{code}/hunt").text)
        assert ("came the same way" in page, "Skip this space" in page) == (seat != first,) * 2
        if seat == first:
            tap(ann, code, "end-turn", seat=seat)
    page = ann.get(f"/djinn/{code}/hunt?skip=1").text
    assert ("tap where your Mage goes" in page, 'id="here"' in page) == (True, False)
    assert 'name="came_from" value="b1"' in page
    assert 'hx-post="stand?slot=a12"' in page
    tap(ann, code, "stand", seat=seat, slot="a12", came_from="b1")
    assert (state(code).here, state(code).paths[seat]) == (("a12",), ("R1", "b1", "a12"))


# The board's paths


@pytest.fixture
def unsure(owner):
    """Let the box know nothing of the paths, before and after."""
    owner.post("/djinn/box/reset/city")
    yield owner
    owner.post("/djinn/box/reset/city")


@pytest.mark.usefixtures("unsure")
def test_the_host_confirms_the_paths_once_and_the_box_keeps_it(ann, bob, hunt, tap, state):
    """It is asked right below the map from the first turn on: at its foot nobody who tried a first game saw it."""
    code = hunt()
    page = ann.get(f"/djinn/{code}/hunt").text
    assert page.index('id="city"') < page.index('id="paths"') < page.index('id="ending"')
    bob.post(f"/t/{code}/sit", seat=1)
    assert 'id="paths"' in ann.get(f"/djinn/{code}/hunt").text
    assert 'id="paths"' not in bob.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "confirm-paths")
    assert state(code).noted.paths_confirmed
    page = ann.get(f"/djinn/{code}/hunt").text
    assert ('id="paths"' in page, "Just a sketch" in page) == (False, False)
    assert "Just a sketch" not in ann.get(f"/djinn/{code}/setup").text
    assert state(hunt()).noted.paths_confirmed
    assert "These are our board" in ann.get("/djinn/box").text


def test_an_owner_confirms_the_paths_at_the_box(unsure, hunt, state):
    code = hunt()
    assert 'id="know-paths"' in unsure.get("/djinn/box").text
    assert unsure.post("/djinn/box/paths").location == "/djinn/box#city"
    assert 'id="know-paths"' not in unsure.get("/djinn/box").text
    assert not state(code).noted.paths_confirmed


def test_corrected_paths_are_the_boards():
    path = next(iter(CITY.paths))
    assert not Box().knows_paths
    assert Box().noted is None
    own = corrections.toggle_path(Box(), *sorted(path))
    assert (own.knows_paths, own.noted.paths_confirmed) == (True, True)
    sure = table_notes.note(Box(), PathsConfirmed())
    assert (sure.noted.paths_confirmed, corrections.from_toml(corrections.to_toml(sure))) == (True, sure)
    assert corrections.from_toml(corrections.to_toml(Box())) == Box()
    with pytest.raises(corrections.Refusal, match="true or false"):
        corrections.from_toml("companion_djinn_box = 1\npaths_confirmed = 3\n")


def test_the_way_back_from_the_calculator_knows_what_was_tapped(ann, at_round, state):
    code, _, _ = at_round()
    some = [*state(code).spaces["R1"].djinn][:2]
    query = "&".join(f"djinn={one}" for one in some)
    page = ann.get(f"/djinn/{code}/can?space=R1&boss=y&{query}").text
    back = re.search(r'href="(/djinn/\w+/hunt\?space[^"#]*)', page)[1].replace("&amp;", "&")
    chosen = re.findall(r'<input[^>]*checked[^>]*name="(\w+)"[^>]*>', ann.get(back).text)
    assert sorted(chosen) == ["boss", "djinn", "djinn"]


def test_the_panel_says_what_to_take_first_so_that_a_catch_is_possible(ann, hunt, tap, state):
    """Either may come first (rulebook, A Player's Turn): a catch that lacks 1 is possible after the Academy's 3."""
    code = hunt()
    for _ in range(3):
        tap(ann, code, "end-turn", seat=state(code).turn.seat, anyway="y")
    seat = state(code).turn.seat
    slot = next(one for one in state(code).city.round if state(code).layout[one] == "academy")
    tap(ann, code, "stand", seat=seat, slot=slot)
    one = state(code).spaces[slot].djinn[0]
    ann.post(f"/djinn/{code}/hold", seat=seat, space=slot, magic=3, circles=1)
    said = "It works if you first take: Capacity +1, Scrolls +1 and Magic Power +3."
    assert said in asked(ann, code, space=slot, djinn=one)
    ann.post(f"/djinn/{code}/hold", seat=seat, space=slot, magic=3, circles=0)
    assert "To make it work" not in asked(ann, code, space=slot, djinn=one)
    ann.post(f"/djinn/{code}/hold", seat=seat, space=slot, magic=4, circles=1)
    assert "To make it work" not in asked(ann, code, space=slot, djinn=one)
    assert "To make it work" not in asked(ann, code, space=slot, boss="y", djinn=one)


def test_whoever_has_no_place_for_a_djinn_is_told_where_there_is_some(ann, at_round):
    """Only where the hunt leads; whoever is quick knows."""
    code, seat, one = at_round()
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", magic=4, circles=0)
    said = "You get Bottles and Corks at the Market and the Magic Source, Spell Circles at the Archives."
    assert said in asked(ann, code, djinn=one)
    ann.post("/djinn/speed", quick="y")
    assert said not in asked(ann, code, djinn=one)
    ann.post("/djinn/speed")
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", magic=1, circles=1)
    assert said not in asked(ann, code, djinn=one)
