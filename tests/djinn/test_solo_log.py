"""What a log of a game against Tom may hold: secrets, undone reveals, any moves in any order."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.djinn import game
from companion.games.djinn.facts import COLOURS, DECK_SIZES, LOCATIONS
from companion.games.djinn.facts.events import TomFlipped, TomRevealed
from companion.games.djinn.play import hunt
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import check, seen_by
from companion.games.djinn.state.model import State
from companion.games.djinn.text.describe import tell
from companion.table.log import Entry, Refusal, effective, fold
from companion.table.store import from_json, to_json
from tests.djinn.solo import HUNT, LAST_CARD, TAVERN_MARKET, WON, after, begun, opened, opening

ANN = 0

NAMES = ("Ann",)


# Secrets, logs


def test_nobody_sees_the_order_of_the_deck():
    seen = seen_by(HUNT, frozenset({ANN}))
    assert (seen.deck, seen.cards_left, seen.shuffled) == ((), 4, True)


def test_an_undone_reveal_shows_the_same_card():
    """Give the same card and the same Djinn: the orders of deck and bag stand in the log."""
    entries = [Entry(1, 0.0, ANN, "open_game", tuple(opening()))]
    entries.append(Entry(2, 0.0, ANN, "begin", tuple(hunt.begin(fold(game, entries), at=0.0))))
    before = fold(game, entries)
    first = tuple(tom_game.reveal(before, at=5.0))
    entries += [Entry(3, 5.0, ANN, "reveal", first), Entry(4, 6.0, ANN, "undo", strikes=3)]
    assert fold(game, effective(entries)) == before
    again = tuple(tom_game.reveal(fold(game, effective(entries)), at=9.0))
    assert again[1:] == first[1:]
    assert fold(game, effective([*entries, Entry(5, 9.0, ANN, "redo", restores=3)])) == fold(game, entries[:3])


def test_an_undone_loss_can_be_played_on():
    entries = [
        Entry(1, 0.0, ANN, "x", tuple(tom_game.reveal(LAST_CARD, at=107.0))),
        Entry(2, 0.0, ANN, "undo", strikes=1),
    ]
    state = fold(game, effective(entries), LAST_CARD)
    assert hunt.end_turn(state, at=0.0)


def test_events_against_tom_survive_json():
    events = (
        *opening(),
        *tom_game.reveal(HUNT, at=0.0),
        *tom_game.reveal(LAST_CARD, at=0.0),
        *tom_game.flip(WON, at=0.0),
    )
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
        {"deck": (replace(TAVERN_MARKET, bottom="camel" * 50), *HOUSE_DECK)},
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


# Properties


def some_of(djinn, rng):
    return rng.sample(djinn, rng.randint(0, len(djinn)))


def random_move(state, rng, at):
    """Make a move against Tom with any choices; it may well be refused."""
    slot = rng.choice(tuple(state.spaces))
    djinn = some_of(state.spaces[slot].djinn, rng)
    first, second = rng.sample(tuple(LOCATIONS), 2)
    moves = (
        lambda: tom_game.reveal(state, at=at),
        lambda: tom_game.reveal_printed(state, first=first, second=second, nothing=rng.random() < 0.2, at=at),
        lambda: tom_game.flip(state, at=at),
        lambda: hunt.end_turn(state, at=at),
        lambda: hunt.catch(state, seat=ANN, slot=slot, djinn=djinn, boss=rng.random() < 0.5),
        lambda: hunt.flee(state, slot=slot),
        lambda: hunt.remove(state, slot=slot, djinn=djinn),
        lambda: hunt.draw_extra(state, seat=ANN),
        lambda: hunt.catch_supply_boss(state, seat=ANN),
        lambda: tom_game.done(state, seat=ANN, override=True, at=at) if rng.random() < 0.2 else [],
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
        by_hand = sum(card.id == "printed" for card in state.revealed) if order else 0
        assert len(state.deck) == len(order) - (shown - by_hand if order else 0)
        assert [card for card in order if card in state.deck] == [*state.deck]
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
