"""Attacks on opponents, range, march and theft in a war: by the rules of Emperor, or without them."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.efreet_war.facts.events import CreatureMarched, CreatureStolen, PlayerAttacked, TurnEnded
from companion.games.efreet_war.play import creatures, reach, rules
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.state import seen_by
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.away import ControlEnded, CreatureGone, WallAnimated
from companion.kit.ring.creatures import (
    Creature,
    March,
    blockers,
    goes,
    march_from_home,
    march_of,
    together,
    why_not_move,
)
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fold

HOME = {"creature": None, "owner": 1, "name": "Elf", "wall": False}
ELF = {"creature": 1, "owner": 0, "name": "", "wall": False}


@pytest.fixture
def six():
    """Begin a war of 0 1 2 against 3 4 5 in Emperor seating, in the turn of the Emperor 1."""
    return begun(mode="emperor", first=1)


@pytest.fixture
def nine():
    """Begin a war of three teams of three, in the turn of the Emperor 1."""
    return begun(9, mode="emperor", team_count=3, first=1)


def on(state, rule):
    return fold(state, [RuleSwitched(rule, True)])


def turns(state, count):
    for _ in range(count):
        state = fold(state, [TurnEnded(state.turn)])
    return state


def march(state, *, to, **choices):
    return fold(state, creatures.march(state, **HOME | choices, to=to))


def attack(state, target):
    return creatures.attack_player(state, target=target)


# Who reaches whom


def test_in_emperor_seating_range_is_two_and_only_neighbours_attack(six, nine):
    """Emperor, Limiting Range."""
    assert (reach.within(six, 0), reach.targets(six, 0, 0)) == ({1, 2, 4, 5}, {5})
    assert (reach.within(nine, 2), reach.targets(nine, 2, 2)) == ({0, 1, 3, 4}, {3})
    assert reach.reached(nine, 2, None) == ([0, 1, 3, 4], [3])


def test_without_emperors_everybody_reaches_everybody():
    state = begun(4, mode="free")
    assert (reach.within(state, 0), reach.targets(state, 0, 0)) == ({1, 2, 3}, {1, 2, 3})
    teams = begun(6, mode="teams", team_count=3)
    assert (reach.within(teams, 0), reach.targets(teams, 0, 0)) == ({1, 2, 3, 4, 5}, {2, 3, 4, 5})


def test_by_the_house_rule_the_rules_of_emperor_count_without_emperors():
    state = on(begun(6, mode="teams"), "reach_teams")
    assert (reach.within(state, 0), reach.targets(state, 0, 0)) == ({1, 2, 4, 5}, {5})
    assert march(state, owner=0, to=1).creatures[1].at == 1


# Attacks on opponents


def test_an_opponent_beside_a_territory_is_attacked_from_home():
    state = begun(mode="emperor")
    assert attack(state, 5) == [PlayerAttacked(0, 5)]
    assert fold(state, attack(state, 5)).assaults == ((0, 5),)


@pytest.mark.parametrize(
    ("target", "words"),
    [(3, "No creature next to this player is ready"), (1, "an ally"), (5, "already under attack"), (9, "already out")],
)
def test_an_attack_on_a_player_that_cannot_be(target, words):
    state = begun(mode="emperor")
    state = fold(state, [*attack(state, 5)])
    with pytest.raises(Refusal, match=words) as refused:
        attack(state, target)
    assert refused.value.faults.keys() == {"target"}


def test_a_creature_attacks_from_where_it_stands_once_it_is_ready(six):
    """Emperor, Attacking with Relocated Creatures: it attacks in its controller's turn."""
    state = march(six, to=2)
    assert reach.attackable(state, 1) == set()
    state = turns(state, 6)
    assert reach.attackable(state, 1) == {3}
    assert attack(state, 3) == [PlayerAttacked(1, 3)]


