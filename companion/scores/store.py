"""Finished plays in SQLite: rows in and out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from flask import Flask
from flask.sansio.app import App
from sqlite_utils import Database

from companion.catalogue import ours
from companion.db import get_db, writing
from companion.files import give_way
from companion.scores import list_store
from companion.scores.record import Edit, Line, Play, Player, Summary, correct
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
    "chunks",
    "count_edits",
    "delete",
    "edit",
    "edits",
    "fill",
    "find",
    "find_all",
    "find_batch",
    "find_code",
    "find_deleted",
    "from_json",
    "games_played",
    "plays",
    "restore",
    "restore_batch",
    "save",
    "take_back_batch",
    "to_json",
    "trash",
]

SLICE = 50
"""How many plays are read or written before others have their turn: some milliseconds."""

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
        id = _save(db, Play(0, game, code, played_at, options, "", tuple(players)))
    list_store.recount()
    return id


def _save(db: Database, play: Play) -> int:
    before = _find_by(code=play.code) if play.code is not None else None
    if before is None:
        return _insert(db, [play])[0]
    after = replace(before, options=play.options, players=play.players)
    if _differ(before, after):
        _replace(db, before, replace(after, played_at=play.played_at))
    elif find(before.id):
        return before.id
    _mark(db, [before.id], deleted=False)
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
        if count_edits(id) != seen:
            raise Stale("Somebody has changed this play since. Look at what it shows now, then change it.")
        _replace(db, before, after)
        _mark(db, [id], deleted=False)
    list_store.recount()


def delete(id: int) -> None:
    """Take a play out of all lists and sums; `restore` brings it back."""
    with writing() as db:
        _mark(db, [id], deleted=True)
    list_store.recount()


def restore(id: int) -> None:
    """Bring a deleted play back."""
    with writing() as db:
        _mark(db, [id], deleted=False)
    list_store.recount()


def trash(*, limit: int, offset: int = 0) -> list[tuple[float | None, Play]]:
    """Give deleted plays with the moment of their deletion, the latest first, without the lines behind their points."""
    sql = "SELECT id, deleted_at FROM plays WHERE deleted = 1 ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?"
    deleted = dict(get_db().execute(sql, [limit, offset]).fetchall())
    return [(deleted[play.id], play) for play in _read_all([*deleted])]


def bring_in(plays: Sequence[Play]) -> tuple[int, int | None]:
    """Keep the plays of a file that are not here yet, as one batch; give how many these were, and the batch.

    A play is here if one of its table is, deleted or not, or one of the same moment and players with the same points.
    Each slice is a transaction of its own, so that nobody waits for the lock; what is cut short can be brought again.
    """
    added, batch = 0, None
    for some in _slices(plays):
        with writing() as db:
            if fresh := _fresh(db, some):
                batch = batch or _new_batch(db)
                added += len(_insert(db, fresh, batch=batch))
        give_way()
    list_store.recount()
    return added, batch


def _new_batch(db: Database) -> int:
    [(batch,)] = db.execute("INSERT INTO batches (at) VALUES (?) RETURNING id", [time.time()]).fetchall()
    return int(batch)


def batches(*, limit: int = 20, id: int | None = None) -> list[Batch]:
    """Give the files that came in, the latest first, or one of them."""
    count = "(SELECT count(*) FROM plays WHERE batch = batches.id AND deleted = %d)"
    sql = f"SELECT id, at, {count % 0}, {count % 1} FROM batches WHERE id = coalesce(?, id) ORDER BY id DESC LIMIT ?"
    return [Batch(*row) for row in get_db().execute(sql, [id, limit]).fetchall()]


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
    rows = get_db().execute("SELECT id FROM plays WHERE batch = ? AND deleted <> ?", [id, deleted]).fetchall()
    for some in _slices([id for (id,) in rows]):
        with writing() as db:
            _mark(db, some, deleted=deleted)
        give_way()
    list_store.recount()


def _fresh(db: Database, plays: Sequence[Play]) -> list[Play]:
    """Pick the plays that are not here yet, each once."""
    fresh: dict[str, Play] = {}
    codes = set()
    for play in plays:
        identity = _identity(play)
        known = "SELECT 1 FROM plays WHERE identity = ? UNION ALL SELECT 1 FROM plays WHERE code = ?"
        if identity in fresh or play.code in codes or db.execute(known, [identity, play.code]).fetchone():
            continue
        fresh[identity] = play
        codes |= {play.code} - {None}
    return list(fresh.values())


def _identity(play: Play) -> str:
    """Give what tells a play that comes in again: the same moment, and players with the same points."""
    said = [play.game, round(play.played_at), [[player.name, player.points] for player in play.players]]
    return sha256(json.dumps(said).encode()).hexdigest()[:32]


def _slices(many: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (many[start : start + SLICE] for start in range(0, len(many), SLICE))


def fill(app: App) -> None:
    """Put the plays that were kept before there were lists into theirs."""
    assert isinstance(app, Flask)  # blueprints know only what it has in common with others
    with app.app_context():
        if list_store.missing(get_db()) and not app.config["READ_ONLY"]:
            get_db().execute("PRAGMA cache_size = -65536")
            with writing() as db:
                for some in _slices(list_store.missing(db)):
                    _fill(db, some)
            list_store.recount()


def _fill(db: Database, ids: Sequence[int]) -> None:
    plays = _read_all(ids)
    db.conn.executemany("UPDATE plays SET identity = ? WHERE id = ?", [(_identity(play), play.id) for play in plays])
    deleted = {id for (id,) in _rows("SELECT id FROM plays WHERE deleted = 1 AND id IN ({})", ids)}
    list_store.enlist(db, [play for play in plays if play.id not in deleted])


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
            _mark(db, [play.id], deleted=not ended)
    list_store.recount()


def find_code(code: str) -> int | None:
    """Find the id of the play saved from a table."""
    row = next(get_db().query("SELECT id FROM plays WHERE code = ? AND deleted = 0", [code]), None)
    return row["id"] if row else None


def plays(
    *, game: str | None = None, player: str | None = None, before: int | None = None, limit: int = -1
) -> list[Play]:
    """Give the plays, of one game or one player if asked, the latest first, without the lines behind their points.

    `before` is the id of the play after which the list goes on.
    """
    cursor = list_store.cursor(before)
    rows = list_store.latest(game or list_store.EVERYTHING, player, before=cursor, limit=limit)
    return find_all([id for _, id in rows])


def find_all(ids: Sequence[int]) -> list[Play]:
    """Give the plays with these ids in their order, those that are not deleted, without the lines."""
    return _read_all(ids, live=True)


def _read_all(ids: Sequence[int], *, live: bool = False) -> list[Play]:
    seats: dict[int, list[Player]] = {}
    sql = "SELECT play, name, colour, place, points, tie_break FROM players WHERE play IN ({}) ORDER BY play, position"
    for id, name, colour, place, points, tie_break in _rows(sql, ids):
        seats.setdefault(id, []).append(Player(name, colour, place, points, tie_break, ()))
    sql = "SELECT id, game, code, played_at, options, note, deleted FROM plays WHERE id IN ({})"
    found = {
        id: Play(id, game, code, at, _options(options), note, tuple(seats.get(id, ())))
        for id, game, code, at, options, note, deleted in _rows(sql, ids)
        if not (live and deleted)
    }
    return [found[id] for id in ids if id in found]


def _rows(sql: str, ids: Sequence[int]) -> list[Any]:
    """Read rows of many plays: {} in `sql` stands for their ids."""
    return get_db().execute(sql.format(", ".join("?" * len(ids))), list(ids)).fetchall()


def chunks(*, game: str | None, player: str | None) -> Iterator[list[Play]]:
    """Give the plays like `plays`, a slice at a time.

    Each slice is read when it is asked for, so that what is deleted meanwhile is left out, and no lock is held.
    """
    before = None
    while rows := list_store.latest(game or list_store.EVERYTHING, player, before=before, limit=SLICE):
        before = rows[-1]
        yield find_all([id for _, id in rows])


def exported(*, game: str | None, player: str | None) -> Iterator[list[str]]:
    """Give the plays like `chunks`, each as the JSON text of what `to_json` gives."""
    for plays in chunks(game=game, player=player):
        yield [_dumped(play, lines) for play, lines in zip(plays, _lines(plays), strict=True)]


def _lines(plays: Sequence[Play]) -> list[dict[int, str]]:
    """Give the lines of each play's players by their place in it, as they are kept."""
    found: dict[int, dict[int, str]] = {play.id: {} for play in plays}
    for id, position, lines in _rows("SELECT play, position, lines FROM players WHERE play IN ({})", [*found]):
        found[id][position] = lines
    return list(found.values())


