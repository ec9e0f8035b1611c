"""The combat phase: sides, who splits, what is prevented, what comes of it."""

import pytest
from hypothesis import given, strategies as st

from companion.games.war_game.facts import events as ev
from companion.games.war_game.play import fight
from companion.games.war_game.state.house_rules import SPLIT_ALL, START_FIGHT
from companion.games.war_game.state.model import Creature, State
from companion.table.log import Refusal, changed
from tests.war_game.conftest import fold


@pytest.fixture
def met(war, after):
    """Begin a war in which the creatures have met at a place."""

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


def test_where_nothing_strikes_nothing_is_chosen(met, creature):
    state = met(creature("22", 0, 4), creature("22", 0, 5, owner=1), creature("22", 0, 2, owner=1))
    assert not sides(state)[1].open


def test_where_only_one_can_be_dealt_anything_nothing_is_chosen(met, creature):
    foes = creature("22", 0, 5, owner=1), creature("22", 0, 2, owner=1, damage=2)
    assert not sides(met(creature("22", 3, 4), *foes))[1].open


def test_who_is_left_out_of_a_split_is_dealt_nothing(three):
    """Nobody here leaves one out, but an imported log may."""
    ruled = changed(three, rules_on=frozenset([SPLIT_ALL]))
    state = fold(ruled, [ev.DamageSplit("22", 1, ((1, 2), (3, 3)), 1)])
    assert fight.split(state, creature=3, value=2)[0].split == ((1, 2), (2, 0), (3, 2))
    assert dict(fight.split(state, creature=2, by=1)[0].split)[2] == 1


def test_where_nothing_is_chosen_as_many_as_possible_die(met, creature):
    state = met(creature("22", 4, 4), creature("22", 0, 5, owner=1), creature("22", 0, 2, owner=1))
    assert sides(state)[1].split == {3: 2, 2: 2}


def test_a_struck_creature_with_banding_lets_its_side_split(met, creature):
    """Combat Phase: unless an opposing creature has banding, tapped or not."""
    band = creature("22", 1, 1, owner=1, abilities="banding", tapped=True)
    assert sides(met(creature("22"), creature("22", 1, 3, owner=1), band))[1].splitter == 1


@pytest.fixture
def three(met, creature):
    """Begin a fight in which Ann strikes for 5 at creatures with 2, 4 and 3 left."""
    struck = [creature("22", 0, left, owner=1, name=name) for name, left in (("Elf", 2), ("Ogre", 4), ("Bear", 3))]
    return met(*struck, creature("22", 5, 9))


def test_damage_is_split_by_who_strikes(three, after):
    assert sides(three)[1].split == {1: 2, 3: 3, 2: 0}
    assert sides(after(three, fight.split, creature=2, value=4, who=0))[1].split == {1: 1, 2: 4, 3: 0}
    with pytest.raises(Refusal, match="The other player splits"):
        fight.split(three, creature=2, value=4, who=1)
    with pytest.raises(Refusal, match="Ogre can take only 4; give the rest to others"):
        fight.split(three, creature=2, value=5)
    with pytest.raises(Refusal, match="Enter a number first"):
        fight.split(three, creature=2)
    with pytest.raises(Refusal, match="who this fight is against"):
        fight.split(changed(three, fights={}), creature=2, value=1)


def test_all_damage_that_fits_is_dealt(met, creature):
    """House rule: what a creature is spared the others take, as much as fits."""
    state = met(creature("22", 5, 9), creature("22", 0, 4, owner=1), creature("22", 0, 2, owner=1))
    with pytest.raises(Refusal, match="You must deal 5 damage, and you've dealt 4"):
        fight.split(state, creature=2, value=2)
    assert fight.bounds(state, sides(state)[1]) == {2: (3, 4), 3: (1, 2)}


def test_a_tap_moves_a_point_between_a_creature_and_those_after_it(three, after):
    """Steppers stop at what is left, and at what the others cannot take."""
    state = three
    for taps, expected in (((2, 1), {1: 2, 2: 1, 3: 2}), ((3, 1), {1: 1, 2: 1, 3: 3}), ((1, -1), {1: 0, 2: 2, 3: 3})):
        state = after(state, fight.split, creature=taps[0], by=taps[1])
        assert sides(state)[1].split == expected
    assert fight.split(state, creature=3, by=1) == []
    assert fight.split(state, creature=1, by=-1) == []


@given(lefts=st.lists(st.integers(1, 6), min_size=2, max_size=5), data=st.data())
def test_any_split_is_reached_from_the_top_down(lefts, data):
    """Whatever fits can be set, one creature after the other, and stays as it was set."""
    wanted = [data.draw(st.integers(0, left)) for left in lefts]
    struck = [Creature(id, 1, "22", 0, left) for id, left in enumerate(lefts, 1)]
    striker = Creature(9, 0, "22", sum(wanted), 9)
    lands = tuple(["swamp"] * 15)
    events = [ev.Opened(2, ("A", "C"), 3), ev.TerrainsDealt(lands), ev.WarBegun(0), ev.PhaseBegun("fight")]
    there = changed(fold(State(), events), creatures={one.id: one for one in (*struck, striker)})
    state = fold(there, [ev.MovementEnded((), ("22",))])
    for id, value in enumerate(wanted, 1):
        state = fold(state, fight.split(state, creature=id, value=value))
        split = sides(state)[1].split
        assert sum(split.values()) == sum(wanted)
        assert all(0 <= split[one] <= left for one, left in enumerate(lefts, 1))
    assert [sides(state)[1].split[id] for id in range(1, len(lefts) + 1)] == wanted


