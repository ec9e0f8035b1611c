"""Wealth: rates, routes, gains and losses, selling and giving; the worked examples and what always holds."""

import pytest
from hypothesis import given, strategies as st

from companion.games.tales.facts import LEVELS, STATUSES
from companion.games.tales.facts.wealth import Rates, gain, give, legal_route, lose, move_limit, sell
from companion.table.log import Refusal

TRACK = ["beggar", "penniless", "poor", "respectable", "rich", "princely", "fabulous"]
levels, some = st.sampled_from(TRACK), st.integers(1, 7)


@pytest.mark.parametrize(
    ("level", "rates"),
    [*zip(TRACK, [(3, 2), (3, 2), (3, 2), (4, 4), (4, 4), (3, 5), (2, 6)], strict=True)],
)
def test_each_level_has_its_rates(level, rates):
    """Other-games 3.2; Poor is printed (FAQ, Seamanship)."""
    assert move_limit(level) == Rates(*rates)


def test_the_levels_rise_in_this_order():
    assert [*LEVELS] == TRACK


# Movement


@pytest.mark.parametrize(
    ("wealth", "statuses", "seamanship", "limit"),
    [
        ("poor", ("crippled",), True, (2, 3)),  # the FAQ's example: Seamanship first, then the reduction
        ("poor", ("diseased",), False, (2, 1)),
        ("poor", ("crippled", "diseased"), False, (1, 1)),
        ("rich", ("lost",), False, (1, 1)),
        ("rich", ("imprisoned",), False, (0, 0)),
        ("princely", (), True, (3, 5)),  # never lowered
        ("fabulous", (), True, (2, 6)),
        ("poor", ("blessed", "nonsense"), False, (3, 2)),
    ],
)
def test_seamanship_comes_before_what_statuses_take(wealth, statuses, seamanship, limit):
    """FAQ, Seamanship and Crippled/Diseased."""
    assert move_limit(wealth, statuses, seamanship=seamanship) == limit


def test_a_table_may_let_statuses_take_the_last_path():
    assert move_limit("fabulous", ["crippled", "diseased"], least=0) == (0, 4)
    assert move_limit("fabulous", ["crippled", "diseased"]) == (1, 4)


@given(levels, st.sets(st.sampled_from([*STATUSES])), st.booleans(), st.integers(0, 3))
def test_no_status_makes_faster_and_seamanship_never_slower(level, statuses, seamanship, least):
    limit, free = (move_limit(level, of, seamanship=seamanship, least=least) for of in (statuses, ()))
    assert all(0 <= rate <= most for rate, most in zip(limit, free, strict=True))
    walking, sailing = (move_limit(level, statuses, seamanship=skilled) for skilled in (False, True))
    assert walking.land == sailing.land
    assert walking.sea <= sailing.sea


@pytest.mark.parametrize(
    ("rates", "route", "legal"),
    [
        ((3, 2), "LLS", True),
        ((3, 2), "LSS", True),
        ((3, 2), "LLSS", False),
        ((3, 2), "SSS", False),
        ((2, 3), "SSL", True),
        ((2, 3), "LLL", False),
        ((4, 4), "LLSS", True),
        ((4, 4), "LLSSL", False),
        ((2, 6), "SSSSLL", True),
        ((2, 6), "LLLSSS", False),
        ((1, 1), "LS", False),
        ((0, 0), "", True),  # no path: one stays
        ((0, 0), "L", False),
    ],
)
def test_the_faster_rate_bounds_the_whole_and_each_rate_its_own(rates, route, legal):
    """Rules, Movement."""
    assert legal_route(Rates(*rates), route) is legal


@pytest.mark.parametrize("route", ["LX", "l", "L S", "1"])
def test_a_route_has_no_other_letters(route):
    with pytest.raises(ValueError, match="made of L and S"):
        legal_route(Rates(6, 6), route)


# Gains and losses