def _dumped(play: Play, lines: Mapping[int, str]) -> str:
    """Write a play with its lines as they are kept: to read and write them again would take most of the time."""
    *head, _ = to_json(play).items()
    players = []
    for position, player in enumerate(play.players):
        *values, _ = _player_to_json(player).items()
        players.append(f'{_dump(dict(values))[:-1]}, "lines": {lines.get(position, "[]")}}}')
    return f'{_dump(dict(head))[:-1]}, "players": [{", ".join(players)}]}}'


def games_played() -> dict[str, int]:
    """Count the plays per game, the most played first."""
    sql = "SELECT game, count(*) AS plays FROM plays WHERE deleted = 0 GROUP BY game ORDER BY plays DESC, game"
    return {row["game"]: row["plays"] for row in get_db().query(sql)}


def edits(id: int, *, limit: int) -> list[Edit]:
    """Give the edits of a play, the latest first."""
    sql = "SELECT at, before, after FROM edits WHERE play = ? ORDER BY id DESC LIMIT ?"
    rows = get_db().query(sql, [id, limit])
    return [Edit(row["at"], from_json(json.loads(row["before"])), from_json(json.loads(row["after"]))) for row in rows]


def count_edits(id: int) -> int:
    """Count the edits of a play."""
    return int(get_db().table("edits").count_where("play = ?", [id]))


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
            "options": _from_plain(values["options"]),
            "players": tuple(_player_from_json(player) for player in values["players"]),
        }
    )


