"""What was told once at a table: the calculator counts it, the next table offers it, and two tellings are settled."""

import re
from dataclasses import replace

import pytest

from companion.games.djinn.box import finds, store as box_store
from companion.games.djinn.box.corrections import Box, from_toml, to_toml
from companion.games.djinn.box.disputes import disputes, settle
from companion.games.djinn.box.finds import FindNote
from companion.games.djinn.box.mages import MageNote
from companion.refusal import Refusal

pytestmark = pytest.mark.usefixtures("empty")
CHEST = FindNote("chest", "Two coins", {"coins": 2, "bottle_blue": 1})
STRONG, DEARER = MageNote(3, 2, {"brown": 1}), MageNote(3, 3, {"brown": 1})


def held(page, *names):
    return [int(re.search(rf'name="{name}"[^>]* value="(\d+)"', page)[1]) for name in names]


@pytest.fixture
def at_place(ann, hunt, tap, state):
    """Give a table whose first Mage stands at a square location, and the seat whose turn it is."""

    def at_place(place):
        code = hunt()
        seat = state(code).turn.seat
        slot = next(one for one in state(code).city.square if state(code).layout[one] == place)
        tap(ann, code, "stand", seat=seat, slot=slot)
        return code, seat

    return at_place


@pytest.fixture
def next_round(ann, tap, state):
    """End everybody's turn, until it is that of the same seat again."""

    def next_round(code):
        for _ in range(state(code).players):
            tap(ann, code, "end-turn", seat=state(code).turn.seat, anyway="y")

    return next_round


def box_of(app):
    with app.test_request_context():
        return box_store.find()


def keep(app, **entries):
    with app.test_request_context():
        box_store.change(lambda known: replace(known, **entries))


def test_what_is_taken_on_the_panel_is_in_the_calculator_and_undone_with_it(ann, at_place, tap, seq):
    code, seat = at_place("manufactory")
    assert 'value="staff"' in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action="staff")
    can = f"/djinn/{code}/can?seat={seat}"
    assert held(ann.get(can).text, "coins", "corks") == [2, 1]
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert held(ann.get(can).text, "coins", "corks") == [4, 0]


def test_a_mage_that_was_taken_can_be_noted_and_nothing_is_gained_besides(ann, at_place, tap):
    code, seat = at_place("tavern")
    assert 'value="forfeit_coins"' in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action="mage")
    page = ann.get(f"/djinn/{code}/hunt").text
    assert ("Note a Mage" in page, 'value="forfeit_coins"' in page) == (True, False)


def test_a_mage_can_be_noted_at_the_tavern_whatever_was_taken_there(ann, at_place, tap):
    code, seat = at_place("tavern")
    tap(ann, code, "take", seat=seat, action="forfeit_coins")
    assert "Note a Mage" in ann.get(f"/djinn/{code}/hunt").text


def test_mages_that_were_turned_back_can_be_noted(ann, at_place, tap):
    code, seat = at_place("archives")
    assert "Note which Mages are used" not in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action="activate")
    assert "Note which Mages are used" in ann.get(f"/djinn/{code}/hunt").text


BROKE = {"magic": 3, "coins": 1, "circles": 2, "at": 99}


def test_what_costs_more_than_the_app_has_counted_is_asked_first(ann, at_place, tap, state):
    """Rulebook, Manufactory: 2 Coins; a Key may stand in for one."""
    code, seat = at_place("manufactory")
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", **BROKE)
    answer = tap(ann, code, "take", seat=seat, action="staff", page=f"/djinn/{code}/hunt")
    assert (answer.status_code, "Coins by the app&#39;s count: 1. This costs 2." in answer.text) == (422, True)
    assert "Allow anyway" in answer.text
    assert not state(code).acted
    assert tap(ann, code, "take", seat=seat, action="staff", anyway="y").status_code == 303
    assert state(code).acted == ("staff",)


