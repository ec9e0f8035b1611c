"""What a war may show outside the house, and copies of it with the face-down cards dealt anew. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.games.efreet_war.facts import BY_ID, CARDS, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.state.model import State
from companion.kit.fairness import committed_random
from companion.table.log import Entry, Place, changed, effective, placed, rewritten


class Layer(NamedTuple):
    """A deal, or a later mixing: its place in the log, the cards it hides, and those that came to light."""

    place: Place
    event: ev.Dealt | ev.SealedMixed
    seen: dict[str, str]


Seen = tuple[list[Layer], str, str]
"""What came to light: the deal and what was mixed of it since, the Resource, and the card under it."""


def hide(state: State, event: Event) -> Event:
    """Remove from an event the cards it laid face down, and the secret that laid them, until all is told."""
    if state.told:
        return event
    if isinstance(event, committed_random.SecretDrawn):
        return changed(event, secret="")
    if isinstance(event, ev.Dealt | ev.SealedMixed):
        return changed(event, sealed=dict.fromkeys(event.sealed, ""))
    return event


def redraw(entries: Sequence[Entry], rng: Random) -> list[Entry]:
    """Deal anew what a log without secrets hides, so that it fits all that came to light.

    Raise ValueError for a log that fits no deal.
    """
    seen = {layer.place: layer.seen for layer in _layers(effective(entries))}
    lying: dict[str, str] = {}
    drawn: dict[Place, Any] = {}
    for place, event in placed(entries):
        if isinstance(event, ev.Dealt | ev.SealedMixed):
            cards = _laid(event, seen.get(place, {}), lying, rng)
            lying = lying | cards if place in seen else lying
            drawn[place] = changed(event, sealed=cards)
    return rewritten(entries, committed_random.bared(entries) | drawn, note=committed_random.DrawnAnew())


def _layers(moves: Sequence[Entry]) -> list[Layer]:
    """List what was dealt and mixed, with what came to light of it.

    A card that was taken counts before one that was shown: the latter may belong to a deal that was taken back.
    """
    deal: list[Layer] = []
    layers: list[Layer] = []
    taken: list[Seen] = []
    shown: list[Seen] = []
    begun = False
    for place, event in placed(moves):
        if isinstance(event, ev.WarBegun):
            begun = True
        elif isinstance(event, ev.SealedMixed) or (isinstance(event, ev.Dealt) and not begun):
            deal = [*(deal if isinstance(event, ev.SealedMixed) else []), Layer(place, event, {})]
            layers.append(deal[-1])
        elif isinstance(event, ev.LaidFaceDown) and not begun:
            deal = []
        elif isinstance(event, ev.CardUncovered):
            taken.append((deal, event.resource, event.card))
        elif isinstance(event, ev.CardShown):
            shown.append((deal, event.resource, event.card))
    for under, resource, card in (*taken, *reversed(shown)):
        _see(under, resource, card)
    return layers


def _see(deal: Sequence[Layer], resource: str, card: str) -> None:
    """Note a card with the last layer that had its Resource, unless it is known to lie elsewhere."""
    layer = next((layer for layer in reversed(deal) if resource in _ids(layer.event)), None)
    if layer is not None and not any(card in one.seen.values() for one in deal):
        layer.seen.setdefault(resource, card)


def _ids(event: ev.Dealt | ev.SealedMixed) -> Iterable[str]:
    return BY_ID if isinstance(event, ev.Dealt) else event.sealed


def _laid(event: ev.Dealt | ev.SealedMixed, seen: dict[str, str], lying: dict[str, str], rng: Random) -> dict[str, str]:
    """Lay a deal's cards, or mix those `lying` there, at random, but keep what was `seen`."""
    cards = [*CARDS.treasures, *event.traps] if isinstance(event, ev.Dealt) else [lying[id] for id in event.sealed]
    rest = list((Counter(cards) - Counter(seen.values())).elements())
    if len(rest) + len(seen) != len(cards):
        raise ValueError(f"nobody dealt {seen}")
    rng.shuffle(rest)
    return {id: seen[id] if id in seen else rest.pop() for id in _ids(event)}
