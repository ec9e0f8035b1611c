"""The lists in which a play is, and the sums of a player's plays in each: kept, so that no page reads all plays.

A list is the solo or the common plays of all games ("/solo") or of one ("djinn/common"), or those that a game finds by
a fact ("djinn/alone"). Sums are kept of solo and of common plays. Each house has its own: in the database the number of
any but the one at home stands before a list ("7:djinn/common").
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from flask import current_app

from companion.files.safe_readers import yield_to_hub
from companion.membership import HOME, current_house
from companion.scores.model import COMMON, SOLO, Stretch, Summary, folded, kind_of, streaks
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database, Values
from companion.table.finished import Play, Player
from companion.table.log import Game

KEY = "scores"
"""What a writing block locks here."""
SUMMED = (f"/{SOLO}", f"/{COMMON}")
"""How the names of the lists end of which sums are kept."""
LAST = "\U0010ffff"
"""What comes after every letter, so that the beginning of a word or of a list finds all that begin so."""
SEEN = "name NOT IN (SELECT name FROM people WHERE house = ? AND hidden = 1)"
"""How those players are found who are not hidden."""
AT_ONCE = 0.01
"""Seconds of counting after which others have their turn."""

_LIST = """
INSERT INTO listed (list, name, played_at, play, position, place, points, seconds)
WITH own (list, play, seconds) AS (VALUES {})
SELECT own.list, players.name, plays.played_at, own.play, position, place, points, CAST(own.seconds AS INTEGER)
FROM own CROSS JOIN plays CROSS JOIN players WHERE plays.id = own.play AND players.play = own.play
"""
_ADD = """
INSERT INTO summaries (list, name, folded, plays, wins, draws, best, counted, total, streak, longest, latest, stale)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (name, list) DO UPDATE SET
    plays = summaries.plays + excluded.plays,
    wins = summaries.wins + excluded.wins,
    draws = summaries.draws + excluded.draws,
    best = CASE WHEN coalesce(excluded.best, -1e9) > coalesce(summaries.best, -1e9)
        THEN excluded.best ELSE summaries.best END,
    counted = summaries.counted + excluded.counted,
    total = summaries.total + excluded.total,
    streak = CASE WHEN excluded.wins = excluded.plays THEN summaries.streak ELSE 0 END + excluded.streak,
    longest = CASE
        WHEN summaries.longest >= excluded.longest AND summaries.longest >= summaries.streak + ? THEN summaries.longest
        WHEN excluded.longest >= summaries.streak + ? THEN excluded.longest
        ELSE summaries.streak + ? END,
    latest = excluded.latest,
    stale = CASE WHEN excluded.stale = 1 OR ? {} summaries.latest THEN 1 ELSE summaries.stale END
"""
_COUNT = """
SELECT count(*), sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), sum(CASE WHEN place = 0 THEN 1 ELSE 0 END),
    max(points), count(points), coalesce(sum(points), 0), max(played_at)
FROM listed WHERE list = ? AND name = ?
"""
_WON = """
SELECT CASE WHEN place = 1 THEN '1' ELSE '0' END FROM listed WHERE list = ? AND name = ? ORDER BY played_at, play
"""


Cursor = tuple[float, int]
"""A place in a list: when a play was, in seconds since 1970, and its id."""


class Tally(NamedTuple):
    """The number of a player's plays in a list, their best and average points and seconds; None without any."""

    plays: int
    best: int | None
    average: float | None
    seconds: float | None