@pytest.mark.parametrize(
    ("level", "by", "most", "treasures", "after"),
    [
        ("penniless", 2, "respectable", 0, "respectable"),
        ("respectable", 1, "rich", 0, "rich"),
        ("rich", 1, "rich", 0, "rich"),
        ("princely", 1, "rich", 0, "princely"),  # a limit never lowers
        ("princely", 1, "poor", 1, "fabulous"),  # whatever the limit
        ("princely", 3, "fabulous", 0, "princely"),
        ("rich", 2, "princely", 1, "princely"),  # one gain, so it stops at its limit
        ("rich", 2, "fabulous", 1, "fabulous"),
        ("rich", 2, "fabulous", 0, "princely"),
        ("fabulous", 1, "poor", 0, "fabulous"),
    ],
)
def test_a_gain_goes_up_to_its_limit(level, by, most, treasures, after):
    """Rules, Encounter 4 and Wealth."""
    assert gain(level, by, most=most, treasures=treasures) == after


@pytest.mark.parametrize(
    ("level", "by", "least", "after"),
    [
        ("poor", 2, "penniless", "penniless"),
        ("beggar", 1, "beggar", "beggar"),
        ("penniless", 1, "rich", "penniless"),  # a limit never raises
        ("fabulous", 9, "beggar", "beggar"),
    ],
)
def test_a_loss_goes_down_to_its_limit(level, by, least, after):
    """Rules, Encounter 4 and Wealth."""
    assert lose(level, by, least=least) == after


@given(levels, some, levels, st.integers(0, 3))
def test_a_limit_never_moves_wealth_the_wrong_way(level, by, limit, treasures):
    rank = TRACK.index
    assert rank(level) <= rank(gain(level, by, most=limit, treasures=treasures)) <= rank(level) + max(by, 1)
    assert rank(level) - by <= rank(lose(level, by, least=limit)) <= rank(level)
    assert level == "fabulous" or treasures or gain(level, by, most=limit) != "fabulous"


# Selling


@pytest.mark.parametrize(
    ("level", "by", "most", "treasures", "after"),
    [
        ("respectable", 2, "rich", 1, "rich"),
        ("princely", 1, "rich", 1, "princely"),  # Fabulous for a moment, then the only treasure is gone
        ("princely", 1, "rich", 2, "fabulous"),
        ("fabulous", 1, "rich", 1, "princely"),
    ],
)
def test_a_treasure_counts_until_its_sale_is_done(level, by, most, treasures, after):
    """Rules, Selling Treasures."""
    assert sell(level, by, most=most, treasures=treasures) == after


# Giving


def test_a_gift_takes_one_level_and_brings_one():
    """FAQ, Giving wealth to another player."""
    assert give("penniless", "poor") == ("beggar", "respectable")
    assert give("penniless", "poor", capped=True) == ("beggar", "poor")
    assert give("poor", "penniless", capped=True) == ("penniless", "poor")
    assert give("rich", "princely", receiver_treasures=1) == ("respectable", "fabulous")
    assert give("rich", "princely", receiver_treasures=1, capped=True) == ("respectable", "princely")
    assert give("fabulous", "fabulous", receiver_treasures=1, capped=True) == ("princely", "fabulous")


def test_a_beggar_gives_nothing():
    with pytest.raises(Refusal, match="A Beggar has nothing to give or spend"):
        give("beggar", "poor")


# What cannot be


@pytest.mark.parametrize(
    "call",
    [
        lambda: move_limit("wealthy"),
        lambda: gain("wealthy", 1),
        lambda: gain("poor", 1, most="wealthy"),
        lambda: lose("wealthy", 1),
        lambda: lose("poor", 1, least="wealthy"),
        lambda: sell("wealthy", 1, most="rich", treasures=1),
        lambda: give("poor", "wealthy"),
        lambda: give("wealthy", "poor"),
        lambda: give("beggar", "wealthy"),
    ],
)
def test_an_unknown_level_is_a_key_error(call):
    with pytest.raises(KeyError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: gain("poor", 0),
        lambda: gain("poor", 1, treasures=-1),
        lambda: lose("poor", -1),
        lambda: sell("poor", 0, most="rich", treasures=1),
        lambda: sell("poor", 1, most="rich", treasures=0),
        lambda: give("poor", "poor", receiver_treasures=-1),
    ],
)
def test_impossible_numbers_are_value_errors(call):
    with pytest.raises(ValueError, match="impossible"):
        call()
