"""The combat phase: sides, who splits, what is prevented, what comes of it."""

import pytest

from companion.games.war_game import events as ev
from companion.games.war_game import fight
from companion.games.war_game.house import START_FIGHT
from companion.table.log import Refusal


@pytest.fixture
def met(war, after):
    """Give a war in which the creatures have met at a place."""

    def met(*creatures, place="22", players=2, **options):
        state = war("fight", *creatures, players=players, **options)
        return after(state, lambda _: [ev.MovementEnded((), (place,))])

    return met


def sides(state, place="22"):
    ours, theirs = fight.sides(state, place)
    return ours, theirs


def test_both_sides_strike_for_the_power_of_their_untapped(met, creature):
    """Combat Phase: the power of the untapped on both sides."""
    state = met(creature("22", 3, 3), creature("22", 9, 1, tapped=True), creature("22", 2, 5, owner=1))
    ours, theirs = sides(state)
    assert (ours.power, ours.struck, theirs.power, theirs.struck) == (3, 2, 2, 3)
    assert theirs.split == {3: 3}
    assert (ours.splitter, theirs.splitter) == (1, 0)
    assert (ours.open, theirs.open) == (True, False)


def test_where_nothing_is_chosen_as_many_as_possible_die(met, creature):
    state = met(creature("22", 4, 4), creature("22", 0, 5, owner=1), creature("22", 0, 2, owner=1))
    assert sides(state)[1].split == {3: 2, 2: 2}


def test_a_struck_creature_with_banding_lets_its_side_split(met, creature):
    """Combat Phase: unless an opposing creature has banding, tapped or not."""
    band = creature("22", 1, 1, owner=1, abilities="banding", tapped=True)
    assert sides(met(creature("22"), creature("22", 1, 3, owner=1), band))[1].splitter == 1


def test_damage_is_split_by_who_strikes(met, creature, after):
    state = met(creature("22", 3, 3), creature("22", 0, 2, owner=1), creature("22", 0, 2, owner=1))
    choices = {"place": "22", "seat": 1, "creatures": [2, 3], "damage": [1, 2]}
    assert sides(after(state, fight.split, by=0, **choices))[1].split == {2: 1, 3: 2}
    with pytest.raises(Refusal, match="The other player splits"):
        fight.split(state, by=1, **choices)
    with pytest.raises(Refusal, match="3 damage must go somewhere: 2 is given"):
        fight.split(state, **choices | {"damage": [0, 2]})
    with pytest.raises(Refusal, match="has 2 left; give the rest to others"):
        fight.split(state, **choices | {"damage": [3, 0]})
    with pytest.raises(Refusal, match="Say for each creature"):
        fight.split(state, **choices | {"damage": [3]})
    with pytest.raises(Refusal, match="Say for each creature"):
        fight.split(state, **choices | {"damage": [-1, 4]})
    with pytest.raises(Refusal, match="one of the two sides"):
        fight.split(state, **choices | {"seat": 2})


def test_a_split_that_fits_no_more_counts_no_more(met, creature, after):
    state = met(creature("22", 3, 3), creature("22", 0, 2, owner=1), creature("22", 0, 2, owner=1))
    state = after(state, fight.split, place="22", seat=1, creatures=[2, 3], damage=[1, 2])
    boosted = after(state, lambda _: [ev.CreatureBoosted(1, 1, 0)])
    assert sides(boosted)[1].split == {2: 2, 3: 2}
    assert not sides(boosted)[1].chosen


def test_both_sides_strike_even_if_both_die(met, creature, after):
    """Combat Phase: both have struck."""
    state = met(creature("22", 2, 2, name="Bear"), creature("22", 2, 2, owner=1, name="Ogre"))
    events = fight.settle(state, place="22")
    assert events == [ev.FightSettled("22", ((1, 2), (2, 2)), (1, 2), ("Bear", "Ogre")), ev.PhaseBegun("cast")]
    ended = after(state, fight.settle, place="22")
    assert ended.creatures == {}
    assert ended.lost == {0: 1, 1: 1}
    assert ended.phase == "cast"


def test_damage_lasts_and_prevented_damage_is_not_dealt(met, creature, after):
    """Combat Phase: counters mark the damage of those that live; prevention comes before."""
    state = met(creature("22", 2, 3), creature("22", 1, 2, owner=1))
    ended = after(state, fight.settle, place="22", creatures=[2], damage=[1])
    assert {one.id: one.damage for one in ended.creatures.values()} == {1: 1, 2: 1}
    for id, less in ((2, 3), (9, 1)):
        with pytest.raises(Refusal, match="No more can be prevented"):
            fight.settle(state, place="22", creatures=[id], damage=[less])


def test_of_several_fights_the_phase_goes_on_after_the_last(met, creature, after):
    state = met(creature("22"), creature("22", owner=1), creature("33"), creature("33", owner=1))
    state = after(state, lambda _: [ev.MovementEnded((), ("22", "33"))])
    state = after(state, fight.settle, place="33")
    assert (state.phase, [*state.fights]) == ("fight", ["22"])


def test_with_three_sides_one_opponent_is_named(met, creature, after):
    """House rule: the active player names one."""
    state = met(creature("22"), creature("22", owner=1), creature("22", 1, 1, owner=2), players=3)
    assert fight.sides(state, "22") is None
    with pytest.raises(Refusal, match="against whom"):
        fight.settle(state, place="22")
    with pytest.raises(Refusal, match="Choose an opponent"):
        fight.name_fight(state, place="22", seat=0)
    named = after(state, fight.name_fight, place="22", seat=2)
    ended = after(named, fight.settle, place="22")
    assert [*ended.creatures] == [1, 2]


def test_a_fight_where_both_stand_by_the_other_reading(war, creature, after):
    creatures = creature("22"), creature("22", owner=1)
    with pytest.raises(Refusal, match="no fight there"):
        fight.name_fight(war("fight", *creatures), place="22", seat=1)
    state = after(war("fight", *creatures, rules=[START_FIGHT]), fight.name_fight, place="22", seat=1)
    assert sides(state)[0].power == 2


# Strongholds


def test_its_holder_taps_one_attacker_a_lone_one_too(met, creature, after):
    """Movement Phase: the owner of the stronghold may tap one of the attackers."""
    state = met(creature("C"), creature("C", 1, 1, owner=1), place="C")
    tapped = after(state, fight.tap_attacker, place="C", creature=1, by=1)
    assert sides(tapped, "C")[0].power == 0
    with pytest.raises(Refusal, match="tapped already"):
        fight.tap_attacker(tapped, place="C", creature=1, by=1)
    with pytest.raises(Refusal, match="Only whoever holds"):
        fight.tap_attacker(state, place="C", creature=1, by=0)
    with pytest.raises(Refusal, match="an attacker there"):
        fight.tap_attacker(state, place="C", creature=2)


def test_nobody_taps_an_attacker_elsewhere(met, creature):
    with pytest.raises(Refusal, match="Only in a fight at a stronghold"):
        fight.tap_attacker(met(creature("22"), creature("22", owner=1)), place="22", creature=1)
    own = met(creature("A"), creature("A", owner=1), place="A")
    with pytest.raises(Refusal, match="holds this stronghold"):
        fight.tap_attacker(own, place="A", creature=3)