def test_a_key_pays_for_what_is_missing(ann, at_place, next_round, tap, state):
    """Rulebook, Keys: for 1 Scroll, 1 Coin or 1 Magic Power at any time."""
    code, seat = at_place("market")
    assert tap(ann, code, "take", seat=seat, action="tent", keys=1).status_code == 303
    next_round(code)
    slot = next(one for one in state(code).city.square if state(code).layout[one] == "manufactory")
    tap(ann, code, "stand", seat=seat, slot=slot, anyway="y")
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", **BROKE)
    assert tap(ann, code, "take", seat=seat, action="staff").status_code == 303


def test_a_djinn_goes_from_its_circle_into_a_bottle(ann, at_place, next_round, tap, state, seq):
    """Rulebook, Put a Djinn in a Bottle: at any time, with a Cork; it is no action of the space."""
    code, seat = at_place("market")
    assert 'id="at-any-time"' not in ann.get(f"/djinn/{code}/hunt").text
    next_round(code)
    slot, one = next((slot, one) for slot in state(code).spaces for one in state(code).spaces[slot].djinn)
    tap(ann, code, "catch", seat=seat, slot=slot, djinn=one, anyway="y")
    hand = {"seat": seat, "space": slot, "magic": 1, "circles": 1, "corks": 1, "at": seq(code)}
    ann.post(f"/djinn/{code}/hold", **hand)
    answer = tap(ann, code, "take", seat=seat, action="bottled", colours=one)
    assert (answer.status_code, "by the app&#39;s count: 0. This costs 1." in answer.text) == (422, True)
    ann.post(f"/djinn/{code}/hold", **hand | {f"bottle_{one}": 1, "at": seq(code)})
    assert 'id="at-any-time"' in ann.get(f"/djinn/{code}/hunt").text
    assert f'value="bottled {one}"' in ann.get(f"/djinn/{code}/hunt").text
    assert tap(ann, code, "take", seat=seat, action=f"bottled {one}").status_code == 303
    assert held(ann.get(f"/djinn/{code}/can?seat={seat}").text, "circles", "corks", f"bottle_{one}") == [2, 0, 0]
    assert 'value="forfeit_coins"' in ann.get(f"/djinn/{code}/hunt").text


def test_whoever_comes_the_same_way_pays_before_anything_else(ann, hunt, tap, state):
    """Rulebook, A Player's Turn, Exception: 1 Coin or 1 Scroll to each Mage at the same edge."""
    code = hunt()
    first = state(code).turn.seat
    for _ in range(2):
        tap(ann, code, "stand", seat=state(code).turn.seat, slot="b1")
        tap(ann, code, "end-turn", seat=state(code).turn.seat, anyway="y")
    while state(code).turn.seat != first or state(code).turn.round == 1:
        tap(ann, code, "end-turn", seat=state(code).turn.seat, anyway="y")
    tap(ann, code, "stand", seat=first, slot="R1")
    tap(ann, code, "end-turn", seat=first, anyway="y")
    second = state(code).turn.seat
    tap(ann, code, "stand", seat=second, slot="R1")
    page = ann.get(f"/djinn/{code}/hunt").text
    assert page.index('id="pay-the-way"') < page.index('id="catching"')
    tap(ann, code, "catch-none", seat=second)
    assert "First pay those who came the same way" in ann.get(f"/djinn/{code}/hunt").text
    assert tap(ann, code, "take", seat=second, action="way_coin").status_code == 303
    assert (state(code).gained[second], state(code).gained[first]) == ({"coins": -1}, {"coins": 1})
    page = ann.get(f"/djinn/{code}/hunt").text
    assert ("came the same way" in page, 'value="forfeit_coins"' in page) == (False, True)
    assert tap(ann, code, "take", seat=second, action="way_scroll", anyway="y").status_code == 422
    assert "First pay those who came the same way" not in ann.get(f"/djinn/{code}/hunt").text


def test_the_page_says_where_the_magic_marker_is(ann, bob, at_place, tap):
    """Rulebook, Player Board 1: at most the space left of the Capacity Marker."""
    code, seat = at_place("academy")
    tap(ann, code, "take", seat=seat, action="academy")
    said = "your Magic Marker is on 4, the most you can hold"
    assert said in ann.get(f"/djinn/{code}/hunt").text
    assert said not in bob.get(f"/djinn/{code}/hunt", follow_redirects=True).text


