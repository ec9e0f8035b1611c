"""Whose a card is: a player's, who claimed it, stole it or was given it; its points are the team's."""

import pytest

from companion.games.efreet_war.facts.events import (
    CardPassed,
    CardsLost,
    KingGained,
    LaidFaceDown,
    ResourceLost,
    ResourceStolen,
    WarBegun,
)
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring.rematch import opened_like
from companion.games.efreet_war.state import check
from companion.games.efreet_war.state.house_rules import HOUSE_RULES
from companion.games.efreet_war.state.model import MOST, MOST_STEPS
from companion.games.efreet_war.text.describe import tell
from companion.kit.house_rules import RuleSwitched, differing
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, opened, under

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


def won(*on, first=0, **options):
    """Begin a war of six in Emperor seating whose first player has won the Lamp and the Pyramids under it."""
    state = under(begun(mode="emperor", first=first, by_player=True, **options), "lamp", "Pyramids")
    return fold(fight(state, "lamp"), [RuleSwitched(rule, True) for rule in on])


def on_turn(state, seat):
    while state.turn != seat:
        state = fold(state, rules.end_turn(state))
    return state


def audience(state, seat):
    return fight(under(on_turn(state, seat), "king", "Brass Man"), "king")


def test_who_claims_a_resource_has_it_and_its_treasure():
    state = won()
    assert state.holders == {"Aladdin's Lamp": 0, "Pyramids": 0}
    assert rules.points(state) == {0: 1, 1: 0}


def test_at_a_table_of_old_cards_are_the_teams():
    state = fight(under(begun(mode="emperor", first=0), "lamp", "Pyramids"), "lamp")
    assert state.holders == {}
    king = audience(state, 2)
    assert rules.offered(king, 2) == ["Aladdin's Lamp", "Pyramids", "Brass Man"]
    assert rules.claim_king(king, answer="gain", artifact="Pyramids") == [KingGained(0, 2, "Pyramids")]


@pytest.mark.parametrize("given", [{"artifact": "Pyramids"}, {"other": "pyramids"}, {"other": "Aladdins Lamp"}])
def test_a_teammate_cannot_sacrifice_it(given):
    king = audience(won(), 2)
    assert rules.offered(king, 2) == ["Brass Man"]
    with pytest.raises(Refusal):
        rules.claim_king(king, answer="gain", **given)


def test_a_card_that_was_given_pays_the_king():
    state = won()
    passed = rules.pass_card(state, card="Pyramids", to=2)
    assert passed == [CardPassed("Pyramids", 0, 2, stolen=False)]
    king = audience(fold(state, passed), 2)
    gained = rules.claim_king(king, answer="gain", artifact="Pyramids")
    assert gained == [KingGained(0, 2, "Pyramids", 2)]
    after = fold(king, gained)
    assert after.holders == {"Aladdin's Lamp": 0, "Brass Man": 2, "King Suleiman": 2}


def test_a_stolen_card_changes_teams_and_names_the_thief():
    state = won()
    [event] = rules.pass_card(state, card="Aladdin's Lamp", to=3)
    assert str(tell(event, NAMES)) == "Dee steals Aladdin's Lamp from Ann."
    after = fold(state, [event])
    assert (after.resources["lamp"].owner, after.holders["Aladdin's Lamp"]) == (1, 3)
    assert after.artifacts == {0: ("Pyramids",), 1: ("Aladdin's Lamp",)}
    assert rules.points(after) == {0: 1, 1: 0}


def test_by_the_house_rule_its_points_go_with_it():
    state = won("steal_resource")
    [event] = rules.pass_card(state, card="Aladdin's Lamp", to=3)
    assert event == ResourceStolen("lamp", 0, 1, 3)
    assert str(tell(event, NAMES)) == "Dee steals Aladdin's Lamp and its points: 1."
    after = fold(state, [event])
    assert (after.holders["Aladdin's Lamp"], rules.points(after)) == (3, {0: 0, 1: 1})
    assert rules.pass_card(state, card="Aladdin's Lamp", to=2) == [CardPassed("Aladdin's Lamp", 0, 2, stolen=False)]


