"""A turn: supply, healing, casting, its end; strongholds change hands; how a war ends."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.play import creatures, turn
from companion.games.war_game.scoring.result import course, options, result, why_won
from companion.games.war_game.state import evolve
from companion.games.war_game.state.model import Card, State
from companion.games.war_game.state.possible import check
from companion.language.texts import Text, parts
from companion.table.finished import Who, with_names
from companion.table.log import Refusal, changed
from tests.war_game.conftest import fold


def test_the_first_supply_of_all_adds_up_from_nothing(war):
    state = evolve(changed(war("supply"), supply={}), ev.SupplyGained(0, 3, 1, 4))
    assert (state.supply, state.income) == ({0: 4}, (0, 3, 1))


def test_the_die_and_what_is_tapped_for_mana(war, after, creature, rng):
    """Supply Phase: 3 left, die 5 and one creature make 9, and it strikes for nothing."""
    elf = creature("21", abilities="mana", name="Elf")
    state = after(war("supply", elf, supply=3), turn.roll_supply, rng=rng, die=5, creatures=[elf.id])
    assert state.supply == {0: 9, 1: 3}
    assert state.creatures[elf.id].tapped
    assert state.phase == "move"
    with pytest.raises(Refusal, match="Not in this phase"):
        turn.roll_supply(state, rng=rng)


@pytest.mark.parametrize("wrong", [{"owner": 1, "abilities": "mana"}, {}, {"abilities": "mana", "tapped": True}])
def test_only_untapped_creatures_of_ones_own_bring_mana(war, creature, rng, wrong):
    one = creature("21", **wrong)
    with pytest.raises(Refusal, match="gives no mana: only your untapped creatures"):
        turn.roll_supply(war("supply", one), rng=rng, creatures=[one.id])


def test_regeneration_heals_by_itself_and_points_heal_two(war, after, creature, rng):
    """Upkeep/Heal Phase: one for free, two points a creature."""
    troll, bear = creature("21", 2, 6, abilities="regeneration", damage=4), creature("21", 2, 2, damage=1)
    state = after(war("supply", troll, bear, supply=0), turn.roll_supply, rng=rng, die=4)
    assert state.phase == "heal"
    assert state.creatures[troll.id].damage == 3
    state = after(state, turn.heal, creature=troll.id, points=2)
    assert (state.creatures[troll.id].damage, state.supply[0]) == (1, 2)
    with pytest.raises(Refusal, match="at most 2"):
        turn.heal(state, creature=troll.id)
    with pytest.raises(Refusal, match="only 1 damage to heal"):
        turn.heal(state, creature=bear.id, points=2)
    assert after(state, turn.go_on).phase == "move"


def test_healing_one_point_twice_is_two(war, after, creature):
    one = creature("21", 2, 4, damage=3)
    state = after(war("heal", one), turn.heal, creature=one.id)
    state = after(state, turn.heal, creature=one.id)
    assert state.creatures[one.id].damage == 1
    with pytest.raises(Refusal, match="at most 2"):
        turn.heal(state, creature=one.id)


def test_who_heals_needs_points_and_the_turn(war, creature):
    one, foe = creature("21", damage=1), creature("21", owner=1, damage=1)
    with pytest.raises(Refusal, match="You have 0 supply points"):
        turn.heal(war("heal", one, supply=0), creature=one.id)
    with pytest.raises(Refusal, match="Only the active player"):
        turn.heal(war("heal", foe), creature=foe.id)
    with pytest.raises(Refusal, match="one point or more"):
        turn.heal(war("heal", one), creature=one.id, points=0)


def test_a_creature_comes_into_the_stronghold_and_is_known_by_its_name(war, after):
    """Casting Phase: a point a mana; it is placed in the stronghold."""
    bear = {"name": "Bear", "power": 2, "toughness": 2, "cost": 2, "colours": ["green"], "abilities": ["banding"]}
    state = after(war("cast"), creatures.cast, **bear)
    one = state.creatures[1]
    assert (one.at, one.owner, one.colours, one.abilities, state.supply[0]) == ("A", 0, {"green"}, {"banding"}, 3)
    again = after(state, creatures.cast, like="Bear")
    assert changed(again.creatures[2], id=1) == one
    with pytest.raises(Refusal, match="That costs 2, but you have only 1"):
        creatures.cast(again, like="Bear")
    with pytest.raises(Refusal, match="enter the card once"):
        creatures.cast(state, like="Ogre")
    known = {"Ogre": Card(3, 3, 3)}
    assert creatures.cast(state, like="Ogre", known=known)[0].power == 3


def test_three_at_home_and_a_lost_stronghold_leave_no_room(war, creature, after):
    """Casting Phase and How To Win; two own and one enemy leave room for the third."""
    own = [creature("A") for _ in range(2)]
    state = war("cast", *own, creature("A", owner=1))
    third = after(state, creatures.cast, name="Bear")
    with pytest.raises(Refusal, match="You have three creatures"):
        creatures.cast(third, name="Bear")
    lost = after(war("cast"), lambda _: [ev.StrongholdTaken("A", 1)])
    with pytest.raises(Refusal, match="no new supply, no new creatures") as refused:
        creatures.cast(lost, name="Bear")
    assert with_names(refused.value.text, ("Ann", "Bob")).startswith("Bob holds your stronghold: no new supply")
    assert after(lost, creatures.spend, seat=0, points=3).supply[0] == 2


@pytest.mark.parametrize(
    "wrong", [{"toughness": 0}, {"power": 100}, {"name": "x" * 41}, {"cost": 6}, {"toughness": 100}]
)
def test_there_is_no_such_creature(war, wrong):
    with pytest.raises(Refusal):
        creatures.cast(war("cast"), **wrong)


def test_a_creature_may_be_as_strong_as_99(war):
    assert creatures.cast(war("cast"), power=99, toughness=99)[0].toughness == 99


def test_points_are_paid_for_anything_in_any_turn(war, after):
    state = after(war("fight"), creatures.spend, seat=1, points=4, what="Bolt")
    assert state.supply == {0: 5, 1: 1}
    for points in (0, 2):
        with pytest.raises(Refusal):
            creatures.spend(state, seat=1, points=points)


def test_who_pays_is_a_player_of_a_war_that_goes_on(war):
    with pytest.raises(Refusal, match="one of the players"):
        creatures.spend(war(), seat=2, points=1)
    with pytest.raises(Refusal, match="over"):
        creatures.spend(evolve(war(), ev.WarEnded(0)), seat=0, points=1)


def test_boosts_end_with_the_turn_and_may_take_the_creature_along(war, after, creature):
    one = creature("21", damage=2, name="Bear")
    state = after(war("cast", one, creature("A")), creatures.boost, creature=one.id, toughness=1)
    ended = turn.end_turn(state, seat=0)
    assert ended[:2] == [ev.TurnEnded(0), ev.CreatureGone(one.id, "weaker", "Bear")]
    assert creatures.boost(war("fight", one), creature=one.id, toughness=-2)[1] == ev.CreatureGone(
        one.id, "weaker", "Bear"
    )
    for wrong in ({}, {"power": 100}):
        with pytest.raises(Refusal):
            creatures.boost(state, creature=one.id, **wrong)


def test_damage_is_marked_by_steps_or_at_once(war, after, creature):
    one, foe = creature("21", toughness=3, name="Bear"), creature("22", 1)
    state = after(war("move", one, foe), creatures.damage, creature=one.id, by=1)
    assert state.creatures[one.id].damage == 1
    assert creatures.damage(state, creature=one.id, by=-5) == [ev.CreatureDamaged(one.id, -1, "Bear")]
    assert creatures.damage(state, creature=one.id, value=1) == []
    assert creatures.damage(state, creature=one.id, value=3)[1] == ev.CreatureGone(one.id, "weaker", "Bear")
    first, second = ev.CreatureDamaged(one.id, 1), ev.CreatureDamaged(one.id, 2)
    assert after(state, lambda _: [first, second]) == after(state, lambda _: [second, first])
    for wrong in ({"creature": one.id}, {"creature": one.id, "by": 1, "who": 1}, {"creature": 99, "by": 1}):
        with pytest.raises(Refusal):
            creatures.damage(state, **wrong)


def test_damage_is_healed_to_nothing_and_no_further(war, creature):
    state = war("cast", creature(damage=1))
    assert fold(state, [ev.CreatureDamaged(1, -1)]).creatures[1].damage == 0
    assert fold(state, [ev.CreatureDamaged(1, -2)]).creatures[1].damage == 0


def test_what_the_map_shows_is_put_right(war, after, creature):
    one = creature("21")
    then = {"owner": 1, "at": "C", "power": 3, "toughness": 3, "damage": 1, "tapped": True}
    state = after(war("move", one), creatures.correct, creature=one.id, **then)
    assert {name: getattr(state.creatures[one.id], name) for name in then} == then
    assert creatures.correct(state, creature=one.id, **then) == []
    for wrong in ({"at": "B"}, {"owner": 2}):
        with pytest.raises(Refusal):
            creatures.correct(state, creature=one.id, **then | wrong)
    whole = {name: then[name] for name in ("owner", "at", "power", "toughness")}
    healed = after(state, creatures.correct, creature=one.id, **whole).creatures[one.id]
    assert (healed.damage, healed.tapped) == (0, False)
    third = changed(state, players=3)
    with pytest.raises(Refusal, match="another player"):
        creatures.remove(third, creature=one.id, by=2)
    assert after(state, creatures.remove, creature=one.id, by=1).creatures == {}


# The end of a turn


def test_who_is_alone_in_a_stronghold_takes_it_at_the_end_of_any_turn(war, after, creature):
    """How To Win: the only player with creatures in an opponent's stronghold."""
    here, foe = creature("C"), creature("C", owner=1)
    assert after(war("cast", here, foe), turn.end_turn, seat=0).strongholds["C"].holder == 1
    mine = war("cast", here, creature("B", owner=2), players=3)
    taken = after(mine, turn.end_turn, seat=0)
    assert {id: one.holder for id, one in taken.strongholds.items()} == {"A": 0, "B": 2, "C": 0}


