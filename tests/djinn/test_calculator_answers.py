"""What the catch calculator answers: every plan worth naming, in words, and what is missing to keep the Djinn."""

from hypothesis import given, strategies as st

from companion.games.djinn.play.calculator import (
    Mage,
    Plan,
    can,
    payments,
    plans,
    shortfall,
    storage,
    stored,
    with_keys,
)
from tests.djinn.test_calculator import beats, every_payment, some_djinn, some_mages

LEFT = Mage(3, {"brown": 1, "blue": 1}, 2)
RIGHT = Mage(3, {"brown": 1}, 2)
HAND = {"mages": [LEFT, RIGHT], "coins": 4, "circles": 2, "bottles": {}, "corks": 0}


def words(texts):
    return [str(text) for text in texts]


@given(some_djinn, st.integers(0, 3), some_mages, st.integers(0, 8), st.integers(0, 8))
def test_plans_are_those_that_trying_all_finds(wanted, more, mages, magic, coins):
    """With a Boss any one Djinn comes free, or none does (rulebook, Additional Rules Boss Djinn)."""
    others = len(wanted) - wanted.count("boss") + more
    possible = []
    for free in {None, *(wanted if "boss" in wanted else ())} - {"boss"}:
        paid = [*wanted]
        if free:
            paid.remove(free)
        possible += [Plan(free, way) for way in every_payment(paid, others, mages, magic, coins)]
    best = [one for one in possible if not any(beats(other.payment, one.payment) for other in possible)]
    best.sort(key=lambda one: (one.payment.cost, one.payment.mages, one.free or ""))
    assert plans(wanted, others=others, mages=mages, magic=magic, coins=coins) == best


def test_all_the_mages_of_the_box_are_answered_for():
    """No Mage is added to a hand that has the power already, or 32 of them would make four thousand million hands."""
    strong = [Mage(4, {}, 1)] * 32
    assert [one.mages for one in payments(["blue"], others=1, mages=strong, magic=0, coins=32)] == [
        (n,) for n in range(32)
    ]


def test_the_example_in_words():
    """Two Mages, 4 Coins and 1 own Magic Power (rulebook, Catch Djinn), with all three Djinn kept."""
    there = ["brown", "brown", "blue"]
    answer = can(there, there=there, magic=2, **HAND | {"circles": 3})
    assert answer.possible
    assert answer.strength == 12
    assert words(way.words for way in answer.ways) == ["Your own Magic Power: 1, and Mage 1 and 2. Price in Coins: 4."]


def test_each_way_is_told_by_what_it_takes():
    answer = can(["blue"], there=["blue"], magic=4, **HAND)
    assert words(way.words for way in answer.ways) == ["Your own Magic Power: 4.", "Mage 1. Price in Coins: 2."]
    free = can(["boss", "brown"], there=["boss", "brown"], magic=6, **HAND | {"mages": []})
    assert words(way.words for way in free.ways) == ["Your own Magic Power: 6. Brown comes free with the Boss."]


def test_keys_are_counted_for_what_is_missing():
    """A Key buys 1 Magic Power or 1 Coin at any time (rulebook, Keys): the fewest that are enough."""
    held = HAND | {"mages": [LEFT], "magic": 1, "coins": 1}
    assert not can(["blue", "blue"], there=["blue"] * 2, **held).possible
    assert with_keys(["blue", "blue"], keys=2, most=4, held=held, there=["blue"] * 2) is None
    assert with_keys(["blue", "blue"], keys=3, most=4, held=held, there=["blue"] * 2) == (2, 1)
    assert with_keys(["blue"], keys=3, most=4, held=held | {"magic": 0}, there=["blue"]) == (0, 1)
    assert with_keys(["green"], keys=9, most=2, held=HAND | {"mages": [], "magic": 1}, there=["green"]) is None


def test_who_has_left_asks_for_nothing():
    answer = can(["boss"], there=["brown"], magic=12, **HAND)
    assert (answer.strength, answer.ways, answer.possible) == (0, (), False)