def test_a_new_turn_brings_new_attacks():
    state = begun(mode="emperor")
    assert turns(fold(state, attack(state, 5)), 1).assaults == ()


def test_who_stands_in_a_territory_may_block_there(six):
    """Emperor, Defending with Relocated Creatures: whoever owns the territory declares first."""
    state = march(march(six, to=2), name="Ogre", to=0)
    assert [one.name for one in blockers(state.creatures, 2)] == ["Elf"]
    assert [one.name for one in blockers(state.creatures, 0)] == ["Ogre"]
    elf = state.creatures[1]
    there = {1: elf, 2: replace(elf, id=2, controller=2), 3: replace(elf, id=3)}
    assert [one.id for one in blockers(there, 2)] == [2, 1, 3]


# March


def test_a_creature_marches_to_an_ally_and_is_summoning_sick_there(six):
    """Emperor, Restrictions on Relocation."""
    assert creatures.march(six, **HOME, to=2) == [CreatureMarched(1, "Elf", 1, 2, False)]
    one = march(six, to=2).creatures[1]
    assert (one.owner, one.controller, one.at, one.sick, one.moved) == (1, 1, 2, True, True)
    one = turns(march(six, to=2), 6).creatures[1]
    assert (one.at, one.sick, one.moved) == (2, False, False)


def test_who_is_home_again_is_noted_no_more(six):
    state = turns(march(six, to=2), 6)
    state = march(state, **ELF, to=1)
    assert state.creatures[1].at == 1
    assert turns(state, 6).creatures == {}
    assert turns(state, 6).noted == 1


@pytest.mark.parametrize(
    ("moves", "choices", "words"),
    [
        (0, {**HOME, "to": 4}, "one seat at a time"),
        (0, {**HOME, "to": 1}, "one seat at a time"),
        (0, {**HOME, "owner": 2, "to": 1}, "its controller's turn"),
        (0, {**HOME, "owner": 8, "to": 1}, "is out"),
        (0, {**HOME, "wall": True, "to": 2}, "Walls can't march"),
        (0, {**HOME, "name": "x" * 41, "to": 2}, "1 to 40 characters"),
        (0, {**ELF, "creature": 7, "to": 2}, "n't away from home"),
        (1, {**ELF, "to": 1}, "marched this turn already"),
    ],
)
def test_a_march_that_cannot_be(six, moves, choices, words):
    state = march(six, to=2) if moves else six
    with pytest.raises(Refusal, match=words):
        creatures.march(state, **choices)


def test_a_march_leads_to_allies_only(nine):
    state = turns(nine, 1)
    with pytest.raises(Refusal, match="enemy territory"):
        creatures.march(state, **HOME | {"owner": 2}, to=3)


def test_no_creature_goes_farther_than_two_seats():
    state = begun(10, mode="emperor", first=0)
    state = turns(march(state, owner=0, to=1), 10)
    state = turns(march(state, **ELF, to=2), 10)
    with pytest.raises(Refusal, match="stay within 2 of"):
        creatures.march(state, **ELF, to=3)


def test_without_emperors_nothing_marches():
    with pytest.raises(Refusal, match="don't march"):
        creatures.march(begun(6, mode="teams", first=1), **HOME, to=2)


def test_several_march_together_or_none(six):
    state = turns(march(march(six, to=2), name="Ogre", to=2), 6)
    made = creatures.march_together(state, creatures=[1, 2, 1], to=1)
    assert [event.name for event in made] == ["Elf", "Ogre"]
    moved = fold(state, creatures.march(state, **ELF, to=1))
    with pytest.raises(Refusal, match="once a turn"):
        creatures.march_together(moved, creatures=[2, 1], to=1)
    with pytest.raises(Refusal, match="Choose which"):
        creatures.march_together(state, creatures=[], to=1)