def test_bob_holds_cems_and_after_dees_turn_only_dee_is_there(war, after, creature):
    state = after(war("cast", creature("C", owner=3), players=4), lambda _: [ev.StrongholdTaken("C", 1)])
    state = after(state, lambda _: [ev.TurnEnded(0), ev.TurnEnded(1), ev.TurnEnded(2), ev.PhaseBegun("cast")])
    assert after(state, turn.end_turn, seat=3).strongholds["C"].holder == 3


def test_who_has_lost_the_stronghold_gets_no_supply_until_it_is_back(war, after, creature):
    """How To Win: no supply points; once retaken they come again, from the next turn."""
    state = after(war("cast", creature("B", owner=2), players=3), lambda _: [ev.StrongholdTaken("B", 2)])
    lost = after(state, turn.end_turn, seat=0)
    assert (lost.turn, lost.phase) == (1, "move")
    back = changed(lost, creatures={9: changed(creature("B", owner=1), id=9)}, cast=9, phase="cast")
    retaken = after(back, turn.end_turn, seat=1)
    assert retaken.strongholds["B"].holder == 1
    round_ = after(retaken, lambda _: [ev.TurnEnded(2), ev.PhaseBegun("cast")])
    assert after(round_, turn.end_turn, seat=0).phase == "supply"


