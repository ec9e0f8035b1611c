"""What was chosen in a move is read from its events, so that the check can repeat the move."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn import fairness, game
from companion.games.djinn.play import hunt, movement, rewards
from companion.games.djinn.setup import bag, by_hand, deal
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.model import Awaited
from companion.games.djinn.text.result import done
from companion.table.log import Entry
from tests.djinn.solo import ANN, PRINTED
from tests.djinn.test_by_hand import SETS, STATE, opened as laid_out
from tests.djinn.test_finished_sheets import STATE as SCORE
from tests.djinn.test_hunt import BOB
from tests.djinn.test_movement import HUNT as THREE, TOM, stood

ASKED = replace(THREE, we_draw=True, awaited=(Awaited(1, "R1", None),))
CAUGHT = {"seat": BOB, "slot": "R1", "djinn": ("blue",), "boss": False}
MADE = [
    (STATE, deal.reroll, {"element": "cards", "rng": Random(7)}),
    (STATE, deal.reroll, {"element": "all", "rng": Random(7)}),
    (replace(STATE, ticks={"cards": BOB}), deal.reroll, {"element": "cards", "rng": Random(7)}),
    (STATE, *SETS["trophies"]),
    (STATE, *SETS["tiles"]),
    (STATE, deal.tick, {"step": "board", "seat": BOB}),
    (THREE, movement.enter_space, {"seat": BOB, "slot": "R1"}),
    (stood(THREE, "R2"), movement.enter_space, {"seat": BOB, "slot": "R1", "override": True}),
    (THREE, movement.enter_space, {"seat": BOB, "slot": "b1", "came_from": "R1"}),
    (THREE, hunt.catch, CAUGHT),
    (THREE, hunt.catch, CAUGHT | {"enters": True}),
    (THREE, hunt.catch, CAUGHT | {"enters": True, "ends": True, "at": 5.0}),
    (
        replace(THREE, trophies={"I": ("I-1",)}),
        rewards.take_trophy,
        {"seat": BOB, "trophy": "I/36", "colour": "blue", "bosses": 1},
    ),
    (THREE, rewards.place_passage, {"seat": BOB, "slot": "b1"}),
    (stood(TOM, "R3"), hunt.end_turn, {"override": True, "at": 5.0}),
    (stood(TOM, "b1"), tom_game.reveal, {"override": True, "at": 5.0}),
    (replace(PRINTED, layout=TOM.layout), tom_game.reveal_printed, {"first": "market", "second": "tavern", "at": 5.0}),
    (replace(PRINTED, layout=TOM.layout), tom_game.reveal_printed, {"nothing": True, "at": 5.0}),
    (
        stood(replace(PRINTED, layout=TOM.layout), "b1"),
        tom_game.reveal_printed,
        {"nothing": True, "override": True, "at": 5.0},
    ),
    (replace(stood(TOM, "R3"), met=False), tom_game.reveal, {"none_caught": True, "at": 5.0}),
    (replace(PRINTED, here=("R2",)), tom_game.reveal_printed, {"nothing": True, "none_caught": True, "at": 5.0}),
    (ASKED, bag.drew, {"colour": "blue"}),
    (replace(ASKED, awaited=(Awaited(1, "", BOB),)), bag.drew, {"colour": "blue"}),
    (SCORE, done, {"seat": ANN, "override": True, "at": 5.0}),
    (replace(SCORE, cards=("no_key_mage",)), done, {"seat": ANN, "override": True, "held": {"mages": 2}, "at": 5.0}),
    (laid_out(players=1, deck=12, tom=deal.HOUSE_DECK), by_hand.set_deck, {"printed": True}),
    (laid_out(players=1, deck=12), by_hand.set_deck, {"printed": False}),
]


@pytest.mark.parametrize(("state", "move", "choices"), MADE)
def test_a_move_is_repeated_as_it_was_made(state, move, choices):
    events = [*move(state, **choices)]
    entry = Entry(2, 5.0, None, move.__name__, tuple(events))
    assert fairness.checker(game, state.players, ()).asked(state, entry) == events