def test_at_the_source_one_fills_up_or_catches_bosses(ann, at_place, next_round, tap):
    """Rulebook, Magic Source; a Boss of the supply is something done there, and takes 6 Magic Power."""
    code, seat = at_place("academy")
    tap(ann, code, "take", seat=seat, action="academy")
    next_round(code)
    tap(ann, code, "stand", seat=seat, slot="S", anyway="y")
    answer = tap(ann, code, "supply-boss", seat=seat)
    assert (answer.status_code, "Magic Power by the app&#39;s count: 4. This costs 6." in answer.text) == (422, True)
    assert tap(ann, code, "supply-boss", seat=seat, anyway="y").status_code == 303
    page = ann.get(f"/djinn/{code}/hunt").text
    assert ('value="source"' in page, 'value="forfeit_coins"' in page) == (False, False)


def test_whoever_has_filled_up_catches_no_boss_of_the_supply(ann, at_place, next_round, tap, state):
    code, seat = at_place("academy")
    next_round(code)
    tap(ann, code, "stand", seat=seat, slot="S", anyway="y")
    tap(ann, code, "take", seat=seat, action="source")
    assert 'id="supply_boss-' not in ann.get(f"/djinn/{code}/hunt").text
    answer = tap(ann, code, "supply-boss", seat=seat, anyway="y")
    assert (answer.status_code, "either that or Bosses" in answer.text) == (422, True)
    assert state(code).acted == ("source",)


def test_what_is_taken_after_a_hand_was_noted_is_added_to_it(ann, at_place, tap, seq):
    code, seat = at_place("manufactory")
    can = f"/djinn/{code}/can?seat={seat}"
    at = held(ann.get(can).text, "at")[0]
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", at=at, coins=9, circles=4)
    tap(ann, code, "take", seat=seat, action="hat")
    assert held(ann.get(can).text, "coins", "corks", "circles") == [7, 1, 4]
    again = ann.get(can).text
    assert held(again, "at") == [seq(code)]
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", at=seq(code), coins=7, corks=1)
    assert held(ann.get(can).text, "coins", "corks") == [7, 1]


def test_a_note_from_before_there_was_a_panel_counts_as_it_is(ann, at_place, tap):
    code, seat = at_place("manufactory")
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", coins=9)
    tap(ann, code, "take", seat=seat, action="hat")
    assert held(ann.get(f"/djinn/{code}/can?seat={seat}").text, "coins") == [9]


def test_a_chest_is_offered_at_the_next_table(app, ann, at_place, tap):
    code, seat = at_place("catacombs")
    page = ann.get(f"/djinn/{code}/hunt").text
    assert "What do you get?" in page
    tap(ann, code, "take", seat=seat, action="chest", text="Two coins", coins=2, colours="blue")
    assert box_of(app).finds == {"1": CHEST}
    code, seat = at_place("catacombs")
    assert "Two coins · Coins +2 and Bottles +1 (Blue)" in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action="chest", text="Two coins", coins=2, colours="blue")
    assert box_of(app).finds == {"1": CHEST}
    assert "Treasure Chest" in ann.get("/djinn/box").text


@pytest.mark.parametrize("text", ["Two Keys 👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag", "Zaubertrank\u00adflasche", "\u200b"])
def test_whatever_a_table_says_of_a_chest_the_box_can_be_read_again(app, ann, at_place, tap, text):
    """One emoji of several, and no page showed the box any more, nor its history."""
    code, seat = at_place("catacombs")
    assert tap(ann, code, "take", seat=seat, action="chest", keys=2, text=text).status_code == 303
    assert [ann.get(f"/djinn/box{page}").status_code for page in ("", "/history", ".toml")] == [200, 200, 200]
    assert box_of(app).finds == {"1": FindNote("chest", text, {"keys": 2})}
    assert from_toml(ann.get("/djinn/box.toml").text) == box_of(app)


