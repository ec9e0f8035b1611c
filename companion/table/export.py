"""A table as a JSON file, and back."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import cattrs
from cryptography.fernet import Fernet, InvalidToken
from flask import current_app

from companion.db import get_db, writing
from companion.table import seats, store
from companion.table.log import Entry, Refusal, Table, fold, live
from companion.table.play import games
from companion.table.seats import Seat

FORMAT = 1


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
        if data["companion"] != FORMAT:
            raise Refusal("This file comes from a newer Companion. Update this one first.")
        game = games()[data["game"]]
        players = [(_word(seat["name"]), _word(seat["colour"])) for seat in data["seats"]]
        entries = [_entry(game, row) for row in data["log"]]
        if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)) or len(players) not in game.seats:
            raise ValueError("entries or seats missing")
        game.page(fold(game, live(entries)))
    except InvalidToken:
        raise Refusal(
            "This game was still running, so its secrets are sealed: it can only be imported where it was exported."
        ) from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, store.Unreadable):
        raise Refusal("This file is no table of Companion, or it is damaged. Export the table again.") from None
    return _store(str(data.get("code")), game.slug, players, entries, phone)


def _word(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 24:
        raise ValueError(value)
    return value


def _entry(game: Any, row: dict[str, Any]) -> Entry:
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
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"sealed export" + secret).digest()))


def _lock(text: str) -> str:
    return _fernet().encrypt(text.encode()).decode()


def _unlock(token: str) -> str:
    return _fernet().decrypt(token).decode()
