"""The plays that came with one file: imported, taken back and restored together."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.files.safe_readers import BREATH, yield_to_hub
from companion.membership import current_house
from companion.scores.stores import list_store, people_store, play_store as scores, review_store, row_store
from companion.scores.stores.list_store import KEY
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database
from companion.table.finished import Play
from companion.table.log import changed

AT_ONCE = BREATH / 2
"""Seconds in which the plays of a portion are made: to write them down takes up to four times as long."""
MOST = 100
"""How many plays a portion has at most."""
SEATED = 200
"""How many players the plays of a portion may have before the last: each stands in several lists."""


@dataclass(frozen=True)
class Batch:
    """The plays that came with one file: how many are in the list, and how many in the trash."""

    id: int
    at: float
    standing: int
    deleted: int


def bring_in(plays: Sequence[Play]) -> tuple[int, int | None]:
    """Keep the plays of a file that are not here yet, as one batch; return how many, and the batch.

    Those that lie in the trash stay there, and belong to the batch from now on, which can bring them back.
    A play is here already if its table's play is, or one that has its identity or had it, deleted or not. Each
    slice is a transaction of its own, so that nobody waits for the lock; an interrupted import can be repeated.
    """
    added, batch = 0, None
    for some in _portions(plays):
        with writing(KEY) as db:
            trashed = row_store.in_trash(db, current_house(), [*map(row_store.identity, some)])
            fresh = _fresh(db, some)
            batch = batch or (_new_batch(db) if fresh or trashed else None)
            db.executemany("UPDATE plays SET batch = ? WHERE id = ?", [(batch, id) for id in trashed])
            added += len(row_store.insert(db, fresh, batch=batch)) if fresh else 0
        yield_to_hub()
    list_store.recount()
    return added, batch


def _portions(plays: Iterable[Play]) -> Iterator[list[Play]]:
    """Cut a long list of plays into portions: some of them, and fewer where each takes long to be made."""
    some, seated = list[Play](), 0
    until = time.perf_counter() + AT_ONCE
    for play in plays:
        some.append(play)
        seated += len(play.players)
        if len(some) == MOST or seated >= SEATED or time.perf_counter() > until:
            yield some
            some, seated, until = [], 0, time.perf_counter() + AT_ONCE
    if some:
        yield some


def _new_batch(db: Database) -> int:
    sql = "INSERT INTO batches (at, house) VALUES (?, ?) RETURNING id"
    [(batch,)] = db.execute(sql, [time.time(), current_house()]).fetchall()
    return int(batch)


def batches(*, id: int | None = None) -> list[Batch]:
    """List the files that came in, the latest first, or one of them."""
    count = "SELECT count(*) FROM plays WHERE batch = batches.id AND deleted ="
    sql = (
        f"SELECT id, at, ({count} 0), ({count} 1) FROM batches"
        " WHERE house = ? AND id = coalesce(?, id) ORDER BY id DESC LIMIT 20"
    )
    return [Batch(*row) for row in get_db().execute(sql, [current_house(), id])]


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
    rows = get_db().execute(sql, [id, int(not deleted), current_house()]).fetchall()
    for some in review_store.slices([id for (id,) in rows]):
        with writing(KEY) as db:
            scores.mark(db, some, deleted=deleted)
        yield_to_hub()
    list_store.recount()


def _fresh(db: Database, plays: Sequence[Play]) -> dict[str, Play]:
    """Pick the plays that are not here yet, each once, by what identifies it."""
    house = current_house()
    found: dict[str, Play] = {}
    for play in plays:
        own = row_store.identity(play)
        found.setdefault(own, people_store.called(db, changed(play, house=house, identity=own)))
    here = row_store.known(db, house, [*found])
    codes = {play.code for play in found.values()} - {None}
    known = f"SELECT code FROM plays WHERE house = ? AND code IN ({', '.join('?' * len(codes))})"
    taken = {code for (code,) in db.execute(known, [house, *codes])} if codes else set()
    fresh = {}
    for identity, play in found.items():
        if identity not in here and play.code not in taken:
            fresh[identity] = play
            taken |= {play.code} - {None}
    return fresh
