"""Creatures that others control: stolen, gained by allies, given back."""

import pytest

from companion.games.emperor.facts.events import (
    CreatureDeployed,
    CreatureNoted,
    CreatureStolen,
    PlayersFallen,
    TurnEnded,
)
from companion.games.emperor.play import creatures as moves
from companion.games.emperor.play.duel import fall
from companion.games.emperor.play.reach import field_of, from_creature
from companion.kit.ring.away import ControlEnded, CreatureGone, CreatureTapped, WallAnimated
from companion.kit.ring.creatures import blockers, why_not_move
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold
from tests.emperor.creatures_away import NEW, march, sorcerer, until


def test_e16_a_stolen_wall_lands_between(duel):
    state = until(duel(), D)
    state = fold(state, moves.steal(state, owner=B, by=D, creature=None, name="Wall", wall=True))
    wall = state.creatures[1]
    assert (wall.owner, wall.controller, wall.at) == (B, D, C)
    assert blockers(state.creatures, C) == [wall]
    assert why_not_move(field_of(state), wall) == "Walls can't march unless something animates them."
    assert [answer.seat for answer in from_creature(state, wall) if answer.attack] == [B]


def test_a_wall_marches_once_it_is_animated(duel):
    """Restrictions on Relocation: walls may not move unless they are animated."""
    state = fold(duel(), moves.steal(duel(), owner=D, by=C, creature=None, name="Wall", wall=True))
    state = until(fold(state, [TurnEnded(C)]), C)
    with pytest.raises(Refusal, match="animates them"):
        march(state, B, creature=1)
    assert moves.animate(state, creature=1) == [WallAnimated(1, "Wall")]
    state = fold(state, [WallAnimated(1, "Wall")])
    assert moves.animate(state, creature=1) == []
    assert march(state, B, creature=1).creatures[1].at == B


def test_what_left_enemy_territory_cannot_go_back(duel):
    state = until(duel(), D)
    state = fold(state, moves.steal(state, owner=B, by=D, **NEW))
    state = until(fold(state, [TurnEnded(D)]), D)
    with pytest.raises(Refusal, match="enemy territory"):
        march(state, B, creature=1)
    state = march(state, D, creature=1)
    state = until(fold(state, [TurnEnded(D)]), D)
    with pytest.raises(Refusal, match="enemy territory"):
        march(state, C, creature=1)


def test_f_cannot_retrieve_the_sorcerer_that_c_controls(duel):
    """The rules' example: stolen by C it goes to C's own territory, and is out of F's range."""
    state = sorcerer(duel)
    state = fold(state, moves.steal(state, creature=1, owner=F, name="", wall=False, by=C))
    assert (state.creatures[1].controller, state.creatures[1].at) == (C, C)
    with pytest.raises(Refusal, match="out of the thief's range"):
        moves.steal(state, creature=1, owner=F, name="", wall=False, by=F)


def test_an_ability_takes_from_where_its_creature_stands(duel):
    """F's Old Man of the Sea in D takes what stands in C, far from F itself (rules, Limited Range of Effect)."""
    state = sorcerer(duel)
    events = moves.steal(state, owner=C, by=F, to=D, **NEW)
    assert events[-1] == CreatureStolen(2, "Ogre", F, D)
    with pytest.raises(Refusal, match="out of the thief's range"):
        moves.steal(duel(), owner=C, by=F, **NEW)


def test_abilities_reach_as_far_as_all_else(duel):
    """Where spells reach one seat and all else two, an ability takes at two."""
    assert moves.steal(duel(range_id="mixed"), owner=B, by=D, **NEW)
    with pytest.raises(Refusal, match="out of the thief's range"):
        moves.steal(duel(range_id="one"), owner=B, by=D, **NEW)


def test_the_thief_chooses_between_two_equally_long_ways(duel):
    state = fold(duel(), [PlayersFallen((D, F))])
    for to in (B, E):
        events = moves.steal(state, owner=A, by=C, to=to, **NEW)
        assert events[-1] == CreatureStolen(1, "Ogre", C, to)
    with pytest.raises(Refusal, match="towards the thief"):
        moves.steal(state, owner=A, by=C, to=A, **NEW)


@pytest.mark.parametrize(("by", "words"), [(B, "controls it already"), (E, "out of the thief's range")])
def test_theft_has_its_limits(duel, by, words):
    with pytest.raises(Refusal, match=words):
        moves.steal(duel(), owner=B, by=by, **NEW)


def test_control_ends(duel):
    state = fold(duel(), moves.steal(duel(), owner=D, by=C, **NEW))
    assert moves.give_back(state, creature=1) == [ControlEnded(1, "Ogre")]
    state = fold(state, [ControlEnded(1, "Ogre")])
    assert (state.creatures[1].controller, state.creatures[1].at, state.creatures[1].sick) == (D, C, True)
    with pytest.raises(Refusal, match="already"):
        moves.give_back(state, creature=1)


# By the later rules


def test_an_ally_gains_control_instead_of_a_march(duel):
    state = until(duel(range_id="official"), B)
    with pytest.raises(Refusal, match="later rules"):
        march(state, C)
    state = fold(state, moves.deploy(state, owner=B, to=C, **NEW))
    one = state.creatures[1]
    assert (one.controller, one.at, one.tapped, one.sick) == (C, C, True, True)
    assert moves.give_back(state, creature=1) == [CreatureGone(1, "Ogre", "returned")]
    assert fall(state, seats=[C])[1:] == [CreatureGone(1, "Ogre", "returned")]
    assert fall(state, seats=[B])[1:] == [CreatureGone(1, "Ogre", "owner_out")]


def test_who_may_gain_control(duel):
    state = until(duel(range_id="official"), A)
    for to, words in ((F, "teammate can"), (A, "teammate can"), (C, "out of range")):
        with pytest.raises(Refusal, match=words):
            moves.deploy(state, owner=A, to=to, **NEW)
    with pytest.raises(Refusal, match="controller's turn"):
        moves.deploy(state, owner=B, to=C, **NEW)
    with pytest.raises(Refusal, match="control doesn't change"):
        moves.deploy(until(duel(), A), owner=A, to=B, **NEW)
    noted = [CreatureNoted(1, "Ogre", A, False), CreatureDeployed(1, "Ogre", B)]
    there = until(fold(state, noted), B)
    for event, words in (
        (CreatureTapped(1, "Ogre"), "tapped"),
        (CreatureStolen(1, "Ogre", B, B), "summoning sick"),
    ):
        with pytest.raises(Refusal, match=words):
            moves.deploy(fold(there, [event]), owner=A, name="", wall=False, creature=1, to=C)


def test_a_theft_goes_straight_to_the_thief(duel):
    state = duel(range_id="official")
    assert moves.steal(state, owner=C, by=D, **NEW)[-1] == CreatureStolen(1, "Ogre", D, D)
