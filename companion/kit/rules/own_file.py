"""The answers a house wrote itself as a JSON file, read back with care: all of them, or none and the reason. Pure."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from companion.files.safe_readers import ANSWERS, Json, in_turn
from companion.kit.rules.search import MOST_LETTERS
from companion.language.player_names import BLANKS, tidy
from companion.refusal import Refusal

FEWEST_LETTERS, LONGEST_ANSWER = 3, 400
"""How much a question needs, and how long an answer may be."""
COLUMNS = "game", "language", "question", "answer", "at", "times"
"""What the file tells of a question, with the house's answer or \"\"."""
LAST_MOMENT, MOST_TIMES = 2**32, 2**31
IMPORT_ERRORS = LookupError, RecursionError, TypeError, ValueError


def says_something(question: str) -> bool:
    """Say whether there are enough letters for a question."""
    return sum(map(str.isalpha, question)) >= FEWEST_LETTERS


def shows(answer: str) -> bool:
    """Say whether anything of an answer shows."""
    return any(unicodedata.category(c)[0] not in "CMZ" and c not in BLANKS for c in answer[:LONGEST_ANSWER])


def write(rows: Sequence[Sequence[Any]]) -> str:
    """Write questions and answers as a file, row by row as in `COLUMNS`."""
    return json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], ensure_ascii=False, indent=1)


def find(data: bytes, games: Sequence[str], languages: Sequence[str]) -> Iterator[list[Any]]:
    """Read the answers of a file: game, language, question, answer and when; questions without one stay behind.

    Raise Refusal for another file, or one with something that no house can have written.
    """
    try:
        file = Json(data)
        rows = [row for _, row in in_turn(file.elements(ANSWERS))]
        file.end()
    except IMPORT_ERRORS:
        raise not_ours() from None
    for number, row in enumerate(rows, start=1):
        if not _is_right(row, languages):
            raise Refusal("Answer %(number)s in this file can't be read; nothing was added.", number=number)
        if row["answer"] and row["game"] in games:
            yield [row[name] for name in COLUMNS[:-1]]


def not_ours() -> Refusal:
    """Make the refusal of a file that lists no answers."""
    return Refusal("This file isn't a list of a house's answers, or it is damaged. Export them again.")


def _is_right(row: dict[str, Any], languages: Sequence[str]) -> bool:
    """Say whether a house can have written this."""
    if row.keys() != {*COLUMNS} or not all(type(row[name]) is str for name in COLUMNS[:4]):
        return False
    question, answer = row["question"], row["answer"]
    return (
        row["language"] in languages
        and row["game"].isidentifier()
        and type(row["at"]) in (int, float)
        and 0 <= row["at"] < LAST_MOMENT
        and type(row["times"]) is int
        and 0 <= row["times"] < MOST_TIMES
        and tidy(question) == question
        and len(question) <= MOST_LETTERS
        and says_something(question)
        and tidy(answer) == answer
        and len(answer) <= LONGEST_ANSWER
        and (not answer or shows(answer))
    )
