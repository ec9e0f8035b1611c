"""The state of Bazaar: what its events add up to. Pure."""

from dataclasses import dataclass, field

from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import Chance, once_more
from companion.language.texts import Text
from companion.table.log import changed
from tests.bazaar import events as ev

GOODS = {
    "silk": Text("silk"),
    "spices": Text("spices"),
    "dates": Text("dates"),
    "carpets": Text("carpets"),
    "lamps": Text("lamps"),
}
COUNTS = (2, 3, 4)
ROUNDS, STEPS, SPARE = 4, 2, 2
"""How many rounds there are, how far one walks in a turn, how many goods each stall has besides one for each player."""
MOST_COINS = 99


@dataclass(frozen=True)
class State(Chance):
    """A game of Bazaar; the defaults describe the table before it is opened."""

    players: int = 0
    street: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()  # by seat; "" where a phone may not see it
    first: int = 0
    begun: bool = False
    turn: int | None = None
    taken: tuple[tuple[str, ...], ...] = ()  # by seat, in this order
    coins: dict[int, int] = field(default_factory=dict)


def is_closed(state):
    """Say whether the last round is over."""
    return state.begun and state.turn is None


def is_counted(state):
    """Say whether everybody has entered their coins."""
    return is_closed(state) and len(state.coins) == state.players


def steps(state, seat, good):
    """Count the steps from where a merchant is, at first the gate, to the stall of a good."""
    here = state.street.index(state.taken[seat][-1]) if state.taken[seat] else -1
    return abs(state.street.index(good) - here)


def left(state, good):
    """Count what a stall still has."""
    return state.players + SPARE - sum(own.count(good) for own in state.taken)


def seen_by(state, seats):
    """Remove from the state what a phone may not see: orders of seats that it does not serve, and the draws' secret."""
    orders = tuple(good if state.told or seat in seats else "" for seat, good in enumerate(state.orders))
    return committed_random.seen(changed(state, orders=orders))


def evolve(state, event):
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    if isinstance(event, committed_random.Event):
        return committed_random.evolve(state, event, early=not is_counted(state))
    match event:
        case ev.Opened(players):
            players = min(max(players, 0), max(COUNTS))  # an imported log may say anything
            return State(players=players, taken=((),) * players)
        case ev.StreetDrawn() | ev.OrdersDrawn() if state.begun:
            return state  # so that the set-up cannot be taken back alone once the game has begun
        case ev.StreetDrawn(goods, first):
            return changed(state, street=goods, first=first, drawn=once_more(state, "street"))
        case ev.OrdersDrawn(goods):
            return changed(state, orders=goods, drawn=once_more(state, "orders"))
        case ev.Begun():
            return changed(state, begun=True, turn=state.first)
        case ev.GoodTaken(seat, good) if seat in range(state.players):
            return _taken(state, seat, good)
        case ev.CoinsCounted(seat, coins):
            return changed(state, coins=state.coins | {seat: coins})
    return state


def _taken(state, seat, good):
    taken = tuple((*own, good) if one == seat else own for one, own in enumerate(state.taken))
    over = min(map(len, taken)) == ROUNDS
    return changed(state, taken=taken, turn=None if over else (seat + 1) % state.players)


def check(state, seats):
    """Raise ValueError for a state that is impossible in a game of Bazaar with so many seats."""
    everybody = range(seats)
    holds = {
        "players": state.players == seats == len(state.taken),
        "street": sorted(state.street) == sorted(GOODS),
        "orders": len({*state.orders} & {*GOODS}) == len(state.orders) == seats,
        "turns": state.first in everybody and state.turn in (None, *everybody),
        "rounds": max(map(len, state.taken)) - min(map(len, state.taken)) <= 1 and max(map(len, state.taken)) <= ROUNDS,
        "stalls": all(left(state, good) >= 0 for good in GOODS) and {*GOODS}.issuperset(sum(state.taken, ())),
        "coins": all(seat in everybody and 0 <= coins <= MOST_COINS for seat, coins in state.coins.items()),
        "chance": committed_random.fits(state, seats),
    }
    wrong = [name for name, right in holds.items() if not right]
    if wrong:
        raise ValueError(f"no state of Bazaar: {', '.join(wrong)}")
