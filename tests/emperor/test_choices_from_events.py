"""What was chosen in a move is read from its events, so that the check can repeat the move; and edges of the counts."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.emperor import fairness, game
from companion.games.emperor.facts.events import CreatureMarched, PlayersFallen
from companion.games.emperor.play import creatures
from companion.games.emperor.play.duel import change_life
from companion.games.emperor.setup import draws, seating
from companion.games.emperor.state.house_rules import HOUSE_RULES, switch_rule
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.counters import Counted, LifeCounted, LifeSet, dying, join
from companion.kit.ring.creatures import Creature
from companion.table.log import Entry, Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold

NEW = {"creature": None, "owner": B, "name": "Ogre", "wall": False}
OGRE = Creature(1, "Ogre", B, B, B)
MADE = [
    ("text", change_life, {"seat": B, "by": -3, "value": None}),
    ("text", change_life, {"seat": B, "by": None, "value": 7}),
    ("text", change_life, {"seat": B, "by": 2, "value": None, "counter": "poison"}),
    ("text", creatures.march, NEW | {"to": A}),
    ("text", creatures.march, NEW | {"creature": 1, "to": A}),
    ("text", creatures.march_together, {"creatures": [1, 2], "to": A}),
    ("text", creatures.steal, NEW | {"by": A}),
    ("text", creatures.steal, NEW | {"creature": 1, "by": A}),
    ("official", creatures.deploy, NEW | {"to": A}),
    ("official", creatures.deploy, NEW | {"creature": 1, "to": A}),
]


@pytest.mark.parametrize(("range_id", "move", "choices"), MADE)
def test_a_move_is_repeated_as_it_was_made(duel, range_id, move, choices):
    ready = {1: OGRE, 2: replace(OGRE, id=2)} if choices.get("creature", 1) else {}
    state = replace(duel(range_id=range_id), turn=B, creatures=ready, noted=len(ready))
    events = [*move(state, **choices)]
    assert events
    assert fairness.checker(game, 6, ()).asked(state, Entry(2, 5.0, None, move.__name__, tuple(events))) == events


def test_a_range_is_chosen_again_as_it_was_chosen(seated):
    events = seating.choose_range(seated(), range_id="official")
    assert fairness.checker(game, 6, ()).asked(seated(), Entry(2, 5.0, None, "choose_range", tuple(events))) == events


def test_several_march_from_any_hand(duel):
    state = replace(
        duel(), turn=B, creatures={1: replace(OGRE, controller=B), 2: Creature(2, "Wall", B, B, A, wall=True)}
    )
    assert creatures.march_together(state, creatures=[1, 1], to=A) == [CreatureMarched(1, "Ogre", A)]
    with pytest.raises(Refusal, match="Walls can't march"):
        creatures.march_together(state, creatures=[1, 2], to=A)


def test_who_is_out_has_no_life_to_set(duel):
    state = fold(duel(), [PlayersFallen((D,), None)])
    with pytest.raises(Refusal, match="is out"):
        change_life(state, seat=D, value=3)


def test_one_life_is_enough(duel):
    assert dying(fold(duel(), [LifeSet(A, 1), LifeSet(B, 0)]), range(6)) == [B]


@pytest.mark.parametrize(("result", "team"), [(0, {A, B, C}), (1, {D, E, F})])
def test_the_team_that_won_shares_the_ante(duel, result, team):
    won = replace(duel(), result=result, pool={A: "Mox", D: "Jet"})
    assert {seat for seat, _ in draws.ante(won, Random(7)).shares} <= team


def test_nobody_gives_a_creature_to_who_is_out(duel):
    state = replace(fold(duel(range_id="official"), [PlayersFallen((C,), None)]), turn=B)
    with pytest.raises(Refusal, match="is out"):
        creatures.deploy(state, **NEW, to=C)


def test_no_creature_of_one_who_is_out_sets_out(duel):
    state = replace(fold(duel(), [PlayersFallen((C,), None)]), turn=C)
    with pytest.raises(Refusal, match="is out"):
        creatures.march(state, **NEW | {"owner": C}, to=B)


def test_a_counter_is_set_to_nothing(duel):
    state = fold(duel(), [Counted(A, "poison", 3)])
    assert change_life(state, seat=A, by=None, value=0, counter="poison") == [Counted(A, "poison", -3)]


def test_taps_on_one_counter_are_added_up():
    assert join(Counted(A, "poison", 1), Counted(A, "poison", 2)) == Counted(A, "poison", 3)
    assert join(LifeCounted(A, -1), LifeCounted(A, -2)) == LifeCounted(A, -3)
    for later in (Counted(A, "storm", 1), Counted(B, "poison", 1), LifeCounted(A, 1)):
        assert join(Counted(A, "poison", 1), later) is None


def test_a_house_rule_is_switched(duel):
    rule = next(iter(HOUSE_RULES))
    assert switch_rule(duel(), rule=rule, on=True) == [RuleSwitched(rule, True)]
