"""The log in SQLite: rows in and out, events as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any

import cattrs
from sqlite_utils import Database

from companion.files import give_way
from companion.table.log import Entry, Game

HEARD = 30
"""Seconds after which another process that says nothing is one that was killed."""
HERE_ELSEWHERE = (
    "(SELECT group_concat(here) FROM presence WHERE presence.code = tables.code AND process <> :process"
    " AND abs(heard - :at) <= :heard)"
)
"""Who is here by other processes, for a query of `tables`."""

_converter = cattrs.Converter(forbid_extra_keys=True, omit_if_default=True)
_converter.register_structure_hook(bool, lambda value, _: _only(bool, value))
_converter.register_structure_hook(int, lambda value, _: _only(int, value))
_converter.register_structure_hook(str, lambda value, _: _only(str, value))


PORTION = 100
"""How many entries are read at once, in a few milliseconds."""


class Unreadable(Exception):
    """A log that this version cannot read: an event it does not know, or one of another shape."""


class Damaged(Unreadable):
    """A log in which an entry is missing or makes no sense."""


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _only(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"not {kind.__name__}: {value!r}")
    return value


@lru_cache(64)
def _types(game: Game) -> dict[str, type]:
    return {event.__name__: event for event in game.events}


def to_json(events: Iterable[Any]) -> list[dict[str, Any]]:
    """Write events as plain values, each under the name of its type."""
    return [{"event": type(event).__name__, **_converter.unstructure(event)} for event in events]


def from_json(game: Game, events: list[dict[str, Any]]) -> tuple[Any, ...]:
    """Read events back; raise `Unreadable` naming the one this version does not know."""
    return tuple(_event(game, dict(values)) for values in events)


def _event(game: Game, values: dict[str, Any]) -> Any:
    name = values.pop("event", None)
    kind = _types(game).get(name)
    if kind is None:
        raise Unreadable(f"unknown event {name!r}")
    try:
        return _converter.structure(values, kind)
    except Exception as error:
        raise Unreadable(f"{name}: {cattrs.transform_error(error)}") from error


def find_game(db: Database, code: str) -> str | None:
    """Give the slug of a table's game, None for an unknown code."""
    row = db.execute("SELECT game FROM tables WHERE code = ?", [code]).fetchone()
    return row[0] if row else None


def read_log(db: Database, game: Game, code: str, *, after: int = 0) -> tuple[Entry, ...]:
    """Read a table's entries with a `seq` above `after`, in order; raise `Damaged` if one is missing."""
    rows = db.execute(
        "SELECT seq, at, seat, move, events, strikes, restores, once FROM log WHERE code = ? AND seq > ? ORDER BY seq",
        [code, after],
    )
    entries: list[Entry] = []
    for expected, row in enumerate(rows, start=after + 1):
        if row[0] != expected:
            raise Damaged(f"entry {expected} is missing")
        entries.append(_entry(game, row))
        if expected % PORTION == 0:
            give_way()  # a long log stops nobody else
    return tuple(entries)


def _entry(game: Game, row: tuple[Any, ...]) -> Entry:
    seq, at, seat, move, events, strikes, restores, once = row
    try:
        values = json.loads(events)
    except (TypeError, ValueError, RecursionError) as error:
        raise Damaged(f"entry {seq}: {error}") from error
    return Entry(seq, at, seat, move, from_json(game, values), strikes, restores, bool(once))


def find_tip(db: Database, code: str) -> tuple[int, str]:
    """Give the `seq` and the op of a table's last entry: what tells a log from one put in its place."""
    row = db.execute("SELECT seq, op FROM log WHERE code = ? ORDER BY seq DESC LIMIT 1", [code]).fetchone()
    return (row[0], row[1]) if row else (0, "")


def has_entry(db: Database, code: str, seq: int, op: str) -> bool:
    """Say whether a table's log has this entry; every log has the one before its first."""
    found = db.execute("SELECT 1 FROM log WHERE code = ? AND seq = ? AND op = ?", [code, seq, op]).fetchone()
    return seq == 0 or found is not None


def find_players(db: Database, code: str) -> list[tuple[str, str]]:
    """Give the name and the colour at each seat."""
    return [tuple(row) for row in db.execute("SELECT name, colour FROM seats WHERE code = ? ORDER BY seat", [code])]


def find_op(db: Database, code: str, op: str) -> bool:
    """Say whether the tap with this id already stands in the log."""
    return db.execute("SELECT 1 FROM log WHERE code = ? AND op = ?", [code, op]).fetchone() is not None


def write_entry(db: Database, code: str, entry: Entry, *, op: str) -> None:
    """Add one row; raise `Taken` if its `seq` or its `op` is there already."""
    write_rows(db, code, [to_row(entry, op=op)])


def to_row(entry: Entry, *, op: str) -> tuple[Any, ...]:
    """Give an entry as the values of its row."""
    events = _encode(to_json(entry.events))
    once = int(entry.once)
    return entry.seq, entry.at, entry.seat, entry.move, events, entry.strikes, entry.restores, once, op


def write_rows(db: Database, code: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Add rows that `to_row` gave."""
    db.conn.executemany(
        "INSERT INTO log (code, seq, at, seat, move, events, strikes, restores, once, op)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((code, *row) for row in rows),
    )


def find_changes(db: Database, code: str, process: str, *, at: float) -> tuple[int, int, int] | None:
    """Give what can move a table: its log's last seq, the changes of its seats, and who is here by other processes."""
    sql = (
        "SELECT (SELECT max(seq) FROM log WHERE log.code = tables.code), seats_changed,"
        f" {HERE_ELSEWHERE} FROM tables WHERE code = :code"
    )
    values = {"code": code, "process": process, "at": at, "heard": HEARD}
    row = db.execute(sql, values).fetchone()
    return (row[0] or 0, row[1], together(row[2])) if row else None


def together(here: str | None) -> int:
    """Put together who is here by each of several processes, as `HERE_ELSEWHERE` gives it."""
    return reduce(or_, map(int, here.split(","))) if here else 0


def save_here(db: Database, process: str, here: Mapping[str, int], *, at: float, beat: bool = False) -> None:
    """Write who waits by this process at some tables; with a `beat` also that all it has written still holds.

    What was heard of no more, because a process was killed, is forgotten.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        for code, seats in here.items():
            db.execute("DELETE FROM presence WHERE code = ? AND process = ?", [code, process])
            if seats:
                db.execute(
                    "INSERT INTO presence (code, process, here, heard) VALUES (?, ?, ?, ?)", [code, process, seats, at]
                )
        if beat:
            db.execute("UPDATE presence SET heard = ? WHERE process = ?", [at, process])
            db.execute("DELETE FROM presence WHERE abs(heard - ?) > ?", [at, HEARD])
    except BaseException:
        db.rollback()
        raise
    db.commit()


def find_phones(db: Database, code: str) -> dict[str, int | None]:
    """Give the seat of each phone that a table knows, also by the id that it had before."""
    rows = db.execute("SELECT phone, former, seat FROM phones WHERE code = ?", [code]).fetchall()
    return {id: seat for phone, former, seat in rows for id in (former, phone) if id}
