"""Trophies taken and Secret Passages placed, as somebody taps them in the hunt, and what the sheet makes of them."""

from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts import BOSS, LOCATIONS, TROPHY_ROWS
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import (
    BoxNoted,
    ExtraCaught,
    PassagePlaced,
    SheetSet,
    TieFound,
    TrophyTaken,
    TurnEnded,
)
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import hunt, rewards
from companion.games.djinn.scoring.scoring import done
from companion.games.djinn.scoring.sheet_defaults import doubt, follows
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State, Turn
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal

ANN, BOB = 0, 1
LYING = {"I": ("I-1", "I-2", "I-3"), "II": ("II-1", "II-2", "II-3"), "III": ("III-1", "III-2", "III-3")}
HUNT = State(
    players=2,
    first_game=True,
    goods=True,
    turn=Turn(ANN, 2),
    trophies=LYING,
    sheets=(Sheet(),) * 2,
    entered=(frozenset(),) * 2,
    caught=(("blue",) * 8, ("brown",)),
)
KNOWN = replace(HUNT, noted=BoxNoted({}, {}, {}, {"I-2": ("I", 36, "2 Coins"), "I-7": ("I", 30, "")}))


def fold(state, *events):
    return reduce(evolve, events, state)


def took(count, seat=ANN):
    return [TrophyTaken(seat, row, 30, f"{row}/30") for row in (*TROPHY_ROWS, "I", "II")[:count]]


@pytest.mark.parametrize(
    ("count", "rows"), [(0, ("I",)), (1, ("II",)), (2, ("III",)), (3, TROPHY_ROWS), (4, TROPHY_ROWS)]
)
def test_the_first_three_trophies_come_row_by_row(count, rows):
    """Rulebook, Additional Action Receive a Trophy."""
    assert rewards.due(fold(HUNT, *took(4, BOB), *took(count)), ANN) == rows


def test_a_trophy_that_nobody_has_described_is_taken_by_its_points():
    assert [one.id for one in rewards.offers(HUNT, ANN)] == ["I/30", "I/36"]
    assert rewards.take_trophy(HUNT, seat=ANN, trophy="I/36") == [TrophyTaken(ANN, "I", 36, "I/36")]


def test_a_described_one_is_taken_as_it_lies_there_and_then_is_gone():
    assert [one.id for one in rewards.offers(KNOWN, ANN)] == ["I-2", "I/30", "I/36"]
    events = rewards.take_trophy(KNOWN, seat=ANN, trophy="I-2")
    assert events == [TrophyTaken(ANN, "I", 36, "I-2")]
    assert [one.id for one in rewards.offers(fold(KNOWN, *events), BOB)] == ["I/30", "I/36"]


def test_no_more_trophies_are_taken_than_lie_in_a_row():
    state = fold(KNOWN, *[TrophyTaken(BOB, "I", 30, "I/30")] * 2)
    assert [one.id for one in rewards.offers(state, ANN)] == ["I-2"]
    with pytest.raises(Refusal, match="row I"):
        rewards.take_trophy(state, seat=ANN, trophy="I/30")


@pytest.mark.parametrize(
    ("state", "seat", "why"),
    [
        (replace(HUNT, at_source=True), ANN, "you can't take Trophies"),
        (HUNT, BOB, "another player's turn"),
        (replace(HUNT, turn=None), ANN, "Begin it first"),
    ],
)
def test_a_trophy_is_taken_in_ones_turn_and_not_at_the_end(state, seat, why):
    """Rulebook, Additional Action Receive a Trophy: not as the last action of the game."""
    with pytest.raises(Refusal, match=why):
        rewards.take_trophy(state, seat=seat, trophy="I/30")


def test_a_row_out_of_order_is_refused():
    with pytest.raises(Refusal, match="from row I\\."):
        rewards.take_trophy(HUNT, seat=ANN, trophy="II/30")


def test_bosses_given_for_a_trophy_are_in_the_supply_again():
    """Our reading of the rulebook's Receive a Trophy: discarded Bosses return to the supply."""
    state = replace(HUNT, caught=(("blue", "blue", BOSS), ()), supply_bosses=0)
    assert rewards.colours_due(state, ANN) == ["blue"]
    with pytest.raises(Refusal, match="no Bosses left in the supply"):
        hunt.catch_supply_boss(state, seat=ANN)
    events = rewards.take_trophy(state, seat=ANN, trophy="I/36", colour="blue", bosses=1)
    assert events == [TrophyTaken(ANN, "I", 36, "I/36", (BOSS, "blue", "blue"))]
    given = fold(state, *events)
    assert (given.supply_bosses, rewards.colours_due(given, ANN)) == (1, [])
    assert hunt.catch_supply_boss(given, seat=ANN)


def test_bosses_given_for_a_trophy_leave_the_game_by_a_house_rule():
    """Anything discarded leaves it then; older logs brought them to the supply all the same."""
    state = replace(HUNT, caught=(("blue", "blue", BOSS), ()), supply_bosses=0)
    ruled, given = replace(state, rules_on=frozenset({"discarded"})), {"colour": "blue", "bosses": 1}
    for table, discards, supply in ((state, True, 1), (ruled, True, 0), (ruled, False, 1)):
        events = rewards.take_trophy(table, seat=ANN, trophy="I/36", discards=discards, **given)
        assert fold(table, *events).supply_bosses == supply