def test_who_holds_all_wins(war, after, creature):
    """How To Win: one player controls all the strongholds."""
    state = after(war("cast", creature("C")), turn.end_turn, seat=0)
    assert (state.over, state.winner, state.held) == (True, 0, ((0, 0),))
    assert [one.place for one in result(state)] == [1, 2]
    assert options(state)["turns"] == 1
    assert options(changed(state, first=1))["started"] == Who(1)
    assert "started" not in options(changed(state, first=None))
    assert [str(options(state)[f"held_{id}"]) for id in "AC"] == ["0 from turn 1", "0 from turn 1"]
    check(state, 2)
    with pytest.raises(Refusal, match="This game is over"):
        turn.end_turn(state, seat=0)


def test_who_held_a_stronghold_is_kept_turn_by_turn(war):
    state = changed(war(), held=((0, 1), (0, 1), (0, 0), (1, 0)), turns=4)
    assert [str(course(state, id)) for id in "AC"] == [
        "0 from turn 1 and 1 from turn 4",
        "1 from turn 1 and 0 from turn 3",
    ]
    often = changed(war(), held=tuple((turn % 2, 1) for turn in range(40)), turns=40)
    assert len(parts(course(often, "A"))) == 12


def test_the_next_players_creatures_untap_but_not_who_bears_or_is_borne(war, after, creature):
    """Untap Phase; Movement Phase: both remain tapped."""
    free, bearer = creature("25", owner=1, tapped=True), creature("25", owner=1, tapped=True, rider=3)
    rider = creature("25", owner=1, tapped=True, carried=True)
    ended = turn.end_turn(war("cast", free, bearer, rider), seat=0)
    assert ev.CreaturesUntapped(1, (free.id,)) in ended
    assert ended[-1] == ev.PhaseBegun("supply")


