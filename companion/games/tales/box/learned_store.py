"""What a house has learned of its own matrix, cards and Book, in the database: each telling once, the first one.

It leaves the house by no file; a backup of the installation has it, and it goes with the house.
"""

from __future__ import annotations

from collections.abc import Iterable

from flask import current_app

from companion.games.tales.box.learned import (
    BETWEEN,
    CARD,
    HEADINGS,
    KINDS,
    MATRIX,
    MOST,
    Learned,
    Telling as Telling,
    spelled,
    tellings,
)
from companion.membership import NOBODY, current_house, is_public
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database
from companion.table.log import Table


def is_kept() -> bool:
    """Say whether anything is learned here: on a public host only if its operator wants it."""
    return bool(current_app.config["LOOK_UP"]) or not is_public()


def learn(table: Table) -> None:
    """Keep what was read off in the last move, unless it is known; of a guest at a table nothing is learned."""
    found = tellings(table.state, table.entries[-1])
    if not found or not is_kept() or current_house() == NOBODY:
        return
    entry = table.entries[-1]
    with writing(_key()) as db:
        for telling in found:
            kind, key, told = spelled(telling, (one.key for one in _all(db, telling.kind)))
            db.execute(
                "INSERT INTO learned (house, kind, key, told, code, seq, at, struck) VALUES (?, ?, ?, ?, ?, ?, ?, 0)"
                " ON CONFLICT (house, kind, key, told) DO UPDATE SET code = excluded.code, seq = excluded.seq,"
                " at = excluded.at, struck = 0 WHERE learned.struck = 1",
                [current_house(), kind, BETWEEN.join(key), told, table.code, entry.seq, entry.at],
            )
        _make_room(db)


def _make_room(db: Database) -> None:
    """Forget what is too much for a house: what was taken back first, then the oldest."""
    for kind in KINDS:
        sql = "SELECT count(*) FROM learned WHERE house = ? AND kind = ?"
        more = int(db.execute(sql, [current_house(), kind]).fetchone()[0]) - MOST[kind]
        if more > 0:
            sql = "SELECT key, told FROM learned WHERE house = ? AND kind = ? ORDER BY struck DESC, at, key LIMIT ?"
            rows = db.execute(sql, [current_house(), kind, more]).fetchall()
            sql = "DELETE FROM learned WHERE house = ? AND kind = ? AND key = ? AND told = ?"
            db.executemany(sql, [(current_house(), kind, *row) for row in rows])


def follow(table: Table) -> None:
    """Let what was told at a table count as far as its log counts, after a move was taken back or restored."""
    sql = "SELECT seq, struck FROM learned WHERE house = ? AND code = ?"
    rows = get_db().execute(sql, [current_house(), table.code]).fetchall()
    counts = {entry.seq for entry in table.moves}
    changed = {(int(seq not in counts), seq) for seq, struck in rows if struck != (seq not in counts)}
    if changed:
        with writing(_key()) as db:
            sql = "UPDATE learned SET struck = ? WHERE house = ? AND code = ? AND seq = ?"
            db.executemany(sql, [(struck, current_house(), table.code, seq) for struck, seq in sorted(changed)])


def forget(telling: Telling) -> None:
    """Forget what was told wrongly."""
    with writing(_key()) as db:
        if telling in [one[:3] for one in _all(db, telling.kind)]:
            sql = "DELETE FROM learned WHERE house = ? AND kind = ? AND key = ? AND told = ?"
            db.execute(sql, [current_house(), telling.kind, BETWEEN.join(telling.key), telling.told])


def find(kind: str, *key: str) -> list[Learned]:
    """List what is known of a kind, or of what begins with these parts of a key, the first told first."""
    return _all(get_db(), kind, *key) if is_kept() else []


def _all(db: Database, kind: str, *key: str) -> list[Learned]:
    begins = "".join(part + BETWEEN for part in key)
    sql = (
        "SELECT kind, key, told, at FROM learned WHERE house = ? AND kind = ? AND struck = 0"
        " AND substr(key, 1, ?) = ? ORDER BY at, key, told LIMIT ?"
    )
    rows = db.execute(sql, [current_house(), kind, len(begins), begins, MOST[kind]]).fetchall()
    return [Learned(kind, tuple(key.split(BETWEEN)), told, at) for kind, key, told, at in rows]


def of_matrix(letter: str) -> list[Learned]:
    """List the cells of a matrix that are known."""
    return find(MATRIX, letter)


def of_card(key: Iterable[str]) -> list[Learned]:
    """List where a card leads, as far as anybody has said."""
    return _same(find(CARD), tuple(key))


def of_paragraph(number: int) -> list[Learned]:
    """List which headings a paragraph offers, as far as anybody has said."""
    return _same(find(HEADINGS), (str(number),))


def _same(known: Iterable[Learned], key: tuple[str, ...]) -> list[Learned]:
    wanted = [part.casefold() for part in key]
    return [one for one in known if [part.casefold() for part in one.key] == wanted]


def names_of_cards() -> tuple[str, ...]:
    """List the cards that were named, to be offered again."""
    return tuple(sorted({one.key[1] for one in find(CARD)}, key=str.casefold))


def _key() -> str:
    """Name what is learned in a writing block."""
    return f"learned in house {current_house()}"
