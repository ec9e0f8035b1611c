"""House rules of a table: what the calculator and the score make of them where the rulebook leaves something open."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from companion.games.djinn.facts.events import GameFinished
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play.calculator import Mage, can, payments, power, strength
from companion.games.djinn.state import evolve
from companion.games.djinn.state.house_rules import HOUSE_RULES, switch_rule
from companion.games.djinn.state.model import State
from companion.games.djinn.text.result import sheet_scores
from companion.table.log import Refusal
from tests.djinn.test_calculator import some_djinn, some_mages

HAND = {"mages": [], "magic": 9, "coins": 9, "circles": 0, "bottles": {}, "corks": 0}
FLIPPED = State(players=1, deck_size=12, cards_left=6, at_source=True, result="won", sheets=(Sheet(),))


def ways(wanted, house=(), **hand):
    answer = can(wanted, there=wanted, house=house, **HAND | hand)
    return [(way.payment.mages, way.free) for way in answer.ways] if answer.possible else answer.missing


def test_nobody_pays_more_than_needed():
    """How exactly one pays is our reading of the rulebook's Catch Djinn."""
    hand = {"mages": [Mage(5, {}, 0), Mage(3, {}, 1)], "magic": 1, "circles": 1}
    assert ways(["blue"], **hand) == [((0,), None)]
    assert ways(["blue"], {"overpay"}, **hand) == [((1,), None)]
    assert ways(["blue"], {"overpay"}, **hand | {"magic": 0}) == ("More Magic Power needed: 1.",)


@given(some_djinn, some_mages, st.integers(0, 8))
def test_no_way_gives_more_than_needed_and_none_is_lost_that_does_not(wanted, mages, magic):
    hand = {"others": len(wanted), "mages": mages, "magic": magic, "coins": 99}
    required = strength(wanted, others=len(wanted))
    exact = payments(wanted, **hand, house={"overpay"})
    assert all(sum(power(mages[one], wanted) for one in way.mages) + way.magic == required for way in exact)
    for way in payments(wanted, **hand):
        if sum(power(mages[one], wanted) for one in way.mages) <= required:
            assert way in exact


def test_who_comes_free_needs_no_place():
    """Which Djinn is the free one then follows from the places there are (rulebook, Additional Rules Boss Djinn)."""
    both = ["boss", "brown", "blue"]
    assert ways(["boss", "brown"], circles=1) != [((), "brown")]
    assert ways(["boss", "brown"], {"free_place"}, circles=1) == [((), "brown")]
    assert ways(both, {"free_place"}, magic=20, bottles={"brown": 2}, corks=2) == [((), "blue")]
    short = ways(["boss", "brown"], {"free_place"})
    assert short == ("More Bottles or free Spell Circles needed: 1. No Bottle for 1 Boss.", "More Corks needed: 1.")


@pytest.mark.parametrize(("rules", "points"), [((), 60), (("solo_flip",), 70)])
def test_the_card_flipped_for_the_win_counts_by_a_house_rule(rules, points):
    """Whether it is still left in Tom's deck is our reading (rulebook, Solo Play End of the Game)."""
    (score,) = sheet_scores(replace(FLIPPED, rules_on=frozenset(rules)))
    assert score.total == points


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_scores_that_are_counted_stay_as_they_are(rule):
    over = evolve(FLIPPED, GameFinished(5.0))
    with pytest.raises(Refusal, match="finished and scored"):
        switch_rule(over, rule=rule, on=True)


def test_a_place_is_not_taken_by_who_comes_free(ann, open_djinn, state, seq):
    code = open_djinn(ann, players=2, first_game="y")
    ann.post(f"/djinn/{code}/begin", seen=seq(code))
    ann.post(f"/djinn/{code}/house-rule", rule="free_place", on="y")
    seat, free = state(code).turn.seat, state(code).spaces["R1"].djinn[0]
    chosen = {"seat": seat, "space": "R1", "boss": "y", "djinn": free}
    ann.post(f"/djinn/{code}/hold", magic=9, circles=1, **chosen)
    page = ann.get(f"/djinn/{code}/can?seat={seat}&space=R1&boss=y&djinn={free}").text
    assert f'value="0-8--{free}"' in page
    paid = chosen | {"magic": 9, "circles": 1, "way": f"0-8--{free}", "anyway": "y", "seen": seq(code)}
    assert ann.post(f"/djinn/{code}/pay", **paid).status_code == 303
    assert state(code).caught[seat] == (free, "boss")
    assert re.search(r'name="circles"[^>]* value="0"', ann.get(f"/djinn/{code}/can?seat={seat}").text)
