"""Entries of a box that contradict each other, side by side, until somebody says which is right. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from companion.games.djinn.box.corrections import Box
from companion.games.djinn.box.finds import FindNote
from companion.games.djinn.box.mages import MageNote
from companion.games.djinn.facts import COLOURS, NAMES
from companion.games.djinn.facts.gains import KINDS
from companion.language.texts import Text

KEEP = ("first", "second", "both")


class Dispute(NamedTuple):
    """Two tellings of what may be one thing: their id, what it is, and both in words; `both` may be right."""

    id: str
    title: Text
    first: Text | str
    second: Text | str
    both: bool


def disputes(box: Box) -> list[Dispute]:
    """List what a box has been told in two ways."""
    tiles = [
        Dispute(f"tiles {id}", NAMES[id], box.tiles[id], text, both=False)
        for id, text in box.retold.items()
        if id in box.tiles
    ]
    return [*tiles, *(one for one in (*_mages(box), *_finds(box)) if one.id not in box.distinct)]


def _mages(box: Box) -> Iterator[Dispute]:
    """Yield Mages that differ in one value only: one of them may be a slip."""
    for (one, first), (other, second) in combinations(box.mages.items(), 2):
        if _differences(first, second) == 1:
            yield Dispute(f"mages {one} {other}", Text("Mage Card"), first.words, second.words, both=True)


def _differences(first: MageNote, second: MageNote) -> int:
    bonus = sum(first.bonus.get(colour, 0) != second.bonus.get(colour, 0) for colour in COLOURS)
    return bonus + (first.power != second.power) + (first.price != second.price) + (first.key != second.key)


def _finds(box: Box) -> Iterator[Dispute]:
    """Yield finds of one kind that say the same and give something else."""
    for (one, first), (other, second) in combinations(box.finds.items(), 2):
        if first.text and _called(first) == _called(second):
            yield Dispute(f"finds {one} {other}", KINDS[first.kind], first.words, second.words, both=True)


def _called(note: FindNote) -> tuple[str, str]:
    return note.kind, note.text.casefold()


def settle(box: Box, *, id: str, keep: str) -> Box:
    """Keep of two tellings the one that is right, or both; what nobody disputes any more stays as it is."""
    if id not in {one.id for one in disputes(box)} or keep not in KEEP:
        return box
    kind, *parts = id.split()
    if kind == "tiles":
        return _settle_tile(box, parts[0], second=keep == "second")
    if keep == "both":
        return replace(box, distinct=(*box.distinct, id))
    gone = parts[keep == "first"]
    if kind == "mages":
        box = replace(box, mages={number: note for number, note in box.mages.items() if number != gone})
    else:
        box = replace(box, finds={number: note for number, note in box.finds.items() if number != gone})
    return replace(
        box, distinct=tuple(one for one in box.distinct if not (one.split()[0] == kind and gone in one.split()))
    )


def _settle_tile(box: Box, tile: str, *, second: bool) -> Box:
    tiles = {**box.tiles, tile: box.retold[tile]} if second else box.tiles
    return replace(box, tiles=tiles, retold={one: text for one, text in box.retold.items() if one != tile})
