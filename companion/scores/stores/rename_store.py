"""Players renamed, merged and hidden; each change can be taken back."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.files.safe_readers import yield_to_hub
from companion.language.player_names import alike
from companion.membership import current_house
from companion.refusal import Refusal
from companion.scores.model import COMMON, SOLO
from companion.scores.stores import list_store, people_store, play_store, row_store
from companion.scores.stores.list_store import KEY
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database

MOST_NAMES = 5000
"""How many names of a house belong to somebody who is called otherwise, or are hidden."""
AT_ONCE = 20
"""How many plays are written anew before others have their turn: some milliseconds."""
SHOWN = 20
"""How many changes of names a page lists."""
Row = tuple[str, int] | None
"""Whom a name belongs to, and 1 if that one is hidden; None for a name that is a person's own."""


class Rename(NamedTuple):
    """What somebody changed: the person's name before and now, and when, in seconds since 1970."""

    id: int
    at: float
    before: str
    after: str


def rename(before: str, after: str) -> int | None:
    """Call a person otherwise, in all plays of the house; one who is called so already is the same from now on.

    Return the number by which it can be taken back, None if nothing changes.
    """
    house = current_house()
    with writing(KEY) as db:
        if before == after:
            return None
        rows = _people(db, house)
        if (person := rows.get(after, (after, 0))[0]) not in (before, after):
            raise Refusal("%(name)s is now called %(person)s.", name=after, person=person)
        require_apart(db, before, after)
        _require_room(rows)
        names = [before, *(name for name, (person, _) in rows.items() if person == before and name != before)]
        hidden = rows.get(before, (before, 0))[1]
        now: dict[str, Row] = dict.fromkeys(names, (after, 0))
        now[after] = (after, hidden) if hidden else None
        id = _change(db, house, {name: rows.get(name) for name in now}, now)
    _settle_all([*now, before, after])
    return id


def hide(name: str, *, hidden: bool) -> None:
    """Leave a person out of the lists of players, or not any more."""
    house = current_house()
    with writing(KEY) as db:
        person = people_store.persons(db, house, [name]).get(name, name)
        if hidden and person not in (rows := _people(db, house)):
            _require_room(rows)
        _write(db, house, {person: (person, 1) if hidden else None})


def _require_room(people: Collection[str]) -> None:
    if len(people) >= MOST_NAMES:
        raise Refusal("Too many players have been renamed or hidden already.")


def take_back(id: int) -> None:
    """Take a change of names back; raise KeyError for an unknown one, and Refusal if a later one is in the way."""
    house = current_house()
    with writing(KEY) as db:
        sql = "SELECT before, after FROM renames WHERE house = ? AND id = ?"
        row = db.execute(sql, [house, id]).fetchone()
        if row is None:
            raise KeyError(id)
        before, after = ({name: tuple(one) if one else None for name, one in json.loads(text).items()} for text in row)
        rows = _people(db, house)
        if any((rows.get(name) or (name, 0))[0] != (one or (name, 0))[0] for name, one in after.items()):
            raise Refusal("These names were changed again later. Undo that first.")
        _write(db, house, before)
        db.execute("DELETE FROM renames WHERE house = ? AND id = ?", [house, id])
    _settle_all([*before, *(one[0] for one in after.values() if one)])


def require_apart(db: Database, one: str, other: str) -> None:
    """Refuse to call somebody as a fellow player is called, or by a name that looks the same."""
    own = "SELECT play FROM listed WHERE list = ? AND name = ?"
    sql = f"SELECT DISTINCT name FROM players WHERE play IN ({own}) AND name <> ?"
    for (name,) in db.execute(sql, [list_store.kept(list_store.list_of(None, COMMON)), one, one]).fetchall():
        if alike(name, other):
            raise Refusal("%(one)s and %(other)s have played together, so they are two people.", one=one, other=name)


def renames(*, limit: int = SHOWN) -> list[Rename]:
    """List what was changed in the names of the house, the latest first."""
    sql = "SELECT id, at, before, after FROM renames WHERE house = ? ORDER BY id DESC LIMIT ?"
    return [_told(*row) for row in get_db().execute(sql, [current_house(), limit])]


def _told(id: int, at: float, before: str, after: str) -> Rename:
    was, now = json.loads(before), json.loads(after)
    name = next(iter(now))
    return Rename(id, at, name if was[name] is None else was[name][0], now[name][0])


def left(db: Database) -> Sequence[int]:
    """List the plays that an interrupted change of names has left as they were."""
    sql = (
        "SELECT DISTINCT players.play FROM players JOIN plays ON plays.id = players.play JOIN people"
        " ON people.house = plays.house AND people.name = coalesce(players.said, players.name)"
        " WHERE people.person <> players.name AND plays.deleted = 0"
    )
    return [id for (id,) in db.execute(sql)] if db.execute("SELECT 1 FROM people LIMIT 1").fetchone() else []


def write_anew(ids: Sequence[int]) -> None:
    """Call the players of some plays by what they are called now, and update the lists."""
    for start in range(0, len(ids), AT_ONCE):
        with writing(KEY) as db:
            some = [play for id in ids[start : start + AT_ONCE] if (play := play_store.find_by("id = ?", id))]
            changed = [play.id for play in some if people_store.called(db, play) != play]
            people_store.settle(db, some)
            live = play_store.read_all(changed, live=True)
            list_store.unlist(db, [play.id for play in live])
            play_store.enlist(db, live)
        yield_to_hub()
    list_store.recount()


def _settle_all(names: Collection[str]) -> None:
    """Write the plays of some names anew, a few at a time."""
    lists = [list_store.kept(list_store.list_of(None, kind)) for kind in (COMMON, SOLO)]
    wanted, db = [*dict.fromkeys(names)], get_db()
    places = ", ".join("?" * len(wanted))
    sql = f"SELECT play FROM listed WHERE list IN (?, ?) AND name IN ({places}) ORDER BY play"
    ids = [id for (id,) in db.execute(sql, [*lists, *wanted])]
    write_anew(list(dict.fromkeys(ids)))


def _people(db: Database, house: int) -> dict[str, tuple[str, int]]:
    rows = db.execute("SELECT name, person, hidden FROM people WHERE house = ?", [house])
    return {name: (person, hidden) for name, person, hidden in rows}


def _change(
    db: Database,
    house: int,
    before: Mapping[str, Row],
    after: Mapping[str, Row],
) -> int:
    _write(db, house, after)
    sql = "INSERT INTO renames (house, at, before, after) VALUES (?, ?, ?, ?) RETURNING id"
    [(id,)] = db.execute(sql, [house, time.time(), row_store.dump(before), row_store.dump(after)]).fetchall()
    return int(id)


def _write(db: Database, house: int, rows: Mapping[str, Row]) -> None:
    db.executemany("DELETE FROM people WHERE house = ? AND name = ?", [(house, name) for name in rows])
    kept = [(house, name, *row) for name, row in rows.items() if row]
    db.executemany("INSERT INTO people (house, name, person, hidden) VALUES (?, ?, ?, ?)", kept)
