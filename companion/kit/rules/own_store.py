"""What a house asked of a game's rules and was not found, and the answers it wrote itself, in the database.

Of a question its words are kept, when and how often it was asked: nothing says by whom, or at which table.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import current_app

from companion.kit.rules.own_file import COLUMNS, says_something, write
from companion.kit.rules.search import MOST_LETTERS
from companion.language.player_names import tidy
from companion.membership import NOBODY, current_house, is_public
from companion.refusal import Refusal
from companion.storage.connections import get_db, no_wait, writing
from companion.storage.protocol import Database, StorageError
from companion.table.attempts import may_try, tried

MOST_ASKED, MOST_ANSWERS = 200, 100
"""How many questions without an answer a house keeps, and how many answers of its own for a game."""
UNFINISHED = 60.0
"""For how many seconds a question that goes on as an earlier one began takes its place: that was sent too early."""
MINE = "house = ? AND game = ?"


@dataclass(frozen=True)
class Own:
    """A question that a house asked, in which language, when last and how often; with its own answer, or ""."""

    id: int
    language: str
    question: str
    answer: str
    at: float
    times: int


def may_keep() -> bool:
    """Say whether questions may be kept here: as the operator wants, else at home only."""
    wanted: bool | None = current_app.config["KEEP_QUESTIONS"]
    return not is_public() if wanted is None else bool(wanted)


def is_on() -> bool:
    """Say whether this house wants its questions kept."""
    sql = "SELECT 1 FROM kept_things WHERE house = ? AND kind = 'off' AND key = 'asked'"
    return not get_db().execute(sql, [current_house()]).fetchone()


def switch(*, on: bool) -> None:
    """Keep questions of this house from now on, or no longer."""
    with writing(_key()) as db:
        db.execute("DELETE FROM kept_things WHERE house = ? AND kind = 'off' AND key = 'asked'", [current_house()])
        if not on and current_house() != NOBODY:
            db.execute(
                "INSERT INTO kept_things (house, kind, key, thing) VALUES (?, 'off', 'asked', '{}')", [current_house()]
            )


def folded(question: str) -> str:
    """Write a question so that the same one is the same text, however it was typed."""
    return " ".join(question.casefold().split()).rstrip(" ?!.")[:MOST_LETTERS]


def keep(game: str, language: str, typed: str) -> None:
    """Keep a question that was not found; if anything is in the way, the page that says so comes nevertheless."""
    question = tidy(typed)[:MOST_LETTERS]
    if current_house() == NOBODY or not may_keep() or not says_something(question):
        return
    with suppress(StorageError), no_wait():
        if not get_db().is_writing and may_try("QUESTIONS") and is_on():
            with writing(_key()) as db:
                _keep(db, game, language, question)
            tried("QUESTIONS")


def _keep(db: Database, game: str, language: str, question: str) -> None:
    now, same = time.time(), folded(question)
    db.execute(
        f"DELETE FROM asked WHERE {MINE} AND answer = '' AND at > ?"
        " AND folded <> ? AND substr(?, 1, length(folded)) = folded",
        [current_house(), game, now - UNFINISHED, same, same],
    )
    db.execute(
        "INSERT INTO asked (house, game, language, question, folded, answer, at, times)"
        " VALUES (?, ?, ?, ?, ?, '', ?, 1)"
        " ON CONFLICT (house, game, folded) DO UPDATE SET at = excluded.at, times = asked.times + 1",
        [current_house(), game, language, question, same, now],
    )
    _make_room(db)


def _make_room(db: Database) -> None:
    """Forget the oldest questions without an answer if there are too many."""
    [(count,)] = db.execute("SELECT count(*) FROM asked WHERE house = ? AND answer = ''", [current_house()]).fetchall()
    if count > MOST_ASKED:
        oldest = "SELECT id FROM asked WHERE house = ? AND answer = '' ORDER BY at, id LIMIT ?"
        db.execute(f"DELETE FROM asked WHERE id IN ({oldest})", [current_house(), count - MOST_ASKED])


def count_asked(game: str) -> int:
    """Count the questions that have no answer."""
    sql = f"SELECT count(*) FROM asked WHERE {MINE} AND answer = ''"
    return int(get_db().execute(sql, [current_house(), game]).fetchone()[0])


def find_asked(game: str, *, limit: int, offset: int = 0) -> list[Own]:
    """List the questions that have no answer, the latest first."""
    return _rows(f"{MINE} AND answer = ''", [current_house(), game], limit, offset)


def find_answers(game: str, *, limit: int, offset: int = 0) -> list[Own]:
    """List the house's own answers, the latest first."""
    return _rows(f"{MINE} AND answer <> ''", [current_house(), game], limit, offset)


