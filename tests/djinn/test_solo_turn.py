"""Tom's turn, and what he says."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts.events import (
    BossFled,
    DjinnCaught,
    GameLost,
    Opened,
    TomCard,
    TomFlipped,
    TomRevealed,
    TomShuffled,
    TurnEnded,
)
from companion.games.djinn.play import hunt
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.model import Clock, Space, State, Turn
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal
from tests.djinn.solo import (
    ARCHIVES_MARKET,
    HUNT,
    LOST,
    MARKET_TAVERN,
    MOVES,
    NOTHING,
    PRINTED,
    SOURCE,
    TAVERN_MARKET,
    after,
)

ANN = 0

NAMES = ("Ann",)


def next_cards(state, *cards):
    return replace(state, deck=cards, cards_left=len(cards))


# Tom's turn


def test_the_first_line_with_a_boss_counts():
    """Draw one Djinn and stop (rulebook, Solo Play Gameplay, first line)."""
    events = tom_game.reveal(HUNT, at=107.0)
    assert events == [TurnEnded(ANN, 107.0), TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", ("fourth",), 0)]
    state = after(HUNT, events)
    assert state.spaces["R2"] == Space(True, ("third", "fourth"))
    assert (state.bag, state.deck, state.cards_left) == (("blue",), HUNT.deck[1:], 3)
    assert state.revealed == (TAVERN_MARKET,)
    assert state.turn == Turn(ANN, 4)


def test_the_second_line_counts_if_the_first_has_no_boss():
    """Go on to the second line (rulebook, Solo Play Gameplay)."""
    state = next_cards(HUNT, MARKET_TAVERN, NOTHING)
    assert tom_game.reveal(state, at=0.0)[1] == TomRevealed(MARKET_TAVERN, 2, "R2", "tavern", ("fourth",), 0)


def test_a_space_without_a_boss_gets_nothing_even_with_djinn():
    """Ask for the Boss, not for Djinn (rulebook, Solo Play Gameplay, third line)."""
    state = next_cards(HUNT, ARCHIVES_MARKET, NOTHING)
    events = tom_game.reveal(state, at=0.0)
    assert events[1] == TomRevealed(ARCHIVES_MARKET, 3, None, None, (), 0)
    assert after(state, events).spaces == HUNT.spaces


def test_a_nothing_happens_card_does_nothing():
    """Reveal it and go on (rulebook, Solo Play Gameplay)."""
    state = next_cards(HUNT, NOTHING, TAVERN_MARKET)
    events = tom_game.reveal(state, at=0.0)
    assert events[1] == TomRevealed(NOTHING, 0, None, None, (), 0)
    assert after(state, events).spaces == HUNT.spaces


def test_an_empty_bag_is_said():
    """Draw what is left (facts 7.3): the line counts all the same."""
    events = tom_game.reveal(replace(HUNT, bag=()), at=0.0)
    assert events[1] == TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", (), 1)
    assert tom_game.tom_says(events[1])[0] == (
        "The bag is empty: no Djinn comes to the round Tavern.",
        "There's a Boss there, so this line applies.",
        True,
    )
    assert tell(events[1], NAMES) == "Tom's card: the bag is empty, so no Djinn comes to the round Tavern."


def test_a_turn_off_the_round_spaces_reveals_nothing():
    """Reveal after turns on a round Action Space only (rulebook, Solo Play Gameplay)."""
    events = hunt.end_turn(HUNT, at=107.0)
    assert events == [TurnEnded(ANN, 107.0)]
    state = after(HUNT, events)
    assert (state.deck, state.turn) == (HUNT.deck, Turn(ANN, 4))
    assert state.clock == Clock((17.0,), 107.0)


def test_a_boss_that_leaves_draws_no_djinn():
    """Refill nothing for one player (facts 7.1)."""
    assert hunt.catch(HUNT, seat=ANN, slot="R3", djinn=["brown"], boss=True) == [
        DjinnCaught(ANN, "R3", "academy", ("brown",), True)
    ]
    assert hunt.flee(HUNT, slot="R3") == [BossFled("R3", "academy")]


def test_a_boss_left_alone_flees_from_one_player_too():
    """Let it flee (rulebook, Additional Rules Boss Djinn; facts 7.4)."""
    assert hunt.remove(HUNT, slot="R2", djinn=["third"])[1:] == [BossFled("R2", "tavern")]


def test_a_printed_card_is_tapped_in():
    events = tom_game.reveal_printed(PRINTED, first="market", second="tavern", at=0.0)
    card = TomCard("printed", "market", "tavern", "as_shown", "as_shown")
    assert events == [TurnEnded(ANN, 0.0), TomRevealed(card, 2, "R2", "tavern", ("fourth",), 0)]
    assert after(PRINTED, events).cards_left == 3


def test_a_printed_card_that_takes_pay_says_so():
    events = tom_game.reveal_printed(PRINTED, first="market", second="archives", at=0.0)
    assert tom_game.tom_says(events[1])[2].what == "Pay what the card shows, if you can."


def test_a_printed_card_without_symbols_does_nothing():
    events = tom_game.reveal_printed(PRINTED, nothing=True, at=0.0)
    assert events[1].line == 0
    assert after(PRINTED, events).cards_left == 3


@pytest.mark.parametrize("tapped", [{}, {"first": "market"}, {"second": "market"}])
def test_both_symbols_of_a_printed_card_are_tapped(tapped):
    with pytest.raises(Refusal, match="tap both"):
        tom_game.reveal_printed(PRINTED, **tapped, at=0.0)


def test_an_unknown_location_is_an_error():
    with pytest.raises(KeyError, match="palace"):
        tom_game.reveal_printed(PRINTED, first="market", second="palace", at=0.0)


def test_a_printed_deck_holds_only_so_many_cards_that_do_nothing():
    """Count 12 Location Cards and the Nothing-happens Cards left in (rulebook, Solo Play Setup)."""
    state = after(PRINTED, tom_game.reveal_printed(PRINTED, nothing=True, at=0.0))
    with pytest.raises(Refusal, match="Tom's deck of 13 has no Nothing-happens card left"):
        tom_game.reveal_printed(state, nothing=True, at=0.0)
    with pytest.raises(Refusal, match="All 12 Location Cards"):
        tom_game.reveal_printed(replace(PRINTED, revealed=HOUSE_DECK), first="market", second="tavern", at=0.0)


def test_a_printed_deck_is_not_revealed_by_the_app():
    with pytest.raises(Refusal, match="tap its two symbols instead"):
        tom_game.reveal(PRINTED, at=0.0)


def test_a_card_by_hand_comes_instead_of_the_apps():
    """The app holds the owner's cards: the same card leaves its deck, wherever it lies there."""
    events = tom_game.reveal_printed(HUNT, first="archives", second="market", at=0.0)
    assert events[1] == TomRevealed(ARCHIVES_MARKET, 3, None, None, (), 0, by_hand=True)
    state = after(HUNT, events)
    assert (state.deck, state.cards_left) == ((TAVERN_MARKET, MARKET_TAVERN, NOTHING), 3)
    assert state.by_table == ("card",)
    assert "Drawn by the table" in tell(events[1], NAMES)


