"""A table as a JSON file, and back."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import current_app

from companion.db import get_db, writing
from companion.files import Paced, in_turn, uncollected
from companion.scores import batch_store
from companion.table import incoming, seats, store
from companion.table.log import Entry, Game, Refusal, Table, changed, live, placed
from companion.table.play import ended, games
from companion.table.screen import housed
from companion.table.seats import Seat

AT_ONCE = 50
"""How many entries of a log are written before others have their turn: some milliseconds."""
SLICE = 200
"""How many entries are brought in before others have their turn."""


def dump(table: Table, at_table: Sequence[Seat]) -> dict[str, Any]:
    """List the table's plain values: seats and the whole log, without what it hides until the game is told."""
    return {
        "companion": incoming.FORMAT,
        "game": table.game.slug,
        "code": table.code,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in at_table],
        "log": [_row(entry, store.to_json(entry.events)) for entry in shown(table.game, table.state, table.entries)],
    }


def pieces(table: Table, at_table: Sequence[Seat]) -> Iterator[str]:
    """Write the values of `dump` as JSON, some entries at a time, so that a long log stops nobody else."""
    head = json.dumps(dump(replace(table, entries=()), at_table), ensure_ascii=False, indent=1)
    yield head.removesuffix("]\n}")
    for start in range(0, len(table.entries), AT_ONCE):
        some = dump(replace(table, entries=table.entries[start : start + AT_ONCE]), at_table)["log"]
        rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in some)
        yield f"{',' if start else ''}\n  {rows}"
    yield "\n ]\n}"


def shown(game: Game, state: Any, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Prepare a log to leave the house: without what is hidden and not told yet."""
    return Paced(_bare(game, state, entry) for entry in entries)


def _bare(game: Game, state: Any, entry: Entry) -> Entry:
    events = [game.hide(state, event) for event in entry.events]
    return entry if all(map(operator.is_, events, entry.events)) else changed(entry, events=tuple(events))


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


class HereAlready(Exception):
    """Raised for a file whose table is here already, with all its moves; the one argument is the table's code."""


@uncollected()
def load(
    data: bytes | str, *, phone: str, former: str | None = None, keep_code: bool = True, copied: bool = True
) -> str:
    """Open the table in a file, hosted by `phone`; return its code: its own, or a new one if that is taken or not kept.

    What is hidden is never in the file, or is not kept: the game draws it anew. Raise `Refusal` for anything that is no
    such file, and `HereAlready` for a table that is here, unless it is to be `copied`.
    """
    try:
        file = incoming.read(data.encode() if isinstance(data, str) else data)
        game = games()[file.game]
        if len(file.players) not in game.seats:
            raise ValueError("seats")
        found = Paced(in_turn(incoming.entries(game, file)))
        if not copied and _is_here(file.code, game, found):
            raise HereAlready(file.code)
        entries, state = _checked(game, found, [name for name, _ in file.players])
    except incoming.NONSENSE:
        raise Refusal("This file is no table of Companion, or it is damaged. Export the table again.") from None
    rows = [store.to_row(entry, op=f"import-{entry.seq}") for entry in entries]  # while others may still write
    with housed(phone, former, file.players[0][0]), writing() as db:
        new = _store(file.code if keep_code else None, game, file.players, rows, phone)
        store.note_over(db, new, over=game.over(state))
    moves = live(entries)
    play = ended(game, new, state, file.players, entries[-1].at, moves=moves) if new == file.code else None
    batch_store.bring_in([play] if play else [])  # a copy's own game stands there under its own code
    return new


def _is_here(code: str, game: Game, entries: Sequence[Entry]) -> bool:
    """Say whether the table of a file is here, played on or not: the same moves at the same moments."""
    if store.find_game(get_db(), code) != game.slug:
        return False
    moves = [(entry.seq, entry.at, entry.seat, entry.move, entry.strikes, entry.restores) for entry in entries]
    return store.find_moves(get_db(), code, most=len(moves)) == moves


def _checked(game: Game, found: Sequence[Entry], names: Sequence[str]) -> tuple[Sequence[Entry], Any]:
    """Check a log as it was found, or a copy of it with all drawn anew that is not told; return it and its last state.

    So no copy of a game reveals anything of another. Raise one of NONSENSE if the log is impossible.
    """
    incoming.follow(found)
    incoming.say(game, found, names)
    bare = shown(game, game.start(), found)
    if _same(bare, found):
        return found, incoming.check(game, found, len(names))
    may_show = found
    if any(map(operator.ne, bare, found)) and any(isinstance(event, game.final) for _, event in placed(live(found))):
        with suppress(*incoming.NONSENSE):  # it came without what it hides
            state = incoming.check(game, found, len(names))
            may_show = shown(game, state, found)
            if _same(may_show, found):
                return found, state
    copy, state = _copied(game, may_show, len(names))
    incoming.say(game, in_turn(new for new, old in zip(copy, found, strict=True) if new is not old), names)
    return copy, state


def _copied(game: Game, found: Sequence[Entry], seats: int) -> tuple[Sequence[Entry], Any]:
    """Draw anew what is not told, and check that; what would be hidden besides is removed before."""
    copy = Paced(game.redraw(found, current_app.config["RANDOM"]))
    state = incoming.check_copy(game, copy, seats)
    bare = shown(game, state, found)
    return _copied(game, bare, seats) if _reveals(copy, found, bare) else (copy, state)


def _reveals(copy: Sequence[Entry], found: Sequence[Entry], bare: Sequence[Entry]) -> bool:
    """Say whether a copy keeps an event of the log that was found, though it hides something."""
    return any(
        kept is event
        for one, other, hidden in zip(copy, found, bare, strict=True)
        if other != hidden
        for kept, event, without in zip(one.events, other.events, hidden.events, strict=False)
        if event != without
    )


def _same(some: Sequence[Entry], others: Sequence[Entry]) -> bool:
    return all(map(operator.is_, some, others))


def _store(
    code: str | None, game: Game, players: list[tuple[str, str]], rows: Sequence[tuple[Any, ...]], phone: str
) -> str:
    with writing() as db:
        new = seats.open_table(game, players, phone=phone, code=code)
        for start in in_turn(range(0, len(rows), SLICE)):
            store.write_rows(db, new, rows[start : start + SLICE])
    return new
