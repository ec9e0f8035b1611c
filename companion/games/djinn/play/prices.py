"""What costs what at the Market and at the Magic Source, each in a line of ours. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.games.djinn.facts import BOSS, COLOURS, events as ev
from companion.games.djinn.facts.city import SOURCE
from companion.games.djinn.facts.gains import MAGE_CARDS, in_words
from companion.games.djinn.play.calculator import strength
from companion.games.djinn.play.gains import IN_TENTS
from companion.games.djinn.setup import draft
from companion.games.djinn.state.model import CAPACITIES, State
from companion.language.texts import Text, listed


class Action(NamedTuple):
    """What may be done, with the picture of where that is known from, or of what it takes."""

    icon: str
    what: Text


TENTS = (
    Action("coins", Text("1, 2 or 4 Coins: 1, 2 or 3 Bottles of different colours")),
    Action("coins", Text("1 Coin: 1 Cork, or 2 Scrolls")),
    Action("scroll", Text("1 Scroll: 5 Coins, or 1 Bottle and 1 Cork")),
    Action("scroll", Text("1 Scroll: activate up to 3 Mage Cards")),
)
"""What the tents of the Market offer (rulebook, Market)."""
OTHERS = Action("mage", Text("If other Assistants are in your tent, also pay each owner 1 Coin or 1 Scroll."))
"""What is paid, besides, where others are (rulebook, Market)."""


def at_market(state: State, slot: str) -> list[Action]:
    """List what the tents cost whoever is on the move at the Market; empty elsewhere."""
    if state.turn is None or state.layout.get(slot) != "market":
        return []
    return [*TENTS, *([] if draft.has(state, state.turn.seat, "market_free") else [OTHERS])]


def last_tent(events: Sequence[Any], seat: int) -> Text | None:
    """Say in which tent a seat's Assistant is, by what it last took there of all `events` (rulebook, Market).

    None if nobody told of any. It has to move on; a card of Equipment lets it stay once.
    """
    taken = [one for one in events if isinstance(one, ev.ActionTaken) and one.seat == seat and one.action in IN_TENTS]
    if not taken:
        return None
    last = taken[-1]
    what = MAGE_CARDS.get(last.action) or last.text or in_words(last.gains)
    return Text("Your Assistant's last tent, as you told it: %(what)s. Move it to another one.", what=what)


def at_source(state: State, seat: int) -> list[Action]:
    """Say what Scrolls bring a seat at the Magic Source, and how many it takes, as far as known.

    A tile sets that, else the Capacity Marker does: the owner of a box may have entered how.
    """
    if draft.has(state, seat, "source_two"):
        return [
            Action(
                "scroll", Text("For 2 Scrolls, as often as you like: 1 Bottle, 1 Cork, or activate up to 2 Mage Cards.")
            )
        ]
    marked = [
        Text("flipped: %(price)s", price=price)
        if capacity == CAPACITIES[-1]
        else Text("on %(capacity)s: %(price)s", capacity=capacity, price=price)
        for capacity, price in state.noted.scrolls.items()
    ]
    each = Text(
        "For the Scrolls under your Capacity Marker, as often as you like: 1 Bottle, 1 Cork, or "
        "activate up to 2 Mage Cards."
    )
    by_marker = (
        [Action("scroll", Text("Scrolls by marker space: %(prices)s.", prices=listed(marked)))] if marked else []
    )
    return [Action("scroll", each), *by_marker]


def asked_now(state: State) -> Text:
    """Say what is paid at the space of the turn, and why (rulebook, Catch Djinn; Market; Magic Source)."""
    slot = state.here[-1] if state.here else ""
    if slot == SOURCE or state.at_source:
        return Text("At the Magic Source you pay Scrolls, or Magic Power for a Boss.")
    space = state.spaces.get(slot)
    if space and space.boss:
        return _beside_a_boss(len(space.djinn))
    if state.layout.get(slot) == "market":
        return Text("The Market takes Coins or Scrolls, depending on the tent.")
    return Text("A Djinn costs %(djinn)s Magic Power, a Boss more.", djinn=strength([*COLOURS][:1], others=0))


def _beside_a_boss(more: int) -> Text:
    return Text(
        "A Djinn costs %(djinn)s Magic Power. The Boss here costs %(boss)s: %(djinn)s + 2 × %(more)s other Djinn.",
        djinn=strength([*COLOURS][:1], others=0),
        boss=strength([BOSS], others=more),
        more=more,
    )
