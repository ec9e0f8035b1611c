"""Attacks and King Suleiman: the worked examples of other-games 1.4, and every refusal."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.games.efreet_war.facts import CARDS, RESOURCES
from companion.games.efreet_war.facts.events import (
    AttackFailed,
    AudienceWon,
    CardUncovered,
    KingGained,
    PlayersEliminated,
    TurnEnded,
)
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.state.model import points
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, opened, under

# The attack


def test_d3_a_resource_is_claimed_with_what_lies_beneath():
    state = begun()
    card = state.sealed["valley"]
    state = fight(state, "valley")
    assert state.resources["valley"].status == "claimed"
    assert (state.resources["valley"].owner, points(state)) == (0, {0: 1, 1: 0})
    assert state.uncovered.card == state.resources["valley"].uncovered == card
    assert "valley" not in state.sealed


def test_d4_without_attackers_it_lies_open():
    state = fight(begun(), "valley", survived=False)
    assert (state.resources["valley"].status, points(state)[0], state.uncovered) == ("open", 0, None)
    with pytest.raises(Refusal, match="only allowed once a turn"):
        rules.attack(state, resource="valley")
    state = fold(state, rules.end_turn(state))
    state = fight(state, "valley")
    assert state.resources["valley"].owner == 0  # seat 1 is of the same team; a new turn, a new attack
    assert points(state)[0] == 1


def test_d6_one_guard_of_two_is_not_enough():
    state = fight(begun(), "ring", kill=1)
    assert (state.resources["ring"].status, len(state.resources["ring"].guardians)) == ("guarded", 1)
    assert len(state.resources["ring"].dead) == 1
    assert points(state) == {0: 0, 1: 0}


def test_d7_two_resources_in_one_turn():
    state = fight(fight(begun(), "bazaar"), "island", survived=False)
    assert {id for id, one in state.resources.items() if one.status != "guarded"} == {"bazaar", "island"}
    for taken in ("bazaar", "island"):
        with pytest.raises(Refusal):
            rules.attack(state, resource=taken)


def test_two_attacks_may_run_at_once():
    state = begun()
    for resource in ("bazaar", "island"):
        state = fold(state, rules.attack(state, resource=resource))
    with pytest.raises(Refusal, match="under attack"):
        rules.attack(state, resource="island")
    with pytest.raises(Refusal, match="isn't settled yet"):
        rules.end_turn(state)


def test_guardians_are_only_in_play_during_an_attack():
    state = begun()
    guard = state.resources["valley"].guardians[0]
    with pytest.raises(Refusal, match="in play only during an attack"):
        rules.kill_guardian(state, resource="valley", guardian=guard)
    with pytest.raises(Refusal, match="in play only during an attack"):
        rules.resolve(state, resource="valley", survived=True)
    state = fold(state, rules.attack(state, resource="valley"))
    assert fold(state, rules.kill_guardian(state, resource="valley", guardian=guard)).resources["valley"].dead == (
        guard,
    )
    with pytest.raises(Refusal, match="is no longer alive"):
        rules.kill_guardian(state, resource="valley", guardian="Nobody")


def test_a_guardian_alive_holds_whoever_survived():
    state = fold(begun(), rules.attack(begun(), resource="valley"))
    for survived in (True, False):
        assert rules.resolve(state, resource="valley", survived=survived) == [AttackFailed("valley", opened=False)]


def test_d12_the_group_to_the_left_plays_the_guardians_and_chooses():
    state = begun(6, team_count=3)
    assert [rules.left_team(replace(state, turn=seat)) for seat in range(6)] == [1, 1, 2, 2, 0, 0]
    state = under(state, "valley", "Desert Twister")
    state = fight(state, "valley")
    assert state.uncovered == CardUncovered("valley", 0, "Desert Twister", 1)
    gone = fold(state, rules.eliminate(state, seats=[2, 3], by=[0, 0]))
    assert rules.left_team(gone) == 2


def test_of_two_teams_it_is_the_other():
    assert [rules.left_team(replace(begun(), turn=seat)) for seat in range(6)] == [1, 1, 1, 0, 0, 0]
    assert rules.left_team(opened()) is None


def test_d14_every_card_comes_out_once():
    state = begun()
    for one in RESOURCES:
        state = fold(replace(state, result=None, attacked=()), [])
        state = fold(state, rules.attack(state, resource=one.id))
        for guard in state.resources[one.id].guardians:
            state = fold(state, rules.kill_guardian(state, resource=one.id, guardian=guard))
        state = fold(state, rules.resolve(state, resource=one.id, survived=True))
        state = replace(state, audience=None, result=None)
    cards = [one.uncovered for one in state.resources.values()]
    assert Counter(cards) == Counter([*CARDS.treasures, *CARDS.traps])
    assert not state.sealed


# King Suleiman


def at_the_king(**options):
    state = under(begun(**options), "king", "Oubliette")
    return fight(state, "king")


def test_the_king_grants_an_audience_and_waits():
    state = at_the_king()
    assert (state.audience, state.resources["king"].status, points(state)[0]) == (0, "open", 0)
    assert state.uncovered.card == "Oubliette"
    for move in (lambda: rules.attack(state, resource="valley"), lambda: rules.end_turn(state)):
        with pytest.raises(Refusal, match="is waiting for an answer"):
            move()


def test_d8_the_king_makes_ten_and_ends_the_war():
    state = under(begun(), "lamp", "Brass Man")
    for resource in ("lamp", "ring", "ali", "maruf"):
        state = fight(state, resource)
    assert points(state)[0] == 7
    state = fight(state, "king")
    events = rules.claim_king(state, answer="gain", artifact="Brass Man")
    assert events == [KingGained(0, 0, "Brass Man")]
    state = fold(state, events)
    assert (points(state)[0], state.result) == (10, 0)
    assert "Brass Man" not in state.artifacts[0]
    with pytest.raises(Refusal, match="is over"):
        rules.attack(state, resource="city")


def test_d10_without_an_artifact_the_king_is_removed_or_left():
    state = at_the_king()
    with pytest.raises(Refusal, match="Arabian Nights artifact"):
        rules.claim_king(state, answer="gain", artifact="Brass Man")
    with pytest.raises(Refusal, match="Arabian Nights artifact"):
        rules.claim_king(state, answer="gain")
    removed = fold(state, rules.claim_king(state, answer="remove"))
    assert (removed.resources["king"].status, points(removed)[0], removed.audience) == ("removed", 0, None)
    with pytest.raises(Refusal, match="out of the game"):
        rules.attack(removed, resource="king")
    left = fold(state, rules.claim_king(state, answer="leave"))
    assert left.resources["king"].status == "open"
    assert rules.resolve(
        fold(fold(left, [TurnEnded(0)]), rules.attack(fold(left, [TurnEnded(0)]), resource="king")),
        resource="king",
        survived=True,
    ) == [AudienceWon(0, 1)]


def test_the_treasure_under_the_king_may_pay_him():
    state = fight(under(begun(), "king", "Pyramids"), "king")
    state = fold(state, rules.claim_king(state, answer="gain", artifact="Pyramids"))
    assert points(state)[0] == 3
    with pytest.raises(Refusal, match="Nobody has an audience"):
        rules.claim_king(state, answer="gain", artifact="Pyramids")


def test_an_artifact_among_the_resources_may_pay_too_and_keeps_its_points():
    state = fight(begun(), "ring")
    state = fold(state, [TurnEnded(0)])
    state = fight(under(state, "king", "Oubliette"), "king")
    state = fold(state, rules.claim_king(state, answer="gain", artifact="Aladdin's Ring"))
    assert points(state)[0] == 5


def test_whose_turn_it_is_took_an_enemy_out_as_far_as_one_can_guess():
    state = begun()
    team, other = state.teams
    assert rules.likely_killer(state, other[0]) == 0
    assert rules.likely_killer(state, team[1]) is None
    assert rules.likely_killer(replace(state, turn=other[0]), team[1]) == 1
    assert rules.likely_killer(replace(state, turn=None), team[1]) is None


def test_who_is_out_already_falls_no_second_time():
    event = PlayersEliminated(((5, 0, 3), (4, None, 0)), ())
    once = fold(begun(), [event])
    assert (once.fallen, once.falls) == ((5, 4), ((5, 1, 0), (4, 1, None)))
    again = fold(once, [event])
    assert (again.fallen, again.falls) == (once.fallen, once.falls)
