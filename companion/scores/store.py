"""Finished plays in SQLite: rows in and out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from companion.db import get_db, writing
from companion.scores.record import Edit, Line, Play, Player, Result, Summary, correct, summarize
from companion.table.log import Stale
from companion.text import from_plain, to_plain

__all__ = [
    "Batch",
    "Edit",
    "Line",
    "Play",
    "Player",
    "Summary",
    "batches",
    "bring_in",
    "change",
    "delete",
    "edit",
    "edits",
    "find",
    "find_batch",
    "find_code",
    "find_deleted",
    "from_json",
    "games_played",
    "merge",
    "players_summary",
    "plays",
    "restore",
    "restore_batch",
    "save",
    "take_back_batch",
    "to_json",
    "trash",
]

_PLAYS = (
    "SELECT id, game, code, played_at, options, note, (SELECT json_group_array(json_object("
    "'name', name, 'colour', colour, 'place', place, 'points', points, 'tie_break', tie_break, 'lines', json(lines)))"
    " FROM (SELECT * FROM players WHERE play = plays.id ORDER BY position)) AS players FROM plays"
)


@dataclass(frozen=True)
class Batch:
    """The plays that came with one file: how many stand and how many lie in the trash."""

    id: int
    at: float
    standing: int
    deleted: int


def save(
    game: str, *, code: str | None, played_at: float, options: Mapping[str, Any], players: Sequence[Player]
) -> int:
    """Keep a finished play; give its id.

    The play of one table's `code` stands once: saved again, it replaces the earlier one (brought back if it was
    deleted) and, if anything but the time differs, leaves a trace.
    """
    with writing() as db:
        before = _find_by(code=code) if code is not None else None
        if before is None:
            return _insert(db, Play(0, game, code, played_at, options, "", tuple(players)))
        after = replace(before, options=options, players=tuple(players))
        if _differ(before, after):
            _replace(db, before, replace(after, played_at=played_at))
        _mark(db, before.id, deleted=False)
        return before.id


def edit(id: int, *, players: Sequence[tuple[str, int | None]], note: str, seen: int) -> None:
    """Change names, points (in the order of the play's players) and the note of a play, as `change` does."""
    change(id, lambda play: correct(play, players=players, note=note), seen=seen)


def change(id: int, corrected: Callable[[Play], Play], *, seen: int) -> None:
    """Put what `corrected` makes of a play in its place, and leave a trace.

    `seen` is how many edits the play had on the screen where this one was typed; raise `Stale` if it has more by now,
    and KeyError for an unknown play.
    """
    with writing() as db:
        before = find(id)
        if before is None:
            raise KeyError(id)
        after = corrected(before)
        if not _differ(before, after):
            return
        if len(edits(id)) != seen:
            raise Stale("Somebody has changed this play since. Look at what it shows now, then change it.")
        _replace(db, before, after)


def delete(id: int) -> None:
    """Take a play out of all lists and sums; `restore` brings it back."""
    with writing() as db:
        _mark(db, id, deleted=True)


def restore(id: int) -> None:
    """Bring a deleted play back."""
    with writing() as db:
        _mark(db, id, deleted=False)


def trash(*, limit: int, offset: int = 0) -> list[tuple[float | None, Play]]:
    """Give deleted plays with the moment of their deletion, the latest first."""
    sql = "SELECT id, deleted_at FROM plays WHERE deleted = 1 ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?"
    found = ((at, find_deleted(id)) for id, at in get_db().execute(sql, [limit, offset]).fetchall())
    return [(at, play) for at, play in found if play is not None]


def bring_in(plays: Sequence[Play]) -> tuple[int, int | None]:
    """Keep the plays of a file that are not here yet, as one batch; give how many these were, and the batch."""
    with writing() as db:
        ((last,),) = db.execute("SELECT coalesce(max(id), 0) FROM plays").fetchall()
        added = merge(plays)
        if not added:
            return 0, None
        [(batch,)] = db.execute("INSERT INTO batches (at) VALUES (?) RETURNING id", [time.time()]).fetchall()
        db.execute("UPDATE plays SET batch = ? WHERE id > ?", [batch, last])
    return added, int(batch)


def batches(*, limit: int = 20, id: int | None = None) -> list[Batch]:
    """Give the files that came in, the latest first, or one of them."""
    sql = (
        "SELECT batches.id, at, count(*) - sum(deleted), sum(deleted) FROM batches JOIN plays ON batch = batches.id"
        " WHERE :id IS NULL OR batches.id = :id GROUP BY batches.id ORDER BY batches.id DESC LIMIT :limit"
    )
    return [Batch(*row) for row in get_db().execute(sql, {"id": id, "limit": limit}).fetchall()]


def find_batch(id: int) -> Batch | None:
    """Find what came with one file."""
    return next(iter(batches(id=id)), None)


def take_back_batch(id: int) -> None:
    """Delete the plays that came with a file; `restore_batch` brings them back."""
    _mark_batch(id, deleted=True)


def restore_batch(id: int) -> None:
    """Bring the plays back that came with a file."""
    _mark_batch(id, deleted=False)


def _mark_batch(id: int, *, deleted: bool) -> None:
    with writing() as db:
        db.execute(
            "UPDATE plays SET deleted = ?1, deleted_at = ?2 WHERE batch = ?3 AND deleted <> ?1",
            [deleted, time.time(), id],
        )


def merge(plays: Sequence[Play]) -> int:
    """Keep the plays that are not here yet; give how many these were.

    A play is here if one of its table is, deleted or not, or one of the same moment and players with the same points.
    """
    with writing() as db:
        known = {_identity(_read(row)) for row in db.query(_PLAYS)}
        codes = {row["code"] for row in db.query("SELECT code FROM plays WHERE code IS NOT NULL")}
        added = 0
        for play in plays:
            if play.code in codes or _identity(play) in known:
                continue
            _insert(db, play)
            known.add(_identity(play))
            codes |= {play.code} - {None}
            added += 1
    return added


def _identity(play: Play) -> tuple[Any, ...]:
    return play.game, round(play.played_at), tuple((player.name, player.points) for player in play.players)


def find(id: int) -> Play | None:
    """Find a play that is not deleted."""
    return _find_by(id=id, deleted=0)


def find_deleted(id: int) -> Play | None:
    """Find a play that is deleted."""
    return _find_by(id=id, deleted=1)


def stand(code: str, *, ended: bool) -> None:
    """Take the play saved from a table out of the list while the end of its game is taken back; else let it stand."""
    with writing() as db:
        play = _find_by(code=code)
        if play is not None:
            _mark(db, play.id, deleted=not ended)


def find_code(code: str) -> int | None:
    """Find the id of the play saved from a table."""
    row = next(get_db().query("SELECT id FROM plays WHERE code = ? AND deleted = 0", [code]), None)
    return row["id"] if row else None


def plays(*, game: str | None = None, player: str | None = None, limit: int | None = None) -> list[Play]:
    """Give the plays, of one game or one player if asked, the latest first."""
    conditions = {
        "game": "game = :game",
        "player": "EXISTS (SELECT 1 FROM players WHERE play = plays.id AND name = :player)",
    }
    values = {key: value for key, value in {"game": game, "player": player}.items() if value is not None}
    where = " AND ".join(["deleted = 0", *(conditions[key] for key in values)])
    sql = f"{_PLAYS} WHERE {where} ORDER BY played_at DESC, id DESC LIMIT :limit"
    return [_read(row) for row in get_db().query(sql, {**values, "limit": -1 if limit is None else limit})]


def games_played() -> dict[str, int]:
    """Count the plays per game, the most played first."""
    sql = "SELECT game, count(*) AS plays FROM plays WHERE deleted = 0 GROUP BY game ORDER BY plays DESC, game"
    return {row["game"]: row["plays"] for row in get_db().query(sql)}


def players_summary(game: str | None = None) -> list[Summary]:
    """Give what each player's plays add up to, of one game or of all."""
    sql = (
        "SELECT json_group_array(json_array(name, place, points)) AS results FROM (SELECT name, place, points"
        " FROM plays JOIN players ON play = id WHERE deleted = 0 AND (:game IS NULL OR game = :game)"
        " ORDER BY played_at, id, position)"
    )
    row = next(get_db().query(sql, {"game": game}))
    return summarize(Result(*result) for result in json.loads(row["results"]))


def edits(id: int) -> list[Edit]:
    """Give the edits of a play, the latest first."""
    rows = get_db().query("SELECT at, before, after FROM edits WHERE play = ? ORDER BY id DESC", [id])
    return [Edit(row["at"], from_json(json.loads(row["before"])), from_json(json.loads(row["after"]))) for row in rows]


def to_json(play: Play) -> dict[str, Any]:
    """Write a play as plain values; its sentences stay translatable."""
    return {
        "id": play.id,
        "game": play.game,
        "code": play.code,
        "played_at": play.played_at,
        "options": {key: to_plain(value) for key, value in play.options.items()},
        "note": play.note,
        "players": [_player_to_json(player) for player in play.players],
    }


def _player_to_json(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "colour": player.colour,
        "place": player.place,
        "points": player.points,
        "tie_break": player.tie_break,
        "lines": [
            {"id": line.id, "label": to_plain(line.label), "points": line.points, "why": to_plain(line.why)}
            for line in player.lines
        ],
    }


def from_json(values: Mapping[str, Any]) -> Play:
    """Read a play back."""
    return Play(
        **{
            **values,
            "options": {key: from_plain(value) for key, value in values["options"].items()},
            "players": tuple(_player_from_json(player) for player in values["players"]),
        }
    )


def _player_from_json(values: Mapping[str, Any]) -> Player:
    lines = (
        Line(**{**line, "label": from_plain(line["label"]), "why": from_plain(line["why"])}) for line in values["lines"]
    )
    return Player(**{**values, "lines": tuple(lines)})


def _read(row: Mapping[str, Any]) -> Play:
    return from_json({**row, "options": json.loads(row["options"]), "players": json.loads(row["players"])})


def _find_by(**key: Any) -> Play | None:
    where = " AND ".join(f"{column} = :{column}" for column in key)
    row = next(get_db().query(f"{_PLAYS} WHERE {where}", key), None)
    return _read(row) if row else None


def _mark(db: Database, id: int, *, deleted: bool) -> None:
    db.execute("UPDATE plays SET deleted = ?, deleted_at = ? WHERE id = ?", [deleted, time.time(), id])


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _differ(before: Play, after: Play) -> bool:
    return _dump(to_json(before)) != _dump(to_json(after))


def _insert(db: Database, play: Play) -> int:
    values = to_json(play)
    row = {**values, "options": _dump(values["options"])}
    sql = (
        "INSERT INTO plays (game, code, played_at, options, note)"
        " VALUES (:game, :code, :played_at, :options, :note) RETURNING id"
    )
    [(id,)] = db.execute(sql, row).fetchall()
    _insert_players(db, replace(play, id=id))
    return int(id)


def _insert_players(db: Database, play: Play) -> None:
    db.table("players").insert_all(
        {"play": play.id, "position": position, **player, "lines": _dump(player["lines"])}
        for position, player in enumerate(to_json(play)["players"])
    )


def _replace(db: Database, before: Play, after: Play) -> None:
    """Put `after` in the place of `before`, and keep both in the trace."""
    options = _dump(to_json(after)["options"])
    db.execute(
        "UPDATE plays SET played_at = ?, options = ?, note = ? WHERE id = ?",
        [after.played_at, options, after.note, after.id],
    )
    db.execute("DELETE FROM players WHERE play = ?", [after.id])
    _insert_players(db, after)
    db.execute(
        "INSERT INTO edits (play, at, before, after) VALUES (?, ?, ?, ?)",
        [after.id, time.time(), _dump(to_json(before)), _dump(to_json(after))],
    )
