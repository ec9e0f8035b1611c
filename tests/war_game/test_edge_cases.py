"""What happens at the edges: riders, fights without opponents, what a march would cost, who may deal."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.pages.place import facts_of
from companion.games.war_game.play import creatures, fight, movement, turn
from companion.games.war_game.play.reach import why_not_area, why_not_single
from companion.games.war_game.play.spells import reaches
from companion.games.war_game.setup import setup
from companion.games.war_game.state.house_rules import MOUNTAIN_PASS
from companion.games.war_game.state.model import State
from companion.table.log import Refusal
from tests.scenes import HTMX, stage
from tests.war_game.conftest import board, fold


def test_no_wall_is_taken_along_onto_opponents(war, creature):
    wall, bearer, foe = creature("21", wall=True), creature("21"), creature("22", owner=1)
    with pytest.raises(Refusal, match="not to where opponents are"):
        movement.carry(war("move", wall, bearer, foe), creature=bearer.id, rider=wall.id, to="22")
    assert movement.carry(war("move", wall, bearer), creature=bearer.id, rider=wall.id, to="22")


def test_a_wall_that_is_borne_comes_upon_no_opponents(war, creature):
    """House rule: Walls march, but not to where opponents are, whoever bears them."""
    wall, bearer = creature("21", wall=True, carried=True, tapped=True), creature("21", rider=1, tapped=True)
    foe = creature("22", owner=1)
    assert "22" not in movement.places_for(war("move", wall, bearer, foe), bearer)
    with pytest.raises(Refusal, match="not to where opponents are"):
        movement.march(war("move", wall, bearer, foe), creatures=[bearer.id], to="22")
    assert "22" in movement.places_for(war("move", wall, bearer), bearer)


def test_it_says_beforehand_who_dies_by_leaving_its_land(war, creature):
    """Combat Phase: the bonus lasts until the creature moves to a different terrain."""
    lion, bear = creature("21", colours="white", damage=2), creature("21")
    state = war("move", lion, bear, at21="plains", at11="plains")
    assert movement.who_dies(state, [lion.id, bear.id], "22") == [lion]
    assert movement.who_dies(state, [lion.id, bear.id], "11") == []
    assert movement.who_dies(state, [lion.id], "35") == []


def test_a_march_passes_by_a_mountain_if_it_can(war, after, creature):
    """House rule: who passes a Mountain is tapped."""
    walker = creature("21", abilities="mountainwalk forestwalk")
    lands = {"at11": "mountain", "at22": "forest"}
    state = after(war("move", walker, rules=[MOUNTAIN_PASS], **lands), movement.march, creatures=[1], to="12")
    assert state.creatures[1].by == "22"
    assert movement.end_movement(state)[1].tapped == ()


def test_a_fight_whose_opponents_are_all_gone_is_over(war, creature, after):
    """Combat Phase: fast effects remove creatures before anybody strikes."""
    state = war("fight", creature("22"), creature("22", owner=1), creature("22", owner=2), players=3)
    state = fold(state, [ev.MovementEnded((), ("22",))])
    assert fight.opponents(state, "22") == [1, 2]
    with pytest.raises(Refusal, match="who this fight is against"):
        fight.settle(state, place="22")
    alone = after(after(state, creatures.remove, creature=2), creatures.remove, creature=3)
    assert fight.opponents(alone, "22") == []
    with pytest.raises(Refusal, match="Settle the fights first"):
        turn.go_on(alone)
    assert fight.settle(alone, place="22") == [ev.FightSettled("22", (), ()), ev.PhaseBegun("cast")]


def test_why_a_spell_does_not_reach(war, creature):
    """Global spells and effects: near one's own, and never an opponent's stronghold."""
    state = war("cast", creature("31"))
    assert why_not_single(state, 0, "22") == "You have no creature there or next to it."
    assert "aimed at an opponent" in why_not_area(state, 0, "C")
    assert [why_not_single(state, 0, "21"), why_not_area(state, 0, "24")] == [None, None]
    assert [reaches(board(), ["31"], "21"), reaches(board(), [], "21")] == [True, False]


@pytest.mark.parametrize("wrong", [{"power": -1}, {"toughness": -1}])
def test_no_creature_is_less_than_nothing(war, wrong):
    with pytest.raises(Refusal, match="needs a toughness"):
        creatures.cast(war("cast"), **wrong)


def test_only_the_host_deals_anew(app):
    """The design's rights: options and dealing anew are the host's."""
    evening = stage(app, "war_game", "new")
    page, guest = f"/war_game/{evening.code}/land?at=21", app.test_client()
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})
    for phone, dealing in ((evening.host, ["deal-one", "deal"]), (guest, [])):
        seen = phone.get(page).text
        assert 'id="setting"' in seen
        assert [one for one in ("deal-one", "deal") if f'id="{one}"' in seen] == dealing
    assert guest.post(f"/war_game/{evening.code}/deal", data={"op": "d"}, headers=HTMX).status_code == 403


def test_what_is_done_by_a_creature_that_there_is_not_is_not_noted(war, creature):
    """A file of 2 MB named 12,000 of them: each was noted beside all before, which took 1.5 s."""
    state = war("move", creature("21"))
    unknown = [
        ev.CreatureTapped(99),
        ev.CreatureMarched(99, ("22",)),
        ev.CreatureCarried(98, 1),
        ev.CreatureHealed(97, 1, 1),
    ]
    assert fold(state, unknown).done_in == {}
    assert fold(state, [ev.CreatureTapped(1)]).done_in == {1: "move"}


def test_who_is_tapped_by_a_stronghold_is_noted_while_its_fight_goes_on(war, creature):
    state = war("fight", creature("C"), creature("C", owner=1))
    tapped = ev.CreatureTapped(1, "C")
    assert fold(state, [tapped]).done_in == {}
    assert fold(state, [ev.MovementEnded((), ("C",)), tapped]).done_in == {1: "fight"}


def test_no_creature_grows_beyond_99(war, creature):
    state = war("fight", creature("21", boost_power=90, boost_toughness=-50))
    assert creatures.boost(state, creature=1, power=9, by=0)
    assert creatures.boost(state, creature=1, toughness=-49, by=0)
    for more in ({"power": 10}, {"toughness": -50}):
        with pytest.raises(Refusal, match="can't grow beyond 99"):
            creatures.boost(state, creature=1, by=0, **more)


def test_a_secret_is_told_only_once_the_war_is_over(war):
    state = war("move")
    assert fold(state, [ev.SecretTold()]) == state


def test_of_a_boost_both_numbers_are_said(war, creature):
    one = creature("21", boost_power=1)
    assert "+1/+0 this turn" in map(str, facts_of(war("fight", one), one))


def test_of_a_creature_its_own_abilities_are_said(war, creature):
    one = creature("21", abilities="flying mana")
    assert [*map(str, facts_of(war("fight", one), one))] == ["Flying", "Taps for mana"]


def test_a_land_that_was_kept_stays_once_the_war_has_begun(war):
    kept = fold(war("cast"), [ev.LandKept(0, "island")])
    with pytest.raises(Refusal, match="the land stays as it is"):
        setup.keep_land(kept, seat=0, land="swamp")


def test_a_march_kills_nobody_who_stands_elsewhere(war, creature):
    """In an old log somebody may live of whose toughness nothing is left."""
    state = war("move", creature("21"), creature("35", damage=2))
    assert [type(event) for event in movement.march(state, creatures=[1], to="22")] == [ev.CreatureMarched]


def test_a_log_by_hand_may_deal_too_few_lands_or_name_too_few_strongholds():
    """Checks refuse it afterwards; folding it breaks nothing."""
    events = [ev.Opened(2, ("A",), 3), ev.TerrainsDealt(("island",)), ev.RuleSwitched("strongholds_which", True)]
    state = fold(State(), events)
    assert (state.lands, [*state.strongholds]) == ({"11": "island"}, ["B"])
