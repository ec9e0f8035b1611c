from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from companion.games.djinn.play.calculator import (
    Mage,
    Payment,
    Plan,
    can,
    payments,
    plans,
    power,
    shortfall,
    storage,
    strength,
)

COLOURS = ("brown", "blue", "third", "fourth")
LEFT = Mage(3, {"brown": 1, "blue": 1}, 2)
RIGHT = Mage(3, {"brown": 1}, 2)


def test_a_boss_with_two_others_requires_eight():
    """Add up the rulebook's first example: 4 + 2 + 2."""
    assert strength(["boss"], others=2) == 8


def test_the_three_djinn_of_the_example():
    """Pay as in the rulebook's second example: 6 green, bonuses 3 and 2, so 1 own magic and 4 Coins."""
    caught = ["brown", "brown", "blue"]
    assert strength(caught, others=3) == 12
    assert (power(LEFT, caught), power(RIGHT, caught)) == (6, 5)
    assert payments(caught, others=3, mages=[LEFT, RIGHT], magic=2, coins=4) == [Payment((0, 1), 4, 1)]


def test_a_boss_counts_for_no_colour_bonus():
    """Apply our reading of "of every color", which the rulebook says of Bottles."""
    assert power(Mage(2, {"brown": 1, "blue": 3}, 0), ["boss", "brown"]) == 3


def test_own_magic_alone_may_pay():
    assert payments(["blue"], others=1, mages=[], magic=4, coins=0) == [Payment((), 0, 4)]


def test_what_cannot_be_paid_has_no_payment():
    assert payments(["blue"], others=1, mages=[LEFT], magic=0, coins=1) == []
    assert payments(["blue"], others=1, mages=[], magic=3, coins=9) == []


def test_equal_payments_are_all_kept():
    found = payments(["brown"], others=1, mages=[RIGHT, RIGHT], magic=0, coins=9)
    assert found == [Payment((0,), 2, 0), Payment((1,), 2, 0)]


def test_payments_come_cheapest_in_coins_first():
    found = payments(["blue"], others=1, mages=[Mage(3, {}, 3), Mage(1, {}, 1)], magic=4, coins=9)
    assert found == [Payment((), 0, 4), Payment((1,), 1, 3), Payment((0,), 3, 1), Payment((0, 1), 4, 0)]


def every_payment(caught, others, mages, magic, coins):
    required = 4 * len(caught) + 2 * others * caught.count("boss")
    for size in range(len(mages) + 1):
        for used in combinations(range(len(mages)), size):
            price = sum(mages[i].price for i in used)
            own = max(0, required - sum(power(mages[i], caught) for i in used))
            if own <= magic and price <= coins:
                yield Payment(used, price, own)


def beats(one, other):
    pairs = [(one.coins, other.coins), (one.magic, other.magic), (len(one.mages), len(other.mages))]
    return all(mine <= theirs for mine, theirs in pairs) and any(mine < theirs for mine, theirs in pairs)


some_mages = st.lists(
    st.builds(Mage, st.integers(1, 3), st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 3)), st.integers(0, 3)),
    max_size=5,
)
some_djinn = st.lists(st.sampled_from((*COLOURS, "boss")), min_size=1, max_size=4)


@given(some_djinn, st.integers(0, 5), some_mages, st.integers(0, 8), st.integers(0, 8))
def test_payments_are_those_that_trying_all_finds(caught, others, mages, magic, coins):
    possible = list(every_payment(caught, others, mages, magic, coins))
    best = [way for way in possible if not any(beats(other, way) for other in possible)]
    best.sort(key=lambda way: (way.coins, way.magic, len(way.mages), way.mages))
    assert payments(caught, others=others, mages=mages, magic=magic, coins=coins) == best


@given(some_djinn, some_mages, st.integers(0, 8), st.integers(0, 8))
def test_something_is_short_exactly_when_there_is_no_plan(wanted, mages, magic, coins):
    choices = {"others": len(wanted), "mages": mages, "magic": magic, "coins": coins}
    assert bool(plans(wanted, **choices)) != bool(shortfall(wanted, **choices))


