"""Plays as a table for spreadsheets: one row a player, one column a fact. Pure."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.table.finished import Play, ScoreField

PLAY = ("play", "game", "played_at", "table", "note", "started", "minutes", "players")
PLAYER = ("player", "colour", "place", "points", "tie_break", "seat", "team", "role")
FORMULA = re.compile(r"\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
"""How a text begins that a spreadsheet may read as a formula."""


def header(kept: Sequence[ScoreField], sources: Sequence[str]) -> str:
    """Write the names of the columns: each source of points has one, and each part of a fact that has parts."""
    facts = (name for fact in kept for name in _columns(fact))
    return _written([[*PLAY, *PLAYER, *(f"points.{source}" for source in sources), *facts]])


def rows(
    plays: Iterable[tuple[Play, Sequence[Mapping[str, int]]]], kept: Sequence[ScoreField], sources: Sequence[str]
) -> str:
    """Write a row for each player of each play, given with the players' points by source; the best first."""
    return _written(row for play, points in plays for row in _rows(play, points, kept, sources))


def _columns(fact: ScoreField) -> list[str]:
    return [f"{fact.id}.{part}" for part in fact.parts] or [fact.id]


def _rows(
    play: Play, points: Sequence[Mapping[str, int]], kept: Sequence[ScoreField], sources: Sequence[str]
) -> list[list[Any]]:
    at = datetime.fromtimestamp(play.played_at, UTC).isoformat(timespec="seconds")
    minutes = None if play.seconds is None else round(play.seconds / 60)
    head = [play.id, play.game, at, play.code, play.note, play.options.get("started"), minutes, len(play.players)]
    facts = [cell for fact in kept for cell in _cells(fact, play.options)]
    by_player = dict(zip((each.name for each in play.players), points, strict=True))
    return [
        [*head, each.name, each.colour, each.place, each.points, each.tie_break, each.seat, each.team, each.role]
        + [by_player[each.name].get(source) for source in sources]
        + facts
        for each in play.ranking
    ]


def _cells(fact: ScoreField, options: Mapping[str, Any]) -> list[Any]:
    """Write a fact into its columns: yes or no for each of its parts, nothing where nobody looked."""
    value, counted = options.get(fact.id), options.get(fact.counted, fact.parts)
    if not fact.parts:
        return [("yes" if value else "no") if isinstance(value, bool) else value]
    if not isinstance(value, list):
        return [None] * len(fact.parts)
    known = counted if isinstance(counted, list | tuple) else ()
    return ["yes" if part in value else "no" if part in known else None for part in fact.parts]


def _written(rows: Iterable[Sequence[Any]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows([guarded(cell) for cell in row] for row in rows)
    return file.getvalue()


def guarded(cell: Any) -> Any:
    """Keep a spreadsheet from reading a text as a formula."""
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
