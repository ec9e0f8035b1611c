"""The scenes of Bazaar, moves by chance, and what never gets more or less."""

from collections import Counter

from tests.bazaar.state import GOODS, ROUNDS, SPARE, is_closed, is_counted, left
from tests.scenes import ALL, ASKED, HOST, SEATS, TURN, Scene

THREE = {"count": 3}
OPENINGS = [THREE, {"count": 2}, {"count": 4}]
WORD = ("word", {"seat": 1, "word": "Karneol"})


def walk(state):
    """Walk one stall further than in the round before."""
    return "take", {"seat": state.turn, "good": state.street[len(state.taken[state.turn])]}


CLOSED = [("begin", {}), *[walk] * 3 * ROUNDS]
COUNTED = [*CLOSED, *(("count", {"seat": seat, "coins": 7 - seat}) for seat in range(3))]
SCENES = {
    "new": Scene(THREE),
    "set up": Scene(THREE, [("draw-street", {}), WORD]),
    "begun": Scene(THREE, [("begin", {})]),
    "in play": Scene({"count": 4}, [("begin", {})], until=lambda state: len(state.taken[3]) == 2),
    "closed": Scene(THREE, CLOSED),
    "counted": Scene(THREE, COUNTED),
    "told": Scene(THREE, [*COUNTED, ("tell-secret", {})]),
}


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    seat, good = rng.randrange(state.players), rng.choice([*GOODS])
    if not state.begun:
        return rng.choice([("draw-street", {}), ("draw-street", {}), ("begin", {})])
    if not is_closed(state):
        return "take", {"seat": rng.choice([state.turn, state.turn, seat]), "good": good}
    counts = [("count", {"seat": seat, "coins": rng.randrange(20)})]
    return rng.choice([*counts * 3, ("tell-secret", {})] if is_counted(state) else counts)


def conserved(state):
    """Count the goods, in the stalls and in the baskets."""
    baskets = Counter(good for own in state.taken for good in own)
    stock = state.players + SPARE
    return {
        "goods": ({good: left(state, good) + baskets[good] for good in GOODS}, dict.fromkeys(GOODS, stock)),
        "orders": (len({*state.orders}), state.players),
    }


def secrets(table):
    """Name what decides the draws; what is ordered stands on every page as the good of a stall."""
    return [table.state.secret]


MAY = ASKED | {
    "begin": SEATS,
    "count": TURN,
    "draw_street": SEATS,
    "open_table": ALL,
    "rematch": SEATS,
    "take": TURN,
    "tell_secret": HOST,
    "word": HOST,
}
"""Who may make each move, by its endpoint (tests/scenes.py says who these are)."""
