"""Plays that an earlier Companion kept: their lists filled, and their winners looked at again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from flask import Flask, current_app
from flask.sansio.app import App

from companion.scores.model import placed
from companion.scores.stores import list_store, rename_store
from companion.scores.stores.edit_store import points_decide, read_edit
from companion.scores.stores.list_store import KEY
from companion.scores.stores.play_store import SLICE, enlist, find_by, read_all, read_rows
from companion.scores.stores.row_store import LOOKED_AT, PUT_RIGHT, content_of, know, leave_trace
from companion.scores.turned import rightful
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database
from companion.table.finished import Play
from companion.table.import_export.serialize import from_json
from companion.web.journal import write


def slices(many: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Cut a long list of plays or rows into slices, so that others have their turn in between."""
    return (many[start : start + SLICE] for start in range(0, len(many), SLICE))


def fill(app: App) -> None:
    """Add the plays that were kept before there were lists to theirs, and put right those that were turned round."""
    assert isinstance(app, Flask)  # blueprints know only what it has in common with others
    with app.app_context():
        if list_store.missing(get_db()) and not app.config["READ_ONLY"]:
            with writing(KEY) as db:
                for some in slices(list_store.missing(db)):
                    _fill(db, some)
            list_store.recount()
        if not app.config["READ_ONLY"] and (ids := rename_store.left(get_db())):
            rename_store.write_anew(ids)
        if not app.config["READ_ONLY"]:
            _review_all()


def _review_all() -> None:
    """Look once through all corrections that an earlier version made; an interrupted look goes on at the next start.

    Each slice is a transaction, in which what another process has looked through by then is left out.
    """
    games = sorted(current_app.extensions.get("games", {}))
    sql = (
        "SELECT DISTINCT play FROM edits WHERE review = 0 AND play IN"
        f" (SELECT id FROM plays WHERE game IN ({', '.join('?' * len(games))})) LIMIT {SLICE}"
    )
    put_right = 0
    while games and get_db().execute(sql, games).fetchone():
        with writing(KEY) as db:
            put_right += sum(_review(db, id) for (id,) in db.execute(sql, games).fetchall())
    list_store.recount()
    if put_right:
        write(current_app.extensions["journal"], f"plays put right whose winner a correction had changed: {put_right}")


def _review(db: Database, id: int) -> bool:
    """Put a play right if its corrections have made another player win, and keep that they were looked through."""
    play = find_by("id = ?", id)
    assert play is not None, id
    found = None if points_decide(play) else _rightful(play)
    if found:
        _put_right(db, play, placed(play, found))
    db.execute("UPDATE edits SET review = ? WHERE play = ? AND review = 0", [LOOKED_AT, id])
    return found is not None


def _rightful(play: Play) -> Sequence[int] | None:
    sql = "SELECT id, at, before, after, review FROM edits WHERE play = ? ORDER BY id"
    try:
        return rightful(play, [read_edit(*row, house=play.house) for row in get_db().execute(sql, [play.id])])
    except (LookupError, TypeError, ValueError) as error:
        current_app.logger.warning("the trail of play %s cannot be read: %r", play.id, error)
        return None


def _put_right(db: Database, before: Play, after: Play) -> None:
    """Give the players of a play their places back, wherever the play is, and say so in its trail."""
    rows = [(player.place, after.id, position) for position, player in enumerate(after.players)]
    db.executemany("UPDATE players SET place = ? WHERE play = ? AND position = ?", rows)
    leave_trace(db, before, after, review=PUT_RIGHT)
    list_store.unlist(db, [after.id])
    enlist(db, read_all([after.id], live=True))


def _fill(db: Database, ids: Sequence[int]) -> None:
    plays = read_all(ids)
    versions = {play.id: [*_versions(play), content_of(play)] for play in plays}
    found = [(versions[play.id][0], len(play.players), play.id) for play in plays]
    db.executemany("UPDATE plays SET identity = ?, seated = ? WHERE id = ?", found)
    know(db, [(play, identity) for play in plays for identity in versions[play.id]])
    deleted = {id for (id,) in read_rows("SELECT id FROM plays WHERE deleted <> 0 AND id IN ({})", ids)}
    list_store.unlist(db, ids)
    enlist(db, [play for play in plays if play.id not in deleted])


def _versions(play: Play) -> list[str]:
    """List what an earlier version knew a play by, the oldest first; what of its trail cannot be read is left out."""
    found = []
    for (before,) in get_db().execute("SELECT before FROM edits WHERE play = ? ORDER BY id", [play.id]).fetchall():
        with suppress(LookupError, TypeError, ValueError):
            found.append(content_of(from_json(json.loads(before))))
    return found
