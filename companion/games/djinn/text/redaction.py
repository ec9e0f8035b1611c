"""What a game may show outside the house, and copies of it with all hidden things drawn anew. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from companion.games.djinn.facts import COLOURS, CONTENTS, events as ev
from companion.games.djinn.facts.events import Event
from companion.games.djinn.setup.draws import HOUSE_DECK, full_deck
from companion.games.djinn.state.model import State, private_cards_shown
from companion.kit.fairness import committed_random
from companion.table.log import Entry, Place, changed, effective, placed, rewritten


def hide(state: State, event: Event) -> Event:
    """Remove the secrets from an event in this state; a private card that everybody has seen is no secret."""
    if state.told:
        return event
    match event:
        case ev.SecretDrawn():
            return changed(event, secret="")
        case ev.DjinnDrawn():
            return changed(event, bag=())
        case ev.BagShuffled(bag):
            return changed(event, bag=tuple(sorted(bag)))
        case ev.TomShuffled(cards, house):  # a house deck's cards are known; those of an owner are listed, in no order
            return changed(event, cards=() if house else tuple(sorted(cards, key=lambda card: card.id)))
        case ev.PrivateCardChosen(seat, card) if not (_held(state, seat) == card and private_cards_shown(state)):
            return changed(event, card=None)
    return event


def _held(state: State, seat: int) -> str | None:
    return state.sheets[seat].private_card if seat < len(state.sheets) else None


def redraw(entries: Sequence[Entry], rng: Random) -> list[Entry]:
    """Draw anew what a log without secrets hides, so that it fits all that came to light.

    A copy that kept the order of the bag would tell the rest of the game it was made of; one that drew all of it anew
    would not fit the moves that follow in the log. Raise ValueError for a log that fits no bag and no deck.
    """
    came = _came(effective(entries))
    size = next((event.deck for _, event in placed(entries) if isinstance(event, ev.Opened)), 0)
    drawn = {
        place: _drawn(event, came.get(place, ()), size, rng)
        for place, event in placed(entries)
        if isinstance(event, ev.DjinnDrawn | ev.BagShuffled | ev.TomShuffled)
    }
    return rewritten(entries, committed_random.bared(entries) | drawn, note=ev.DrawnAnew())


def _came(moves: Sequence[Entry]) -> dict[Place, list[Any]]:
    """List what came out of every bag and deck, by the place in the log where it was filled or shuffled."""
    came: dict[Place, list[Any]] = {}
    bag: list[str] = []
    deck: list[Any] = []
    for place, event in placed(moves):
        match event:
            case ev.DjinnDrawn() | ev.BagShuffled():
                bag = came[place] = []
            case ev.DjinnPutBack(djinn):
                del bag[-len(djinn) :]  # it was drawn last
            case ev.TomShuffled():
                deck = came[place] = []
            case ev.TomPrinted():
                deck = []
            case ev.DjinnRefilled(_, _, djinn, _):
                bag += djinn
            case ev.ExtraCaught(_, colour):
                bag.append(colour)
            case ev.TomRevealed(card, _, _, _, djinn, _, by_hand):
                bag += djinn
                deck += [] if by_hand and card.id == "printed" else [card]
            case ev.TomFlipped(card) if card is not None:
                deck.append(card)
    return came


def _drawn(
    event: ev.DjinnDrawn | ev.BagShuffled | ev.TomShuffled, came: Sequence[Any], size: int, rng: Random
) -> Event:
    """Fill in a deal, or a shuffled deck of `size` cards: first what came, then the rest in a new order."""
    if isinstance(event, ev.TomShuffled):
        cards = full_deck(HOUSE_DECK, size) if event.house else event.cards
        return changed(event, cards=_order(cards, came, rng))
    if isinstance(event, ev.BagShuffled):
        return changed(event, bag=_order(event.bag, came, rng))
    out = Counter(one for djinn in event.spaces.values() for one in djinn)
    left = Counter(dict.fromkeys(COLOURS, CONTENTS.djinn_per_colour)) - out
    return changed(event, bag=_order(left.elements(), came, rng))


def _order(things: Iterable[Any], came: Sequence[Any], rng: Random) -> tuple[Any, ...]:
    """Put `things` in an order that begins with those that `came`; every order of the rest is equally likely."""
    held, gone = Counter(things), Counter(came)
    if gone - held:
        raise ValueError(f"never there: {gone - held}")
    rest = list((held - gone).elements())
    return (*came, *rng.sample(rest, len(rest)))