def test_three_djinn_of_one_colour_make_a_trophy_due():
    for caught, due in (
        (("blue",) * 3, ["blue"]),
        (("blue", "blue", "brown"), []),
        (("blue", BOSS, BOSS), ["blue"]),
        ((BOSS,) * 3, []),
    ):
        assert rewards.colours_due(replace(HUNT, caught=(caught, ())), ANN) == due


@pytest.mark.parametrize(("colour", "bosses"), [("", 2), ("blue", 4), ("blue", -(10**9))])
def test_three_djinn_are_given_and_no_more(colour, bosses):
    with pytest.raises(Refusal, match="A Trophy costs three Djinn"):
        rewards.take_trophy(HUNT, seat=ANN, trophy="I/36", colour=colour, bosses=bosses)


def test_who_was_seen_to_catch_too_few_is_asked_first():
    bob = replace(HUNT, turn=Turn(BOB, 2))
    with pytest.raises(Refusal, match="app's count you have: 1 Brown") as refused:
        rewards.take_trophy(bob, seat=BOB, trophy="I/36", strict=True)
    assert refused.value.offer[0] == "anyway"
    assert rewards.take_trophy(bob, seat=BOB, trophy="I/36")
    assert rewards.take_trophy(HUNT, seat=ANN, trophy="I/36", strict=True)


@pytest.mark.parametrize(
    ("caught", "colour", "bosses", "enough"),
    [
        (("blue", "blue", "brown"), "blue", 0, False),
        (("blue", "blue", "brown"), "", 0, False),
        (("blue", "blue", BOSS), "blue", 1, True),
        (("blue", "blue", BOSS), "blue", 0, False),
        (("blue", "blue", BOSS), "", 0, True),
        ((BOSS,) * 3, "", 0, True),
    ],
)
def test_a_trophy_takes_three_of_one_colour(caught, colour, bosses, enough):
    """Rulebook, Receive a Trophy, and Boss Djinn: in a Bottle of any colour."""
    state = replace(HUNT, caught=(caught, ()))
    given = {"trophy": "I/36", "colour": colour, "bosses": bosses, "alike": True}
    if enough:
        assert rewards.take_trophy(state, seat=ANN, **given)
    else:
        with pytest.raises(Refusal, match="3 Djinn of one colour"):
            rewards.take_trophy(state, seat=ANN, **given)


def test_a_secret_passage_is_placed_at_the_archives():
    """Rulebook, Archives: one of its options, or of a Secret Passage that shows them; an effect may allow others."""
    layout = dict(zip(CITY.square, LOCATIONS, strict=True)) | dict(zip(CITY.round, LOCATIONS, strict=True))
    slots = {place: slot for slot, place in layout.items() if slot in CITY.square}
    at = {place: replace(HUNT, layout=layout, here=(slot,)) for place, slot in slots.items()}
    assert rewards.place_passage(at["archives"], seat=ANN, slot=slots["market"], strict=True)
    for state in (
        at["academy"],
        replace(at["archives"], acted=("coins",)),
        fold(at["archives"], PassagePlaced(ANN, slots["market"])),
    ):
        with pytest.raises(Refusal, match="You place Secret Passages at the Archives") as refused:
            rewards.place_passage(state, seat=ANN, slot=slots["tavern"], strict=True)
        assert refused.value.offer[0] == "anyway"
        assert rewards.place_passage(state, seat=ANN, slot=slots["tavern"])


def test_a_secret_passage_lies_where_its_player_says():
    """Rulebook, Archives: no second one of the same player beside a space."""
    (event,) = rewards.place_passage(HUNT, seat=ANN, slot="b1")
    state = fold(HUNT, event, PassagePlaced(ANN))
    assert (state.placed, state.passages) == ((ANN, ANN), ((ANN, "b1"),))
    assert "b1" not in rewards.free_squares(state, ANN)
    assert "b1" in rewards.free_squares(state, BOB)
    with pytest.raises(Refusal, match="already has a Secret Passage there"):
        rewards.place_passage(state, seat=ANN, slot="b1")


def test_a_new_secret_passage_is_told_with_its_symbol_and_its_space():
    state, where = replace(HUNT, layout={"b1": "tavern"}), {"seat": ANN, "slot": "b1"}
    with pytest.raises(Refusal, match="Which symbol") as refused:
        rewards.place_passage(state, **where, strict=True, whole=True)
    assert refused.value.offer == ("anyway", "I won't say", "y")
    told = [
        rewards.place_passage(state, **where, symbol="market", strict=True, whole=True),
        rewards.place_passage(state, **where, whole=True),
        rewards.place_passage(state, seat=ANN, symbol="market", strict=True, whole=True),
        rewards.place_passage(state, **where, strict=True),  # as older logs have it
    ]
    assert [str(tell(event, ("Ann",))) for (event,) in told] == [
        "Ann places a Secret Passage, Market, beside the square Tavern.",
        "Ann places a Secret Passage beside the square Tavern.",
        "Ann places a Secret Passage: Market.",
        "Ann places a Secret Passage.",
    ]
    assert fold(state, *told[1]).passages == fold(state, *told[3]).passages


