"""The readings: each question that is one has its switch, at a new table and at its answer, and what they decide."""

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from companion.games import war_game
from companion.games.war_game.facts import events as ev, supply
from companion.games.war_game.facts.board import cut_off, distance
from companion.games.war_game.facts.layout import COLUMNS, LAYOUT, SHUT_IN, WHICH
from companion.games.war_game.play import combat, creatures, fight, movement, spells, turn
from companion.games.war_game.play.reach import single
from companion.games.war_game.play.rule_switch import switch_rule
from companion.games.war_game.scoring.result import result
from companion.games.war_game.setup import setup
from companion.games.war_game.state import house_rules as rules
from companion.games.war_game.state.model import State, board_of
from companion.games.war_game.text.aftermath import taken
from companion.games.war_game.text.describe import tell
from companion.kit.house_rules import question_of
from companion.table.log import Refusal, changed
from tests.scenes import HTMX, stage
from tests.war_game.conftest import board, fold

QUESTIONS = tomllib.loads((Path(war_game.__file__).parent / "text" / "questions.toml").read_text(encoding="utf-8"))[
    "questions"
]
NAMES = ("Ann", "Bob", "Cem")
UNDECIDED = {"cut_off", "land_whose", "land_many", "retreat"}
"""Where the text is silent and the app decides nothing: there is nothing to switch."""


def opened(players=2, **options):
    return fold(State(), setup.open_game(State(), players=players, rng=Random(7), **options))


def test_every_reading_is_a_switch_and_nothing_else_is():
    readings = {one["id"] for one in QUESTIONS if one["certainty"] == "reading"} - UNDECIDED
    assert {question_of(rule) for rule in rules.HOUSE_RULES} == readings
    assert len(readings) == 30
    assert all(rule.on != rule.off for rule in rules.HOUSE_RULES.values())


@pytest.mark.parametrize("rule", rules.HOUSE_RULES)
def test_each_is_chosen_with_the_table_or_switched_at_its_answer(rule):
    chosen = opened(3, rules=[rule])
    assert chosen.in_force == {rule}
    later = fold(opened(3), switch_rule(opened(3), rule=rule, on=True))
    assert later.in_force == {rule}
    assert switch_rule(later, rule=rule, on=True) == []
    assert fold(later, switch_rule(later, rule=rule, on=False)).in_force == frozenset()


# How the map is laid out


def test_of_the_columns_one_is_chosen():
    state = opened(4, column=1)
    assert state.in_force == {"column=1"}
    other = fold(state, switch_rule(state, rule="column=5", on=True))
    assert (other.in_force, board_of(other).column) == ({"column=5"}, 5)
    assert board_of(fold(other, switch_rule(other, rule="column=5", on=False))).column == 3


def test_strongholds_move_with_their_players_and_their_lands(after):
    state = after(opened(3), setup.keep_land, seat=2, land="swamp")
    near = fold(state, switch_rule(state, rule=WHICH, on=True))
    assert [*near.strongholds] == ["A", "B", "D"]
    assert (near.strongholds["D"].owner, near.strongholds["D"].land) == (2, "swamp")
    assert fold(near, switch_rule(near, rule=WHICH, on=False)) == state


def test_nobody_is_shut_in_by_the_house_rule(after):
    """Setup: the next deal obeys, and the war begins with no other."""
    shut = next(
        state for seed in range(40) if cut_off(board_of(state := after(opened(4), setup.deal, rng=Random(seed))))
    )
    assert setup.why_not_begin(shut) is None
    ruled = fold(shut, switch_rule(shut, rule=SHUT_IN, on=True))
    assert "Deal again" in setup.why_not_begin(ruled)
    assert setup.why_not_begin(changed(ruled, by_hand=True)) is None  # cards that the table has laid lie as they lie
    assert setup.why_not_begin(after(ruled, setup.deal, rng=Random(1))) is None


