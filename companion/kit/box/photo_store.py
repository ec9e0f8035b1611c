"""An owner's photos of what is in a box, in the database: they belong to the house, and leave with its export only."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import current_app

from companion.membership import HOME, NOBODY, current_house, is_public, mine
from companion.refusal import Refusal
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database

MOST = 8 * 10**6
"""How many bytes the photos of a house may have together."""
MOST_PHOTOS = 500
"""How many photos a house may have, however short they are: each page that shows any reads their list."""
UNTOLD = "?"
"""Begins the name of a thing of which nobody has said yet what it is: a group of things and a hash follow."""
SHORT = 16
"""How many digits of a hash tell the photos of a house apart."""


def find(game: str) -> Mapping[str, str]:
    """Find the photos of the house that asks, if the operator allows any: their hashes by the things that they show."""
    if current_app.config["NO_PHOTOS"]:
        return {}
    sql = "SELECT thing, hash FROM box_photos WHERE house = ? AND game = ? ORDER BY at, thing"
    return dict(get_db().execute(sql, [current_house(), game]).fetchall())


def keep(game: str, photos: Iterable[tuple[str, bytes, bytes]], *, group: str) -> None:
    """Keep photos, small and large, of things by their ids; of "" as untold ones of a group.

    Raise Refusal if the house has too many.
    """
    house = current_house()
    with writing(_key()) as db:
        for thing, small, large in photos:
            hash = hashlib.sha256(small + large).hexdigest()[: 2 * SHORT]
            thing = thing or f"{UNTOLD}{group}/{hash[:SHORT]}"
            db.execute("DELETE FROM box_photos WHERE house = ? AND game = ? AND thing = ?", [house, game, thing])
            sql = "INSERT INTO box_photos (house, game, thing, hash, small, large, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
            db.execute(sql, [house, game, thing, hash, small, large, time.time()])
        count, size = _sums(db, house)
        if house == NOBODY or size > MOST or count > MOST_PHOTOS:
            raise Refusal(
                "A house's photos can take up to %(most)s MB. These would go over that: remove some first.",
                most=MOST // 10**6,
            )


def _sums(db: Database, house: int) -> tuple[int, int]:
    """Count the photos of a house, and their bytes."""
    sql = "SELECT count(*), sum(length(small) + length(large)) FROM box_photos WHERE house = ?"
    count, size = db.execute(sql, [house]).fetchone()
    return count, int(size or 0)


def tell(game: str, untold: str, thing: str) -> bytes:
    """Say which thing a photo shows; it takes the place of the one that this had. Return the photo, small."""
    with writing(_key()) as db:
        if not untold.startswith(UNTOLD) or untold not in find(game):
            raise Refusal("This photo has since been named or removed. Check the photos again.")
        db.execute("DELETE FROM box_photos WHERE house = ? AND game = ? AND thing = ?", [current_house(), game, thing])
        sql = "UPDATE box_photos SET thing = ? WHERE house = ? AND game = ? AND thing = ? RETURNING small"
        [(small,)] = db.execute(sql, [thing, current_house(), game, untold]).fetchall()
        return bytes(small)


def remove(game: str, things: Sequence[str]) -> None:
    """Remove the photos of some things for good."""
    with writing(_key()) as db:
        rows = [(current_house(), game, thing) for thing in things]
        db.executemany("DELETE FROM box_photos WHERE house = ? AND game = ? AND thing = ?", rows)


def _key() -> str:
    return f"photos of house {current_house()}"


def read(hash: str, size: str) -> bytes | None:
    """Read a photo of a house in which the phone that asks is a member, "small" or "large"."""
    houses = [house.id for house in mine()] if is_public() else [HOME]
    if not houses:
        return None
    sql = f"SELECT small, large FROM box_photos WHERE hash = ? AND house IN ({', '.join('?' * len(houses))}) LIMIT 1"
    row = get_db().execute(sql, [hash, *houses]).fetchone()
    return bytes(row[size == "large"]) if row else None


def files_of(house: int) -> Iterator[tuple[str, Iterable[bytes]]]:
    """List all photos of a house as files."""
    sql = "SELECT game, thing FROM box_photos WHERE house = ? ORDER BY game, at, thing"
    for game, thing in get_db().execute(sql, [house]).fetchall():
        name = thing.replace(UNTOLD, "untold-").replace("/", "-")
        yield f"boxes/{game}/{name}.webp", _file(house, game, thing)


def _file(house: int, game: str, thing: str) -> Iterator[bytes]:
    sql = "SELECT large FROM box_photos WHERE house = ? AND game = ? AND thing = ?"
    row: Any = get_db().execute(sql, [house, game, thing]).fetchone()
    if row:
        yield bytes(row[0])


def count_all() -> list[tuple[int, int, int]]:
    """List the houses with photos: how many each has, and their bytes."""
    sql = "SELECT house, count(*), sum(length(small) + length(large)) FROM box_photos GROUP BY house ORDER BY house"
    return [(house, count, int(size)) for house, count, size in get_db().execute(sql).fetchall()]


def remove_of(house: int) -> None:
    """Remove all photos of a house."""
    with writing(f"photos of house {house}") as db:
        db.execute("DELETE FROM box_photos WHERE house = ?", [house])
