"""Corrections of finished plays: each leaves a trace, and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from flask import current_app

from companion.membership import current_house
from companion.refusal import Refusal, Stale
from companion.scores import model
from companion.scores.model import Edit
from companion.scores.stores import list_store, people_store
from companion.scores.stores.list_store import KEY
from companion.scores.stores.play_store import find, mark
from companion.scores.stores.row_store import PUT_RIGHT, differ, rewrite
from companion.storage.connections import get_db, writing
from companion.table.finished import POINTS, Play, Won
from companion.table.import_export.serialize import from_json


def won_of(play: Play) -> Won:
    """Find how a play's game is won: what the game says, or the play itself; of any other game somebody declares it."""
    game = current_app.extensions.get("games", {}).get(play.game)
    return game.scores.won if game is not None else model.own_won(play)


def points_decide(play: Play) -> bool:
    """Say whether points decided who won a play."""
    return won_of(play).by == POINTS and len(play.players) > 1


def change(id: int, corrected: Callable[[Play], Play], *, seen: int) -> bool:
    """Replace a play by what `corrected` makes of it, and leave a trace; return whether it differs.

    `seen` is how many edits the play had on the screen where this one was typed; raise `Stale` if it has more by now,
    and KeyError for an unknown play.
    """
    with writing(KEY) as db:
        before = find(id)
        if before is None:
            raise KeyError(id)
        asked = replace(corrected(before), house=before.house, identity=before.identity)
        after = people_store.called(db, _as_said(asked, before))
        if not differ(before, after):
            _require_same(asked, after)
            return False
        if count_edits(id) != seen:
            raise Stale("Someone has since changed this play. Check it, then make your change.")
        rewrite(db, before, after)
        mark(db, [id], deleted=False)
    list_store.recount()
    return True


def _require_same(asked: Play, after: Play) -> None:
    """Refuse a correction of which nothing is left: it gives a player a name whose person is called otherwise."""
    for one, other in zip(asked.players, after.players, strict=True):
        if one.name != other.name:
            raise Refusal("%(name)s is now called %(person)s.", name=one.name, person=other.name)


def _as_said(after: Play, before: Play) -> Play:
    """Remember what the play itself called those who are still called as they were."""
    said = {one.name: one.said for one in before.players}
    return replace(after, players=tuple(replace(one, said=said.get(one.name, "")) for one in after.players))


def edits(id: int, *, limit: int) -> list[Edit]:
    """List the edits of a play, the latest first."""
    sql = "SELECT id, at, before, after, review FROM edits WHERE play = ? ORDER BY id DESC LIMIT ?"
    return [read_edit(*row, house=current_house()) for row in get_db().execute(sql, [id, limit])]


def read_edit(id: int, at: float, before: str, after: str, review: int, *, house: int) -> Edit:
    """Read an edit of a house's play; its players are called as they are now."""
    was, now = (_read(text, house) for text in (before, after))
    return Edit(id, at, was, now, review == PUT_RIGHT)


def _read(text: str, house: int) -> Play:
    play = from_json(json.loads(text))
    return people_store.called(get_db(), replace(play, house=house))


def take_back(id: int, edit: int, *, seen: int) -> bool:
    """Make a play what it was before one of its edits, as `change` does; raise KeyError for an unknown one."""
    sql = "SELECT id, at, before, after, review FROM edits WHERE play = ? AND id = ?"
    row = get_db().execute(sql, [id, edit]).fetchone()
    if row is None:
        raise KeyError(edit)
    before = read_edit(*row, house=current_house()).before
    return change(id, lambda _: before, seen=seen)


def count_edits(id: int) -> int:
    """Count the edits of a play."""
    return int(get_db().execute("SELECT count(*) FROM edits WHERE play = ?", [id]).fetchone()[0])