def test_thefts_are_refused_before_their_steps_are_too_many_to_check():
    """After some fifty the state was impossible, so that nobody could undo or redo anything any more."""
    state = won("steal_resource")
    for _ in range((MOST_STEPS - MOST) // 2 - 1):
        thief = 3 if state.holders["Aladdin's Lamp"] == 0 else 0
        state = fold(state, rules.pass_card(state, card="Aladdin's Lamp", to=thief))
    check(state, 6)
    with pytest.raises(Refusal, match="too often"):
        rules.pass_card(state, card="Aladdin's Lamp", to=3 - thief)


def test_a_destroyed_card_leaves_the_game_with_its_points_or_without():
    state = won()
    lost = rules.lose_card(state, card="Aladdin's Lamp")
    assert lost == [CardsLost(("Aladdin's Lamp",), 0)]
    after = fold(state, lost)
    assert (after.resources["lamp"].status, after.holders) == ("removed", {"Pyramids": 0})
    assert rules.points(after)[0] == 1
    state = won("lost_points")
    after = fold(state, rules.lose_card(state, card="Aladdin's Lamp"))
    assert (after.resources["lamp"].status, rules.points(after)[0]) == ("removed", 0)


def test_points_of_a_stolen_card_are_lost_by_the_team_that_earned_them():
    state = won("lost_points")
    state = fold(state, rules.pass_card(state, card="Aladdin's Lamp", to=3))
    assert rules.lose_card(state, card="Aladdin's Lamp")[1:] == [ResourceLost("lamp", 0)]


@pytest.mark.parametrize(("on", "left"), [((), 1), (("lost_points",), 0)])
def test_with_a_player_all_that_is_theirs_leaves_the_game(on, left):
    state = won(*on, emperor_ends=False)
    events = rules.eliminate(state, seats=[0], by=[1])
    said = [str(tell(event, NAMES)) for event in events]
    assert said[0] == "Eliminated: Ann (+2), by Eve's team."
    assert said[1] == "Leaving the game with Ann: Aladdin's Lamp, Pyramids."
    after = fold(state, events)
    assert (after.holders, after.artifacts[0], after.resources["lamp"].status) == ({}, (), "removed")
    assert rules.points(after) == {0: left, 1: 2}


def test_what_a_teammate_has_stays():
    state = won(emperor_ends=False)
    after = fold(state, rules.eliminate(state, seats=[2], by=[1]))
    assert after.holders == {"Aladdin's Lamp": 0, "Pyramids": 0}


@pytest.mark.parametrize(("card", "to"), [("Pyramids", 0), ("Pyramids", 9), ("Brass Man", 2), ("Black Lotus", 2)])
def test_a_card_goes_to_another_player_who_still_plays(card, to):
    with pytest.raises(Refusal):
        rules.pass_card(won(), card=card, to=to)


def test_a_card_that_nobody_has_is_not_destroyed():
    with pytest.raises(Refusal):
        rules.lose_card(won(), card="Brass Man")


@pytest.mark.parametrize(("move", "choices"), [(rules.pass_card, {"to": 3}), (rules.lose_card, {})])
def test_what_lay_under_a_resource_is_told_before_that_goes_on(move, choices):
    """The Treasure once went to the thief, and after a destroyed Resource nobody could tell it any more."""
    state = fold(opened(by_player=True), [LaidFaceDown(), *rules.choose_first(opened(), seat=0), WarBegun()])
    state = fight(fight(state, "valley"), "lamp")
    assert move(state, card="Diamond Valley", **choices)  # as logs of old have it
    for card in ("Diamond Valley", "Aladdin's Lamp"):
        with pytest.raises(Refusal, match=f"under {card}"):
            move(state, card=card, told=True, **choices)
    for resource, card in (("lamp", "Pyramids"), ("valley", "Brass Man")):
        state = fold(state, rules.tell_card(state, resource=resource, card=card))
        assert move(state, card=card, told=True, **choices)
    assert move(state, card="Diamond Valley", told=True, **choices)


def test_a_card_of_the_team_may_be_taken_by_one_of_it():
    state = fight(under(begun(mode="emperor", first=0), "lamp", "Pyramids"), "lamp")
    [event] = rules.pass_card(state, card="Pyramids", to=2)
    assert str(tell(event, NAMES)) == "Cem takes Pyramids from the team."
    assert fold(state, [event]).holders == {"Pyramids": 2}
    [event] = rules.pass_card(state, card="Pyramids", to=4)
    assert str(tell(event, NAMES)) == "Eve steals Pyramids."


# Emperors


@pytest.mark.parametrize(("on", "out"), [((), ()), (("many_teams",), (0,))])
def test_of_three_teams_one_is_out_with_its_emperor_only_by_the_house_rule(on, out):
    state = fold(begun(9, mode="emperor", team_count=3), [RuleSwitched(rule, True) for rule in on])
    assert rules.eliminate(state, seats=[1], by=[1])[0].teams == out


USUAL = ("emperor_ends", "stolen_attacks")


def test_a_default_is_no_house_rule_and_a_rematch_takes_it_over():
    state = opened(mode="emperor", emperor_ends=False, stolen_attacks=True, usual=USUAL, by_player=True)
    assert (state.rules_on, state.emperor_ends) == ({*USUAL}, False)
    assert differing(state, HOUSE_RULES) == {}
    again = opened(6, **opened_like(state))
    assert (again.rules_on, again.usual, again.by_player) == (state.rules_on, state.usual, True)


def test_what_differs_from_a_default_is_a_house_rule():
    state = opened(mode="emperor", emperor_ends=True, stolen_attacks=False, usual=USUAL)
    assert (state.rules_on, state.emperor_ends) == (frozenset(), True)
    assert list(differing(state, HOUSE_RULES)) == ["emperor_ends", "stolen_attacks"]
    again = opened(6, **opened_like(state))
    assert (again.rules_on, again.emperor_ends) == (frozenset(), True)
    assert str(tell(RuleSwitched("emperor_ends", True, usual=True), NAMES)) == "A team plays on without its Emperor."
    off = RuleSwitched("emperor_ends", False, usual=True)
    assert str(tell(off, NAMES)) == "House rule: With two teams, a team is out when its Emperor is."
