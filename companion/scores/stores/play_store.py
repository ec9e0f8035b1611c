"""Finished plays in the database: rows in and out."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.files.safe_readers import yield_to_hub
from companion.language import time_zones
from companion.language.catalogues import ours
from companion.language.texts import Text, from_plain
from companion.membership import current_house
from companion.scores.model import Choice, Edit, Summary, by_source, source_of
from companion.scores.stores import list_store, people_store, search_store
from companion.scores.stores.list_store import KEY
from companion.scores.stores.row_store import differ, dump, insert, of_its_own, renew, rewrite
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database
from companion.table.finished import Line, Play, Player
from companion.table.import_export.serialize import from_json, player_to_json, read_lines, read_options, to_json
from companion.table.log import changed

__all__ = [
    "Choice",
    "Edit",
    "Line",
    "Play",
    "Player",
    "Summary",
    "chunks",
    "delete",
    "find",
    "find_all",
    "find_code",
    "find_deleted",
    "find_waiting",
    "find_zone",
    "from_json",
    "games_played",
    "plays",
    "points",
    "restore",
    "save",
    "sources",
    "to_json",
    "trash",
]

EVERY = Choice()
"""The choice of all plays."""
MOST_SOURCES = 200
"""How many columns a table for spreadsheets has for sources of points; a file may bring any."""
SLICE = 50
"""How many plays are read or written before others have their turn: some milliseconds."""
UNTOLD = ("zone", "location", "expansion")
"""The options of a play that stay whatever its table tells: where it was ended first, and what only people know."""
WAITING = 2
"""What stands in place of "deleted" for a play whose end was taken back: its game goes on, nobody deleted it."""


def save(
    game: str,
    *,
    code: str | None,
    played_at: float,
    options: Mapping[str, Any],
    players: Sequence[Player],
    note: str = "",
    more: Collection[str] = (),
) -> int:
    """Keep a finished play; return its id.

    A table's `code` has one play: saved again, it replaces the earlier one (brought back if it was deleted) and leaves
    a trace, if anything differs but when it ended and how long it took. If only the options `more` are new since the
    table told of it last, these are added, and corrections stay. The play also keeps the time zone of the phone that
    asks, its first.
    """
    zone = {"zone": name} if (name := time_zones.name()) else {}
    with writing(KEY) as db:
        play = Play(0, game, code, played_at, {**options, **zone}, note, tuple(players), current_house())
        id = _save(db, replace(play, house=_house_of(code)) if code is not None else play, more)
    list_store.recount()
    return id


def add(play: Play) -> int:
    """Keep a play that somebody entered; return its id."""
    return save(
        play.game, code=None, played_at=play.played_at, options=play.options, players=play.players, note=play.note
    )


def keep(play: Play, was: Play | None) -> None:
    """Keep how a table's game ended, as `save` does, and what the table told of it before."""
    more = play.options.keys() - was.options.keys() if was and _only_adds(was, play) else ()
    save(play.game, code=play.code, played_at=play.played_at, options=play.options, players=play.players, more=more)


def _save(db: Database, play: Play, more: Collection[str]) -> int:
    before = _find_at(play.code, play.house) if play.code is not None else None
    play = people_store.called(db, play)
    if before is None:
        own = of_its_own(db, play)
        return insert(db, {own: changed(play, identity=own)})[0]
    untold = {name: before.options[name] for name in UNTOLD if name in before.options}
    options = {key: value for key, value in play.options.items() if key != "zone"} | untold
    after = replace(before, game=play.game, options=options, players=play.players)
    if more:
        renew(db, replace(before, options={**{key: options[key] for key in more}, **before.options}))
    elif _only_adds(before, after):
        renew(db, replace(after, options={**options, **before.options}))
    elif differ(_untimed(before), _untimed(after)):
        rewrite(db, before, replace(after, played_at=play.played_at))
    elif find_by("deleted = 0 AND id = ?", before.id):
        return before.id
    mark(db, [before.id], deleted=False)
    return before.id


def delete(id: int) -> None:
    """Take a play out of all lists and sums; `restore` brings it back."""
    with writing(KEY) as db:
        if find(id):
            mark(db, [id], deleted=True)
    list_store.recount()


def restore(id: int) -> None:
    """Bring a deleted play back."""
    with writing(KEY) as db:
        if find_deleted(id):
            mark(db, [id], deleted=False)
    list_store.recount()


def trash(*, limit: int, offset: int = 0) -> list[tuple[float | None, Play]]:
    """List deleted plays with the moment of their deletion, the latest first, without the lines behind their points."""
    order = "deleted_at DESC NULLS LAST, id DESC"
    sql = f"SELECT id, deleted_at FROM plays WHERE house = ? AND deleted = 1 ORDER BY {order} LIMIT ? OFFSET ?"
    deleted = dict(get_db().execute(sql, [current_house(), limit, offset]).fetchall())
    return [(deleted[play.id], play) for play in read_all([*deleted])]


