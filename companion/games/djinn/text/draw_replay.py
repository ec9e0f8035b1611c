"""Work out each draw of a game again from the secret and what lay hidden, and write a program for it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.djinn.facts import COLOURS, CONTENTS, LOCATIONS
from companion.games.djinn.facts import events as ev
from companion.games.djinn.facts.sheet import HELD
from companion.games.djinn.setup import bag
from companion.games.djinn.setup.draws import HOUSE_DECK, draw, emptied, full_deck, shuffle
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.evolve_setup import located
from companion.games.djinn.state.model import State
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.fairness.log_check import Choices
from companion.table.log import changed


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what secret, bag and deck give for an event in the state before it; None if it is no draw."""
    if getattr(event, "by_hand", False) and not isinstance(event, ev.TomRevealed):
        return Due(emptied(state) if isinstance(event, ev.DjinnDrawn) else event, by_table=True)
    if isinstance(event, ev.SpacesSwapped | ev.TomPrinted):
        return Due(event, by_table=True)
    if type(event) in ev.ELEMENTS:
        return Due(draw(state, ev.ELEMENTS[type(event)]))
    return _from_bag(state, event) or _from_deck(state, event)


def _from_bag(state: State, event: ev.Event) -> Due | None:
    match event:
        case ev.DjinnRefilled() if state.awaited:
            return Due(bag.drawn(state, state.awaited[0]))
        case ev.DjinnRefilled(slot):
            return Due(bag.refill(state, slot))
        case ev.ExtraCaught(seat):
            return Due(ev.ExtraCaught(seat, state.bag[0]))
        case ev.BagShuffled():
            return Due(bag.shuffled(state))
    return None


def _from_deck(state: State, event: ev.Event) -> Due | None:
    match event:
        case ev.TomEntered():
            return Due(event, by_table=True)
        case ev.TomShuffled(cards) if not state.tom and located(cards) != located(HOUSE_DECK):
            own = changed(state, tom=located(cards))  # an older Companion noted the owner's cards only here
            return Due(shuffle(own), by_table=True)
        case ev.TomShuffled():
            return Due(shuffle(state))
        case ev.TomRevealed(card, by_hand=True):
            return Due(tom_game.revealed(state, card, by_hand=True), by_table=True)
        case ev.TomRevealed() if state.shuffled:
            return Due(tom_game.revealed(state, state.deck[0]))
        case ev.TomRevealed(card):
            return Due(tom_game.revealed(state, card), by_table=True)
        case ev.TomFlipped():
            return Due(ev.TomFlipped(state.deck[0] if state.deck else None), by_table=not state.shuffled)
    return None


CHOICES: dict[str, Choices] = {
    "reroll": lambda events: {"element": _rerolled(events)},
    "set_deck": lambda events: {"printed": isinstance(events[0], ev.TomPrinted)},
    "set_trophies": lambda events: {"trophies": [id for ids in events[0].rows.values() for id in ids]},
    "set_tiles": lambda events: {"tiles": [*events[0].green, *events[0].red]},
    "enter_space": lambda _: {"override": True},
    "end_turn": lambda _: {"override": True},
    "reveal": lambda _: {"override": True},
    "reveal_printed": lambda events: _printed(next(one for one in events if isinstance(one, ev.TomRevealed)).card),
    "drew": lambda events: {"colour": getattr(events[0], "colour", "") or events[0].djinn[0]},
    "tick": lambda events: {"seat": events[0].by},
    "done": lambda events: {"override": True, "held": _held(events)},
}
"""What was chosen in a move, where its events do not say so by the names of its arguments."""


def _held(events: Sequence[Any]) -> dict[str, int]:
    """Read what a sheet took of its player's hand; what it took of the same rows from elsewhere comes out the same."""
    return {one.box: one.value for one in events if isinstance(one, ev.SheetSet) and one.box in HELD}


def _rerolled(events: Sequence[Any]) -> str:
    """Name what a re-roll drew anew."""
    drawn = [ev.ELEMENTS[type(event)] for event in events if type(event) in ev.ELEMENTS]
    return drawn[0] if len(drawn) == 1 else "all"


def _printed(card: ev.TomCard) -> dict[str, Any]:
    known = (card,) if card.first and card.id != "printed" else ()
    symbols = {"first": card.first, "second": card.second, "nothing": card.first is None}
    return {**symbols, "card": "", "known": known, "override": True}


def snippet(state: State) -> list[str]:
    """Write a Python program that prints layout, bag and deck from secret and words alone, if the app drew them."""
    city = state.city
    joined = {(one, other) for one in city.round for other in city.square if frozenset((one, other)) in city.paths}
    lines = [*preamble(state)]
    if "layout" not in state.by_table:
        lines += [
            f"rounds, squares, places = {[*city.round]}, {[*city.square]}, {[*LOCATIONS]}",
            f"joined = {sorted(joined) if state.first_game else []}  # may not be equal symbols in a first game",
            "ways = [way for way in itertools.permutations(squares) if not {*zip(rounds, way)} & {*joined}]",
            f'draw = chance("layout/{last(state, "layout")}"); names = draw.sample(places, 6); '
            "print(dict(zip((*rounds, *draw.choice(ways)), names * 2)))",
        ]
    if (number := last(state, "djinn")) is not None:
        lines.append(
            f"bag = [colour for colour in {[*COLOURS]} for _ in range({CONTENTS.djinn_per_colour})]; "
            f'chance("djinn/{number}").shuffle(bag); print(bag)'
        )
    if state.shuffled:
        cards = [card.id for card in full_deck(state.tom or HOUSE_DECK, state.deck_size)]
        lines.append(f'cards = {cards}; print(chance("deck/0").sample(cards, len(cards)))')
    return lines
