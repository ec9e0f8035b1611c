"""Players as people: whom a name belongs to, and who is hidden from lists.

A play keeps what it called somebody (`said`) beside what the person is called now, so that a merge can be taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.membership import current_house
from companion.scores.model import COMMON, SOLO, folded, renamed
from companion.scores.stores import list_store, row_store
from companion.storage.connections import get_db
from companion.storage.protocol import Database
from companion.table.finished import Play


def persons(db: Database, house: int, names: Collection[str]) -> dict[str, str]:
    """Find those of some names whose person is called otherwise."""
    sql = f"SELECT name, person FROM people WHERE house = ? AND name IN ({', '.join('?' * len(names))})"
    found = dict(db.execute(sql, [house, *names]).fetchall()) if names else {}
    return {name: person for name, person in found.items() if person != name}


def called(db: Database, play: Play) -> Play:
    """Call the players of a play by what they are called now; two who would be the same stay apart."""
    said = [one.said or one.name for one in play.players]
    now, names = persons(db, play.house, {*said}), [one.name for one in play.players]
    after = [now.get(name, name) for name in said]
    after = [new if after.count(new) == 1 else name for new, name in zip(after, names, strict=True)]
    if after == names or len({*after}) < len(after):
        return play
    return renamed(play, dict(zip(names, after, strict=True)))


def settle(db: Database, plays: Iterable[Play]) -> None:
    """Write down what the players of plays are called now; whoever asks updates the lists."""
    for play in plays:
        if (after := called(db, play)) != play:
            row_store.replace_by(db, after)


def hidden(*, limit: int) -> list[str]:
    """List who is hidden."""
    sql = "SELECT name FROM people WHERE house = ? AND hidden = 1 ORDER BY name LIMIT ?"
    return [name for (name,) in get_db().execute(sql, [current_house(), limit])]


def find(typed: str) -> str | None:
    """Find the player who is meant by a name, with or without accents and capitals; None if nobody is."""
    db, house = get_db(), current_house()
    name = persons(db, house, [typed]).get(typed, typed)
    lists = [list_store.kept(list_store.list_of(None, kind)) for kind in (COMMON, SOLO)]
    sql = "SELECT name FROM summaries WHERE list IN (?, ?) AND {} = ? ORDER BY plays DESC LIMIT 1"
    for column, value in (("name", name), ("folded", folded(name))):
        if row := db.execute(sql.format(column), [*lists, value]).fetchone():
            return str(row[0])
    return None


def alike(name: str, *, limit: int) -> list[str]:
    """List other players whose names differ only in accents and capitals."""
    lists = [list_store.kept(list_store.list_of(None, kind)) for kind in (COMMON, SOLO)]
    sql = "SELECT DISTINCT name FROM summaries WHERE list IN (?, ?) AND folded = ? AND name <> ? ORDER BY name LIMIT ?"
    return [other for (other,) in get_db().execute(sql, [*lists, folded(name), name, limit])]


def is_hidden(name: str) -> bool:
    """Say whether a player is hidden."""
    sql = "SELECT hidden FROM people WHERE house = ? AND name = ?"
    row = get_db().execute(sql, [current_house(), name]).fetchone()
    return bool(row and row[0])
