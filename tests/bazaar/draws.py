"""What chance decides in Bazaar, worked out again from the secret and the words, and a program for it. Pure."""

from companion.kit.fairness.committed_random import Due, last, next_draw, preamble
from tests.bazaar import events as ev
from tests.bazaar.state import GOODS


def street(state, rng=None):
    """Put the stalls along the street, and draw who goes first."""
    chance = next_draw(state, "street", rng)
    return ev.StreetDrawn(tuple(chance.sample([*GOODS], len(GOODS))), chance.randrange(state.players))


def orders(state, rng=None):
    """Draw another secret order for everybody."""
    return ev.OrdersDrawn(tuple(next_draw(state, "orders", rng).sample([*GOODS], state.players)))


def again(state, event):
    """Work out what chance gives for an event in the state before it; None for no draw."""
    match event:
        case ev.StreetDrawn():
            return Due(street(state))
        case ev.OrdersDrawn():
            return Due(orders(state))
    return None


def snippet(state):
    """Write a Python program that prints what was drawn last: the street, who goes first, the orders by seat."""
    lines = [*preamble(state), f"goods = {[*GOODS]}"]
    if (number := last(state, "street")) is not None:
        lines.append(f'draw = chance("street/{number}")')
        lines.append(f"print(draw.sample(goods, {len(GOODS)})); print(draw.randrange({state.players}))")
    if (number := last(state, "orders")) is not None:
        lines.append(f'print(chance("orders/{number}").sample(goods, {state.players}))')
    return lines
