"""What the table draws itself, instead of the app."""

import re
from dataclasses import replace
from functools import reduce
from html import unescape
from random import Random

import pytest

from companion.games.djinn.facts import CARDS, LOCATIONS, TILES, TROPHIES
from companion.games.djinn.facts.city import CITY, touching
from companion.games.djinn.facts.events import (
    CardsDrawn,
    GameFinished,
    HuntBegun,
    PassagesRemoved,
    SheetDone,
    SheetSet,
    SpacesSwapped,
    StartDrawn,
    TilePicked,
    TomPrinted,
)
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.scoring import late_cards, scoring
from companion.games.djinn.setup import bag, by_hand, challenges, deal, draws
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import NOTHING_NOTED, State, Turn, side_of
from companion.games.djinn.text.describe import tell
from companion.games.djinn.text.draw_replay import again, snippet
from companion.table.log import Refusal

ANN, BOB, CEM = range(3)
NAMES = ("Ann", "Bob", "Cem")
GREEN, RED = ([tile for tile in TILES if side_of(State(), tile) == side] for side in ("green", "red"))


def after(state, events):
    return reduce(evolve, events, state)


def opened(players=3, **options):
    choices = {"first_game": False, "longer": False, "rng": Random(7)} | options
    return after(State(), deal.open_game(State(), players=players, **choices))


STATE = opened()
SETS = {
    "passages": (by_hand.set_passages, {"locations": ["market", "tavern"]}),
    "start": (by_hand.set_start, {"seat": BOB}),
    "trophies": (by_hand.set_trophies, {"trophies": [id for id in TROPHIES if id[-1] in "1234"]}),
    "cards": (by_hand.set_cards, {"cards": [*CARDS][:3]}),
    "tiles": (by_hand.set_tiles, {"tiles": [*GREEN[:4], *RED[:4]]}),
}


def drew(state, element):
    move, choices = SETS[element]
    return after(state, move(state, **choices))


@pytest.mark.parametrize("element", SETS)
def test_what_the_table_drew_lies_there(element):
    state = drew(STATE, element)
    lie = {
        "passages": state.passages_out == ("market", "tavern"),
        "start": state.start_seat == BOB,
        "trophies": state.trophies == {row: tuple(f"{row}-{n}" for n in range(1, 5)) for row in ("I", "II", "III")},
        "cards": state.cards == (*CARDS,)[:3],
        "tiles": (state.green, state.red) == (tuple(GREEN[:4]), tuple(RED[:4])),
    }
    assert lie[element]
    assert state.by_table == (element,)
    assert {*SETS, "djinn", "layout", "deck"} == {*by_hand.CHANGES}


@pytest.mark.parametrize(
    ("element", "lie"),
    [
        ("passages", [("locations", [*LOCATIONS], 2, STATE.passages_out)]),
        ("cards", [("cards", [*CARDS], 3, STATE.cards)]),
        ("tiles", [("tiles", GREEN, 4, STATE.green), ("tiles", RED, 4, STATE.red)]),
        ("start", []),
    ],
)
def test_a_table_chooses_so_many_from_all_that_there_is(element, lie):
    assert [(one.field, one.things, one.count, one.lie) for one in by_hand.groups(STATE, element)] == lie


def test_what_the_table_drew_is_marked():
    (event,) = by_hand.set_cards(STATE, cards=[*CARDS][:3])
    assert tell(event, NAMES).endswith("(Drawn by the table.)")
    assert "table" not in tell(CardsDrawn(event.cards), NAMES)
    assert again(STATE, event) == (event, True)


def test_cards_that_come_later_reopen_sheets_that_lack_what_they_ask_for():
    """What nobody has counted would give points: no Passages, no Mage with a Key, the lowest Capacity."""
    late = {"cards": ["few_passages", "no_key_mage", "keys"], "reopens": True}
    sheets = replace(STATE, cards=("spare_stock",), sheets=(Sheet(),) * 3, entered=(frozenset(),) * 3)
    some = after(sheets, [SheetSet(0, "corks", 4), SheetDone(0), SheetSet(1, "corks", 1), SheetDone(2)])
    now = after(some, late_cards.set_cards(some, **late))
    assert (now.done, now.sheets, now.cards) == (frozenset(), some.sheets, tuple(late["cards"]))
    assert len(late_cards.set_cards(some, cards=late["cards"])) == 1  # as older logs have it
    counted = [SheetSet(0, row, 0) for row in ("passages", "mages", "mages_with_key", "keys")]
    whole = after(some, [*counted, SheetDone(0)])
    assert after(whole, late_cards.set_cards(whole, **late)).done == {0}


