"""What a player gains besides a catch, as far as somebody taps it: Trophies and placed Secret Passages. Pure."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.djinn.facts import CONTENTS, START, TROPHY_ROWS, UNDESCRIBED
from companion.games.djinn.facts.events import Event, PassagePlaced, TrophyTaken
from companion.games.djinn.play.hunt import require_turn
from companion.games.djinn.state.model import State
from companion.table.log import Refusal


class Offer(NamedTuple):
    """A Trophy that a player may take: what stands for it in a form, its row, its points, and its bonus if known."""

    id: str
    row: str
    points: int
    bonus: str = ""


def due(state: State, seat: int) -> tuple[str, ...]:
    """List the rows from which a seat may take its next Trophy (rulebook, Receive a Trophy)."""
    count = sum(one.seat == seat for one in state.taken)
    return TROPHY_ROWS[count : count + 1] or TROPHY_ROWS


def offers(state: State, seat: int) -> list[Offer]:
    """List the Trophies that a seat may take: those described one by one, the others of a row by their points."""
    return [offer for row in due(state, seat) for offer in _in_row(state, row)]


def _in_row(state: State, row: str) -> list[Offer]:
    known, taken = state.noted.trophies, [one.trophy for one in state.taken if one.row == row]
    shown = state.trophies.get(row, ())
    described = [Offer(id, *known[id]) for id in shown if id in known and id not in taken]
    if sum(id not in known for id in shown) <= sum(id in UNDESCRIBED for id in taken):
        return described
    return [*described, *(Offer(id, row, points) for id, (of, points) in UNDESCRIBED.items() if of == row)]


def take_trophy(state: State, *, seat: int, trophy: str) -> list[Event]:
    """Take a Trophy for three Djinn in Bottles of one colour (rulebook, Receive a Trophy)."""
    if state.at_source:
        raise Refusal("Nobody takes a Trophy any more once all gather at the Magic Source; go on to the scores.")
    require_turn(state, seat)
    if state.rewarded and "trophy_many" in state.rules_on:
        raise Refusal("At this table a player takes at most one Trophy a turn; wait for your next turn.")
    offered = {offer.id: offer for offer in offers(state, seat)}
    if trophy not in offered:
        rows = "/".join(due(state, seat))
        raise Refusal("This Trophy cannot be taken now. Choose one that lies in row %(rows)s.", rows=rows)
    one = offered[trophy]
    return [TrophyTaken(seat, one.row, one.points, trophy)]


def place_passage(state: State, *, seat: int) -> list[Event]:
    """Place a Secret Passage on the map (rulebook, Archives)."""
    require_turn(state, seat)
    if not passages_left(state, seat):
        raise Refusal("All Secret Passages of this player are placed; take one back if that is wrong.")
    return [PassagePlaced(seat)]


def passages_left(state: State, seat: int) -> int:
    """Count the Secret Passages that a seat can still place."""
    return CONTENTS.passages - START.passages_removed - state.placed.count(seat)
