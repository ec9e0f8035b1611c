"""The owners' corrections of a game in the database: every version as a TOML text; the latest one is valid."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from flask import Blueprint

from companion.files.safe_readers import in_turn
from companion.membership import NOBODY, current_house
from companion.refusal import Refusal
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database

KEPT = 200
"""How many versions are kept; beyond that the shortest-lived one is deleted."""
Box = TypeVar("Box")


@dataclass(frozen=True)
class Version(Generic[Box]):
    """The box from a moment on, in seconds since 1970; the latest version is the current one."""

    id: int
    at: float
    box: Box
    current: bool


@lru_cache(8)
def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    """Read a kept box, once for the same text, since reading takes longer than the query."""
    return parse(text)


@dataclass(frozen=True)
class Boxes(Generic[Box]):
    """The box of one game as its owners know it; `empty` before they enter anything."""

    game: str
    empty: Box
    parse: Callable[[str], Box]
    write: Callable[[Box], str]

    def register(self, bp: Blueprint) -> None:
        """Let the app know how boxes of this game are read, for those that come from another installation."""
        bp.record_once(lambda setup: setup.app.extensions["boxes"].update({self.game: self.parse}))

    def find(self) -> Box:
        """Look up the box as the database has it now: another process may have changed it."""
        sql = "SELECT corrections FROM box_versions WHERE house = ? AND game = ? ORDER BY id DESC LIMIT 1"
        row = get_db().execute(sql, [current_house(), self.game]).fetchone()
        return _parsed(self.parse, row[0]) if row else self.empty

    @property
    def key(self) -> str:
        """The name of the box in a writing block."""
        return f"box of {self.game} in house {current_house()}"

    def change(self, corrected: Callable[[Box], Box]) -> Box:
        """Replace the box by what `corrected` makes of it, and keep the earlier version.

        A guest at a table changes nothing of its house.
        """
        with writing(self.key) as db:
            before = self.find()
            after = corrected(before)
            if after != before and current_house() != NOBODY:
                if not self._count(db):
                    self._keep(db, before)
                self._keep(db, after)
        return after

    def _count(self, db: Database) -> int:
        sql = "SELECT count(*) FROM box_versions WHERE house = ? AND game = ?"
        return int(db.execute(sql, [current_house(), self.game]).fetchone()[0])

    def _keep(self, db: Database, known: Box) -> None:
        """Make a box the latest version; delete an older one of the same text, and the shortest-lived beyond `KEPT`."""
        text = self._readable(known)
        sql = "DELETE FROM box_versions WHERE house = ? AND game = ? AND corrections = ?"
        db.execute(sql, [current_house(), self.game, text])
        sql = "INSERT INTO box_versions (house, game, at, corrections) VALUES (?, ?, ?, ?)"
        db.execute(sql, [current_house(), self.game, time.time(), text])
        db.execute(
            "DELETE FROM box_versions WHERE id IN (SELECT id FROM"
            " (SELECT id, lead(at) OVER (ORDER BY id) - at AS stood"
            " FROM box_versions WHERE house = ? AND game = ?) AS versions"
            " WHERE stood IS NOT NULL ORDER BY stood, id LIMIT ?)",
            [current_house(), self.game, max(0, self._count(db) - KEPT)],
        )

    def _readable(self, known: Box) -> str:
        """Write a box; refuse one that no page could read again, as neither it nor its history would be shown then."""
        text = self.write(known)
        _parsed(self.parse, text)
        return text

    def ever(self) -> Iterator[Box]:
        """List the box as it is now, as it was before anybody entered anything, and then every version of it."""
        yield self.find()
        yield self.empty
        for version in in_turn(self.versions(limit=KEPT)):
            yield version.box

    def versions(self, *, limit: int, offset: int = 0) -> Sequence[Version[Box]]:
        """List the versions of the box, the latest first."""
        sql = (
            "SELECT id, at, corrections FROM box_versions WHERE house = ? AND game = ?"
            " ORDER BY id DESC LIMIT ? OFFSET ?"
        )
        rows = get_db().execute(sql, [current_house(), self.game, limit, offset]).fetchall()
        return [
            Version(id, at, self.parse(text), current=number == 0) for number, (id, at, text) in enumerate(rows, offset)
        ]

    def go_back(self, id: int) -> None:
        """Make an earlier version the box again; refuse if it is no longer kept."""
        with writing(self.key) as db:
            sql = "SELECT corrections FROM box_versions WHERE house = ? AND game = ? AND id = ?"
            row = db.execute(sql, [current_house(), self.game, id]).fetchone()
            if row is None:
                raise Refusal("This version is gone. Look at the history again.")
            self.change(lambda _: _parsed(self.parse, row[0]))