def test_only_the_host_switches_house_rules(app):
    evening = stage(app, "war_game", "new")
    guest, asked = app.test_client(), f"/war_game/{evening.code}/ask?about={rules.WALLS}"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})
    tapped = guest.post(f"/war_game/{evening.code}/house-rule", data={"rule": rules.WALLS, "on": "y", "op": "r"})
    assert tapped.status_code == 403
    shown = [f'name="rule" value="{rules.WALLS}"' in phone.get(asked).text for phone in (evening.host, guest)]
    assert shown == [True, False]


@pytest.mark.parametrize("rule", sorted(LAYOUT))
def test_the_map_stays_once_the_war_has_begun(war, rule):
    state = war("move")
    with pytest.raises(Refusal, match="the map stays"):
        switch_rule(state, rule=rule, on=True)
    assert fold(state, [ev.RuleSwitched(rule, True)]) == state


def test_what_a_deal_obeyed_is_not_taken_back_alone():
    """A deal by chance follows from the rules that were on."""
    switched, dealt = ev.RuleSwitched(SHUT_IN, True), ev.TerrainsDealt(("swamp",) * 15)
    assert fold(opened(), [switched, dealt]) != fold(opened(), [dealt, switched])
    assert COLUMNS.keys() < LAYOUT


# Marching


def test_flyers_enter_a_stronghold_straight_by_the_house_rule(war, creature):
    bird = creature("15", abilities="flying")
    assert "C" in movement.places_for(war("move", bird), bird)
    straight = war("move", bird, rules=[rules.STRONGHOLD_ENTER])
    assert "C" not in movement.places_for(straight, bird)
    assert [distance(board_of(straight), one, "C", flying=True) for one in ("25", "15", "A", "C")] == [1, 2, 6, 0]
    assert [distance(board_of(straight), "11", one, flying=True) for one in ("12", "31", "A", "35")] == [1, 2, 2, 4]


def test_who_passes_a_mountain_is_tapped_by_the_house_rule(war, after, creature):
    walker = creature("21", abilities="mountainwalk")
    for ruled, tapped in (([], ()), ([rules.MOUNTAIN_PASS], (walker.id,))):
        state = after(war("move", walker, at22="mountain", rules=ruled), movement.march, creatures=[walker.id], to="23")
        assert movement.end_movement(state)[1].tapped == tapped


def test_only_islandhome_is_carried_by_the_house_rule(war, creature):
    bird, bear = creature("21", abilities="flying"), creature("21")
    fish = creature("21", abilities="islandhome")
    state = war("move", bird, bear, fish, at22="island", rules=[rules.CARRY_WHO])
    with pytest.raises(Refusal, match="only creatures with islandhome"):
        movement.carry(state, creature=bird.id, rider=bear.id, to="22")
    assert movement.carry(state, creature=bird.id, rider=fish.id, to="22")
    assert movement.carry(changed(state, rules_on=frozenset()), creature=bird.id, rider=bear.id, to="22")


def test_a_land_is_turned_up_at_the_first_fight_there(war, after, creature):
    one, foe = creature("25"), creature("C", owner=1)
    state = fold(war("move", one, foe), [ev.LandKept(1, "forest")])
    marched = after(state, movement.march, creatures=[one.id], to="C")
    assert movement.end_movement(marched)[-1] == ev.LandTurned(1, "forest")
    assert board_of(after(marched, movement.end_movement)).lands["C"] == "forest"
    by_hand = changed(marched, rules_on=frozenset({rules.LAND_UP}))
    assert isinstance(movement.end_movement(by_hand)[-1], ev.MovementEnded)


def test_it_is_turned_up_where_a_fight_is_started_too(war, creature):
    state = war("fight", creature("C"), creature("C", owner=1), rules=[rules.START_FIGHT])
    state = fold(state, [ev.LandKept(1, "forest")])
    assert fight.name_fight(state, place="C", seat=1) == [ev.FightNamed("C", 1), ev.LandTurned(1, "forest")]