def test_a_boss_is_no_other_to_itself():
    """Two more for each Djinn beside it (rulebook, Additional Rules Boss Djinn): 4 alone."""
    assert can(["boss"], there=["boss"], magic=4, **HAND | {"mages": []}).strength == 4
    assert can(["boss"], there=["boss", "blue"], magic=6, **HAND | {"mages": []}).strength == 6


def test_the_least_that_is_missing_is_said():
    """With the Djinn that comes free, and with the Mages that can be paid."""
    short = shortfall(["boss", "brown", "blue"], others=2, mages=[LEFT], magic=3, coins=2)
    assert words(short) == ["More Magic Power needed: 5."]  # 12 for two, with a Mage of 3 + 1 and 3 of one's own
    assert words(shortfall(["blue"], others=1, mages=[LEFT], magic=0, coins=1)) == [
        "More Magic Power needed: 4.",
        "Or you have enough Mages, but need more Coins: 1.",
    ]


def test_coins_help_only_if_they_buy_power_enough():
    """A Mage of 3 leaves one Djinn of 4 short by one, however many Coins there are."""
    assert words(shortfall(["blue"], others=1, mages=[RIGHT], magic=0, coins=0)) == ["More Magic Power needed: 4."]
    assert words(shortfall(["blue"], others=1, mages=[RIGHT], magic=0, coins=9)) == ["More Magic Power needed: 1."]


def test_every_djinn_beyond_the_circles_needs_a_cork():
    bottles = {"brown": 3}
    assert words(storage(["brown"] * 3, circles=1, bottles=bottles, corks=0)) == ["More Corks needed: 2."]
    assert words(storage(["brown"] * 3, circles=1, bottles=bottles, corks=1)) == ["More Corks needed: 1."]
    assert storage(["brown"] * 3, circles=1, bottles=bottles, corks=2) == ()


def test_bosses_take_what_bottles_are_left():
    """A Boss takes any Bottle that no Djinn of its colour needs (rulebook, Bottles)."""
    assert storage(["boss", "boss", "brown"], circles=0, bottles={"brown": 2, "blue": 1}, corks=3) == ()
    assert words(storage(["boss", "boss", "brown"], circles=0, bottles={"brown": 2}, corks=3)) == [
        "More Bottles or free Spell Circles needed: 1. No Bottle for 1 Boss."
    ]
    assert words(storage(["blue", "boss"], circles=1, bottles={}, corks=9)) == [
        "More Bottles or free Spell Circles needed: 1. No Bottle for 1 Blue and 1 Boss."
    ]


def test_by_a_house_rule_the_bonus_counts_for_the_free_djinn_too():
    """The rulebook, Boss Djinn, lets one Djinn come free; whether a colour bonus counts for it is our reading."""
    both = ["boss", "brown"]
    hand = HAND | {"mages": [Mage(2, {"brown": 2}, 0)], "coins": 0}
    assert not can(both, there=both, magic=3, **hand).possible
    answer = can(both, there=both, magic=2, house={"free_bonus"}, **hand)
    assert words(way.words for way in answer.ways) == [
        "Your own Magic Power: 2, and Mage 1. Price in Coins: 0. Brown comes free with the Boss."
    ]
    assert (
        words(can(both, there=both, magic=1, house={"free_bonus"}, **hand).missing)[0] == "More Magic Power needed: 1."
    )


def test_bosses_are_kept_last_in_the_bottles_that_are_left():
    """The Djinn first take the Bottles of their own colour (rulebook, Bottles)."""
    assert stored(["boss", "blue"], circles=2, bottles={"blue": 1, "brown": 1}, corks=2) == (
        2,
        {"blue": 0, "brown": 0},
        0,
    )
    assert stored(["boss", "blue"], circles=2, bottles={"blue": 1}, corks=2) == (1, {"blue": 0}, 1)
    assert stored(["blue", "blue"], circles=1, bottles={"blue": 2}, corks=1) == (0, {"blue": 1}, 0)
    assert stored(["boss"], circles=0, bottles={}, corks=1) == (0, {}, 1)
