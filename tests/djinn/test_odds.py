"""What may still come of Tom's deck, against every order in which it can come."""

from dataclasses import replace
from itertools import combinations, permutations

import pytest

from companion.games.djinn.box.corrections import tom_card
from companion.games.djinn.facts.events import TomCard
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.solo import tom_game
from companion.games.djinn.solo.odds import Reach, left, odds
from companion.games.djinn.state.model import Space
from tests.djinn.solo import ARCHIVES_MARKET, HUNT, PRINTED, begun

NOTHING = TomCard("nothing_1", None, None, None, None)
FIVE = (
    TomCard("a", "tavern", "academy", None, None),
    TomCard("b", "academy", "tavern", None, None),
    TomCard("c", "market", "academy", None, None),
    ARCHIVES_MARKET,
    NOTHING,
)


def outcomes(state):
    """Reveal the first card of every order of the deck; give what each does."""
    orders = [replace(state, deck=order) for order in permutations(state.deck)]
    return [tom_game.reveal(order, at=0.0)[1] for order in orders]


def without(state, slots):
    return replace(state, spaces=state.spaces | dict.fromkeys(slots, Space()))


@pytest.fixture
def five(monkeypatch):
    """Begin a hunt with five cards in Tom's deck."""
    monkeypatch.setattr("companion.games.djinn.solo.odds.full_deck", lambda *_: FIVE)
    return replace(HUNT, deck=FIVE, cards_left=len(FIVE))


def test_the_next_card_is_counted_as_every_order_has_it(five):
    found, came = odds(five, ()), outcomes(five)
    assert {slot: reach.next / found.cards for slot, reach in found.bosses.items()} == {
        slot: sum(event.slot == slot for event in came) / len(came) for slot in ("R2", "R3")
    }
    assert found.pay / found.cards == sum(event.line == 3 for event in came) / len(came)
    assert found.nothing / found.cards == sum(event.line == 0 for event in came) / len(came)


def test_tom_can_reach_a_boss_whatever_other_bosses_go(five):
    for slot, reach in odds(five, ()).bosses.items():
        others = [other for other in ("R2", "R3") if other != slot]
        some = [without(five, gone) for count in range(2) for gone in combinations(others, count)]
        reaching = {event.card.id for state in some for event in outcomes(state) if event.slot == slot}
        assert reach.ever == len(reaching)


def test_a_location_that_no_card_names_any_more_is_out_of_reach(five):
    shown = replace(five, revealed=FIVE[:3], cards_left=2)
    assert odds(shown, ()).bosses == {"R2": Reach(0, 0), "R3": Reach(0, 0)}


def test_nobody_learns_the_order():
    """Count the same cards whatever their order, from what every phone may see."""
    one, other = (begun(14, seed=seed) for seed in (1, 2))
    assert left(one, ()) == left(replace(one, deck=()), ())
    assert {card.id for card in left(other, ())} == {card.id for card in other.deck}


def test_printed_cards_are_counted_when_all_twelve_are_known():
    known = [tom_card(str(n), card.first, card.second, "as_shown", "as_shown") for n, card in enumerate(HOUSE_DECK, 1)]
    assert odds(PRINTED, known[:11]) is None
    state = replace(PRINTED, revealed=(replace(known[0], id="printed"), replace(NOTHING, id="printed")))
    found = odds(state, known)
    assert (found.cards, found.nothing) == (11, 0)
    assert sum(reach.next for reach in found.bosses.values()) + found.pay == 11