def test_who_is_too_weak_lives_on_until_the_turn_ends_by_the_house_rule(war, after, creature):
    one = creature("21", colours="white", damage=2)
    state = war("move", one, at21="plains", rules=[rules.BONUS_LOST])
    marched = after(state, movement.march, creatures=[one.id], to="22")
    assert [*marched.creatures] == [one.id]
    assert ev.CreatureGone(one.id, "weaker", "2/2") in turn.end_turn(changed(marched, phase="cast"), seat=0)
    foe = creature("22", 0, 2, owner=1)
    met = fold(changed(marched, phase="fight", creatures={1: marched.creatures[1], 2: changed(foe, id=2)}, cast=2), [])
    met = fold(met, [ev.MovementEnded((), ("22",))])
    assert fight.settle(met, place="22")[0].died == (2,)


def test_who_is_struck_for_all_that_is_left_dies_by_that_rule_too(met, creature):
    state = met(creature("22", 1, 9), creature("22", 0, 1, owner=1), ruled=[rules.BONUS_LOST])
    assert fight.settle(state, place="22")[0].died == (2,)


def test_who_loses_a_bonus_by_a_switch_dies(war, creature):
    one = creature("A", colours="green", damage=2, name="Elf")
    state = fold(war("move", one), [ev.LandTurned(0, "forest")])
    switched = switch_rule(state, rule=rules.STRONGHOLD_LAND, on=True)
    assert switched == [ev.RuleSwitched(rules.STRONGHOLD_LAND, True), ev.CreatureGone(one.id, "weaker", "Elf")]


# Supply and casting


def test_mana_is_what_the_cards_say_or_one_each(war, after, creature, rng):
    elf = creature("21", abilities="mana")
    state = war("supply", elf, supply=0)
    assert after(state, turn.roll_supply, rng=rng, die=3, creatures=[elf.id], more=2).supply[0] == 6
    with pytest.raises(Refusal, match="gives 1"):
        turn.roll_supply(state, rng=rng, die=3, more=1)
    ruled = changed(state, rules_on=frozenset({rules.MANA_MUCH}))
    with pytest.raises(Refusal, match="gives 1"):
        turn.roll_supply(ruled, rng=rng, die=3, creatures=[elf.id], more=1)
    assert after(ruled, turn.roll_supply, rng=rng, die=3, creatures=[elf.id]).supply[0] == 4


def test_regeneration_counts_among_the_two_by_the_house_rule(war, after, creature):
    troll = creature("21", 2, 9, abilities="regeneration", damage=4)
    state = war("heal", troll, rules=[rules.REGENERATES_WITHIN])
    healed = after(state, turn.heal, creature=troll.id)
    assert healed.creatures[troll.id].damage == 3
    with pytest.raises(Refusal, match="at most 1 a turn"):
        turn.heal(healed, creature=troll.id)
    assert [supply.heal(4, 1, regeneration=True, on_top=False), supply.heal(4, 2, on_top=False)] == [2, 2]
    with pytest.raises(Refusal, match="at most 1"):
        supply.heal(4, 2, regeneration=True, on_top=False)


def test_opponents_at_home_bar_new_creatures_by_the_house_rule(war, creature, after):
    state = war("cast", creature("A", owner=1))
    assert creatures.cast(state, name="Bear")
    with pytest.raises(Refusal, match="Opponents are in your stronghold"):
        creatures.cast(changed(state, rules_on=frozenset({rules.HOME_ENEMIES})), name="Bear")


def test_boosts_stay_by_the_house_rule(war, after, creature):
    one = creature("21")
    for ruled, power in (([], 0), ([rules.BOOST_ENDS], 2)):
        state = after(war("cast", one, creature("A"), rules=ruled), creatures.boost, creature=one.id, power=2)
        assert after(state, turn.end_turn, seat=0).creatures[one.id].boost_power == power


def test_spells_reach_across_corners_by_the_house_rule(war, creature):
    one = creature("21")
    assert not single(war("cast", one), 0, "12")
    assert single(war("cast", one, rules=[rules.ADJACENT]), 0, "12")
    assert not single(war("cast", one, rules=[rules.ADJACENT]), 0, "23")
    assert not spells.reaches(board(), ["21"], "12", ability=True, corners=True)


# Fights