@pytest.mark.parametrize("element", ["passages", "cards"])
def test_so_many_lie_out(element):
    """Choose as many as the rulebook says: Setup 2e and 10."""
    move, choices = SETS[element]
    ((name, chosen),) = choices.items()
    for wrong in ([], chosen[:1], [chosen[0]] * len(chosen), [*LOCATIONS] if element == "passages" else [*CARDS]):
        with pytest.raises(Refusal, match="Choose exactly"):
            move(STATE, **{name: wrong})


@pytest.mark.parametrize("tiles", [GREEN[:4], [*GREEN[:5], *RED[:3]], [*GREEN[:5], *RED[:4]]])
def test_of_each_side_one_tile_more_than_players_lies_out(tiles):
    """Lay out what the rulebook's Setup 11 says."""
    with pytest.raises(Refusal, match="Choose exactly 4"):
        by_hand.set_tiles(STATE, tiles=tiles)


def test_a_card_that_is_none_is_an_error():
    with pytest.raises(KeyError, match="camel"):
        by_hand.set_cards(STATE, cards=["camel", "keys", "low_capacity"])


def test_a_seat_that_is_not_there_does_not_start():
    with pytest.raises(Refusal, match="no such seat"):
        by_hand.set_start(STATE, seat=3)


@pytest.mark.parametrize("element", SETS)
def test_it_is_set_until_play_depends_on_it(element):
    picked = after(STATE, [TilePicked(STATE.start_seat, STATE.green[0])])
    hunt, finished = after(STATE, [HuntBegun(0.0)]), after(STATE, [GameFinished(0.0)])
    for state, locked, why in (
        (picked, element in ("start", "tiles"), "tile has already been taken"),
        (hunt, element != "cards", "hunt has already begun"),
        (finished, True, "game is finished"),
    ):
        if locked:
            with pytest.raises(Refusal, match=why):
                drew(state, element)
        else:
            assert drew(state, element).by_table == (element,)


@pytest.mark.parametrize("element", ["start", "cards", "tiles"])
def test_a_game_that_leaves_it_out_has_nothing_to_set(element):
    with pytest.raises(Refusal, match="You skip this"):
        drew(opened(1, deck=13), element)


def test_a_reroll_of_all_leaves_what_the_table_drew():
    state = drew(drew(STATE, "cards"), "start")
    again = after(state, deal.reroll(state, element="all", rng=Random(7)))
    assert (again.cards, again.start_seat, again.by_table) == (state.cards, BOB, ("cards", "start"))
    assert again.layout != state.layout
    word = after(state, deal.say_word(state, seat=ANN, word="Opal"))
    assert (word.cards, word.start_seat) == (state.cards, BOB)


def test_what_the_table_drew_alone_is_not_drawn_anew_all_at_once():
    with pytest.raises(Refusal, match="drew everything yourselves"):
        deal.reroll(replace(STATE, by_table=draws.elements(STATE)), element="all", rng=Random(7))


def test_a_reroll_of_one_thing_lets_the_app_draw_it():
    state = drew(STATE, "cards")
    assert after(state, deal.reroll(state, element="cards", rng=Random(7))).by_table == ()


def test_a_game_that_the_table_drew_in_part_is_no_challenge():
    """The code would give others another game."""
    state = opened(1, deck=13, tom=deal.HOUSE_DECK)
    assert challenges.challenge(state.secret, state.drawn, "")
    assert not challenges.challenge(state.secret, drew(state, "passages").drawn, "")


def test_who_sets_the_same_things_in_another_order_has_the_same_table():
    """So that either can be taken back alone."""
    events = PassagesRemoved(("market", "tavern"), by_hand=True), StartDrawn(CEM, by_hand=True)
    assert after(STATE, events) == after(STATE, events[::-1])


def test_a_card_on_the_table_counts_once_even_if_somebody_chose_it_as_private():
    sheet = replace(Sheet(), private_card="keys", keys=3)
    assert scoring.score(sheet, ("keys",)) == scoring.score(replace(sheet, private_card=None), ("keys",))


