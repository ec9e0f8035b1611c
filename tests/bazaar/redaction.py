"""What a game of Bazaar may show outside the house, and copies of it with the orders drawn anew. Pure."""

from companion.kit.fairness import committed_random
from companion.table.log import changed, placed, rewritten
from tests.bazaar import events as ev
from tests.bazaar.state import GOODS


def redact(state, event):
    """Remove the orders, and the secret of the draws, until all is told."""
    if isinstance(event, ev.OrdersDrawn) and not state.told:
        return changed(event, goods=())
    return committed_random.hide(state, event)


def redraw_hidden(entries, rng):
    """Draw the orders anew in a log that came without them."""
    players = next(event.players for _, event in placed(entries) if isinstance(event, ev.Opened))
    orders = {
        place: ev.OrdersDrawn(tuple(rng.sample([*GOODS], players)))
        for place, event in placed(entries)
        if isinstance(event, ev.OrdersDrawn)
    }
    return rewritten(entries, committed_random.bared(entries) | orders, note=committed_random.DrawnAnew())
