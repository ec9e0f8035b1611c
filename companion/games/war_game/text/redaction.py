"""What a war may show outside the house, and copies of it with the lands that lie face down drawn anew. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from companion.games.war_game.facts import LANDS, events as ev
from companion.games.war_game.state.model import State
from companion.kit.fairness import committed_random
from companion.table.log import Entry, Place, changed, placed, rewritten


def hide(state: State, event: Any) -> Any:
    """Remove a land that lies face down, and the secret of the draws, until all is told."""
    if isinstance(event, ev.LandKept) and not state.told:
        return changed(event, land="")
    return committed_random.hide(state, event)


def redraw(entries: Sequence[Entry], rng: Random) -> Sequence[Entry]:
    """Draw the lands anew in a log that came without them; one that was turned up later is that land."""
    turned = {event.seat: event.land for _, event in placed(entries) if isinstance(event, ev.LandTurned)}
    drawn: dict[Place, Any] = {}
    for place, event in placed(entries):
        if isinstance(event, ev.LandKept):
            drawn[place] = ev.LandKept(event.seat, turned.get(event.seat) or rng.choice([*LANDS]))
    return committed_random.as_copy(rewritten(entries, drawn, note=ev.DrawnAnew()) if drawn else entries, rng)


def remains(_: State, events: Iterable[Any]) -> list[ev.LandTurned]:
    """List what stays when a move is taken back: a land that was turned up, since everybody has seen it."""
    return [event for event in events if isinstance(event, ev.LandTurned)]