def test_quick_taps_on_a_stepper_are_told_as_one():
    one, later = (ev.DamageSplit("22", 1, ((2, damage), (3, 3 - damage)), 2) for damage in (1, 2))
    assert fight.join(one, later) == later
    assert fight.join(one, ev.DamageSplit("22", 0, ())) is None


def test_a_split_that_fits_no_more_counts_no_more(met, creature, after):
    state = met(creature("22", 3, 3), creature("22", 0, 2, owner=1), creature("22", 0, 2, owner=1))
    state = after(state, fight.split, creature=2, value=1)
    boosted = after(state, lambda _: [ev.CreatureBoosted(1, 1, 0)])
    assert sides(boosted)[1].split == {2: 2, 3: 2}
    assert not sides(boosted)[1].chosen


def test_both_sides_strike_even_if_both_die(met, creature, after):
    """Combat Phase: both have struck."""
    state = met(creature("22", 2, 2, name="Bear"), creature("22", 2, 2, owner=1, name="Ogre"))
    events = fight.settle(state, place="22")
    assert events == [ev.FightSettled("22", ((1, 2), (2, 2)), (1, 2), ("Bear", "Ogre"), (0, 1)), ev.PhaseBegun("cast")]
    ended = after(state, fight.settle, place="22")
    assert ended.creatures == {}
    assert ended.lost == {0: 1, 1: 1}
    assert ended.phase == "cast"


def test_damage_lasts_and_prevented_damage_is_not_dealt(met, creature, after):
    """Combat Phase: counters mark the damage of those that live; prevention comes before."""
    state = met(creature("22", 2, 3), creature("22", 1, 2, owner=1))
    ended = after(state, fight.settle, place="22", creatures=[2], damage=[1])
    assert {one.id: one.damage for one in ended.creatures.values()} == {1: 1, 2: 1}
    whole = after(state, fight.settle, place="22", creatures=[1, 2], damage=[1, 2])
    assert {one.damage for one in whole.creatures.values()} == {0}
    for id, less in ((2, 3), (2, -1), (9, 1)):
        with pytest.raises(Refusal, match="You can't prevent more"):
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
    with pytest.raises(Refusal, match="who this fight is against"):
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
    with pytest.raises(Refusal, match="already decided"):
        fight.tap_attacker(tapped, place="C", creature=1, by=1)
    with pytest.raises(Refusal, match="Only the stronghold's holder"):
        fight.tap_attacker(state, place="C", creature=1, by=0)
    away = met(creature("C"), creature("C", 1, 1, owner=1), creature("22"), place="C")
    for id, fought in ((2, state), (5, away)):
        with pytest.raises(Refusal, match="isn't attacking there"):
            fight.tap_attacker(fought, place="C", creature=id)


def test_a_fight_at_a_stronghold_waits_until_its_holder_has_tapped_one_or_none(met, creature, after):
    state = met(creature("C", name="Elf"), creature("C", 1, 1, owner=1), place="C")
    assert fight.waits_for(state, "C") == 1
    with pytest.raises(Refusal, match="says which attacker to tap"):
        fight.settle(state, place="C")
    with pytest.raises(Refusal, match="Only the stronghold's holder"):
        fight.spare_attackers(state, place="C", by=0)
    spared = after(state, fight.spare_attackers, place="C", by=1)
    assert fight.settle(spared, place="C")[0].died == (2,)
    assert not spared.creatures[1].tapped
    with pytest.raises(Refusal, match="already decided"):
        fight.tap_attacker(spared, place="C", creature=1, by=1)
    tapped = after(state, fight.tap_attacker, place="C", creature=1)
    assert fight.settle(tapped, place="C")[0].died == ()
    asleep = met(creature("C", name="Elf", tapped=True), creature("C", 1, 1, owner=1), place="C")
    assert fight.waits_for(asleep, "C") is None
    with pytest.raises(Refusal, match="Elf is tapped already"):
        fight.tap_attacker(asleep, place="C", creature=3)
    with pytest.raises(Refusal, match="only in a fight there"):
        fight.spare_attackers(met(creature("22"), creature("22", owner=1)), place="22")
    assert fight.waits_for(changed(state, left=(1,)), "C") is None


def test_nobody_taps_an_attacker_elsewhere(met, creature):
    with pytest.raises(Refusal, match="only in a fight there"):
        fight.tap_attacker(met(creature("22"), creature("22", owner=1)), place="22", creature=1)
    own = met(creature("A"), creature("A", owner=1), place="A")
    with pytest.raises(Refusal, match="holds this stronghold"):
        fight.tap_attacker(own, place="A", creature=3)
