"""What no game of Djinn can be in: an imported log may hold anything, and the check names what is wrong with it."""

from dataclasses import replace
from functools import reduce
from itertools import permutations
from random import Random

import pytest

from companion.games.djinn.facts import CARDS, COLOURS, LOCATIONS, PAYMENTS, SLOTS, TILES, TROPHIES, TROPHY_POINTS
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import BoxNoted, HuntBegun, TomCard, TrophyTaken
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.setup.checklist import STEPS
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.state import check, evolve
from companion.games.djinn.state.model import Awaited, Clock, State, Turn
from tests.checks import wrong
from tests.djinn.solo import LAST_BOSS, LAST_CARD, NOTHING, TAVERN_MARKET

EVENTS = [*open_game(State(), players=3, first_game=False, longer=False, rng=Random(7)), HuntBegun(5.0)]
HUNT = reduce(evolve, EVENTS, State())
YEAR_2242 = 2**33
"""When time ends for the app, in seconds since 1970."""
SHEET = Sheet()
NAMED = {"names": {"brown": "Sand"}, "swatches": {"brown": "orange"}}


def sheets(**change):
    return {"sheets": (SHEET, SHEET, replace(SHEET, **change))}


def noted(**change):
    return {"noted": BoxNoted(**{"names": {}, "swatches": {}, "tiles": {}} | change)}


def placed(*paths, **place):
    return {"city": replace(CITY, paths=CITY.paths | {frozenset(path) for path in paths}, place=CITY.place | place)}


def without(known, key):
    return {other: value for other, value in known.items() if other != key}


def test_a_game_that_has_begun_is_one():
    assert wrong(check, HUNT, 3) == []


def test_one_to_four_play():
    """Two to four play, or one against Tom (rulebook, Game Components; Solo Play)."""
    assert "players" in wrong(check, HUNT, 2)
    for players in (0, 5, 6):
        assert "players" in wrong(check, replace(HUNT, players=players), players)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("layout", {"layout": without(HUNT.layout, "R1")}),
        ("layout", {"layout": HUNT.layout | {"S": "market"}}),
        ("layout", {"layout": HUNT.layout | {"R1": "palace"}}),
        ("passages", {"passages_out": ("market", "palace")}),
        ("djinn", {"aside": ("brown",)}),
        ("djinn", {"bag": HUNT.bag[1:]}),
        ("djinn", {"caught": (("boss", "blue"), (), ())}),
        ("cards", {"cards": ("keys", "camels")}),
        ("cards", sheets(private_card="camels")),
        ("tiles", {"green": ("start_gift", "camel")}),
        ("tiles", {"red": ("camel",)}),
        ("tiles", {"picks": ((0, "camel"),)}),
        ("seats", {"start_seat": 3}),
        ("seats", {"picks": ((3, "start_gift"),)}),
        ("seats", {"turn": Turn(3, 1)}),
        ("seats", {"ticks": {"board": 3}}),
        ("steps", {"ticks": dict.fromkeys((*STEPS, "camel"))}),
        ("city", placed(("R1", "Z9"))),
        ("city", placed(Z9=(0.0, 0.0))),
        ("city", placed(R1=(0.0, 2.6))),
        ("city", placed(R1=(-2.6, 0.0))),
        ("box", noted(names={"brown": "Sand"})),
        ("box", noted(names={"sand": "Sand"}, swatches={"sand": "orange"})),
        ("box", noted(names={"brown": ""}, swatches={"brown": "orange"})),
        ("box", noted(names={"brown": "x" * 25}, swatches={"brown": "orange"})),
        ("box", noted(tiles={"camel": "text"})),
        ("box", noted(sides={"camel": "red"})),
        ("box", noted(trophies={"camel": ("I", 30, "")})),
        ("box", noted(trophies={"I-1": ("IV", 30, "")})),
        ("box", noted(scrolls={"9": 1})),
        ("chance", {"words": ((3, "word"),)}),
        ("tom", {"deck_size": 13}),
        ("much", {"picks": ((0, "start_gift"),) * (len(TILES) + 1)}),
        ("much", {"caught": (("boss",) * 61, (), ())}),
        ("much", {"placed": (0,) * 61}),
        ("much", noted(tiles={"start_gift": "x" * 241})),
        ("much", noted(tents={"1": "x" * 241})),
        ("much", noted(trophies={"I-1": ("I", 30, "x" * 241)})),
        ("much", noted(**NAMED | {"swatches": {"brown": "x" * 241}})),
        ("much", sheets(coins=1_000_001)),
        ("much", sheets(other=-1_000_001)),
        ("much", {"clock": Clock((0.0, YEAR_2242, 0.0))}),
        ("much", {"clock": Clock((0.0, 0.0, -YEAR_2242))}),
        ("much", {"clock": Clock((0.0,) * 3, YEAR_2242)}),
        ("awaited", {"awaited": (Awaited(1, "S", None),)}),
        ("awaited", {"awaited": (Awaited(1, "Z9", None),)}),
        ("awaited", {"awaited": (Awaited(1, "", 3),)}),
        ("awaited", {"awaited": (Awaited(len(HUNT.bag), "R1", None), Awaited(1, "", 0))}),
        ("paths", {"paths": {3: ("R1",)}}),
        ("paths", {"paths": {0: ("Z9",)}}),
        ("paths", {"here": ("Z9",)}),
        *(("seats", {name: frozenset({3})}) for name in ("beyond", "done", "tied", "unscored")),
        ("seats", {"placed": (3,)}),
        ("seats", {"taken": (TrophyTaken(3, "I", 30, "I/30"),)}),
    ],
)
def test_what_is_wrong_is_named(what, change):
    assert wrong(check, replace(HUNT, **change), 3) == [what]


