"""What Djinn's draws should have been: by the secret where the app draws, by the table's own word where it plays."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn.facts.events import (
    DjinnRefilled,
    ExtraCaught,
    TomEntered,
    TomFlipped,
    TomRevealed,
    TomShuffled,
    TurnEnded,
)
from companion.games.djinn.play import hunt
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.model import State
from companion.games.djinn.text.draw_replay import again, snippet
from tests.djinn.solo import ARCHIVES_MARKET, HUNT, MARKET_TAVERN, NOTHING, PRINTED, TAVERN_MARKET, after
from tests.djinn.test_hunt import HUNT as TOGETHER

OWN = tuple(replace(card, id=f"own {card.id}", payment=None) for card in HOUSE_DECK)


def opened(**options):
    """List the events that open a game, each with the state before it."""
    choices = {"players": 1, "deck": 13, "first_game": False, "longer": False, "rng": Random(7)} | options
    events = open_game(State(), **choices)
    return [(after(State(), events[:number]), event) for number, event in enumerate(events)]


@pytest.mark.parametrize("options", [{"tom": HOUSE_DECK}, {"tom": OWN}, {}, {"players": 3, "deck": 0}])
def test_what_opens_a_game_follows_from_its_secret(options):
    """All but what the owner of the box has entered, which the table knows itself."""
    due = {type(event).__name__: (again(state, event), event) for state, event in opened(**options)}
    drawn = {name: found for name, (found, event) in due.items() if found and found.event == event}
    assert {"LayoutDrawn", "PassagesRemoved", "DjinnDrawn", "TrophiesDrawn"} <= {*drawn}
    assert {name for name, found in drawn.items() if found.by_table} == due.keys() & {"TomEntered"}
    assert due.keys() - drawn.keys() <= {"Opened", "SecretDrawn"}
    assert ("TomShuffled" in drawn) == ("tom" in options)


def test_an_owners_deck_of_an_older_companion_stood_in_the_shuffle_only():
    """Its cards are the table's own word, their order is not."""
    state, event = next((state, event) for state, event in opened(tom=OWN) if isinstance(event, TomShuffled))
    found = again(replace(state, tom=()), event)
    assert (found.event, found.by_table) == (event, True)
    assert again(state, event).by_table is False
    turned = replace(event, cards=event.cards[::-1])
    assert again(replace(state, tom=()), turned).event == event
    assert again(state, TomEntered(OWN)) == (TomEntered(OWN), True)


def test_what_comes_from_bag_and_deck_is_what_lay_there():
    assert again(HUNT, ExtraCaught(0, "blue")) == (ExtraCaught(0, "fourth"), False)
    refilled = again(TOGETHER, DjinnRefilled("R1", "market", (), 0))
    assert refilled == (DjinnRefilled("R1", "market", ("fourth", "blue"), 0), False)
    revealed = again(HUNT, TomRevealed(NOTHING, 0, None, None, (), 0))
    assert (revealed.event.card, revealed.event.djinn, revealed.by_table) == (TAVERN_MARKET, ("fourth",), False)
    assert again(HUNT, TomFlipped(ARCHIVES_MARKET)) == (TomFlipped(TAVERN_MARKET), False)
    assert again(replace(HUNT, deck=()), TomFlipped(NOTHING)) == (TomFlipped(None), False)


def test_what_a_house_rule_draws_beside_the_source_is_what_lay_there():
    state = opened(players=3, deck=0, first_game=True)[-1][0]
    state = replace(after(state, hunt.begin(state, at=1.0)), rules_on=frozenset(("source_boss_refill",)))
    caught, *refilled = hunt.catch_supply_boss(state, seat=0)
    state = after(state, [caught])
    for event in refilled:
        assert again(state, event) == (event, False)
        state = after(state, [event])
    flees, comes = hunt.flee(state, seat=state.turn.seat, slot="R1")
    assert again(after(state, [flees]), comes) == (comes, False)


def test_a_card_that_came_by_hand_is_the_tables_own_word():
    _, event = tom_game.reveal_printed(HUNT, first="market", second="tavern", at=5.0)
    assert event.by_hand
    assert again(HUNT, event) == (event, True)


def test_of_a_printed_deck_the_table_says_what_it_showed():
    revealed = again(PRINTED, TomRevealed(MARKET_TAVERN, 0, None, None, (), 0))
    assert (revealed.event.card, revealed.event.line, revealed.by_table) == (MARKET_TAVERN, 2, True)
    assert again(PRINTED, TomFlipped(None)) == (TomFlipped(None), True)


@pytest.mark.parametrize(("tom", "id"), [(OWN, OWN[0].id), (HOUSE_DECK, HOUSE_DECK[0].id)])
def test_the_lines_shuffle_the_cards_of_the_table(tom, id):
    state = after(State(), [event for _, event in opened(tom=tom)])
    assert f"'{id}'" in snippet(state)[-1]
    assert "'nothing_1'" in snippet(state)[-1]


def test_no_turn_is_a_draw():
    assert again(HUNT, TurnEnded(0, 5.0)) is None
