"""What may be done at a space, what comes next, and a turn at a round space at which none is caught."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts import LOCATIONS
from companion.games.djinn.facts.city import SOURCE
from companion.games.djinn.facts.events import NoneCaught, PassagePlaced, SpaceEntered, TurnEnded
from companion.games.djinn.play import actions, gains, hunt, movement, prices
from companion.games.djinn.state.model import Space, Turn
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal
from tests.djinn.test_hunt import ANN, BOB, HUNT, after

CITY_LAID = replace(
    HUNT, layout=dict.fromkeys((*HUNT.city.round, *HUNT.city.square), "market") | {"R2": "tavern", "b1": "academy"}
)
AT_TAVERN = after(CITY_LAID, [SpaceEntered(BOB, "R2", "tavern")])


def said(state, name="Bob"):
    return str(actions.next_step(state, name))


def test_whoever_is_at_a_round_space_tries_to_catch():
    """Rulebook, Mandatory Action Catch Djinn: who cannot or does not want to loses 1 Magic Power."""
    assert hunt.must_catch(AT_TAVERN) == "R2"
    with pytest.raises(Refusal, match="have to try to catch"):
        hunt.end_turn(AT_TAVERN, at=120.0)
    assert hunt.end_turn(AT_TAVERN, override=True, at=120.0) == [TurnEnded(BOB, 120.0)]


def test_a_turn_without_a_catch_says_so_and_ends():
    events = hunt.catch_none(AT_TAVERN, by=BOB, seat=BOB)
    assert events == [NoneCaught(BOB, "R2", "tavern")]
    state = after(AT_TAVERN, events)
    assert hunt.must_catch(state) == ""
    ended = after(state, hunt.end_turn(state, at=120.0))
    assert not ended.declined


def test_after_a_catch_nobody_asks():
    state = after(AT_TAVERN, hunt.catch(AT_TAVERN, seat=BOB, slot="R2", djinn=["third"], boss=False))
    assert hunt.must_catch(state) == ""


@pytest.mark.parametrize("slot", ["b1", SOURCE, "R3"])
def test_where_no_djinn_are_nobody_has_to_catch(slot):
    empty = replace(CITY_LAID, spaces=CITY_LAID.spaces | {"R3": Space()})
    state = after(empty, [SpaceEntered(BOB, slot, empty.layout.get(slot, ""))])
    assert hunt.must_catch(state) == ""
    with pytest.raises(Refusal, match="nothing to catch"):
        hunt.catch_none(state, seat=BOB)


def test_nobody_gives_up_the_catch_of_another():
    with pytest.raises(Refusal, match="another player's turn"):
        hunt.catch_none(AT_TAVERN, by=ANN, seat=BOB)


def test_a_sentence_says_what_comes_next():
    assert said(replace(CITY_LAID, turn=Turn(BOB, 1))).startswith("Bob, tap the square space")
    assert said(CITY_LAID) == "Bob, tap where your Mage goes."
    assert said(AT_TAVERN) == "Bob: catch first or act first?"
    assert said(after(AT_TAVERN, hunt.catch_none(AT_TAVERN, seat=BOB))).startswith("Bob, do what you like")
    assert actions.next_step(replace(CITY_LAID, turn=None), "Bob") is None
    assert actions.next_step(replace(CITY_LAID, at_source=True), "Bob") is None


def test_once_the_action_is_done_only_the_catch_is_asked_for():
    """Rulebook, A Player's Turn: a round space has an action and the mandatory catch, in any order."""
    assert said(replace(AT_TAVERN, acted=("mage",))) == "Bob: now catch, or tap “None caught”."
    assert said(replace(AT_TAVERN, acted=("way_coin",))) == "Bob: catch first or act first?"


def test_who_catches_none_loses_only_what_there_is():
    """Rulebook, Mandatory Action Catch Djinn: Magic Power never falls below 0."""
    sentence = str(tell(NoneCaught(BOB, "R2", "tavern"), ("Ann", "Bob", "Cem")))
    assert sentence == "Bob catches no Djinn and loses 1 Magic Power, if there is any."


def test_whoever_came_the_same_way_is_asked_to_pay_first():
    """Rulebook, A Player's Turn, Exception."""
    way = ("R1", "b1")
    state = replace(CITY_LAID, turn=Turn(ANN, 2), here=("b1",), paths={ANN: way, BOB: way})
    assert str(actions.next_step(state, "Ann")) == "Ann: pay your way, or skip this space?"
    paid = replace(state, acted=("way_coin",))
    assert str(actions.next_step(paid, "Ann")) == "Ann, do what you like here, then end the turn."