def test_four_secret_passages_are_placed_and_no_more():
    """Rulebook, Setup 2e: two of six go back to the box."""
    assert rewards.place_passage(HUNT, seat=ANN) == [PassagePlaced(ANN)]
    state = fold(HUNT, *[PassagePlaced(ANN)] * 4, PassagePlaced(BOB))
    assert (rewards.passages_left(state, ANN), rewards.passages_left(state, BOB)) == (0, 3)
    with pytest.raises(Refusal, match="all their Secret Passages"):
        rewards.place_passage(state, seat=ANN)


def test_a_secret_passage_is_placed_in_ones_own_turn():
    with pytest.raises(Refusal, match="another player's turn"):
        rewards.place_passage(HUNT, seat=BOB)


def test_the_sheet_is_filled_in_from_the_hunt():
    gained = [
        TrophyTaken(ANN, "I", 36, "I/36"),
        TrophyTaken(ANN, "II", 30, "II/30"),
        PassagePlaced(ANN),
        ExtraCaught(ANN, "brown"),
    ]
    assert follows(fold(HUNT, *gained), ANN) == {
        "trophies_30": 1,
        "trophies_36": 1,
        "passages": 1,
        "capacity": 8,
        "corked": 3,
    }


def test_what_somebody_entered_stays():
    state = fold(HUNT, TrophyTaken(ANN, "I", 36, "I/36"), SheetSet(ANN, "trophies_36", 2))
    assert follows(state, ANN) == {"corked": 2}


def test_a_tie_starts_from_the_goods_of_the_start_and_asks_to_count_them():
    state = fold(HUNT, SheetSet(ANN, "corked", 1), SheetSet(BOB, "corked", 1), TieFound((ANN, BOB)))
    assert follows(state, ANN) == {"coins": 4}
    assert "your starting Coins" in doubt(state, ANN)
    with pytest.raises(Refusal, match="your starting Coins"):
        done(state, seat=ANN, at=5.0)
    counted = fold(state, SheetSet(ANN, "coins", 7), SheetSet(ANN, "scrolls", 0))
    assert doubt(counted, ANN) is None


@pytest.mark.parametrize("state", [replace(HUNT, turn=None), replace(HUNT, goods=False)])
def test_a_game_that_the_app_did_not_see_begins_with_nothing(state):
    state = fold(state, ExtraCaught(ANN, "brown"), TieFound((ANN, BOB)))
    assert "coins" not in follows(state, ANN)
    assert ("capacity" in follows(state, ANN)) == state.goods


@pytest.mark.parametrize(("picks", "known"), [(7, False), (8, True)])
def test_what_four_began_with_is_known_after_the_whole_draft(picks, known):
    """Two tiles a player."""
    tiles = [(pick % 4, "start_gift") for pick in range(picks)]
    drafted = replace(HUNT, players=4, green=("start_gift",), picks=tuple(tiles), sheets=(Sheet(),) * 4)
    state = replace(drafted, caught=((),) * 4, entered=(frozenset(),) * 4, tied=(ANN, BOB))
    assert ("coins" in follows(state, ANN)) == known


def test_by_a_house_rule_one_trophy_a_turn_is_taken():
    state = fold(HUNT, TrophyTaken(ANN, "I", 36, "I/36"))
    assert rewards.take_trophy(state, seat=ANN, trophy="II/30")
    ruled = replace(state, rules_on=frozenset({"trophy_many"}))
    with pytest.raises(Refusal, match="at most one Trophy a turn"):
        rewards.take_trophy(ruled, seat=ANN, trophy="II/30")
    later = replace(fold(ruled, TurnEnded(ANN, 1.0)), turn=Turn(ANN, 3))
    assert rewards.take_trophy(later, seat=ANN, trophy="II/30")


def test_a_passage_tells_its_symbol_and_no_space_has_one_twice():
    """Rulebook, Archives: neither the space nor a passage there shows the same symbol."""
    state = replace(HUNT, passages_out=("market", "tavern"), layout={"b1": "tavern", "b2": "academy"})
    (event,) = rewards.place_passage(state, seat=ANN, slot="b1", symbol="archives")
    assert event == PassagePlaced(ANN, "b1", "archives")
    placed = fold(state, event)
    assert rewards.symbols_left(placed, ANN) == ["academy", "catacombs", "manufactory"]
    assert rewards.symbols_left(placed, BOB) == ["academy", "catacombs", "archives", "manufactory"]
    for seat, slot, symbol, said in (
        (BOB, "b1", "archives", "already there"),
        (ANN, "b2", "archives", "no Secret Passage with this symbol left"),
        (ANN, "b2", "market", "no Secret Passage with this symbol left"),
        (ANN, "b2", "academy", "already there"),
    ):
        with pytest.raises(Refusal, match=said):
            rewards.place_passage(replace(placed, turn=Turn(seat, 2)), seat=seat, slot=slot, symbol=symbol)
