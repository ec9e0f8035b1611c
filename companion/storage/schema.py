"""How the tables of the embedded database came about, one version after the other; never change what is here."""

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
        {"play": int, "position": int, "name": str, "colour": str}
        | {"place": int, "points": int, "tie_break": int, "lines": str},
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


@migrations()
def houses(db: Database) -> None:
    """Let tables, plays, files of plays and boxes belong to a house; all that is here belongs to the one at home."""
    for table in ("tables", "plays", "batches", "box_versions"):
        db.table(table).add_column("house", int, not_null_default=0)
    for index in ("code", "deleted_played_at", "deleted_game_played_at", "deleted_game_seated"):
        db.execute(f"DROP INDEX IF EXISTS idx_plays_{index}")
    db.execute("DROP INDEX plays_deleted")
    db.execute("CREATE INDEX plays_deleted ON plays (house, deleted_at) WHERE deleted = 1")
    db.execute("CREATE UNIQUE INDEX plays_code ON plays (house, code)")
    db.execute("CREATE INDEX plays_played_at ON plays (house, deleted, played_at)")
    db.execute("CREATE INDEX plays_game ON plays (house, deleted, game, played_at)")
    db.execute("CREATE INDEX plays_seated ON plays (house, deleted, game, seated)")
    db.execute("DROP INDEX IF EXISTS idx_summaries_name")
    db.execute("CREATE INDEX summaries_name ON summaries (name, list)")
    db.execute("CREATE INDEX batches_house ON batches (house)")
    db.execute("CREATE INDEX box_versions_game ON box_versions (house, game)")


@migrations()
def counts(db: Database) -> None:
    """Make the table of what strangers did, counted by all processes: how often, until when it counts."""
    db.table("counts").create(
        {"what": str, "who": str, "until": float, "count": int}, pk=("what", "who"), not_null={"until", "count"}
    )


@migrations()
def sent(db: Database) -> None:
    """Make the table of what came of forms outside the tables, so that one sent again counts once."""
    db.table("sent").create(
        {"key": str, "phone": str, "made": str, "at": float}, pk=("key", "phone"), not_null={"made", "at"}
    )
    db.table("sent").create_index(["at"])


@migrations()
def circles(db: Database) -> None:
    """Make the tables of houses on a public host: who is in them, and how others come; of links only hashes."""
    db.table("houses").create(
        {"id": int, "name": str, "opened_at": float, "seen_at": float, "recovery": str},
        pk="id",
        not_null={"name", "opened_at", "seen_at"},
    )
    db.execute("CREATE UNIQUE INDEX houses_recovery ON houses (recovery) WHERE recovery IS NOT NULL")
    db.execute("CREATE INDEX houses_seen_at ON houses (seen_at)")
    db.table("members").create(
        {"house": int, "phone": str, "member": int, "name": str, "host": int, "since": float, "former": str},
        pk=("house", "phone"),
        not_null={"member", "name", "host", "since"},
    )
    db.execute("CREATE UNIQUE INDEX members_member ON members (house, member)")
    db.execute("CREATE INDEX members_phone ON members (phone)")
    db.execute("CREATE INDEX members_former ON members (former) WHERE former IS NOT NULL")
    db.table("invitations").create(
        {"hash": str, "house": int, "made_at": float, "until": float},
        pk="hash",
        not_null={"house", "made_at", "until"},
    )
    db.execute("CREATE INDEX invitations_house ON invitations (house)")
    db.execute("CREATE INDEX tables_house ON tables (house, opened_at) WHERE house <> 0")


@migrations()
def fewer_lists(db: Database) -> None:
    """Forget the lists of plays of either kind: what is in them stands in those of solo and of common plays."""
    db.execute("DELETE FROM listed WHERE list NOT LIKE '%/%'")


@migrations()
def words_said(db: Database) -> None:
    """Keep the words by which a play is found with the play, a blank before each; deleted ones get theirs when back."""
    db.table("plays").add_column("said", str)
    db.execute("UPDATE plays SET said = (SELECT group_concat(' ' || word, '') FROM words WHERE play = plays.id)")
    db.execute("DROP TABLE words")