def find(game: str, id: int) -> Own | None:
    """Find a question of this house."""
    return next(iter(_rows(f"{MINE} AND id = ?", [current_house(), game, id], 1, 0)), None)


def _rows(where: str, values: Sequence[object], limit: int, offset: int) -> list[Own]:
    sql = f"SELECT id, language, question, answer, at, times FROM asked WHERE {where} ORDER BY at DESC, id DESC"
    return [Own(*row) for row in get_db().execute(f"{sql} LIMIT ? OFFSET ?", [*values, limit, offset]).fetchall()]


def answer(game: str, language: str, question: str, answer: str, id: int | None = None) -> None:
    """Write an answer to a question, to one that was asked or answered before if `id` names it."""
    house, same, now = current_house(), folded(question), time.time()
    with writing(_key()) as db:
        if house == NOBODY or (id and not find(game, id)):
            raise Refusal("This question has since been removed. Check the list again.")
        others = [one for one in find_answers(game, limit=MOST_ANSWERS + 1) if one.id != id]
        known = next((one for one in others if folded(one.question) == same), None)
        if known and known.answer != answer:
            raise Refusal("Your house already has an answer to this question. Change that one.")
        if known and not id:
            return  # sent twice
        if not known and len(others) >= MOST_ANSWERS:
            raise Refusal("A house can keep %(most)s answers per game. Remove one first.", most=MOST_ANSWERS)
        db.execute(f"DELETE FROM asked WHERE {MINE} AND folded = ? AND id <> ?", [house, game, same, id or 0])
        if id:
            sql = "UPDATE asked SET language = ?, question = ?, folded = ?, answer = ?, at = ? WHERE id = ?"
            db.execute(sql, [language, question, same, answer, now, id])
        else:
            sql = (
                "INSERT INTO asked (house, game, language, question, folded, answer, at, times)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, 0)"
            )
            db.execute(sql, [house, game, language, question, same, answer, now])


def remove(game: str, id: int) -> None:
    """Remove a question of this house, with its answer."""
    with writing(_key()) as db:
        db.execute(f"DELETE FROM asked WHERE {MINE} AND id = ?", [current_house(), game, id])


def remove_asked(game: str) -> None:
    """Remove all questions that have no answer."""
    with writing(_key()) as db:
        db.execute(f"DELETE FROM asked WHERE {MINE} AND answer = ''", [current_house(), game])


def bring_in(rows: Sequence[tuple[str, str, str, str, float]]) -> int:
    """Add the answers of a file to those that have none here: nothing twice; return how many, or refuse all."""
    house, added = current_house(), 0
    with writing(_key()) as db:
        if house == NOBODY:
            raise Refusal("Open a table here first. Then you have a house that these answers can belong to.")
        for game, language, question, answer, at in rows:
            same = [house, game, folded(question)]
            if db.execute(f"SELECT 1 FROM asked WHERE {MINE} AND folded = ? AND answer <> ''", same).fetchone():
                continue
            db.execute(f"DELETE FROM asked WHERE {MINE} AND folded = ?", same)
            db.execute(
                "INSERT INTO asked (house, game, folded, language, question, answer, at, times)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
                [*same, language, question, answer, at],
            )
            added += 1
        sql = "SELECT 1 FROM asked WHERE house = ? AND answer <> '' GROUP BY game HAVING count(*) > ?"
        if added and db.execute(sql, [house, MOST_ANSWERS]).fetchone():
            raise Refusal("A house can keep %(most)s answers per game. Remove one first.", most=MOST_ANSWERS)
    return added


def written() -> str:
    """Write all answers of this house as a file."""
    where = "house = ? AND answer <> ''"
    sql = f"SELECT {', '.join(COLUMNS)} FROM asked WHERE {where} ORDER BY game, at, id"
    return write(get_db().execute(sql, [current_house()]).fetchall())


def files_of(house: int) -> Iterator[tuple[str, Iterator[str]]]:
    """List a house's questions and own answers as a file of its export, if it has any."""
    sql = f"SELECT {', '.join(COLUMNS)} FROM asked WHERE house = ? ORDER BY game, at, id"
    rows = get_db().execute(sql, [house]).fetchall()
    if rows:
        yield "answers.json", iter([write(rows)])


def _key() -> str:
    return f"asked in house {current_house()}"
