"""How the tables of the embedded database came about until there were houses; never change what is here."""

from __future__ import annotations

import time

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("companion")


@migrations()
def table_and_log(db: Database) -> None:
    """Make the tables of a live session: its code, seats, phones and log."""
    db.table("tables").create(
        {"code": str, "game": str, "opened_at": float, "locked": int, "seats_changed": int},
        pk="code",
        not_null={"game", "opened_at", "locked", "seats_changed"},
    )
    db.table("seats").create(
        {"code": str, "seat": int, "name": str, "colour": str, "key": str},
        pk=("code", "seat"),
        not_null={"name", "colour", "key"},
    )
    db.table("seats").create_index(["key"], unique=True)
    db.table("phones").create(
        {"code": str, "phone": str, "seat": int, "host": int}, pk=("code", "phone"), not_null={"host"}
    )
    db.table("phones").create_index(["code", "seat"], unique=True)
    db.table("phones").create_index(["phone"])
    db.table("log").create(
        {"code": str, "seq": int, "at": float, "seat": int, "move": str, "events": str}
        | {"strikes": int, "restores": int, "once": int, "op": str},
        pk=("code", "seq"),
        not_null={"at", "move", "events", "once", "op"},
    )
    db.table("log").create_index(["code", "op"], unique=True)


@migrations()
def finished_plays(db: Database) -> None:
    """Make the tables of finished plays and of what their corrections replaced."""
    db.table("plays").create(
        {"id": int, "game": str, "code": str, "played_at": float, "options": str, "note": str},
        pk="id",
        not_null={"game", "played_at", "options", "note"},
    )
    db.table("plays").create_index(["code"], unique=True)
    db.table("players").create(
        {
            "play": int,
            "position": int,
            "name": str,
            "colour": str,
            "place": int,
            "points": int,
            "tie_break": int,
            "lines": str,
        },
        pk=("play", "position"),
        not_null={"name", "place", "lines"},
    )
    db.table("players").create_index(["name"])
    db.table("edits").create({"id": int, "play": int, "at": float, "before": str, "after": str}, pk="id")


@migrations()
def deleted_plays(db: Database) -> None:
    """Let a play be deleted and brought back: `deleted` is 1 in between."""
    db.table("plays").add_column("deleted", int, not_null_default=0)


@migrations()
def boxes(db: Database) -> None:
    """Make the table of what owners have put right, one TOML text a game."""
    db.table("boxes").create({"game": str, "corrections": str}, pk="game", not_null={"corrections"})


@migrations()
def who_has_sat(db: Database) -> None:
    """Remember which phones have ever sat at a table or hosted one: `sat` is 1."""
    db.table("phones").add_column("sat", int, not_null_default=0)
    db.execute("UPDATE phones SET sat = 1 WHERE host = 1 OR seat IS NOT NULL")


@migrations()
def trash_and_imports(db: Database) -> None:
    """Remember when a play was deleted, and which plays came with one file."""
    db.table("plays").add_column("deleted_at", float)
    db.table("plays").add_column("batch", int)
    db.execute("CREATE INDEX plays_deleted ON plays (deleted_at) WHERE deleted = 1")
    db.execute("CREATE INDEX plays_batch ON plays (batch) WHERE batch IS NOT NULL")
    db.table("batches").create({"id": int, "at": float}, pk="id", not_null={"at"})


@migrations()
def versions_of_boxes(db: Database) -> None:
    """Keep every version of what owners have put right, the latest with the highest id, in place of the last alone."""
    db.table("box_versions").create(
        {"id": int, "game": str, "at": float, "corrections": str}, pk="id", not_null={"game", "at", "corrections"}
    )
    db.execute("INSERT INTO box_versions (game, at, corrections) SELECT game, ?, corrections FROM boxes", [time.time()])
    db.table("boxes").drop()


@migrations()
def renewed_phones(db: Database) -> None:
    """Remember a phone's former id until its new one was seen, who hosts under an old one, and a link just used."""
    db.table("phones").add_column("former", str)
    db.table("phones").add_column("fresh", int, not_null_default=0)
    db.table("seats").add_column("last_key", str)


