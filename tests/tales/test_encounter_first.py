"""What belongs to an encounter: its award with its free move, and what only comes after it."""

from random import Random

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.play import end_of_turn, ending, turn
from companion.games.tales.play.award import award
from companion.games.tales.state.heroes import Place
from companion.table.log import Refusal, changed
from tests.tales.conftest import fold, hero

MET = {"destiny": 12, "story": 8}


@pytest.fixture
def carried(after):
    """Carry the hero on."""
    return lambda state, **choices: after(
        state, turn.move_hero, **{"kind": "city", "carried": True, "bound": ""} | choices
    )


# An award and its free move are one thing (FAQ, Magical movement)


def test_what_the_encounter_gave_stays_where_it_carries_the_hero(game, after, carried):
    """What the hero had before ends."""
    state = after(game(statuses={"lost": 0}), award, statuses=["imprisoned"])
    assert [*hero(carried(state)).statuses] == ["imprisoned"]


def test_what_a_place_of_power_gave_stays_along_the_arrow(game, after, carried):
    state = after(game(markers={"destination": "City of Brass"}), turn.move_hero, kind="power")
    state = after(state, award, statuses=["lost"])
    assert [*hero(carried(state)).statuses] == ["lost"]


@pytest.mark.parametrize(("said", "left"), [("stay", ["lost"]), ("end", [])])
def test_what_an_earlier_encounter_of_the_turn_gave_is_asked_for(game, after, carried, said, left):
    """The paragraph that led to the Place of Power may have meant it to last, or not."""
    state = carried(after(game(), award, statuses=["lost"]), kind="power")
    with pytest.raises(Refusal, match="Lost is new this turn: does it stay, or end here") as refused:
        carried(state)
    assert [*refused.value.faults] == ["bound"]
    assert [*hero(carried(state, bound=said)).statuses] == left


def test_a_city_card_is_another_encounter(game, after, carried):
    state = after(game(cards={"Basra": -1}), award, statuses=["imprisoned"])
    state = after(state, end_of_turn.play_card, card="Basra", rng=Random(7), die=3, early=True, override=True)
    with pytest.raises(Refusal, match="Imprisoned is new this turn"):
        carried(state)


@pytest.mark.parametrize(("said", "left"), [("stay", ["lost", "married"]), ("end", ["married"]), (None, ["married"])])
def test_the_table_says_itself_what_the_move_ends(game, after, carried, said, left):
    state = game(statuses={"lost": 0, "married": 0})
    assert [*hero(carried(state, bound=said)).statuses] == left


def test_the_next_turn_knows_nothing_of_it(game, after, carried):
    state = after(after(game(1), award, statuses=["lost"]), ending.end_turn, seat=0)
    assert [*hero(carried(state)).statuses] == []


# No encounter yet


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        (ending.declare, {"seat": 0}),
        (end_of_turn.sell, {"treasure": "Lamp", "by": 1, "limit": "rich"}),
        (end_of_turn.play_card, {"card": "Basra", "rng": Random(7)}),
        (end_of_turn.end_quest, {"done": True}),
    ],
)
def test_what_comes_after_the_encounter_waits_for_it(game, move, choices):
    """Rules, Game end; Selling Treasures; City encounter cards; Turn 5."""
    state = game(treasures=("Lamp",), cards={"Basra": -1}, **MET)
    with pytest.raises(Refusal, match="No encounter yet") as refused:
        move(state, early=False, **choices)
    assert refused.value.offer == ("early", "Allow anyway", "y")
    assert move(state, early=True, **choices)
    assert move(state, **choices)  # as logs hold it of the time when nobody asked
    drawn = fold(state, [ev.CardDrawn(0, "terrain")])
    assert move(drawn, early=False, **choices)
    there = fold(state, [ev.HeroMoved(0, "", "power"), ev.HeroMoved(0, "", "baghdad", carried=True)])
    assert move(there, early=False, **choices)
    assert move(fold(state, [ev.NumberGiven(0, 842)]), early=False, **choices)


def test_who_misses_points_hears_of_these(game):
    with pytest.raises(Refusal, match="Destiny 0 of 12"):
        ending.declare(game(), seat=0, early=False)


# Places of Power


def test_a_marker_lets_into_its_own_place_of_power_only(game):
    state = game(markers={"destination": "City of Brass"})
    with pytest.raises(Refusal, match="Your destination marker is on City of Brass") as refused:
        turn.move_hero(state, kind="power", place="Valley of Diamonds")
    assert [*refused.value.faults] == ["place"]
    for place in ("", "city of brass"):
        assert turn.move_hero(state, kind="power", place=place)


def test_after_a_place_of_power_no_card_is_drawn(game, after, carried):
    """Rules, Encounter: no second encounter is checked for."""
    state = after(game(markers={"destination": "City of Brass"}), turn.move_hero, kind="power")
    state = carried(state)
    with pytest.raises(Refusal, match="was this turn's encounter") as refused:
        turn.draw_card(state, card="city", override=False)
    assert refused.value.offer == ("stands", "Allow anyway", "y")
    assert turn.draw_card(state, card="city", override=True) == [ev.CardDrawn(0, "city")]
    assert turn.draw_card(after(changed(state, players=1), ending.end_turn, seat=0), card="city", override=False)


# One status at a time


def test_a_correction_keeps_to_one_status(game, after):
    """Rules, Shorter games."""
    state = game(options={"one_status": True}, statuses={"lost": 0}, place=Place("city"))
    state = after(state, end_of_turn.correct, seat=0, status="blessed")
    assert [*hero(state).statuses] == ["blessed"]
    assert [*hero(after(state, end_of_turn.correct, seat=0, status="blessed")).statuses] == []
    assert [*hero(after(state, end_of_turn.correct, seat=0, destiny=3)).statuses] == ["blessed"]
