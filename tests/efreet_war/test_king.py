"""What King Suleiman takes: any artifact of Arabian Nights that a team has in play, by the table's house rules."""

import pytest

from companion.games.efreet_war.facts.events import ArtifactLost, KingGained, KingLeft, ResourceLost
from companion.games.efreet_war.play import rules
from companion.kit.house_rules import RuleSwitched
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, under


def audience(*, beneath="Brass Man", on=()):
    """Give an audience of the first player, who has uncovered what lay under the King."""
    state = under(begun(4, mode="free"), "king", beneath)
    return fight(fold(state, [RuleSwitched(rule, True) for rule in on]), "king")


def gain(state, **given):
    return rules.claim_king(state, answer="gain", **given)


def test_any_artifact_in_play_pays_the_king():
    """Story: an Arabian Nights artifact, whether it was won here or is a card of one's own."""
    assert gain(audience(), other="Jeweled Bird") == [KingGained(0, 0, "Jeweled Bird")]
    assert gain(audience(), artifact="Brass Man", other="Jeweled Bird") == [KingGained(0, 0, "Jeweled Bird")]


def test_an_artifact_taken_over_from_another_team_is_gone_from_its_list():
    state = fight(under(begun(4, mode="free"), "lamp", "Pyramids"), "lamp")
    state = fold(state, rules.end_turn(state))
    state = fight(state, "king")
    state = fold(state, gain(state, other="Pyramids"))
    assert (state.resources["king"].owner, state.artifacts[0]) == (1, ("Aladdin's Lamp",))


@pytest.mark.parametrize(
    "typed", ["aladdin's lamp", "Aladdin\u2019s Lamp", "aladdins lamp", "Aladdin\u2019s  L\u00e2mp"]
)
def test_an_artifact_is_the_same_with_or_without_capitals_and_apostrophe(typed):
    """Once it stayed on its team's list, and by the house rule its points did."""
    state = fight(under(begun(4, mode="free"), "king", "Brass Man"), "lamp")
    state = fight(fold(state, [RuleSwitched("lost_points", True)]), "king")
    state = fold(state, gain(state, other=typed))
    assert "Aladdin's Lamp" not in state.artifacts[0]
    assert (state.resources["lamp"].status, rules.points(state)[0]) == ("removed", 3)


@pytest.mark.parametrize("name", ["x", "x" * 40])
def test_an_artifact_has_a_name_of_any_length_that_fits(name):
    assert gain(audience(), other=name) == [KingGained(0, 0, name)]


@pytest.mark.parametrize("given", [{}, {"artifact": "Ebony Horse"}, {"other": "x" * 41}])
def test_no_artifact_or_none_that_the_team_uncovered_is_refused(given):
    with pytest.raises(Refusal, match="that you have in play"):
        gain(audience(), **given)


def test_an_artifact_that_nobody_has_won_is_not_offered():
    """Setup: cards that lie on the table are in no deck, so that only what was won and Jeweled Bird may be in play."""
    state = fight(under(begun(4, mode="free"), "lamp", "Pyramids"), "lamp")
    state = fold(state, rules.end_turn(state))
    state = fight(under(state, "king", "Brass Man"), "king")
    assert rules.offered(state, 1) == ["Brass Man"]
    assert rules.others(state, 1) == ["Aladdin's Lamp", "Jeweled Bird", "Pyramids"]


def test_a_destroyed_artifact_is_offered_no_more():
    state = audience()
    assert rules.offered(state, 0) == ["Brass Man"]
    assert rules.lose_artifact(state, team=0, artifact="Brass Man") == [ArtifactLost(0, "Brass Man")]
    state = fold(state, rules.lose_artifact(state, team=0, artifact="Brass Man"))
    assert rules.offered(state, 0) == []
    for team in (0, 3):
        with pytest.raises(Refusal, match="doesn't have that artifact"):
            rules.lose_artifact(state, team=team, artifact="Brass Man")