def enlist(db: Database, plays: Iterable[Play], *, new: bool = False) -> None:
    """Add plays that are kept to their lists and sums; sums of plays that are not the latest are recounted later.

    Of one moment, `new` ones are the latest, since no play has a higher id.
    """
    listed, played = list[Any](), defaultdict[tuple[str, str], list[tuple[float, Player]]](list)
    games = current_app.extensions.get("games", {})
    for play in plays:
        before, at, lists = _of_house(play.house), play.played_at, _lists(play, games.get(play.game))
        for name in lists:
            listed += before + name, play.id, play.seconds
        for name in [before + name for name in lists if name.endswith(SUMMED)]:
            for one in play.players:
                played[name, one.name].append((at, one))
    if listed:
        db.execute(_LIST.format(", ".join(["(?, ?, ?)"] * (len(listed) // 3))), listed)
    sums = [_sum(list, name, own, new) for (list, name), own in played.items()]
    db.executemany(_ADD.format("<" if new else "<="), sums)


def _sum(list: str, name: str, played: Sequence[tuple[float, Player]], new: bool) -> Values:
    """Add up some plays of a player in a list, in the order of `_ADD`."""
    wins = draws = counted = total = streak = longest = first = stale = 0
    best, since, latest = None, played[0][0], float("-inf")
    for plays, (at, one) in enumerate(played, start=1):
        if at < latest or (at == latest and not new):
            stale = 1
        latest = at
        if one.place == 1:
            wins, streak = wins + 1, streak + 1
            longest = max(longest, streak)
            first = wins if wins == plays else first
        else:
            draws, streak = draws + (one.place == 0), 0
        if one.points is not None:
            counted, total = counted + 1, total + one.points
            best = one.points if best is None else max(best, one.points)
    sums = len(played), wins, draws, best, counted, total, streak, longest, latest, stale
    return (list, name, folded(name), *sums, first, first, first, since)


def list_of(game: str | None, kind: str) -> str:
    """Name the list of the plays of a game, or of all games, and of one kind."""
    return f"{game or ''}/{kind}"


def _of_house(house: int) -> str:
    """Write what stands before the lists of a house."""
    return "" if house == HOME else f"{house}:"


def kept(list: str) -> str:
    """Name a list of the current house as the database does."""
    return _of_house(current_house()) + list


def _lists(play: Play, game: Game | None) -> list[str]:
    facts = game.scores.score_tags(play) if game else ()
    kind = kind_of(play)
    own = list_of(None, kind), list_of(play.game, kind)
    return [*own, *(f"{play.game}/{fact}" for fact in facts)]


def unlist(db: Database, ids: Sequence[int]) -> None:
    """Take plays out of their lists; the sums they were part of are recounted later."""
    rows = [(id,) for id in ids]
    stands = "SELECT list, name FROM listed WHERE play = ?"
    db.executemany(f"UPDATE summaries SET stale = 1 WHERE (list, name) IN ({stands})", rows)
    db.executemany("DELETE FROM listed WHERE play = ?", rows)


def recount() -> None:
    """Recount the sums whose plays have changed, giving way to others every few milliseconds.

    Within a transaction it does nothing: whoever holds that calls it afterwards.
    """
    db = get_db()
    while not db.is_writing and _next_stale(db):
        with writing(KEY):
            end = time.perf_counter() + AT_ONCE
            while time.perf_counter() < end and (row := _next_stale(db)):
                _recount(db, *row)
        yield_to_hub()


def _next_stale(db: Database) -> Any:
    return db.execute("SELECT list, name FROM summaries WHERE stale = 1 LIMIT 1").fetchone()


def _recount(db: Database, list: str, name: str) -> None:
    numbers = db.execute(_COUNT, [list, name]).fetchone()
    if not numbers[0]:
        db.execute("DELETE FROM summaries WHERE list = ? AND name = ?", [list, name])
        return
    db.execute(
        "UPDATE summaries SET plays = ?, wins = ?, draws = ?, best = ?, counted = ?, total = ?, latest = ?,"
        " streak = ?, longest = ?, folded = ?, stale = 0 WHERE list = ? AND name = ?",
        [*numbers, *_runs(db, list, name), folded(name), list, name],
    )


def summaries(list: str, *, start: int = 0, limit: int) -> list[Summary]:
    """Sum up each player's plays in a list, from the `start`-th player on; the one with most wins comes first.

    Who is hidden is left out.
    """
    order = "ORDER BY wins DESC, plays DESC, folded, name"
    shown = (
        f"SELECT list, name FROM summaries WHERE list = ? AND {SEEN} {order} LIMIT ? OFFSET ?"  # from the index alone
    )
    sql = (
        "SELECT name, plays, wins, draws, best, counted, total, streak, longest"
        f" FROM ({shown}) AS shown JOIN summaries USING (list, name) {order}"
    )
    return [_summary(*row) for row in get_db().execute(sql, [kept(list), current_house(), limit, start])]


def games_of(name: str, *, limit: int) -> dict[tuple[str, str], Summary]:
    """Sum up a player's plays by game and kind, the game played last first."""
    sql = (
        "SELECT list, name, plays, wins, draws, best, counted, total, streak, longest FROM summaries"
        " WHERE name = ? AND list BETWEEN ? AND ? ORDER BY latest DESC, list LIMIT ?"
    )
    before = kept("")
    rows = get_db().execute(sql, [name, f"{before}:", before + LAST, limit])  # after the sums of all games
    found = ((*list.removeprefix(before).rpartition("/"), row) for list, *row in rows)
    return {(game, kind): _summary(*row) for game, _, kind, row in found}


def _summary(
    name: str,
    plays: int,
    wins: int,
    draws: int,
    best: int | None,
    counted: int,
    total: int,
    streak: int,
    longest: int,
) -> Summary:
    return Summary(name, plays, wins, draws, best, total / counted if counted else None, streak, longest)


def count_names(list: str) -> int:
    """Count the players in a list."""
    [(count,)] = (
        get_db()
        .execute(f"SELECT count(*) FROM summaries WHERE list = ? AND {SEEN}", [kept(list), current_house()])
        .fetchall()
    )
    return int(count)


def names(list: str, *, limit: int) -> list[str]:
    """List the players in a list, the one who played last first."""
    sql = "SELECT name, max(played_at) AS latest FROM listed WHERE list = ? GROUP BY name ORDER BY latest DESC LIMIT ?"
    return [name for name, _ in get_db().execute(sql, [kept(list), limit])]


def stretches(list: str, name: str, *, most: int) -> list[Stretch]:
    """Cut a player's plays with points in a list, the oldest first, into at most so many stretches of equal length."""
    parts = (
        "SELECT points, played_at, ntile(?) OVER (ORDER BY played_at, play) AS part FROM listed"
        " WHERE list = ? AND name = ? AND points IS NOT NULL"
    )
    sql = (
        "SELECT count(*), min(played_at), min(points), max(points), sum(points)"
        f" FROM ({parts}) AS parts GROUP BY part ORDER BY part"
    )
    rows = get_db().execute(sql, [most, kept(list), name])
    return [Stretch(plays, at, low, high, total / plays) for plays, at, low, high, total in rows]


def tally(list: str, name: str) -> Tally:
    """Count a player's plays in a list, and find their best and average points and how long they took."""
    sql = (
        "SELECT count(*), max(points), count(points), sum(points), count(seconds), sum(seconds)"
        " FROM listed WHERE list = ? AND name = ?"
    )
    [(plays, best, counted, total, timed, seconds)] = get_db().execute(sql, [kept(list), name]).fetchall()
    return Tally(plays, best, total / counted if counted else None, seconds / timed if timed else None)


def runs(list: str, name: str) -> tuple[int, int]:
    """Count a player's wins in a row in a list: at its end, and the most anywhere."""
    return _runs(get_db(), kept(list), name)


def _runs(db: Database, list: str, name: str) -> tuple[int, int]:
    return streaks("".join(chain.from_iterable(db.execute(_WON, [list, name]).fetchall())))


def first_tries(list: str, *, limit: int) -> list[int]:
    """List the ids of each player's first play in a list, the most points first."""
    tries = "SELECT play, points, row_number() OVER (PARTITION BY name ORDER BY played_at, play) AS try FROM listed"
    sql = (
        f"SELECT play FROM ({tries} WHERE list = ?) AS tries WHERE try = 1"
        " ORDER BY CASE WHEN points IS NULL THEN 1 ELSE 0 END, points DESC, play LIMIT ?"
    )
    return [id for (id,) in get_db().execute(sql, [kept(list), limit])]


def first(list: str, name: str) -> Cursor | None:
    """Find the moment and the id of a player's oldest play in a list."""
    sql = "SELECT played_at, play FROM listed WHERE list = ? AND name = ? ORDER BY played_at, play LIMIT 1"
    row = get_db().execute(sql, [kept(list), name]).fetchone()
    return row and (row[0], row[1])


def best_before(list: str, name: str, play: Play) -> int | None:
    """Find a player's best points in a list before a play."""
    sql = "SELECT max(points) FROM listed WHERE list = ? AND name = ? AND (played_at, play) < (?, ?)"
    [(best,)] = get_db().execute(sql, [kept(list), name, play.played_at, play.id]).fetchall()
    return None if best is None else int(best)


def ranked(list: str, *, start: int = 0, limit: int) -> list[int]:
    """List the ids of the plays in a list from the `start`-th on, the most points first."""
    sql = (
        "SELECT play FROM listed WHERE list = ?"
        " ORDER BY coalesce(points, 0) DESC, played_at DESC, play DESC LIMIT ? OFFSET ?"
    )
    return [id for (id,) in get_db().execute(sql, [kept(list), limit, start])]


def latest(list: str, name: str, *, before: Cursor | None = None, limit: int) -> Sequence[Cursor]:
    """List moment and id of a player's plays in a list, the latest first; `before` is where the list goes on."""
    at, id = before or (None, None)
    values = {"list": kept(list), "name": name, "limit": limit, "at": at, "id": id}
    sql = "SELECT played_at, play FROM listed WHERE list = :list AND name = :name"
    if before:
        sql += " AND (played_at, play) < (:at, :id)"
    return get_db().execute(f"{sql} ORDER BY played_at DESC, play DESC LIMIT :limit", values).fetchall()


def cursor(id: int | None) -> Cursor | None:
    """Find the place in a list after a play; None without one and for an unknown one."""
    sql = "SELECT played_at, id FROM plays WHERE id = ? AND house = ?"
    row = get_db().execute(sql, [id, current_house()]).fetchone()
    return row and (row[0], row[1])


def is_listed(list: str, name: str) -> bool:
    """Say whether a player has a play in a list."""
    return first(list, name) is not None


def missing(db: Database) -> Sequence[int]:
    """List the ids of the plays that were kept before there were lists, the oldest first."""
    return [id for (id,) in db.execute("SELECT id FROM plays WHERE identity IS NULL ORDER BY played_at, id")]
