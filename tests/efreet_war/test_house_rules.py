"""What the text leaves open, played the other way: the house rules that a table switches at their questions."""

from dataclasses import replace

import pytest

from companion.games.efreet_war.facts.events import (
    GuardianDamaged,
    KingGained,
    PlayersEliminated,
    ResourceLost,
    ResourceStolen,
    TurnEnded,
)
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.state.model import Earned, points
from companion.games.efreet_war.text.describe import tell
from companion.kit.house_rules import RuleSwitched
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, under


def by(rule, *args, **options):
    """Give a war that has begun, played by a house rule."""
    return fold(begun(*args, **options), [RuleSwitched(rule, True)])


def turn_of(state, seat):
    """End turns until it is a player's."""
    while state.turn != seat:
        state = fold(state, [TurnEnded(state.turn)])
    return state


# One attack a team a round


def test_a_team_attacks_a_resource_once_a_round():
    """One player or team attacks a Resource once a turn (rules, Attacking 1); by the house rule once a round."""
    state = fight(by("attack_team_turn"), "lamp", kill=0)
    mate = turn_of(state, 1)
    with pytest.raises(Refusal, match="attacked it this round"):
        rules.attack(mate, resource="lamp")
    assert rules.why_not_attack(mate, "ring") is None
    assert rules.why_not_attack(turn_of(mate, 3), "lamp") is None
    assert rules.why_not_attack(turn_of(mate, 0), "lamp") is None
    assert rules.why_not_attack(turn_of(fight(begun(), "lamp", kill=0), 1), "lamp") is None


def test_the_round_passes_whoever_attacked_and_is_out():
    state = fight(by("attack_team_turn"), "lamp", kill=0)
    state = turn_of(fold(state, [PlayersEliminated(((0, None, 0),), ())]), 2)
    assert rules.why_not_attack(state, "lamp") is not None
    assert rules.why_not_attack(turn_of(turn_of(state, 5), 1), "lamp") is None


# Damage that stays


def test_damage_stays_on_a_guardian_by_the_house_rule():
    """A Guardian must die in combat (rules, Attacking 3); whether damage stays the text does not say."""
    state = by("partial")
    guard = state.resources["lamp"].guardians[0]
    hurt = {"resource": "lamp", "guardian": guard}
    with pytest.raises(Refusal, match="in play only during an attack"):
        rules.damage_guardian(state, **hurt, by=2)
    fought = fold(state, rules.attack(state, resource="lamp"))
    fought = fold(fought, rules.damage_guardian(fought, **hurt, by=2))
    fought = fold(fought, rules.resolve(fought, resource="lamp", survived=False))
    assert turn_of(fought, 3).resources["lamp"].damage == {guard: 2}
    later = turn_of(fought, 3)
    later = fold(later, rules.attack(later, resource="lamp"))
    assert rules.damage_guardian(later, **hurt, by=-5) == [GuardianDamaged("lamp", guard, -2)]
    assert rules.damage_guardian(later, **hurt, by=2000) == [GuardianDamaged("lamp", guard, rules.MOST_DAMAGE - 2)]
    assert rules.damage_guardian(fold(later, [GuardianDamaged("lamp", guard, -9)]), **hurt, by=-1) == []
    with pytest.raises(Refusal, match="no longer alive"):
        rules.damage_guardian(later, resource="lamp", guardian="Nobody", by=1)
    assert tell(GuardianDamaged("lamp", guard, 2), []) == f"Damage to {guard}, Guardian of Aladdin's Lamp: +2."


def test_without_the_house_rule_no_damage_is_counted():
    state = begun()
    state = fold(state, rules.attack(state, resource="lamp"))
    with pytest.raises(Refusal, match="wears off"):
        rules.damage_guardian(state, resource="lamp", guardian=state.resources["lamp"].guardians[0], by=1)


# Points that are lost


def test_a_destroyed_resource_takes_its_points_along():
    """Points come from what happened (rules, Victory Points); by the house rule they go with the Resource."""
    state = fight(fight(by("lost_points"), "ring"), "lamp")
    assert points(state)[0] == 3
    assert rules.lose_resource(state, resource="ring") == [ResourceLost("ring", 0)]
    after = fold(state, rules.lose_resource(state, resource="ring"))
    assert (points(after)[0], after.resources["ring"].status) == (1, "removed")
    assert "Aladdin's Ring" not in after.artifacts[0]
    assert [total for _, team, total in after.race if team == 0] == [2, 3, 1]
    for resource in ("ring", "king"):
        with pytest.raises(Refusal, match="Nobody has"):
            rules.lose_resource(after, resource=resource)
    with pytest.raises(Refusal, match="keep the points"):
        rules.lose_resource(fight(begun(), "ring"), resource="ring")
    assert tell(ResourceLost("ring", 0), []) == "Aladdin's Ring is lost: −2."