@migrations()
def plays_at_scale(db: Database) -> None:
    """Let lists and sums be read without reading every play, and a phone's latest tables without reading them all.

    `identity` tells a play that comes in again; where it is missing, the play stands in no list yet and
    `scores.store.fill` puts it there. A row of `listed` is a player of a play in one list ('' for all plays, a game, or
    what a game finds its plays by); a row of `summaries` is what a player's plays in a list add up to.
    """
    db.table("plays").add_column("identity", str)
    for columns in (["identity"], ["deleted", "played_at"], ["deleted", "game", "played_at"]):
        db.table("plays").create_index(columns)
    db.execute("DROP INDEX plays_batch")
    db.execute("CREATE INDEX plays_batch ON plays (batch, deleted) WHERE batch IS NOT NULL")
    db.table("edits").create_index(["play"])
    db.execute("DROP INDEX IF EXISTS idx_players_name")
    db.execute(
        "CREATE TABLE listed (list TEXT, name TEXT, played_at REAL, play INTEGER, position INTEGER,"
        " place INTEGER NOT NULL, points INTEGER, PRIMARY KEY (list, name, played_at, play, position))"
        " STRICT, WITHOUT ROWID"
    )
    db.table("listed").create_index(["play"])
    db.execute(
        "CREATE TABLE summaries (list TEXT, name TEXT, folded TEXT NOT NULL, plays INTEGER NOT NULL,"
        " wins INTEGER NOT NULL, draws INTEGER NOT NULL, best INTEGER, counted INTEGER NOT NULL,"
        " total INTEGER NOT NULL, streak INTEGER NOT NULL, longest INTEGER NOT NULL, latest REAL NOT NULL,"
        " stale INTEGER NOT NULL, PRIMARY KEY (list, name)) STRICT, WITHOUT ROWID"
    )
    db.table("summaries").create_index(["name"])
    db.execute("CREATE INDEX idx_summaries_order ON summaries (list, wins DESC, plays DESC, folded, name)")
    db.execute("CREATE INDEX idx_summaries_stale ON summaries (stale) WHERE stale = 1")
    db.table("phones").add_column("opened_at", float)
    db.execute("UPDATE phones SET opened_at = (SELECT opened_at FROM tables WHERE tables.code = phones.code)")
    db.execute("DROP INDEX IF EXISTS idx_phones_phone")
    db.table("phones").create_index(["phone", "opened_at", "sat"])
    db.execute("CREATE INDEX seats_last_key ON seats (last_key) WHERE last_key IS NOT NULL")


@migrations()
def presence(db: Database) -> None:
    """Make the table of who is here: by table and process a number that holds the seats, and when it was last heard."""
    db.table("presence").create(
        {"code": str, "process": str, "here": int, "heard": float}, pk=("code", "process"), not_null={"here", "heard"}
    )


@migrations()
def plays_found(db: Database) -> None:
    """Find plays by the number of players and by words, and keep the sums of solo and of common plays apart.

    Without its identity every play is put into all lists anew when the app starts (`scores.store.fill`).
    """
    db.table("plays").add_column("seated", int, not_null_default=0)
    db.table("plays").create_index(["deleted", "game", "seated"])
    db.execute("CREATE TABLE words (word TEXT, play INTEGER, PRIMARY KEY (word, play)) STRICT, WITHOUT ROWID")
    db.table("words").create_index(["play"])
    db.execute("DELETE FROM listed")
    db.execute("DELETE FROM summaries")
    db.execute("UPDATE plays SET identity = NULL")


@migrations()
def decks_apart(db: Database) -> None:
    """Keep in the lists how long plays took, and put every play into them anew: games against Tom by his deck."""
    db.execute("ALTER TABLE listed ADD COLUMN seconds INTEGER")
    for table in ("listed", "summaries", "words"):
        db.execute(f"DELETE FROM {table}")
    db.execute("UPDATE plays SET identity = NULL")


@migrations()
def notes(db: Database) -> None:
    """Make the table of what a seat notes for itself."""
    db.table("notes").create(
        {"code": str, "seat": int, "what": str, "text": str}, pk=("code", "seat", "what"), not_null={"text"}
    )


@migrations()
def rematches(db: Database) -> None:
    """Remember the table at which people play once more, and as of which change of seats phones are led there."""
    db.table("tables").add_column("next", str)
    db.table("tables").add_column("led_at", int)


@migrations()
def lost_hosts(db: Database) -> None:
    """Count the hosts of a table, and remember which phones have yet to read that somebody took over."""
    db.table("tables").add_column("hosts", int, not_null_default=0)
    db.table("phones").add_column("untold", int, not_null_default=0)


@migrations()
def taken_away(db: Database) -> None:
    """Know which tables are over and which a phone has forgotten, and what a seat was called before."""
    db.table("tables").add_column("over", int, not_null_default=0)
    db.execute("UPDATE tables SET over = 1 WHERE code IN (SELECT code FROM plays)")
    db.table("phones").add_column("forgotten", int, not_null_default=0)
    for column in ("was_name", "was_colour"):
        db.table("seats").add_column(column, str)


@migrations()
def hosts_away(db: Database) -> None:
    """Keep since when nobody hosts a table, so that all processes know it; hosts need no count for it any more."""
    db.table("tables").add_column("away", float)
    db.execute("ALTER TABLE tables DROP COLUMN hosts")