@pytest.fixture
def met(war):
    """Begin a war in which Ann's creatures have met others' at a place."""

    def met(*creatures, place="22", players=2, ruled=()):
        return fold(war("fight", *creatures, players=players, rules=ruled), [ev.MovementEnded((), (place,))])

    return met


def test_a_single_point_may_be_held_back_by_the_house_rule(met, creature):
    state = met(creature("22", 1, 9), creature("22", 0, 1, owner=1), ruled=[rules.SPLIT_ALL])
    assert [one.open for one in fight.sides(state, "22")] == [False, True]


def test_damage_may_be_held_back_by_the_house_rule(met, creature, after):
    """Combat Phase: however you choose."""
    both = creature("22", 3, 3), creature("22", 0, 2, owner=1)
    assert not fight.sides(met(*both), "22")[1].open
    with pytest.raises(Refusal, match="You must deal 2 damage"):
        fight.split(met(*both), creature=2, value=0)
    state = met(*both, ruled=[rules.SPLIT_ALL])
    assert fight.sides(state, "22")[1].open
    assert fight.split(state, creature=2, by=-1) == [ev.DamageSplit("22", 1, ((2, 1),), 2)]
    spared = after(state, fight.split, creature=2, value=0)
    assert fight.settle(spared, place="22")[0] == ev.FightSettled("22", (), ())
    assert combat.why_not_split(board(), 1, [both[1]], {2: 2}, all_that_fits=False)


def test_every_opponent_is_fought_by_the_house_rule(met, creature, after):
    ours, bob, cem = creature("22", 2, 9), creature("22", 1, 2, owner=1), creature("22", 1, 3, owner=2)
    state = met(ours, bob, cem, players=3, ruled=[rules.THREE_SIDES])
    state = after(state, fight.name_fight, place="22", seat=2)
    first = fight.settle(state, place="22")
    assert first[1:] == [ev.FightNamed("22", 1, fought=(2,))]
    state = fold(state, first)
    with pytest.raises(Refusal, match="already fought this opponent there"):
        fight.name_fight(state, place="22", seat=2)
    second = fight.settle(state, place="22")
    assert second[1:] == [ev.PhaseBegun("cast")]
    assert {one.id: one.damage for one in fold(state, second).creatures.values()} == {ours.id: 2, cem.id: 2}


def test_of_several_opponents_the_next_one_sits_clockwise(met, creature, after):
    ours, foes = creature("22", 2, 9), [creature("22", 1, 3, owner=seat) for seat in (1, 2, 3)]
    state = after(met(ours, *foes, players=4, ruled=[rules.THREE_SIDES]), fight.name_fight, place="22", seat=2)
    assert fight.settle(state, place="22")[1:] == [ev.FightNamed("22", 1, fought=(2,))]


def test_whose_stronghold_it_is_taps_one_of_a_group_by_the_house_rule(met, creature, after):
    """Movement Phase: the owner of the stronghold may tap one of the attackers."""
    group, foe = (creature("C"), creature("C")), creature("C", owner=1)
    state = met(*group, foe, place="C", ruled=[rules.STRONGHOLD_TAP])
    assert fight.tapper(state, "C") == 1
    assert fight.tap_attacker(state, place="C", creature=group[0].id, by=1)
    with pytest.raises(Refusal, match="never a lone one"):
        fight.tap_attacker(met(group[0], foe, place="C", ruled=[rules.STRONGHOLD_TAP]), place="C", creature=1)
    own = fold(met(*group, foe, place="A", ruled=[rules.STRONGHOLD_TAP]), [ev.StrongholdTaken("A", 1)])
    with pytest.raises(Refusal, match="It's the active player's own"):
        fight.tap_attacker(own, place="A", creature=1)


def test_one_attacker_is_tapped_however_often_the_opponent_is_named(met, creature, after):
    state = met(creature("C"), creature("C"), creature("C", owner=1), creature("C", owner=2), place="C", players=3)
    state = after(state, fight.name_fight, place="C", seat=1)
    holder = next(one.holder for id, one in state.strongholds.items() if id == "C")
    state = after(state, fight.tap_attacker, place="C", creature=1, by=holder)
    state = after(state, fight.name_fight, place="C", seat=2)
    assert fight.tapper(state, "C") is None


