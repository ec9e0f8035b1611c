"""What another app's file says of plays, games, players and places that we have no place for: kept, to go out again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.files.safe_readers import yield_to_hub
from companion.membership import current_house
from companion.scores.stores.list_store import KEY
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database

AT_ONCE = 200
"""How many things are written down before others have their turn."""
MOST = 20_000
"""How many things of a house are kept: those of as many plays, and who is in them."""
MOST_OF_A_KIND = 2_000
"""How many games, players or places go out as they came in: all of them are in memory then."""


def keep(things: Iterable[tuple[str, str, str]]) -> None:
    """Keep things as JSON texts by their kind and key, in the place of what was kept; new ones if there is room."""
    rows = [*things]
    sql = (
        "INSERT INTO kept_things (house, kind, key, thing) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (house, kind, key) DO UPDATE SET thing = excluded.thing"
    )
    for start in range(0, len(rows), AT_ONCE):
        with writing(KEY) as db:
            found = _with_room(db, rows[start : start + AT_ONCE])
            db.executemany(sql, [(current_house(), *thing) for thing in found])
        yield_to_hub()


def _with_room(db: Database, things: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Choose the things that are kept already, and as many new ones as there is room for."""
    [(count,)] = db.execute("SELECT count(*) FROM kept_things WHERE house = ?", [current_house()]).fetchall()
    keys = {kind: [key for other, key, _ in things if other == kind] for kind, _, _ in things}
    known = {(kind, key) for kind, some in keys.items() for key in find(kind, some)}
    new = [thing for thing in things if thing[:2] not in known]
    return [thing for thing in things if thing[:2] in known] + new[: max(0, MOST - count)]


def tell(kind: str, things: Mapping[str, Mapping[str, Any]]) -> None:
    """Keep what somebody told of things themselves."""
    keep((kind, key, json.dumps(thing, ensure_ascii=False)) for key, thing in things.items())


def find(kind: str, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Find what is kept of some things of a kind, by their keys."""
    if not keys:
        return {}
    places = ", ".join("?" * len(keys))
    sql = f"SELECT key, thing FROM kept_things WHERE house = ? AND kind = ? AND key IN ({places})"
    return {key: json.loads(thing) for key, thing in get_db().execute(sql, [current_house(), kind, *keys])}


def find_all(kind: str) -> dict[str, dict[str, Any]]:
    """Find all that is kept of a kind."""
    sql = "SELECT key, thing FROM kept_things WHERE house = ? AND kind = ? ORDER BY key LIMIT ?"
    return {key: json.loads(thing) for key, thing in get_db().execute(sql, [current_house(), kind, MOST_OF_A_KIND])}
