"""How Djinn, Bosses and Tom's cards move between bag, spaces and players. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.djinn.facts import events as ev
from companion.games.djinn.state.model import Awaited, Space, State, against_tom
from companion.table.log import changed as replace


def without(djinn: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Take the Djinn that are `gone` out of `djinn`, colour for colour, and keep the order."""
    left = list(djinn)
    for colour in gone:
        if colour in left:
            left.remove(colour)
    return tuple(left)


def given(caught: tuple[tuple[str, ...], ...], seat: int, djinn: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Add Djinn to what a seat has caught."""
    return tuple((*held, *djinn) if holder == seat else held for holder, held in enumerate(caught))


def joined(state: State, slot: str, djinn: tuple[str, ...], *, by_hand: bool = False) -> State:
    """Put Djinn from the bag at a space."""
    space = state.spaces.get(slot, Space())
    space = replace(space, djinn=(*space.djinn, *djinn))
    state = replace(state, spaces=state.spaces | {slot: space})
    return out_of_bag(state, ev.DjinnPutBack(djinn, slot, state.layout.get(slot, "")), by_hand=by_hand)


def out_of_bag(state: State, back: ev.DjinnPutBack, *, by_hand: bool) -> State:
    """Take Djinn out of the bag, and off what the table is to draw; keep how the app's own draw would go `back`."""
    waiting = [_less(one, back) for one in state.awaited]
    return replace(
        state,
        bag=without(state.bag, back.djinn),
        awaited=tuple(one for one in waiting if one.count > 0),
        came=back if back.djinn and not by_hand else None,
    )


def _less(one: Awaited, back: ev.DjinnPutBack) -> Awaited:
    same = (one.slot, one.seat) == (back.slot, back.seat)
    return replace(one, count=one.count - len(back.djinn)) if same else one


def put_back(state: State, event: ev.DjinnPutBack) -> State:
    """Put Djinn back into the bag."""
    state = replace(state, bag=(*state.bag, *event.djinn), came=None)
    if event.seat is not None:
        caught = (without(held, event.djinn) if seat == event.seat else held for seat, held in enumerate(state.caught))
        return replace(state, caught=tuple(caught))
    space = state.spaces.get(event.slot, Space())
    return replace(state, spaces=state.spaces | {event.slot: replace(space, djinn=without(space.djinn, event.djinn))})


def card_gone(state: State, card: ev.TomCard | None) -> State:
    """Take a card off Tom's deck, wherever it lies in it; one that is not in it takes the last one's place."""
    revealed = state.revealed if card is None else (*state.revealed, card)
    deck = tuple(one for one in state.deck if card is None or one.id != card.id)
    return replace(state, deck=deck, cards_left=max(0, state.cards_left - 1), revealed=revealed)


def left(state: State, slot: str, djinn: tuple[str, ...], *, boss: bool) -> State:
    """Take Djinn, and the Boss if told so, off a space; the last Boss off the board starts the last round.

    Against Tom that Boss wins the game, and its own round is the last one.
    """
    space = state.spaces.get(slot, Space())
    spaces = state.spaces | {slot: Space(space.boss and not boss, without(space.djinn, djinn))}
    state = replace(state, spaces=spaces, came=None)
    if not boss or any(space.boss for space in spaces.values()):
        return state
    this_round = state.turn.round if state.turn else 1
    if against_tom(state):
        return replace(state, last_round=this_round, result="won")
    return replace(state, last_round=this_round + 1)
