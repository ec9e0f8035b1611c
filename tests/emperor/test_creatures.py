"""Creatures away from home: the worked examples, and every refusal."""

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from companion.games.emperor.facts.events import (
    CreatureMarched,
    CreatureNoted,
    CreatureStolen,
    DuelBegun,
    DuelOpened,
    FirstChosen,
    Opened,
    PlayersFallen,
    TurnEnded,
)
from companion.games.emperor.play import creatures as moves
from companion.games.emperor.play.duel import change_life, end_turn, fall
from companion.games.emperor.play.reach import from_creature
from companion.games.emperor.state import State, check, living
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.away import CreatureGone, CreatureTapped, CreatureUntapped
from companion.kit.ring.creatures import Creature, blockers, called
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold
from tests.emperor.creatures_away import NEW, march, sorcerer, until

# The march


def test_e15_two_turns_of_march_and_one_to_wait(duel):
    state = until(duel(), F)
    assert moves.march(state, owner=F, to=E, **NEW) == [
        CreatureNoted(1, "Ogre", F, False),
        CreatureMarched(1, "Ogre", E),
    ]
    state = march(state, E)
    assert state.creatures[1] == Creature(1, "Ogre", F, F, E, sick=True, moved=True)
    with pytest.raises(Refusal, match="marched this turn already"):
        march(state, D, creature=1)
    state = march(until(fold(state, [TurnEnded(F)]), F), D, creature=1)
    assert not state.creatures[1].ready
    state = until(fold(state, [TurnEnded(F)]), F)
    assert state.creatures[1].ready
    assert [one.seat for one in from_creature(state, state.creatures[1]) if one.attack] == [C]


def test_e4_effects_are_measured_from_where_it_stands(duel):
    state = sorcerer(duel)
    reached = {one.seat for one in from_creature(state, state.creatures[1]) if one.others}
    assert reached == {B, C, D, E, F}


def test_e13_no_farther_than_two_seats_from_its_controller(duel):
    state = until(duel(14), 3)
    for to in (2, 1):
        state = march(until(fold(state, [TurnEnded(state.turn)]), 3), to, creature=1 if state.creatures else None)
    state = until(fold(state, [TurnEnded(3)]), 3)
    with pytest.raises(Refusal, match="stay within 2 of"):
        march(state, 0, creature=1)


def test_march_waits_for_the_controllers_turn(duel):
    with pytest.raises(Refusal, match="controller's turn"):
        march(duel(), A, owner=B)


@pytest.mark.parametrize(
    ("to", "words"), [(D, "enemy territory"), (A, "one seat at a time"), (C, "one seat at a time"), (E, "one seat")]
)
def test_march_goes_to_an_ally_beside(duel, to, words):
    with pytest.raises(Refusal, match=words):
        march(duel(), to)


def test_march_skips_a_fallen_ally(duel):
    state = fold(duel(), [PlayersFallen((A,))])
    with pytest.raises(Refusal, match="Nobody plays there"):
        march(until(state, B), A)
    assert march(until(state, B), C).creatures[1].at == C


def test_walls_the_tapped_and_the_sick_stay(duel):
    with pytest.raises(Refusal, match="Walls"):
        march(duel(), B, wall=True)
    tapped = fold(sorcerer(duel), [CreatureTapped(1, "Ogre")])
    with pytest.raises(Refusal, match="tapped"):
        march(tapped, E, creature=1)
    stolen = fold(duel(), [CreatureNoted(1, "Ogre", D, False), CreatureStolen(1, "Ogre", C, C)])
    with pytest.raises(Refusal, match="summoning sick"):
        march(stolen, B, creature=1)


def test_a_creature_needs_a_name_of_a_length_and_a_place_on_the_list(duel):
    assert called(march(duel(), B, name="").creatures[1]) == "Creature 1"
    with pytest.raises(Refusal, match="1 to 40"):
        march(duel(), B, name="x" * 41)
    with pytest.raises(Refusal, match="n't away from home"):
        march(duel(), B, creature=5)


def test_what_is_home_again_needs_no_note(duel):
    state = march(sorcerer(duel), E, creature=1)
    state = march(until(fold(state, [TurnEnded(F)]), F), F, creature=1)
    assert state.creatures[1].at == F
    assert not until(fold(state, [TurnEnded(F)]), F).creatures


def test_creatures_untap_and_recover_in_their_controllers_turn(duel):
    state = fold(sorcerer(duel), [CreatureTapped(1, "Ogre"), TurnEnded(F)])
    assert state.creatures[1].tapped
    assert not until(state, F).creatures[1].tapped


# Forced


def test_e19_a_forced_march_goes_one_seat_towards_the_source(duel):
    events = moves.force(duel(), owner=E, source=C, **NEW)
    assert events == [CreatureNoted(1, "Ogre", E, False), CreatureMarched(1, "Ogre", D, forced=True)]


def test_e19_what_cannot_move_is_destroyed(duel):
    for state, creature in (
        (duel(), {"creature": None, "wall": True}),
        (fold(sorcerer(duel), [CreatureMarched(1, "Ogre", E), TurnEnded(F)]), {"creature": 1, "wall": False}),
    ):
        state = until(state, F) if creature["creature"] else state
        state = fold(state, [CreatureTapped(1, "Ogre")]) if creature["creature"] else state
        events = moves.force(state, owner=E, name="Ogre", source=C, **creature)
        assert events[-1] == CreatureGone(1, "Ogre", "forced")


