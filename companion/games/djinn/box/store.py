"""The box of Djinn, as its owners know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from companion.games.djinn.box import album, corrections, mages
from companion.games.djinn.box.corrections import Box
from companion.games.djinn.box.mages import MageNote
from companion.games.djinn.facts import TILES, TROPHIES
from companion.kit.box import photo_store
from companion.kit.box.store import Boxes
from companion.kit.box.things import Group
from companion.table.log import Table

boxes: Boxes[Box] = Boxes("djinn", Box(), corrections.parse, corrections.to_toml)
find, change, versions, go_back, ever = boxes.find, boxes.change, boxes.versions, boxes.go_back, boxes.ever


def with_photos() -> Box:
    """Look up the box, and of which tiles and Trophies there are photos."""
    photos = photo_store.find(boxes.game)
    return replace(find(), pictured=[id for id in (*TILES, *TROPHIES) if id in photos])


def groups() -> dict[str, Group]:
    """List what can be photographed, as the box is known now."""
    return album.groups(find())


def see_colour(thing: str, middle: Sequence[int]) -> None:
    """Keep which colour the photo of a Djinn shows."""
    change(lambda known: album.coloured(known, thing, middle))


def learn_mages(typed: Iterable[MageNote]) -> None:
    """Keep the Mages that somebody has typed at a table."""
    change(lambda known: replace(known, mages=mages.learn(known.mages, typed)))


def learner(learned: Callable[[Box, Table], Box]) -> Callable[[Table], None]:
    """Make what keeps in the box what a table has just taught of it, as `learned` reads it."""

    def learn(table: Table) -> None:
        change(lambda known: learned(known, table))

    return learn
