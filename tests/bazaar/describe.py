"""Say what happened, one sentence per event, and name the element that shows it. Pure."""

from companion.kit.fairness import committed_random
from companion.language.texts import Text, listed
from tests.bazaar import events as ev
from tests.bazaar.state import GOODS


def describe(event, names):
    """Say an event in one sentence that tells no order; `names` are the seats' names."""
    match event:
        case ev.Opened(players):
            return Text("A bazaar for %(count)s merchants is set up.", count=players)
        case ev.StreetDrawn(goods, first):
            stalls = listed([GOODS[good] for good in goods])
            return Text("The street: %(stalls)s. %(name)s goes first.", stalls=stalls, name=names[first])
        case ev.OrdersDrawn():
            return Text("Everybody gets a secret order.")
        case ev.Begun():
            return Text("The bazaar opens.")
        case ev.GoodTaken(seat, good):
            return Text("%(name)s takes %(good)s.", name=names[seat], good=GOODS[good])
        case ev.CoinsCounted(seat, coins):
            return Text("%(name)s counts the coins: %(coins)s.", name=names[seat], coins=coins)
    return committed_random.tell(event, names)


def spell(event, names):
    """Say a draw with all that chance gave."""
    if isinstance(event, ev.OrdersDrawn):
        pairs = zip(names, event.goods, strict=True)
        orders = [Text("%(name)s %(good)s", name=name, good=GOODS[good]) for name, good in pairs]
        return Text("The secret orders: %(orders)s.", orders=listed(orders))
    return describe(event, names)


def anchor_for(state, events):
    """Name the element of the page that shows what a move's events did."""
    match events[0]:
        case ev.StreetDrawn():
            return "stalls"
        case ev.GoodTaken() if state.turn is not None:
            return "turn"
        case ev.CoinsCounted(seat):
            return f"counted-{seat}"
    return committed_random.outcome(events[0])
