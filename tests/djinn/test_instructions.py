"""What a page asks the players to do with their things once a catch or a gain is told."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts.events import ActionTaken, ExtraCaught, SupplyBossCaught, TrophyTaken
from companion.games.djinn.play import hunt
from companion.games.djinn.play.instructions import BEYOND, FIRST_SET, LAID_OPEN, ONE_OPEN, beyond, to_do
from companion.games.djinn.state.model import Space
from companion.language.texts import Text
from tests.djinn.test_hunt import BOB, HUNT, after

R1 = replace(HUNT, spaces=HUNT.spaces | {"R1": Space(True, ("blue", "blue", "brown"))})


def told(state, **chosen):
    events = hunt.catch(state, seat=BOB, slot="R1", **chosen)
    return [str(one) for one in to_do(after(state, events), events)]


@pytest.mark.parametrize(
    ("djinn", "boss", "strength"),
    [(["blue"], False, 4), (["blue", "brown"], False, 8), ([], True, 10), (["blue"], True, 10)],
)
def test_a_catch_says_what_it_takes(djinn, boss, strength):
    """Rulebook, Catch Djinn and Additional Rules Boss Djinn: one comes free with a Boss."""
    assert told(R1, djinn=djinn, boss=boss)[0] == f"That costs {strength} Magic Power, from you and your Mages."


def test_a_catch_says_what_the_app_took_off_instead():
    events = hunt.catch(R1, seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert to_do(after(R1, events), events, paid=[Text("Paid.")]) == [Text("Paid.")]


def test_what_a_gain_asks_is_said():
    """Rulebook, Magic Source, Receive a Trophy, Player Board 1b."""
    events = [SupplyBossCaught(BOB), TrophyTaken(BOB, "I", 30, "I/30"), ExtraCaught(BOB, "blue")]
    boss, trophy, kept, extra = [str(one) for one in to_do(HUNT, events)]
    assert "6 Magic Power" in boss
    assert "Take the bonus" in trophy
    assert "into its Bottle with a Cork" in kept
    assert "Capacity Marker over" in extra
    assert to_do(HUNT, hunt.end_turn(HUNT, at=1.0)) == []


def test_a_house_may_have_it_that_a_djinn_needs_no_place():
    events = [SupplyBossCaught(BOB), ExtraCaught(BOB, "blue")]
    boss, extra = [
        str(one) for one in to_do(replace(HUNT, rules_on=frozenset(("source_boss", "bag_djinn_place"))), events)
    ]
    assert boss == "That costs 6 Magic Power."
    assert "Capacity Marker over" in extra


@pytest.mark.parametrize(("before", "draws"), [(2, None), (3, BOB)])
def test_capacity_beyond_8_brings_a_djinn_from_the_bag(before, draws):
    """Rulebook, Player Board 1b."""
    events = [ActionTaken(BOB, "R1", "academy_special", {"capacity": 1, "scrolls": 1, "magic": 3})]
    state = after(replace(HUNT, gained={BOB: {"capacity": before}}), events)
    assert beyond(state, events) == draws
    assert to_do(state, events) == ([BEYOND] if draws is not None else [])


def test_of_two_cards_of_a_type_one_is_open():
    """Rulebook, Manufactory: each type is active once; the first set brings a bonus."""
    first = [ActionTaken(BOB, "b1", "staff", {"staves": 1, "corks": 1, "coins": -2, "base": 1, "magic": 2})]
    once = after(HUNT, first)
    assert to_do(once, first) == [FIRST_SET, LAID_OPEN]
    second = [ActionTaken(BOB, "R1", "staff_basic", {"staves": 1, "corks": 1, "coins": -2})]
    assert to_do(after(once, second), second) == [ONE_OPEN]
