"""All plays of a house as files that come into the scores again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.files.safe_readers import PLAYS
from companion.scores.stores import play_store

LONG = PLAYS.size // 3
"""How many bytes of plays come into one file, before the next begins: it takes them with room to spare."""


def files_of(_: int) -> Iterator[tuple[str, Iterable[str]]]:
    """List the plays of the house that asks as files."""
    plays, number = filter(None, play_store.exported()), 0
    while first := next(plays, None):
        number += 1
        yield f"plays-{number}.json", _plays(first, plays)


def _plays(first: list[str], rest: Iterator[list[str]]) -> Iterator[str]:
    """Write plays as a list, until it is long enough."""
    texts, start, size = first, "[\n", 0
    while texts:
        yield start + ",\n".join(texts)
        size += sum(len(text.encode()) for text in texts)
        start, texts = ",\n", next(rest, []) if size < LONG else []
    yield "\n]"