def test_a_printed_card_leaves_the_house_deck_as_it_is_but_for_one_card_fewer():
    """Nobody's printed card is in the house deck, even if it shows the same."""
    state = replace(HUNT, house=True)
    events = tom_game.reveal_printed(state, first="market", second="tavern", at=0.0)
    assert events[1].card.id == "printed"
    state = after(state, events)
    assert (state.deck, state.cards_left) == (HUNT.deck, 3)
    nothing = tom_game.reveal_printed(state, nothing=True, at=0.0)
    assert after(state, nothing).deck == HUNT.deck[:3]


def test_a_known_card_tells_what_it_lets_the_player_pay():
    known = [replace(TAVERN_MARKET, first="market", second="archives", payment="2 corks, or none")]
    events = tom_game.reveal_printed(PRINTED, first="market", second="archives", known=known, at=0.0)
    assert events[1].card == known[0]
    assert tom_game.tom_says(events[1])[2].what == "Pay 2 corks, or none, if you can."
    assert tom_game.reveal_printed(PRINTED, card="one", known=known, at=0.0) == events
    with pytest.raises(Refusal, match="has already come up"):
        tom_game.reveal_printed(after(PRINTED, events), card="one", known=known, at=0.0)


@pytest.mark.parametrize("state", [HUNT, replace(HUNT, house=True)], ids=["own cards", "house deck"])
def test_a_known_card_that_is_not_in_the_deck_comes_instead_of_the_last(state):
    """It is told as it was noted, whatever is called like it in the deck."""
    known = [replace(TAVERN_MARKET, id=HUNT.deck[0].id, first="market", second="archives")]
    events = tom_game.reveal_printed(state, card=known[0].id, known=known, at=0.0)
    assert events[1].card == replace(known[0], id="printed")
    assert after(state, events).deck == HUNT.deck