def enlist(db: Database, plays: Sequence[Play]) -> None:
    list_store.enlist(db, plays)
    search_store.index(db, plays)


def find(id: int) -> Play | None:
    """Find a play that is not deleted."""
    return find_by("deleted = 0 AND id = ? AND house = ?", id, current_house())


def find_deleted(id: int) -> Play | None:
    """Find a play that is deleted."""
    return find_by("deleted = 1 AND id = ? AND house = ?", id, current_house())


def find_waiting(id: int) -> Play | None:
    """Find a play whose game goes on at its table."""
    return find_by(f"deleted = {WAITING} AND id = ? AND house = ?", id, current_house())


def let_wait(code: str) -> None:
    """Take a table's play out of the list while the end of its game is taken back; `save` puts it back."""
    with writing(KEY) as db:
        play = _find_at(code, _house_of(code))
        if play is not None:
            mark(db, [play.id], deleted=WAITING)
    list_store.recount()


def find_code(code: str) -> int | None:
    """Find the id of the play saved from a table."""
    sql = "SELECT id FROM plays WHERE house = ? AND code = ? AND deleted = 0"
    row = get_db().execute(sql, [current_house(), code]).fetchone()
    return row[0] if row else None


def find_zone(code: str) -> str | None:
    """Find the time zone of the play saved from a table."""
    play = _find_at(code, _house_of(code))
    return play.zone if play else None


def plays(choice: Choice = EVERY, *, before: int | None = None, limit: int = sys.maxsize) -> list[Play]:
    """List the chosen plays, the latest first, without the lines behind their points.

    `before` is the id of the play after which the list goes on.
    """
    rows = search_store.latest(choice, before=list_store.cursor(before), limit=limit)
    return find_all([id for _, id in rows])


def find_all(ids: Sequence[int]) -> list[Play]:
    """Find the plays with these ids, in their order, without deleted ones and without the lines."""
    return [play for play in read_all(ids, live=True) if play.house == current_house()]


def read_all(ids: Sequence[int], *, live: bool = False) -> list[Play]:
    seats: dict[int, list[Player]] = {}
    sql = f"SELECT play, {OF_PLAYER} FROM players WHERE play IN ({{}}) ORDER BY play, position"
    for id, *row in read_rows(sql, ids):
        seats.setdefault(id, []).append(_player(row, ()))
    rows = read_rows(f"SELECT deleted, {OF_PLAY} FROM plays WHERE id IN ({{}})", ids)
    found = {row[0]: _play(row, seats.get(row[0], ())) for deleted, *row in rows if not (live and deleted)}
    return [found[id] for id in ids if id in found]


OF_PLAY = "id, game, code, played_at, options, note, house, identity"
OF_PLAYER = "name, colour, place, points, tie_break, seat, team, role, said"


def _play(row: Sequence[Any], players: Sequence[Player]) -> Play:
    id, game, code, at, options, note, house, identity = row
    return Play(id, game, code, at, read_options(options), note, tuple(players), house, identity or "")


def _player(row: Sequence[Any], lines: tuple[Line, ...]) -> Player:
    name, colour, place, points, tie_break, seat, team, role, said = row
    return Player(name, colour, place, points, tie_break, lines, seat, team, role or "", said or "")


def read_rows(sql: str, ids: Sequence[int]) -> list[Any]:
    """Read rows of many plays: {} in `sql` is replaced by their ids."""
    return get_db().execute(sql.format(", ".join("?" * len(ids))), ids).fetchall() if ids else []


def chunks(choice: Choice = EVERY) -> Iterator[list[Play]]:
    """List the plays like `plays`, a slice at a time.

    Each slice is read when it is needed, so that plays deleted meanwhile are left out, and no lock is held.
    """
    before = None
    while rows := search_store.latest(choice, before=before, limit=SLICE):
        before = rows[-1]
        yield find_all([id for _, id in rows])


def sources(choice: Choice = EVERY) -> dict[str, str]:
    """List where points of the chosen plays come from, each with its label in the latest of them.

    That are at most 200 sources, those of the latest plays first. A label that names a player is none of the source.
    """
    found: dict[str, Any] = {}
    before = None
    sql = "SELECT DISTINCT lines FROM players WHERE play IN ({})"
    while len(found) < MOST_SOURCES and (rows := search_store.latest(choice, before=before, limit=SLICE)):
        before = rows[-1]
        for (lines,) in read_rows(sql, [id for _, id in rows]):
            for line in json.loads(lines):
                found.setdefault(source_of(line["id"]), line["label"])
        yield_to_hub()
    return {id: label_of(id, label) for id, label in islice(found.items(), MOST_SOURCES)}


