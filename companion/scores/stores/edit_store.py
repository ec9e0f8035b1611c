"""Corrections of finished plays: each leaves a trace, and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from flask import current_app

from companion.refusal import Stale
from companion.scores.model import Edit, correct, ranked
from companion.scores.stores import list_store
from companion.scores.stores.list_store import KEY
from companion.scores.stores.play_store import PUT_RIGHT, differ, find, mark, rewrite
from companion.storage.connections import get_db, writing
from companion.table.finished import Play
from companion.table.import_export.serialize import from_json


def edit(id: int, *, players: Sequence[tuple[str, int | None]], note: str, seen: int) -> bool:
    """Change names, points (in the order of the play's players) and the note of a play, as `change` does.

    Players are ranked anew only where points decide who won.
    """

    def corrected(play: Play) -> Play:
        after = correct(play, players=players, note=note)
        return ranked(after, before=play) if points_decide(play) else after

    return change(id, corrected, seen=seen)


def points_decide(play: Play) -> bool:
    """Say whether points decided who won a play; of a game that is not installed nobody knows, so they did not."""
    game = current_app.extensions.get("games", {}).get(play.game)
    return game is not None and bool(game.scores.points_decide(play))


def change(id: int, corrected: Callable[[Play], Play], *, seen: int) -> bool:
    """Replace a play by what `corrected` makes of it, and leave a trace; return whether it differs.

    `seen` is how many edits the play had on the screen where this one was typed; raise `Stale` if it has more by now,
    and KeyError for an unknown play.
    """
    with writing(KEY) as db:
        before = find(id)
        if before is None:
            raise KeyError(id)
        after = corrected(before)
        if not differ(before, after):
            return False
        if count_edits(id) != seen:
            raise Stale("Somebody has changed this play since. Look at what it shows now, then change it.")
        rewrite(db, before, after)
        mark(db, [id], deleted=False)
    list_store.recount()
    return True


def edits(id: int, *, limit: int) -> list[Edit]:
    """List the edits of a play, the latest first."""
    sql = "SELECT id, at, before, after, review FROM edits WHERE play = ? ORDER BY id DESC LIMIT ?"
    return [read_edit(*row) for row in get_db().execute(sql, [id, limit])]


def read_edit(id: int, at: float, before: str, after: str, review: int) -> Edit:
    return Edit(id, at, from_json(json.loads(before)), from_json(json.loads(after)), review == PUT_RIGHT)


def take_back(id: int, edit: int, *, seen: int) -> bool:
    """Make a play what it was before one of its edits, as `change` does; raise KeyError for an unknown one."""
    sql = "SELECT id, at, before, after, review FROM edits WHERE play = ? AND id = ?"
    row = get_db().execute(sql, [id, edit]).fetchone()
    if row is None:
        raise KeyError(edit)
    before = read_edit(*row).before
    return change(id, lambda _: before, seen=seen)


def count_edits(id: int) -> int:
    """Count the edits of a play."""
    return int(get_db().execute("SELECT count(*) FROM edits WHERE play = ?", [id]).fetchone()[0])