def test_who_set_it_sees_it_on_the_set_up_page(ann, open_djinn, tap):
    code = open_djinn(ann)
    panel = ann.get(f"/djinn/{code}/setup?drew=cards").text
    assert 'id="set-cards"' in panel
    answer = tap(ann, code, "set-cards", cards=["keys", "low_capacity", "high_base"])
    assert answer.location == f"/djinn/{code}/setup#step-cards"
    assert "Drawn by the table" in ann.get(f"/t/{code}/log").text


def test_a_form_opens_below_its_step_and_stays_open_when_others_tap(ann, open_djinn, tap):
    code = open_djinn(ann)
    page = ann.get(f"/djinn/{code}/setup?drew=cards").text
    assert page.index('id="step-cards"') < page.index('id="drew"') < page.index('id="step-tiles"')
    again = unescape(re.search(r'id="setup"[^>]* hx-get="([^"]+)"', page)[1])
    tap(ann, code, "tick", step="board")
    update = ann.get(again, headers={"HX-Request": "true", "HX-Target": "setup"}).text
    assert 'id="set-cards"' in update


def test_what_is_settled_or_left_out_is_not_offered(ann, open_djinn, tap):
    code = open_djinn(ann, first_game="y")
    assert 'id="set-cards"' not in ann.get(f"/djinn/{code}/setup?drew=cards").text
    assert 'id="set-passages"' in ann.get(f"/djinn/{code}/setup?drew=passages").text
    tap(ann, code, "begin")
    assert 'id="set-passages"' not in ann.get(f"/djinn/{code}/setup?drew=passages").text


# The layout


def test_two_spaces_are_swapped():
    state = after(STATE, by_hand.swap(STATE, one="R1", other="O23"))
    changed = {slot for slot in STATE.layout if state.layout[slot] != STATE.layout[slot]}
    assert changed == {"R1", "O23"}
    assert state.layout["R1"] == STATE.layout["O23"]
    assert state.by_table == ("layout",)
    assert again(STATE, SpacesSwapped("R1", "O23")).by_table


@pytest.mark.parametrize(("one", "other", "why"), [("R1", "b1", "same shape"), ("R1", "R1", "two spaces")])
def test_only_two_of_a_shape_are_swapped(one, other, why):
    with pytest.raises(Refusal, match=why):
        by_hand.swap(STATE, one=one, other=other)


def test_the_map_is_set_right_during_the_hunt_until_the_end():
    hunt, finished = after(STATE, [HuntBegun(0.0)]), after(STATE, [GameFinished(0.0)])
    assert by_hand.swap(hunt, one="R1", other="R2") == [SpacesSwapped("R1", "R2")]
    with pytest.raises(Refusal, match="game is finished"):
        by_hand.swap(finished, one="R1", other="R2")
    with pytest.raises(Refusal, match=r"hunt has (already )?begun"):
        deal.reroll(hunt, element="layout", rng=Random(7))


def test_what_may_be_set_right_is_open():
    hunt, alone = after(STATE, [HuntBegun(0.0)]), opened(1, deck=13)
    assert [draws.is_open(STATE, one) for one in ("layout", "cards", "tiles", "deck")] == [True, True, True, False]
    assert [draws.is_open(hunt, one) for one in ("layout", "cards", "tiles", "deck")] == [True, True, False, False]
    assert [draws.is_open(alone, one) for one in ("layout", "cards", "tiles", "deck")] == [True, False, False, True]


def test_a_swap_of_slots_that_are_none_changes_nothing():
    assert evolve(STATE, SpacesSwapped("R1", "Z9")) == STATE


def test_every_slot_is_set_once():
    slot, seen = "R1", []
    while slot:
        seen.append(slot)
        slot = by_hand.following(slot)
    assert seen == [*CITY.round, *CITY.square]
    assert by_hand.following("") == ""
    assert by_hand.slots("b1") == CITY.square


def test_equal_symbols_that_touch_in_a_first_game_are_named():
    """Warn of what the rulebook's Setup, Note forbids; what lies there lies there."""
    layout = {"R1": "market", "b1": "market", "R2": "tavern", "b3": "tavern"}
    assert touching(CITY, layout) == ("market",)
    assert touching(CITY, opened(first_game=True).layout) == ()