def test_by_the_house_rule_what_lay_under_the_king_cannot_pay_him():
    state = audience(on=["king_under"])
    assert rules.offered(state, 0) == []
    for given in ({"other": "Brass Man"}, {"other": "brass man"}, {"artifact": "Brass Man"}):
        with pytest.raises(Refusal):
            gain(state, **given)
    assert gain(state, other="Pyramids") == [KingGained(0, 0, "Pyramids")]
    assert rules.offered(audience(), 0) == ["Brass Man"]


def test_by_the_house_rule_the_king_is_never_left():
    with pytest.raises(Refusal, match="leave the King alone"):
        rules.claim_king(audience(on=["king_none"]), answer="leave")
    assert rules.claim_king(audience(), answer="leave") == [KingLeft(0)]


@pytest.mark.parametrize("typed", [{"artifact": "Aladdin's Lamp"}, {"other": "aladdins lamp"}])
def test_a_resource_that_is_sacrificed_leaves_the_game_and_its_points_stay(typed):
    """It once stayed in play: it could be given on, and by the house rule its points could be stolen."""
    state = fight(under(begun(4, mode="free"), "king", "Brass Man"), "lamp")
    state = fight(fold(state, [RuleSwitched("steal_resource", True)]), "king")
    assert gain(state, **typed) == [KingGained(0, 0, "Aladdin's Lamp")]  # as logs of old have it
    gained = gain(state, **typed, spent=True)
    assert gained == [KingGained(0, 0, "Aladdin's Lamp", spent=True)]
    state = fold(state, gained)
    assert (state.resources["lamp"].status, rules.points(state)[0]) == ("removed", 4)
    assert "Aladdin's Lamp" not in dict(rules.belonging(state, 0))
    with pytest.raises(Refusal, match="Nobody has"):
        rules.pass_card(state, card="Aladdin's Lamp", to=1)


def test_a_stolen_resource_that_is_sacrificed_takes_the_points_of_who_earned_them():
    """Without the house rule `steal_resource`; the race once told of the thief, and kept the others' point."""
    state = fight(under(begun(4, mode="free"), "king", "Brass Man"), "lamp")
    state = fold(state, [RuleSwitched("lost_points", True), *rules.pass_card(state, card="Aladdin's Lamp", to=1)])
    king = fight(fold(state, rules.end_turn(state)), "king")
    gained = gain(king, artifact="Aladdin's Lamp", spent=True)
    assert gained == [ResourceLost("lamp", 0), KingGained(1, 1, "Aladdin's Lamp", spent=True)]
    after = fold(king, gained)
    assert (after.resources["lamp"].status, after.artifacts[1]) == ("removed", ("Brass Man",))
    assert [rules.points(after)[team] for team in (0, 1)] == [0, 3]
    assert [(team, points) for _, team, points in after.race[-2:]] == [(0, 0), (1, 3)]


def test_a_resource_taken_over_from_another_team_is_spent_too():
    """It stayed claimed, as a card that could be stolen or destroyed."""
    state = fight(under(begun(4, mode="free"), "king", "Brass Man"), "lamp")
    king = fight(fold(state, rules.end_turn(state)), "king")
    after = fold(king, gain(king, other="Aladdin's Lamp", spent=True))
    assert (after.resources["lamp"].status, rules.points(after)[0]) == ("removed", 1)
    assert "Aladdin's Lamp" not in dict(rules.belonging(after, 0))


def test_a_card_that_has_gone_is_offered_no_more():
    state = fight(under(begun(4, mode="free"), "lamp", "Pyramids"), "lamp")
    for card in ("Aladdin's Lamp", "Pyramids"):
        state = fold(state, rules.lose_card(state, card=card))
    state = fold(state, rules.end_turn(state))
    assert rules.others(fight(under(state, "king", "Brass Man"), "king"), 1) == ["Jeweled Bird"]


def test_what_no_team_claimed_is_no_spent_resource():
    assert gain(audience(), other="Aladdin's Lamp", spent=True) == [KingGained(0, 0, "Aladdin's Lamp")]
    assert gain(audience(), artifact="Brass Man", spent=True) == [KingGained(0, 0, "Brass Man")]
