"""The score sheet of Bazaar, and what the scores list keeps. Pure."""

from companion.language.texts import Text, listed
from companion.table.finished import Line, Result, Who
from tests.bazaar.state import GOODS

PER_GOOD, PER_ORDER = 1, 2
"""Points for each different good, and for each good of one's order."""


def result(state):
    """Compute every seat's place and points; None until the orders are shown."""
    if not state.told:
        return None
    sheets = [sheet(state, seat) for seat in range(state.players)]
    totals = [sum(line.points for line in lines) for lines in sheets]
    return tuple(
        Result(1 + sum(other > total for other in totals), total, None, lines)
        for total, lines in zip(totals, sheets, strict=True)
    )


def sheet(state, seat):
    """List where a merchant's points come from, and why."""
    coins, order = state.coins[seat], state.orders[seat]
    different = [GOODS[good] for good in GOODS if good in state.taken[seat]]
    met = state.taken[seat].count(order)
    why = Text("%(points)s × %(count)s %(good)s", points=PER_ORDER, count=met, good=GOODS[order])
    return (
        Line("coins", Text("Coins"), coins, Text("Counted at the table")),
        Line("goods", Text("Different goods"), PER_GOOD * len(different), listed(different)),
        Line("order", Text("Secret order"), PER_ORDER * met, why),
    )


def options(state):
    """List what the scores list keeps of a game besides its results."""
    orders = [Text("%(name)s %(good)s", name=Who(seat), good=GOODS[good]) for seat, good in enumerate(state.orders)]
    return {"players": state.players, "started": Who(state.first), "orders": listed(orders)}