def test_the_set_up_page_sets_one_space_after_the_other(ann, open_djinn, tap, state):
    code = open_djinn(ann, first_game="y")
    page = ann.get(f"/djinn/{code}/setup?drew=layout&from=R1").text
    assert 'name="one" value="R1"' in page
    assert "swap?next=R2" in page
    before = state(code).layout
    answer = tap(ann, code, "swap?next=R2", one="R1", other="O12")
    assert answer.location.endswith("/setup?drew=layout&from=R2#laid")
    assert tap(ann, code, "swap", one="b1", other="b2").location.endswith("/setup?drew=layout#laid")
    assert state(code).layout["R1"] == before["O12"]


def test_the_lines_that_anybody_can_run_print_what_the_app_drew():
    assert any("layout/0" in line for line in snippet(STATE))
    swapped = after(STATE, by_hand.swap(STATE, one="R1", other="R2"))
    assert not any("layout" in line for line in snippet(swapped))
    dealing = after(STATE, bag.set_djinn(STATE, rng=Random(7)))
    assert any("djinn/1" in line for line in snippet(dealing))
    word = after(dealing, deal.say_word(dealing, seat=ANN, word="Opal"))
    assert not any("djinn/" in line for line in snippet(word))


# Tom's deck


def alone(**options):
    return opened(1, deck=13, **options)


def test_before_his_first_card_the_printed_deck_may_take_the_place_of_the_apps():
    state = alone(tom=deal.HOUSE_DECK)
    assert by_hand.set_deck(state, printed=True) == [TomPrinted()]
    printed = after(state, [TomPrinted()])
    assert (printed.shuffled, printed.house, printed.deck, printed.cards_left) == (False, False, (), 13)
    (shuffled,) = by_hand.set_deck(printed, printed=False)
    assert after(printed, [shuffled]) == state
    assert again(state, TomPrinted()).by_table
    assert again(printed, shuffled) == (shuffled, False)


def test_once_a_card_is_revealed_the_deck_stays():
    state = after(alone(tom=deal.HOUSE_DECK), [HuntBegun(0.0)])
    assert by_hand.set_deck(state, printed=True)
    state = after(state, tom_game.reveal(replace(state, turn=Turn(ANN, 2)), at=0.0))
    with pytest.raises(Refusal, match="first card"):
        by_hand.set_deck(state, printed=True)


def test_who_has_that_deck_already_is_told():
    with pytest.raises(Refusal, match="already like that"):
        by_hand.set_deck(alone(), printed=True)
    with pytest.raises(Refusal, match="You skip this"):
        by_hand.set_deck(STATE, printed=True)


# Trophies that nobody has described


PART = replace(STATE, noted=replace(NOTHING_NOTED, trophies={"I-2": ("I", 36, ""), "I-5": ("I", 30, "")}))


@pytest.mark.parametrize(("state", "named"), [(STATE, ()), (PART, ("I-2",)), (PART, ("I-5", "I-2"))])
def test_trophies_that_nobody_has_described_lie_there_all_the_same(state, named):
    """One more than players of each row lies there, whichever (rulebook, Setup 8)."""
    (event,) = by_hand.set_trophies(state, trophies=named)
    assert event.by_hand
    assert [len(ids) for ids in event.rows.values()] == [4, 4, 4]
    assert set(event.rows["I"]) & set(state.noted.trophies) == set(named)


def test_more_trophies_than_lie_in_a_row_are_refused():
    with pytest.raises(Refusal, match="exactly 4"):
        by_hand.set_trophies(STATE, trophies=("II-1", "II-2", "II-3", "II-4", "II-5"))


def test_a_table_chooses_among_the_described_trophies():
    rows = by_hand.groups(PART, "trophies")
    assert [(one.things, one.count, one.rest) for one in rows] == [
        (["I-2", "I-5"], 4, True),
        ([], 4, True),
        ([], 4, True),
    ]
    described = {id: (trophy.row, 36, "") for id, trophy in TROPHIES.items()}
    whole = by_hand.groups(replace(STATE, noted=replace(NOTHING_NOTED, trophies=described)), "trophies")
    assert [one.rest for one in whole] == [False] * 3
