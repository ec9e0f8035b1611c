"""What the table draws itself, instead of the app: each element of the set-up as it lies there. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from companion.games.djinn.facts import CARDS, LOCATIONS, START, TILES, events as ev
from companion.games.djinn.facts.city import CITY, touching
from companion.games.djinn.facts.events import Event
from companion.games.djinn.setup.draws import (
    STEP_OF,
    is_open,
    known_trophies,
    require_unsettled,
    shuffle,
    trophies_by_row,
)
from companion.games.djinn.state.model import State, side_of
from companion.language.texts import Text
from companion.table.log import Refusal

CHANGES = {
    "layout": Text(
        "Make the map match your board: tap two spaces of the same shape to swap them, or set them one by one."
    ),
    "djinn": Text("All Djinn go back into the bag. Then tap each one you draw, space by space."),
    "passages": Text("Everybody returns these two to the box instead."),
    "start": Text("This player has the dragon and begins the draft, if there is one, and the hunt."),
    "trophies": Text("Your Trophy Board has these beside it instead."),
    "cards": Text("The score counts these three instead; you can correct them until the game is finished."),
    "tiles": Text("You take your tiles from these instead."),
    "deck": Text("Before Tom's first card you can change who holds his deck."),
}
"""What changes when the table sets an element."""


def by_step(state: State) -> dict[str, list[str]]:
    """Key the elements that a table may still set by the step of the set-up that lays them out."""
    steps: dict[str, list[str]] = {}
    for element in CHANGES:
        if is_open(state, element):
            steps.setdefault(STEP_OF[element], []).append(element)
    return steps


@dataclass(frozen=True)
class Group:
    """Things of which so many lie out: the field that names them, what they are called, and which lie there now.

    With a `rest`, fewer may be named: the others are such as nobody has described.
    """

    field: str
    legend: Text
    things: Sequence[str]
    count: int
    lie: Sequence[str]
    rest: bool = False


def groups(state: State, element: str) -> list[Group]:
    """List what a table chooses from when it sets an element; what the app drew is no hint of what the table drew."""
    found = _groups(state, element)
    return [replace(one, lie=()) for one in found] if element in state.to_enter else found


def _groups(state: State, element: str) -> list[Group]:
    match element:
        case "passages":
            legend = Text("Goes back into the box")
            return [Group("locations", legend, [*LOCATIONS], START.passages_removed, state.passages_out)]
        case "cards":
            return [Group("cards", Text("On the table"), [*CARDS], START.cards, state.cards)]
        case "trophies":
            return [_trophies(state, row, ids) for row, ids in trophies_by_row(state).items()]
        case "tiles":
            return _tiles(state)
    return []


def _tiles(state: State) -> list[Group]:
    green, red = ([tile for tile in TILES if side_of(state, tile) == side] for side in ("green", "red"))
    return [
        Group("tiles", Text("Green: an advantage"), green, state.players + 1, state.green),
        Group("tiles", Text("Red: a drawback"), red, state.players + 1, state.red),
    ]


def _trophies(state: State, row: str, ids: Sequence[str]) -> Group:
    known = [id for id in ids if id in known_trophies(state)]
    lie, rest = state.trophies.get(row, ()), len(known) < len(ids)
    return Group("trophies", Text("Row %(row)s", row=row), known, _in_row(state, ids), lie, rest)


def swap(state: State, *, one: str, other: str) -> list[Event]:
    """Say that two Action Spaces of one shape lie the other way round on the table (rulebook, Setup 1)."""
    require_unsettled(state, "layout", by_hand=True)
    if (one in CITY.round) != (other in CITY.round):
        raise Refusal("A round space only fits a round slot; choose two of the same shape.")
    if one == other:
        raise Refusal("Choose two spaces to swap.")
    return [ev.SpacesSwapped(one, other)]


def slots(one: str) -> tuple[str, ...]:
    """List the slots with the shape of this one, in the order in which a table sets them."""
    return CITY.round if one in CITY.round else CITY.square


def following(one: str) -> str:
    """Find the slot that comes after this one; "" after the last."""
    order = (*CITY.round, *CITY.square)
    return dict(pairwise((*order, ""))).get(one, "")


def laying(state: State, chosen: str) -> dict[str, Any]:
    """Prepare the map on which a table sets its Action Spaces: the `chosen` slot, and what may lie there."""
    chosen = chosen if chosen in state.layout else ""
    return {
        "chosen": chosen,
        "slots": sorted(slots(chosen), key=lambda slot: state.layout[slot]),
        "next": following(chosen),
        "first": state.city.round[0],
        "touching": touching(state.city, state.layout) if state.first_game else (),
    }


def set_deck(state: State, *, printed: bool) -> list[Event]:
    """Let the player flip Tom's printed cards, or the app hold his deck (rulebook, Solo Play Setup)."""
    require_unsettled(state, "deck")
    if printed != state.shuffled:
        raise Refusal("It's already like that. Carry on.")
    return [ev.TomPrinted() if printed else shuffle(state)]