def test_one_djinn_comes_free_with_a_boss():
    """Let it come as the rulebook's Additional Rules Boss Djinn say."""
    found = plans(["boss", "brown"], others=2, mages=[], magic=8, coins=0)
    assert found == [Plan("brown", Payment((), 0, 8))]


def test_a_plan_that_another_beats_is_none():
    """Nobody pays for the Djinn that may come free."""
    found = plans(["boss", "brown"], others=2, mages=[], magic=99, coins=0)
    assert found == [Plan("brown", Payment((), 0, 8))]


def test_each_colour_may_be_the_free_one():
    found = plans(["boss", "brown", "blue"], others=2, mages=[Mage(3, {"blue": 1}, 1)], magic=8, coins=1)
    assert found == [Plan("brown", Payment((0,), 1, 8))]


def test_without_a_boss_nothing_is_free():
    assert plans(["brown", "blue"], others=2, mages=[], magic=8, coins=0) == [Plan(None, Payment((), 0, 8))]
    assert plans(["brown", "blue"], others=2, mages=[], magic=7, coins=0) == []


def test_what_is_missing_is_said_in_magic_and_in_coins():
    assert shortfall(["blue"], others=1, mages=[RIGHT], magic=1, coins=0) == (
        "More Magic Power needed: 3.",
        "Or you have enough Mages, but need more Coins: 2.",
    )
    assert shortfall(["blue"], others=1, mages=[], magic=1, coins=0) == ("More Magic Power needed: 3.",)
    assert shortfall(["blue"], others=1, mages=[RIGHT], magic=1, coins=2) == ()


@pytest.mark.parametrize(
    ("caught", "circles", "bottles", "corks", "missing"),
    [
        (["brown"], 1, {}, 0, ()),
        (["brown"], 0, {"brown": 1}, 1, ()),
        (["boss"], 0, {"third": 1}, 1, ()),
        (["boss", "brown"], 1, {"brown": 1}, 1, ()),
        (["brown"], 0, {"brown": 1}, 0, ("More Corks needed: 1.",)),
        (["brown"], 0, {"blue": 1}, 1, ("More Bottles or free Spell Circles needed: 1. No Bottle for 1 Brown.",)),
        (
            ["boss", "brown"],
            0,
            {"brown": 1},
            1,
            ("More Bottles or free Spell Circles needed: 1. No Bottle for 1 Boss.", "More Corks needed: 1."),
        ),
        (
            ["blue", "third"],
            1,
            {},
            1,
            ("More Bottles or free Spell Circles needed: 1. No Bottle for 1 Blue and 1 Colour 3.",),
        ),
    ],
)
def test_storage_says_what_is_missing(caught, circles, bottles, corks, missing):
    """Keep Djinn as the rulebook's Catch Djinn says: a circle, or a bottle of the colour with a cork."""
    assert storage(caught, circles=circles, bottles=bottles, corks=corks) == missing


HAND = {"mages": [], "coins": 0, "circles": 2, "bottles": {}, "corks": 0}


def test_the_power_required_leaves_out_the_djinn_that_comes_free():
    """A Boss with two others needs 8; one of them comes with it for nothing (rulebook, Additional Rules Boss Djinn)."""
    answer = can(["boss", "brown"], there=["boss", "brown", "blue"], magic=8, **HAND)
    assert (answer.strength, answer.possible) == (8, True)
    short = can(["boss", "brown"], there=["boss", "brown", "blue"], magic=6, **HAND)
    assert (short.strength, short.missing) == (8, ("More Magic Power needed: 2.",))


def test_who_has_left_meanwhile_is_not_caught():
    answer = can(["boss", "brown"], there=["brown"], magic=12, **HAND)
    assert not answer.possible
    assert answer.missing == ("Not here any more: 1 Boss.",)
    assert not answer.ways
