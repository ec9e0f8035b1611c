from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.djinn import fair, game, hunt, scoring, solo
from companion.games.djinn.city import CITY, beside_source
from companion.games.djinn.events import (
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
from companion.games.djinn.facts import COLOURS, DECK_SIZES, HOUSE_CARDS, LOCATIONS, PAYMENTS
from companion.games.djinn.setup import (
    HOUSE_DECK,
    SOLO_STEPS,
    elements,
    open_game,
    reroll,
    shuffled,
    steps,
    tick,
)
from companion.games.djinn.sheet import Sheet
from companion.games.djinn.state import Clock, Space, State, Turn, check, evolve, seen_by
from companion.games.djinn.tell import tell
from companion.table.log import Entry, Refusal, fold, live
from companion.table.store import from_json, to_json

ANN = 0
NAMES = ("Ann",)
TAVERN_MARKET = TomCard("one", "tavern", "market", "coin_1", "scroll_1")
MARKET_TAVERN = TomCard("two", "market", "tavern", "scroll_1", "coin_1")
ARCHIVES_MARKET = TomCard("three", "archives", "market", "coins_2", "magic_1")
NOTHING = TomCard("nothing_1", None, None, None, None)

# A Boss stands at the Tavern and one at the Academy, none at the Market and the Archives.
HUNT = State(
    players=1,
    layout={"R1": "market", "R2": "tavern", "R3": "academy", "O12": "archives"},
    spaces={
        "R1": Space(False, ("brown",)),
        "R2": Space(True, ("third",)),
        "R3": Space(True, ("brown", "blue")),
        "O12": Space(),
    },
    bag=("fourth", "blue"),
    turn=Turn(ANN, 3),
    clock=Clock((10.0,), 100.0),
    caught=((),),
    sheets=(Sheet(),),
    deck_size=13,
    shuffled=True,
    deck=(TAVERN_MARKET, MARKET_TAVERN, ARCHIVES_MARKET, NOTHING),
    cards_left=4,
)
PRINTED = replace(HUNT, shuffled=False, deck=())
LAST_CARD = replace(HUNT, deck=(NOTHING,), cards_left=1)
LAST_BOSS = replace(HUNT, spaces=HUNT.spaces | {"R3": Space()})
WON = evolve(LAST_BOSS, BossFled("R2", "tavern"))
SOURCE = reduce(evolve, [TurnEnded(ANN, 107.0), TomFlipped(TAVERN_MARKET)], WON)
LOST = reduce(evolve, solo.reveal(LAST_CARD, at=107.0), LAST_CARD)


def after(state, events):
    return reduce(evolve, events, state)


def opening(deck=13, *, first_game=False, tom=HOUSE_DECK, seed=7):
    return open_game(State(), players=1, first_game=first_game, longer=False, rng=Random(seed), deck=deck, tom=tom)


def opened(deck=13, **options):
    return after(State(), opening(deck, **options))


def begun(deck=13, **options):
    state = opened(deck, **options)
    return after(state, hunt.begin(state, at=0.0))


def next_cards(state, *cards):
    return replace(state, deck=cards, cards_left=len(cards))


# Setup


def test_one_djinn_beside_each_boss_and_one_more_beside_the_source():
    """Deal as the rulebook's Solo Play, Setup says (facts 7.1)."""
    state = opened()
    assert {slot: len(space.djinn) for slot, space in state.spaces.items()} == {
        slot: 2 if slot in beside_source(CITY) else 1 for slot in CITY.round
    }
    assert all(space.boss for space in state.spaces.values())
    assert len(state.bag) == 36 - 9


def test_one_plays_without_tiles_and_scoring_cards():
    """Leave out what the rulebook's Solo Play, Setup leaves out."""
    state = opened()
    assert elements(state) == ("layout", "passages", "djinn", "trophies")
    assert (*state.cards, *state.green, *state.red) == ()


def test_two_trophies_a_row_lie_out():
    """Lay out one more than players (rulebook, Setup 8; facts 3)."""
    assert {len(trophies) for trophies in opened().trophies.values()} == {2}


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_toms_deck_holds_twelve_locations_and_up_to_three_times_nothing(deck):
    """Form the deck of 12 to 15 cards (rulebook, Solo Play Setup)."""
    state = opened(deck)
    assert (state.deck_size, state.cards_left, len(state.deck)) == (deck, deck, deck)
    assert Counter(card.first is None for card in state.deck) == Counter({False: 12, True: deck - 12})
    assert state.house
    assert state.shuffled


@pytest.mark.parametrize("deck", [0, 11, 16])
def test_toms_deck_has_12_to_15_cards(deck):
    with pytest.raises(Refusal, match="12 to 15 cards"):
        opening(deck)


@pytest.mark.parametrize("option", [{"deck": 13}, {"tom": HOUSE_DECK}])
def test_more_players_have_no_tom(option):
    with pytest.raises(Refusal, match="choose how many of you play"):
        open_game(State(), players=2, first_game=False, longer=False, rng=Random(7), **option)


def test_a_game_against_tom_is_not_longer():
    with pytest.raises(Refusal, match="leave the longer game out"):
        open_game(State(), players=1, first_game=False, longer=True, rng=Random(7), deck=13)


def test_tom_has_twelve_location_cards():
    with pytest.raises(ValueError, match="2 Location Cards instead of 12"):
        opening(tom=HOUSE_DECK[:2])


def test_the_printed_deck_leaves_nothing_in_the_log():
    events = opening(tom=())
    assert events[0] == Opened(1, False, False, 13)
    assert not any(isinstance(event, TomShuffled) for event in events)
    state = after(State(), events)
    assert (state.shuffled, state.house, state.deck, state.cards_left) == (False, False, (), 13)


def test_an_owners_cards_are_no_house_deck():
    own = (replace(HOUSE_DECK[0], id="own"), *HOUSE_DECK[1:])
    state = opened(tom=own)
    assert (state.shuffled, state.house) == (True, False)


def test_the_house_deck_is_fair():
    """Show each location twice as first and twice as second line, never paired with itself (facts 5)."""
    cards = HOUSE_CARDS.values()
    assert Counter(card.first for card in cards) == dict.fromkeys(LOCATIONS, 2)
    assert Counter(card.second for card in cards) == dict.fromkeys(LOCATIONS, 2)
    assert len({frozenset((card.first, card.second)) for card in cards}) == len(cards) == 12
    own = PAYMENTS.keys() - {"as_shown"}
    assert {card.payment for card in cards} == {card.bottom for card in cards} < own
    assert {card.certainty for card in cards} == {PAYMENTS[id].certainty for id in own} == {"reconstructed"}


def test_every_order_of_the_deck_is_equally_likely():
    """Keep chi-square over 20,000 shuffles of four cards under its 99.9 % bound for 23 degrees of freedom."""
    rng, cards = Random(7), HOUSE_DECK[:4]
    seen = Counter(shuffled(cards, rng) for _ in range(20_000))
    expected = 20_000 / 24
    assert sum((seen[order] - expected) ** 2 / expected for order in permutations(cards)) < 49.7


def test_every_order_is_equally_likely_over_the_tables_secrets_too():
    """As above, each shuffle from the secret of a table of its own."""
    rng, cards = Random(11), HOUSE_DECK[:4]
    seen = Counter(shuffled(cards, fair.draw(fair.new_secret(rng), "deck")) for _ in range(20_000))
    expected = 20_000 / 24
    assert sum((seen[order] - expected) ** 2 / expected for order in permutations(cards)) < 49.7


def test_a_shuffle_is_a_permutation():
    assert sorted(card.id for card in opened(12).deck) == sorted(HOUSE_CARDS)


def test_rerolling_all_keeps_toms_deck():
    """Shuffle the deck once only: its order stands in the log."""
    state = opened()
    again = after(state, reroll(state, element="all", rng=Random(11)))
    assert again.deck == state.deck
    assert again.layout != state.layout


@pytest.mark.parametrize("element", ["start", "cards", "tiles"])
def test_what_a_game_against_tom_leaves_out_is_not_rerolled(element):
    with pytest.raises(Refusal, match="game against Tom leaves this out"):
        reroll(opened(), element=element, rng=Random(7))


def test_a_first_game_against_tom_joins_no_equal_symbols():
    """Keep the layout's rule only (rulebook, Setup 1)."""
    state = opened(first_game=True)
    assert not any(len({state.layout[slot] for slot in path}) == 1 for path in CITY.paths if "S" not in path)
    assert elements(state) == elements(opened())


def test_ten_steps_and_toms_deck_the_last():
    state = opened(13, tom=())
    lines = {step.id: " ".join(step.lines) for step in steps(state, NAMES)}
    assert tuple(lines) == SOLO_STEPS
    assert [step.number for step in steps(state, NAMES)] == list(range(1, 11))
    assert "Shuffle Tom's deck of 13 cards" in lines["tom"]
    assert "12 Location Cards; Nothing-happens Cards: 1." in lines["tom"]
    assert "1 Boss and 1 Djinn." in lines["djinn"]
    assert "three spaces next to the Magic Source: 2 Djinn." in lines["djinn"]
    assert "lay 2 of each" in lines["trophies"]
    assert "back up" in lines["market"]
    assert "dragon" not in lines["players"]


def test_the_step_of_toms_deck_says_whose_deck_it_is():
    assert "a house deck of 13 cards" in steps(opened(), NAMES)[-1].lines[0]
    own = (replace(HOUSE_DECK[0], id="own"), *HOUSE_DECK[1:])
    assert steps(opened(tom=own), NAMES)[-1].lines[0] == "The app has shuffled Tom's deck of 13 cards."


def test_toms_step_is_ticked_against_tom_only():
    assert after(opened(), tick(opened(), step="tom", seat=ANN)).ticks == {"tom": ANN}
    assert tell(tick(opened(), step="tom", seat=ANN)[0], NAMES) == "Setup: step 10 is done."
    with pytest.raises(Refusal, match="leaves this step out"):
        tick(opened(), step="tiles", seat=ANN)
    with pytest.raises(Refusal, match="leaves this step out"):
        tick(State(players=2), step="tom", seat=ANN)


def test_no_draft_comes_before_the_hunt():
    state = replace(opened(), ticks=dict.fromkeys(SOLO_STEPS))
    assert hunt.phase(state) == "setup"
    assert hunt.phase(after(state, hunt.begin(state, at=0.0))) == "hunt"


# Tom's turn


def test_the_first_line_with_a_boss_counts():
    """Draw one Djinn and stop (rulebook, Solo Play Gameplay, first line)."""
    events = solo.reveal(HUNT, at=107.0)
    assert events == [TurnEnded(ANN, 107.0), TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", ("fourth",), 0)]
    state = after(HUNT, events)
    assert state.spaces["R2"] == Space(True, ("third", "fourth"))
    assert (state.bag, state.deck, state.cards_left) == (("blue",), HUNT.deck[1:], 3)
    assert state.revealed == (TAVERN_MARKET,)
    assert state.turn == Turn(ANN, 4)


def test_the_second_line_counts_if_the_first_has_no_boss():
    """Go on to the second line (rulebook, Solo Play Gameplay)."""
    state = next_cards(HUNT, MARKET_TAVERN, NOTHING)
    assert solo.reveal(state, at=0.0)[1] == TomRevealed(MARKET_TAVERN, 2, "R2", "tavern", ("fourth",), 0)


def test_a_space_without_a_boss_gets_nothing_even_with_djinn():
    """Ask for the Boss, not for Djinn (rulebook, Solo Play Gameplay, third line)."""
    state = next_cards(HUNT, ARCHIVES_MARKET, NOTHING)
    events = solo.reveal(state, at=0.0)
    assert events[1] == TomRevealed(ARCHIVES_MARKET, 3, None, None, (), 0)
    assert after(state, events).spaces == HUNT.spaces


def test_a_nothing_happens_card_does_nothing():
    """Reveal it and go on (rulebook, Solo Play Gameplay)."""
    state = next_cards(HUNT, NOTHING, TAVERN_MARKET)
    events = solo.reveal(state, at=0.0)
    assert events[1] == TomRevealed(NOTHING, 0, None, None, (), 0)
    assert after(state, events).spaces == HUNT.spaces


def test_an_empty_bag_is_said():
    """Draw what is left (facts 7.3): the line counts all the same."""
    events = solo.reveal(replace(HUNT, bag=()), at=0.0)
    assert events[1] == TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", (), 1)
    assert solo.tom_says(events[1])[0] == (
        "The bag is empty: no Djinn comes to the round Tavern.",
        "A Boss stands at the round Tavern, so this line counts and Tom stops.",
        True,
    )
    assert tell(events[1], NAMES) == "Tom's card, the round Tavern: the bag is empty, so no Djinn comes."


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
    events = solo.reveal_printed(PRINTED, first="market", second="tavern", at=0.0)
    card = TomCard("printed", "market", "tavern", "as_shown", "as_shown")
    assert events == [TurnEnded(ANN, 0.0), TomRevealed(card, 2, "R2", "tavern", ("fourth",), 0)]
    assert after(PRINTED, events).cards_left == 3


def test_a_printed_card_that_takes_pay_says_so():
    events = solo.reveal_printed(PRINTED, first="market", second="archives", at=0.0)
    assert solo.tom_says(events[1])[2].what == "Pay what the card shows, if you can."


def test_a_printed_card_without_symbols_does_nothing():
    events = solo.reveal_printed(PRINTED, nothing=True, at=0.0)
    assert events[1].line == 0
    assert after(PRINTED, events).cards_left == 3


@pytest.mark.parametrize("tapped", [{}, {"first": "market"}, {"second": "market"}])
def test_both_symbols_of_a_printed_card_are_tapped(tapped):
    with pytest.raises(Refusal, match="tap both"):
        solo.reveal_printed(PRINTED, **tapped, at=0.0)


def test_an_unknown_location_is_an_error():
    with pytest.raises(KeyError, match="palace"):
        solo.reveal_printed(PRINTED, first="market", second="palace", at=0.0)


def test_a_printed_deck_holds_only_so_many_cards_that_do_nothing():
    """Count 12 Location Cards and the Nothing-happens Cards left in (rulebook, Solo Play Setup)."""
    state = after(PRINTED, solo.reveal_printed(PRINTED, nothing=True, at=0.0))
    with pytest.raises(Refusal, match="No Nothing-happens card is left in Tom's deck of 13"):
        solo.reveal_printed(state, nothing=True, at=0.0)
    with pytest.raises(Refusal, match="All 12 Location Cards"):
        solo.reveal_printed(replace(PRINTED, revealed=HOUSE_DECK), first="market", second="tavern", at=0.0)


def test_a_printed_deck_is_not_revealed_by_the_app():
    with pytest.raises(Refusal, match="tap its two symbols instead"):
        solo.reveal(PRINTED, at=0.0)


def test_a_deck_in_the_app_is_not_tapped_in():
    with pytest.raises(Refusal, match="reveal its next card instead"):
        solo.reveal_printed(HUNT, first="market", second="tavern", at=0.0)


MOVES = {
    "reveal": lambda state: solo.reveal(state, at=0.0),
    "reveal_printed": lambda state: solo.reveal_printed(state, nothing=True, at=0.0),
    "flip": lambda state: solo.flip(state, at=0.0),
    "finish": lambda state: solo.finish(state, at=0.0),
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_toms_cards_need_a_hunt_against_tom(move):
    with pytest.raises(Refusal, match="no game yet"):
        move(State())
    with pytest.raises(Refusal, match="only against one player; end the turn instead"):
        move(replace(HUNT, players=2))
    with pytest.raises(Refusal, match="begin it first"):
        move(replace(HUNT, turn=None))
    with pytest.raises(Refusal, match="game is finished"):
        move(replace(SOURCE, finished=True))
    with pytest.raises(Refusal, match="game is lost; undo that card"):
        move(LOST)


# What Tom says


def test_each_line_says_why_it_counts_or_not():
    said = solo.tom_says(TomRevealed(MARKET_TAVERN, 2, "R2", "tavern", ("fourth",), 0))
    assert said == (
        ("1 Djinn from the bag to the round Market.", "No Boss stands at the round Market.", False),
        (
            "From the bag to the round Tavern: 1 Colour 4.",
            "A Boss stands at the round Tavern, so this line counts and Tom stops.",
            True,
        ),
        ("Pay 1 Scroll, if you can.", "Not reached.", False),
    )


def test_lines_after_the_one_that_counts_are_not_reached():
    said = solo.tom_says(TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", ("fourth",), 0))
    assert [(line.why, line.counts) for line in said[1:]] == [("Not reached.", False)] * 2


def test_without_a_boss_the_third_line_counts():
    said = solo.tom_says(TomRevealed(ARCHIVES_MARKET, 3, None, None, (), 0))
    assert [line.counts for line in said] == [False, False, True]
    assert said[2] == ("Pay 2 Coins, if you can.", "No Boss stands at either location, so you pay.", True)


def test_a_nothing_happens_card_has_one_line():
    assert solo.tom_says(TomRevealed(NOTHING, 0, None, None, (), 0)) == (
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
            "Tom's card, no Boss at either location. Pay 2 Coins, if you can.",
        ),
        (
            TomFlipped(ARCHIVES_MARKET),
            "Tom's next card is flipped for its bottom line. Pay 1 Magic Power, if you can.",
        ),
        (
            TomFlipped(NOTHING),
            "Tom's next card is flipped for its bottom line. "
            "It is a Nothing-happens card: pay what its bottom line shows, if it has one.",
        ),
        (TomFlipped(None), "Tom's next card is flipped for its bottom line. Pay what the card shows, if you can."),
        (GameLost(0.0), "Tom's last card is revealed: the game is lost."),
    ],
)
def test_the_log_tells_toms_cards(event, sentence):
    assert tell(event, NAMES) == sentence


# Winning and losing


def test_the_last_boss_gone_wins_the_game():
    """Win, without another round (rulebook, Solo Play End of the Game)."""
    assert (WON.result, WON.at_source, WON.last_round) == ("won", False, 3)
    assert hunt.ending(WON).startswith("The last Boss is gone, so you have won")


def test_the_flip_of_the_win_replaces_the_reveal():
    """Flip, do not reveal (rulebook, Solo Play End of the Game; facts 7.7)."""
    for move in (MOVES["reveal"], MOVES["reveal_printed"], lambda state: hunt.end_turn(state, at=0.0)):
        with pytest.raises(Refusal, match="flip Tom's next card instead"):
            move(WON)
    assert solo.flip(WON, at=107.0) == [TurnEnded(ANN, 107.0), TomFlipped(TAVERN_MARKET)]


def test_the_flipped_card_is_no_longer_left():
    """Count it out of the deck (facts 7.7)."""
    state = after(WON, solo.flip(WON, at=107.0))
    assert (state.cards_left, state.deck, state.revealed) == (3, HUNT.deck[1:], (TAVERN_MARKET,))
    assert state.clock == Clock((17.0,), None)
    assert state.turn == Turn(ANN, 3)


def test_after_the_flip_comes_one_action_at_the_source():
    """Act at the Source once more (rulebook, Solo Play End of the Game)."""
    assert hunt.phase(SOURCE) == "source"
    assert "act once more at the Magic Source" in hunt.ending(SOURCE)
    assert after(SOURCE, hunt.catch_supply_boss(SOURCE, seat=ANN)).caught == (("boss",),)
    state = after(SOURCE, solo.finish(SOURCE, at=120.0))
    assert (state.finished, state.result) == (True, "won")


def test_a_printed_card_is_flipped_by_the_player():
    state = evolve(replace(LAST_BOSS, shuffled=False, deck=()), BossFled("R2", "tavern"))
    events = solo.flip(state, at=0.0)
    assert events == [TurnEnded(ANN, 0.0), TomFlipped(None)]
    assert after(state, events).cards_left == 3


def test_no_card_is_flipped_while_bosses_stand():
    with pytest.raises(Refusal, match="Bosses on the board: 2"):
        solo.flip(HUNT, at=0.0)


def test_a_card_is_flipped_once():
    with pytest.raises(Refusal, match="flipped already; act at the Magic Source"):
        solo.flip(SOURCE, at=0.0)


@pytest.mark.parametrize("move", [MOVES["reveal"], MOVES["reveal_printed"]])
def test_no_card_is_revealed_at_the_source(move):
    with pytest.raises(Refusal, match="Tom plays no more"):
        move(SOURCE)


@pytest.mark.parametrize("state", [HUNT, WON])
def test_a_game_is_finished_after_the_flip(state):
    with pytest.raises(Refusal, match="not over; play on"):
        solo.finish(state, at=0.0)


def test_the_last_card_revealed_loses_the_game():
    """Lose with Bosses left (rulebook, Solo Play End of the Game)."""
    assert solo.reveal(LAST_CARD, at=107.0) == [TomRevealed(NOTHING, 0, None, None, (), 0), GameLost(107.0)]
    assert (LOST.result, LOST.finished, LOST.cards_left) == ("lost", True, 0)
    assert (LOST.turn, LOST.clock) == (Turn(ANN, 3), Clock((17.0,), None))
    assert hunt.phase(LOST) == "finished"


def test_the_last_printed_card_loses_the_game_too():
    """Lose with Bosses left (rulebook, Solo Play End of the Game)."""
    state = replace(PRINTED, cards_left=1)
    state = after(state, solo.reveal_printed(state, first="market", second="tavern", at=0.0))
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
    with pytest.raises(Refusal, match="game is lost; undo that card, or open another table"):
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
        state = after(state, solo.reveal(state, at=at))
    state = after(state, hunt.end_turn(state, at=40.0))
    state = clear(state)
    state = after(state, solo.flip(state, at=50.0))
    state = after(state, scoring.set_box(state, seat=ANN, box="corked", value=2))
    state = after(state, solo.finish(state, at=60.0))
    assert (state.result, state.finished, state.cards_left, state.turn.round) == ("won", True, 10, 5)
    assert state.supply_bosses == 12
    assert solo.score(state.sheets[ANN], cards_left=state.cards_left).total == 20 + 100
    check(state, 1)


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_a_whole_game_is_lost(deck):
    state = begun(deck)
    while not state.finished:
        state = after(state, solo.reveal(state, at=0.0))
    assert (state.result, state.cards_left, len(state.revealed), state.turn.round) == ("lost", 0, deck, deck)
    check(state, 1)


def test_a_game_is_won_on_the_last_possible_card():
    """Win before the last card is revealed; it is flipped, and none is left to count."""
    state = begun(12)
    while state.cards_left > 1:
        state = after(state, solo.reveal(state, at=0.0))
    state = clear(state)
    last = state.deck[0]
    events = solo.flip(state, at=0.0)
    assert events[-1] == TomFlipped(last)
    state = after(state, events)
    assert (state.result, state.cards_left, state.deck) == ("won", 0, ())
    check(state, 1)
    state = after(state, solo.finish(state, at=0.0))
    assert solo.score(state.sheets[ANN], cards_left=state.cards_left).lines[-1].points == 0


# Secrets, logs


def test_nobody_sees_the_order_of_the_deck():
    seen = seen_by(HUNT, frozenset({ANN}))
    assert (seen.deck, seen.cards_left, seen.shuffled) == ((), 4, True)


def test_an_undone_reveal_shows_the_same_card():
    """Give the same card and the same Djinn: the orders of deck and bag stand in the log."""
    entries = [Entry(1, 0.0, ANN, "open_game", tuple(opening()))]
    entries.append(Entry(2, 0.0, ANN, "begin", tuple(hunt.begin(fold(game, entries), at=0.0))))
    before = fold(game, entries)
    first = tuple(solo.reveal(before, at=5.0))
    entries += [Entry(3, 5.0, ANN, "reveal", first), Entry(4, 6.0, ANN, "undo", strikes=3)]
    assert fold(game, live(entries)) == before
    again = tuple(solo.reveal(fold(game, live(entries)), at=9.0))
    assert again[1:] == first[1:]
    assert fold(game, live([*entries, Entry(5, 9.0, ANN, "redo", restores=3)])) == fold(game, entries[:3])


def test_an_undone_loss_can_be_played_on():
    entries = [Entry(1, 0.0, ANN, "x", tuple(solo.reveal(LAST_CARD, at=107.0))), Entry(2, 0.0, ANN, "undo", strikes=1)]
    state = fold(game, live(entries), LAST_CARD)
    assert hunt.end_turn(state, at=0.0)


def test_events_against_tom_survive_json():
    events = (*opening(), *solo.reveal(HUNT, at=0.0), *solo.reveal(LAST_CARD, at=0.0), *solo.flip(WON, at=0.0))
    events = (*events, TomFlipped(None))
    assert from_json(game, to_json(events)) == events


@pytest.mark.parametrize(
    "change",
    [
        {"deck_size": 0},
        {"deck_size": 16},
        {"cards_left": 12},
        {"cards_left": 0, "deck": ()},
        {"deck": (TAVERN_MARKET,) * 14},
        {"deck": (replace(TAVERN_MARKET, first="palace"), *HOUSE_DECK)},
        {"deck": (replace(TAVERN_MARKET, bottom="a_camel"), *HOUSE_DECK)},
        {"revealed": (TAVERN_MARKET,) * 14},
    ],
)
def test_an_impossible_deck_is_no_state(change):
    check(opened(), 1)
    with pytest.raises(ValueError, match="no state of Djinn: tom"):
        check(replace(opened(), **change), 1)


def test_more_players_with_toms_deck_are_no_state():
    state = after(State(), open_game(State(), players=2, first_game=True, longer=False, rng=Random(7)))
    check(state, 2)
    with pytest.raises(ValueError, match="tom"):
        check(replace(state, deck_size=13), 2)


# Score and tasks


def test_each_card_left_scores_ten():
    """Add 10 points a card (rulebook, Solo Play End of the Game)."""
    sheet = Sheet(trophies_30=1, coins=5, other=-2)
    score = solo.score(sheet, cards_left=3)
    assert score.total == 30 - 2 + 30
    assert score.lines[:-1] == scoring.score(sheet).lines
    assert (score.lines[-1].id, score.lines[-1].points) == ("cards_left", 30)
    assert score.lines[-1].why == "10 points for each of 3."


def test_scoring_cards_do_not_count_against_tom():
    """Play without them (rulebook, Solo Play Setup)."""
    assert solo.score(Sheet(private_card="low_capacity"), cards_left=0).total == 0


MODEST = {"two_active_circles", "low_capacity", "one_equipment_type", "two_mages", "no_key_mage", "no_passages"}
"""The tasks that a sheet meets before anything is entered."""


@pytest.mark.parametrize(
    ("sheet", "gained", "missed"),
    [
        (Sheet(), set(), set()),
        (Sheet(mages=2), set(), set()),
        (Sheet(mages=3), set(), {"two_mages"}),
        (Sheet(mages=7), set(), {"two_mages"}),
        (Sheet(mages=8), {"eight_mages"}, {"two_mages"}),
        (Sheet(mages=1, mages_with_key=1), set(), {"no_key_mage"}),
        (Sheet(staves=2, hats=2, cloaks=2), {"two_sets"}, {"one_equipment_type"}),
        (Sheet(staves=9, hats=2, cloaks=1), set(), {"one_equipment_type"}),
        (Sheet(hats=9), set(), set()),
        (Sheet(hats=1, cloaks=1), set(), {"one_equipment_type"}),
        (Sheet(trophies_30=2), set(), set()),
        (Sheet(trophies_30=2, trophies_36=1), {"three_trophies"}, set()),
        (Sheet(coins=9), set(), set()),
        (Sheet(coins=10), {"ten_coins"}, set()),
        (Sheet(keys=2), set(), set()),
        (Sheet(keys=3), {"three_keys"}, set()),
        (Sheet(inactive_circles=1), set(), {"two_active_circles"}),
        (Sheet(capacity=6), set(), set()),
        (Sheet(capacity=7), set(), {"low_capacity"}),
        (Sheet(passages=1), set(), {"no_passages"}),
    ],
)
def test_tasks_follow_the_sheet(sheet, gained, missed):
    """Meet what the table of the rulebook's Solo Play asks for; not beyond space 6 includes 6 (facts 7.5)."""
    assert solo.tasks(sheet) == MODEST - missed | gained


def test_there_are_eleven_tasks():
    """Take them in the order of the rulebook's table (rulebook, Solo Play)."""
    assert [task.id for task in solo.TASKS] == [
        *("eight_mages", "two_sets", "three_trophies", "ten_coins", "three_keys"),
        *("two_active_circles", "low_capacity", "one_equipment_type", "two_mages", "no_key_mage", "no_passages"),
    ]
    assert all(task.label for task in solo.TASKS)


@pytest.mark.parametrize("box", scoring.BOXES, ids=lambda box: box.id)
def test_a_box_that_decides_anything_is_asked_for(box):
    sheets = [replace(Sheet(staves=1, hats=2, cloaks=2), **{box.id: count}) for count in (0, 2, 10)]
    if len({solo.tasks(sheet) for sheet in sheets}) > 1 or len({scoring.score(sheet).total for sheet in sheets}) > 1:
        assert box.id in solo.NEEDED | {"other"}


# Properties


def some_of(djinn, rng):
    return rng.sample(djinn, rng.randint(0, len(djinn)))


def random_move(state, rng, at):
    """Make a move against Tom with any choices; it may well be refused."""
    slot = rng.choice(tuple(state.spaces))
    djinn = some_of(state.spaces[slot].djinn, rng)
    first, second = rng.sample(tuple(LOCATIONS), 2)
    moves = (
        lambda: solo.reveal(state, at=at),
        lambda: solo.reveal_printed(state, first=first, second=second, nothing=rng.random() < 0.2, at=at),
        lambda: solo.flip(state, at=at),
        lambda: hunt.end_turn(state, at=at),
        lambda: hunt.catch(state, seat=ANN, slot=slot, djinn=djinn, boss=rng.random() < 0.5),
        lambda: hunt.flee(state, slot=slot),
        lambda: hunt.remove(state, slot=slot, djinn=djinn),
        lambda: hunt.draw_extra(state, seat=ANN),
        lambda: hunt.catch_supply_boss(state, seat=ANN),
        lambda: solo.finish(state, at=at) if rng.random() < 0.2 else [],
    )
    return rng.choice(moves)()


@given(st.integers(0, 2**32), st.sampled_from(DECK_SIZES), st.booleans(), st.integers(0, 120))
def test_any_game_against_tom_keeps_its_djinn_its_bosses_and_his_deck(seed, deck, printed, moves):
    rng = Random(seed)
    state = begun(deck, tom=() if printed else HOUSE_DECK, seed=seed)
    order, shown, events = state.deck, 0, []
    for at in range(moves):
        try:
            happened = random_move(state, rng, float(at))
        except Refusal:
            continue
        events += happened
        state = after(state, happened)
        shown += sum(isinstance(event, TomRevealed | TomFlipped) for event in happened)
        assert state.cards_left == deck - shown >= 0
        assert state.deck == order[shown:]
    held = Counter(state.caught[ANN])
    bosses = held.pop("boss", 0) + state.supply_bosses + hunt.bosses_left(state)
    on_board = Counter(colour for space in state.spaces.values() for colour in space.djinn)
    assert held + Counter(state.bag) + Counter(state.aside) + on_board == dict.fromkeys(COLOURS, 9)
    assert bosses == 12
    assert not any(space.boss and not space.djinn for space in state.spaces.values())
    assert (state.result == "won") == (hunt.bosses_left(state) == 0)
    assert (state.result == "lost") == (state.cards_left == 0 and state.result != "won")
    assert all(tell(event, NAMES) for event in events)
    check(state, 1)


@given(st.integers(0, 2**32), st.data())
def test_events_against_tom_in_any_company_never_crash(seed, data):
    """Fold a log with entries struck by undo, whatever rules that breaks."""
    rng, state, events = Random(seed), begun(seed=seed), opening(seed=seed)
    for at in range(40):
        try:
            happened = random_move(state, rng, float(at))
        except Refusal:
            continue
        events += happened
        state = after(state, happened)
    left = [event for event in events if data.draw(st.booleans())]
    assert isinstance(after(State(), left), State)