def test_a_mage_never_goes_straight_back():
    """Rulebook, A Player's Turn: you can never move backwards."""
    state = replace(CITY_LAID, paths={BOB: ("b1", "R2")})
    assert "never goes straight back" in str(movement.doubt(state, "b1"))
    assert movement.doubt(state, "b2") is None
    with pytest.raises(Refusal, match="never goes straight back"):
        movement.enter_space(state, seat=BOB, slot="b1")


def test_what_holds_for_every_way_is_said_softly():
    assert "path beside" in str(actions.reminder(replace(CITY_LAID, turn=Turn(BOB, 1))))
    assert "never straight back" in str(actions.reminder(CITY_LAID))
    assert "must try to catch" in str(actions.reminder(AT_TAVERN))
    assert actions.reminder(after(AT_TAVERN, hunt.catch_none(AT_TAVERN, seat=BOB))) is None


def test_in_the_first_round_the_square_spaces_glow():
    assert actions.glowing(replace(CITY_LAID, turn=Turn(BOB, 1))) == {*CITY_LAID.city.square}
    assert actions.glowing(CITY_LAID) == frozenset()
    assert actions.glowing(replace(CITY_LAID, turn=Turn(BOB, 1), met=True)) == frozenset()


def test_what_may_be_done_is_said_at_every_kind_of_space():
    special, basic, _ = actions.at(CITY_LAID, "R2")
    assert str(special.what) == LOCATIONS["tavern"].special
    assert "Basic Action" in str(basic.what)
    assert [str(one.what) for one in actions.at(CITY_LAID, "b1")[:-1]] == [LOCATIONS["academy"].basic]
    assert [one.icon for one in actions.at(CITY_LAID, SOURCE)] == ["source", "scroll", "coins"]
    for slot in ("b1", SOURCE):
        assert actions.at(CITY_LAID, slot)[-1] == actions.FORFEIT


def test_what_doing_nothing_gives_never_replaces_the_catch():
    """Rulebook, Forfeiting Actions: it is for the Basic or Special Action; the catch stays mandatory."""
    assert "(not the catch)" in str(actions.at(CITY_LAID, "R2")[-1].what)


def test_a_secret_passage_acts_where_it_was_placed():
    """Rulebook, Secret Passages: only its owner's Basic Action is added, and not in the turn in which it is placed."""
    untold = replace(CITY_LAID, placed=(BOB,))
    assert str(actions.at(untold, "b1")[1].what).startswith("If your Secret Passage is here")
    told = after(CITY_LAID, [PassagePlaced(BOB, "b1")])
    assert "from your next visit on" in str(actions.at(told, "b1")[1].what)
    told = replace(told, placed_now=())
    assert str(actions.at(told, "b1")[1].what) == (
        "Your Secret Passage here: do its Basic Action too. Nobody said which, so you see them all."
    )
    shown = replace(after(CITY_LAID, [PassagePlaced(BOB, "b1", "market")]), placed_now=())
    assert str(actions.at(shown, "b1")[1].what).startswith("Your Secret Passage here gives more: Move your Assistant")
    assert len(actions.at(told, "b2")) == len(actions.at(after(CITY_LAID, [PassagePlaced(ANN, "b1")]), "b1")) == 2


def test_a_placed_passage_says_what_it_brings_in_its_turn():
    """Rulebook, Archives: not used in that turn; the last one moves the Base Marker and improves the Archives."""
    assert actions.just_placed(CITY_LAID) == []
    state = after(CITY_LAID, [PassagePlaced(BOB, "b1")])
    (only,) = actions.just_placed(state)
    assert "can't use your new Secret Passage this turn" in str(only.what)
    last = after(CITY_LAID, [*[PassagePlaced(BOB)] * 3, PassagePlaced(BOB, "b1")])
    said = " ".join(str(one.what) for one in actions.just_placed(last))
    assert "Base Marker 1 space forward, and 2 Magic Power" in said
    assert "Archives Marker" in said
    assert actions.just_placed(after(last, hunt.end_turn(last, at=1.0))) == []


def test_the_archives_say_what_they_give_once_all_passages_are_placed():
    """Rulebook, Archives, the marker."""
    laid = replace(CITY_LAID, layout=CITY_LAID.layout | {"b1": "archives", "R2": "archives"})
    for slot in ("b1", "R2"):
        assert "4 Coins" not in str(actions.at(laid, slot))
        assert "4 Coins; 1 Scroll and 2 Magic Power" in str(actions.at(replace(laid, placed=(BOB,) * 4), slot))
        assert "4 Coins" not in str(actions.at(replace(laid, placed=(ANN,) * 4), slot))


