from collections import Counter
from dataclasses import fields, replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.djinn.facts import CARDS, COLOURS
from companion.games.djinn.facts.events import (
    EVENTS,
    BagShuffled,
    DjinnDrawn,
    GameFinished,
    PrivateCardChosen,
    PrivateCardsShown,
    SheetCounted,
    TomShuffled,
)
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.djinn.scoring.sheet_defaults import sheets_of
from companion.games.djinn.setup import deal, draft
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.state import ROOMS, check, evolve, remains, seen_by
from companion.games.djinn.state.model import State
from companion.games.djinn.text import redaction
from companion.games.djinn.text.describe import ROOMS as TOLD_IN, tell
from companion.kit.fairness.committed_random import DrawnAnew, SecretDrawn, SecretTold
from companion.table.log import Entry, Refusal

ANN, BOB = 0, 1
NAMES = ("Ann", "Bob", "Cem", "Dee")
START = State(players=2, bag=("third", "brown", "blue", "brown"), sheets=(Sheet(), Sheet(private_card="keys")))


def some_of(djinn, rng):
    return rng.sample(djinn, rng.randint(0, len(djinn)))


def random_move(state, rng, at):
    """Make a move of any kind with any choices; it may well be refused."""
    slot, seat = rng.choice(tuple(state.spaces)), rng.randrange(state.players)
    djinn = some_of(state.spaces[slot].djinn, rng)
    moves = (
        lambda: deal.reroll(state, element=rng.choice((*deal.DRAWS, "all")), rng=rng),
        lambda: deal.tick(state, step=rng.choice(deal.STEPS), seat=seat),
        lambda: deal.untick(state, step=rng.choice(deal.STEPS)),
        lambda: draft.pick(state, seat=seat, tile=rng.choice((*state.green, *state.red, "red_10"))),
        lambda: hunt.begin(state, at=at),
        lambda: hunt.end_turn(state, at=at),
        lambda: hunt.pause(state, at=at),
        lambda: hunt.resume(state, at=at),
        lambda: hunt.catch(state, seat=seat, slot=slot, djinn=djinn, boss=rng.random() < 0.5),
        lambda: hunt.catch(state, seat=seat, slot=slot, djinn=djinn, boss=True),
        lambda: hunt.flee(state, slot=slot),
        lambda: hunt.remove(state, slot=slot, djinn=djinn),
        lambda: hunt.draw_extra(state, seat=seat),
        lambda: hunt.catch_supply_boss(state, seat=seat),
        lambda: scoring.count(state, seat=seat, box=rng.choice(scoring.ROWS).id, by=rng.choice((-1, 1, 3))),
        lambda: scoring.set_box(state, seat=seat, box=rng.choice(scoring.ROWS).id, value=rng.randint(0, 9)),
        lambda: scoring.choose_private_card(state, seat=seat, card=rng.choice((None, *CARDS))),
        lambda: scoring.done(state, seat=seat, override=rng.random() < 0.5, at=at),
        lambda: scoring.end(state, at=at) if rng.random() < 0.05 else [],
    )
    return rng.choice(moves)()


def random_log(rng, moves):
    """Play a game of random moves and give its events."""
    choices = {"players": rng.randint(2, 4), "first_game": rng.random() < 0.3, "longer": rng.random() < 0.5}
    events = deal.open_game(State(), rng=rng, **choices)
    state = reduce(evolve, events, State())
    for at in range(moves):
        try:
            happened = random_move(state, rng, float(at))
        except Refusal:
            continue
        events += happened
        state = reduce(evolve, happened, state)
    return events, state


@given(st.integers(0, 2**32), st.integers(0, 120))
def test_no_djinn_and_no_boss_is_ever_lost(seed, moves):
    events, state = random_log(Random(seed), moves)
    spaces = state.spaces.values()
    held = Counter(colour for caught in state.caught for colour in caught)
    bosses = held.pop("boss", 0) + state.supply_bosses + hunt.bosses_left(state)
    djinn = held + Counter(state.bag) + Counter(state.aside) + Counter(c for space in spaces for c in space.djinn)
    assert djinn == dict.fromkeys(COLOURS, 9)
    assert bosses == 12
    assert not any(space.boss and not space.djinn for space in spaces)
    assert (state.last_round is not None) == (hunt.bosses_left(state) == 0)
    scoring.check(sheets_of(state))
    assert all(tell(event, NAMES) for event in events)


@given(st.integers(0, 2**32), st.data())
def test_events_in_any_company_never_crash(seed, data):
    """Fold a log with entries struck by undo, whatever rules that breaks."""
    events, _ = random_log(Random(seed), 60)
    left = [event for event in events if data.draw(st.booleans())]
    assert isinstance(reduce(evolve, left, State()), State)


@given(st.integers(0, 2**32))
def test_counting_two_boxes_commutes(seed):
    rng = Random(seed)
    one, two = (SheetCounted(rng.randrange(2), rng.choice(scoring.ROWS).id, rng.randint(-3, 3)) for _ in "12")
    assert evolve(evolve(START, one), two) == evolve(evolve(START, two), one)