def test_at_rest_nothing_is_copied(war, creature):
    """The end of a turn costs little however many creatures there are."""
    still, marched = creature("25"), creature("25", came_from="24", boost_power=1)
    ended = evolve(war("cast", still, marched), ev.TurnEnded(0)).creatures
    assert ended[still.id] is still
    assert (ended[marched.id].came_from, ended[marched.id].boost_power) == ("", 0)


def test_whoever_has_left_has_left_once(war):
    state = evolve(war(players=3), ev.PlayerLeft(1))
    assert evolve(state, ev.PlayerLeft(1)).left == (1,)


def test_a_turn_ends_only_when_it_may(war, creature):
    with pytest.raises(Refusal, match="Not in this phase"):
        turn.end_turn(war("move"), seat=0)
    with pytest.raises(Refusal, match="another player's turn"):
        turn.end_turn(war("cast"), seat=1)
    with pytest.raises(Refusal, match="hasn't begun"):
        turn.end_turn(changed(war("cast"), turn=None), seat=0)
    assert turn.go_on(war("fight")) == [ev.PhaseBegun("cast")]
    with pytest.raises(Refusal, match="Settle the fights"):
        turn.go_on(evolve(war("fight", creature("22")), ev.MovementEnded((), ("22",))))


# Early ends


def test_of_two_one_leaves_and_the_other_has_won(war, after, creature):
    state = after(war("move", creature("21")), turn.leave, seat=0)
    assert (state.winner, state.creatures) == (1, {})
    assert str(why_won(state)) == str(Text("Everyone but %(name)s has left the war.", name=Who(1)))


def test_of_three_one_leaves_and_the_stronghold_waits(war, after, creature):
    """House rule: of more, the stronghold waits for a taker."""
    state = after(war("move", creature("21"), creature("C", owner=2), players=3), turn.leave, seat=0)
    assert (state.turn, state.phase, state.over, state.strongholds["A"].holder) == (1, "supply", False, 0)
    check(state, 3)
    two = after(state, turn.leave, seat=1)
    assert (two.over, two.winner) == (True, 2)
    with pytest.raises(Refusal):
        turn.leave(state, seat=0)


def test_who_leaves_in_the_own_turn_ends_it(war, after, creature):
    """How To Win: at the end of any turn, whoever is alone in a stronghold takes it; boosts end."""
    left, there = creature("C"), creature("C", owner=1)
    weak = creature("22", owner=1, damage=2, boost_toughness=1)
    state = after(war("move", left, there, weak, players=3), turn.leave, seat=0)
    assert (state.turn, state.strongholds["C"].holder, [*state.creatures]) == (1, 1, [there.id])
    assert state.taken == {1: 1}


def test_nobody_who_has_left_takes_a_stronghold(war, after, creature):
    """House rule: the creatures of a player who leaves stay, and only defend themselves."""
    state = war("cast", creature("C", owner=1), players=3, rules=["leaves"])
    state = after(state, turn.leave, seat=1)
    assert after(state, turn.end_turn, seat=0).strongholds["C"].holder == 2


def test_a_draw_is_agreed_on(war, after):
    state = after(war("fight", players=3), turn.agree_draw)
    assert [one.place for one in result(state)] == [0, 0, 0]
    assert after(state, turn.tell_secret).told
    for move in (turn.agree_draw, turn.go_on):
        with pytest.raises(Refusal):
            move(state)
    with pytest.raises(Refusal):
        turn.tell_secret(war("fight"))
    assert result(State()) is None


def test_a_creature_that_is_cast_again_counts_as_named_last(war, after):
    """Those are offered first that were cast last, here as at the next table."""
    state = war("cast", supply=9)
    for name in ("Elf", "Ogre", "Elf"):
        state = after(state, creatures.cast, name=name, power=1, toughness=1, cost=0)
    assert [*state.cards] == ["Ogre", "Elf"]
