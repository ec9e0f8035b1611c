"""What a page of the war tells of places near a creature and of a war that is told; what nobody carries or holds."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.pages.place import ways_of, why_nots
from companion.games.war_game.play import creatures, movement
from companion.games.war_game.setup import setup
from companion.games.war_game.state import evolve, seen_by
from companion.games.war_game.state.house_rules import START_FIGHT
from companion.games.war_game.state.model import State
from companion.games.war_game.text.legacy_arguments import CHOICES
from companion.table.log import Refusal, changed
from tests.war_game.test_setup import opened


def test_who_takes_one_step_is_told_of_the_places_beside_it(war, creature):
    walker = creature("21")
    state = war("move", walker, at22="island", at31="island")
    said = why_nots(state, [walker], ways_of(state, [walker]))
    assert {place for places in said.values() for place in places} == {"12", "22", "31", "32"}


def test_once_the_secret_is_told_everybody_sees_every_land(after):
    state = after(opened(), setup.keep_land, seat=1, land="island")
    told = changed(state, told=True)
    for seats in ((), {0}, {1}):
        assert seen_by(told, seats).strongholds["C"].land == "island"
        assert seen_by(told, seats).secret == state.secret
    assert seen_by(state, {1}).secret == ""


@pytest.mark.parametrize(
    ("first", "other"),
    [({"rider": 3}, {}), ({"carried": True}, {}), ({}, {"rider": 3}), ({}, {"carried": True})],
)
def test_a_creature_that_carries_or_is_carried_takes_no_part_in_another_carry(war, creature, first, other):
    one, two = creature("21", **first), creature("21", **other)
    state = war("move", one, two, creature("21"))
    with pytest.raises(Refusal, match="carrying or being carried"):
        movement.carry(state, creature=1, rider=2, to="22")


def test_no_log_has_a_stronghold_that_is_not_on_the_map():
    assert [*evolve(State(), ev.Opened(2, ("A", "Z"), 3)).strongholds] == ["A"]


def test_a_wall_elsewhere_bars_nobody(war, creature):
    """Movement Phase: only a Wall itself, or whoever carries one, comes onto no opponents."""
    wall, bear, foe = creature("11", wall=True), creature("21"), creature("22", owner=1)
    assert movement.march(war("move", wall, bear, foe), creatures=[bear.id], to="22")
    with pytest.raises(Refusal, match="Wall"):
        movement.march(war("move", creature("21", wall=True), foe), creatures=[4], to="22")


def test_a_fight_is_started_where_both_stand(war, creature):
    """By the other reading (house rule)."""
    both = [creature("21"), creature("21", owner=1), creature("22"), creature("23", owner=1)]
    assert movement.may_start(war("move", *both, rules=(START_FIGHT,)), 0) == ["21"]
    assert movement.may_start(war("move", *both), 0) == []


def test_what_one_creature_was_dealt_is_read_from_the_split():
    assert CHOICES["split"]([ev.DamageSplit("21", 0, ((1, 2), (3, 4)), 3)]) == {"value": 4}
    assert CHOICES["split"]([ev.DamageSplit("21", 0, ((1, 2), (3, 4)), 0)]) is None  # in an old log


def test_as_many_creatures_are_cast_as_fit_on_the_map(war, creature):
    many = [creature("21") for _ in range(199)]
    assert creatures.cast(war("cast", *many), toughness=1)
    with pytest.raises(Refusal, match="No more creatures fit"):
        creatures.cast(war("cast", *many, creature("21")), toughness=1)