def test_of_equipment_its_text_is_kept(app, ann, at_place, tap):
    code, seat = at_place("manufactory")
    tap(ann, code, "take", seat=seat, action="cloak", text="One Coin at the Market")
    assert box_of(app).finds == {"1": FindNote("cloak", "One Coin at the Market")}
    assert "One Coin at the Market" in ann.get("/djinn/box").text


def test_so_many_finds_are_kept_as_lie_in_a_box():
    known = {}
    for number in range(99):
        known = finds.learn(known, FindNote("chest", f"{number}", {"coins": 1}))
    assert len(known) == len(finds.NUMBERS) == 18 + 8 + 27 + 21


def test_a_file_brings_what_was_told_and_refuses_what_is_none():
    box = Box(finds={"1": CHEST}, retold={"green_10": "2 Coins"}, distinct=("mages 1 2",), tiles={"green_10": "1 Coin"})
    assert from_toml(to_toml(box)) == box
    for wrong in (
        'kind = "egg"\ntext = ""',
        'kind = "hat"\ntext = 3',
        'kind = "hat"\ntext = ""\ncoins = 99',
        'kind = "hat"',
    ):
        with pytest.raises(Refusal, match=r"finds\.1"):
            from_toml(f"companion_djinn_box = 1\n[finds.1]\n{wrong}\n")
    for wrong in ("3", "[3]", f"{['x'] * 501}"):
        with pytest.raises(Refusal, match="distinct"):
            from_toml(f"companion_djinn_box = 1\ndistinct = {wrong}\n")


def test_two_mages_that_differ_in_one_value_are_shown_side_by_side(app, ann):
    ann.post("/djinn/new", count=1, deck=12, **{"players-0-name": "Ann", "players-0-colour": "red"})
    keep(app, mages={"1": STRONG, "2": DEARER, "3": MageNote(1, 1)})
    page = ann.get("/djinn/box").text
    assert re.search(r"Crystal 3.*Coins: 2.*Crystal 3.*Coins: 3", page.partition('id="disputes"')[2], re.S)
    ann.post("/djinn/box/settle", id="mages 1 2", keep="second")
    assert box_of(app).mages == {"2": DEARER, "3": MageNote(1, 1)}
    assert 'id="disputes"' not in ann.get("/djinn/box").text


def test_both_may_be_right():
    box = Box(mages={"1": STRONG, "2": DEARER}, finds={"1": CHEST, "2": FindNote("chest", "two COINS", {"coins": 3})})
    assert [one.id for one in disputes(box)] == ["mages 1 2", "finds 1 2"]
    box = settle(box, id="mages 1 2", keep="both")
    assert [one.id for one in disputes(box)] == ["finds 1 2"]
    assert settle(box, id="finds 1 2", keep="first").finds == {"1": CHEST}
    assert settle(box, id="finds 1 9", keep="first") == box
    gone = replace(box, mages={"1": STRONG, "2": DEARER, "3": MageNote(2, 2, {"brown": 1})})
    assert [one.id for one in disputes(gone)] == ["mages 1 3", "finds 1 2"]
    freed = settle(replace(box, distinct=(), mages={"1": STRONG, "2": DEARER}), id="mages 1 2", keep="first")
    assert (freed.mages, freed.distinct) == ({"1": STRONG}, ())


def test_a_tile_told_in_two_ways_is_settled_with_one_tap(app, ann, open_djinn, tap):
    first, second = open_djinn(ann), open_djinn(ann)
    keep(app, tiles={}, retold={})
    tap(ann, first, "name-tile", tile="green_10", found="")
    for code, text in ((first, "1 Coin."), (first, "2 Coins."), (second, "3 Coins.")):
        tap(ann, code, "name-tile", tile="green_10", found="green_10")
        tap(ann, code, "describe-tile", tile="green_10", text=text)
    box = box_of(app)
    assert (box.tiles, box.retold) == ({"green_10": "2 Coins."}, {"green_10": "3 Coins."})
    ann.post("/djinn/box/settle", id="tiles green_10", keep="second")
    box = box_of(app)
    assert (box.tiles, box.retold) == ({"green_10": "3 Coins."}, {})


