"""Winning and losing against Tom."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.facts.events import BossFled, GameLost, TomFlipped, TomRevealed, TurnEnded
from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import check, evolve
from companion.games.djinn.state.model import Awaited, Clock, Turn
from companion.table.log import Refusal
from tests.djinn.solo import (
    HUNT,
    LAST_BOSS,
    LAST_CARD,
    LOST,
    MOVES,
    NOTHING,
    PRINTED,
    SOURCE,
    TAVERN_MARKET,
    WON,
    after,
    begun,
)

ANN = 0


def test_the_last_boss_gone_wins_the_game():
    """Win, without another round (rulebook, Solo Play End of the Game)."""
    assert (WON.result, WON.at_source, WON.last_round) == ("won", False, 3)
    assert hunt.ending(WON).startswith("The last Boss is gone, so you have won")


def test_the_flip_of_the_win_replaces_the_reveal():
    """Flip, do not reveal (rulebook, Solo Play End of the Game; facts 7.7)."""
    for move in (MOVES["reveal"], MOVES["reveal_printed"], lambda state: hunt.end_turn(state, at=0.0)):
        with pytest.raises(Refusal, match="flip Tom's next card instead"):
            move(WON)
    assert tom_game.flip(WON, at=107.0) == [TurnEnded(ANN, 107.0), TomFlipped(TAVERN_MARKET)]


def test_the_flipped_card_is_no_longer_left():
    """Count it out of the deck (facts 7.7)."""
    state = after(WON, tom_game.flip(WON, at=107.0))
    assert (state.cards_left, state.deck, state.revealed) == (3, HUNT.deck[1:], (TAVERN_MARKET,))
    assert state.clock == Clock((17.0,), None)
    assert state.turn == Turn(ANN, 3)


def test_after_the_flip_comes_one_action_at_the_source():
    """Act at the Source once more (rulebook, Solo Play End of the Game)."""
    assert hunt.phase(SOURCE) == "source"
    assert "Use the Magic Source once more" in hunt.ending(SOURCE)
    assert after(SOURCE, hunt.catch_supply_boss(SOURCE, seat=ANN)).caught == (("boss",),)
    state = after(SOURCE, scoring.set_box(SOURCE, seat=ANN, box="corks", value=1))
    state = after(state, tom_game.done(state, seat=ANN, override=True, at=120.0))
    assert (state.finished, state.result) == (True, "won")


def test_a_printed_card_is_flipped_by_the_player():
    state = evolve(replace(LAST_BOSS, shuffled=False, deck=()), BossFled("R2", "tavern"))
    events = tom_game.flip(state, at=0.0)
    assert events == [TurnEnded(ANN, 0.0), TomFlipped(None)]
    assert after(state, events).cards_left == 3


def test_no_card_is_flipped_while_bosses_stand():
    with pytest.raises(Refusal, match="Bosses on the board: 2"):
        tom_game.flip(HUNT, at=0.0)


def test_no_card_is_flipped_as_long_as_djinn_are_to_come():
    with pytest.raises(Refusal, match="still to come"):
        tom_game.flip(replace(WON, awaited=(Awaited(1, "R2", None),)), at=0.0)


def test_a_card_is_flipped_once():
    with pytest.raises(Refusal, match=r"already flipped. Use the Magic Source"):
        tom_game.flip(SOURCE, at=0.0)


@pytest.mark.parametrize("move", [MOVES["reveal"], MOVES["reveal_printed"]])
def test_no_card_is_revealed_at_the_source(move):
    with pytest.raises(Refusal, match="Tom is done"):
        move(SOURCE)


@pytest.mark.parametrize("state", [HUNT, WON])
def test_a_game_is_finished_after_the_flip(state):
    with pytest.raises(Refusal, match="n't over yet; play on"):
        tom_game.end(state, at=0.0)


def test_the_last_card_revealed_loses_the_game():
    """Lose with Bosses left (rulebook, Solo Play End of the Game)."""
    assert tom_game.reveal(LAST_CARD, at=107.0) == [TomRevealed(NOTHING, 0, None, None, (), 0), GameLost(107.0)]
    assert (LOST.result, LOST.finished, LOST.cards_left) == ("lost", True, 0)
    assert (LOST.turn, LOST.clock) == (Turn(ANN, 3), Clock((17.0,), None))
    assert hunt.phase(LOST) == "finished"


def test_the_last_printed_card_loses_the_game_too():
    """Lose with Bosses left (rulebook, Solo Play End of the Game)."""
    state = replace(PRINTED, cards_left=1)
    state = after(state, tom_game.reveal_printed(state, first="market", second="tavern", at=0.0))
    assert (state.result, state.cards_left) == ("lost", 0)


@pytest.mark.parametrize(
    "move",
    [
        lambda: hunt.catch(LOST, seat=ANN, slot="R2", djinn=["third"], boss=True),
        lambda: hunt.flee(LOST, slot="R2"),
        lambda: hunt.remove(LOST, slot="R2", djinn=["third"]),
        lambda: hunt.draw_extra(LOST, seat=ANN),
        lambda: hunt.catch_supply_boss(LOST, seat=ANN),
        lambda: hunt.end_turn(LOST, at=0.0),
    ],
)
def test_nothing_is_caught_after_a_loss(move):
    with pytest.raises(Refusal, match=r"game is lost. Undo that card, or open another table"):
        move()


def test_nothing_is_entered_after_a_loss():
    """Fill in no sheet (rulebook, Solo Play End of the Game)."""
    with pytest.raises(Refusal, match="game is finished"):
        scoring.count(LOST, seat=ANN, box="coins", by=1)


def clear(state):
    """Drive away all Bosses, the last of six included."""
    for slot, space in state.spaces.items():
        if space.boss:
            state = after(state, hunt.flee(state, slot=slot))
    return state


def test_a_whole_game_is_won():
    state = begun(14)
    for at in (10.0, 20.0, 30.0):
        state = after(state, tom_game.reveal(state, at=at))
    state = after(state, hunt.end_turn(state, at=40.0))
    state = clear(state)
    state = after(state, tom_game.flip(state, at=50.0))
    state = after(state, scoring.set_box(state, seat=ANN, box="corked", value=2))
    state = after(state, tom_game.done(state, seat=ANN, override=True, at=60.0))
    assert (state.result, state.finished, state.cards_left, state.turn.round) == ("won", True, 10, 5)
    assert state.supply_bosses == 12
    assert tom_game.score(state.sheets[ANN], cards_left=state.cards_left).total == 20 + 100
    check(state, 1)


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_a_whole_game_is_lost(deck):
    state = begun(deck)
    while not state.finished:
        state = after(state, tom_game.reveal(state, at=0.0))
    assert (state.result, state.cards_left, len(state.revealed), state.turn.round) == ("lost", 0, deck, deck)
    check(state, 1)


def test_a_game_is_won_on_the_last_possible_card():
    """Win before the last card is revealed; it is flipped, and none is left to count."""
    state = begun(12)
    while state.cards_left > 1:
        state = after(state, tom_game.reveal(state, at=0.0))
    state = clear(state)
    last = state.deck[0]
    events = tom_game.flip(state, at=0.0)
    assert events[-1] == TomFlipped(last)
    state = after(state, events)
    assert (state.result, state.cards_left, state.deck) == ("won", 0, ())
    check(state, 1)
    state = after(state, scoring.set_box(state, seat=ANN, box="corks", value=1))
    state = after(state, tom_game.end(state, at=0.0))
    assert tom_game.score(state.sheets[ANN], cards_left=state.cards_left).lines[-1].points == 0