def test_a_wall_marches_once_it_is_animated(six):
    """Emperor, Restrictions on Relocation: walls may not move unless they are animated."""
    stolen = creatures.steal(six, **HOME | {"owner": 3, "wall": True}, by=1)
    state = turns(fold(six, stolen), 6)
    assert "Walls" in why_not_move(reach.field_of(state), state.creatures[1]).message
    assert creatures.animate(state, creature=1) == [WallAnimated(1, "Elf")]
    state = fold(state, creatures.animate(state, creature=1))
    assert creatures.animate(state, creature=1) == []
    assert why_not_move(reach.field_of(state), state.creatures[1]) is None


def test_what_may_march_from_a_place_is_said_with_the_reason(six):
    state = march(march(six, to=2), name="Ogre", to=2)
    here = march_of(reach.field_of(state), together(state.creatures, 1, 2))
    assert (here.at, here.to, len(here.creatures)) == (2, (), 2)
    assert "once a turn" in here.why.message
    later = turns(state, 6)
    assert march_of(reach.field_of(later), together(later.creatures, 1, 2)).to == (1,)
    assert march_from_home(1, goes(reach.field_of(six), 1)).to == (0, 2)
    free = reach.field_of(begun(2, mode="free"))
    assert "No teammate" in march_from_home(0, goes(free, 0)).why.message


# Theft, and what leaves


def test_a_stolen_creature_goes_one_seat_towards_the_thief(six):
    """Emperor, Taking Control of Creatures: General D steals from Emperor B, and the creature stands with General C."""
    state = turns(six, 2)
    assert state.turn == 3
    [stolen] = creatures.steal(state, **HOME, by=3)
    assert stolen == CreatureStolen(1, "Elf", 1, 3, 2, False)
    one = fold(state, [stolen]).creatures[1]
    assert (one.owner, one.controller, one.at, one.sick) == (1, 3, 2, True)


def test_a_theft_of_two_equal_ways_goes_as_it_is_said(six):
    state = fold(six, rules.eliminate(six, seats=[0, 5], by=[1, 0]))
    assert [creatures.steal(state, **HOME, by=3, to=to)[0].to for to in (None, 2, 4)] == [2, 2, 4]
    with pytest.raises(Refusal, match="one of the two ways"):
        creatures.steal(state, **HOME, by=3, to=1)


def test_a_theft_that_cannot_be(six):
    for choices, words in (({"by": 1}, "controls it already"), ({"by": 4}, "out of the thief's range")):
        with pytest.raises(Refusal, match=words):
            creatures.steal(six, **HOME, **choices)


def test_without_emperors_it_goes_to_the_thief_at_once():
    state = begun(4, mode="free")
    assert creatures.steal(state, **HOME, by=3)[0].to == 3


def test_a_stolen_creature_attacks_its_host_by_the_house_rule_only(six):
    state = turns(six, 2)
    state = turns(fold(state, creatures.steal(state, **HOME, by=3)), 6)
    assert reach.targets(state, 3, 2) == {1}
    assert reach.targets(on(state, "stolen_attacks"), 3, 2) == {1, 2}
    assert attack(on(state, "stolen_attacks"), 2) == [PlayerAttacked(3, 2)]


def test_a_theft_ends(six):
    state = turns(six, 2)
    state = fold(state, creatures.steal(state, **HOME, by=3))
    assert creatures.give_back(state, creature=1) == [ControlEnded(1, "Elf")]
    state = fold(state, creatures.give_back(state, creature=1))
    assert (state.creatures[1].controller, state.creatures[1].sick) == (1, True)
    with pytest.raises(Refusal, match="already"):
        creatures.give_back(state, creature=1)


def test_without_emperors_a_stolen_creature_goes_home_at_once(six):
    """It once stayed with the thief for good, and could be declared as a blocker there."""
    state = begun(4, mode="free")
    state = fold(state, creatures.steal(state, **HOME, by=3))
    assert creatures.give_back(state, creature=1) == [ControlEnded(1, "Elf")]  # as logs of old have it
    gone = creatures.give_back(state, creature=1, home=True)
    assert gone == [CreatureGone(1, "Elf", "returned")]
    assert fold(state, gone).creatures == {}
    state = fold(six, creatures.steal(six, **HOME | {"owner": 3}, by=1))
    assert creatures.give_back(state, creature=1, home=True) == [ControlEnded(1, "Elf")]


