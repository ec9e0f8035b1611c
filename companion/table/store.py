"""The log in the database: rows in and out, events as JSON; and who is here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

import cattrs

from companion.files.safe_readers import in_turn
from companion.storage.protocol import Database, UniqueViolation
from companion.table.log import Entry, Game
from companion.table.seating.presence import AHEAD, HOSTED

HEARD = 30
"""Seconds after which a silent process counts as killed."""

_converter = cattrs.Converter(forbid_extra_keys=True, omit_if_default=True)
_converter.register_structure_hook(bool, lambda value, _: _only(bool, value))
_converter.register_structure_hook(int, lambda value, _: _only(int, value))
_converter.register_structure_hook(str, lambda value, _: _only(str, value))


class Unreadable(Exception):
    """A log that this version cannot read: an event it does not know, or one of another shape."""


class Damaged(Unreadable):
    """A log in which an entry is missing or makes no sense."""


_WRITE = (
    "INSERT INTO log (code, seq, at, seat, move, events, strikes, restores, once, arguments, op)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_encode = json.JSONEncoder(ensure_ascii=False).encode


def _only(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"not {kind.__name__}: {value!r}")
    return value


def to_json(events: Iterable[Any]) -> list[dict[str, Any]]:
    """Write events as plain values, each under the name of its type."""
    return [{"event": type(event).__name__, **_converter.unstructure(event)} for event in events]


def from_json(game: Game, events: list[dict[str, Any]]) -> tuple[Any, ...]:
    """Read events back; raise `Unreadable` naming the one this version does not know."""
    return tuple(_event(game, dict(values)) for values in events)


def _event(game: Game, values: dict[str, Any]) -> Any:
    name = values.pop("event", None)
    kind = next((known for known in game.events if known.__name__ == name), None)
    if kind is None:
        raise Unreadable(f"unknown event {name!r}")
    try:
        return _converter.structure(values, kind)
    except Exception as error:
        raise Unreadable(f"{name}: {cattrs.transform_error(error)}") from error


def find_game(db: Database, code: str) -> str | None:
    """Find the slug of a table's game; None for an unknown code."""
    row = db.execute("SELECT game FROM tables WHERE code = ?", [code]).fetchone()
    return row[0] if row else None


def find_opening(db: Database, code: str) -> tuple[str, float]:
    """Find the slug of a table's game, and when it was opened; raise ValueError for an unknown code."""
    [(game, opened_at)] = db.execute("SELECT game, opened_at FROM tables WHERE code = ?", [code]).fetchall()
    return game, opened_at


def find_last(db: Database, house: int, game: str) -> str | None:
    """Find the table of a game that was opened last in a house."""
    return next(iter(find_latest(db, house, game, limit=1)), None)


def find_latest(db: Database, house: int, game: str, *, limit: int) -> list[str]:
    """List the tables of a game that were opened last in a house, the latest first."""
    sql = "SELECT code FROM tables WHERE house = ? AND game = ? ORDER BY opened_at DESC, code LIMIT ?"
    return [code for (code,) in db.execute(sql, [house, game, limit]).fetchall()]


