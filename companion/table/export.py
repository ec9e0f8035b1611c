"""A table as a JSON file, and back."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cattrs
from flask import current_app

from companion.db import get_db, writing
from companion.table import seats, store
from companion.table.forms import fitting
from companion.table.log import Entry, Game, Refusal, Table, fold, is_told, live
from companion.table.play import games
from companion.table.seats import Seat

FORMAT = 1
AT_ONCE = 50
"""How many entries of a log are written before others have their turn: some milliseconds."""
LAST_MOMENT = 2**32
NONSENSE = (
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    cattrs.BaseValidationError,
    store.Unreadable,
)
"""What reading a file that is no table of ours may raise."""


def dump(table: Table, at_table: Sequence[Seat]) -> dict[str, Any]:
    """Give the table as plain values: seats and the whole log, until the game is told without what it hides."""
    return {
        "companion": FORMAT,
        "game": table.game.slug,
        "code": table.code,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in at_table],
        "log": [_row(entry, store.to_json(entry.events)) for entry in shown(table.game, table.state, table.entries)],
    }


def pieces(table: Table, at_table: Sequence[Seat]) -> Iterator[str]:
    """Write what `dump` gives as JSON, some entries at a time, so that a long log stops nobody else."""
    head = json.dumps(dump(replace(table, entries=()), at_table), ensure_ascii=False, indent=1)
    yield head.removesuffix("]\n}")
    for start in range(0, len(table.entries), AT_ONCE):
        some = dump(replace(table, entries=table.entries[start : start + AT_ONCE]), at_table)["log"]
        rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in some)
        yield f"{',' if start else ''}\n  {rows}"
    yield "\n ]\n}"


def shown(game: Game, state: Any, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Give a log as it may leave the house: what is hidden and not told by now is not in it."""
    if is_told(game, state):
        return entries
    return [_bare(game, state, entry) for entry in entries]


def _bare(game: Game, state: Any, entry: Entry) -> Entry:
    events = tuple(game.hide(state, event) for event in entry.events)
    return entry if all(map(operator.is_, events, entry.events)) else replace(entry, events=events)


def _row(entry: Entry, events: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": entry.at,
        "seat": entry.seat,
        "move": entry.move,
        "events": events,
        "strikes": entry.strikes,
        "restores": entry.restores,
        "once": entry.once,
    }


def load(text: str, *, phone: str, keep_code: bool = True) -> str:
    """Open the table a file holds, hosted by `phone`; give its code: its own, a new one if that is taken or not kept.

    What is hidden is never in it, or is not kept: the game draws it anew. Raises `Refusal` for anything that is no such
    file.
    """
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        if data["companion"] != FORMAT:
            raise Refusal("This file comes from a newer Companion. Update this one first.")
        game = games()[data["game"]]
        players = [(fitting(seat["name"]), str(seat["colour"])) for seat in data["seats"]]
        if len(set(players)) < len(players) or len(players) not in game.seats:
            raise ValueError("seats")
        entries = _anew(game, [_entry(game, row) for row in data["log"]])
        check(game, entries, [name for name, _ in players])
    except NONSENSE:
        raise Refusal("This file is no table of Companion, or it is damaged. Export the table again.") from None
    return _store(str(data.get("code")) if keep_code else "", game.slug, players, entries, phone)


def check(game: Game, entries: Sequence[Entry], names: Sequence[str]) -> None:
    """Try what pages will do with a log; raise LookupError, TypeError or ValueError where it makes no sense."""
    for number, entry in enumerate(entries, start=1):
        named = [seq for seq in (entry.strikes, entry.restores) if seq is not None]
        there = entry.seat is None or 0 <= entry.seat < len(names)
        sound = entry.seq == number and len(named) < 2 and all(0 < seq < number for seq in named)
        if not (sound and there and 0 <= entry.at < LAST_MOMENT and entry.move.isidentifier()):
            raise ValueError(entry)
        for event in entry.events:
            game.tell(event, names)
    game.check(fold(game, live(entries)), len(names))


def _anew(game: Game, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Draw anew what is not told yet, so that no copy of a game gives away anything of another."""
    state = fold(game, live(entries))
    if is_told(game, state):
        return entries
    return game.redraw(shown(game, state, entries), current_app.config["RANDOM"])


def _entry(game: Game, row: dict[str, Any]) -> Entry:
    values = [value for event in row["events"] for value in event.values()]
    if any(isinstance(value, dict) and value.keys() == {"sealed"} for value in values):
        raise Refusal(
            "This file holds the seals of an older Companion, which nothing opens any more. "
            "Export the table again where it is."
        )
    events = store.from_json(game, row["events"])
    plain = cattrs.structure({**row, "events": ()}, Entry)
    return Entry(**{**plain.__dict__, "events": events})


def _store(code: str, slug: str, players: list[tuple[str, str]], entries: Sequence[Entry], phone: str) -> str:
    ours = len(code) == 5 and set(code) <= set(seats.ALPHABET)
    wanted = code if ours and not get_db().table("tables").count_where("code = ?", [code]) else None
    game = games()[slug]
    with writing() as db:
        new = seats.open_table(game, players, phone=phone, code=wanted)
        for entry in entries:
            store.write_entry(db, new, entry, op=f"import-{entry.seq}")
    return new
