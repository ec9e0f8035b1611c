"""A table as a JSON file, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from companion.files.safe_readers import in_turn, yield_to_hub
from companion.houses import store as houses_store
from companion.language.time_zones import is_name
from companion.storage.connections import get_db, writing
from companion.storage.protocol import StorageError
from companion.table import store
from companion.table.finished import Play
from companion.table.import_export import import_parser
from companion.table.import_export.import_table import Found, read_apart, shown
from companion.table.log import Entry, Table
from companion.table.play import NoTable, find_table, games, scores
from companion.table.screen import in_house
from companion.table.seating import lifecycle, seats
from companion.table.seating.seats import Seat
from companion.table.upkeep import retention_store

MOST = 10**6
"""No house has more tables."""
AT_ONCE = 50
"""How many entries of a log are written before others have their turn: some milliseconds."""
SLICE = 200
"""How many entries are brought in before others have their turn."""
LONG, AHEAD = 2_000, 1_000
"""How many entries are written with their table at most; more are written before it is there, so many at once.

Nobody else can write meanwhile: that takes some milliseconds, but 70 for 20,000. A session of ours has a thousand.
"""


def dump(table: Table, at_table: Sequence[Seat]) -> dict[str, Any]:
    """List the table's plain values: seats and the whole log, without what it hides until the game is told."""
    return {
        "companion": format_of(table),
        "game": table.game.slug,
        "code": table.code,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in at_table],
        "log": _rows(table),
    }


def pieces(table: Table, at_table: Sequence[Seat]) -> Iterator[str]:
    """Write the values of `dump` as JSON, some entries at a time, so that a long log stops nobody else."""
    *head, log = (dump(replace(table, entries=()), at_table) | {"companion": format_of(table)}).items()
    zone = scores().find_zone(table.game.scores.score_key(table.code, table.state))
    head += [("zone", zone)] if is_name(zone) else []
    yield json.dumps(dict([*head, log]), ensure_ascii=False, indent=1).removesuffix("]\n}")
    for start in range(0, len(table.entries), AT_ONCE):
        some = _rows(replace(table, entries=table.entries[start : start + AT_ONCE]))
        rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in some)
        yield f"{',' if start else ''}\n  {rows}"
    yield "\n ]\n}"


def files_of(house: int) -> Iterator[tuple[str, Iterable[str]]]:
    """List the tables of a house as files."""
    for code, *_ in houses_store.find_tables(get_db(), house, limit=MOST):
        yield f"tables/{code}.json", _file(code)


def _file(code: str) -> Iterator[str]:
    try:
        table = find_table(code)
    except (NoTable, store.Unreadable) as error:  # it went meanwhile, or only another version reads it
        yield json.dumps({"code": code, "unreadable": type(error).__name__})
        return
    yield from pieces(table, seats.find_seats(code))


def _rows(table: Table) -> list[dict[str, Any]]:
    return [_row(entry) for entry in shown(table.game, table.state, table.entries)]


def format_of(table: Table) -> int:
    """Find the format of a table's file: older versions go on reading the file of a log without arguments."""
    kept = any(entry.arguments is not None for entry in in_turn(table.entries))
    return import_parser.FORMAT if kept else import_parser.WITHOUT_ARGUMENTS


def _row(entry: Entry) -> dict[str, Any]:
    row = {
        "seq": entry.seq,
        "at": entry.at,
        "seat": entry.seat,
        "move": entry.move,
        "events": store.to_json(entry.events),
        "strikes": entry.strikes,
        "restores": entry.restores,
        "once": entry.exclusive,
    }
    return row if entry.arguments is None else row | {"arguments": entry.arguments}


class HereAlready(Exception):
    """Raised for a file whose table is here already, with all its moves; the one argument is the table's code."""


def load(
    data: bytes | str, *, phone: str, former: str | None = None, keep_code: bool = True, copied: bool = True
) -> str:
    """Open the table in a file, hosted by `phone`; return its code: its own, or a new one if that is taken or not kept.

    What is hidden is never in the file, or is not kept: the game draws it anew. Raise `Refusal` for anything that is no
    such file, and `HereAlready` for a table that is here, unless it is to be `copied`.
    """
    data = data.encode() if isinstance(data, str) else data
    found = read_apart(data, scored=keep_code)
    game = games()[found.game]
    if not copied and _is_here(found):
        raise HereAlready(found.code)
    code = found.code if keep_code else None
    with _ahead(code, found.rows) as reserved, in_house(phone, former, found.players[0][0]), writing() as db:
        new = lifecycle.open_table(
            game, found.players, phone=phone, code=reserved or code, reserved=reserved is not None
        )
        for start in in_turn(range(0, 0 if reserved else len(found.rows), SLICE)):
            store.write_rows(db, new, found.rows[start : start + SLICE])
        store.note_over(db, new, over=found.over)
    scored = found.plays if new == found.code or not copied else []
    scores().bring_in([_under(new, found.code, play) for play in scored])
    return new


def _under(new: str, code: str, play: Play) -> Play:
    """Let the play of a table stand under its new code: the one it was copied from, and played on, has the other."""
    return replace(play, code=play.code and play.code.replace(code, new, 1))


def _is_here(found: Found) -> bool:
    """Say whether the table of a file is here, played on or not: the same moves at the same moments."""
    if store.find_game(get_db(), found.code) != found.game:
        return False
    moves = [(seq, at, seat, move, strikes, restores) for seq, at, seat, move, _, strikes, restores, *_ in found.rows]
    return store.find_moves(get_db(), found.code, most=len(moves)) == moves


@contextmanager
def _ahead(code: str | None, rows: Sequence[tuple[Any, ...]]) -> Iterator[str | None]:
    """Write a long log before its table is there, and give the code reserved for it; if anything fails, nothing stays.

    Of a short one do nothing: it is written with its table.
    """
    if len(rows) <= LONG:
        yield None
        return
    reserved = lifecycle.reserve(code)
    try:
        for start in range(0, len(rows), AHEAD):
            with writing(reserved) as db:
                store.write_rows(db, reserved, rows[start : start + AHEAD])
            yield_to_hub()
        yield reserved
    except BaseException:
        with suppress(StorageError), writing(reserved) as db:
            retention_store.forget(db, reserved)
        raise