@migrations()
def sums_by_name(db: Database) -> None:
    """Keep the sums of plays by name first, so that a player's stand together and need no index of their own."""
    db.execute("ALTER TABLE summaries RENAME TO former")
    for index in ("summaries_name", "idx_summaries_order", "idx_summaries_stale"):
        db.execute(f"DROP INDEX {index}")
    db.execute(
        "CREATE TABLE summaries (list TEXT, name TEXT, folded TEXT NOT NULL, plays INTEGER NOT NULL,"
        " wins INTEGER NOT NULL, draws INTEGER NOT NULL, best INTEGER, counted INTEGER NOT NULL,"
        " total INTEGER NOT NULL, streak INTEGER NOT NULL, longest INTEGER NOT NULL, latest REAL NOT NULL,"
        " stale INTEGER NOT NULL, PRIMARY KEY (name, list)) STRICT, WITHOUT ROWID"
    )
    db.execute("INSERT INTO summaries SELECT * FROM former")
    db.execute("DROP TABLE former")
    db.execute("CREATE INDEX idx_summaries_order ON summaries (list, wins DESC, plays DESC, folded, name)")
    db.execute("CREATE INDEX idx_summaries_stale ON summaries (stale) WHERE stale = 1")


@migrations()
def tables_to_come(db: Database) -> None:
    """Find codes that were reserved for tables that never came, which have no game."""
    db.execute("CREATE INDEX tables_to_come ON tables (opened_at) WHERE game = ''")


@migrations()
def counts_without_clocks(db: Database) -> None:
    """Let each process count for itself what strangers did, and say for how many seconds it counts yet."""
    db.execute("DROP TABLE counts")
    db.table("counts").create(
        {"process": str, "what": str, "who": str, "seconds": float, "count": int},
        pk=("process", "what", "who"),
        not_null={"seconds", "count"},
    )


@migrations()
def hosts_for_a_while(db: Database) -> None:
    """Remember which seat offers to host while the host is away, and whose rights come back when its phone does."""
    db.table("tables").add_column("heir", int)
    db.table("phones").add_column("hosted", int, not_null_default=0)


@migrations()
def winners_that_stay(db: Database) -> None:
    """Know the corrections that might have made another player win, as no later one does (`scores.store.fill`)."""
    db.table("edits").add_column("review", int, not_null_default=0)
    db.execute("CREATE INDEX edits_review ON edits (play) WHERE review = 0")


@migrations()
def arguments_of_moves(db: Database) -> None:
    """Keep what was chosen in each move, as JSON."""
    db.table("log").add_column("arguments", str)


@migrations()
def photos_of_boxes(db: Database) -> None:
    """Make the table of an owner's photos of what is in a box, each in two sizes; `thing` begins with ? until told."""
    db.table("box_photos").create(
        {"house": int, "game": str, "thing": str, "hash": str, "small": bytes, "large": bytes, "at": float},
        pk=("house", "game", "thing"),
        not_null={"hash", "small", "large", "at"},
    )
    db.table("box_photos").create_index(["hash"])


@migrations()
def plays_owned(db: Database) -> None:
    """Know a play whatever is corrected in it, who sat where and for whom, and which names are one person's.

    What a play was at some time is in `identities`; edited plays are looked at once more at the next start. `said` is
    what a play itself called a player whom `people` call otherwise; `kept_things` is what other apps' files say more.
    """
    for column, kind in (("seat", int), ("team", int), ("role", str), ("said", str)):
        db.table("players").add_column(column, kind)
    db.execute(
        "CREATE TABLE identities (house INTEGER, identity TEXT, play INTEGER NOT NULL, PRIMARY KEY (house, identity))"
        " STRICT, WITHOUT ROWID"
    )
    db.execute("INSERT OR IGNORE INTO identities SELECT house, identity, id FROM plays WHERE identity IS NOT NULL")
    db.execute("UPDATE plays SET identity = NULL WHERE id IN (SELECT play FROM edits)")
    db.execute(
        "CREATE TABLE people (house INTEGER, name TEXT, person TEXT NOT NULL, hidden INTEGER NOT NULL DEFAULT 0,"
        " PRIMARY KEY (house, name)) STRICT, WITHOUT ROWID"
    )
    columns = {"house": int, "at": float, "before": str, "after": str}
    db.table("renames").create({"id": int, **columns}, pk="id", not_null=columns)
    db.execute("CREATE INDEX renames_house ON renames (house)")
    db.execute("CREATE INDEX players_said ON players (said) WHERE said IS NOT NULL")
    db.execute("UPDATE summaries SET stale = 1")
    db.table("kept_things").create({"house": int, "kind": str, "key": str, "thing": str}, pk=("house", "kind", "key"))


@migrations()
def learned(db: Database) -> None:
    """Make the table of what a house has read off in Tales: by which move, and 1 in `struck` if that was taken back."""
    key, rest = {"house": int, "kind": str, "key": str, "told": str}, {"code": str, "seq": int, "at": float}
    db.table("learned").create({**key, **rest, "struck": int}, pk=[*key], not_null={*rest, "struck"})


@migrations()
def counting_screens(db: Database) -> None:
    """Know which watching screens ask to count life, by which letters each is told from others, and which may."""
    db.table("phones").add_column("letters", str)
    db.table("phones").add_column("counts", int, not_null_default=0)