def test_of_two_known_cards_with_the_same_symbols_nobody_knows_which_it_is():
    known = [TAVERN_MARKET, replace(TAVERN_MARKET, id="three", payment="key_1")]
    events = tom_game.reveal_printed(PRINTED, first="tavern", second="market", known=known, at=0.0)
    assert (events[1].card.id, events[1].card.payment) == ("printed", "as_shown")
    events = tom_game.reveal_printed(PRINTED, card="three", known=known, at=0.0)
    assert tom_game.to_come(known, after(PRINTED, events).revealed) == [TAVERN_MARKET]


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_toms_cards_need_a_hunt_against_tom(move):
    with pytest.raises(Refusal, match="no game yet"):
        move(State())
    with pytest.raises(Refusal, match="only plays against a single player"):
        move(replace(HUNT, players=2))
    with pytest.raises(Refusal, match="Begin it first"):
        move(replace(HUNT, turn=None))
    with pytest.raises(Refusal, match="game is finished"):
        move(replace(SOURCE, finished=True))
    with pytest.raises(Refusal, match=r"game is lost. Undo that card"):
        move(LOST)


# What Tom says


def test_each_line_says_why_it_counts_or_not():
    said = tom_game.tom_says(TomRevealed(MARKET_TAVERN, 2, "R2", "tavern", ("fourth",), 0))
    assert said == (
        ("No Djinn for the round Market.", "There's no Boss there.", False),
        (
            "From the bag to the round Tavern: 1 Colour 4.",
            "There's a Boss there, so this line applies.",
            True,
        ),
        ("Nothing to pay.", "Tom's turn was already over.", False),
    )


def test_lines_after_the_one_that_counts_are_not_reached():
    said = tom_game.tom_says(TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", ("fourth",), 0))
    assert said[1:] == (
        ("No Djinn for the round Market.", "Tom's turn was already over.", False),
        ("Nothing to pay.", "Tom's turn was already over.", False),
    )


def test_without_a_boss_the_third_line_counts():
    said = tom_game.tom_says(TomRevealed(ARCHIVES_MARKET, 3, None, None, (), 0))
    assert [line.counts for line in said] == [False, False, True]
    assert said[2] == ("Pay 2 Coins, if you can.", "There's no Boss at either location, so you pay.", True)


def test_a_nothing_happens_card_has_one_line():
    assert tom_game.tom_says(TomRevealed(NOTHING, 0, None, None, (), 0)) == (
        ("Nothing happens.", "The card says so.", True),
    )


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Opened(1, False, False, 13), "A game against Tom's deck of 13 cards is open."),
        (TomShuffled(HOUSE_DECK, True), "Tom's house deck is shuffled."),
        (TomShuffled(HOUSE_DECK, False), "Tom's deck is shuffled."),
        (TomRevealed(NOTHING, 0, None, None, (), 0), "Tom's card: nothing happens."),
        (
            TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", ("blue",), 0),
            "Tom's card, from the bag to the round Tavern: 1 Blue.",
        ),
        (
            TomRevealed(ARCHIVES_MARKET, 3, None, None, (), 0),
            "Tom's card: no Boss at either location. Pay 2 Coins, if you can.",
        ),
        (
            TomFlipped(ARCHIVES_MARKET),
            "Tom's next card is flipped for its bottom line. Pay 1 Magic Power, if you can.",
        ),
        (
            TomFlipped(NOTHING),
            "Tom's next card is flipped for its bottom line. Nothing to pay.",
        ),
        (TomFlipped(None), "Tom's next card is flipped for its bottom line. Pay what the card shows, if you can."),
        (GameLost(0.0), "Tom's last card is revealed: the game is lost."),
    ],
)
def test_the_log_tells_toms_cards(event, sentence):
    assert tell(event, NAMES) == sentence


def test_of_two_known_cards_alike_one_is_still_to_come():
    other = replace(TAVERN_MARKET, id="other", payment="magic_1")
    shown = replace(TAVERN_MARKET, id="printed", payment="as_shown", bottom="as_shown")
    assert tom_game.to_come([TAVERN_MARKET, other], [shown]) == [other]
    assert tom_game.to_come([other, TAVERN_MARKET], [TAVERN_MARKET]) == [other]
    assert tom_game.to_come([other], [NOTHING, MARKET_TAVERN]) == [other]
    assert tom_game.to_come([TAVERN_MARKET, TAVERN_MARKET], [TAVERN_MARKET]) == [TAVERN_MARKET]


@pytest.mark.parametrize(("first", "second"), [("tavern", None), (None, "tavern")])
def test_half_a_card_says_the_half_that_it_has(first, second):
    """No player enters such a card, but a file may bring it."""
    event = tom_game.revealed(HUNT, TomCard("half", first, second, None, None))
    assert (event.line, event.slot) == (1 if first else 2, "R2")
    assert [one.counts for one in tom_game.tom_says(event)] == [True, False]
    assert tom_game.tom_says(event)[-1].what == "Nothing to pay."