def test_two_chests_of_one_name_are_shown_side_by_side(app, ann, at_place, tap):
    for coins in (2, 3):
        code, seat = at_place("catacombs")
        tap(ann, code, "take", seat=seat, action="chest", text="Old", coins=coins)
    assert [note.gains for note in box_of(app).finds.values()] == [{"coins": 2}, {"coins": 3}]
    assert 'id="dispute-finds-1-2"' in ann.get("/djinn/box").text
    which = "Two of these contradict each other"
    code, _ = at_place("catacombs")
    assert which in ann.get(f"/djinn/{code}/hunt").text
    assert which not in ann.get(f"/djinn/{code}/can?space=R1").text
    ann.post("/djinn/box/settle", id="finds 1 2", keep="both")
    assert which not in ann.get(f"/djinn/{code}/hunt").text
    keep(app, mages={"1": STRONG, "2": DEARER})
    assert which in ann.get(f"/djinn/{code}/can?space=R1").text


def test_a_catch_on_the_panel_takes_its_cheapest_way_off_the_hand(ann, at_place, tap, state, seq):
    code, seat = at_place("manufactory")
    tap(ann, code, "take", seat=seat, action="staff")
    one = state(code).spaces["R1"].djinn[0]
    tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, anyway="y")
    can = f"/djinn/{code}/can?seat={seat}"
    assert held(ann.get(can).text, "magic", "coins", "circles", "corks") == [0, 2, 1, 1]  # three Magic Power of four
    tap(ann, code, "take", seat=seat, action="forfeit_coins")
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert held(ann.get(can).text, "magic", "coins", "circles", "corks") == [3, 2, 2, 1]


def test_a_catch_that_is_sent_twice_is_paid_for_once(ann, at_place, tap, state, seq):
    code, seat = at_place("market")
    tap(ann, code, "take", seat=seat, action="cork")
    one, seen = state(code).spaces["R1"].djinn[0], seq(code)
    for _ in range(2):
        ann.post(f"/djinn/{code}/catch", op="twice", seen=seen, seat=seat, slot="R1", djinn=one, anyway="y")
    assert state(code).caught[seat] == (one,)
    assert held(ann.get(f"/djinn/{code}/can?seat={seat}").text, "circles") == [1]


def test_who_notes_nothing_has_nothing_taken_off(ann, hunt, tap, state):
    code = hunt()
    seat, one = state(code).turn.seat, state(code).spaces["R1"].djinn[0]
    tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, anyway="y")
    assert held(ann.get(f"/djinn/{code}/can?seat={seat}").text, "magic", "circles") == [3, 2]


def test_in_the_first_turn_the_app_knows_what_one_has(ann, at_place, tap):
    """Rulebook, Setup 2: 4 Coins and no Scroll; later only of whoever has told something."""
    code, seat = at_place("market")
    answer = tap(ann, code, "take", seat=seat, action="many_coins")
    assert (answer.status_code, "Scrolls by the app&#39;s count: 0. This costs 1." in answer.text) == (422, True)


def test_whoever_has_placed_a_passage_has_told_something(ann, at_place, tap, state, next_round):
    code, seat = at_place("archives")
    square = next(one for one in state(code).city.square if state(code).layout[one] != "archives")
    refused = tap(ann, code, "passage", seat=seat, slot=square, htmx=True)
    assert ("Which symbol" in refused.text, "I won&#39;t say" in refused.text) == (True, True)
    tap(ann, code, "passage", seat=seat, slot=square, anyway="y")
    next_round(code)
    slot = next(slot for slot in state(code).spaces if state(code).spaces[slot].boss)
    answer = tap(ann, code, "catch", seat=seat, slot=slot, boss="y")
    assert (answer.status_code, "count you don&#39;t have that much" in answer.text) == (422, True)