def said_of(actions):
    return [str(one.what) for one in actions]


def test_the_market_says_what_its_tents_cost():
    """Rulebook, Market, Options in the Market Tents; the tile pays nobody."""
    said = said_of(prices.at_market(CITY_LAID, "R1"))
    assert said[:2] == ["1, 2 or 4 Coins: 1, 2 or 3 Bottles of different colours", "1 Coin: 1 Cork, or 2 Scrolls"]
    assert said[2:4] == ["1 Scroll: 5 Coins, or 1 Bottle and 1 Cork", "1 Scroll: activate up to 3 Mage Cards"]
    assert "also pay each owner 1 Coin or 1 Scroll" in said[4]
    assert said_of(prices.at_market(replace(CITY_LAID, picks=((BOB, "market_free"),)), "R1")) == said[:4]
    assert prices.at_market(CITY_LAID, "b1") == prices.at_market(replace(CITY_LAID, turn=None), "R1") == []


def test_the_source_says_what_it_takes():
    """Rulebook, Magic Source; a tile always pays two Scrolls, and a box may tell what each capacity pays."""
    (said,) = said_of(actions.at(CITY_LAID, SOURCE)[1:-1])
    assert said.startswith("For the Scrolls under your Capacity Marker, as often as you like: 1 Bottle, 1 Cork")
    noted = replace(CITY_LAID, noted=replace(CITY_LAID.noted, scrolls={"5": 3, "8_flipped": 1}))
    assert said_of(actions.at(noted, SOURCE)[1:-1]) == [said, "Scrolls by marker space: on 5: 3 and flipped: 1."]
    (two,) = said_of(actions.at(replace(noted, picks=((BOB, "source_two"),)), SOURCE)[1:-1])
    assert two.startswith("For 2 Scrolls, as often as you like")


def test_who_has_done_all_that_a_space_offers_is_sent_on():
    laid = replace(CITY_LAID, players=2, turn=Turn(BOB, 2))
    state = after(laid, [SpaceEntered(BOB, "b1", "academy")])
    assert said(state).startswith("Bob, do what you like here")
    done = after(state, gains.take(state, seat=BOB, action="academy"))
    assert said(done) == "Bob: all done here? Then end the turn."
    assert (actions.FORFEIT in actions.at(state, "b1"), actions.at(done, "b1")) == (True, [])
    nowhere = replace(laid, met=True, placed_now=("b1",))  # a catch of older logs moved nobody
    assert said(nowhere).startswith("Bob, do what you like here")


def test_a_turn_begins_with_the_base_marker_once_it_was_moved():
    """Rulebook, Player Board 1c."""
    assert "Base Marker" not in str(actions.reminder(CITY_LAID))
    moved = str(actions.reminder(replace(CITY_LAID, gained={BOB: {"base": 1}})))
    assert moved == f"First move your Magic Marker up to your Base Marker if it's below. {actions.reminder(CITY_LAID)}"
    assert "Base Marker" in str(actions.reminder(replace(CITY_LAID, placed=(BOB,) * 4)))


def test_what_may_be_done_at_any_time_is_said_to_whoever_can():
    """Rulebook, Put a Djinn in a Bottle, and Keys."""
    none = replace(CITY_LAID, caught=((), ()))
    assert actions.at_any_time(none) == actions.at_any_time(replace(none, caught=(("blue",), ()))) == []
    (bottle,) = said_of(actions.at_any_time(replace(none, caught=((), ("blue",)))))
    assert "into its Bottle, with a Cork" in bottle
    (key,) = said_of(actions.at_any_time(replace(none, gained={BOB: {"keys": 1}})))
    assert "a Key buys 1 Coin, 1 Scroll or 1 Magic Power" in key


def test_a_player_against_tom_meets_no_other_mage():
    alone = replace(CITY_LAID, players=1, turn=Turn(0, 2))
    assert str(actions.reminder(alone)) == "Take one path, never straight back."


def test_the_last_action_reminds_of_bottles_and_keys():
    """Rulebook, Put a Djinn in a Bottle and Final Score: a Djinn in a corked Bottle is worth 10 points, not 3."""
    none = replace(CITY_LAID, at_source=True, turn=None)
    assert actions.last_action(none, ANN) == actions.at_source(none, ANN)
    held = replace(none, caught=(("blue",), ()), gained={ANN: {"keys": 1}})
    bottle, key = said_of(actions.last_action(held, ANN)[-2:])
    assert bottle.startswith("Last chance")
    assert key == "A Key still buys 1 Scroll or 1 Magic Power."