def _options(text: str) -> dict[str, Any]:
    return _from_plain(json.loads(text))


def _from_plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _option(value) for key, value in values.items()}


def _player_from_json(values: Mapping[str, Any]) -> Player:
    lines = (
        Line(**{**line, "label": from_plain(line["label"], ours()), "why": from_plain(line["why"], ours())})
        for line in values["lines"]
    )
    return Player(**{**values, "lines": tuple(lines)})


def _option(value: Any) -> Any:
    """Read what a play was played with: a number, a word, a sentence, or a list of words and numbers."""
    if isinstance(value, list):
        return [one if isinstance(one, str | int | float) else "…" for one in value]
    read = from_plain(value, ours())
    return "…" if isinstance(read, dict) else read


def _read(row: Mapping[str, Any]) -> Play:
    return from_json({**row, "options": json.loads(row["options"]), "players": json.loads(row["players"])})


def _find_by(**key: Any) -> Play | None:
    where = " AND ".join(f"{column} = :{column}" for column in key)
    row = next(get_db().query(f"{_PLAYS} WHERE {where}", key), None)
    return _read(row) if row else None


def _mark(db: Database, ids: Sequence[int], *, deleted: bool) -> None:
    """Mark plays as deleted or not, and let them stand in their lists as they are now."""
    rows = [(deleted, time.time(), id) for id in ids]
    db.conn.executemany("UPDATE plays SET deleted = ?, deleted_at = ? WHERE id = ?", rows)
    list_store.unlist(db, ids)
    list_store.enlist(db, _read_all(ids, live=True))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _differ(before: Play, after: Play) -> bool:
    return _dump(to_json(before)) != _dump(to_json(after))


def _insert(db: Database, plays: Sequence[Play], *, batch: int | None = None) -> list[int]:
    """Keep new plays; give their ids."""
    sql = (
        "INSERT INTO plays (game, code, played_at, options, note, identity, batch) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " RETURNING id"
    )
    kept = []
    for play in plays:
        options = _dump(to_json(play)["options"])
        values = [play.game, play.code, play.played_at, options, play.note, _identity(play), batch]
        [(id,)] = db.execute(sql, values).fetchall()
        kept.append(replace(play, id=id))
    _insert_players(db, kept)
    list_store.enlist(db, kept)
    return [play.id for play in kept]


def _insert_players(db: Database, plays: Sequence[Play]) -> None:
    rows = (
        {"play": play.id, "position": position, **player, "lines": _dump(player["lines"])}
        for play in plays
        for position, player in enumerate(to_json(play)["players"])
    )
    db.conn.executemany(
        "INSERT INTO players (play, position, name, colour, place, points, tie_break, lines)"
        " VALUES (:play, :position, :name, :colour, :place, :points, :tie_break, :lines)",
        rows,
    )


def _replace(db: Database, before: Play, after: Play) -> None:
    """Put `after` in the place of `before`, and keep both in the trace; `_mark` then puts it into its lists."""
    options = _dump(to_json(after)["options"])
    db.execute(
        "UPDATE plays SET played_at = ?, options = ?, note = ?, identity = ? WHERE id = ?",
        [after.played_at, options, after.note, _identity(after), after.id],
    )
    db.execute("DELETE FROM players WHERE play = ?", [after.id])
    _insert_players(db, [after])
    db.execute(
        "INSERT INTO edits (play, at, before, after) VALUES (?, ?, ?, ?)",
        [after.id, time.time(), _dump(to_json(before)), _dump(to_json(after))],
    )