def test_an_artifact_that_is_destroyed_or_given_to_the_king_is_lost_too():
    state = fight(by("lost_points"), "ring")
    destroyed = fold(state, rules.lose_artifact(state, team=0, artifact="Aladdin's Ring"))
    assert points(destroyed)[0] == 0
    state = fight(under(state, "king", "Oubliette"), "king")
    given = rules.claim_king(state, answer="gain", artifact="Aladdin's Ring")
    assert given == [ResourceLost("ring", 0), KingGained(0, 0, "Aladdin's Ring")]
    assert points(fold(state, given))[0] == 3
    elsewhere = replace(state, resources=state.resources | {"lamp": replace(state.resources["lamp"], owner=1)})
    assert len(rules.claim_king(elsewhere, answer="gain", other="Aladdin's Lamp")) == 1


def test_who_steals_a_resource_takes_over_its_points():
    """Points come from claiming (rules, Victory Points); by the house rule they go with a stolen Resource."""
    state = fight(by("steal_resource", 3, mode="free"), "ring")
    after = fold(state, rules.steal_resource(state, resource="ring", by=2))
    assert points(after) == {0: 0, 1: 0, 2: 2}
    assert (after.resources["ring"].owner, "Aladdin's Ring" in after.artifacts[2]) == (2, True)
    assert after.race == ((1, 0, 2), (1, 0, 0), (1, 2, 2))
    assert tell(ResourceStolen("ring", 0, 2), []) == "Aladdin's Ring is stolen, and its points go with it: 2."
    for team in (0, 3):
        with pytest.raises(Refusal, match="another team"):
            rules.steal_resource(state, resource="ring", by=team)
    with pytest.raises(Refusal, match="Nobody has"):
        rules.steal_resource(state, resource="lamp", by=1)
    with pytest.raises(Refusal, match="no points"):
        rules.steal_resource(fight(begun(), "ring"), resource="ring", by=1)


def test_a_stolen_resource_can_win():
    state = fight(by("steal_resource", 3, mode="free"), "ring")
    state = replace(state, earned=(*state.earned, Earned(2, None, 0, 8)))
    assert fold(state, rules.steal_resource(state, resource="ring", by=2)).result == 2


@pytest.mark.parametrize(("rule", "winner"), [("both_goal", 0), ("partial", 1)])
def test_who_wins_if_two_teams_reach_the_goal_at_once(rule, winner):
    """Ending the Game says nothing of two; by the house rule the team whose turn it is wins."""
    state = by(rule, 6, mode="free")
    state = replace(state, earned=(Earned(0, None, 5, 7), Earned(1, None, 5, 8)))
    assert fold(state, rules.eliminate(state, seats=[2, 3], by=[0, 1])).result == winner


# Eliminated by one's own side


@pytest.mark.parametrize(
    ("mode", "by_team", "left", "worth"), [("free", 1, 2, 3), ("emperor", 0, 1, 3), ("teams", 0, 1, 3)]
)
def test_who_eliminates_ones_own_gives_the_points_to_the_left(mode, by_team, left, worth):
    """Points for eliminating another player (rules, Victory Points); whoever else it was, the text does not say."""
    state = by("own_kill", mode=mode, emperor_ends=False)
    events = rules.eliminate(state, seats=[1], by=[by_team])
    assert events[0] == PlayersEliminated(((1, by_team, 0),), (), ((left, 1, worth),))
    assert points(fold(state, events))[left] == worth
    assert tell(events[0], ["Ann", "Bob"]) == f"Eliminated: Bob (+{worth})."
    assert rules.eliminate(state, seats=[1], by=[None])[0].given == ()
    plain = fold(state, [RuleSwitched("own_kill", False)])
    assert points(fold(plain, rules.eliminate(plain, seats=[1], by=[by_team])))[left] == 0


def test_whose_turn_it_is_may_have_eliminated_ones_own():
    state = by("own_kill")
    assert (rules.likely_killer(state, 1), rules.likely_killer(state, 4)) == (0, 0)


def test_the_last_one_gives_nobody_points():
    """Nobody is left of somebody who plays alone."""
    state = by("own_kill", 2, mode="free")
    both = fold(state, rules.eliminate(state, seats=[0, 1], by=[0, 1]))
    assert points(both) == {0: 3, 1: 3}
