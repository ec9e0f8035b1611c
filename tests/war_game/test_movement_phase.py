"""The movement phase: marches, carrying, its end."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.play import creatures, movement
from companion.games.war_game.state.house_rules import ISLANDWALK, MOUNTAIN_PASS, START_FIGHT, STRONGHOLD_LAND, WALLS
from companion.games.war_game.state.model import board_of
from companion.games.war_game.text.legacy_arguments import CHOICES
from companion.table.log import Refusal, changed
from tests.war_game.conftest import fold


def test_several_march_together_all_or_none(war, after, creature):
    bear, bird = creature("21"), creature("21", abilities="flying")
    state = after(war("move", bear, bird), movement.march, creatures=[bear.id, bird.id], to="22")
    assert {one.at for one in state.creatures.values()} == {"22"}
    with pytest.raises(Refusal, match="diagonal"):
        movement.march(war("move", bear, bird), creatures=[bear.id, bird.id], to="12")


def test_of_several_a_refusal_names_the_creature_that_cannot_go(war, creature):
    """Who taps six creatures on does not see which of them the land does not let in."""
    bear, bird = creature("21", name="Bear"), creature("21", name="Bird", abilities="flying")
    state = war("move", bear, bird, at22="island")
    for to, said in (("12", "Bear: That's diagonal"), ("22", "Bear: Only flyers"), ("25", "Bear: .*")):
        with pytest.raises(Refusal, match=said):
            movement.march(state, creatures=[bird.id, bear.id] if to != "25" else [bear.id], to=to)


def test_a_landwalker_finds_its_way(war, after, creature):
    walker = creature("21", abilities="forestwalk")
    state = war("move", walker, at22="forest")
    assert movement.march(state, creatures=[walker.id], to="23")[0].path == ("22", "23")
    with pytest.raises(Refusal, match="the first must be into this land: Forest"):
        movement.march(war("move", walker), creatures=[walker.id], to="23")


def test_a_creature_marches_once_a_turn(war, after, creature):
    bear = creature("21")
    state = after(war("move", bear), movement.march, creatures=[bear.id], to="22")
    assert movement.places_for(state, state.creatures[bear.id]) == frozenset()
    with pytest.raises(Refusal, match="2/2 has already marched this turn"):
        movement.march(state, creatures=[bear.id], to="23")


def walking(war, after, creature, *others, to="22", abilities="forestwalk", rules=(), **lands):
    """Let a walker in 21 close its first step; then the state."""
    walker = creature("21", name="Elf", abilities=abilities)
    lands = {"at22": "forest"} | lands
    state = war("move", walker, *others, rules=rules, **lands)
    return after(state, movement.march, creatures=[walker.id], to=to), walker.id


def test_a_landwalker_takes_its_second_step_by_a_second_tap(war, after, creature):
    """Movement Phase: if the initial move is into a land to which it is attuned, it may move once more."""
    state, id = walking(war, after, creature)
    assert movement.places_for(state, state.creatures[id]) == {"12", "21", "23", "32"}
    events = movement.march(state, creatures=[id], to="23")
    assert events == [ev.SecondStepTaken(id, "23", "Elf")]
    done = fold(state, events).creatures[id]
    assert (done.at, done.came_from, done.by) == ("23", "22", "22")
    with pytest.raises(Refusal, match="Elf has already marched this turn"):
        movement.march(fold(state, events), creatures=[id], to="33")
    with pytest.raises(Refusal, match="Elf: That is too far"):
        movement.march(state, creatures=[id], to="24")
    with pytest.raises(Refusal, match="Elf: That's diagonal"):
        movement.march(state, creatures=[id], to="13")
    assert CHOICES["march"](events) == {"creatures": [id], "to": "23"}


def test_no_second_step_follows_another_land_or_a_long_march(war, after, creature):
    other, id = walking(war, after, creature, abilities="islandwalk")
    assert movement.places_for(other, other.creatures[id]) == frozenset()
    whole, id = walking(war, after, creature, to="23")
    assert whole.creatures[id].by == "22"
    assert movement.places_for(changed(whole, lands=whole.lands | {"23": "forest"}), whole.creatures[id]) == frozenset()
    with pytest.raises(Refusal, match="already marched"):
        movement.march(whole, creatures=[id], to="33")


def test_a_second_step_back_counts_as_entering(war, after, creature):
    """Movement Phase: who enters a Mountain is tapped, and a fight begins where one enters."""
    state, id = walking(war, after, creature, creature("21", owner=1), at21="mountain")
    back = after(state, movement.march, creatures=[id], to="21")
    assert back.creatures[id].at == "21"
    assert movement.end_movement(back)[1] == ev.MovementEnded((id,), ("21",))
    assert movement.end_movement(state)[1] == ev.MovementEnded((), ())


def test_a_mountain_left_by_the_second_step_is_one_passed_by(war, after, creature):
    state, id = walking(war, after, creature, abilities="mountainwalk", at22="mountain")
    on = after(state, movement.march, creatures=[id], to="23")
    assert movement.end_movement(on)[1] == ev.MovementEnded((), ())
    assert movement.end_movement(changed(on, rules_on=frozenset({MOUNTAIN_PASS})))[1] == ev.MovementEnded((id,), ())
    assert movement.end_movement(state)[1] == ev.MovementEnded((id,), ())


def test_a_second_step_takes_the_rider_along_but_takes_up_and_sets_down_nobody(war, after, creature):
    rider, friend = creature("21", carried=True), creature("22")
    walker = creature("21", name="Elf", abilities="forestwalk", rider=rider.id)
    state = war("move", rider, friend, walker, at22="forest")
    state = after(
        changed(state, creatures={one.id: one for one in (rider, friend, walker)}),
        movement.march,
        creatures=[3],
        to="22",
    )
    with pytest.raises(Refusal, match="Elf has already marched"):
        movement.drop(state, creature=3, to="22")
    on = after(state, movement.march, creatures=[3], to="23")
    assert {one.at for one in on.creatures.values() if one.id != friend.id} == {"23"}
    alone, id = walking(war, after, creature, creature("22", name="Bear"))
    with pytest.raises(Refusal, match="Elf has already marched"):
        movement.carry(alone, creature=id, rider=id - 1, to="23")


def test_who_was_set_down_or_lost_its_carrier_walks_no_second_step(war, after, creature):
    rider, bearer = creature("21", abilities="forestwalk", carried=True), creature("21", rider=1, tapped=True)
    state = war("move", rider, bearer, at22="forest")
    down = after(state, movement.drop, creature=2, to="22")
    assert movement.places_for(down, down.creatures[1]) == frozenset()
    gone = fold(after(state, movement.march, creatures=[2], to="22"), [ev.CreatureGone(2)])
    assert (gone.creatures[1].at, movement.places_for(gone, gone.creatures[1])) == ("22", frozenset())


def test_the_first_step_is_not_taken_back_alone_under_the_second(war, after, creature):
    state, id = walking(war, after, creature)
    assert after(state, movement.march, creatures=[id], to="21") != state


def test_only_in_the_phase_and_only_ones_own(war, creature):
    bear = creature("21", owner=1)
    with pytest.raises(Refusal, match="the active player's creatures march"):
        movement.march(war("move", bear), creatures=[bear.id], to="22")
    for phase in ("fight", "cast"):
        with pytest.raises(Refusal, match="Movement is over; undo that with the arrow"):
            movement.march(war(phase, bear), creatures=[bear.id], to="22")
    with pytest.raises(Refusal, match="Not in this phase"):
        movement.end_movement(war("supply"))
    with pytest.raises(Refusal, match="Tap a creature first"):
        movement.march(war("move", bear), creatures=[], to="22")
    with pytest.raises(Refusal, match="gone"):
        movement.march(war("move", bear), creatures=[99], to="22")
    with pytest.raises(Refusal, match="place on the map"):
        movement.path_to(war("move", bear), bear, "B")


def test_a_wall_stays_away_from_opponents(war, creature):
    """House rule: Walls march, but not to where opponents are."""
    wall, foe = creature("21", wall=True), creature("22", owner=1)
    assert "22" not in movement.places_for(war("move", wall, foe), wall)
    with pytest.raises(Refusal, match="not to where opponents are"):
        movement.march(war("move", wall, foe), creatures=[wall.id], to="22")
    assert "22" in movement.places_for(war("move", wall, foe, rules=[WALLS]), wall)
    assert "22" in movement.places_for(war("move", wall), wall)


def test_islandwalkers_by_both_readings(war, creature):
    walker = creature("21", abilities="islandwalk")
    assert "22" in movement.places_for(war("move", walker, at22="island"), walker)
    assert "22" not in movement.places_for(war("move", walker, at22="island", rules=[ISLANDWALK]), walker)


def test_who_leaves_its_bonus_with_damage_dies(war, creature):
    """Combat Phase: white 2/2 with 2 damage leaves Plains for Forest."""
    one = creature("21", colours="white", damage=2, name="Lion")
    events = movement.march(war("move", one, at21="plains", at22="forest"), creatures=[one.id], to="22")
    assert events == [ev.CreatureMarched(one.id, ("22",), "Lion"), ev.CreatureGone(one.id, "weaker", "Lion")]


def test_who_leaves_its_bonus_while_a_spell_weakens_it_dies_unhurt(war, creature):
    """Combat Phase: the bonus lasts until the creature moves; nothing is left of a 1/1 with -1/-1."""
    one = creature("21", 1, 1, colours="white", boost_power=-1, boost_toughness=-1, name="Lion")
    state = war("move", one, at21="plains", at11="plains")
    assert ev.CreatureGone(one.id, "weaker", "Lion") in movement.march(state, creatures=[one.id], to="22")
    assert len(movement.march(state, creatures=[one.id], to="11")) == 1


def test_between_two_matching_lands_nobody_dies(war, creature):
    one = creature("21", colours="white", damage=2)
    assert len(movement.march(war("move", one, at21="plains", at22="plains"), creatures=[one.id], to="22")) == 1


# Carrying


@pytest.fixture
def borne(war, after, creature):
    """Let a Bear (1) carry a Merfolk (2) with islandhome from an Island to a Swamp."""
    bear, fish = creature("21", abilities="flying", name="Bird"), creature("21", abilities="islandhome", name="Fish")
    state = war("move", bear, fish, at21="island", at23="island")
    return after(state, movement.carry, creature=1, rider=2, to="22")


def test_islandhome_is_carried_and_both_are_tapped(borne):
    """Movement Phase: islandhome crosses other lands carried, both tapped."""
    bird, fish = borne.creatures[1], borne.creatures[2]
    assert (bird.at, fish.at, bird.rider, fish.carried) == ("22", "22", 2, True)
    assert bird.tapped
    assert fish.tapped
    with pytest.raises(Refusal, match="Fish is carried"):
        movement.march(borne, creatures=[2], to="23")


def test_a_rider_was_carried_to_where_its_bearer_went_all_the_way():
    march = ev.CreatureMarched(1, ("22", "23", "24"), "Bird")
    borne = [ev.CreatureCarried(1, 2, "Bird", "Fish"), march, ev.CreatureGone(2, "weaker")]
    assert CHOICES["carry"](borne) == {"creature": 1, "rider": 2, "to": "24"}


def test_who_died_on_a_march_has_not_chosen_where_it_went():
    march = [ev.CreatureMarched(1, ("22", "23")), ev.CreatureMarched(2, ("23",)), ev.CreatureGone(2, "weaker")]
    assert CHOICES["march"](march) == {"creatures": [1, 2], "to": "23"}


def test_the_rider_is_dropped_on_an_island_and_the_carrier_stays(borne, after):
    """Movement Phase: until it is moved into an Island; the carrier stays that turn."""
    with pytest.raises(Refusal, match="Bird has already marched"):
        movement.drop(borne, creature=1, to="23")
    rested = after(borne, lambda _: [ev.TurnEnded(1), ev.TurnEnded(0), ev.PhaseBegun("move")])
    rested = after(rested, lambda _: [ev.TurnEnded(1), ev.PhaseBegun("move")]) if rested.turn else rested
    with pytest.raises(Refusal, match="set it down on an Island"):
        movement.drop(rested, creature=1, to="22")
    with pytest.raises(Refusal, match="where its carrier is"):
        movement.drop(rested, creature=1, to="25")
    state = after(rested, movement.drop, creature=1, to="23")
    bird, fish = state.creatures[1], state.creatures[2]
    assert (bird.rider, fish.carried, fish.at, bird.at) == (None, False, "23", "22")
    assert bird.tapped
    assert fish.tapped
    with pytest.raises(Refusal, match="Bird has dropped its rider"):
        movement.march(state, creatures=[1], to="12")


def test_one_bears_one_of_its_own_that_stands_with_it(war, creature, borne):
    other, foe, far = creature("21"), creature("21", owner=1), creature("25")
    state = war("move", other, foe, far)
    for bearer, rider in ((other, foe), (foe, other), (other, far), (other, other)):
        with pytest.raises(Refusal, match="two of your creatures in the same place"):
            movement.carry(state, creature=bearer.id, rider=rider.id, to="22")
    with pytest.raises(Refusal, match="carrying or being carried"):
        movement.carry(borne, creature=1, rider=2, to="23")
    with pytest.raises(Refusal, match="isn't carrying"):
        movement.drop(state, creature=other.id, to="22")


def test_where_a_carrier_stands_is_put_right_for_both(borne, after):
    def stands(id, at, state=borne):
        one = state.creatures[id]
        return {"creature": id, "owner": 0, "at": at, "power": one.power, "toughness": one.toughness, "tapped": True}

    state = after(borne, creatures.correct, **stands(1, "25"))
    assert [state.creatures[id].at for id in (1, 2)] == ["25", "25"]
    assert (state.creatures[1].rider, state.creatures[2].carried) == (2, True)
    with pytest.raises(Refusal, match="it goes where its carrier goes") as refused:
        creatures.correct(borne, **stands(2, "25"))
    assert [*refused.value.faults] == ["at"]


def test_a_carrier_marches_on_with_its_rider_and_frees_it_by_dying(borne, after):
    rested = after(borne, lambda _: [ev.TurnEnded(1), ev.PhaseBegun("move")])
    marched = after(rested, movement.march, creatures=[1], to="32")
    assert marched.creatures[2].at == "32"
    assert not after(marched, lambda _: [ev.CreatureGone(1)]).creatures[2].carried
    assert after(marched, lambda _: [ev.CreatureGone(2)]).creatures[1].rider is None


# The end of movement


def test_who_entered_a_mountain_is_tapped(war, after, creature):
    """Movement Phase: at its end, flyers too; who only passed or stood there is not."""
    walker, bird, still = creature("21", abilities="mountainwalk"), creature("12", abilities="flying"), creature("22")
    state = war("move", walker, bird, still, at22="mountain")
    state = after(state, movement.march, creatures=[walker.id], to="23")
    state = after(state, movement.march, creatures=[bird.id], to="22")
    ended = movement.end_movement(state)
    assert ended[1] == ev.MovementEnded((bird.id,), ())
    assert ended[-1] == ev.PhaseBegun("cast")


def test_a_mountain_at_a_stronghold_taps_nobody(war, after, creature):
    """Movement Phase: neither restriction applies to strongholds."""
    one = creature("25")
    state = after(war("move", one), lambda _: [ev.LandTurned(1, "mountain")])
    state = after(state, movement.march, creatures=[one.id], to="C")
    assert movement.end_movement(state)[1].tapped == ()


def test_a_fight_starts_only_by_entering(war, after, creature):
    """Combat Phase: when creatures enter; by the other reading wherever both stand."""
    ours, theirs, both, foe = creature("21"), creature("22", owner=1), creature("33"), creature("33", owner=1)
    state = after(war("move", ours, theirs, both, foe), movement.march, creatures=[ours.id], to="22")
    assert movement.end_movement(state) == [ev.PhaseBegun("fight"), ev.MovementEnded((), ("22",))]
    still = war("move", both, foe)
    assert movement.end_movement(still)[-1] == ev.PhaseBegun("cast")
    assert movement.end_movement(war("move", both, foe, rules=[START_FIGHT]))[-1] == ev.MovementEnded((), ())


def test_a_stronghold_land_by_both_readings(war, after, creature):
    state = after(war("move"), lambda _: [ev.LandTurned(0, "forest")])
    assert board_of(state).lands["A"] == "forest"
    assert "A" not in board_of(after(state, lambda _: [ev.RuleSwitched(STRONGHOLD_LAND, True)])).lands
