"""What the events of a game of Emperor add up to."""

from dataclasses import replace

import pytest

from companion.games.emperor.facts.events import (
    AnteDivided,
    CreatureMarched,
    CreatureStolen,
    FirstChosen,
    Opened,
    PlayersFallen,
    Seated,
    TurnEnded,
)
from companion.games.emperor.state import State, emperors, evolve, living, teams
from companion.kit.fairness.committed_random import SecretTold
from companion.kit.ring.away import ControlEnded
from companion.kit.ring.counters import LifeCounted, LifeSet
from companion.kit.ring.creatures import Creature
from tests.emperor.conftest import A, B, C, D, E, F, fold

OGRE = Creature(1, "Ogre", A, A, B, tapped=True)


def test_a_table_opens_with_nothing_but_its_players():
    state = evolve(State(), Opened(6, "text", True))
    assert state == State(6, "text", True, (A, B, C, D, E, F), lives=(20,) * 6)
    assert evolve(State(), Opened(99, "text", False)).order == tuple(range(14))  # an imported log may say anything


@pytest.mark.parametrize(("range_id", "tapped"), [("text", False), ("official", True)])
def test_what_is_stolen_arrives_untapped_where_it_marches(duel, range_id, tapped):
    """Control is a mandatory march, and what marches arrives untapped (rules, Moving Your Creatures)."""
    state = replace(duel(range_id=range_id), creatures={1: OGRE})
    one = evolve(state, CreatureStolen(1, "Ogre", D, C)).creatures[1]
    assert (one.owner, one.controller, one.at, one.tapped, one.sick, one.moved) == (A, D, C, tapped, True, False)


def test_what_marches_arrives_untapped_and_sick(duel):
    state = replace(duel(), creatures={1: OGRE})
    one = evolve(state, CreatureMarched(1, "Ogre", C, False)).creatures[1]
    assert (one.at, one.tapped, one.sick, one.moved) == (C, False, True, True)


def test_a_turn_brings_the_own_creatures_round(duel):
    """They untap and recover on their controller's turn, whoever's territory it is (rules, Moving Your Creatures)."""
    tired = replace(OGRE, sick=True, moved=True)
    other = replace(tired, id=2, controller=D)
    home = replace(tired, id=3, at=A)
    state = evolve(replace(duel(), turn=F, creatures={1: tired, 2: other, 3: home}), TurnEnded(F))
    assert state.turn == A
    assert state.creatures == {1: replace(OGRE, tapped=False), 2: other}  # the one at home needs no note any more


def test_what_goes_back_is_sick_where_it_stands(duel):
    state = replace(duel(), creatures={1: replace(OGRE, controller=D)})
    assert evolve(state, ControlEnded(1, "Ogre")).creatures == {1: replace(OGRE, sick=True)}


def test_nobody_knows_what_is_gone(duel):
    """An event of a creature or player that is not there changes nothing."""
    for event in (
        CreatureMarched(9, "Elf", C, False),
        CreatureStolen(9, "Elf", D, C),
        ControlEnded(9, "Elf"),
        LifeCounted(6, 1),
        LifeSet(-1, 5),
    ):
        assert evolve(duel(), event) == duel()
    assert evolve(duel(), TurnEnded(17)).turn is None


def test_the_secret_is_told_when_the_duel_is_over(duel):
    state = replace(duel(), secret="00", commitment="11")
    assert not evolve(state, SecretTold()).told
    over = evolve(state, PlayersFallen((B,)))
    assert evolve(over, SecretTold()).told
    assert evolve(evolve(over, SecretTold()), AnteDivided(((D, A),))).shares == ()
    assert evolve(over, AnteDivided(((D, A),))).shares == ((D, A),)


def test_hands_take_the_place_of_chance(seated):
    drawn = fold(seated(), [Seated((F, E, D, C, B, A), True), FirstChosen(1, True)])
    assert (drawn.order_drawn, drawn.first_drawn, drawn.first) == (True, True, 1)
    assert drawn.drawn == {"seats": 1, "first": 1}
    chosen = fold(drawn, [Seated((A, B, C, D, E, F), False), FirstChosen(0, False)])
    assert (chosen.order_drawn, chosen.first_drawn, chosen.first) == (False, False, 0)
    assert chosen.drawn == drawn.drawn


def test_who_falls_leaves_everybody_else_where_they_sit(duel):
    state = evolve(duel(), PlayersFallen((A, F)))
    assert living(state) == (B, C, D, E)
    assert teams(state) == ((A, B, C), (D, E, F))
    assert emperors(state) == (B, E)
    assert (state.turn, state.result) == (C, None)
    assert evolve(state, PlayersFallen((C,))).turn == D
    assert evolve(state, PlayersFallen((E,))).result == 0
