"""How the events of the opening and the set-up change the state. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.djinn.facts import PLAYER_COUNTS, events as ev
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.state.model import Clock, Space, State, also, is_settled
from companion.kit.fairness.committed_random import once_more
from companion.table.log import changed as replace


def opened(players: int, *, first_game: bool, longer: bool, deck: int) -> State:
    """Open a game: nothing is drawn yet."""
    seats = min(players, max(PLAYER_COUNTS))  # an imported log may say anything
    return State(
        players=players,
        first_game=first_game,
        longer=longer,
        clock=Clock((0.0,) * seats),
        caught=((),) * seats,
        sheets=(Sheet(),) * seats,
        entered=(frozenset(),) * seats,
        deck_size=deck,
        cards_left=deck,
    )


def laid(state: State, event: ev.Drawn) -> State:
    """Lay out an element of the set-up.

    Nothing changes once the game depends on it: so what was drawn anew before cannot be taken back alone.
    """
    element, by_hand = ev.ELEMENTS[type(event)], getattr(event, "by_hand", False)
    if is_settled(state, element, by_hand=by_hand):
        return state
    others = tuple(one for one in state.by_table if one != element)
    own = also(others, element) if by_hand else others
    left = tuple(one for one in state.to_enter if one != element)
    state = replace(state, drawn=once_more(state, element), by_table=own, to_enter=left)
    match event:
        case ev.LayoutDrawn(layout):
            return replace(state, layout=layout)
        case ev.PassagesRemoved(locations):
            return replace(state, passages_out=locations)
        case ev.StartDrawn(seat):
            return replace(state, start_seat=seat)
        case ev.DjinnDrawn(spaces, bag):
            standing = {slot: Space(True, djinn) for slot, djinn in spaces.items()}
            return replace(state, spaces=standing, bag=bag, we_draw=by_hand, awaited=(), came=None)
        case ev.TrophiesDrawn(rows):
            return replace(state, trophies=rows)
        case ev.CardsDrawn(cards):
            return replace(state, cards=cards)
        case ev.TilesDrawn(green, red):
            return replace(state, green=green, red=red, named=(*green, *red) if by_hand else ())


def swapped(state: State, one: str, other: str) -> State:
    """Let two slots exchange their locations."""
    if not {one, other}.issubset(state.layout):
        return state
    layout = state.layout | {one: state.layout[other], other: state.layout[one]}
    return replace(state, layout=layout, by_table=also(state.by_table, "layout"))


def named(state: State, tile: str, found: str) -> State:
    """Let a tile that was turned up be the one that it is, wherever what was drawn stood for it.

    Where the one that was found stood for another itself, the two change places.
    """
    swap = {tile: found, found: tile}
    green, red = (tuple(swap.get(one, one) for one in side) for side in (state.green, state.red))
    picks = tuple((seat, swap.get(one, one)) for seat, one in state.picks)
    return replace(state, green=green, red=red, picks=picks, named=tuple(dict.fromkeys((*state.named, found))))


def located(cards: Iterable[ev.TomCard]) -> tuple[ev.TomCard, ...]:
    """List the Location Cards of a deck by their ids."""
    return tuple(sorted((card for card in cards if card.first), key=lambda card: card.id))