@pytest.mark.parametrize("slot", ["R1", "Z9"])
def test_djinn_stand_at_the_round_spaces(slot):
    """At each of the six, and nowhere else (rulebook, Setup 7)."""
    spaces = without(HUNT.spaces, "R1") if slot == "R1" else HUNT.spaces | {"Z9": HUNT.spaces["R1"]}
    assert "spaces" in wrong(check, replace(HUNT, spaces=spaces), 3)


@pytest.mark.parametrize(
    "change",
    [
        {"turn": None, "clock": Clock((0.0,) * 3)},
        {"caught": (("boss",) * 60, (), ()), "placed": (0,) * 60},
        {"picks": ((2, "start_gift"),) * len(TILES)},
        {"cards": tuple(CARDS), "ticks": dict.fromkeys(STEPS, 2), "passages_out": tuple(LOCATIONS)},
        sheets(private_card="keys", coins=1_000_000, other=-1_000_000),
        {"clock": Clock((YEAR_2242 - 1,) * 3, YEAR_2242 - 1)},
        {"clock": Clock((0.0,) * 3, 0.0)},
        placed(("R1", "S"), R1=(-2.5, 2.5)),
        noted(names={"brown": "x" * 24}, swatches={"brown": "x" * 240}, scrolls={"5": 1, "8_flipped": 2}),
        noted(names={"brown": "x"}, swatches={"brown": "orange"}, tents={"1": "x" * 240}),
        noted(tiles={"start_gift": "x" * 240}, sides={"start_gift": "red"}, trophies={"I-1": ("III", 30, "")}),
        {"words": ((2, "word"),)},
        {"green": tuple(TILES), "red": ()},
        {"awaited": tuple(Awaited(1, slot, None) for slot in HUNT.spaces)},
        {"awaited": (Awaited(len(HUNT.bag) - 3, "R1", None), *(Awaited(1, "", seat) for seat in range(3)))},
        {"paths": dict.fromkeys(range(3), tuple(SLOTS)), "here": tuple(SLOTS)},
        {name: frozenset(range(3)) for name in ("beyond", "done", "tied", "unscored")},
        {"taken": tuple(TrophyTaken(0, one.row, TROPHY_POINTS[0], id) for id, one in TROPHIES.items())},
        noted(
            names=dict.fromkeys(COLOURS, "x"),
            swatches=dict.fromkeys(COLOURS, "grey"),
            tiles=dict.fromkeys(TILES, "x"),
            trophies={id: (trophy.row, 36, "") for id, trophy in TROPHIES.items()},
            scrolls=dict.fromkeys(("5", "6", "7", "8", "8_flipped"), 1),
        ),
    ],
)
def test_what_people_can_come_to_is_a_game(change):
    assert wrong(check, replace(HUNT, **change), 3) == []


@pytest.mark.parametrize("change", [{"at_source": True}, {"finished": True}])
def test_tom_plays_no_longer_than_his_deck_lasts(change):
    """Without a card left it is the end, or the last action at the Source (rulebook, Solo Play)."""
    without_cards = replace(LAST_CARD, deck=(), cards_left=0)
    assert "tom" in wrong(check, without_cards, 1)
    assert "tom" not in wrong(check, LAST_CARD, 1)
    assert "tom" not in wrong(check, replace(without_cards, **change), 1)


@pytest.mark.parametrize(
    "change",
    [
        {"deck_size": 11},
        {"deck_size": 16},
        {"revealed": (NOTHING,) * 14},
        {"tom": (replace(TAVERN_MARKET, second="palace"),)},
        {"revealed": (replace(TAVERN_MARKET, payment="camel" * 50),)},
        {"cards_left": 3},
        {"shuffled": False},
    ],
)
def test_toms_deck_is_one_of_the_game(change):
    assert "tom" not in wrong(check, replace(LAST_BOSS, revealed=(NOTHING,) * 13, deck_size=15), 1)
    assert "tom" in wrong(check, replace(LAST_BOSS, **change), 1)


def test_toms_cards_may_show_everything():
    cards = tuple(
        TomCard(f"own_{n:02}", first, second, payment, payment)
        for n, (first, second) in enumerate(permutations(LOCATIONS, 2))
        for payment in PAYMENTS
    )
    assert "tom" not in wrong(check, replace(LAST_BOSS, tom=(*cards, NOTHING)), 1)
