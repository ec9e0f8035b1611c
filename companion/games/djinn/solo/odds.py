"""What may still come of Tom's deck: nobody knows its order, but everybody may know its cards. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.djinn.facts import CONTENTS
from companion.games.djinn.facts.events import TomCard
from companion.games.djinn.setup.draws import HOUSE_DECK, full_deck
from companion.games.djinn.solo.tom_game import in_deck, line_of, to_come
from companion.games.djinn.state.model import State


class Reach(NamedTuple):
    """How many cards would bring a Djinn to a Boss if they came next, and how many name its location at all."""

    next: int
    ever: int


class Odds(NamedTuple):
    """What may come next: how many cards there are, those that reach each Boss by its slot, take pay, or do nothing."""

    cards: int
    bosses: Mapping[str, Reach]
    pay: int
    nothing: int


def odds(state: State, known: Iterable[TomCard]) -> Odds | None:
    """Count what Tom's next card may do; None if not all his cards are known (rulebook, Solo Play Gameplay)."""
    cards = left(state, known)
    if cards is None:
        return None
    lines = [line_of(state, card) for card in cards]
    bosses = {slot: state.layout[slot] for slot, space in state.spaces.items() if space.boss}
    return Odds(
        len(cards),
        {
            slot: Reach(
                sum(slot == reached for _, reached in lines),
                sum(location in (card.first, card.second) for card in cards),
            )
            for slot, location in bosses.items()
        },
        sum(line == 3 for line, _ in lines),
        sum(line == 0 for line, _ in lines),
    )


def left(state: State, known: Iterable[TomCard]) -> Sequence[TomCard] | None:
    """List the cards that may still come: of the deck the app holds, or the printed ones if all twelve are `known`."""
    if state.shuffled:
        gone = {card.id for card in state.revealed}
        return [card for card in full_deck(state.tom or HOUSE_DECK, state.deck_size) if card.id not in gone]
    cards = [*known]
    if len(cards) < CONTENTS.location_cards:
        return None
    nothing = TomCard("printed", None, None, None, None)
    return [*to_come(cards, state.revealed), *[nothing] * in_deck(state).nothing]