def test_events_are_plain_frozen_data():
    assert all(event.__dataclass_params__.frozen for event in EVENTS)
    assert len(set(EVENTS)) == len(EVENTS)


def test_secrets_are_marked():
    secret = {(event, field.name) for event in EVENTS for field in fields(event) if field.metadata.get("secret")}
    assert secret == {
        (BagShuffled, "bag"),
        (DjinnDrawn, "bag"),
        (PrivateCardChosen, "card"),
        (SecretDrawn, "secret"),
        (TomShuffled, "cards"),
    }


def test_nobody_sees_the_order_of_the_bag():
    assert seen_by(START, frozenset({ANN, BOB})).bag == ("blue", "brown", "brown", "third")


@pytest.mark.parametrize(("seats", "card"), [({BOB}, "keys"), ({ANN, BOB}, "keys"), ({ANN}, None), (set(), None)])
def test_a_private_card_is_seen_where_its_seat_is_served(seats, card):
    assert seen_by(START, frozenset(seats)).sheets[BOB].private_card == card


def test_at_the_end_everybody_sees_the_private_cards():
    assert seen_by(replace(START, finished=True), frozenset()).sheets == START.sheets


def test_private_cards_that_an_end_has_shown_stay_face_up_when_it_is_taken_back():
    ended = evolve(START, GameFinished(5.0))
    left = remains(ended, [GameFinished(5.0)])
    assert left == [PrivateCardsShown()]
    assert seen_by(reduce(evolve, left, START), frozenset()).sheets == START.sheets
    assert remains(replace(ended, sheets=(Sheet(), Sheet())), [GameFinished(5.0)]) == []
    assert remains(ended, [SheetCounted(ANN, "keys", 1)]) == []


def test_the_secret_is_seen_when_it_is_told_and_no_end_tells_it():
    secret = replace(START, secret="00")
    ended = evolve(secret, GameFinished(5.0))
    assert seen_by(ended, frozenset({ANN, BOB})).secret == ""
    assert seen_by(evolve(ended, SecretTold()), frozenset()).secret == "00"
    assert not evolve(secret, SecretTold()).told


@pytest.mark.parametrize("event", [DjinnDrawn, PrivateCardChosen, SecretDrawn, TomShuffled])
def test_what_is_secret_does_not_leave_the_house(event):
    secrets = {
        DjinnDrawn: DjinnDrawn({"R1": ("brown",)}, ("blue", "brown")),
        PrivateCardChosen: PrivateCardChosen(BOB, "keys"),
        SecretDrawn: SecretDrawn("commitment", "secret"),
        TomShuffled: TomShuffled(HOUSE_DECK, house=True),
    }
    bare = redaction.hide(START, secrets[event])
    for field in fields(event):
        assert (getattr(bare, field.name) == getattr(secrets[event], field.name)) == (not field.metadata)


def test_a_card_of_a_seat_that_nobody_has_stays_hidden():
    told = replace(START, cards_shown=True)
    assert redaction.hide(told, PrivateCardChosen(BOB, "keys")).card == "keys"
    for event in (PrivateCardChosen(BOB, "coins"), PrivateCardChosen(2, "keys")):
        assert redaction.hide(told, event).card is None


def test_a_state_with_a_djinn_too_many_or_too_few_is_none():
    _, state = random_log(Random(7), 0)
    check(state, state.players)
    for bag in ((*state.bag, "blue"), state.bag[1:]):
        with pytest.raises(ValueError, match="djinn"):
            check(replace(state, bag=bag), state.players)


@given(st.integers(0, 2**32), st.integers(0, 120))
def test_a_copy_of_any_game_has_the_same_open_and_all_hidden_things_anew(seed, moves):
    rng = Random(seed)
    events, state = random_log(rng, moves)
    bare = [redaction.hide(state, event) for event in events]
    (entry,) = redaction.redraw([Entry(1, 0.0, None, "play", tuple(bare))], rng)
    copy = reduce(evolve, entry.events, State())
    assert (sorted(copy.bag), copy.spaces, copy.caught, copy.aside) == (
        sorted(state.bag),
        state.spaces,
        state.caught,
        state.aside,
    )
    assert copy.secret == ""
    assert entry.events[-1] == DrawnAnew()
    check(copy, copy.players)
    again = redaction.redraw([Entry(1, 0.0, None, "play", tuple(redaction.hide(copy, e) for e in entry.events))], rng)
    assert len(again[0].events) == len(entry.events)


def test_the_log_keeps_a_private_card_to_itself():
    assert tell(PrivateCardChosen(BOB, "keys"), NAMES) == "Bob chooses a private Scoring Card."


def test_every_event_has_its_room():
    assert ROOMS.keys() == TOLD_IN.keys() == {*EVENTS}