def test_three_in_bottles_of_one_colour_make_a_trophy(ann, at_place, tap, state):
    """Rulebook, Receive a Trophy: those in Spell Circles don't count, by what was told."""
    code, seat = at_place("market")
    for slot, space in state(code).spaces.items():
        blue = [one for one in space.djinn if one == "blue"]
        if blue and state(code).caught[seat].count("blue") < 3:
            tap(ann, code, "catch", seat=seat, slot=slot, djinn=blue, anyway="y")
    assert state(code).caught[seat].count("blue") >= 3
    answer = tap(ann, code, "trophy", seat=seat, trophy="I/30", colour="blue")
    assert (answer.status_code, "Djinn in Bottles of this colour by the app&#39;s count: 0." in answer.text) == (
        422,
        True,
    )
    assert tap(ann, code, "trophy", seat=seat, trophy="I/30", colour="blue", anyway="y").status_code == 303


def test_the_last_action_is_told_by_each_for_oneself(ann, source, tap, state):
    """Rulebook, End of the Game: what the Magic Source offers, as usual."""
    code = source()
    page = ann.get(f"/djinn/{code}/hunt").text
    assert page.count('name="action" value="source"') == 3
    assert tap(ann, code, "take", seat=1, action="source").status_code == 303
    assert ann.get(f"/djinn/{code}/hunt").text.count('name="action" value="source"') == 2
    assert (state(code).acted_last, state(code).gained[1]["magic"]) == ({1: ("source",)}, 4)
    answer = tap(ann, code, "supply-boss", seat=1, anyway="y")
    assert (answer.status_code, "either that or Bosses" in answer.text) == (422, True)
    assert tap(ann, code, "take", seat=2, action="forfeit_coins").status_code == 303
    page = ann.get(f"/djinn/{code}/hunt").text
    assert ("last-acts-2" in page, 'id="supply_boss-2"' in page, 'id="supply_boss-0"' in page) == (False, False, True)


def test_keys_are_offered_for_what_a_catch_lacks(ann, tap, at_place, next_round, state):
    """Rulebook, Keys: 1 Magic Power or 1 Coin each, at any time; on the panel and in the calculator."""
    code, seat = at_place("catacombs")
    tap(ann, code, "take", seat=seat, action="chest", keys=2, magic=-1)
    next_round(code)
    slot = next(one for one in state(code).spaces if state(code).spaces[one].djinn)
    tap(ann, code, "stand", seat=seat, slot=slot, anyway="y")
    one = state(code).spaces[slot].djinn[0]
    said = "Your Keys make it possible: Magic Power +2 and Keys −2."
    for page in (f"hunt?space={slot}&djinn={one}", f"can?space={slot}&seat={seat}&djinn={one}"):
        assert said in ann.get(f"/djinn/{code}/{page}").text
    tap(ann, code, "take", seat=seat, action="key_scroll")
    assert "Your Keys make" not in ann.get(f"/djinn/{code}/hunt?space={slot}&djinn={one}").text


def test_those_in_a_tent_are_paid_on_its_panel(ann, tap, at_place, state):
    code, seat = at_place("market")
    assert "pay-in-tent" not in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action="cork")
    other = (seat + 1) % 3
    assert f'value="tent_coin_{other}"' in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action=f"tent_coin_{other}")
    assert state(code).gained[other] == {"coins": 1}
    assert f'value="tent_coin_{other}"' not in ann.get(f"/djinn/{code}/hunt").text


def test_the_tiles_that_were_taken_can_be_read_in_the_hunt(ann, tap, open_djinn, state):
    code = open_djinn(ann)
    assert 'id="tiles"' not in ann.get(f"/djinn/{code}/rarer").text
    tiles = ("start_gift", "tavern_key", "market_free", "green_10", "start_poor", "start_weak", "mages_once", "red_10")
    tap(ann, code, "set-tiles", tiles=[*tiles])
    tap(ann, code, "pick", seat=state(code).start_seat, tile="market_free")
    page = ann.get(f"/djinn/{code}/rarer").text
    assert "Market: you never pay" in page.split('id="tiles"')[1].split("</ul>")[0]
