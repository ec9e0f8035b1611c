"""Finding plays: by game, player, day, number of players, and by words of their names and notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.membership import current_house
from companion.scores.model import COMMON, SOLO, Choice, words
from companion.scores.stores.list_store import Cursor, kept, list_of
from companion.storage.connections import get_db
from companion.storage.protocol import Database
from companion.table.finished import Play

MOST_WORDS = 8
"""How many words of a search count."""


def said(play: Play) -> str:
    """Write the words by which a play is found, a blank before each.

    To read those of a house's plays one after the other takes less time than to keep an index of them: a note of short
    words has so many that its play took five times as long to come in.
    """
    texts = play.game, play.table or "", play.note, *(player.name for player in play.players)
    return "".join(f" {word}" for word in words(" ".join(texts)))


def index(db: Database, plays: Iterable[Play]) -> None:
    """Keep the words of plays that have changed."""
    db.executemany("UPDATE plays SET said = ? WHERE id = ?", [(said(play), play.id) for play in plays])


def latest(choice: Choice, *, before: Cursor | None = None, limit: int) -> Sequence[Cursor]:
    """List moment and id of the chosen plays, the latest first; `before` is the play after which the list goes on."""
    at, id, found, values = _found(choice)
    if before:
        found += f" AND ({at}, {id}) < (:before_at, :before_id)"
        values |= {"before_at": before[0], "before_id": before[1]}
    sql = f"SELECT {at}, {id} {found} ORDER BY {at} DESC, {id} DESC LIMIT :limit"
    return get_db().execute(sql, values | {"limit": limit}).fetchall()


def count(choice: Choice) -> dict[str, int]:
    """Count the chosen plays of each kind."""
    *_, found, values = _found(choice)
    alone = "coalesce(sum(CASE WHEN plays.seated = 1 THEN 1 ELSE 0 END), 0)"
    [(plays, solo)] = get_db().execute(f"SELECT count(*), {alone} {found}", values).fetchall()
    return {COMMON: int(plays - solo), SOLO: int(solo)}


def _found(choice: Choice) -> tuple[str, str, str, dict[str, Any]]:
    """Write how the chosen plays are found: the columns of their moment and id, where from, and the values."""
    values: dict[str, Any] = {"game": choice.game, "least": choice.least, "most": choice.most}
    values |= {"since": choice.since, "until": choice.until, "house": current_house()}
    at, id, source, asked = "plays.played_at", "plays.id", "plays", ["plays.house = :house", "plays.deleted = 0"]
    if choice.player is not None:
        at, id, source = "listed.played_at", "listed.play", "listed JOIN plays ON plays.id = listed.play"
        asked = ["listed.list IN (:solo, :common)", "listed.name = :player"]
        kinds = {kind: choice.kind or kind for kind in (SOLO, COMMON)}
        values |= {kind: kept(list_of(choice.game, of)) for kind, of in kinds.items()}
        values |= {"player": choice.player}
    elif choice.game is not None:
        asked.append("plays.game = :game")
    if choice.other is not None:
        asked.append(f"EXISTS (SELECT 1 FROM players WHERE players.play = {id} AND players.name = :other)")
        values["other"] = choice.other
    if choice.least is not None:
        asked.append("plays.seated BETWEEN :least AND :most")
    if choice.since is not None:
        asked.append(f"{at} >= :since")
    if choice.until is not None:
        asked.append(f"{at} < :until")
    for number, word in enumerate(words(choice.text)[:MOST_WORDS]):
        values |= {f"word{number}": f"% {word}%"}
        asked.append(f"plays.said LIKE :word{number}")
    return at, id, f"FROM {source} WHERE {' AND '.join(asked)}", values
