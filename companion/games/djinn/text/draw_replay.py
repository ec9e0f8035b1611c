"""Work out each draw of a game again from the secret and what lay hidden, and write a program for it. Pure."""

from __future__ import annotations

from companion.games.djinn.facts import COLOURS, CONTENTS, LOCATIONS, events as ev
from companion.games.djinn.setup import bag
from companion.games.djinn.setup.draws import HOUSE_DECK, draw, emptied, full_deck, shuffle
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.evolve_setup import located
from companion.games.djinn.state.model import State
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.table.log import changed


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what secret, bag and deck give for an event in the state before it; None if it is no draw."""
    if getattr(event, "by_hand", False) and not isinstance(event, ev.TomRevealed):
        return Due(emptied(state) if isinstance(event, ev.DjinnDrawn) else event, by_table=True)
    if isinstance(event, ev.SpacesSwapped | ev.TileNamed | ev.TomPrinted):
        return Due(event, by_table=True)
    if type(event) in ev.ELEMENTS:
        return Due(draw(state, ev.ELEMENTS[type(event)]))
    return _from_bag(state, event) or _from_deck(state, event)


def _from_bag(state: State, event: ev.Event) -> Due | None:
    match event:
        case ev.DjinnRefilled() if state.awaited:
            return Due(bag.drawn(state, state.awaited[0]))
        case ev.DjinnRefilled(slot, _, (_,), 0) if "source_boss_refill" in state.rules_on:
            return Due(bag.comes(state, slot, 1))  # any larger refill that brought one was short
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
