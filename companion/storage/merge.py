"""Bring what another installation has into this one, each thing once by its marks; what is here stays as it is.

A table is known by its code and the beginning of its log, a version of a box by its game and text, a photo by what it
shows. The other database is a copy of this version's schema, but anybody may have
written into it by hand: what no page could show is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.storage.protocol import Database
from companion.storage.sqlite import File

LOG = "seq, at, move, op"
"""What tells two logs apart."""
MOST, MOST_PHOTOS = 8 * 10**6, 500
"""How many bytes, and how many photos a house may have (as `kit.box.photo_store` says)."""
MOST_ASKED = {False: 200, True: 100}
"""How many questions without an answer a house may have, and with one a game of it (`kit.rules.own_store` says so)."""
LONGEST_ASKED, MOST_TIMES = 400, 10**6
"""How many characters a question or an answer that comes in may have, and how often it may have been asked."""
LONGEST_NOTE = 6_000
"""How many characters a seat's note that comes in may have (as `table.seating.seats` says)."""
POSSIBLE = f"at BETWEEN 0 AND {2**32}"
"""No moment of ours is earlier or later; pages cannot say others."""
IS_PHOTO = (
    "length(thing) BETWEEN 1 AND 100 AND length(hash) = 32 AND hash NOT GLOB '*[^0-9a-f]*'"
    " AND hex(substr(small, 9, 4)) = '57454250' AND hex(substr(large, 9, 4)) = '57454250'"
)
"""What the row of a photo is like: two pictures in WebP, by whose address they are found."""


def codes(source: File) -> list[str]:
    """List the tables at home, the oldest first; a code that was only reserved has no game."""
    sql = "SELECT code FROM tables WHERE house = 0 AND game <> '' ORDER BY opened_at, code"
    return [code for (code,) in source.execute(sql)]


def bring_table(source: File, target: Database, code: str, is_sound: Callable[[File, str], bool]) -> str:
    """Bring a table in within a writing block; return "new", "more" if only its log went on, "known", or why not.

    "Other" is one that has this table's code, or where both went on: it stays as it is. "Odd" is one that `is_sound`
    says no to.
    """
    ours = _rows(target, "log", LOG, code)
    theirs = _rows(source, "log", LOG, code)
    here = bool(_rows(target, "tables", "code", code))
    if here and ours[: len(theirs)] == theirs:
        return "known"
    if here and (theirs[: len(ours)] != ours or not ours):
        return "other"
    if not is_sound(source, code):
        return "odd"
    if here:
        _copy(source, target, "log", "code = ? AND seq > ?", [code, ours[-1][0]])
        target.execute("UPDATE tables SET over = ? WHERE code = ?", [_is_over(source, code), code])
        return "more"
    for table in ("tables", "seats", "log"):
        _copy(source, target, table, "code = ?", [code])
    _copy(source, target, "notes", "code = ? AND length(text) <= ?", [code, LONGEST_NOTE])
    target.execute("UPDATE tables SET next = NULL, led_at = NULL WHERE code = ?", [code])
    return "new"


def bring_boxes(source: File, target: Database, house: int, is_box: Callable[[str, str], bool]) -> int:
    """Bring in versions of boxes that are newer than what a game's box is here; return how many.

    `is_box` says of a text whether it is a box of a game: one that is none would keep all tables of it closed.
    """
    added = 0
    sql = f"SELECT game, at, corrections FROM box_versions WHERE house = 0 AND {POSSIBLE} ORDER BY id"
    for game, at, text in source.execute(sql).fetchall():
        same = "sum(CASE WHEN corrections = ? THEN 1 ELSE 0 END)"
        known = f"SELECT max(at), {same} FROM box_versions WHERE house = ? AND game = ?"
        latest, there = target.execute(known, [text, house, game]).fetchone()
        if not there and (latest is None or at > latest) and is_box(game, text):
            into = "INSERT INTO box_versions (house, game, at, corrections) VALUES (?, ?, ?, ?)"
            target.execute(into, [house, game, at, text])
            added += 1
    return added


