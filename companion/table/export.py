"""A table as a JSON file, and back."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cattrs
from flask import current_app

from companion.db import get_db, writing
from companion.table import seats, store
from companion.table.forms import fitting
from companion.table.log import Entry, Game, Refusal, Table, fold, live
from companion.table.play import games
from companion.table.seats import Seat

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

FORMAT = 1
BLOCK = 512
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
    """Give the table as plain values: seats and the whole log, in a running game with its secrets sealed."""
    write = store.to_json if table.game.over(table.state) else lambda events: store.seal(events, _lock)
    return {
        "companion": FORMAT,
        "game": table.game.slug,
        "code": table.code,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in at_table],
        "log": [_row(entry, write(entry.events)) for entry in table.entries],
    }


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


def load(text: str, *, phone: str) -> str:
    """Open the table a file holds, hosted by `phone`; give its code: the file's own, or a new one if that is taken.

    Raises `Refusal` for anything that is no such file, and for sealed secrets of another installation.
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
        entries = [_entry(game, row) for row in data["log"]]
        check(game, entries, [name for name, _ in players])
    except NONSENSE:
        raise Refusal("This file is no table of Companion, or it is damaged. Export the table again.") from None
    return _store(str(data.get("code")), game.slug, players, entries, phone)


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


def _entry(game: Game, row: dict[str, Any]) -> Entry:
    events = store.from_json(game, store.unseal(row["events"], _unlock))
    plain = cattrs.structure({**row, "events": ()}, Entry)
    return Entry(**{**plain.__dict__, "events": events})


def _store(code: str, slug: str, players: list[tuple[str, str]], entries: list[Entry], phone: str) -> str:
    ours = len(code) == 5 and set(code) <= set(seats.ALPHABET)
    wanted = code if ours and not get_db().table("tables").count_where("code = ?", [code]) else None
    game = games()[slug]
    with writing() as db:
        new = seats.open_table(game, players, phone=phone, code=wanted)
        for entry in entries:
            store.write_entry(db, new, entry, op=f"import-{entry.seq}")
    return new


def _fernet() -> Fernet:
    from cryptography.fernet import Fernet  # with the first secret: it takes 7 MB

    secret = str(current_app.config["SECRET_KEY"]).encode()
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"sealed export" + secret).digest()))


def _lock(text: str) -> str:
    """Encrypt, in whole blocks so that the length says little."""
    blocks = -(-len(text) // BLOCK)
    return _fernet().encrypt(text.ljust(blocks * BLOCK).encode()).decode()


def _unlock(token: str) -> str:
    from cryptography.fernet import InvalidToken

    try:
        return _fernet().decrypt(token).decode()
    except InvalidToken:
        raise Refusal(
            "This game was still running, so its secrets are sealed: it can only be imported where it was exported."
        ) from None