def set_passages(state: State, *, locations: Sequence[str]) -> list[Event]:
    """Say which Secret Passages the table drew to go back to the box (rulebook, Setup 2e)."""
    require_unsettled(state, "passages")
    return [ev.PassagesRemoved(_chosen(locations, LOCATIONS, START.passages_removed), by_hand=True)]


def set_start(state: State, *, seat: int) -> list[Event]:
    """Say who drew the Roof Tile with the dragon and starts (rulebook, Setup 2c)."""
    require_unsettled(state, "start")
    if seat not in range(state.players):
        raise Refusal("This table has no such seat. Reload the page, then tap again.")
    return [ev.StartDrawn(seat, by_hand=True)]


def set_trophies(state: State, *, trophies: Sequence[str]) -> list[Event]:
    """Say which Trophies the table laid out in each row (rulebook, Setup 8).

    Where fewer are named than lie there, the others are such as nobody has described.
    """
    require_unsettled(state, "trophies")
    rows = {
        row: _chosen(_with_rest(state, [id for id in trophies if id in ids], ids), ids, _in_row(state, ids))
        for row, ids in trophies_by_row(state).items()
    }
    return [ev.TrophiesDrawn(rows, by_hand=True)]


def _with_rest(state: State, named: Sequence[str], ids: Sequence[str]) -> list[str]:
    others = [id for id in ids if id not in (*known_trophies(state), *named)]
    return [*named, *others[: max(0, _in_row(state, ids) - len(named))]]


def set_cards(state: State, *, cards: Sequence[str]) -> list[Event]:
    """Say which Scoring Cards the table laid out (rulebook, Setup 10)."""
    require_unsettled(state, "cards", by_hand=True)
    return [ev.CardsDrawn(_chosen(cards, CARDS, START.cards), by_hand=True)]


def set_tiles(state: State, *, tiles: Sequence[str]) -> list[Event]:
    """Say which Character Tiles the table laid out, one more than players of each side (rulebook, Setup 11)."""
    require_unsettled(state, "tiles")
    green, red = (
        _chosen(side, side, state.players + 1)
        for side in ([tile for tile in tiles if side_of(state, tile) == name] for name in ("green", "red"))
    )
    return [ev.TilesDrawn(green, red, by_hand=True)]


def _in_row(state: State, ids: Sequence[str]) -> int:
    return min(state.players + 1, len(ids))


def _chosen(chosen: Sequence[str], among: Collection[str], count: int) -> tuple[str, ...]:
    """Check that the table chose so many different things."""
    if not set(among).issuperset(chosen):
        raise KeyError(*chosen)
    if len(set(chosen)) != count:
        raise Refusal(
            "Choose exactly %(count)s in each group; one has %(chosen)s.", count=count, chosen=len(set(chosen))
        )
    return tuple(dict.fromkeys(chosen))