def bring_photos(source: File, target: Database, house: int) -> int:
    """Bring in photos of things that have none here, as many as a house may have; return how many."""
    added, columns = 0, "game, thing, hash, small, large, at"
    sql = "SELECT count(*), coalesce(sum(length(small) + length(large)), 0) FROM box_photos WHERE house = ?"
    count, size = target.execute(sql, [house]).fetchone()
    for game, thing, *rest in source.execute(
        f"SELECT {columns} FROM box_photos WHERE house = 0 AND {POSSIBLE} AND {IS_PHOTO} ORDER BY at"
    ).fetchall():
        more = len(rest[1]) + len(rest[2])
        where = "house = ? AND game = ? AND (thing = ? OR hash = ?)"
        known = target.execute(f"SELECT 1 FROM box_photos WHERE {where}", [house, game, thing, rest[0]]).fetchone()
        if known or size + more > MOST or count + added >= MOST_PHOTOS:
            continue
        into = f"INSERT INTO box_photos (house, {columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        target.execute(into, [house, game, thing, *rest])
        size, added = size + more, added + 1
    return added


def bring_learned(source: File, target: Database, house: int, is_telling: Callable[[str, str, str], bool]) -> int:
    """Bring in what was read off in Tales and is not known here; return how much.

    `is_telling` says of a kind, a key and what was told whether somebody can have said so.
    """
    added, columns = 0, "kind, key, told, code, seq, at, struck"
    for row in source.execute(f"SELECT {columns} FROM learned WHERE house = 0 AND {POSSIBLE}").fetchall():
        where = "house = ? AND kind = ? AND key = ? AND told = ?"
        if (
            is_telling(*row[:3])
            and not target.execute(f"SELECT 1 FROM learned WHERE {where}", [house, *row[:3]]).fetchone()
        ):
            target.execute(f"INSERT INTO learned (house, {columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [house, *row])
            added += 1
    return added


def bring_asked(source: File, target: Database, house: int) -> int:
    """Bring in questions and own answers that are not known here, as many as a house may have; return how many."""
    added, columns = 0, "game, language, question, folded, answer, at, times"
    fits = " AND ".join(f"length({column}) <= {LONGEST_ASKED}" for column in ("question", "folded", "answer"))
    fits += f" AND {POSSIBLE} AND times BETWEEN 0 AND {MOST_TIMES} AND language IN ('de', 'en')"
    for row in source.execute(f"SELECT {columns} FROM asked WHERE house = 0 AND {fits} ORDER BY at DESC"):
        game, folded, answer = row[0], row[3], row[4]
        known = target.execute(
            "SELECT 1 FROM asked WHERE house = ? AND game = ? AND folded = ? AND (answer <> '' OR ? = '')",
            [house, game, folded, answer],
        ).fetchone()
        sql = "SELECT count(*) FROM asked WHERE house = ? AND (CASE WHEN answer = '' THEN '' ELSE game END) = ?"
        [(count,)] = target.execute(sql, [house, game if answer else ""]).fetchall()
        if known or count >= MOST_ASKED[bool(answer)]:
            continue
        target.execute("DELETE FROM asked WHERE house = ? AND game = ? AND folded = ?", [house, game, folded])
        target.execute(f"INSERT INTO asked (house, {columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [house, *row])
        added += 1
    return added


def _is_over(source: File, code: str) -> int:
    [(over,)] = source.execute("SELECT over FROM tables WHERE code = ?", [code]).fetchall()
    return int(bool(over))


def _rows(database: Database, table: str, columns: str, code: str) -> list[tuple[Any, ...]]:
    sql = f"SELECT {columns} FROM {table} WHERE code = ? ORDER BY {columns}"
    return [tuple(row) for row in database.execute(sql, [code]).fetchall()]


def _copy(source: File, target: Database, table: str, where: str, values: Sequence[Any]) -> None:
    columns = [*source.table(table).columns_dict]
    named = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join("?" * len(columns))
    rows: Iterator[Any] = source.execute(f"SELECT {named} FROM {table} WHERE {where}", values)
    target.executemany(f"INSERT INTO {table} ({named}) VALUES ({marks})", [tuple(row) for row in rows])
