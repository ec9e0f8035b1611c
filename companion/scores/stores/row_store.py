"""Rows of finished plays: written, given others in their place, and known again when a file brings them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from companion.language.texts import to_plain
from companion.scores.stores import list_store, search_store
from companion.storage.protocol import Database
from companion.table.finished import Play
from companion.table.import_export.serialize import player_to_json, to_json
from companion.table.log import changed

LOOKED_AT, PUT_RIGHT = 1, 2
"""What stands with an edit in place of 0 once the app knows whether it made another player win; the app's own has 2."""
dump = json.JSONEncoder(ensure_ascii=False).encode


def content_of(play: Play) -> str:
    """Write what tells a play from others that brings no identity: its moment, and its players with their points."""
    said = [play.game, round(play.played_at), [[player.name, player.points] for player in play.players]]
    return _digest(said)


def identity(play: Play) -> str:
    """Find what identifies a play that comes in: what it brings, or else what is in it."""
    return play.identity or content_of(play)


def _digest(said: object) -> str:
    return sha256(json.dumps(said).encode()).hexdigest()[:32]


def of_its_own(db: Database, play: Play) -> str:
    """Find an identity for a new play: two may have the same moment, players and points, as two duels of an evening."""
    found, number = content_of(play), 1
    while known(db, play.house, [found]):
        number += 1
        found = _digest([content_of(play), number])
    return found


def known(db: Database, house: int, identities: Sequence[str]) -> set[str]:
    """Find which of these identities plays of a house have or had."""
    sql = f"SELECT identity FROM identities WHERE house = ? AND identity IN ({', '.join('?' * len(identities))})"
    return {identity for (identity,) in db.execute(sql, [house, *identities])} if identities else set()


def in_trash(db: Database, house: int, identities: Sequence[str]) -> list[int]:
    """Find the ids of the deleted plays of a house that have or had these identities."""
    sql = (
        "SELECT DISTINCT plays.id FROM identities JOIN plays ON plays.id = identities.play WHERE plays.deleted = 1"
        f" AND identities.house = ? AND identities.identity IN ({', '.join('?' * len(identities))})"
    )
    return [id for (id,) in db.execute(sql, [house, *identities])] if identities else []


def know(db: Database, plays: Iterable[tuple[Play, str]]) -> None:
    """Keep by what plays are known from now on."""
    sql = "INSERT INTO identities (house, identity, play) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    db.executemany(sql, [(play.house, identity, play.id) for play, identity in plays])


def insert(db: Database, plays: Mapping[str, Play], *, batch: int | None = None) -> list[int]:
    """Keep new plays, given by what identifies each; return their ids."""
    sql = (
        "INSERT INTO plays (game, code, played_at, options, note, identity, seated, said, batch, house)"
        f" VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'] * len(plays))} RETURNING identity, id"
    )
    values = list[object]()
    for identity, play in plays.items():
        values += play.game, play.code, play.played_at, _options(play), play.note
        values += identity, len(play.players), search_store.said(play), batch, play.house
    ids = dict(db.execute(sql, values).fetchall())
    kept = [changed(play, id=ids[identity]) for identity, play in plays.items()]
    know(db, zip(kept, plays, strict=True))
    insert_players(db, kept)
    list_store.enlist(db, kept, new=True)
    return [play.id for play in kept]


def _options(play: Play) -> str:
    return dump({key: to_plain(value) for key, value in play.options.items()})


def insert_players(db: Database, plays: Sequence[Play]) -> None:
    """Write the players of plays down, in their order."""
    rows = []
    for play in plays:
        for position, one in enumerate(play.players):
            values = one.name, one.colour, one.place, one.points, one.tie_break
            lines, said = player_to_json(one)["lines"], (one.seat, one.team, one.role or None, one.said or None)
            rows.append((play.id, position, *values, dump(lines) if lines else "[]", *said))
    db.executemany(
        "INSERT INTO players (play, position, name, colour, place, points, tie_break, lines, seat, team, role, said)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def replace_by(db: Database, after: Play) -> None:
    """Write a play down in the place of what it was; whoever asks updates the lists afterwards."""
    db.execute(
        "UPDATE plays SET game = ?, played_at = ?, options = ?, note = ?, seated = ? WHERE id = ?",
        [after.game, after.played_at, _options(after), after.note, len(after.players), after.id],
    )
    db.execute("DELETE FROM players WHERE play = ?", [after.id])
    insert_players(db, [after])


def rewrite(db: Database, before: Play, after: Play) -> None:
    """Replace `before` by `after`, and keep both in the trace; call `mark` afterwards, which updates the lists."""
    renew(db, after)
    leave_trace(db, before, after, review=LOOKED_AT)


def renew(db: Database, after: Play) -> None:
    """Replace a play by what is told of it now, without a trace; call `mark` afterwards."""
    replace_by(db, after)
    know(db, [(after, content_of(after))])


def leave_trace(db: Database, before: Play, after: Play, *, review: int) -> None:
    """Keep a play before and after a change in its trail."""
    db.execute(
        "INSERT INTO edits (play, at, before, after, review) VALUES (?, ?, ?, ?, ?)",
        [after.id, time.time(), dump(to_json(before)), dump(to_json(after)), review],
    )


def differ(before: Play, after: Play) -> bool:
    """Say whether two versions of a play differ in anything that is told."""
    return dump(to_json(before)) != dump(to_json(after))