def test_where_both_stand_they_fight_once_a_turn(met, creature, after):
    state = met(creature("22", 0, 2), creature("22", 0, 2, owner=1), ruled=[rules.START_FIGHT])
    settled = fight.settle(state, place="22")
    assert settled[1:] == [ev.PhaseBegun("cast")]
    assert movement.may_start(fold(state, settled), 0) == []


# The end


def test_an_empty_stronghold_falls_back_by_the_house_rule(war, after, creature):
    held = fold(war("cast", creature("21"), players=3), [ev.StrongholdTaken("C", 0)])
    assert after(held, turn.end_turn, seat=0).strongholds["C"].holder == 0
    ruled = changed(held, rules_on=frozenset({rules.STRONGHOLD_EMPTY}))
    assert after(ruled, turn.end_turn, seat=0).strongholds["C"].holder == 2
    kept = changed(ruled, creatures={1: creature("C")})
    assert after(kept, turn.end_turn, seat=0).strongholds["C"].holder == 0


def test_what_falls_back_was_taken_by_nobody(war, after, creature):
    """Its owner, who did nothing for it, once came level with who had taken as many, and was said to take it."""
    state = war("cast", creature("21"), players=3, rules=[rules.STRONGHOLD_EMPTY])
    state = changed(fold(state, [ev.StrongholdTaken("B", 0), ev.TurnEnded(0)]), turn=0, phase="cast")
    assert ev.StrongholdTaken("B", 1) in turn.end_turn(state, seat=0)  # as logs of old have it
    for move in (turn.end_turn, turn.leave):
        back = ev.StrongholdTaken("B", 1, back=True)
        assert back in move(state, seat=0, returns=True)
        ended = after(state, move, seat=0, returns=True)
        assert (ended.strongholds["B"].holder, ended.taken) == (1, {0: 1})
    assert str(tell(back, NAMES)) == "Stronghold B goes back to Bob."
    assert [str(line) for line in taken(ended, NAMES)] == ["Stronghold B goes back to Bob."]
    later = changed(fold(ended, [ev.StrongholdTaken("B", 2), ev.TurnEnded(1)]), phase="cast", turn=1)
    assert [str(line) for line in taken(later, NAMES)] == ["Cem takes stronghold B from Bob."]
    again = after(changed(later, creatures={1: creature("B", owner=1)}), turn.end_turn, seat=1, returns=True)
    assert again.taken == {0: 1, 2: 1, 1: 1}
    assert [str(line) for line in taken(again, NAMES)] == ["Bob takes stronghold B from Cem."]


def test_saved_points_are_lost_with_the_stronghold_by_the_house_rule(war, after, creature):
    state = war("cast", creature("B"), players=3)
    assert after(state, turn.end_turn, seat=0).supply[1] == 5
    ruled = changed(state, rules_on=frozenset({rules.LOST_SUPPLY}))
    assert ev.SupplySpent(1, 5, lost=True) in turn.end_turn(ruled, seat=0)
    assert after(ruled, turn.end_turn, seat=0).supply == {0: 5, 1: 0, 2: 5}


def test_when_nobody_holds_their_own_it_is_a_draw_by_the_house_rule(war, after, creature):
    swapped = fold(war("cast", creature("C"), creature("A", owner=1)), [ev.StrongholdTaken("A", 1)])
    assert not after(swapped, turn.end_turn, seat=0).over
    ruled = after(changed(swapped, rules_on=frozenset({rules.BOTH_LOST})), turn.end_turn, seat=0)
    assert (ruled.over, ruled.winner) == (True, None)


def test_there_is_no_draw_by_the_house_rule(war):
    with pytest.raises(Refusal, match="there is no draw"):
        turn.agree_draw(war("move", rules=[rules.DRAW_GAME]))


