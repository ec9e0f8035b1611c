"""The plays that came with one file: imported, taken back and restored together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.db import get_db, writing
from companion.files import give_way
from companion.houses import current
from companion.scores import list_store
from companion.scores import store as scores
from companion.scores.list_store import KEY
from companion.scores.record import Play
from companion.storage import Database


@dataclass(frozen=True)
class Batch:
    """The plays that came with one file: how many are in the list, and how many in the trash."""

    id: int
    at: float
    standing: int
    deleted: int


def bring_in(plays: Sequence[Play]) -> tuple[int, int | None]:
    """Keep the plays of a file that are not here yet, as one batch; return how many, and the batch.

    A play is here already if its table's play is, deleted or not, or one with the same moment, players and points. Each
    slice is a transaction of its own, so that nobody waits for the lock; an interrupted import can be repeated.
    """
    added, batch = 0, None
    for some in scores.slices(plays):
        with writing(KEY) as db:
            if fresh := _fresh(db, some):
                batch = batch or _new_batch(db)
                added += len(scores.insert(db, fresh, batch=batch))
        give_way()
    list_store.recount()
    return added, batch


def _new_batch(db: Database) -> int:
    sql = "INSERT INTO batches (at, house) VALUES (?, ?) RETURNING id"
    [(batch,)] = db.execute(sql, [time.time(), current()]).fetchall()
    return int(batch)


def batches(*, limit: int = 20, id: int | None = None) -> list[Batch]:
    """List the files that came in, the latest first, or one of them."""
    count = "SELECT count(*) FROM plays WHERE batch = batches.id AND deleted ="
    sql = (
        f"SELECT id, at, ({count} 0), ({count} 1) FROM batches"
        " WHERE house = ? AND id = coalesce(?, id) ORDER BY id DESC LIMIT ?"
    )
    return [Batch(*row) for row in get_db().execute(sql, [current(), id, limit])]


def find_batch(id: int) -> Batch | None:
    """Find the batch of one file."""
    return next(iter(batches(id=id)), None)


def take_back_batch(id: int) -> None:
    """Delete the plays that came with a file; `restore_batch` brings them back."""
    _mark_batch(id, deleted=True)


def restore_batch(id: int) -> None:
    """Bring the plays back that came with a file."""
    _mark_batch(id, deleted=False)


def _mark_batch(id: int, *, deleted: bool) -> None:
    sql = "SELECT id FROM plays WHERE batch = ? AND deleted = ? AND house = ?"
    rows = get_db().execute(sql, [id, int(not deleted), current()]).fetchall()
    for some in scores.slices([id for (id,) in rows]):
        with writing(KEY) as db:
            scores.mark(db, some, deleted=deleted)
        give_way()
    list_store.recount()


def _fresh(db: Database, plays: Sequence[Play]) -> list[Play]:
    """Pick the plays that are not here yet, each once."""
    fresh: dict[str, Play] = {}
    codes = set()
    for play in (replace(play, house=current()) for play in plays):
        identity = scores.identity(play)
        known = "SELECT 1 FROM plays WHERE house = :house AND (identity = :identity OR code = :code)"
        values = {"house": play.house, "identity": identity, "code": play.code}
        if identity in fresh or play.code in codes or db.execute(known, values).fetchone():
            continue
        fresh[identity] = play
        codes |= {play.code} - {None}
    return list(fresh.values())