def says(db: Database, code: str, moves: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether one of some texts stands in the events of such moves, whether they count or not."""
    named, said = ", ".join("?" * len(moves)), " OR ".join(["events LIKE ?"] * len(texts))
    sql = f"SELECT 1 FROM log WHERE code = ? AND move IN ({named}) AND ({said}) LIMIT 1"
    return db.execute(sql, [code, *moves, *(f"%{text}%" for text in texts)]).fetchone() is not None


COLUMNS = ("seq", "at", "seat", "move", "events", "strikes", "restores", "once", "arguments")
"""What is read of an entry, in the order of `Entry`."""


def read_log(db: Database, game: Game, code: str, *, after: int = 0) -> tuple[Entry, ...]:
    """Read a table's entries with a `seq` above `after`, in order; raise `Damaged` if one is missing.

    A long log stops nobody else.
    """
    sql = f"SELECT {', '.join(COLUMNS)} FROM log WHERE code = ? AND seq > ? ORDER BY seq"
    rows = db.execute(sql, [code, after])
    entries: list[Entry] = []
    for expected, row in enumerate(in_turn(rows), start=after + 1):
        if row[0] != expected:
            raise Damaged(f"entry {expected} is missing")
        entries.append(_entry(game, row))
    return tuple(entries)


def _entry(game: Game, row: tuple[Any, ...]) -> Entry:
    seq, at, seat, move, events, strikes, restores, once, arguments = row
    try:
        values, chosen = json.loads(events), None if arguments is None else json.loads(arguments)
    except (TypeError, ValueError, RecursionError) as error:
        raise Damaged(f"entry {seq}: {error}") from error
    return Entry(seq, at, seat, move, from_json(game, values), strikes, restores, bool(once), chosen)


def raw_rows(db: Database, code: str, *, most: int, longest: int) -> list[dict[str, Any]]:
    """Read a table's log as its file has it, unread.

    Raise ValueError for more than `most` entries, for one of more than `longest` characters, or for no JSON.
    """
    sizes = "SELECT count(*), max(length(move || events || coalesce(arguments, ''))) FROM log WHERE code = ?"
    count, size = db.execute(sizes, [code]).fetchone()
    if count > most or (size or 0) > longest:
        raise ValueError("too long")
    sql = f"SELECT {', '.join(COLUMNS)} FROM log WHERE code = ? ORDER BY seq"
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in db.execute(sql, [code]).fetchall()]
    for row in rows:
        chosen = row.pop("arguments")
        row |= {"events": json.loads(row["events"]), "once": bool(row["once"])}
        row |= {} if chosen is None else {"arguments": json.loads(chosen)}
    return rows


def find_tip(db: Database, code: str) -> tuple[int, str]:
    """Find the `seq` and the op of a table's last entry: they tell a log from one put in its place."""
    row = db.execute("SELECT seq, op FROM log WHERE code = ? ORDER BY seq DESC LIMIT 1", [code]).fetchone()
    return (row[0], row[1]) if row else (0, "")


def has_entry(db: Database, code: str, seq: int, op: str) -> bool:
    """Say whether a table's log has this entry; every log has the one before its first."""
    found = db.execute("SELECT 1 FROM log WHERE code = ? AND seq = ? AND op = ?", [code, seq, op]).fetchone()
    return seq == 0 or found is not None


def find_moves(db: Database, code: str, *, most: int) -> list[tuple[Any, ...]]:
    """List the first moves of a log: number, moment, seat, name, and what it takes back or restores."""
    sql = "SELECT seq, at, seat, move, strikes, restores FROM log WHERE code = ? ORDER BY seq LIMIT ?"
    return db.execute(sql, [code, most]).fetchall()


def find_players(db: Database, code: str) -> list[tuple[str, str]]:
    """List the name and the colour at each seat."""
    return [tuple(row) for row in db.execute("SELECT name, colour FROM seats WHERE code = ? ORDER BY seat", [code])]


def find_seats(db: Database, code: str) -> list[int]:
    """List the numbers of the seats."""
    return [seat for (seat,) in db.execute("SELECT seat FROM seats WHERE code = ? ORDER BY seat", [code]).fetchall()]


def find_op(db: Database, code: str, op: str) -> tuple[tuple[int, str], bool]:
    """Find the tip of a table's log, and say whether the tap with this id already stands in it."""
    row = db.execute(
        "SELECT seq, op, EXISTS (SELECT 1 FROM log WHERE code = :code AND op = :op) FROM log"
        " WHERE code = :code ORDER BY seq DESC LIMIT 1",
        {"code": code, "op": op},
    ).fetchone()
    return ((row[0], row[1]), bool(row[2])) if row else ((0, ""), False)


def write_entry(db: Database, code: str, entry: Entry, *, op: str) -> None:
    """Add one row; raise `UniqueViolation` if its `seq` or its `op` is there already."""
    sql = f"{_WRITE} ON CONFLICT DO NOTHING RETURNING seq"
    if not db.execute(sql, (code, *to_row(entry, op=op))).fetchall():
        raise UniqueViolation(f"{code}: entry {entry.seq}, tap {op}")
    db.notify(code)


def to_row(entry: Entry, *, op: str) -> tuple[Any, ...]:
    """Write an entry as the values of its row."""
    events = _encode(to_json(entry.events))
    arguments = None if entry.arguments is None else _encode(entry.arguments)
    once = int(entry.exclusive)
    return entry.seq, entry.at, entry.seat, entry.move, events, entry.strikes, entry.restores, once, arguments, op


def note_over(db: Database, code: str, *, over: bool) -> None:
    """Write down whether a table's game is over."""
    db.execute("UPDATE tables SET over = ? WHERE code = ?", [int(over), code])


def write_rows(db: Database, code: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Add rows made by `to_row` to the log of a new table."""
    db.executemany(_WRITE, [(code, *row) for row in rows])


class Version(NamedTuple):
    """What a page of a table depends on: the log's last seq and op, changes of seats, who is here.

    Once the host is gone for ten minutes, what stands for it among those who are `here` is set, until then never.
    """

    seq: int
    op: str
    seats: int
    here: int

    def __str__(self) -> str:
        """Write it as pages carry it, the same in every process."""
        return f"{self.seq}.{crc32(self.op.encode())}.{self.seats}.{self.here}"


def find_version(db: Database, code: str, process: str, *, at: float) -> tuple[str, float | None, Version] | None:
    """Find a table's game, since when its host is away, and its version, with who is here at other processes.

    Return None for an unknown code.
    """
    rows = db.execute(f"SELECT {AS_OF} WHERE tables.code = :code", as_of(code, process, at)).fetchall()
    return version_of(rows) if rows else None


def find_versions(db: Database, codes: Sequence[str], process: str, *, at: float) -> dict[str, Version]:
    """Find the versions of some tables, at most `MOST_AT_ONCE`, in one statement; unknown codes have none."""
    size = next(size for size in (1, 10, MOST_AT_ONCE) if len(codes) <= size)  # few statements, so they stay prepared
    names = {f"code{number}": codes[min(number, len(codes) - 1)] for number in range(size)}
    sought = ", ".join(f":{name}" for name in names)
    sql = f"SELECT tables.code, {AS_OF.replace(':code', 'tables.code')} WHERE tables.code IN ({sought})"
    found: dict[str, list[Sequence[Any]]] = {}
    for row in db.execute(sql, names | as_of("", process, at)).fetchall():
        found.setdefault(row[0], []).append(row)
    return {code: version_of(rows)[2] for code, rows in found.items()}


MOST_AT_ONCE = 100
"""Of how many tables the versions are found at once."""
AS_OF = (
    "game, away, log.seq, op, seats_changed, here FROM tables"
    " LEFT JOIN log ON log.code = tables.code AND log.seq = (SELECT max(seq) FROM log WHERE code = :code)"
    " LEFT JOIN presence ON presence.code = tables.code AND process <> :process AND abs(heard - :at) <= :heard"
)
"""Selects of a table what `version_of` reads, with a row for each other process where somebody is."""


def as_of(code: str, process: str, at: float) -> dict[str, Any]:
    """List the values that a statement with `AS_OF` needs."""
    return {"code": code, "process": process, "at": at, "heard": HEARD}


def version_of(rows: Sequence[Sequence[Any]]) -> tuple[str, float | None, Version]:
    """Read a table's game, since when its host is away, and its version from rows that end as `AS_OF` selects."""
    game, away, seq, op, changes, _ = rows[0][-6:]
    return game, away, Version(seq or 0, op or "", changes, reduce(or_, [row[-1] or 0 for row in rows]))


def save_here(
    db: Database,
    process: str,
    here: Mapping[str, int],
    *,
    at: float,
    beat: bool = False,
    away: Mapping[str, float] = MappingProxyType({}),
) -> bool:
    """Write who waits at this process at some tables; with a `beat` also that all it has written is still true.

    Of some tables the host is `away` since a moment, as far as this process knows. Rows of a process that was killed
    are deleted when they are old; return whether there were any.
    """
    with db.writing(*here, *away):
        for code, seats in here.items():
            db.execute("DELETE FROM presence WHERE code = ? AND process = ?", [code, process])
            if seats:
                sql = "INSERT INTO presence (code, process, here, heard) VALUES (?, ?, ?, ?)"
                db.execute(sql, [code, process, seats, at])
            if seats & HOSTED:
                _host_is_here(db, code)
            db.notify(code)
        for code, since in away.items():
            sql = (
                "UPDATE tables SET away = :since WHERE code = :code AND (away IS NULL OR away > :ahead)"
                " AND NOT EXISTS (SELECT 1 FROM presence WHERE code = :code AND (here & :hosted) <> 0"
                " AND abs(heard - :at) <= :heard)"
            )
            values = {"code": code, "since": since, "ahead": since + AHEAD, "hosted": HOSTED, "at": at, "heard": HEARD}
            db.execute(sql, values)
        if beat:
            db.execute("UPDATE presence SET heard = ? WHERE process = ?", [at, process])
            return bool(
                db.execute("DELETE FROM presence WHERE abs(heard - ?) > ? RETURNING code", [at, HEARD]).fetchall()
            )
    return False


WAVED_OFF = 3
"""Stands at a phone that does not want to read that the host is away, among what it has not been told yet."""


def _host_is_here(db: Database, code: str) -> None:
    """Forget since when the host is away, who offers to host meanwhile, and who does not want to read of it."""
    offer = "CASE WHEN heir >= 0 THEN NULL ELSE heir END"
    sql = f"UPDATE tables SET away = NULL, heir = {offer} WHERE code = ? AND away IS NOT NULL RETURNING code"
    if db.execute(sql, [code]).fetchall():
        db.execute("UPDATE phones SET untold = 0 WHERE code = ? AND untold = ?", [code, WAVED_OFF])


def overslept(db: Database, *, at: float) -> None:
    """Let every host that is away be away only from now on."""
    with db.writing():
        db.execute("UPDATE tables SET away = ? WHERE away IS NOT NULL", [at])
