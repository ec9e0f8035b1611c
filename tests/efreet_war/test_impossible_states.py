"""What no war can be in: an imported log may hold anything, and the check names what is wrong with it."""

from dataclasses import replace

import pytest

from companion.games.efreet_war.facts import BY_ID, CARDS, KING
from companion.games.efreet_war.state import check
from companion.games.efreet_war.state.house_rules import HOUSE_RULES
from companion.games.efreet_war.state.model import LARGEST, Earned, Guarded, State
from tests.checks import wrong
from tests.efreet_war.conftest import begun, opened

LAMP = Earned(0, "lamp", None, 1)


def war(**change):
    """Begin a war of two teams of three, with something changed."""
    return replace(begun(), **change)


def resources(id, **change):
    """List the Resources of that war, one of them changed."""
    known = begun().resources
    return known | {id: replace(known[id], **change)}


def lying(**change):
    return begun().sealed | change


@pytest.mark.parametrize("players", range(17))
def test_two_to_fourteen_play(players):
    state = replace(begun(), players=players, teams=((0,), tuple(range(1, players))))
    assert ("players" not in wrong(check, state, players)) == (2 <= players <= 14)
    assert wrong(check, opened(2, mode="free"), 2) == wrong(check, opened(14), 14) == []


@pytest.mark.parametrize(
    ("what", "change"),
    [
        (["players"], {"players": 5}),
        (["mode"], {"mode": "mob"}),
        (["teams"], {"teams": ((0, 1, 2), (3, 4, 4))}),
        (["teams"], {"teams": ((0, 1, 2, 3, 4, 5),)}),
        (["teams"], {"teams": ((0, 1, 2), (3, 4, 5), ())}),
        (["seats", "turn"], {"turn": 6}),
        (["seats"], {"first": 6}),
        (["seats"], {"audience": 6}),
        (["seats"], {"attacks": {"lamp": 6}}),
        (["seats"], {"fallen": (6,)}),
        (["seats"], {"assaults": ((0, 6),)}),
        (["seats"], {"falls": ((6, 1, None),)}),
        (["noted"], {"noted": LARGEST + 1}),
        (["seats"], {"earned": (Earned(0, None, 6, 3),)}),
        (["owners"], {"earned": (replace(LAMP, team=2),)}),
        (["owners"], {"artifacts": {2: ()}}),
        (["owners"], {"resources": resources("lamp", owner=2)}),
        (["attacks"], {"attacks": {"lantern": 0}}),
        (["attacks"], {"attacked": ("lantern",)}),
        (["points"], {"earned": (LAMP, replace(LAMP, team=1))}),
        (["first"], {"first": None}),
        (["named"], {"guardians": ("Bird",)}),
        (["named"], {"guardians": CARDS.guardians[1:]}),
        (["chance"], {"words": ((6, "word"),)}),
        (["turn"], {"turn": None}),
        (["turn"], {"fallen": (0,)}),
        (["result"], {"result": 2}),
        (["result"], {"result": -2}),
        (["guardians"], {"resources": resources("lamp", guardians=())}),
        (["guardians"], {"resources": resources("lamp", guardians=begun().resources["king"].guardians[:1])}),
        (["guardians"], {"resources": resources("lamp", dead=("Bird",))}),
        (["cards"], {"sealed": lying(lamp="Oubliette")}),
        (["cards"], {"traps": ("Oubliette", "Desert Twister")}),
        (["cards"], {"resources": resources("lamp", uncovered="Oubliette")}),
        (["cards"], {"shown": {"lamp": "Oubliette"}}),
        (["much"], {"earned": tuple(Earned(0, None, 0, 3) for _ in range(101))}),
        (["much"], {"attacked": ("lamp",) * 101}),
        (["much"], {"artifacts": {0: ("Flying Carpet",) * 101}}),
    ],
)
def test_what_is_wrong_is_named(what, change):
    assert wrong(check, war(**change), 6) == what


@pytest.mark.parametrize(
    ("what", "change"),
    [
        (["damage"], {"resources": resources("lamp", damage={"Serra Angel": -1})}),
        (["damage"], {"resources": resources("lamp", damage={"Serra Angel": LARGEST + 1})}),
        (["damage"], {"resources": resources("lamp", damage={str(number): 1 for number in range(101)})}),
        (["lives"], {"lives": (20,) * 5}),
        (["lives"], {"lives": (LARGEST + 1,) * 6}),
        (["lives"], {"life": -LARGEST - 1}),
        (["counts"], {"counts": {6: {}}}),
        (["counts"], {"counts": {0: {str(number): 1 for number in range(101)}}}),
        (["counted"], {"counts": {0: {"poison": -1}}}),
        (["counted"], {"counts": {0: {"poison": LARGEST + 1}}}),
        (["turns"], {"turns": -1}),
        (["turns"], {"turns": LARGEST + 1}),
        (["house"], {"rules_on": frozenset({"camel"})}),
    ],
)
def test_no_number_is_too_large(what, change):
    assert wrong(check, war(**change), 6) == what


@pytest.mark.parametrize(
    "change",
    [
        {"resources": resources("lamp", damage={str(number): LARGEST * (number % 2) for number in range(100)})},
        {"lives": (-LARGEST, LARGEST, 0, 0, 0, 0), "life": LARGEST, "turns": LARGEST},
        {"counts": {seat: {str(number): LARGEST * (number % 2) for number in range(100)} for seat in range(6)}},
        {"rules_on": frozenset(HOUSE_RULES)},
        {"laid": tuple(BY_ID), "sealed": {}},
    ],
)
def test_as_much_as_there_can_be_is_right(change):
    assert wrong(check, war(**change), 6) == []


@pytest.mark.parametrize("gone", ["sealed", "shown", "resources"])
def test_cards_lie_under_resources_only(gone):
    """Nothing lies elsewhere, and no Resource is missing or made up (rules, Setup)."""
    state = begun()
    if gone == "resources":
        there = {id: one for id, one in state.resources.items() if id != KING} | {"lantern": state.resources[KING]}
        moved = replace(state, resources=there)
    else:
        card = state.sealed["lamp"]
        sealed = {id: card for id, card in state.sealed.items() if id != "lamp"}
        moved = replace(state, sealed=sealed, shown={})
        moved = replace(moved, **{gone: getattr(moved, gone) | {"lantern": card}})
    assert wrong(check, moved, 6) == ["resources"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"guardians": CARDS.guardians},
        {"noted": LARGEST},
        {"assaults": ((0, 5),), "falls": ((5, 1, 0),)},
        {"begun": False, "turn": None},
        {"turn": None, "result": -1},
        {"turn": 0, "fallen": (0,), "result": 1},
        {"attacks": {"lamp": 5}, "attacked": ("lamp",), "audience": 5},
        {"earned": (LAMP, Earned(1, None, 0, 3), Earned(1, None, 2, 3))},
        {"earned": tuple(Earned(0, None, 0, 3) for _ in range(100))},
        {"attacked": ("lamp",) * 100},
        {"attacked": tuple(BY_ID), "fallen": (1, 2, 3, 4, 5)},
        {"artifacts": {1: ("Flying Carpet",) * 100}},
        {"words": ((5, "word"),)},
    ],
)
def test_what_people_can_come_to_is_a_war(change):
    assert wrong(check, war(**change), 6) == []


def test_a_table_without_a_deal_is_no_war():
    assert {"players", "teams", "resources", "guardians", "cards", "first"} <= {*wrong(check, State(), 0)}
    assert "turn" not in wrong(check, State(), 0)
    assert Guarded().status == "open"