def test_e19_what_has_just_come_is_immune(duel):
    state = march(until(duel(), F), E)
    with pytest.raises(Refusal, match="can't be forced"):
        moves.force(state, owner=F, name="", wall=False, creature=1, source=C)


def test_what_has_an_enemy_beside_it_attacks(duel):
    with pytest.raises(Refusal, match="must attack"):
        moves.force(duel(), owner=D, source=C, **NEW)


def test_a_wall_beside_an_enemy_is_not_told_to_attack(duel):
    """Walls can't attack (rules, Restrictions on Relocation: they move only if something animates them)."""
    with pytest.raises(Refusal, match="Wall can't attack"):
        moves.force(duel(), owner=D, source=C, **NEW | {"wall": True})


def test_a_forcing_effect_has_its_range(duel):
    with pytest.raises(Refusal, match="doesn't reach"):
        moves.force(duel(), owner=E, source=B, **NEW)


# Tapped, gone, and with a player


def test_tapping_twice_changes_nothing(duel):
    state = sorcerer(duel)
    assert moves.tap(state, creature=1) == [CreatureTapped(1, "Ogre")]
    assert moves.untap(state, creature=1) == []
    state = fold(state, [CreatureTapped(1, "Ogre")])
    assert moves.tap(state, creature=1) == []
    assert moves.untap(state, creature=1) == [CreatureUntapped(1, "Ogre")]
    assert blockers(state.creatures, D) == []
    assert moves.bury(state, creature=1) == [CreatureGone(1, "Ogre", "died")]


def test_e18_what_falls_with_a_player(duel):
    state = sorcerer(duel)
    state = fold(
        state,
        [
            CreatureNoted(2, "Bear", D, False),
            CreatureMarched(2, "Bear", E),
            CreatureNoted(3, "Elf", B, False),
            CreatureStolen(3, "Elf", D, C),
        ],
    )
    events = fall(state, seats=[D])
    assert events == [
        PlayersFallen((D,)),
        CreatureGone(1, "Ogre", "territory"),
        CreatureGone(2, "Bear", "owner_out"),
        CreatureGone(3, "Elf", "returned"),
    ]
    assert not fold(state, events).creatures


def test_e21_who_may_block(duel):
    state = march(until(duel(), B), C)
    state = fold(state, [CreatureNoted(2, "Elf", D, False), CreatureStolen(2, "Elf", C, C)])
    assert [(one.controller, one.name) for one in blockers(state.creatures, C)] == [(C, "Elf"), (B, "Ogre")]
    assert blockers(state.creatures, B) == []


# Whatever happens


def ask(state, rng):
    """Ask for a random move; it may be refused."""
    seat, other = rng.choice(state.order), rng.choice(state.order)
    known = rng.choice([None, *state.creatures])
    which = {"creature": known, "owner": seat, "name": "Ogre", "wall": rng.random() < 0.2}
    match rng.randrange(12):
        case 0 | 1 | 2:
            return moves.march(state, **which, to=other)
        case 3:
            return moves.force(state, **which, source=other)
        case 4:
            return moves.steal(state, **which, by=other)
        case 5:
            return moves.deploy(state, **which, to=other)
        case 6:
            return moves.give_back(state, creature=known)
        case 7:
            return rng.choice([moves.tap, moves.untap, moves.bury])(state, creature=known)
        case 8:
            return change_life(state, seat=seat, by=rng.randrange(-9, 9))
        case 9 if rng.random() < 0.3:
            return fall(state, seats=[seat])
        case _:
            return end_turn(state)


@given(
    st.sampled_from([6, 10]),
    st.sampled_from(["text", "one", "mixed", "official"]),
    st.randoms(use_true_random=False),
    st.integers(0, 150),
)
def test_no_moves_bring_the_ring_out_of_order(players, range_id, rng, count):
    """Whatever is asked, every creature stands with somebody who plays, and somebody has the turn."""
    state = fold(State(), [Opened(players, range_id, False), FirstChosen(0, by_chance=True), DuelBegun()])
    for _ in range(count):
        if state.result is not None:
            break
        with suppress(Refusal):
            state = fold(state, ask(state, rng))
    check(state, players)
    if state.result is None:
        assert state.turn in living(state)
        assert {one.at for one in state.creatures.values()} <= set(living(state))


def test_where_creatures_at_home_may_go(duel):
    assert [moves.goes(duel(), seat) for seat in (A, B, C)] == [[B], [A, C], [B]]
    assert moves.goes(fold(duel(), [PlayersFallen((A, B))]), C) == []
    official = duel(range_id="official")
    assert [moves.goes(official, seat) for seat in (A, B)] == [[B], [A, C]]


def test_a_stolen_creature_attacks_where_it_stands_by_house_rule_only(duel):
    """Taking Control of Creatures: it may "attack or defend the territory it's in"; we read: its neighbours."""
    stolen = fold(until(duel(), D), [CreatureNoted(1, "Ogre", B, False), CreatureStolen(1, "Ogre", D, C)])
    [here] = [one for one in from_creature(stolen, stolen.creatures[1]) if one.seat == C]
    assert not here.attack
    switched = fold(stolen, [RuleSwitched("stolen_attacks", True)])
    [here] = [one for one in from_creature(switched, switched.creatures[1]) if one.seat == C]
    assert here.attack
    assert here.attack_why == "an enemy whose territory it is in"
    assert fold(switched, [PlayersFallen((E,)), DuelOpened(0)]).rules_on == {"stolen_attacks"}
