"""The one path into a table's log."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from flask import current_app

from companion.db import get_db
from companion.table import store
from companion.table.log import Entry, Game, NotYours, Refusal, Stale, Table, append, in_the_way, is_stale
from companion.table.push import Push

KEPT = 256
"""How many live tables stay folded in memory."""
TRIES = 50
"""How often a move is tried again on the new state when another one came in first."""

Move = Callable[..., Iterable[Any]]


class NoTable(Exception):
    """A code that no table has."""


def games() -> dict[str, Game]:
    """Give the games of this installation by slug."""
    games: dict[str, Game] = current_app.extensions["games"]
    return games


def push() -> Push:
    """Give the streams of this process."""
    push: Push = current_app.extensions["push"]
    return push


def find_table(code: str, *, seq: int | None = None) -> Table:
    """Fold the table's log, adding to what is kept in memory only what is new; nothing if that has reached `seq`.

    Raises `NoTable` for an unknown code and `Unreadable` for a log of a newer version.
    """
    db = get_db()
    kept: OrderedDict[str, Table] = current_app.extensions["tables"]
    table = kept.get(code)
    if table is not None and table.seq == seq:
        return table
    if table is None:
        row = next(db.query("SELECT game FROM tables WHERE code = ?", [code]), None)
        if row is None:
            raise NoTable(code)
        game = games().get(row["game"])
        if game is None:
            raise store.Unreadable(f"unknown game {row['game']!r}")
        table = Table(code, game, game.start())
    for entry in store.read_log(db, table.game, code, after=table.seq):
        table = append(table, entry)
    kept[code] = table
    kept.move_to_end(code)
    if len(kept) > KEPT:
        kept.popitem(last=False)
    return table


def play(code: str, move: Move, *, tapped_by: int | None, op: str, seen: int | None = None, **choices: Any) -> Table:
    """Ask the move for its events, write them as one entry and wake the phones; give the table after it.

    A move without events leaves no entry.

    `tapped_by` is the seat that tapped, `op` the tap's own id: the same tap sent again changes nothing. A move that
    must not run twice comes with `seen`, the `seq` of the screen it was tapped on. Raises the move's `Refusal`, or
    `Stale`.
    """

    def entry(table: Table) -> Entry | None:
        events = tuple(move(table.state, **choices))
        if not events:
            return None
        return Entry(table.seq + 1, time.time(), tapped_by, move.__name__, events, once=seen is not None)

    return _write(code, entry, op=op, seen=seen)


def undo(code: str, *, struck: int, seat: int | None, host: bool, op: str) -> Table:
    """Take back the move with the seq `struck`: a seat one of its own, a host anyone's.

    A move that is not the last can be taken back if it commutes with all that came after; else the refusal says
    whose move stands in the way.
    """

    def entry(table: Table) -> Entry:
        move = next((move for move in table.moves[1:] if move.seq == struck), None)
        if move is None:
            raise Stale("This has already been taken back.")
        if not host and move.seat != seat:
            raise NotYours("This is not your own move. Who made it, or the host, can take it back.")
        if any(isinstance(event, table.game.final) for event in move.events):
            raise Refusal("Everybody has seen what lay face down, so the game has ended for good.")
        blocker = in_the_way(table.game, table.moves, move)
        if blocker is not None:
            raise Refusal(
                "It cannot be taken back alone: entry %(seq)s came after it and builds on it. Take that back first.",
                seq=blocker.seq,
            )
        return Entry(table.seq + 1, time.time(), seat, "undo", strikes=struck)

    return _write(code, entry, op=op)


def redo(code: str, *, restored: int, seat: int | None, host: bool, op: str) -> Table:
    """Restore the move that the last undo took back, as long as no other move came after it."""

    def entry(table: Table) -> Entry:
        last = undone(table)
        if last is None or last.strikes != restored:
            raise Stale("It cannot be restored any more: a new move has been made since.")
        if not host and last.seat != seat:
            raise NotYours("Only who took it back, or the host, can restore it.")
        return Entry(table.seq + 1, time.time(), seat, "redo", restores=restored)

    return _write(code, entry, op=op)


def undone(table: Table) -> Entry | None:
    """Find the undo that a redo would lift: the last one not yet lifted, with no move after it."""
    lifted: set[int | None] = set()
    for entry in reversed(table.entries):
        if entry.restores is not None:
            lifted.add(entry.restores)
        elif entry.strikes is None:
            return None
        elif entry.strikes in lifted:
            lifted.discard(entry.strikes)
        else:
            return entry
    return None


def _write(code: str, make: Callable[[Table], Entry | None], *, op: str, seen: int | None = None) -> Table:
    db = get_db()
    for _ in range(TRIES):
        table = find_table(code)
        if store.find_op(db, code, op):
            return table
        if seen is not None and is_stale(table, seen):
            raise Stale("Somebody was faster: the table has moved on. Look at what it shows now, then tap again.")
        entry = make(table)
        if entry is None:
            return table
        if store.write_entry(db, code, entry, op=op):
            table = find_table(code)
            push().moved(code, table.seq)
            return table
    raise Refusal("The table is very busy. Please tap again.")