def test_whose_player_leaves_stay_and_defend_by_the_house_rule(war, after, creature):
    state = war("move", creature("21"), creature("A"), players=3, rules=[rules.LEAVES])
    left = after(state, turn.leave, seat=0)
    assert [one.owner for one in left.creatures.values()] == [0, 0]
    attacked = changed(left, turn=1, phase="cast", creatures=left.creatures | {3: creature("A", owner=1)})
    assert after(attacked, turn.end_turn, seat=1).strongholds["A"].holder == 0


def test_what_somebody_has_left_on_the_map_is_put_right_too(war, after, creature):
    """It was once refused, unless another player took control of it."""
    one = creature("21")
    state = after(war("move", one, players=3, rules=[rules.LEAVES]), turn.leave, seat=0)
    stands = {"creature": one.id, "at": "22", "power": 2, "toughness": 2, "tapped": True}
    moved = after(state, creatures.correct, owner=0, **stands).creatures[one.id]
    assert (moved.owner, moved.at, moved.tapped) == (0, "22", True)
    given = after(state, creatures.correct, owner=1, **stands)
    with pytest.raises(Refusal, match="one of the players"):
        creatures.correct(given, owner=0, **stands)


def test_who_took_more_is_placed_higher_by_the_house_rule(war):
    state = changed(war("cast", players=4), over=True, winner=2, taken={2: 3, 0: 1, 3: 1})
    assert [one.place for one in result(state)] == [2, 2, 1, 2]
    ruled = changed(state, rules_on=frozenset({rules.END_PLACES}))
    assert [one.place for one in result(ruled)] == [2, 4, 1, 2]


# The pages


@pytest.mark.parametrize(
    ("ruled", "fate"), [((), "Their creatures go;"), ((rules.DRAW_GAME, rules.LEAVES), "Their creatures stay")]
)
def test_who_must_go_home_leaves_even_where_there_is_no_draw(app, ruled, fate):
    """The whole block once went with the draw; and whose creatures stay was told that they go."""
    evening = stage(app, "war_game", "begun")
    for rule in ruled:
        assert evening.tap("house-rule", {"rule": rule, "on": "y"}) == 303
    page = evening.host.get(f"/war_game/{evening.code}/result").text
    assert 'id="leave"' in page
    assert fate in page
    assert ('id="draw"' in page) == ("or all agree on a draw" in page) == (not ruled)


def test_a_new_table_offers_every_switch_folded_away(ann):
    page = ann.get("/war_game/new").text
    offered = {*re.findall(r'name="rules"[^>]* value="([^"]+)"', page)}
    assert offered == rules.HOUSE_RULES.keys() - LAYOUT
    assert page.index('<details class="card" id="house-rules">') < page.index('name="rules"')
    assert {"fair", "near", "column"} <= {*re.findall(r'name="(\w+)"', page)}


def test_the_answer_about_the_column_offers_the_other_four(app):
    evening = stage(app, "war_game", "laid")
    asked = f"/war_game/{evening.code}/ask?about=column"
    page = evening.host.get(asked).text
    assert "B and D are in column 3, the middle one." in page
    assert re.findall(r'name="rule" value="(column=\d)"', page) == [*COLUMNS]
    assert evening.tap("house-rule", {"rule": "column=5", "on": "y"}) == 303
    page = evening.host.get(asked).text
    assert re.search(r"At this table:</strong>\s+B and D are in column 5\.", page)
    assert "B and D are in column 5." in evening.host.get(f"/war_game/{evening.code}/rules").text


def test_the_answer_offers_no_switch_of_the_map_once_the_war_has_begun(app):
    evening = stage(app, "war_game", "laid")
    asked = f"/war_game/{evening.code}/ask?about=shut_in"
    again = re.search(r'id="found"[^>]*hx-get="([^"]+)"', evening.host.get(asked).text)[1].replace("&amp;", "&")
    assert evening.tap("begin", {}) == 303
    update = evening.host.get(again, headers=HTMX | {"HX-Target": "found"}).text
    for page in (evening.host.get(asked).text, update):
        assert "The game has begun, so it&#39;s too late to change that." in page
        assert 'name="rule"' not in page
    assert 'name="rule"' in evening.host.get(f"/war_game/{evening.code}/ask?about=walls_enter").text