def label_of(id: str, kept: Any) -> str:
    """Read what a source is called; by its id where that is a sentence about somebody."""
    label = from_plain(kept, ours())
    named = isinstance(label, Text) and any(type(part) is str for part in label.values.values())
    return id.replace("_", " ") if named or not isinstance(label, str) else label


def points(plays: Sequence[Play]) -> list[list[Counter[str]]]:
    """Add up the points of each player of each play by their sources."""
    found = []
    for play, lines in zip(plays, _lines(plays), strict=True):
        own = [json.loads(lines.get(position, "[]")) for position in range(len(play.players))]
        found.append([by_source((line["id"], line["points"]) for line in each) for each in own])
    return found


def lines(plays: Sequence[Play]) -> list[list[list[dict[str, Any]]]]:
    """Read the lines behind the points of each player of each play, as they are kept, their labels as sentences."""
    found = []
    for play, kept in zip(plays, _lines(plays), strict=True):
        own = [json.loads(kept.get(position, "[]")) for position in range(len(play.players))]
        found.append([[{**line, "id": source_of(line["id"])} for line in each] for each in own])
    return found


def exported(choice: Choice = EVERY) -> Iterator[list[str]]:
    """List the plays like `chunks`, each as the JSON text of `to_json`."""
    for plays in chunks(choice):
        yield [_dumped(play, lines) for play, lines in zip(plays, _lines(plays), strict=True)]


def _lines(plays: Sequence[Play]) -> list[dict[int, str]]:
    """Read the lines of each play's players by their place in it, as they are kept."""
    found: dict[int, dict[int, str]] = {play.id: {} for play in plays}
    for id, position, lines in read_rows("SELECT play, position, lines FROM players WHERE play IN ({})", [*found]):
        found[id][position] = lines
    return list(found.values())


def _dumped(play: Play, lines: Mapping[int, str]) -> str:
    """Write a play with its lines as they are kept: reading and writing them again would take most of the time."""
    head, players = to_json(play), []
    for position, player in enumerate(play.players):
        values = player_to_json(player)
        del values["lines"]
        players.append(f'{dump(values)[:-1]}, "lines": {lines.get(position, "[]")}}}')
    del head["players"]
    return f'{dump(head)[:-1]}, "players": [{", ".join(players)}]}}'


def games_played() -> dict[str, int]:
    """Count the plays per game, the most played first."""
    sql = (
        "SELECT game, count(*) AS plays FROM plays WHERE house = ? AND deleted = 0"
        " GROUP BY game ORDER BY plays DESC, game"
    )
    return dict(get_db().execute(sql, [current_house()]).fetchall())


def _house_of(code: str) -> int:
    """Find the house of the table that a play's code names."""
    row = get_db().execute("SELECT house FROM tables WHERE code = ?", [code.partition("/")[0]]).fetchone()
    return row[0] if row else current_house()


def _find_at(code: str, house: int) -> Play | None:
    return find_by("house = ? AND code = ?", house, code)


def find_by(where: str, *values: Any) -> Play | None:
    db = get_db()
    found = db.execute(f"SELECT {OF_PLAY} FROM plays WHERE {where}", values).fetchone()
    if found is None:
        return None
    sql = f"SELECT lines, {OF_PLAYER} FROM players WHERE play = ? ORDER BY position"
    return _play(found, [_player(row, read_lines(lines)) for lines, *row in db.execute(sql, [found[0]])])


def mark(db: Database, ids: Sequence[int], *, deleted: int) -> None:
    """Mark plays as deleted, `WAITING` or neither, and update the lists and sums.

    Whoever was renamed or merged while a play was deleted is called so when it comes back.
    """
    rows = [(int(deleted), time.time(), id) for id in ids]
    db.executemany("UPDATE plays SET deleted = ?, deleted_at = ? WHERE id = ?", rows)
    list_store.unlist(db, ids)
    if not deleted:
        people_store.settle(db, [play for id in ids if (play := find_by("id = ?", id))])
    enlist(db, read_all(ids, live=True))


def _only_adds(before: Play, after: Play) -> bool:
    """Say whether a play only tells more than before, as of goals once they are shown: nobody corrected it."""
    known = {key: value for key, value in after.options.items() if key in before.options}
    more = after.options.keys() - before.options.keys() - {"seconds"}
    return bool(more) and not differ(_untimed(before), _untimed(replace(after, options=known)))


def _untimed(play: Play) -> Play:
    return replace(play, options={**play.options, "seconds": None})