def test_a_creature_that_died_leaves_the_list(six):
    state = march(six, to=2)
    assert creatures.bury(state, creature=1) == [CreatureGone(1, "Elf", "died")]
    assert fold(state, creatures.bury(state, creature=1)).creatures == {}


def test_what_falls_with_a_player():
    """Emperor, Eliminating Players: what is theirs, what stands with them, and what they control."""
    state = begun(10, mode="emperor", first=2)
    state = march(march(state, owner=2, to=1), owner=2, name="Ogre", to=3)
    state = fold(turns(state, 3), [CreatureStolen(3, "Imp", 4, 5, 4, False)])
    assert reach.fallen_with(state, [2]) == [CreatureGone(1, "Elf", "owner_out"), CreatureGone(2, "Ogre", "owner_out")]
    assert reach.fallen_with(state, [3]) == [CreatureGone(2, "Ogre", "territory")]
    assert reach.fallen_with(state, [5]) == [CreatureGone(3, "Imp", "returned")]
    assert rules.eliminate(state, seats=[3], by=[1])[1:] == reach.fallen_with(state, [3])


def test_without_emperors_nothing_dies_with_a_territory():
    state = begun(4, mode="free")
    state = fold(state, [CreatureStolen(1, "Elf", 1, 3, 0, False)])
    assert reach.fallen_with(state, [0]) == []


def test_events_of_creatures_that_nobody_knows_change_nothing(six):
    for event in (ControlEnded(4, ""), WallAnimated(4, ""), CreatureGone(4, "", "died")):
        assert fold(six, [event]) == six


def test_what_is_away_from_home_is_no_secret(six):
    assert seen_by(march(six, to=2)).creatures == march(six, to=2).creatures


def test_who_is_out_steals_nothing_and_after_the_end_nothing_is_resolved(six):
    fallen = replace(six, fallen=(3,))
    with pytest.raises(Refusal, match="is out"):
        creatures.steal(fallen, **HOME, by=3)
    attacked = fold(six, rules.attack(six, resource="lamp"))
    with pytest.raises(Refusal, match="war is over"):
        rules.resolve(replace(attacked, result=0), resource="lamp", survived=True)


def test_spells_reach_from_where_ones_own_creature_stands(six):
    elf = Creature(1, "Elf", 0, 0, 1)
    assert not reach.affects(six, 0, 3)
    assert reach.affects(replace(six, creatures={1: elf}), 0, 3)
    assert not reach.affects(replace(six, creatures={1: replace(elf, controller=1)}), 0, 3)


def test_one_alone_marches_from_where_it_stands(six):
    elf = Creature(1, "Elf", 1, 1, 0)
    state = replace(six, creatures={1: elf})
    assert march_of(reach.field_of(state), [elf]) == March(0, ((elf, None),), (1,))


@pytest.mark.parametrize("move", [creatures.bury, creatures.give_back, creatures.animate])
def test_after_the_end_no_creature_changes(six, move):
    state = replace(six, creatures={1: Creature(1, "Elf", 1, 1, 0)})
    with pytest.raises(Refusal, match="war is over"):
        move(replace(state, result=0), creature=1)
    with pytest.raises(Refusal, match="war is over"):
        creatures.steal(replace(state, result=0), **HOME, by=3)


def test_seats_are_drawn():
    state = replace(begun(), secret="")
    drawn = {draws.seats(state, Random(seed)).teams for seed in range(9)}
    assert len(drawn) > 1
    assert {tuple(sorted(seat for team in teams for seat in team)) for teams in drawn} == {tuple(range(6))}
