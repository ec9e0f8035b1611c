"""What another app's file says of plays, games, players and places that we have no place for: kept, to go out again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.files.safe_readers import yield_to_hub
from companion.membership import current
from companion.scores.stores.list_store import KEY
from companion.storage.connections import get_db, writing

AT_ONCE = 200
"""How many things are written down before others have their turn."""
MOST = 20_000
"""How many things of a house are kept: those of as many plays, and who is in them."""
MOST_OF_A_KIND = 2_000
"""How many games, players or places go out as they came in: all of them are in memory then."""


def keep(things: Iterable[tuple[str, str, str]]) -> None:
    """Keep things as JSON texts by their kind and key, in the place of what was kept before."""
    [(count,)] = get_db().execute("SELECT count(*) FROM kept_things WHERE house = ?", [current()]).fetchall()
    rows = [(current(), *thing) for thing in things][: max(0, MOST - count)]
    sql = (
        "INSERT INTO kept_things (house, kind, key, thing) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (house, kind, key) DO UPDATE SET thing = excluded.thing"
    )
    for start in range(0, len(rows), AT_ONCE):
        with writing(KEY) as db:
            db.executemany(sql, rows[start : start + AT_ONCE])
        yield_to_hub()


def tell(kind: str, things: Mapping[str, Mapping[str, Any]]) -> None:
    """Keep what somebody told of things themselves."""
    keep((kind, key, json.dumps(thing, ensure_ascii=False)) for key, thing in things.items())


def find(kind: str, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Find what is kept of some things of a kind, by their keys."""
    if not keys:
        return {}
    places = ", ".join("?" * len(keys))
    sql = f"SELECT key, thing FROM kept_things WHERE house = ? AND kind = ? AND key IN ({places})"
    return {key: json.loads(thing) for key, thing in get_db().execute(sql, [current(), kind, *keys])}


def find_all(kind: str) -> dict[str, dict[str, Any]]:
    """Find all that is kept of a kind."""
    sql = "SELECT key, thing FROM kept_things WHERE house = ? AND kind = ? ORDER BY key LIMIT ?"
    return {key: json.loads(thing) for key, thing in get_db().execute(sql, [current(), kind, MOST_OF_A_KIND])}
