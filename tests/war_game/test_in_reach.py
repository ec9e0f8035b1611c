"""What a page of the war tells of places near a creature, and of a war that is told."""

from companion.games.war_game import setup
from companion.games.war_game.place import ways_of, why_nots
from companion.games.war_game.state import seen_by
from companion.table.log import changed
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
